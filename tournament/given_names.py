"""The commonest given names of France and of its regions, without accents: what is no given name is the surname."""

# Compound ones (Jean-Pierre) are known by their first half. Short ones (Jo, Dédé) stand on the lists of clubs.
GIVEN_NAMES = frozenset(
    """
    abdel adele adrien agathe agnes ahmed aicha aime aimee alain alan albert alex alexandra alexandre alexis alfred
    ali alice aline alphonse amaia amandine ambre amelie ana anais andre andree ange angelique anita annaig anne
    annette annick annie anthony antoine antoinette antonio arlette armand armelle arnaud arthur audrey auguste
    augustin aurelie aurelien aurore axel aymeric azenor baptiste bastien beatrice benjamin benoit bernadette bernard
    bernez berthe bertrand blanche blandine bleuenn briac brieuc brigitte bruno camille carine carlos carmen carole
    caroline catherine cathy cecile cedric celestin celine chantal charles charlotte chloe christel christelle
    christian christiane christine christophe cindy claire clara claude claudette claudie claudine clemence clement
    clementine colette coralie corentin corinne cyril cyrille damien daniel daniele danielle david deborah dede
    delphine denez denis denise didier dolores domi dominique donatien dorian dorothee dylan edith edmee edmond
    edouard edwige efflam eliane elie eliott elisabeth elise elodie eloise emeline emeric emile emilie emilien emma
    emmanuel emmanuelle enora enzo eric ernest erwan esteban estelle ethan etienne eugene eugenie eva evelyne ewen
    ewenn fabien fabienne fabrice fanch farid fatiha fatima felix fernand fernande fernando flavien florence florent
    florian france francette francine francis franck francois francoise fred frederic frederique gabin gabriel
    gabrielle gael gaelig gaelle gaetan gaston gege genevieve georges georgette gerald gerard germaine ghislaine
    ghjuvan gilbert gilberte gilles ginette gisele goulven greg gregoire gregory guillaume gustave guy gwen gwenael
    gwenaelle gwendal gwendoline gwenn gwennole gwenole hamid hassan hector helene henri henriette herve herveline
    hortense hubert hugo hugues huguette iban ines ingrid irene isabelle ismael ivan jacky jacqueline jacques jade
    janine jean jeanine jeanne jeannette jeannine jeannot jeremy jerome jessica jimmy jo joao joaquin jocelyne joe
    joel joelle johan johnny jojo jonathan joris jose josee joseph josette josiane josselin jules julie julien
    juliette justine kader karim karine katell kelly kevin kilian kylian laetitia laila laura laure laurence laurent
    lea leila lena lenaig leo leon leonie liliane lina lionel lise loic loig lola loris louis louise loulou louna luc
    lucas luce lucette lucie lucien lucienne lucile ludivine ludo ludovic luis lulu lydie mael maela maelle maeva
    magali maite maiwenn malika malo manon manuel marc marcel marcelle marco marguerite maria marie marina marine
    mario marion marius marivonne marthe martial martine marylene maryline maryse maryvonne mathieu mathilde mathis
    matthieu maud maurice mauricette max maxence maxime melanie melinda melissa michael michel michele micheline
    mickael miguel mikel mimi mireille mohamed momo mona monique morgane muriel mustapha myriam nabil nadege nadia
    nadine natacha nathalie nathan nelly nico nicolas nicole nina noah noe noel noelle noemie nolwenn norbert nordine
    oceane octave odette odile olga olivia olivier ophelie oscar paola pascal pascale patrice patricia patrick paul
    paulette pauline paulo pedro peio perig perrine petru phil philippe pierre pierrette pierrick pilar priscilla
    quentin rachel rachid rafael ramon raoul raphael raymond raymonde regine regis remi remy renaud rene renee richard
    rita robert roberte roger roland rolande romain romane romuald ronan rosa rosalie rose roselyne rozenn sabine
    sabrina sacha said salome sam samia samir samuel sandra sandrine sarah seb sebastien serge severine simon simone
    sixte soazig sofia solange sonia sophia sophie steph stephane stephanie sterenn steven suzanne swann sylvain
    sylvaine sylvette sylvie tangi tanguy tatiana teresa theo theodore theophile therese thibault thibaut thierry
    thomas tifenn titouan tom tony tristan tugdual ursule valentin valentine valerie vanessa veronique victoire victor
    vincent violette virginie viviane vivien wilfried william xabi xavier yamina yanis yann yannick yannig yasmina
    yoann yohan yolande youenn youssef yvan yves yvette yvon yvonne zita zoe zohra
    """.split()
)
