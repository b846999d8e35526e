"""Lists of messages, mails, scans, address books and books of several programs, of which every field is told."""

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.support.province_lists import Duo, province

# Messages ---------------------------------------------------------------------------------------------------------------


@province([
    Duo("Rivoal Paul", "Cloarec Denis"), Duo("Le Gall Yves", "Le Gall Monique", "Bohars"), Duo("Bothorel Lucie", "Quémener Anne"),
])  # fmt: skip
def telegram_with_the_writer_above_each_message():
    return """Paul Rivoal, [12/11/2026 18:30]
Rivoal Paul et Cloarec Denis

Yves LG, [12/11/2026 18:44]
Le Gall Yves / Le Gall Monique (Bohars)

Odile Kerdraon, [12/11/2026 19:02]
Noté

Lucie, [13/11/2026 07:15]
Bothorel Lucie & Quémener Anne"""


@province([
    Duo("Chauveau Denis", "Chauveau Martine"), Duo("Proust Jean-Noël", "Guérineau Bernard"), Duo("Bobin Lise", "Texier Hélène"),
], others=1)  # fmt: skip
def forwarded_mail_with_a_disclaimer():
    return """---------- Forwarded message ---------
De : Amicale laïque <amicale@exemple.test>
Date: jeu. 12 nov. 2026 à 18:22
Subject: Fwd: belote
To: <belote@exemple.test>


Bonjour Josiane,

Voici nos équipes :
 - Chauveau Denis / Chauveau Martine
 - Proust Jean-Noël / Guérineau Bernard
 - Bobin Lise / Texier Hélène

Règlement par chèque sur place.

Cordialement,
--
Martine CHAUVEAU
Secrétaire de l'Amicale laïque
12 bis rue des Écoles - 79000 Niort
05 49 00 00 01 | amicale@exemple.test

Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires.
Toute utilisation non conforme est interdite.
P Pensez à l'environnement avant d'imprimer ce message
Sans virus. www.exemple.test"""


@province(
    [
        Duo("Chauveau Denis", "Chauveau Martine"),
        Duo("Proust Noël", "Guérineau Bernard"),
        Duo("Bobin Lise", "Texier Hélène"),
    ],
    others=1,
)
def thread_of_mails_with_quoted_registrations():
    return """Bien noté, à samedi !

Le jeu. 12 nov. 2026 à 18:22, Denis Chauveau <dc@exemple.test> a écrit :
> Bonsoir,
> Inscription de Chauveau Denis et Chauveau Martine svp
> Merci
>
> Le mer. 11 nov. 2026 à 09:10, Belote <belote@exemple.test> a écrit :
>> Réservation pour Proust Noël et Guérineau Bernard, merci
>> Merci d'inscrire Bobin Lise et Texier Hélène"""


# Words beside the names ---------------------------------------------------------------------------------------------------


@province([
    Duo("Roland Léa", "Petit Luc", "Nort"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"), Duo("Verdier Zoé", "Grisard Max"),
], away=[("Pothier Jean", "Pothier Lise"), ("Faure Rémi", "Faure Ève"), ("Morel Alain", "Morel Inès"), ("Colas Paul", "Colas Aline")])  # fmt: skip
def cancelled_since_when_and_why_behind_the_names():
    return """Roland Léa / Petit Luc (Nort)
Pothier Jean / Pothier Lise (annulé le 12)
Brunier Guy / Noiret Ida
Faure Rémi / Faure Ève (désistés hier)
Morel Alain / Morel Inès - annulé le 12/11
Blanchard Tom / Royer Anne
Colas Paul / Colas Aline (forfait, grippe)
Verdier Zoé / Grisard Max"""


@province([
    Duo("Roland Léa", "Petit Luc", remark="2 repas"), Duo("Brunier Guy", "Noiret Ida", remark="1 paella"), Duo("Blanchard Tom", "Royer Anne", remark="2 choucroutes"),
    Duo("Verdier Zoé", "Grisard Max", "Héric", remark="sans repas"),
])  # fmt: skip
def dishes_of_the_meal_behind_the_names():
    return """1) Roland Léa / Petit Luc - 2 repas
2) Brunier Guy / Noiret Ida (1 paella + 1 steak)
3) Blanchard Tom / Royer Anne (2 choucroutes)
4) Verdier Zoé / Grisard Max - Héric - sans repas"""


@province([
    Duo("Roland Léa", "Petit Luc", remark="Faure Luce"), Duo("Brunier Guy", "Noiret Ida", remark="Morel Jean"), Duo("Blanchard Tom", "Royer Anne"),
])  # fmt: skip
def a_substitute_named_in_brackets():
    return """1. Roland Léa / Petit Luc (remplaçante : Faure Luce)
2. Brunier Guy / Noiret Ida (rempl. Morel Jean)
3. Blanchard Tom / Royer Anne"""


@province([
    Duo("Roland Léa", "Petit Luc", "", "06 12 34 56 78"), Duo("Brunier Guy", "Noiret Ida", "", "06 12 34 56 80", "06 12 34 56 81"), Duo("Blanchard Tom", "Royer Anne", "", "06 12 34 56 82"),
])  # fmt: skip
def telephones_glued_to_the_names():
    return """Roland Léa0612345678 / Petit Luc
Brunier Guy06.12.34.56.80/Noiret Ida06.12.34.56.81
Tel0612345682 Blanchard Tom / Royer Anne"""


@province([
    Duo("Roland Léa dite Lélé", "Petit Luc dit le Chat"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"),
])  # fmt: skip
def called_otherwise():
    return """Roland Léa dite Lélé / Petit Luc dit le Chat
Brunier Guy / Noiret Ida
Blanchard Tom / Royer Anne"""


@province([
    Duo("Dupont père", "Dupont fils", ask=True), Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Jean Colas", "Madame Colas"),
], others=2)  # fmt: skip
def father_and_son_sisters_and_families():
    return """Dupont père et fils
Roland Léa / Petit Luc
Les sœurs Morel
Famille Blin (2)
Brunier Guy / Noiret Ida
Jean Colas et Madame"""


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida", ask=True), Duo("Blanchard Tom", "Royer Anne"), Duo("Verdier Zoé", "Grisard Max"),
    Duo("Colas Paul", "Faure Ève", ask=True), Duo("Morel Alain", "Pothier Jean"),
])  # fmt: skip
def two_teams_in_each_line():
    return """Roland Léa - Petit Luc // Brunier Guy - Noiret Ida
Blanchard Tom - Royer Anne // Verdier Zoé - Grisard Max
Colas Paul - Faure Ève // Morel Alain - Pothier Jean"""


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne", ask=True), Duo("Verdier Zoé", "Grisard Max", ask=True),
], others=1)  # fmt: skip
def two_teams_in_one_of_the_lines():
    return """1. Roland Léa / Petit Luc
2. Brunier Guy / Noiret Ida
3. Blanchard Tom / Royer Anne // Verdier Zoé / Grisard Max"""


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"),
], away=[("Verdier Zoé", "Grisard Max"), ("Colas Paul", "Faure Ève")])  # fmt: skip
def people_below_full():
    return """Belote du 28 novembre
1. Roland Léa / Petit Luc
2. Brunier Guy / Noiret Ida
3. Blanchard Tom / Royer Anne
*** COMPLET ***
4. Verdier Zoé / Grisard Max
5. Colas Paul / Faure Ève"""


@province([
    Duo("Roland Léa", "Petit Luc", "Nort"), Duo("Brunier Guy", "Noiret Ida", "Casson"), Duo("Blanchard Tom", "Royer Anne", "Nort"),
], away=[("Verdier Zoé", "Grisard Max"), ("Colas Paul", "Faure Ève")])  # fmt: skip
def people_below_full_in_a_table():
    return [
        ["CONCOURS COMPLET - 3 ÉQUIPES"], ["N°", "Joueur 1", "Joueur 2", "Commune"],
        [1, "Roland Léa", "Petit Luc", "Nort"], [2, "Brunier Guy", "Noiret Ida", "Casson"], [3, "Blanchard Tom", "Royer Anne", "Nort"],
        ["", "Complet : en cas de désistement"], ["", "Verdier Zoé", "Grisard Max", "Héric"], ["", "Colas Paul", "Faure Ève", "Nort"],
    ]  # fmt: skip


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"), Duo("Verdier Zoé", "Grisard Max"),
])  # fmt: skip
def bullets_of_a_word_processor():
    return """•\tÉquipes du club
o\tRoland Léa / Petit Luc
o\tBrunier Guy / Noiret Ida
§ Blanchard Tom / Royer Anne
Ø Verdier Zoé / Grisard Max"""


@province([
    Duo("Roland Léa", "Petit Luc", "Nort", remark="plaisir"), Duo("Brunier Guy", "Noiret Ida", "Casson", remark="deux repas"), Duo("Blanchard Tom", "Royer Anne", "Nort"),
])  # fmt: skip
def comments_that_begin_with_avec():
    return """Équipe;Commune;
Roland Léa / Petit Luc;Nort;Avec plaisir !
Brunier Guy / Noiret Ida;Casson;Avec deux repas
Blanchard Tom / Royer Anne;Nort;"""


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "", ask=True), Duo("Verdier Zoé", "", ask=True),
])  # fmt: skip
def with_pleasure_in_a_mail():
    return """Roland Léa / Petit Luc avec plaisir
Brunier Guy et Noiret Ida, avec le repas
Blanchard Tom avec grand plaisir
Verdier Zoé avec son mari"""


@province([
    Duo("Abgrall Yves", "Abgrall Annick"), Duo("Bothorel Lucie", "Bozec Jean"), Duo("Cariou Guy", "Calvez Ida"),
])  # fmt: skip
def letters_of_a_directory_above_the_teams():
    return """A
Abgrall Yves / Abgrall Annick
B
Bothorel Lucie / Bozec Jean
C
Cariou Guy / Calvez Ida
D
E"""


# Scans and copies ---------------------------------------------------------------------------------------------------------


@province([
    Duo("Roland Léa", "Petit Luc", tel2="06 12 34 56 78"), Duo("Brunier Guy", "Noiret Ida", tel2="06 12 34 56 80"), Duo("Blanchard Tom", "Royer Anne", tel2="06 10 34 50 82"),
    Duo("Verdier Zoé", "Grisard Max", tel2="07 12 34 56 84"),
])  # fmt: skip
def letters_that_a_scanner_read_for_figures():
    return """l. Roland Léa / Petit Luc 06 12 34 56 78
2. Brunier Guy / Noiret Ida O6 12 34 56 80
3. Blanchard Tom / Royer Anne 06 1O 34 5O 82
4. Verdier Zoé / Grisard Max 07 l2 34 56 84"""


# Money --------------------------------------------------------------------------------------------------------------------


@province([
    Duo("Roland Léa", "Petit Luc", paid=1400), Duo("Brunier Guy", "Noiret Ida", paid=1400), Duo("Blanchard Tom", "Royer Anne", paid=700), Duo("Verdier Zoé", "Grisard Max", paid=1400),
    Duo("Colas Paul", "Faure Ève", paid=False),
])  # fmt: skip
def sums_and_parts_in_the_column_of_payments():
    return """N°;Joueur 1;Joueur 2;Payé
1;Roland Léa;Petit Luc;7+7
2;Brunier Guy;Noiret Ida;2 x 7 €
3;Blanchard Tom;Royer Anne;7 (reste 7)
4;Verdier Zoé;Grisard Max;14 € chq
5;Colas Paul;Faure Ève;0/14"""


@province([
    Duo("Tremblay Réjean", "Tremblay Ginette", "Chicoutimi", "418-555-0123", paid=4000), Duo("Gagnon Normand", "Bouchard Lise", "Jonquière", "418-555-0124", paid=2000),
    Duo("Lavoie Marcel", "Côté Huguette", "La Baie", "418-555-0125", paid=False),
])  # fmt: skip
def quebec_with_dollars():
    return """Équipe;Joueur 1;Joueur 2;Municipalité;Cellulaire;Montant ($)
1;Tremblay Réjean;Tremblay Ginette;Chicoutimi;418-555-0123;40,00 $
2;Gagnon Normand;Bouchard Lise;Jonquière;418-555-0124;20 $
3;Lavoie Marcel;Côté Huguette;La Baie;418-555-0125;"""


@province([
    Duo("Roland Léa", "Petit Luc", paid=True), Duo("Brunier Guy", "Noiret Ida", paid=True), Duo("Blanchard Tom", "Royer Anne", paid=False), Duo("Verdier Zoé", "Grisard Max", paid=False),
])  # fmt: skip
def those_who_paid_below_one_title_the_others_below_another():
    return """ONT PAYÉ
Roland Léa / Petit Luc
Brunier Guy / Noiret Ida
N'ONT PAS PAYÉ
Blanchard Tom / Royer Anne
Verdier Zoé / Grisard Max"""


# Address books, forms, mails of programs -----------------------------------------------------------------------------------


@province([
    Duo("Léa Roland", "", tel="06 12 34 56 78", ask=True), Duo("Luc Petit", "", tel="06 12 34 56 79", ask=True), Duo("Ida Noiret", "", tel="06 12 34 56 80", ask=True),
])  # fmt: skip
def cards_of_an_address_book():
    return "\r\n".join(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nN:{last};{first};;;\r\nFN:{first} {last}\r\nTEL;TYPE=CELL:{tel}\r\nEND:VCARD"
        for last, first, tel in (("Roland", "Léa", "06 12 34 56 78"), ("Petit", "Luc", "06 12 34 56 79"), ("Noiret", "Ida", "06 12 34 56 80"))
    )  # fmt: skip


@province([
    Duo("Roland Léa", "Petit Luc", "Nort", "06 12 34 56 78"), Duo("Brunier Guy", "Noiret Ida", "Casson", "06 12 34 56 80"), Duo("Blanchard Tom", "Royer Anne", "Nort", "06 12 34 56 82"),
])  # fmt: skip
def who_plays_with_whom_in_other_words():
    return """Inscrit(e);Fait équipe avec;Habite à;Joignable au
Roland Léa;Petit Luc;Nort;06 12 34 56 78
Brunier Guy;Noiret Ida;Casson;06 12 34 56 80
Blanchard Tom;Royer Anne;Nort;06 12 34 56 82"""


# Workbooks ----------------------------------------------------------------------------------------------------------------


@province([
    Duo("Roland Léa", "Petit Luc", "Nort", paid=True), Duo("Brunier Guy", "Noiret Ida", "Casson", paid=False), Duo("Blanchard Tom", "Royer Anne", "Nort", paid=True),
])  # fmt: skip
def a_title_merged_over_the_two_cells_of_each_player():
    book = Workbook()
    sheet = book.active
    sheet.append(["N°", "Joueur 1", None, "Joueur 2", None, "Commune", "Payé"])
    for row in ([1, "Roland", "Léa", "Petit", "Luc", "Nort", "x"], [2, "Brunier", "Guy", "Noiret", "Ida", "Casson", None],
                [3, "Blanchard", "Tom", "Royer", "Anne", "Nort", "x"]):  # fmt: skip
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    return book


@province([
    Duo("Roland Léa", "Petit Luc", tel="06 12 34 56 78", tel2="06 12 34 56 79"), Duo("Brunier Guy", "Noiret Ida", tel="06 12 34 56 80", tel2="06 12 34 56 81"),
    Duo("Blanchard Tom", "Royer Anne", tel="06 12 34 56 82", tel2="06 12 34 56 83"),
])  # fmt: skip
def a_title_merged_over_the_two_players_and_over_their_telephones():
    book = Workbook()
    sheet = book.active
    sheet.append(["Équipe", "Noms et prénoms", None, "Téléphones", None])
    for row in ([1, "Roland Léa", "Petit Luc", "06 12 34 56 78", "06 12 34 56 79"], [2, "Brunier Guy", "Noiret Ida", "06 12 34 56 80", "06 12 34 56 81"],
                [3, "Blanchard Tom", "Royer Anne", "06 12 34 56 82", "06 12 34 56 83"]):  # fmt: skip
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    return book


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"), Duo("Colas Paul", "Faure Ève"),
], away=[("Verdier Zoé", "Grisard Max")])  # fmt: skip
def red_letters_are_those_who_cancelled():
    book = Workbook()
    sheet = book.active
    for row in (["En rouge : désistements"], ["N°", "Joueur 1", "Joueur 2"], [1, "Roland Léa", "Petit Luc"], [2, "Brunier Guy", "Noiret Ida"],
                [3, "Verdier Zoé", "Grisard Max"], [4, "Blanchard Tom", "Royer Anne"], [5, "Colas Paul", "Faure Ève"]):  # fmt: skip
        sheet.append(row)
    for cell in ("A5", "B5", "C5"):
        sheet[cell].font = Font(color="FFFF0000")
    return book


@province([
    Duo("Roland Léa", "Petit Luc"), Duo("Brunier Guy", "Noiret Ida"), Duo("Blanchard Tom", "Royer Anne"),
])  # fmt: skip
def the_hour_before_each_team():
    return """14h30 Roland Léa / Petit Luc
14h45 Brunier Guy / Noiret Ida
15:05 Blanchard Tom / Royer Anne"""
