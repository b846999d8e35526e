"""The commonest given names of France and of its regions, without accents: what is no given name is the surname."""

# Compound ones (Jean-Pierre) are known by their first half. Short ones (Jo, Dédé) stand on the lists of clubs.
GIVEN_NAMES = frozenset(
    """
    aaron abdel abdelkader adele adelino adrien agathe agnes ahmed aicha aime aimee ainhoa alain alan albert alex
    alexandra alexandre alexis alfred ali alice aline alix alphonse amaia amandine ambre amelia amelie aminata ana
    anais andre andree andrzej ange angelique anita anna annaig anne annette annick annie anthony antoine antoinette
    antonio apolline arlette armand armel armelle arnaud arthur assunta astrid audrey auguste augustin aurelie
    aurelien aurore axel aymeric azenor baptiste barbara barnabe bastien beatrice benat benjamin benoit berengere
    bernadette bernard bernd bernez berthe bertrand bettina betty bilal blanche blandine bleuenn brahim briac brieuc
    brigitte bruno camille capucine carine carla carlos carmela carmen carole caroline catherine cathy cecile cedric
    celestin celine chantal charles charlie charlotte chloe christel christelle christian christiane christine
    christophe cindy claire clara claude claudette claudia claudie claudine clemence clement clementine clotilde
    colette conceicao concetta coralie corentin corinne cyprien cyr cyril cyrille czeslaw daisy damien daniel
    daniele danielle danuta david deborah dede delphine denez denis denise denyse diane didier djamila dolores domi
    dominique donatien dorian dorothee dylan edgar edith edmee edmond edouard edwige efflam elena eleonore eliane
    elie eliott elisa elisabeth elise elodie eloi eloise elsa elvire emeline emeric emile emilie emilien emilienne
    emma emmanuel emmanuelle emy enaut eneko enora enzo erell eric erika ernest ernestine erwan esteban estelle
    ethan etienne eugene eugenie eulalie eva evan eve evelyne ewen ewenn expedit fabien fabienne fabiola fabrice
    fanch fanny farid fatiha fatima fatoumata faustine felicie felix fernand fernande fernando flavie flavien flora
    florence florent florian france francette francine francis franck francois francoise fred freddy frederic
    frederique fritz gabin gabriel gabrielle gaby gael gaelig gaelle gaetan gaston gauthier gege genevieve georges
    georgette gerald gerard germaine ghislain ghislaine ghjuvan gilbert gilberte gildas gilette gilles ginette gino
    giovanni gisele giuseppe gladys gloria godelieve gontran goulven grazyna greg gregoire gregory gretel grzegorz
    guillaume gustave guy guylaine gwen gwenael gwenaelle gwendal gwendoline gwenn gwennole gwenola gwenole gwladys
    halina hamid hassan hector heidi heinz helene henri henriette herve herveline hippolyte honorine hortense houria
    hubert hugo hugues huguette hyacinthe iban ibrahim ibrahima ida idir iker ilan ines ingrid irene iris irma isaac
    isabel isabelle ismael ismail ivan jacinthe jackie jacky jacqueline jacques jade janina janine jasmine javier
    jean jeanine jeanne jeannette jeannine jeannot jennifer jenny jeremy jerome jerzy jessica jimmy jo joachim joao
    joaquim joaquin jocelyne joe joel joelle johan johnny jojo jonathan jordan jordi jorge joris jose josee joseph
    josephine josette josiane josie josselin judith jules julie julien juliette jurgen justin justine kader karim
    karima karine katarzyna katell kathy katia kazimierz kelly kenza kepa kevin khadija kilian killian klaus
    krystyna kurt kylian laetitia laila lakhdar lana laura laure laurence laurent lauriane laurie lea leila lena
    lenaig lenny leo leon leonie leopold leslie letizia liam lieve lilian liliane lilou lina linda line lionel
    lionnel lisa lisandru lise lisette lluis loan loetitia loic loig lola loris louis louise loulou louna luc lucas
    luce lucette lucie lucien lucienne lucile ludivine ludmilla ludo ludovic luigi luis lukasz lulu luna lurdes
    lydia lydie lysiane maddi madeleine mael maela maelle maelys maeva magali magalie magda maite maiwenn malgorzata
    malika malo mamadou manon manuel marc marcel marceline marcelle marcelline marco margaux margot marguerite maria
    marie marielle marilyne marina marine marinette mario marion marius marivonne marlene marlis marthe martial
    martine mary marylene maryline marylise marylou maryse maryvonne matheo mathieu mathilde mathis mathurin matteo
    matthieu maud maurice mauricette max maxence maxime maya mehdi melanie melinda melissa melody meriem michael
    michel michele micheline michelle mickael miguel mikel mila mimi mireille mohamed mohammed momo mona monique
    montserrat morgane mourad moussa muriel mustapha mylene myriam nabil nadege nadia nadine naima nassim natacha
    natalie nathalie nathan nathanael nelly nico nicolas nicole nina noa noah noe noel noella noelle noemie nolan
    nolwenn nora norbert nordine noureddine nuno nuria oceane octave octavie odette odile oihan oihana olga olivia
    olivier olympe omar ophelie orso oscar othmar oumar ousmane pablo paco pamela pantxika paola pascal pascale
    patrice patricia patrick paul paule paulette pauline paulo pedro peggy peio perig perrine petru phil philippe
    philomene pierre pierrette pierrick pilar piotr priscilla priscille priscillia quentin rachel rachele rachid
    rafael ramon raoul raphael rayan raymond raymonde rebecca regine regis remi remy renaud rene renee richard rita
    robert roberte roger roland rolande romain romane romuald romy ronan rosa rosalie rosaria rose roselyne rosine
    rosmarie roxane rozenn ruben ruedi rui sabine sabrina sacha said sally salome salvatore sam samia samir samira
    samuel samy sandie sandra sandrine sandy sarah saveria seb sebastien serge severine shirley sidonie simon simone
    sixte slimane soazig sofia sofiane soizig solange solene solenn sonia sophia sophie sosthene stanislaw steph
    stephane stephanie sterenn steve steven suzanne suzie swann sylvain sylvaine sylvette sylviane sylvie tadeusz
    tangi tanguy tania tassadit tatiana teresa thais thea theo theodore theophile therese thibault thibaut thierry
    thomas tiago tifenn tim timeo timothee tiphaine titouan tom tony tristan trudi tugdual ugo unai ursule uwe
    valentin valentine valerie vanessa veronique victoire victor vincent vincenzo violette virgile virginie viviane
    vivien vivienne vreni wanda wendy wilfrid wilfried william willy wladyslaw xabi xavier ximun yamina yanis yann
    yannick yannig yasmina yassin yassine yoann yohan yohann yolaine yolande youenn youna youssef yvan yves yvette
    yvon yvonne zacharie zbigniew zelie zineb zita zoe zofia zohra zygmunt
    """.split()
)
