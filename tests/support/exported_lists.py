"""Lists as ticket offices, forms, managers of members and other programs export them, entered among the untidy ones."""

from openpyxl import Workbook

from tests.support.untidy_lists import untidy


@untidy(
    right=[
        ("Morvan Anne-Laure", "Kerbrat Yves"),
        ("Le Goff Jean-Yves", "Le Goff Maryse"),
        ("Abgrall Soizic", "Tanguy René"),
        ("Salaün Gwenn", "Hélies Paol"),
    ],
)
def helloasso_partner():
    return """\
Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;Code Promo;Montant code promo;Partenaire de jeu (nom et prénom);Numéro de portable;Ville
81230011;10/10/2026 18:00;Validé;Morvan;Anne-Laure;Morvan;Anne-Laure;anne-laure.morvan@exemple.test;;Carte bancaire;Concours de belote 21 nov;81230011-1;Doublette;20,00;;;Kerbrat Yves;06 11 22 33 44;Plouvien
81230018;11/10/2026 18:01;Validé;Le Goff;Jean-Yves;Le Goff;Jean-Yves;jean-yves.legoff@exemple.test;;Carte bancaire;Concours de belote 21 nov;81230011-2;Doublette;20,00;;;Le Goff Maryse;0677889900;Lannilis
81230025;12/10/2026 18:02;Validé;Abgrall;Soizic;Abgrall;Soizic;soizic.abgrall@exemple.test;;Carte bancaire;Concours de belote 21 nov;81230011-3;Doublette;20,00;;;Tanguy René;07.60.11.22.33;Plouvien
81230032;13/10/2026 18:03;Annulé;Quéméner;Loïc;Quéméner;Loïc;loïc.quéméner@exemple.test;;Carte bancaire;Concours de belote 21 nov;81230011-4;Doublette;20,00;;;Bernard Thomas;0298000011;Brest
81230039;14/10/2026 18:04;Validé;Salaün;Gwenn;Salaün;Gwenn;gwenn.salaün@exemple.test;;Carte bancaire;Concours de belote 21 nov;81230011-5;Doublette;20,00;;;Hélies Paol;+33 6 44 55 66 77;Lannilis"""


@untidy(
    singles=True,
    right=[
        ("Ferrand Colette",),
        ("Ferrand Gilbert",),
        ("Thomas Laurent",),
        ("Martin Bernard",),
        ("Da Costa Maria de Fátima",),
        ("Benali Mohamed",),
    ],
)
def weezevent_singles():
    return """\
ID participant;Code-barres;Numéro de commande;Date de commande;Tarif;Prix;Nom;Prénom;E-mail;Nom acheteur;Prénom acheteur;E-mail acheteur;Origine;Statut;Contrôlé;Ville de résidence
44120;30007788021;C7781;2026-10-01 09:10:00;Joueur individuel;8.00;Ferrand;Colette;p0@exemple.test;Ferrand;Colette;a0@exemple.test;Widget;Validé;Non;Oyonnax
44121;30007788121;C7781;2026-10-02 09:11:00;Joueur individuel;8.00;Ferrand;Gilbert;p1@exemple.test;Ferrand;Colette;a1@exemple.test;Widget;Validé;Non;Oyonnax
44122;30007788221;C7790;2026-10-03 09:12:00;Joueur individuel;8.00;Thomas;Laurent;p2@exemple.test;Thomas;Laurent;a2@exemple.test;Widget;Validé;Non;Nantua
44123;30007788321;C7792;2026-10-04 09:13:00;Joueur individuel;8.00;Martin;Bernard;p3@exemple.test;Martin;Bernard;a3@exemple.test;Widget;Validé;Non;Bellignat
44124;30007788421;C7799;2026-10-05 09:14:00;Joueur individuel;8.00;Da Costa;Maria de Fátima;p4@exemple.test;Da Costa;Maria de Fátima;a4@exemple.test;Widget;Validé;Non;Oyonnax
44125;30007788521;C7799;2026-10-06 09:15:00;Joueur individuel;8.00;Benali;Mohamed;p5@exemple.test;Benali;Mohamed;a5@exemple.test;Widget;Validé;Non;Arbent"""


@untidy(
    right=[
        ("Isabelle Vasseur", "Denis Caron"),
        ("Marie-Noëlle Lefranc", "Roger Pruvost"),
        ("Grégory Delattre", "Kevin Delattre"),
    ],
    may_ask=True,
)
def yurplan_orders():
    return """\
Réf. commande;Date d'achat;Billet;Prix TTC;Participant;Email participant;Acheteur;Email acheteur;Téléphone acheteur;Code postal;Scanné
YP-9X1;01/11/2026;Inscription belote;10,00 €;Isabelle Vasseur;y0@exemple.test;Isabelle Vasseur;y0@exemple.test;06 22 33 44 00;62120;non
YP-9X1;02/11/2026;Inscription belote;10,00 €;Denis Caron;y1@exemple.test;Isabelle Vasseur;y0@exemple.test;06 22 33 44 00;62120;non
YP-9X4;03/11/2026;Inscription belote;10,00 €;Marie-Noëlle Lefranc;y2@exemple.test;Marie-Noëlle Lefranc;y2@exemple.test;06 22 33 44 01;62120;non
YP-9X4;04/11/2026;Inscription belote;10,00 €;Roger Pruvost;y3@exemple.test;Marie-Noëlle Lefranc;y2@exemple.test;06 22 33 44 01;62120;non
YP-9Y2;05/11/2026;Inscription belote;10,00 €;Grégory Delattre;y4@exemple.test;Grégory Delattre;y4@exemple.test;06 22 33 44 02;62120;non
YP-9Y2;06/11/2026;Inscription belote;10,00 €;Kevin Delattre;y5@exemple.test;Grégory Delattre;y4@exemple.test;06 22 33 44 02;62120;non"""


@untidy(
    singles=True,
    right=[
        ("Roussel Chantal",),
        ("Laurent Bernard",),
        ("Bernard Thomas",),
        ("de La Tour Marie-Christine",),
        ("N'Guyen Jean-Paul",),
        ("Haddad Inès",),
    ],
)
def assoconnect_members():
    return """\
ID du Contact;Type;Civilité;Prénom;Nom;Nom d'usage;Date de naissance;E-mail;Téléphone fixe;Téléphone mobile;Adresse;Code postal;Ville;Pays;Statut de l'adhésion;Nom de l'adhésion;Début;Fin;Montant réglé;Moyen de paiement;Newsletter;Droit à l'image
10440;Personne physique;Mme;Chantal;Roussel;;12/03/1950;a0@exemple.test;;+33612345600;3 rue des Tilleuls;44100;Nort;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Oui
10441;Personne physique;M.;Bernard;Laurent;;13/03/1951;a1@exemple.test;;+33612345601;4 rue des Tilleuls;44101;Héric;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Non
10442;Personne physique;M.;Thomas;Bernard;;14/03/1952;a2@exemple.test;;+33612345602;5 rue des Tilleuls;44102;Blain;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Oui
10443;Personne physique;Mme;Marie-Christine;de La Tour;;15/03/1953;a3@exemple.test;;+33612345603;6 rue des Tilleuls;44103;Nort;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Non
10444;Personne physique;M.;Jean-Paul;N'Guyen;;16/03/1954;a4@exemple.test;;+33612345604;7 rue des Tilleuls;44104;Héric;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Oui
10445;Personne physique;Mlle;Inès;Haddad;;17/03/1955;a5@exemple.test;;+33612345605;8 rue des Tilleuls;44105;Blain;France;Actif;Adhésion 2026-2027;01/09/2026;31/08/2027;25;Chèque;Oui;Non"""


@untidy(
    singles=True,
    right=[
        ("GARNIER Michel",),
        ("BLANCHARD Odette",),
        ("OZANNE Jean Claude",),
        ("LE BRETON Annick",),
        ("VAN DAMME Luc",),
    ],
)
def pepsup_licences():
    return """\
N° Licence;Licencié;Genre;Né(e) le;Responsable légal 1;Tél. responsable 1;Mobile;E-mail;Groupe(s);Cotisation;Reste dû;Certificat médical
053077120;GARNIER Michel;H;01/06/1950;;;06.00.11.22.33;l0@exemple.test;Belote du jeudi;45,00;0,00;Oui
053177120;BLANCHARD Odette;F;02/06/1951;;;06.01.11.22.33;l1@exemple.test;Belote du jeudi;45,00;0,00;Oui
053277120;OZANNE Jean Claude;H;03/06/1952;;;06.02.11.22.33;l2@exemple.test;Belote du jeudi;45,00;0,00;Oui
053377120;LE BRETON Annick;F;04/06/1953;;;06.03.11.22.33;l3@exemple.test;Belote du jeudi;45,00;0,00;Oui
053477120;VAN DAMME Luc;H;05/06/1954;;;06.04.11.22.33;l4@exemple.test;Belote du jeudi;45,00;0,00;Oui"""


@untidy(
    right=[
        ("Marchand Sylvie", "Petit Alain"),
        ("Lecoq Martin", "Lecoq Laurence"),
        ("Anne Thérèse", "Thomas Jean-Marie"),
        ("Duval Rémi", "Simon Claude"),
        ("Hamel Joël",),
    ],
    may_ask=True,
)
def google_forms_branches():
    return """\
Horodateur;Adresse e-mail;Vous êtes...;Votre nom;Votre prénom;Nom de votre coéquipier;Prénom de votre coéquipier;Téléphone (pour vous prévenir);D'où venez-vous ?;Comment avez-vous connu notre concours ?;J'accepte le règlement et que mes données soient conservées jusqu'au concours
2026/11/01 8:00:11 PM UTC+1;g0@exemple.test;Déjà en équipe;Marchand;Sylvie;Petit;Alain;0611000001;Vire;Affiche;Oui, j'accepte
2026/11/02 8:01:11 PM UTC+1;g1@exemple.test;Déjà en équipe;Lecoq;Martin;Lecoq;Laurence;0611000002;Vire;Facebook;Oui, j'accepte
2026/11/03 8:02:11 PM UTC+1;g2@exemple.test;Seul(e), je cherche un partenaire;Hamel;Joël;;;0611000003;Condé-en-Normandie;Le journal;Oui, j'accepte
2026/11/04 8:03:11 PM UTC+1;g3@exemple.test;Déjà en équipe;Anne;Thérèse;Thomas;Jean-Marie;0611000004;Tinchebray;Un ami;Oui, j'accepte
2026/11/05 8:04:11 PM UTC+1;g4@exemple.test;Déjà en équipe;Duval;Rémi;Simon;Claude;06 11 00 00 05;St-Lô;Affiche;Oui, j'accepte"""


@untidy(
    right=[
        ("Cécile Barbier", "Olivier Renaud"),
        ("Mehdi Aït Saïd", "Clara Fontana"),
        ("Jean-Luc Perrin", "Évelyne Perrin"),
        ("Ghislaine Maury", "Bruno Maury"),
    ],
)
def framaforms_three_headings():
    return """\
Informations de soumission;;;;;;;;Inscription;;;;
;;;;;;;;Équipe;;;Contact;
Numéro de série;SID;Date de soumission;Date de complétion;Date de modification;Brouillon;Adresse IP;UID;Nom de l'équipe;Premier joueur;Second joueur;Courriel;Téléphone
1;4410020;2026-10-10 17:20;;;0;91.160.12.0;0;Les Trèfles;Cécile Barbier;Olivier Renaud;f0@exemple.test;0677001100
2;4410021;2026-10-11 17:21;;;0;91.160.12.1;0;Belote & Rebelote;Mehdi Aït Saïd;Clara Fontana;f1@exemple.test;0677001101
3;4410022;2026-10-12 17:22;;;0;91.160.12.2;0;Les Capots;Jean-Luc Perrin;Évelyne Perrin;f2@exemple.test;0677001102
4;4410023;2026-10-13 17:23;;;0;91.160.12.3;0;;Ghislaine Maury;Bruno Maury;f3@exemple.test;0677001103"""


@untidy(
    right=[
        ("BESSON Thierry", "GUILLOT Karine"),
        ("BRUNET Michel", "MICHEL Franck"),
        ("ROY Solange", "ROY Alphonse"),
        ("PICHON Ludovic", "CHEVALIER Aïcha"),
    ],
)
def microsoft_forms():
    return """\
ID;Heure de début;Heure de fin;Adresse de messagerie;Nom;Nom d'équipe;Joueur 1 (NOM Prénom);Joueur 2 (NOM Prénom);Numéro de portable;Présence au repas;Heure de la dernière modification
1;2026-11-01T18:05:11;2026-11-01T18:07:40;anonymous;;Team Ricard;BESSON Thierry;GUILLOT Karine;0610203040;"Non;";
2;2026-11-02T18:05:11;2026-11-02T18:07:40;anonymous;;Les deux Michel;BRUNET Michel;MICHEL Franck;610203041;"Oui;";
3;2026-11-03T18:05:11;2026-11-03T18:07:40;anonymous;;Atout cœur;ROY Solange;ROY Alphonse;0610203042;"Oui;";
4;2026-11-04T18:05:11;2026-11-04T18:07:40;anonymous;;Les invités;PICHON Ludovic;CHEVALIER Aïcha;610203043;"Oui;";"""


@untidy(
    singles=True,
    right=[
        ("Jacqueline Noël",),
        ("Marcel",),
        ("Philippe Aubert",),
        ("Monique Royer",),
        ("Serge Royer",),
    ],
    may_ask=True,
)
def doodle():
    return """\
"Sondage ""Belote du club""\";;;
https://doodle.com/poll/abcd1234efgh;;;

;novembre 2026;;décembre 2026
;ven. 20;sam. 21;sam. 5
;20:00;14:00;14:00
Jacqueline Noël;OK;OK;
Marcel;;OK;(OK)
Philippe Aubert;OK;;OK
Monique et Serge Royer;;OK;OK
Nombre;2;3;2"""


@untidy(
    right=[
        ("Josette Prigent", "Raymond Prigent"),
        ("Armel Le Dû", "Nolwenn Cozic"),
        ("patrick jaouen", "  Sylvie  Jaouen "),
        ("D'Hondt Filip", "Van Acker Els"),
    ],
)
def wordpress_form():
    return """\
Form_id;your-name;your-email;telephone;partenaire;commune;acceptance-rgpd;cfdb7_status;Date
201;Josette Prigent;c0@exemple.test;+33 (0)6 98 00 11 20;Raymond Prigent;Carhaix;1;unread;2026-10-20 21:00:00
202;Armel Le Dû;c1@exemple.test;+33 (0)6 98 00 11 21;Nolwenn Cozic;Huelgoat;1;read;2026-10-21 21:00:01
203;patrick jaouen;c2@exemple.test;+33 (0)6 98 00 11 22;  Sylvie  Jaouen ;carhaix;1;read;2026-10-22 21:00:02
204;D'Hondt Filip;c3@exemple.test;+33 (0)6 98 00 11 23;Van Acker Els;Carhaix;1;read;2026-10-23 21:00:03"""


@untidy(
    right=[
        ("REYNAUD Patrick", "ARNAUD Lydie"),
        ("MARTIN Robert", "ROBERT Martin"),
        ("EL MANSOURI Karim", "PONS Éric"),
    ],
)
def petanque_manager():
    return """\
Num;Club;Nom J1;Prénom J1;Licence J1;Cat J1;Nom J2;Prénom J2;Licence J2;Cat J2;Forfait
1;PETANQUE CLUB BUIS;REYNAUD;Patrick;02610234;S;ARNAUD;Lydie;02610555;F;
2;BOULE DOREE;GIRAUD;Jean-Noël;02611111;V;NICOLAS;Jacques;02611112;V;F
3;AMICALE DU PORT;MARTIN;Robert;02612222;S;ROBERT;Martin;02612223;S;
4;ISOLE;EL MANSOURI;Karim;;S;PONS;Éric;02619999;S;"""


@untidy(
    singles=True,
    right=[
        ("AUBRY Claude",),
        ("COLLET Marie-Paule",),
        ("HUET Dominique",),
        ("LE ROUX Yannick",),
        ("BOURGEOIS Camille",),
        ("SAINT-MARTIN Gérard",),
    ],
)
def tarot_licences():
    return """\
Licence;Nom - Prénom;Club;Comité;Cat.;Série;P.P.;Dernier tournoi
3310450;AUBRY Claude;TC DU LAC;LORRAINE;S;1T;120.5;2026-01-11T00:00:00
3310451;COLLET Marie-Paule;TC VERDUNOIS;LORRAINE;V;2T;131.5;2026-02-11T00:00:00
3310452;HUET Dominique;TC DU LAC;LORRAINE;J;3T;142.5;2026-03-11T00:00:00
3310453;LE ROUX Yannick;TC VERDUNOIS;LORRAINE;S;1T;153.5;2026-04-11T00:00:00
3310454;BOURGEOIS Camille;TC DU LAC;LORRAINE;V;2T;164.5;2026-05-11T00:00:00
3310455;SAINT-MARTIN Gérard;TC VERDUNOIS;LORRAINE;J;3T;175.5;2026-06-11T00:00:00"""


@untidy(
    right=[
        ("DELORME Hervé", "DELORME Catherine"),
        ("SABATIER Paul-Henri", "de Vigny Aymeric"),
        ("MAILLARD Suzanne", "Lê Van Minh"),
        ("GUÉRIN Pascale", "MARTY Jeanne"),
    ],
    may_ask=True,
)
def bridge_pair_numbers():
    return """\
N° paire;Orientation;Licence;Nom;Prénom;Club;IV;Classement
1;NS;02345600;DELORME;Hervé;BC Rambouillet;20;4♠
1;NS;02345691;DELORME;Catherine;BC Rambouillet;24;3♥
2;NS;02345782;SABATIER;Paul-Henri;BC Rambouillet;28;2♦
2;NS;02345873;de Vigny;Aymeric;BC Rambouillet;32;1♠
3;EO;02345964;MAILLARD;Suzanne;BC Rambouillet;36;4♠
3;EO;02346055;Lê Van;Minh;BC Rambouillet;40;3♥
4;EO;02346146;GUÉRIN;Pascale;BC Rambouillet;44;2♦
4;EO;02346237;MARTY;Jeanne;BC Rambouillet;48;1♠"""


@untidy(
    right=[
        ("Wauters Jan", "Peeters An"),
        ("Lambert Guy", "Dumont Liliane"),
        ("Simon Jos", "Weber Nico"),
        ("Claes Luc", "Claes Ria"),
        ("Lejeune Éric", "Servais Paul"),
        ("Dupuis Alain", "Dupuis Rita"),
        ("Henry Marc", "Denis Julie"),
    ],
)
def belgian_telephones():
    return """\
Équipe;Joueur A;Joueur B;GSM;Localité
E1;Wauters Jan;Peeters An;0475/12.34.56;Bastogne
E2;Lambert Guy;Dumont Liliane;+32 475 12 34 57;Arlon
E3;Simon Jos;Weber Nico;+352 621 123 456;Bastogne
E4;Claes Luc;Claes Ria;0032475123458;Arlon
E5;Lejeune Éric;Servais Paul;04/123.45.67 ou 0498 11 22 33;Bastogne
E6;Dupuis Alain;Dupuis Rita;+33 (0)6.12.34.56.78;Arlon
E7;Henry Marc;Denis Julie;475123459;Bastogne"""


@untidy(right=[("Paul D.", "Luc M."), ("Chloé Rivet", "Manon Rivet"), ("Karim Saïdi", "Léo Blin")])
def team_names_and_members():
    return """\
Nom de l'équipe;Membres;Responsable;Tél resp.
Les As de Pique;Paul D., Luc M.;Paul Doré;0601010101
Les Valets;Chloé et Manon Rivet;Manon Rivet;0601010102
Dix de der;Karim Saïdi / Léo Blin;Léo Blin;0601010103"""


@untidy(
    right=[
        ("Delvaux Christian", "Delvaux Marie-Ange"),
        ("Mertens Koen", "Lemaire Fabienne"),
        ("Leclercq Désiré", "N'Tumba Joseph"),
    ],
)
def belgian_club():
    return """\
Date inscription;Equipe;Joueur 1;Joueur 2;CP;Localité;GSM;Montant;Communication;Compte
03/10/2026;Les Gilles;Delvaux Christian;Delvaux Marie-Ange;7130;Binche;0470 11 22 33;24,00;+++090/9337/55493+++;BE68 5390 0754 7034
05/10/2026;;Mertens Koen;Lemaire Fabienne;1400;Nivelles;0470112234;24,00;+++090/9337/55594+++;BE43 0689 9999 9501
09/10/2026;Tournai 2;Leclercq Désiré;N'Tumba Joseph;7500;Tournai;0470/112235;0,00;;"""


@untidy(right=[("Lefèvre André", "Duchêne Zoé"), ("O'Brien Sean", "Caron Marc"), ("Blériot Guy", "Maître Loïc")])
def html_xls():
    return """\
<html><head><meta charset='utf-8'></head><body><table border=1><tr><th colspan=2>Inscription n&deg;</th><th>Capitaine</th><th>&Eacute;quipier</th><th>Mobile</th><th>Pay&eacute; ?</th></tr><tr><td>1</td><td>WEB</td><td>Lef&egrave;vre Andr&eacute;</td><td>Duch&ecirc;ne Zo&eacute;</td><td>06&nbsp;11&nbsp;22&nbsp;33&nbsp;40</td><td>Oui</td></tr><tr><td>2</td><td>WEB</td><td>O&#39;Brien Sean</td><td>Caron Marc</td><td>06&nbsp;11&nbsp;22&nbsp;33&nbsp;41</td><td>Non</td></tr><tr><td>3</td><td>WEB</td><td>Bl&eacute;riot Guy</td><td>Ma&icirc;tre Lo&iuml;c</td><td>06&nbsp;11&nbsp;22&nbsp;33&nbsp;42</td><td>Oui</td></tr></table></body></html>"""


@untidy(right=[("Rey Luc", "Rey Ada"), ("Bon Guy", "Bon Ana"), ("Cros Ida", "Cros Max"), ("Roux Léa", "Roux Tom")])
def transposed():
    return """\
;Équipe 1;Équipe 2;Équipe 3;Équipe 4
Joueur 1;Rey Luc;Bon Guy;Cros Ida;Roux Léa
Joueur 2;Rey Ada;Bon Ana;Cros Max;Roux Tom
Payé;oui;non;oui;oui"""


@untidy(
    right=[
        ("Charpentier Rémy", "Charpentier Odile"),
        ("Jacquet Denise", "Vial Monique"),
        ("N'Diaye Fatou", "Diop Awa"),
        ("Besson Arnaud",),
    ],
    may_ask=True,
)
def billetweb():
    return """\
# Commande;# Billet;Date;Tarif;Prix;Nom;Prénom;Email;Champ : Nom et prénom du binôme;Champ : Commune;Champ : Téléphone mobile;Payé;Utilisé;Invité
WEB-9001;T77001;2026-10-10 12:00;Doublette;16.00;Charpentier;Rémy;b0@exemple.test;Charpentier Odile;Saulieu;+33699001120;Oui;Non;Non
WEB-9002;T77002;2026-10-11 12:00;Doublette;16.00;Jacquet;Denise;b1@exemple.test;Vial Monique;Semur;+33699001121;Oui;Non;Non
WEB-9003;T77003;2026-10-12 12:00;Doublette;16.00;Besson;Arnaud;b2@exemple.test;;Saulieu;+33699001122;Non;Non;Non
WEB-9004;T77004;2026-10-13 12:00;Doublette;16.00;N'Diaye;Fatou;b3@exemple.test;Diop Awa;Avallon;+33699001123;Oui;Non;Non"""


@untidy(right=[("Roussin Léa", "Roussin Paul"), ("Noir Jean", "Vert Anne"), ("Brun Éloi", "Gris Noé")])
def cancelled_crosses():
    return """\
N°;Joueur 1;Joueur 2;Payé;Annulé
1;Roussin Léa;Roussin Paul;x;
2;Perrot Guy;Perrot Ida;;x
3;Noir Jean;Vert Anne;x;
4;Brun Éloi;Gris Noé;x;"""


@untidy(singles=True, right=[("Aubin Rose",), ("Clément Martin",), ("Thomas Noël",), ("Gauvain Léontine",)])
def two_telephones_each():
    return """\
Nom;Prénom;Tél fixe;Tél portable;Adresse;CP;Ville;Date adhésion
Aubin;Rose;02 99 00 11 22;;0 rue X;35000;Rennes;01/09/2026
Clément;Martin;;06 99 00 11 23;1 rue X;35000;Rennes;02/09/2026
Thomas;Noël;02 99 00 11 24;06 99 00 11 24;2 rue X;35000;Rennes;03/09/2026
Gauvain;Léontine;;;3 rue X;35000;Rennes;04/09/2026"""


@untidy(right=[("Morel Yves", "Morel Nina"), ("Faye Awa", "Kante Binta"), ("Le Roux Ewan", "Pons Lou")])
def captain_mate_reserve():
    return """\
Equipe;Capitaine;Coéquipier;Remplaçant;Niveau;Contact
Les Rois;Morel Yves;Morel Nina;Petit Jo;loisir;06 10 00 00 01
Dames de cœur;Faye Awa;Kante Binta;;confirmé;06 10 00 00 02
Tapis vert;Le Roux Ewan;Pons Lou;Gil Sara;débutant;06 10 00 00 03"""


@untidy(right=[("GRANGER Élise", "GRANGER Hugues"), ("TARD Jeanne", "ROY Lucette"), ("PILON Marc",)], may_ask=True)
def licence_partner():
    return """\
Licence;NOM Prénom;Club;Licence partenaire;Partenaire
12345678;GRANGER Élise;BC Tours;12345679;GRANGER Hugues
22345678;PILON Marc;BC Blois;;cherche partenaire
32345678;TARD Jeanne;BC Tours;42345678;ROY Lucette"""


@untidy(singles=True, right=[("Rivoal Anne",), ("Le Dez Hervé",), ("Quéré Youenn",)])
def google_contacts():
    return """\
First Name;Middle Name;Last Name;Phonetic First Name;Nickname;File As;E-mail 1 - Label;E-mail 1 - Value;Phone 1 - Label;Phone 1 - Value;Phone 2 - Label;Phone 2 - Value;Address 1 - City;Labels
Anne;;Rivoal;;;;* Other;g0@exemple.test;Mobile;+33 6 01 01 01 01;;;Scaër;Belote ::: * myContacts
Hervé;;Le Dez;;;;* Other;g1@exemple.test;Mobile;02 98 01 01 02;;;Bannalec;Belote ::: * myContacts
Youenn;;Quéré;;;;* Other;g2@exemple.test;Mobile;;;;Scaër;Belote ::: * myContacts"""


@untidy(right=[("Ève Milon", "Jo Milon"), ("Guy Salle", "Ana Roux")])
def payments_with_detail():
    return """\
Référence paiement;Date du paiement;Statut du paiement;Montant;Nom payeur;Prénom payeur;Email payeur;Campagne;Détail
551;01/11/2026;Autorisé;20,00;Milon;Ève;a@exemple.test;Belote;Doublette : Ève Milon / Jo Milon
552;02/11/2026;Autorisé;20,00;Salle;Guy;b@exemple.test;Belote;Doublette : Guy Salle / Ana Roux
553;03/11/2026;Remboursé;20,00;Tort;Luc;c@exemple.test;Belote;Doublette : Luc Tort / Zoé Tort"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def two_blocks_of_columns():
    return """\
Équipe n°;Civilité;Nom;Prénom;Mail;Tél.;Civilité;Nom;Prénom;Mail;Tél.;Commune;Montant dû;Montant réglé
1;Mme;VASNIER;Hélène;a0@exemple.test;06 77 00 00 10;M.;ROCARD;Émile;b0@exemple.test;06 77 00 00 20;Elven;20,00 €;20,00 €
2;Mme;LE TALLEC;Gwénola;a1@exemple.test;06 77 00 00 11;M.;PRIGENT;Tanguy;b1@exemple.test;06 77 00 00 21;Vannes;20,00 €;0,00 €
3;Mme;BERNARD;Rose;a2@exemple.test;06 77 00 00 12;M.;MARTIN;Thierry;b2@exemple.test;06 77 00 00 22;Elven;20,00 €;20,00 €
4;Mme;EL HADDAD;Nora;a3@exemple.test;06 77 00 00 13;M.;DA CUNHA;Rui;b3@exemple.test;06 77 00 00 23;Vannes;20,00 €;0,00 €
5;Mme;VAN HOVE;Rik;a4@exemple.test;06 77 00 00 14;M.;D'HOORE;Lies;b4@exemple.test;06 77 00 00 24;Elven;20,00 €;20,00 €"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def notion_export():
    return """\
Name;Équipiers;Status;Created time;Tags;Phone
Équipe Vasnier;Hélène Vasnier, Émile Rocard;Done;November 1, 2026 8:00 PM;belote, samedi;(06) 77 00 00 10
Équipe Le Tallec;Gwénola Le Tallec, Tanguy Prigent;Done;November 2, 2026 8:00 PM;belote, samedi;(06) 77 00 00 11
Équipe Bernard;Rose Bernard, Thierry Martin;Done;November 3, 2026 8:00 PM;belote, samedi;(06) 77 00 00 12
Équipe El Haddad;Nora El Haddad, Rui Da Cunha;Cancelled;November 4, 2026 8:00 PM;belote, samedi;(06) 77 00 00 13
Équipe Van Hove;Rik Van Hove, Lies D'Hoore;Done;November 5, 2026 8:00 PM;belote, samedi;(06) 77 00 00 14"""


@untidy(right=[("Vasnier Hélène", "Rocard Émile"), ("Bernard Rose", "Martin Thierry")], may_ask=True)
def plays_with_number():
    return """\
N°;Nom;Prénom;Joue avec le n°
1;Vasnier;Hélène;3
2;Bernard;Rose;4
3;Rocard;Émile;1
4;Martin;Thierry;2"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("Bernard Rose", "Martin Thierry"),
    ],
)
def waiting_rank_column():
    return """\
Équipe;Arrivée;Liste d'attente;Règlement
Vasnier Hélène / Rocard Émile;19h00;;12 €
Le Tallec Gwénola / Prigent Tanguy;19h10;;12 €
Bernard Rose / Martin Thierry;19h20;;12 €
El Haddad Nora / Da Cunha Rui;19h30;1;12 €
Van Hove Rik / D'Hoore Lies;19h40;2;12 €"""


@untidy(
    right=[
        ("Vasnier Hélène", "Rocard Émile"),
        ("Le Tallec Gwénola", "Prigent Tanguy"),
        ("El Haddad Nora", "Da Cunha Rui"),
        ("Van Hove Rik", "D'Hoore Lies"),
    ],
)
def payment_pending():
    return """\
Statut du paiement;Nom complet;Partenaire;Ville d'origine;Code promo
Payé;Hélène Vasnier;Émile Rocard;Elven;
Payé;Gwénola Le Tallec;Tanguy Prigent;Elven;
En attente;Rose Bernard;Thierry Martin;Elven;
Payé;Nora El Haddad;Rui Da Cunha;Elven;
Payé;Rik Van Hove;Lies D'Hoore;Elven;"""


@untidy(
    right=[
        ("Lacombe Régis", "Lacombe Ginette"),
        ("Marty Jérôme", "Sicard Aurélie"),
        ("Vaysse Jean-Pierre", "Le Floch Erwan"),
    ],
    may_ask=True,
)
def pairs_over_two_lines_merged():
    book = Workbook()
    sheet = book.active
    sheet.append(["N°", "Noms et prénoms", "Téléphone", "Commune", "Réglé"])
    for n, (one, two, phone, place) in enumerate(
        (
            ("Lacombe Régis", "Lacombe Ginette", "05 65 00 11 22", "Millau"),
            ("Marty Jérôme", "Sicard Aurélie", "0677001122", "Creissels"),
            ("Vaysse Jean-Pierre", "Le Floch Erwan", "06-77-00-11-24", "Aguessac"),
        )
    ):
        sheet.append([n + 1, one, phone, place, "oui"])
        sheet.append([None, two])
        for column in "ACDE":
            sheet.merge_cells(f"{column}{2 * n + 2}:{column}{2 * n + 3}")
    return book


@untidy(right=[("Carlier Benoît", "Carlier Sandrine"), ("Dubois Éric", "Van Den Abeele Kris"), ("Fontaine Ludivine", "Gérard Pierre")])  # fmt: skip
def titles_of_two_merged_rows():
    book = Workbook()
    sheet = book.active
    sheet.append(["Royale Amicale de Mons"])
    sheet.append(["Table", "Joueur 1", None, None, "Joueur 2", None, None, "Localité", "Payé"])
    sheet.append([None, *["Nom", "Prénom", "GSM"] * 2])
    sheet.append([1, "Carlier", "Benoît", "0475/123456", "Carlier", "Sandrine", None, "Mons", "OK"])
    sheet.append([2, "Dubois", "Éric", "0475 12 34 57", "Van Den Abeele", "Kris", "0475 99 88 77", "Jemappes"])
    sheet.append([3, "Fontaine", "Ludivine", "0475.12.34.59", "Gérard", "Pierre", None, "Cuesmes", "OK"])
    for merged in ("A1:I1", "A2:A3", "B2:D2", "E2:G2", "H2:H3", "I2:I3"):
        sheet.merge_cells(merged)
    return book


@untidy(right=[("Vigneron Luc", "Vigneron Anna"), ("Tessier Ana", "Bodin Loïc"), ("Laurent Guy", "Guy Laure")])
def means_of_payment_and_formulas():
    book = Workbook()
    sheet = book.active
    sheet.append(["ordre", "equipe", None, "tel", "espèces", "chèque", "total", "tombola"])
    sheet.append([1, "Vigneron Luc", "Vigneron Anna", "0601010101", 20, None, "=E2+F2", False])
    sheet.append([2, "Tessier Ana", "Bodin Loïc", "0601010102", None, 20, "=E3+F3", True])
    sheet.append([3, "Laurent Guy", "Guy Laure", "0601010104", None, None, "=E4+F4", True])
    sheet.append([None, "TOTAL", None, None, 20, 20, "=SUM(G2:G4)"])
    return book


@untidy(right=[("Collet Ivan", "Prat Mona"), ("Dumas Théo", "Dumas Rita"), ("Arnal Paul", "Guy Marie")], may_ask=True)
def a_sheet_for_each_day():
    book = Workbook()
    for title, rows in (
        ("Vendredi", [["Adam Luc", "Adam Ève"], ["Barbe Guy", "Fleury Zita"]]),
        ("Samedi", [["Collet Ivan", "Prat Mona"], ["Dumas Théo", "Dumas Rita"], ["Arnal Paul", "Guy Marie"]]),
    ):
        sheet = book.create_sheet(title)
        sheet.append(["Joueur 1", "Joueur 2"])
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    recap = book.create_sheet("Récap")
    for row in (["Jour", "Équipes", "Recette"], ["Vendredi", 2, 40], ["Samedi", 3, 60]):
        recap.append(row)
    return book
