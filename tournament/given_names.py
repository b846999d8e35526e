"""The commonest given names of France and of its regions, without accents: what is no given name is the surname."""

# Compound ones (Jean-Pierre) are known by their first half. Short ones (Jo, Dédé) stand on the lists of clubs.
GIVEN_NAMES = frozenset(
    """
    abdel adele adrien agathe agnes ahmed aicha aime aimee alain alan albert alex alexandra alexandre alexis alfred
    ali alice aline alphonse amaia amandine ambre amelie ana anais andre andree ange angelique anita annaig anne
    annette annick annie antoine antoinette antonio arlette armand armelle arnaud arthur audrey auguste augustin
    aurelie aurelien azenor baptiste bastien beatrice benjamin benoit bernadette bernard bernez berthe bertrand
    blanche bleuenn briac brieuc brigitte bruno camille carine carlos carmen carole caroline catherine cecile cedric
    celestin celine chantal charles charlotte chloe christelle christian christiane christine christophe cindy
    claire clara claude claudette claudine clement clementine colette corentin corinne cyril damien daniel daniele
    danielle david deborah dede delphine denez denis denise didier dolores domi dominique dorothee dylan edith
    edmond edouard efflam eliane elie eliott elisabeth elise elodie eloise emile emilie emma emmanuel emmanuelle
    enora enzo eric ernest erwan estelle ethan etienne eugene eugenie eva evelyne ewen ewenn fabien fabienne fabrice
    fanch fatiha fatima felix fernand fernande fernando florence florent florian france francine francis franck
    francois francoise fred frederic frederique gabin gabriel gabrielle gael gaelig gaelle gaston gege genevieve
    georges georgette gerald gerard germaine ghislaine ghjuvan gilbert gilberte gilles ginette gisele greg gregory
    guillaume gustave guy gwen gwenaelle gwendal gwenn gwennole gwenole hamid hassan hector helene henri henriette
    herve herveline hubert hugo hugues huguette iban ines irene isabelle jacky jacqueline jacques jade janine jean
    jeanine jeanne jeannine jeannot jeremy jerome jessica jimmy jo joao joaquin joe joel joelle johan johnny jojo
    jonathan jose joseph josette josiane josselin jules julie julien juliette justine kader karim karine katell
    kelly kevin kylian laetitia laila laura laure laurence laurent lea leila lena lenaig leo leon leonie liliane
    lionel lise loic loig louis louise loulou louna luc lucas lucette lucie lucien lucienne ludovic luis lulu lydie
    mael maela maelle magali maite maiwenn malika malo manon manuel marc marcel marcelle marco marguerite maria
    marie marina marine mario marion marius marivonne marthe martial martine maryse maryvonne mathieu mathilde
    mathis matthieu maurice max maxime melanie melissa michael michel michele micheline mickael miguel mikel mimi
    mireille mohamed momo mona monique morgane muriel mustapha myriam nabil nadege nadia nadine nathalie nathan nico
    nicolas nicole nina noah noel noelle noemie nolwenn nordine octave odette odile olga olivier ophelie oscar paola
    pascal pascale patrice patricia patrick paul paulette pauline paulo pedro peio perig perrine petru phil philippe
    pierre pierrette pilar quentin rachel rachid rafael ramon raoul raphael raymond raymonde regine regis remi remy
    renaud rene renee richard robert roberte roger roland rolande romain romane ronan rosa rosalie rose rozenn
    sabine sabrina salome sam samia samir samuel sandra sandrine sarah seb sebastien serge severine simon simone
    sixte soazig sofia solange sonia sophie steph stephane stephanie sterenn suzanne sylvain sylvaine sylvette
    sylvie tangi tanguy teresa theo theodore theophile therese thibaut thierry thomas tifenn titouan tom tony
    tristan tugdual ursule valentin valentine valerie vanessa veronique victoire victor vincent violette virginie
    viviane wilfried william xabi xavier yann yannick yannig yasmina yoann yohan yolande youenn youssef yves yvette
    yvon yvonne zita zoe zohra
    """.split()
)
