"""The commonest given names of France over four generations, without accents: what is no given name is the surname."""

# Compound ones (Jean-Pierre) are known by their first half.
GIVEN_NAMES = frozenset(
    """
    adele adrien agathe agnes aime aimee alain albert alexandra alexandre alexis alfred alice aline alphonse amandine
    amelie anais andre andree angelique anita anne annette annick annie antoine antoinette armand arlette arnaud arthur
    audrey augustin auguste aurelie aurelien baptiste bastien beatrice benjamin benoit bernadette bernard berthe bertrand
    blanche brigitte bruno camille carine carole caroline catherine cecile cedric celestin celine chantal charles
    charlotte chloe christelle christian christiane christine christophe claire clara claude claudette claudine clement
    clementine colette corinne cyril damien daniel daniele danielle david deborah delphine denis denise didier dominique
    dorothee edith edmond edouard eliane elie eliott elisabeth elise elodie eloise emile emilie emma emmanuel emmanuelle
    enzo eric ernest estelle etienne eugene eugenie eva evelyne fabien fabienne fabrice fatima felix fernand fernande
    fernando florence florent florian france francine francis franck francois francoise frederic frederique gabriel
    gabrielle gaelle gaston genevieve georges georgette gerald gerard germaine ghislaine gilbert gilberte gilles ginette
    gisele gregory guillaume gustave guy gwenaelle hector helene henri henriette herve hubert hugo hugues huguette ines
    irene isabelle jacky jacqueline jacques janine jean jeanine jeanne jeannine jeremy jerome joel joelle johan jonathan
    joseph josette josiane josselin jules julie julien juliette justine karine kevin laetitia laura laure laurence
    laurent lea leo leon leonie liliane lionel lise louis louise loic luc lucas lucette lucie lucien lucienne ludovic
    lydie mael magali manon marc marcel marcelle marguerite maria marie mario marine marion marius marthe martial martine
    maryse maryvonne mathieu mathilde mathis matthieu maurice max maxime melanie melissa michael michel michele micheline
    mickael mireille monique mohamed muriel myriam nadege nadia nadine nathalie nathan nicolas nicole nina noel noemie
    noelle odette odile olga olivier ophelie oscar paola pascal pascale patrice patricia patrick paul paulette pauline
    perrine philippe pierre pierrette quentin rachel raoul raphael raymond raymonde regine regis remi remy renaud rene
    renee richard robert roberte roger roland rolande romain romane ronan rosa rosalie rose sabine sabrina salome samuel
    sandra sandrine sarah sebastien serge severine simon simone sixte solange sonia sophie stephane stephanie suzanne
    sylvain sylvaine sylvette sylvie tanguy theo theophile therese thibaut thierry thomas tristan valentin valentine
    valerie vanessa veronique victoire victor vincent violette virginie viviane wilfried william xavier yann yannick
    yolande yves yvette yvon yvonne zoe
    """.split()
)
