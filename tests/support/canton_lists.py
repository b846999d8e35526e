"""More lists of which every field is told, written to see whether those before had taught the reading anything."""

from tests.support.province_lists import Duo, province
from tests.tournament.registration import import_files as files


@province(
    [Duo("Rigal Jean", "Rigal Ida"), Duo("Bru Odile", "Soulié Guy"), Duo("Costes Marc", "Calmels Ève")],
    once="two_lines",
)
def codes_with_a_bracket_below_a_title():
    return (
        "Belote du 12\nA1) Rigal Jean\nA2) Rigal Ida\nB1) Bru Odile\nB2) Soulié Guy\nC1) Costes Marc\nC2) Calmels Ève"
    )


@province(
    [
        Duo("BESSON Guy", "BESSON Line", "Feurs", paid=2000),
        Duo("FAYOLLE Max", "GRANGE Luc", "Boën", paid=2000),
        Duo("MATHEVET Rose", "POYET Ida", "Feurs", paid=1000),
    ]
)
def euros_before_and_behind_the_figures():
    return "NOM J1\tPRENOM J1\tNOM J2\tPRENOM J2\tVILLE\tRèglement\nBESSON\tGuy\tBESSON\tLine\tFeurs\t€20\nFAYOLLE\tMax\tGRANGE\tLuc\tBoën\t20 €\nMATHEVET\tRose\tPOYET\tIda\tFeurs\t10,00 EUR"


@province(
    [
        Duo("Cariou Yann", "Cariou Enora", "Crozon", "06 01 01 01 01"),
        Duo("Salaün Per", "Le Roux Anna", "Camaret", "06 01 01 01 02"),
        Duo("Gourmelon Job", "Bozec Lena", "Crozon", "06 01 01 01 03"),
    ]
)
def the_word_commune_before_the_commune():
    return "1. Cariou Yann / Cariou Enora – Commune : Crozon – Tél : 06 01 01 01 01\n2. Salaün Per / Le Roux Anna – Commune : Camaret – Tél : 06 01 01 01 02\n3. Gourmelon Job / Bozec Lena – Commune : Crozon – Tél : 06 01 01 01 03"


@province(
    [
        Duo("Mme Rousseau", "M. Rousseau", ask=True),
        Duo("Hardy Josette", "Lenoir Simone"),
        Duo("Gilles Roger", "Fichet Alain"),
    ]
)
def mmes_and_mm_before_two_people():
    return "N°;Equipe\n1;M. et Mme Rousseau\n2;Mmes Hardy Josette et Lenoir Simone\n3;MM. Gilles Roger et Fichet Alain"


@province(
    [
        Duo("Sanchez Paco", "Sanchez Rosa", "Béziers", "0467010203"),
        Duo("Rodriguez Manu", "Martinez Lola", "Sérignan", "0467010204"),
        Duo("Garcia José", "Lopez Inès", "Béziers", "0467010205"),
    ]
)
def titles_in_capitals_below_two_notes():
    return files.ods(
        (
            "Belote",
            [
                ["INSCRIPTIONS - NE PAS EFFACER"],
                ["dernière mise à jour : Rosa, mardi"],
                [],
                ["EQ.", "1er JOUEUR", "2ème JOUEUR", "TEL", "DE"],
                [1, "Sanchez Paco", "Sanchez Rosa", "0467010203", "Béziers"],
                [2, "Rodriguez Manu", "Martinez Lola", "0467010204", "Sérignan"],
                [3, "Garcia José", "Lopez Inès", "0467010205", "Béziers"],
            ],
        )
    )


@province(
    [Duo("Lemaire Paul", "Lemaire Yvette", remark=""), Duo("Dupuis Guy", "Carlier Rémi")],
    away=[("Leroy Max", "Leroy Ève")],
)
def forfait_behind_an_arrow():
    return "Lemaire Paul / Lemaire Yvette\nLeroy Max / Leroy Ève --> forfait\nDupuis Guy / Carlier Rémi"


@province(
    [
        Duo("Bauer Hans", "Klein Rosa", "Wissembourg", paid=True),
        Duo("Schneider Jo", "Weber Liesel", "Lauterbourg", paid=False),
    ]
)
def titles_of_alsace():
    return "Nr;Name 1;Name 2;Gemeinde;bez.\n1;Bauer Hans;Klein Rosa;Wissembourg;x\n2;Schneider Jo;Weber Liesel;Lauterbourg;"


@province(
    [Duo("Barre Luc", "Barre Léa", "Yzeure", paid=1400), Duo("Petit Guy", "Petit Zoé", "Moulins", paid=1400)], others=1
)
def signatures_below_a_sum():
    return "Joueurs;Ville;Somme\nBarre Luc et Barre Léa;Yzeure;14\nPetit Guy et Petit Zoé;Moulins;14\n;;\nArrêté à la somme de 28 euros;;\nLe trésorier, J. Blanc;;\nVu, le président;;"


@province(
    [
        Duo("Gay Alain", "Gay Mireille", "Gap", "06 09 09 09 01"),
        Duo("Blanc Odile", "Roux Ida", "Veynes", "06 09 09 09 02"),
        Duo("Jean Paul", "Marie Claude", "Gap", "06 09 09 09 03"),
    ]
)
def first_name_and_name_of_the_partner_of_a_form():
    return 'Horodateur,Prénom,Nom,Tel,Ville,"Avec un partenaire ?","Son prénom","Son nom"\n2026/11/01 10:00,Alain,Gay,06 09 09 09 01,Gap,Oui,Mireille,Gay\n2026/11/01 11:00,Odile,Blanc,06 09 09 09 02,Veynes,Oui,Ida,Roux\n2026/11/01 12:00,Paul,Jean,06 09 09 09 03,Gap,Oui,Claude,Marie'


@province(
    [
        Duo("Leduc Paul", "Leduc Anne", "Flers"),
        Duo("Marie Guy", "Jouin Luc", "Athis"),
        Duo("Onfroy Rose", "Prunier Ida", "Flers"),
    ]
)
def numbers_with_a_dot_in_a_column():
    return "1.\tLeduc Paul\tLeduc Anne\tFlers\n2.\tMarie Guy\tJouin Luc\tAthis\n3.\tOnfroy Rose\tPrunier Ida\tFlers\n4.\n5.\n"


@province(
    [Duo("Sire Paul", "Sire Léa", "Blois"), Duo("Venot Guy", "Boulay Ida", "Mer")],
    away=[("Touchard Luc", "Touchard Ève")],
)
def letters_of_the_waiting_list_in_the_column_of_numbers():
    return [
        ["N°", "Équipe", "Commune"],
        [31, "Sire Paul / Sire Léa", "Blois"],
        [32, "Venot Guy / Boulay Ida", "Mer"],
        ["LA 1", "Touchard Luc / Touchard Ève", "Mer"],
    ]


@province(
    [
        Duo("Cornu Jean", "Cornu Léa", "70000 Vesoul", "0384010101"),
        Duo("Tisserand Guy", "Humbert Ida", "70200 Lure", "0384010102"),
    ]
)
def postcode_and_commune_in_one_column():
    return "Nom joueur 1;Nom joueur 2;Adresse;CP Ville;Tél.\nCornu Jean;Cornu Léa;3 rue Haute;70000 Vesoul;0384010101\nTisserand Guy;Humbert Ida;8 place du Lavoir;70200 Lure;0384010102"


@province(
    [Duo("Faivre Jean", "Faivre Rosa", "Salins", remark="végétariens"), Duo("Mougin Guy", "Billot Ida", "Arc")],
    away=[("Perret Luc", "Perret Zoé")],
)
def why_they_do_not_come_in_a_remark():
    return (
        "Joueur 1;Joueur 2;Ville;Remarques\nFaivre Jean;Faivre Rosa;Salins;végétariens\n"
        "Perret Luc;Perret Zoé;Arc;ne viennent plus (grippe)\nMougin Guy;Billot Ida;Arc;"
    )


@province(
    [Duo("Vasseur Guy", "Vasseur Rose", "Arras"), Duo("Delcourt Max", "Lenglet Ida", "Bapaume")],
    away=[("Hermant Luc", "Hermant Zoé")],
)
def a_key_of_signs_above_the_titles():
    return (
        "Légende : X = annulé\n;Joueur 1;Joueur 2;Commune;Annulé\n1;Vasseur Guy;Vasseur Rose;Arras;\n"
        "2;Hermant Luc;Hermant Zoé;Arras;X\n3;Delcourt Max;Lenglet Ida;Bapaume;"
    )


@province(
    [Duo("Simonet Jean", "Simonet Ida", "Autun", paid=True), Duo("Gagey Guy", "Perrin Zoé", "Épinac", paid=False)]
)
def titles_of_players_of_both_sexes():
    return (
        "Équipe\tJoueur·se 1\tJoueur·se 2\tCommune\tPayé ✔\n1\tSimonet Jean\tSimonet Ida\tAutun\tTRUE\n"
        "2\tGagey Guy\tPerrin Zoé\tÉpinac\tFALSE"
    )
