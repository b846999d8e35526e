"""The commonest given names of France and of its regions, without accents: what is no given name is the surname."""

# Compound ones (Jean-Pierre) are known by their first half. Short ones (Jo, Dédé) stand on the lists of clubs.
GIVEN_NAMES = frozenset(
    """
    abdel abdelkader adele adrien agathe agnes ahmed aicha aime aimee ainhoa alain alan albert alex alexandra
    alexandre alexis alfred ali alice aline alphonse amaia amandine ambre amelie aminata ana anais andre andree
    andrzej ange angelique anita annaig anne annette annick annie anthony antoine antoinette antonio arlette armand
    armelle arnaud arthur astrid audrey auguste augustin aurelie aurelien aurore axel aymeric azenor baptiste bastien
    beatrice benat benjamin benoit bernadette bernard bernd bernez berthe bertrand blanche blandine bleuenn briac
    brieuc brigitte bruno camille capucine carine carla carlos carmen carole caroline catherine cathy cecile cedric
    celestin celine chantal charles charlotte chloe christel christelle christian christiane christine christophe
    cindy claire clara claude claudette claudie claudine clemence clement clementine clotilde colette coralie
    corentin corinne cyr cyril cyrille damien daniel daniele danielle david deborah dede delphine denez denis denise
    didier dolores domi dominique donatien dorian dorothee dylan edith edmee edmond edouard edwige efflam eliane elie
    eliott elisabeth elise elodie eloise elsa emeline emeric emile emilie emilien emma emmanuel emmanuelle enaut
    eneko enora enzo eric ernest erwan esteban estelle ethan etienne eugene eugenie eva evelyne ewen ewenn fabien
    fabienne fabrice fanch farid fatiha fatima fatoumata felix fernand fernande fernando flavien florence florent
    florian france francette francine francis franck francois francoise fred frederic frederique fritz gabin gabriel
    gabrielle gael gaelig gaelle gaetan gaston gege genevieve georges georgette gerald gerard germaine ghislain
    ghislaine ghjuvan gilbert gilberte gilles ginette gisele gladys goulven greg gregoire gregory gretel grzegorz
    guillaume gustave guy gwen gwenael gwenaelle gwendal gwendoline gwenn gwennole gwenole hamid hassan hector heidi
    helene henri henriette herve herveline hortense hubert hugo hugues huguette iban ibrahim ida iker ilan ines
    ingrid irene isabelle ismael ivan jacky jacqueline jacques jade janine javier jean jeanine jeanne jeannette
    jeannine jeannot jenny jeremy jerome jerzy jessica jimmy jo joao joaquim joaquin jocelyne joe joel joelle johan
    johnny jojo jonathan jordi joris jose josee joseph josephine josette josiane josselin jules julie julien juliette
    jurgen justine kader karim karima karine katarzyna katell kelly kenza kepa kevin kilian klaus kylian laetitia
    laila laura laure laurence laurent laurie lea leila lena lenaig leo leon leonie liliane lilou lina line lionel lisa
    lisandru lise lluis loan loic loig lola loris louis louise loulou louna luc lucas luce lucette lucie lucien
    lucienne lucile ludivine ludo ludovic luis lukasz lulu lydia lydie maddi mael maela maelle maeva magali maite
    maiwenn malgorzata malika malo mamadou manon manuel marc marcel marcelle marco marguerite maria marie marina
    marine mario marion marius marivonne marlene marthe martial martine marylene maryline maryse maryvonne mathieu
    mathilde mathis matteo matthieu maud maurice mauricette max maxence maxime mehdi melanie melinda melissa michael
    michel michele micheline mickael miguel mikel mila mimi mireille mohamed mohammed momo mona monique montserrat
    morgane muriel mustapha myriam nabil nadege nadia nadine natacha nathalie nathan nelly nico nicolas nicole nina
    noa noah noe noel noelle noemie nolwenn nora norbert nordine nuno nuria oceane octave odette odile oihan oihana
    olga olivia olivier omar ophelie orso oscar ousmane pablo pantxika paola pascal pascale patrice patricia patrick
    paul paulette pauline paulo pedro peio perig perrine petru phil philippe pierre pierrette pierrick pilar piotr
    priscilla quentin rachel rachid rafael ramon raoul raphael rayan raymond raymonde regine regis remi remy renaud
    rene renee richard rita robert roberte roger roland rolande romain romane romuald romy ronan rosa rosalie rose
    roselyne rosine rozenn ruben rui sabine sabrina sacha said salome sam samia samir samira samuel sandra sandrine
    sarah saveria seb sebastien serge severine sidonie simon simone sixte soazig sofia solange solene sonia sophia
    sophie steph stephane stephanie sterenn steve steven suzanne suzie swann sylvain sylvaine sylvette sylvie tangi
    tanguy tatiana teresa thais thea theo theodore theophile therese thibault thibaut thierry thomas tiago tifenn tim
    timeo tiphaine titouan tom tony tristan tugdual ugo unai ursule uwe valentin valentine valerie vanessa veronique
    victoire victor vincent violette virgile virginie viviane vivien wanda wilfried william xabi xavier ximun yamina
    yanis yann yannick yannig yasmina yassine yoann yohan yohann yolande youenn youssef yvan yves yvette yvon yvonne
    zbigniew zelie zita zoe zofia zohra
    """.split()
)
