"""Lists as ticket offices, forms, chats and paper give them, of which every field is told; names of many regions."""

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.support.province_lists import Duo, province
from tests.tournament.registration import import_files as files

# Ticket offices and forms -----------------------------------------------------------------------------------------------


@province([
    Duo("Guégan Solenn", "Guégan Erwan", "Baud", paid=1400), Duo("Le Mentec Armelle", "", "Pluméliau", paid=700, ask=True),
    Duo("Jégo Loïc", "Evanno Nathalie", "Baud", paid=1400),
], away=[("Kerhuel Yann", "Robic Maryvonne")])  # fmt: skip
def helloasso_of_pairs_of_people_alone_and_of_a_refused_card():
    return """Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;Code Promo;Montant code promo;Nom et prénom du partenaire;Commune;Allergies ?
90211001;02/11/2026 10:11;Validé;Guégan;Solenn;Guégan;Solenn;s.guegan@exemple.test;;Carte bancaire;https://www.helloasso.com/b/1;70110001;Doublette;14,00;;;Guégan Erwan;Baud;
90211002;02/11/2026 19:40;Validé;Le Mentec;Armelle;Le Mentec;Armelle;armelle@exemple.test;;Carte bancaire;https://www.helloasso.com/b/2;70110002;Seul(e), je cherche;7,00;;;;Pluméliau;gluten
90211003;03/11/2026 08:02;Refusé;Kerhuel;Yann;Kerhuel;Yann;yk@exemple.test;;Carte bancaire;https://www.helloasso.com/b/3;70110003;Doublette;14,00;;;Robic Maryvonne;Baud;
90211004;05/11/2026 21:16;Validé;Jégo;Loïc;Jégo;Loïc;l.jego@exemple.test;;Carte bancaire;https://www.helloasso.com/b/4;70110004;Doublette;14,00;;;Evanno Nathalie;Baud;"""


@province([
    Duo("Barthe Élodie", "CAZALS Jérôme", "Revel", paid=2000), Duo("Fabriès Didier", "FABRIÈS Line", "Sorèze", paid=2000),
    Duo("Pech Amandine", "ROQUES Hugo", "Revel", paid=2000),
], away=[("Sicre Gaston", "SICRE Odette")])  # fmt: skip
def weezevent_with_questions_of_the_club():
    return [
        ["ID participant", "Code barre", "Nom", "Prénom", "E-mail", "Billet", "Prix", "Statut", "Date achat", "Moyen de paiement",
         "Votre partenaire (NOM Prénom)", "Votre ville"],
        [8801, "1100220033001", "Barthe", "Élodie", "elodie@exemple.test", "Équipe", 20.0, "Validé", "2026-11-02 18:20", "CB", "CAZALS Jérôme", "Revel"],
        [8802, "1100220033002", "Fabriès", "Didier", "didier@exemple.test", "Équipe", 20.0, "Validé", "2026-11-03 09:12", "CB", "FABRIÈS Line", "Sorèze"],
        [8803, "1100220033003", "Sicre", "Gaston", "gaston@exemple.test", "Équipe", 20.0, "Annulé", "2026-11-03 11:00", "CB", "SICRE Odette", "Revel"],
        [8804, "1100220033004", "Pech", "Amandine", "ap@exemple.test", "Équipe", 20.0, "Validé", "2026-11-09 22:41", "CB", "ROQUES Hugo", "Revel"],
    ]  # fmt: skip


@province([
    Duo("Kieffer Solange", "Kieffer Arsène", name="Les Cigognes"), Duo("Wurtz Bernadette", "Hoffner Gérard", name="Schmolitz"),
    Duo("Oberlé Martin", "Zind Laurence", name="Bretzel"),
], once="two_lines")  # fmt: skip
def billetweb_one_ticket_each_with_the_name_of_the_team():
    return """"Commande";"Billet";"Nom";"Prénom";"Email";"Tarif";"Prix";"Nom de votre équipe";"Utilisé"
"B7K1";"000101";"Kieffer";"Solange";"solange@exemple.test";"Joueur";"8.00";"Les Cigognes";"0"
"B7K2";"000102";"Wurtz";"Bernadette";"bw@exemple.test";"Joueur";"8.00";"Schmolitz";"0"
"B7K3";"000103";"Hoffner";"Gérard";"gh@exemple.test";"Joueur";"8.00";"Schmolitz";"0"
"B7K4";"000104";"Kieffer";"Arsène";"solange@exemple.test";"Joueur";"8.00";"Les Cigognes";"0"
"B7K5";"000105";"Oberlé";"Martin";"mo@exemple.test";"Joueur";"8.00";"Bretzel";"0"
"B7K6";"000106";"Zind";"Laurence";"lz@exemple.test";"Joueur";"8.00";"Bretzel";"0\""""


@province([
    Duo("Peltier Gisèle", "Peltier Roland", paid=1600), Duo("Ménard Lucas", "Ménard Fanny", paid=1600), Duo("Chauvin Édith", "Brossard Rémy", paid=1600),
])  # fmt: skip
def assoconnect_payer_participant_and_mate():
    return """Date,Référence,Payeur : Nom,Payeur : Prénom,Payeur : Email,Participant : Nom,Participant : Prénom,Équipier : Nom,Équipier : Prénom,Montant,Moyen,Statut
12/11/2026,AC-88121,Peltier,Gisèle,gp@exemple.test,Peltier,Gisèle,Peltier,Roland,16.00,CB,Payé
13/11/2026,AC-88122,Ménard,Jocelyne,jm@exemple.test,Ménard,Lucas,Ménard,Fanny,16.00,CB,Payé
14/11/2026,AC-88127,Chauvin,Édith,ec@exemple.test,Chauvin,Édith,Brossard,Rémy,16.00,CB,Payé"""


@province([
    Duo("VERNET Claude", "VERNET Annick", "Yssingeaux", paid=False), Duo("BAYLE Romain", "SABY Denise", "Retournac", paid=False),
    Duo("GIRE Marcel", "PEYRARD Luce", "Yssingeaux", paid=False),
])  # fmt: skip
def framaforms_with_a_promise_to_pay():
    return """Série\tSID\tMoment de la soumission\tJoueur 1 : NOM et prénom\tJoueur 2 : NOM et prénom\tCommune\tJe m'engage à régler sur place
3\t3311\t11/12/2026 - 18:04\tVERNET Claude\tVERNET Annick\tYssingeaux\tOui
2\t3305\t11/11/2026 - 12:40\tBAYLE Romain\tSABY Denise\tRetournac\tOui
1\t3298\t11/10/2026 - 09:31\tGIRE Marcel\tPEYRARD Luce\tYssingeaux\tOui"""


@province([
    Duo("Lorho Pierrick", "Lorho Nadine"), Duo("Danet Gaël", "Bellec Tiphaine"), Duo("Corlay Annie", "Josse Michel"), Duo("Hervio Rozenn", "Hervio Alan"),
], once="columns")  # fmt: skip
def framadate_of_three_evenings():
    return ""","samedi 21 novembre 2026","samedi 28 novembre 2026","samedi 5 décembre 2026",
,"20h","20h","20h",
"Lorho Pierrick / Lorho Nadine","Oui","Non","Oui",
"Danet Gaël / Bellec Tiphaine","Non","Oui","Oui",
"Corlay Annie / Josse Michel","Oui","Oui","Oui",
"Hervio Rozenn / Hervio Alan","Non","Non","Si nécessaire","""


@province([Duo("Sabine Cornet", "Régis Cornet"), Duo("Aline Dumas", "Bruno Tardy")], away=[("Gilles Vacher", "Paul Tissier")])  # fmt: skip
def framadate_of_one_evening():
    return ""","samedi 28 novembre 2026",
"Sabine Cornet / Régis Cornet","Oui",
"Gilles Vacher / Paul Tissier","Non",
"Aline Dumas / Bruno Tardy","Oui","""


@province([
    Duo("Raffin Josiane", "Raffin Émile"), Duo("Delage Corinne", "Massias Bernard"), Duo("Mounier Cécile", "Vignaud Paul"),
])  # fmt: skip
def google_sheet_of_places_to_be_filled():
    return """Place\tJoueur 1\tJoueur 2\tOn mange ?
Place 1\tRaffin Josiane\tRaffin Émile\toui 2
Place 2\tDelage Corinne\tMassias Bernard\tnon
Place 3\tMounier Cécile\tVignaud Paul\toui 2
Place 4\t\t\t
Place 5\t\t\t
Place 6\t\t\t"""


# Mails, messages, comments ----------------------------------------------------------------------------------------------


# PDF, paper, pens -------------------------------------------------------------------------------------------------------


@province([
    Duo("Combe Odette", "Combe Fernand", "Privas", paid=1400), Duo("Vialle Henri", "Roure Suzanne", "Coux", paid=1400), Duo("Ladet Marie-Jo", "Plan Régis", "Privas", paid=False),
])  # fmt: skip
def columns_of_a_typewriter():
    return """Combe Odette         Combe Fernand      Privas     14 chq
Vialle Henri         Roure Suzanne      Coux       14 esp
Ladet Marie-Jo       Plan Régis         Privas     -"""


@province([
    Duo("MARTINEAU", "DURANDEAU", "Nort"), Duo("LE GOFFIC", "KERVELLA", "Plouay"), Duo("ROUXEL", "DANIELOU", "Baud"),
])  # fmt: skip
def family_names_alone_in_capitals():
    return """1. MARTINEAU / DURANDEAU (Nort)
2. LE GOFFIC / KERVELLA (Plouay)
3. ROUXEL / DANIELOU (Baud)"""


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort", "0612345678", "06.12.34.56.79"), Duo("Brunier Guy", "Noiret Ida", "Casson", "0612345680", "06.12.34.56.81"),
    Duo("Blanchard Tom", "Royer Anne", "Nort", "0612345682", "06.12.34.56.83"),
])  # fmt: skip
def a_telephone_behind_each_and_the_commune_last():
    return """Rolland Léa 0612345678 / Petitjean Luc 06.12.34.56.79 Nort
Brunier Guy 0612345680 / Noiret Ida 06.12.34.56.81 Casson
Blanchard Tom 0612345682 / Royer Anne 06.12.34.56.83 Nort"""


@province([
    Duo("Rolland Léa", "Petitjean Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"),
])  # fmt: skip
def ranking_of_last_year_in_a_text():
    return """Classement du concours 2025
1er  Rolland Léa / Petitjean Luc  3 540 pts
2ème  Brunier Guy / Noiret Ida  3 410 pts
3ème  Blanchard Tom / Royer Anne  3 395 pts"""


# Replacements --------------------------------------------------------------------------------------------------------


@province([
    Duo("Rolland Léa", "Petitjean Luc", remark="remplace"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne", remark="ex Pothier Jean"),
])  # fmt: skip
def whom_somebody_replaces_in_brackets():
    return """Joueur 1;Joueur 2
Rolland Léa;Petitjean Luc (remplace Brunet Guy)
Brunier Guy;Noiret Ida
Blanchard Tom (ex Pothier Jean);Royer Anne"""


# Couples, families, initials --------------------------------------------------------------------------------------------


@province([Duo("Rolland Léa", "Petitjean Luc"), Duo("Brunier Guy", "Noiret Ida")], others=3)  # fmt: skip
def families_of_several_teams():
    return """Fam. Le Goffic 2 équipes
Rolland Léa / Petitjean Luc
Les Kervella (1 équipe)
Brunier Guy / Noiret Ida
Danielou x2"""


# Names of many regions --------------------------------------------------------------------------------------------------


@province([
    Duo("DA SILVA PEREIRA Maria de Lurdes", "DOS SANTOS OLIVEIRA Manuel António", "Champigny"), Duo("DE SOUSA José Carlos", "E SILVA Conceição", "Champigny"),
    Duo("GOMES DA COSTA Fernanda", "VAZ Joaquim", "Villiers"),
])  # fmt: skip
def portuguese_names_of_four_words():
    return [
        ["Amicale portugaise - tournoi de sueca et belote"], ["Joueur 1", "Joueur 2", "Ville"],
        ["DA SILVA PEREIRA Maria de Lurdes", "DOS SANTOS OLIVEIRA Manuel António", "Champigny"],
        ["DE SOUSA José Carlos", "E SILVA Conceição", "Champigny"],
        ["GOMES DA COSTA Fernanda", "VAZ Joaquim", "Villiers"],
    ]  # fmt: skip


@province([
    Duo("El Hadj Ben Youssef Karim", "Aït Ouali Nadia", "", "07 51 00 11 22"), Duo("Abd el-Kader Bensalem", "Bel Kacem Fatima-Zohra", "", "07 51 00 11 23"),
    Duo("Oulad Ali Mohamed-Amine", "Ben Barka Souad", "", "07 51 00 11 24"),
])  # fmt: skip
def north_african_names():
    return """Nom et prénom 1;Nom et prénom 2;Tél
El Hadj Ben Youssef Karim;Aït Ouali Nadia;07 51 00 11 22
Abd el-Kader Bensalem;Bel Kacem Fatima-Zohra;07 51 00 11 23
Oulad Ali Mohamed-Amine;Ben Barka Souad;07 51 00 11 24"""


@province([
    Duo("Nguyễn Thị Minh", "Trần Văn Đức", "Noyant"), Duo("Lê Hoàng Anh", "Phạm Quốc", "Noyant"), Duo("Huỳnh Thị Ngọc", "Petit André", "Tronget"),
])  # fmt: skip
def vietnamese_names():
    return """1- Nguyễn Thị Minh / Trần Văn Đức - Noyant
2- Lê Hoàng Anh / Phạm Quốc - Noyant
3- Huỳnh Thị Ngọc / Petit André - Tronget"""


@province([
    Duo("Wamytan Hnaïssi", "Poigoune Jean-Marc", "Koné"), Duo("Teriitahi Moana", "Tehuritaua Vaea", "Papara"), Duo("Saïd Ahamada Anfane", "Combo Zaïna", "Mamoudzou"),
    Duo("Apatou Wilfried", "Sida Marie-Laure", "Saint-Laurent-du-Maroni"),
])  # fmt: skip
def names_of_overseas():
    return [
        ["Equipe", "Capitaine", "Coéquipier(e)", "Commune"], [1, "Wamytan Hnaïssi", "Poigoune Jean-Marc", "Koné"], [2, "Teriitahi Moana", "Tehuritaua Vaea", "Papara"],
        [3, "Saïd Ahamada Anfane", "Combo Zaïna", "Mamoudzou"], [4, "Apatou Wilfried", "Sida Marie-Laure", "Saint-Laurent-du-Maroni"],
    ]  # fmt: skip


# Workbooks --------------------------------------------------------------------------------------------------------------


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort", paid=1400), Duo("Brunier Guy", "Noiret Ida", "Casson", paid=False), Duo("Blanchard Tom", "Royer Anne", "Nort", paid=1400),
])  # fmt: skip
def numbers_of_a_mac():
    return """Tableau 1;;;;;
Inscriptions;;;;;
;Équipe;Joueur 1;Joueur 2;Commune;Règlement
;1;Rolland Léa;Petitjean Luc;Nort;14,00 €
;2;Brunier Guy;Noiret Ida;Casson;
;3;Blanchard Tom;Royer Anne;Nort;14,00 €
;;;;Total;28,00 €"""


@province([
    Duo("Rolland Léa", "Petitjean Luc", paid=True), Duo("Brunier Guy", "Noiret Ida", paid=False), Duo("Blanchard Tom", "Royer Anne", paid=True),
])  # fmt: skip
def google_sheet_with_boxes():
    return """Equipe\tJoueur 1\tJoueur 2\tPayé\tPrésent\tTable
1\tRolland Léa\tPetitjean Luc\tTRUE\tFALSE\t4
2\tBrunier Guy\tNoiret Ida\tFALSE\tFALSE\t2
3\tBlanchard Tom\tRoyer Anne\tTRUE\tFALSE\t1"""


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort", paid=1400), Duo("Brunier Guy", "Noiret Ida", "Casson", paid=700), Duo("Blanchard Tom", "Royer Anne", "Nort", paid=1400), Duo("Verdier Zoé", "Grisard Max", "Héric", paid=1400),
])  # fmt: skip
def titles_on_each_page_with_sums_carried_over():
    head = ["N°", "Joueur 1", "Joueur 2", "Commune", "Encaissé"]
    return [
        ["Concours de belote", "", "", "", "28/11/2026"], head,
        [1, "Rolland Léa", "Petitjean Luc", "Nort", 14], [2, "Brunier Guy", "Noiret Ida", "Casson", 7],
        ["", "", "", "À reporter", 21], ["Concours de belote", "", "", "", "28/11/2026"], head, ["", "", "", "Report", 21],
        [3, "Blanchard Tom", "Royer Anne", "Nort", 14], [4, "Verdier Zoé", "Grisard Max", "Héric", 14],
        ["", "", "", "TOTAL GÉNÉRAL", 49],
    ]  # fmt: skip


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort", remark="La Gare"), Duo("Brunier Guy", "Noiret Ida", "Casson", remark="Le Bourg"), Duo("Blanchard Tom", "Royer Anne", "Nort", remark="Les Rochettes"),
])  # fmt: skip
def the_quarter_beside_the_commune():
    return files.ods(("Belote", [
        ["Joueur 1", "Joueur 2", "Commune", "Quartier"], ["Rolland Léa", "Petitjean Luc", "Nort", "La Gare"],
        ["Brunier Guy", "Noiret Ida", "Casson", "Le Bourg"], ["Blanchard Tom", "Royer Anne", "Nort", "Les Rochettes"],
    ]))  # fmt: skip


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort et Pons"), Duo("Brunier Guy", "Noiret Ida", "Casson"), Duo("Blanchard Tom", "Royer Anne", "Pons et Nort"),
])  # fmt: skip
def a_club_behind_each_player():
    return [
        ["Joueur 1", "Club", "Joueur 2", "Club", "Points"], ["Rolland Léa", "Nort", "Petitjean Luc", "Pons", ""],
        ["Brunier Guy", "Casson", "Noiret Ida", "Casson", ""], ["Blanchard Tom", "Pons", "Royer Anne", "Nort", ""],
    ]  # fmt: skip


@province([
    Duo("ROLLAND LEA", "PETITJEAN LUC", paid=True), Duo("BRUNIER GUY", "NOIRET IDA", paid=False), Duo("BLANCHARD TOM", "ROYER ANNE", paid=True),
])  # fmt: skip
def old_workbook_of_a_town_hall():
    return files.old_excel(("Feuil1", [
        ["MAIRIE DE NORT - CONCOURS DE BELOTE DU CCAS"], [],
        ["NOM DU 1ER JOUEUR", "NOM DU 2ND JOUEUR", "ADRESSE", "REGLE EN"],
        ["ROLLAND LEA", "PETITJEAN LUC", "12 RUE DES LILAS 44390 NORT", "CHEQUE"],
        ["BRUNIER GUY", "NOIRET IDA", "LE BOURG 44390 CASSON", ""],
        ["BLANCHARD TOM", "ROYER ANNE", "3 PLACE DU CHAMP DE FOIRE 44390 NORT", "ESPECES"],
    ]))  # fmt: skip


@province([
    Duo("Rolland Léa", "Petitjean Luc", paid=3800), Duo("Brunier Guy", "Noiret Ida", paid=1400), Duo("Blanchard Tom", "Royer Anne", paid=2600),
])  # fmt: skip
def meals_and_hours_beside_what_was_paid():
    return """N°;Joueurs;Repas;Arrivée;Réglé
1;Rolland Léa / Petitjean Luc;2;19h30;38 €
2;Brunier Guy / Noiret Ida;0;20h00;14 €
3;Blanchard Tom / Royer Anne;1;19h45;26 €"""


@province([
    Duo("Rolland Léa", "Petitjean Luc", ask=True), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"),
])  # fmt: skip
def one_player_struck_out_in_two_cells():
    book = Workbook()
    sheet = book.active
    for row in (["Nom 1", "Prénom 1", "Nom 2", "Prénom 2", "Commune"], ["Rolland", "Léa", "Petitjean", "Luc", ""],
                ["Brunier", "Guy", "Noiret", "Ida", ""], ["Blanchard", "Tom", "Royer", "Anne", ""]):  # fmt: skip
        sheet.append(row)
    sheet["C2"].font = sheet["D2"].font = Font(strike=True)
    return book


@province([
    Duo("Rolland Léa", "Petitjean Luc", "Nort", "0612345678"), Duo("Le Goffic Anne-Marie", "Noiret Ida", "Casson", "0612345680"), Duo("Blanchard Tom", "Royer Anne", "Nort", "0612345682"),
])  # fmt: skip
def names_with_a_comma_in_quotes():
    return '''"Rolland, Léa","Petitjean, Luc","Nort","0612345678"
"Le Goffic, Anne-Marie","Noiret, Ida","Casson","0612345680"
"Blanchard, Tom","Royer, Anne","Nort","0612345682"'''


@province([
    Duo("Rolland Léa", "Petitjean Luc", "nogent sur marne"), Duo("Brunier Guy", "Noiret Ida", "le perreux"), Duo("Blanchard Tom", "Royer Anne", "saint maur des fossés"),
    Duo("Verdier Zoé", "Grisard Max", remark="arrivent vers 20 h"),
])  # fmt: skip
def communes_in_small_letters_in_brackets():
    return """Rolland Léa / Petitjean Luc (nogent sur marne)
Brunier Guy / Noiret Ida (le perreux)
Blanchard Tom / Royer Anne (saint maur des fossés)
Verdier Zoé / Grisard Max (arrivent vers 20 h)"""
