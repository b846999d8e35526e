"""Lists of associations' software, of forms, and of workbooks kept for years, of which every field is told."""

from tests.support.province_lists import Duo, province

# Software and forms -----------------------------------------------------------------------------------------------------


@province([
    Duo("Quéméneur Bernard", "Cloarec Jeannine", "Plouzané", paid=2400), Duo("Abgrall Florence", "Le Roux Tugdual", "Brest", paid=2400),
    Duo("Kervella Hervé", "Kervella Mona", "Guilers", paid=2400),
])  # fmt: skip
def the_second_mate_by_a_number():
    return """N° de reçu,Date,Email,Nom,Prénom,Statut,Nom équipier 2,Prénom équipier 2,Commune,Attestation,Tarif,Montant
HA-00012,03/11/2026,bq@exemple.test,Quéméneur,Bernard,Payé,Cloarec,Jeannine,Plouzané,,Inscription équipe,24.00
HA-00013,03/11/2026,fa@exemple.test,Abgrall,Florence,Payé,Le Roux,Tugdual,Brest,,Inscription équipe,24.00
HA-00015,04/11/2026,hk@exemple.test,Kervella,Hervé,Payé,Kervella,Mona,Guilers,,Inscription équipe,24.00"""


@province([
    Duo("Marchetti Dominique", "Casanova Ange", tel="0495112233", paid=True), Duo("Luciani Lisandru", "Filippi Petru", tel="0620304050", paid=True),
    Duo("Colonna d'Istria Antoine", "Poggi Maria", tel="0630405060", paid=False),
])  # fmt: skip
def the_other_of_the_pair_by_name():
    return """#Commande;Date;Tarif;Prix;Payé;Nom;Prénom;Email;Nom du binôme;Téléphone
A1B2C3;2026-09-01 10:11:12;Binôme;16.00;Oui;Marchetti;Dominique;dm@exemple.test;Casanova Ange;0495112233
A1B2C4;2026-09-01 10:41:00;Binôme;16.00;Oui;Luciani;Lisandru;ml@exemple.test;Filippi Petru;0620304050
A1B2C5;2026-09-03 21:05:33;Binôme;16.00;Non;Colonna d'Istria;Antoine;ci@exemple.test;Poggi Maria;0630405060"""


@province([Duo("Arnaud Lise", "Arnaud Rémi", name="Les As"), Duo("Crouzet Paule", "Vernet Adrien", name="Trèfle d'or")])
def the_own_name_of_each_pair():
    return "Nom du binôme;Joueur 1;Joueur 2\nLes As;Arnaud Lise;Arnaud Rémi\nTrèfle d'or;Crouzet Paule;Vernet Adrien"


@province([
    Duo("Poulain Armelle", "Poulain Gérard", "Vitré", tel="0612000001"), Duo("Tessier Flavie", "Orain Mickaël", "Châteaubourg", tel="0612000002"),
])  # fmt: skip
def questions_in_whole_sentences():
    return """Horodateur;Adresse e-mail;Quel est votre nom et prénom ?;Quel est le nom et prénom de votre coéquipier ?;Votre numéro de téléphone;De quelle commune venez-vous ?
05/11/2026 21:14:03;ap@exemple.test;Poulain Armelle;Poulain Gérard;0612000001;Vitré
05/11/2026 22:01:45;ft@exemple.test;Tessier Flavie;Orain Mickaël;06.12.00.00.02;Châteaubourg"""


@province([
    Duo("Lemarchand Didier", "Leboucher Sophie", tel="0614151617", tel2="0618191011"), Duo("Auvray Alice", "Hamel Cyril", tel="0624151617"),
])  # fmt: skip
def you_and_your_partner_above_the_titles():
    return [
        ["Numéro de série", "Heure de soumission", "Vous", "", "", "Votre partenaire", "", ""],
        ["", "", "Nom", "Prénom", "Téléphone", "Nom", "Prénom", "Téléphone"],
        [1, "04/11/2026 - 20:11", "Lemarchand", "Didier", "0614151617", "Leboucher", "Sophie", "0618191011"],
        [2, "04/11/2026 - 20:31", "Auvray", "Alice", "0624151617", "Hamel", "Cyril", ""],
    ]


@province([
    Duo("Barthélémy Roland", "Barthélémy Lucie", "Senones", paid=True), Duo("Didierjean Lucien", "Thirion Micheline", "Raon", paid=True),
    Duo("Vautrin Pascal", "Claudel Josiane", "Étival", paid=False, ask=True),
])  # fmt: skip
def the_kind_of_ticket_and_whether_it_is_paid():
    return [
        [
            "Prénom",
            "Nom",
            "E-mail",
            "Ville",
            "Tarif",
            "Montant",
            "Statut du paiement",
            "Prénom du coéquipier",
            "Nom du coéquipier",
        ],
        ["Roland", "Barthélémy", "rb@exemple.test", "Senones", "Équipe", "20,00", "Payé", "Lucie", "Barthélémy"],
        ["Lucien", "Didierjean", "ld@exemple.test", "Raon", "Équipe", "20,00", "Payé", "Micheline", "Thirion"],
        ["Pascal", "Vautrin", "pv@exemple.test", "Étival", "Équipe", "20,00", "Non payé", "Josiane", "Claudel"],
    ]


@province([
    Duo("Arnaud Lise", "Arnaud Rémi", tel="0611223344"), Duo("Crouzet Paule", "Vernet Adrien", tel="0611223345"),
    Duo("Vernet Solange", "Chazal Aimé", tel="0611223346", tel2="0611223347"),
])  # fmt: skip
def whose_telephone_stands_beside_it():
    return """Joueur 1;Joueur 2;Coordonnées
Arnaud Lise;Arnaud Rémi;Lise 06 11 22 33 44
Crouzet Paule;Vernet Adrien;Adrien : 06 11 22 33 45
Vernet Solange;Chazal Aimé;06 11 22 33 46 (Solange) 06 11 22 33 47 (Aimé)"""


@province([
    Duo("Peltier Alain", "Briand Marie", paid=2000), Duo("Guérif Colin", "Guérif Nadine", paid=1000), Duo("Tharreau Guy", "Moreau Lucette", paid=False),
])  # fmt: skip
def what_each_of_the_two_has_paid():
    return """Nom;Prénom;Nom;Prénom;Payé 1;Payé 2
Peltier;Alain;Briand;Marie;10;10
Guérif;Colin;Guérif;Nadine;10;
Tharreau;Guy;Moreau;Lucette;;"""


@province(
    [
        Duo("Ruedi Bühlmann", "Vreni Bühlmann", "Murten", paid=True),
        Duo("Kurt von Gunten", "Marlis Zbinden", "Düdingen", paid=False),
    ]
)
def german_titles_of_each_player():
    return """Team;Vorname Spieler 1;Nachname Spieler 1;Vorname Spieler 2;Nachname Spieler 2;Wohnort;Bezahlt
1;Ruedi;Bühlmann;Vreni;Bühlmann;Murten;ja
2;Kurt;von Gunten;Marlis;Zbinden;Düdingen;nein"""


@province([Duo("Léa Roux", "Luc Petit"), Duo("Marc Brun", "Zoé Blanc")])
def english_titles_of_each_player():
    return """Player 1 first name,Player 1 last name,Player 2 first name,Player 2 last name
Léa,Roux,Luc,Petit
Marc,Brun,Zoé,Blanc"""


@province([
    Duo("LACAZE Sophie", "LACAZE Benoît", "Eauze", tel="0601020304", tel2="0601020305"), Duo("SAINT-MARTIN Yves", "CASTÉRA Line", "Vic", tel="0601020307"),
])  # fmt: skip
def your_telephone_and_theirs():
    return """Horodateur;Vos nom et prénom;Votre portable;Ses nom et prénom;Son portable;Votre village
14/10/2026 09:00:00;LACAZE Sophie;06 01 02 03 04;LACAZE Benoît;06 01 02 03 05;Eauze
14/10/2026 09:07:00;SAINT-MARTIN Yves;06 01 02 03 07;CASTÉRA Line;;Vic"""


@province(
    [
        Duo("Peltier Guy", "Briand Marie", "BC Saumur", tel="0611223344"),
        Duo("Guérif Colin", "Guérif Nadine", "AL Angers"),
    ]
)
def titles_that_a_program_wrote_in_one_word():
    return """NumLicence;NomJoueur1;PrenomJoueur1;DateNaiss;NomJoueur2;PrenomJoueur2;LibClub;TelMobile
490012345;Peltier;Guy;12/04/1950;Briand;Marie;BC Saumur;0611223344
490012350;Guérif;Colin;30/05/1980;Guérif;Nadine;AL Angers;"""


# Workbooks and documents ------------------------------------------------------------------------------------------------


@province([
    Duo("Morel Agnès", "Morel Patrice"), Duo("Charpentier Guy", "Lefort Émilie"), Duo("Da Silva Rosa", "Joubert Noël"),
    Duo("Royer Lilian", "Royer Ginette"), Duo("Hamon Kévin", "Le Goff Ariane"),
])  # fmt: skip
def two_columns_of_numbered_teams_the_last_one_free():
    return """1. Morel Agnès / Morel Patrice\t4. Royer Lilian / Royer Ginette
2. Charpentier Guy / Lefort Émilie\t5. Hamon Kévin / Le Goff Ariane
3. Da Silva Rosa / Joubert Noël\t6."""


@province([
    Duo("Arnaud Lise", "Arnaud Rémi"), Duo("Crouzet Paule", "Vernet Adrien"), Duo("Vernet Solange", "Chazal Aimé"),
    Duo("Bonnet Luc", "Bonnet Zélie"), Duo("Roche Guy", "Brun Anne"),
])  # fmt: skip
def the_rest_of_the_teams_beside_a_note():
    return [
        ["Inscrits", "", ""],
        ["Arnaud Lise / Arnaud Rémi", "", "Bonnet Luc / Bonnet Zélie"],
        ["Crouzet Paule / Vernet Adrien", "", "Roche Guy / Brun Anne"],
        ["Vernet Solange / Chazal Aimé", "", "Liste close"],
    ]


@province([
    Duo("Arnaud Lise", "Arnaud Rémi"), Duo("Vernet Solange", "Chazal Aimé"), Duo("Crouzet Paule", "Vernet Adrien"), Duo("Bonnet Luc", "Bonnet Zélie"),
])  # fmt: skip
def each_table_with_its_two_teams():
    return """Table;Adversaire 1;Adversaire 2;Score
1;Arnaud Lise / Arnaud Rémi;Crouzet Paule / Vernet Adrien;
2;Vernet Solange / Chazal Aimé;Bonnet Luc / Bonnet Zélie;"""


@province([
    Duo("Arnaud Lise", "Arnaud Rémi", "Privas"), Duo("Crouzet Paule", "Vernet Adrien", "Privas"), Duo("Vernet Solange", "Chazal Aimé", "Privas"),
    Duo("Bonnet Luc", "Bonnet Zélie", "Vals, Ardèche"),
])  # fmt: skip
def the_same_by_one_quote():
    return """Joueur 1,Joueur 2,Commune
Arnaud Lise,Arnaud Rémi,Privas
Crouzet Paule,Vernet Adrien,"
Vernet Solange,Chazal Aimé,"
Bonnet Luc,Bonnet Zélie,"Vals, Ardèche\""""


@province([
    Duo("Arnaud Lise", "Arnaud Rémi", "Privas"), Duo("Crouzet Paule", "Vernet Adrien", "Privas"), Duo("Bonnet Luc", "Bonnet Zélie", "Vals"),
])  # fmt: skip
def the_same_between_dashes():
    return "Joueur 1;Joueur 2;Village\nArnaud Lise;Arnaud Rémi;Privas\nCrouzet Paule;Vernet Adrien;— id —\nBonnet Luc;Bonnet Zélie;Vals"


@province([
    Duo("Arnaud Lise", "Arnaud Rémi", "Privas", paid=2000), Duo("Crouzet Paule", "Vernet Adrien", "Aubenas", paid=False),
    Duo("Vernet Solange", "Chazal Aimé", "Vals", paid=2000),
])  # fmt: skip
def columns_of_spaces_above_their_sum():
    return """1  Arnaud Lise  Arnaud Rémi  Privas  20,00 €
2  Crouzet Paule  Vernet Adrien  Aubenas  0,00 €
3  Vernet Solange  Chazal Aimé  Vals  20,00 €
Total  40,00 €"""


@province([
    Duo("António dos Santos", "Maria Lopes"), Duo("José Ferreira", "Lurdes Ferreira"), Duo("Guy Charpentier", "Émilie Lefort"),
    Duo("Kerbrat Haude", ask=True), Duo("Agnès Morel", "Patrice Morel"),
])  # fmt: skip
def the_club_above_its_teams():
    return """Amicale portugaise
António dos Santos / Maria Lopes
José Ferreira / Lurdes Ferreira
CLUB DES AÎNÉS DE VEIGNÉ
Guy Charpentier / Émilie Lefort
Kerbrat Haude
Agnès Morel / Patrice Morel"""


@province([
    Duo("J. Dupont", "P. Martin"), Duo("A. Lacoste", "B. Lacoste"), Duo("J.-P. Ribes", "M. Fabre"), Duo("Ch. Soulié", "Th. Combes"),
])  # fmt: skip
def initials_before_and_a_dash():
    return "J. Dupont - P. Martin\nA. Lacoste - B. Lacoste\nJ.-P. Ribes - M. Fabre\nCh. Soulié - Th. Combes"


@province([
    Duo("Maria da Conceição dos Santos", "José Manuel de Oliveira e Sousa", "Tours"), Duo("Ana Paula Rodrigues da Silva", "Carlos Alberto dos Reis", "Joué"),
    Duo("Rui Miguel Gonçalves", "Inês Sofia de Almeida Costa", "Veigné"),
])  # fmt: skip
def long_names_of_portugal():
    return """Maria da Conceição dos Santos\tJosé Manuel de Oliveira e Sousa\tTours
Ana Paula Rodrigues da Silva\tCarlos Alberto dos Reis\tJoué
Rui Miguel Gonçalves\tInês Sofia de Almeida Costa\tVeigné"""


@province(
    [Duo("Lise ARNAUD", "Rémi ARNAUD"), Duo("Paule CROUZET", "Adrien VERNET"), Duo("Solange VERNET", "Aimé CHAZAL")]
)
def signed_with_an_office_and_a_telephone():
    return """Bonjour,
voici les 3 équipes du club :
- Lise ARNAUD / Rémi ARNAUD
- Paule CROUZET / Adrien VERNET
- Solange VERNET / Aimé CHAZAL
Bien cordialement
Guy ROCHE
Président du BC Privas
06 11 22 33 44"""


FOUR = [Duo("Lacaze Sophie", "Lacaze Benoît"), Duo("Dupuy Michel", "Abadie Odette"), Duo("Bonnet Luc", "Bonnet Zélie"), Duo("Roche Guy", "Roche Anna")]  # fmt: skip


@province(FOUR)
def an_empty_column_between_the_names_of_two_teams():
    return [
        ["Nom", "Prénom", "Nom", "Prénom", "", "Nom", "Prénom", "Nom", "Prénom"],
        ["Lacaze", "Sophie", "Lacaze", "Benoît", "", "Bonnet", "Luc", "Bonnet", "Zélie"],
        ["Dupuy", "Michel", "Abadie", "Odette", "", "Roche", "Guy", "Roche", "Anna"],
    ]


@province(FOUR)
def numbered_teams_side_by_side_below_a_date():
    return [
        ["Concours du 20/11"],
        ["", "Équipe", "", "Équipe"],
        [1, "Lacaze Sophie / Lacaze Benoît", 4, "Bonnet Luc / Bonnet Zélie"],
        [2, "Dupuy Michel / Abadie Odette", 5, "Roche Guy / Roche Anna"],
    ]


@province(FOUR)
def teams_counted_by_letters():
    return """Éq. A : Lacaze Sophie – Lacaze Benoît
Éq. B : Dupuy Michel – Abadie Odette
Éq. C : Bonnet Luc – Bonnet Zélie
Éq. D : Roche Guy – Roche Anna"""
