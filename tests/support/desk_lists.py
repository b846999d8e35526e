"""Lists as they lie on the desk of a secretary: sums that are due, titles over two lines, teams counted in words, names of
other countries, each written before anybody looked at the reader.
"""

from openpyxl import Workbook

from tests.support.province_lists import Duo, province
from tests.support.untidy_lists import untidy


@province([Duo("Carle Rémi", "Carle Inès", paid=False), Duo("Lopez Guy", "Simon Luc", paid=False)])
def a_sum_that_is_due():
    return "Joueur 1;Joueur 2;Montant dû\nCarle Rémi;Carle Inès;20\nLopez Guy;Simon Luc;20"


@province([Duo("Carle Rémi", "Carle Inès", paid=False), Duo("Lopez Guy", "Simon Luc", paid=False)])
def a_sum_to_be_paid_at_the_door():
    return (
        "Nom;Prénom;Partenaire;Montant à régler sur place\nCarle;Rémi;Carle Inès;20,00 €\nLopez;Guy;Simon Luc;20,00 €"
    )


@province([Duo("Carle Rémi", "Carle Inès", paid=False), Duo("Lopez Guy", "Simon Luc", paid=True)])
def meals_and_the_game_paid_apart():
    return "Joueur 1;Joueur 2;Repas payé;Belote payée\nCarle Rémi;Carle Inès;oui;non\nLopez Guy;Simon Luc;non;oui"


@province(
    [Duo("BÉROT Marc", "DUFAUR Line", "Ger", paid=2000), Duo("DE GUIRAUD Paul", "LE FLOCH Yann", "Pontacq", paid=False)]
)
def commune_and_payment_behind_titles_of_two_lines():
    book = Workbook()
    sheet = book.active
    for row in (
        ["", "JOUEUR 1", "", "JOUEUR 2", "", "", ""],
        ["N°", "Nom", "Prénom", "Nom", "Prénom", "Localité", "Encaissé"],
        [1, "BÉROT", "Marc", "DUFAUR", "Line", "Ger", 20],
        [2, "DE GUIRAUD", "Paul", "LE FLOCH", "Yann", "Pontacq", 0],
    ):
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    return book


@province([Duo("Dubreuil Catherine", "Dubreuil Stéphane"), Duo("Maréchal Luc", "Rigal Corinne"), Duo("de Fontenay Arnaud", "Lévêque Ilan")])  # fmt: skip
def commas_within_and_semicolons_between():
    return (
        "Dubreuil, Catherine ; Dubreuil, Stéphane\nMaréchal, Luc ; Rigal, Corinne\nde Fontenay, Arnaud ; Lévêque, Ilan"
    )


@province(
    [Duo("Lassalle Jean", "Lassalle Anne", tel="0600000001"), Duo("Boyer Gaspard", "Neveu Luc", tel="0600000002")],
    once="line_unclear",
)
def commas_within_a_cell_of_two():
    return '"Équipe","Joueurs","Téléphone"\n"1","Lassalle, Jean et Lassalle, Anne","06 00 00 00 01"\n"2","Boyer, Gaspard et Neveu, Luc","06 00 00 00 02"'


@province([Duo("Carle Rémi", "Carle Inès"), Duo("Morin Max", "Fabre Zoé")], others=3)
def what_is_shouted_or_no_person_behind_a_title():
    return "Carle Rémi / Carle Inès\nLopez Guy / Simon Luc NE JOUE PAS\nMorin Max / Fabre Zoé\nM. le Maire / Mme la Présidente"


@province([Duo("Riou Fabrice", ask=True), Duo("Hervouet Nina", ask=True), Duo("Roux Léa", "Petit Luc")])
def a_partner_to_be_found_is_no_commune():
    return "Riou Fabrice, partenaire à trouver\nHervouet Nina - à définir\nRoux Léa - Petit Luc"


@province([Duo("Carle Rémi", name="Les Rois", ask=True), Duo("Lopez Guy", name="Les As", ask=True)])
def captains_alone_with_the_names_of_their_teams():
    return "Équipe;Nom capitaine;Prénom capitaine;Nb joueurs\nLes Rois;Carle;Rémi;2\nLes As;Lopez;Guy;2"


@province([Duo("Soulé Marcel", "Dubarry Noël", "Lourdes"), Duo("Pène Josette", "Abadie Christiane", "Argelès-Gazost"), Duo("Vergès Patrice", "Lacoste Bruno", "Bagnères"), Duo("Tisné Hubert", "Caussade Fabien", "Nay")])  # fmt: skip
def pages_of_a_document():
    return """\
Liste des équipes inscrites          Page 1/2
1   SOULÉ Marcel       DUBARRY Noël        Lourdes
2   PÈNE Josette       ABADIE Christiane   Argelès-Gazost
3   VERGÈS Patrice     LACOSTE Bruno       Bagnères
Liste des équipes inscrites          Page 2/2
4   TISNÉ Hubert       CAUSSADE Fabien     Nay"""


@province([Duo("Jacques Brun", "Paul Roche"), Duo("Lise Colin", "Rose Mallet"), Duo("Lalanne Ida", "Pujo Rose"), Duo("Launay Éric", "Launay Sophie")])  # fmt: skip
def teams_counted_in_words():
    return "Équipe une : Jacques Brun et Paul Roche\nÉquipe deux : Lise Colin et Rose Mallet\n3ème équipe : Lalanne Ida – Pujo Rose\nDoublette 4 : LAUNAY Éric, LAUNAY Sophie"


@province(
    [Duo("Axel Barraud", "Boris Chanson"), Duo("Coralie Dupré", "Diane Etcheto"), Duo("Elsa Figeac", "Farid Guerni")]
)
def the_day_of_registration_before_the_names():
    return "Équipe inscrite le 12/01 : Axel Barraud & Boris Chanson\nÉquipe inscrite le 13/01 : Coralie Dupré & Diane Etcheto\nÉquipe inscrite le 15/01 : Elsa Figeac & Farid Guerni"


@province(
    [Duo("Guérin Sacha", "Henry Nathan"), Duo("Imbert Robin", "Joly Clément"), Duo("Klein Valentin", "Leduc Adrien")]
)
def letters_before_the_teams():
    return "A\tGuérin Sacha\tHenry Nathan\nB\tImbert Robin\tJoly Clément\nC\tKlein Valentin\tLeduc Adrien"


@province(
    [Duo("Chloé Ferrand", "Hugo Besson", tel="0655443322"), Duo("Aymeric Leclerc", "Victor Pons", tel="0655443323")]
)
def an_address_in_the_line():
    return (
        "Chloé Ferrand / Hugo Besson, chloe.f@exemple.test, 06-55-44-33-22\nAymeric Leclerc / Victor Pons, 0655443323"
    )


@province([Duo("François L'Henoret", "Benoît Maëc"), Duo("Guy d'Aboville", "Joël Nic")])
def letters_as_a_web_page_writes_them():
    return "Joueur 1;Joueur 2\nFran&ccedil;ois L&#39;Henoret;Beno&icirc;t Ma&euml;c\nGuy d&#x27;Aboville;Jo&euml;l Nic"


@province([Duo("Dufour Denis", "Duprat Léa", paid=2000), Duo("Camus Ginette", "Lamy Jo", paid=False)])
def paid_behind_the_sum():
    return "Dufour Denis / Duprat Léa 20€ payé\nCamus Ginette / Lamy Jo à payer"


@province([Duo("Meyer Bernard", "Weber Astrid"), Duo("Schneider Fritz", "Muller Liesel")])
def a_regular_player_a_partner_and_who_stands_by():
    return "\tTitulaire\tPartenaire\tRemplaçant\n1\tMeyer Bernard\tWeber Astrid\tKlein Jos\n2\tSchneider Fritz\tMuller Liesel\t"


@province([Duo("Fabre Zoé", "Lopez Guy", "Azereix"), Duo("Carle Inès", "Carle Rémi", "Ibos")])
def ladies_and_gentlemen():
    return "Dames;Messieurs;Village\nCarle Inès;Carle Rémi;Ibos\nFabre Zoé;Lopez Guy;Azereix"


@province(
    [
        Duo("Etxeberria Amaia", "Goikoetxea Unai"),
        Duo("Ibarra Xabi", "Arrieta Ainhoa"),
        Duo("Kowalczyk Zofia", "da Silva Rui"),
    ]
)
def given_names_of_other_countries():
    return "Etxeberria Amaia - Goikoetxea Unai\nIbarra Xabi - Arrieta Ainhoa\nKowalczyk Zofia - da Silva Rui"


@province([Duo("Labat J.-Pierre", "Labat Christiane"), Duo("Dutour Régis", "Capdeville Marlène")])
def two_teams_in_one_message():
    return (
        "Bonsoir c Thierry. Equipes de Vic : Labat J.-Pierre / Labat Christiane, Dutour Régis / Capdeville Marlène. A+"
    )


@untidy(singles=True, right=[("Lassalle Ginette",), ("Lassalle Roger",), ("de Oliveira Maria",)])
def tickets_of_whom_nobody_has_come_yet():
    return "Numéro ticket;Nom;Prénom;Commande;Paiement;Présent\nA1-001;Lassalle;Ginette;B99;10.00;Non\nA1-002;Lassalle;Roger;B99;10.00;Non\nA1-003;de Oliveira;Maria;B100;10.00;Non"


@untidy(singles=True, right=[("Roger Hau",), ("Denise Hau",), ("Ahmed Ould Cheikh",)])
def three_names_where_nobody_has_a_commune():
    return "Voici mes inscrits :\n- Roger Hau\n- Denise Hau\n- Ahmed Ould Cheikh\nMerci"
