"""Books as other programs export them, entered among the untidy lists; those of text alone are in text_lists.toml."""

from openpyxl import Workbook

from tests.support.untidy_lists import untidy


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
