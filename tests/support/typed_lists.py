"""Lists typed by hand in clubs of several countries, in mails, on paper forms and in sheets, entered among the untidy ones."""

from tests.support.untidy_lists import untidy


@untidy(
    right=[
        ("Gérard Millet", "Yvette Millet"),
        ("Fred Collin", "Sandra Weber"),
        ("Nathalie Schmitt", "Corinne Klein"),
        ("Lucas Jacquot", "Hugo Jacquot"),
        ("Paul Meyer", "Jean Meyer"),
        ("Christian Humbert", "Raymond Stoltz"),
        ("Mr Hubert", "Mme Hubert"),
    ],
)
def one_column_separators():
    return """\
Équipes belote vendredi

Gérard Millet - Yvette Millet
Fred Collin / Sandra Weber
Mr Hubert et Mme Hubert
Nathalie Schmitt & Corinne Klein
Lucas Jacquot + Hugo Jacquot
Paul Meyer, Jean Meyer
Christian Humbert avec Raymond Stoltz"""


@untidy(
    right=[
        ("Joël Tissot", "Marie-Jo Tissot"),
        ("Roland Grandjean", "André Grandjean"),
        ("Fatima Bouazza", "Samir Bouazza"),
    ],
    may_ask=True,
)
def pairs_by_blank_line():
    return """\
Joël Tissot
Marie-Jo Tissot

Roland Grandjean
André Grandjean

Fatima Bouazza
Samir Bouazza
"""


@untidy(
    right=[
        ("Durand Paul", "Durand Marie"),
        ("Paul Lambert", "Marie Lambert"),
        ("Jean-Claude Le Bihan", "Martine Le Bihan"),
        ("Bernard Thomas", "Martin Luc"),
        ("M. Durand", "Mme Durand"),
        ("Mr Colas Jean", "Mme Colas"),
    ],
    may_ask=True,
)
def couples():
    return """\
M. et Mme Durand
Durand Paul et Marie
Paul et Marie Lambert
Mr et Mme Colas Jean
Jean-Claude et Martine Le Bihan
Bernard Thomas et Martin Luc"""


@untidy(
    right=[
        ("Gaston Leduc", "Simone Leduc"),
        ("Roger Caillaud", "Bernadette Sorin"),
        ("Patrice Hamon", "son fils Théo"),
        ("Bouvet Alain", "Bouvet Jean-Louis"),
    ],
    may_ask=True,
)
def mail_text():
    return """\
Bonsoir Josiane,

comme convenu voici les équipes de Saint-Aubin pour samedi :

1) Gaston Leduc et Simone Leduc (payé)
2) Patrice Hamon et son fils Théo
3) Les frères Bouvet : Alain et Jean-Louis
4) Roger Caillaud / Bernadette Sorin, tél 06 55 44 33 22

Il y aura peut-être aussi les Gautier, à confirmer.

Bonne soirée
Gérard Moreau
06.77.88.99.00"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
    ],
)
def names_without_capitals_or_accents():
    return """\
vasnier helene et rocard emile
le tallec gwenola et prigent tanguy
bernard rose et martin thierry
el haddad nora et da cunha rui"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
    ],
)
def dotted_paper():
    return """\
CONCOURS DE BELOTE - INSCRIPTIONS

1 ........ Vasnier Hélène ........ Rocard Émile
2 ........ Le Tallec Gwénola ..... Prigent Tanguy
3 ........ Bernard Rose .......... Martin Thierry
4 ........
5 ........"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def markdown_table():
    return """\
| N° | Équipe | Commune |
|----|--------|---------|
| 1 | Hélène Vasnier & Émile Rocard | Elven |
| 2 | Gwénola Le Tallec & Tanguy Prigent | Elven |
| 3 | Rose Bernard & Thierry Martin | Elven |
| 4 | Nora El Haddad & Rui Da Cunha | Elven |
| 5 | Rik Van Hove & Lies D'Hoore | Elven |"""


@untidy(
    right=[
        ("Fred Aubert", "Sylvain Aubert"),
        ("Denise Josse", "Paulette Hamard"),
        ("Nadège", "Lucien Perrier"),
    ],
    may_ask=True,
)
def whatsapp_iphone():
    return """\
[12/11/2026 20:14:33] Nadège: On joue avec Lucien Perrier 👍
[12/11/2026 20:15:01] ‎Fred Aubert: Fred Aubert + Sylvain Aubert svp
[12/11/2026 20:18:22] Mme Josse: bonsoir inscrivez Denise Josse et Paulette Hamard merci
[13/11/2026 08:01:10] Fred Aubert: a quelle heure ?"""


@untidy(
    right=[
        ("Bonnet Alain", "Bonnet Ginette"),
        ("Chauvin Éric", "Tellier Rose"),
        ("Guillot Bernard", "Guillot Bernadette"),
    ],
)
def telephone_on_its_own_line():
    return """\
Équipe 1 : Bonnet Alain / Bonnet Ginette
Tél : 06 01 02 03 04

Équipe 2 : Chauvin Éric / Tellier Rose
Tél : 06 01 02 03 05

Équipe 3 : Guillot Bernard / Guillot Bernadette
Tél : 06 01 02 03 06"""


@untidy(right=[("Collin Pierre", "Jeanne Collin"), ("Dufour Ève", "Max Dufour")])
def form_mails():
    return """\
Nouvelle inscription
Nom : Collin
Prénom : Pierre
Partenaire : Jeanne Collin
Téléphone : 0611111111

Nouvelle inscription
Nom : Dufour
Prénom : Ève
Partenaire : Max Dufour
Téléphone : 0611111112"""


@untidy(singles=True, right=[("ANDRE Luc",), ("BARON Ida",), ("CLOS Noël",)])
def outlook_recipients():
    return """\
ANDRE, Luc <luc@exemple.test>; BARON, Ida <ida@exemple.test>; CLOS, Noël <noel@exemple.test>"""


@untidy(right=[("BLAISE Robert", "BLAISE Andrée"), ("SORET Marc", "VILLAIN Paul"), ("LE GALL Anne", "DE SOUSA Rui")])
def columns_parted_by_spaces():
    return """\
N°  Nom prénom joueur 1      Nom prénom joueur 2      Commune
1   BLAISE Robert            BLAISE Andrée            Joigny
2   SORET Marc               VILLAIN Paul             Cézy
3   LE GALL Anne             DE SOUSA Rui             Joigny"""


@untidy(
    right=[
        ("Martin Bernard", "Laurent Thomas"),
        ("Thomas Martin", "Simon Bernard"),
        ("Bernard Laurent", "Vincent Robert"),
        ("Michel Gérard", "Henri Daniel"),
        ("Rose Marie", "Claude François"),
    ],
)
def given_names_as_surnames():
    return """\
Joueurs;Partenaires
Martin Bernard;Laurent Thomas
Thomas Martin;Simon Bernard
Bernard Laurent;Vincent Robert
Michel Gérard;Henri Daniel
Rose Marie;Claude François"""


@untidy(
    right=[
        ("J.P. Martin", "M.C. Martin"),
        ("Mme Le Goff M-C", "J-Cl. Dupré"),
        ("Ph. Aubert", "Ch. Aubert"),
        ("Durand P.", "Petit J."),
    ],
)
def initials():
    return """\
N°;Noms;Ville
1;J.P. Martin / M.C. Martin;Dole
2;Mme Le Goff M-C / J-Cl. Dupré;Dole
3;Ph. Aubert / Ch. Aubert;Poligny
4;Durand P. - Petit J.;Arbois"""


@untidy(
    right=[
        ("Jean Nono Pastrel", "Pierre dit Pierrot Lamblet"),
        ("Marcel le Belge D'Hondt", "Josy la patronne Carrel"),
        ("Tintin Morin Albert", "Dédé Gilbert"),
        ("René Fort alias Néné", "Lulu Blot"),
    ],
)
def nicknames():
    return """\
Joueur n°1;Joueur n°2
Jean « Nono » Pastrel;Pierre dit Pierrot Lamblet
"Marcel ""le Belge"" D'Hondt";Josy (la patronne) Carrel
'Tintin' Morin Albert;Dédé Gilbert
René Fort alias Néné;Lulu Blot"""


@untidy(
    right=[
        ("Roger Vial", "Denise Vial"),
        ("Yves Joly", "Marc Joly"),
        ("Thierry Roche", "Ali Brahimi"),
        ("Paule Faure", "Jean-Mi Faure"),
    ],
)
def numbers_in_cells():
    return """\
Inscrits;Mise
1 - Roger Vial / Denise Vial;12
2 - Yves Joly / Marc Joly;12
3- Thierry Roche / Ali Brahimi;0
4 ) Paule Faure / Jean-Mi Faure;12"""


@untidy(
    right=[
        ("Guillou Marie-Thérèse", "Guillou Pierre"),
        ("Madec Ronan", "Yann Bihan"),
        ("Floc'h Per-Jakez", "Riwal ar Gall"),
        ("Troadec Enora",),
    ],
    may_ask=True,
)
def with_whom():
    return """\
Nom;Prénom;Repas;Avec qui ?;Portable;Réglé
Guillou;Marie-Thérèse;2;Guillou Pierre;06 12 13 14 15;chèque
Madec;Ronan;1;Yann Bihan;06.12.13.14.16;espèces
Troadec;Enora;0;seule;;NON
Floc'h;Per-Jakez;1;Riwal ar Gall;0612131418;virement"""


@untidy(right=[("Vasnier", "Rocard"), ("Le Tallec", "Bernard"), ("Prigent Tanguy",)], may_ask=True)
def names_with_counts():
    return """\
Nom;Nb équipes;Téléphone;Remarque
Vasnier / Rocard;1;06 77 00 00 10;
Prigent Tanguy (2 équipes);2;0677000011;noms à venir
Le Tallec - Bernard;1;;payé"""


@untidy(
    right=[
        ("Pic Luc", "Pic Ida"),
        ("Fay Noé", "Fay Lou"),
        ("Lot Anna (1)", "Lot Guy (2)"),
        ("Gex Paul jr", "Gex Paul sr"),
    ],
    may_ask=True,
)
def marks_behind_names():
    return """\
Joueurs;Règlement
Pic Luc (cap.) / Pic Ida;20€ CB
Fay Noé* / Fay Lou;20€ chq 123
Lot Anna (1) / Lot Guy (2);gratuit (bénévoles)
Gex Paul jr / Gex Paul sr;en attente"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def dash_between():
    return """\
EQUIPE;VILLE;REGLEMENT
Hélène VASNIER – Émile ROCARD;ELVEN;ESPECES
Gwénola LE TALLEC – Tanguy PRIGENT;VANNES;CHEQUE
Rose BERNARD – Thierry MARTIN;ELVEN;
Nora EL HADDAD – Rui DA CUNHA;VANNES;CB
Rik VAN HOVE – Lies D'HOORE;ELVEN;ESPECES"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def second_telephone():
    return """\
Joueurs;1er tél;2ème tél;Lieu
Vasnier Hélène et Rocard Émile;0677000040;;Elven
Le Tallec Gwénola et Prigent Tanguy;0677000040;0677000060;Vannes
Bernard Rose et Martin Thierry;0677000040;;Elven
El Haddad Nora et Da Cunha Rui;0677000040;0677000080;Vannes
Van Hove Rik et D'Hoore Lies;0677000040;;Elven"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def swiss_list():
    return """\
No;Nom, prénom (1);Nom, prénom (2);NPA / Lieu;Natel;Payé CHF
1;Vasnier, Hélène;Rocard, Émile;1820 Montreux;+41 79 123 45 60;30.-
2;Le Tallec, Gwénola;Prigent, Tanguy;1821 Montreux;+41 79 123 45 61;0.-
3;Bernard, Rose;Martin, Thierry;1822 Montreux;+41 79 123 45 62;30.-
4;El Haddad, Nora;Da Cunha, Rui;1823 Montreux;+41 79 123 45 63;0.-
5;Van Hove, Rik;D'Hoore, Lies;1824 Montreux;+41 79 123 45 64;30.-"""


@untidy(
    right=[
        ("Puig i Ferrer Montserrat", "Serra i Vila Jordi"),
        ("Casals Roca Pere", "Pujol i Mas Núria"),
        ("Sala Joan", "Sala Mercè"),
    ],
)
def catalan():
    return """\
Parella;Jugador 1;Jugador 2;Telèfon;Població;Pagat
1;Puig i Ferrer, Montserrat;Serra i Vila, Jordi;612 345 678;Céret;Sí
2;Casals Roca, Pere;Pujol i Mas, Núria;+34 612 345 679;Prats;No
3;Sala Joan;Sala Mercè;0468112233;Céret;Sí"""


@untidy(
    right=[
        ("Van den Broeck Pieter", "De Smet Annelies"),
        ("D'Hondt Filip", "Vandenberghe Griet"),
        ("Janssens Jef", "Janssens Mia"),
    ],
)
def flemish():
    return """\
Ploeg;Speler 1;Speler 2;Gsm;Gemeente;Betaald?;Opmerking
De Azen;Van den Broeck Pieter;De Smet Annelies;0486 11 22 33;Kortrijk;ja;
Kaartclub 't Hoekske;D'Hondt Filip;Vandenberghe Griet;0486/11.22.34;Waregem;nee;komt later
Zonder naam;Janssens Jef;Janssens Mia;;Kortrijk;ja;"""


@untidy(
    right=[
        ("Schmitt Jean-Georges", "Muller Marie-Odile"),
        ("Oberlé François", "Hügel Fritz"),
        ("Zimmermann Heinz", "Kieffer Léonie"),
    ],
)
def alsatian():
    return """\
Nr.;Spieler 1;Spieler 2;Verein;Startgeld bezahlt
1;Schmitt Jean-Georges;Muller Marie-Odile;Skatclub Kehl;x
2;Oberlé François;Hügel Fritz;;x
3;Zimmermann Heinz;Kieffer Léonie;Belote Barr;"""


@untidy(
    right=[
        ("Da Silva Ferreira Manuel", "Ben Salah Mohamed"),
        ("El Amrani Fatima-Zohra", "dos Santos Maria da Conceição"),
        ("Nguyễn Thị Lan", "N'Diaye Mamadou"),
        ("Aït Ouali Abd el Kader", "Ould Cheikh Sidi"),
    ],
)
def portuguese_and_arabic_names():
    return """\
Nom;Prénom;Nom partenaire;Prénom partenaire;Portable;Commune
Da Silva Ferreira;Manuel;Ben Salah;Mohamed;0701010101;Vénissieux
El Amrani;Fatima-Zohra;dos Santos;Maria da Conceição;0701010102;St Fons
Nguyễn;Thị Lan;N'Diaye;Mamadou;0701010103;Vénissieux
Aït Ouali;Abd el Kader;Ould Cheikh;Sidi;;"""


@untidy(
    right=[
        ("Jouve Lucien", "Jouve Éliane"),
        ("Vincent Marc", "Vincent Paul"),
        ("Blanc Odile", "Noir Albert"),
        ("Faure J.", "Faure G."),
        ("Chabert", "Roche"),
        ("M. Arnoux", "Mme Arnoux"),
        ("Père Antoine", "Sr Bénédicte"),
    ],
)
def parish_side_by_side():
    return """\
Paroisse Ste-Jeanne — Belote des Rois

N°;Équipe;€;;N°;Équipe;€
1;M. Arnoux / Mme Arnoux;10;;5;Vincent Marc / Vincent Paul;10
2;Jouve Lucien - Jouve Éliane;10;;6;Blanc Odile - Noir Albert;10
3;Père Antoine / Sr Bénédicte;10;;7;Faure J. / Faure G.;10
4;Chabert et Roche;10;;;;
;Total;40;;;Total;30"""


@untidy(
    right=[
        ("DURAND PAUL", "MARTIN LUC"),
        ("PETITJEAN R.", "PETITJEAN M.T."),
        ("LEFEVRE J-CLAUDE", "BERNARD SIMONE"),
        ("GAUTHIER MME", "ROUX GASTON"),
    ],
)
def works_capitals():
    return """\
COMITE DES FETES DE SAINT-ELOI
CONCOURS DE BELOTE DU 14/02

NUM;NOM PRENOM;NOM PRENOM;COMMUNE;REGLE;MISE
1;DURAND PAUL;MARTIN LUC;ST ELOI;X;16
2;PETITJEAN R.;PETITJEAN M.T.;LA FERTE;;16
3;LEFEVRE J-CLAUDE;BERNARD SIMONE;ST ELOI;X;16
4;GAUTHIER MME;ROUX GASTON;VARZY;X;16
;;;TOTAL;3;64"""


@untidy(
    right=[
        ("Robert HUMBERT", "Claudine HUMBERT"),
        ("Pierre COLIN", "Jeannot CLAUDEL"),
        ("Marthe ANTOINE", "Édith ANTOINE"),
    ],
)
def document_table_in_a_sheet():
    return """\
Équipes;Coordonnées;Règlement
"Robert HUMBERT
Claudine HUMBERT";"06 80 11 22 33
Gérardmer";20 € chq
"Pierre COLIN
Jeannot CLAUDEL";"07 80 11 22 34
La Bresse";20 € esp.
"Marthe ANTOINE
Édith ANTOINE";;à régler sur place"""


@untidy(
    right=[
        ("Fougère Ali", "Fougère Lise"),
        ("Tessier Paul", "Houdin Marc"),
        ("Ribot Guy", "Ribot Éva"),
        ("Chollet Rémi", "Doré Anna"),
        ("Ménard Joël", "Ménard Sam"),
    ],
)
def villages_as_sections():
    return """\
Équipes par village
;Joueur;Joueur
Montbazon
1;Fougère Ali;Fougère Lise
2;Tessier Paul;Houdin Marc
Veigné
1;Ribot Guy;Ribot Éva
Esvres
1;Chollet Rémi;Doré Anna
2;Ménard Joël;Ménard Sam"""


@untidy(
    right=[
        ("Cloarec Hervé", "Cloarec Denise"),
        ("Guéguen Alain", "Lagadec Pierre"),
        ("Marzin Jo", "Marzin Nelly"),
        ("Appéré Louis", "Roudaut Christiane"),
    ],
)
def subtotals_by_commune():
    return """\
Inscriptions par commune
Joueur;Partenaire;Tél.
PLABENNEC
Cloarec Hervé;Cloarec Denise;0298112233
Guéguen Alain;Lagadec Pierre;0298112244
Sous-total Plabennec : 2 équipes
BOURG-BLANC
Marzin Jo;Marzin Nelly;0298112255
Sous-total Bourg-Blanc : 1 équipe
LE DRENNEC
Appéré Louis;Roudaut Christiane;06 12 00 00 01
Sous-total Le Drennec : 1 équipe
TOTAL GÉNÉRAL : 4 équipes soit 8 joueurs"""


@untidy(
    right=[
        ("Chevallier Rose", "Chevallier Aimé"),
        ("Pineau Fabrice", "Bodin Tiphaine"),
        ("Baron Michel", "Duc Joseph"),
    ],
)
def cancelled_above_and_waiting_below():
    return """\
Belote du Téléthon – 64 places;;;
(maj le 12/11 par Nadine);;;
;Joueur 1;Joueur 2;Remarques
1;Chevallier Rose;Chevallier Aimé;
2;Pineau Fabrice;Bodin Tiphaine;arrivera à 14h15
3;Renou Gisèle;Gasnier Bernadette;ANNULÉ le 10/11
4;Baron Michel;Duc Joseph;Table près de la porte SVP
;;;
;LISTE D'ATTENTE;;
A1;Prou Kévin;Prou Jordan;
A2;Hervé Alain;Alain Hervé;rappeler"""


@untidy(singles=True, right=[("Arnaud Jules",), ("Bizet Carmen",), ("Colas Breugnon",)])
def season_grid():
    return """\
Nom Prénom;05/11;12/11;19/11;26/11;Total
Arnaud Jules;x;;x;x;3
Bizet Carmen;;x;x;;2
Colas Breugnon;x;x;x;x;4
Présents;2;2;3;2;9"""


@untidy(
    singles=True,
    right=[
        ("Bouchet Yvonne",),
        ("de Saint-Aubin Charles-Henri",),
        ("Dos Reis Paulo",),
        ("Maillet Dominique",),
        ("Rollin Camille",),
        ("Ferry Jules",),
    ],
)
def signing_sheet():
    return """\
FEUILLE D'ÉMARGEMENT;;;;
Noms et prénoms;H/F;Né en;Signature;Points 2025
Bouchet Yvonne;F;1944;;1210
de Saint-Aubin Charles-Henri;H;1945;;1243
Dos Reis Paulo;H;1946;;1276
Maillet Dominique;F;1947;;1309
Rollin Camille;F;1948;;1342
Ferry Jules;H;1949;;1375"""


@untidy(
    right=[
        ("Fabre Didier", "Fabre Nadège"),
        ("Vidal Roland", "Costes Huguette"),
        ("Pagès Émile", "Bonnet Lucie"),
        ("Cazals Guy", "Delmas Josiane"),
    ],
)
def bank_beside():
    return """\
Équipes inscrites;;;;;Relevé compte asso;;;;
N°;Joueur 1;Joueur 2;Payé;;Date;Libellé;Débit;Crédit;Solde
1;Fabre Didier;Fabre Nadège;oui;;02/11/2026;VIR FABRE DIDIER BELOTE;;20,00;1 420,00
2;Vidal Roland;Costes Huguette;oui;;03/11/2026;REMISE CHEQUE 0012345;;20,00;1 440,00
3;Pagès Émile;Bonnet Lucie;non;;04/11/2026;PRLV ASSURANCE MAIF;85,30;;1 354,70
4;Cazals Guy;Delmas Josiane;;;05/11/2026;FRAIS TENUE DE COMPTE;2,10;;1 352,60
;;;;;06/11/2026;VIR SEPA VIDAL ROLAND;;20,00;1 372,60
;;;;;07/11/2026;CB INTERMARCHE;44,00;;1 328,60"""


@untidy(right=[("Perret Jacques", "Perret Line"), ("Voisin Marie-Laure", "Chapuis Éric"), ("Guyot Bob", "Guyot Sam")])
def cheque_slip():
    return """\
Bordereau de remise de chèques
N° chèque;Banque;Émetteur;Montant;Équipe
0001234;Crédit Agricole;M. Perret Jacques;20,00 €;Perret Jacques / Perret Line
7712001;CIC;Mme Voisin;20,00 €;Voisin Marie-Laure / Chapuis Éric
espèces;;;20,00 €;Guyot Bob / Guyot Sam
;;Total;60,00 €;"""
