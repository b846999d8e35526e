"""Untidy lists: what clubs hold on the eve of a concours, the first half written before anybody looked at the reader.

Each is a whole book or text with its own disorder (notes, totals, merges, sections, two tables side by side), and what is
right for it. Where nobody could know without asking, the list says so.
"""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from openpyxl import Workbook

from tests.tournament.registration import import_files as files

PAIRS = [
    ("Brivel Julie", "Cadoux Carlo"),
    ("Delmot Fabien", "Ervan Patricia"),
    ("Fauvel Noé", "Garrel Zoé"),
    ("Hostel Gilles", "Ivrard Élodie"),
    ("Jolvet Marc", "Kerdal Luc"),
    ("Lamblet Odile", "Morvel Yann"),
]
PEOPLE = [who for pair in PAIRS for who in pair]
PLACES = ["Bray", "Candé", "Viry", "Nort", "Bray", "Saint-Pélin"]


@dataclass(frozen=True)
class Untidy:
    """An untidy list: its bytes, whether a line is one person, the people of each team, and whether one may be asked."""

    name: str
    data: bytes
    singles: bool
    right: list[tuple[str, ...]]
    may_ask: bool


UNTIDY: dict[str, Callable[[], Untidy]] = {}


def untidy(*, singles: bool = False, right: Iterable[tuple[str, ...]] = tuple(PAIRS), may_ask: bool = False):
    """Enter a list under the name of its function, which returns bytes, rows or a text."""

    def enter(make):
        def made() -> Untidy:
            data = make()
            if isinstance(data, str):
                data = data.encode()
            elif isinstance(data, list):
                data = files.workbook(*data)
            elif isinstance(data, Workbook):
                data = files.saved(data)
            return Untidy(make.__name__, data, singles, list(right), may_ask)

        UNTIDY[make.__name__] = made
        return make

    return enter


def _enter_texts() -> None:
    for name, made in tomllib.loads(Path(__file__).with_name("text_lists.toml").read_text("utf-8")).items():
        right = [tuple(team.split(" + ")) for team in made["right"]]
        singles, may_ask = made.get("singles", False), made.get("may_ask", False)
        UNTIDY[name] = partial(Untidy, name, made["text"].encode(), singles, right, may_ask)


_enter_texts()


def phone(n: int) -> str:
    return f"06 12 34 5{n} {n}7"


def halves(who: str) -> tuple[str, str]:
    """Return the family name and the first name of *who*."""
    last, first = who.rsplit(" ", 1)
    return last, first


def turned(who: str) -> str:
    last, first = halves(who)
    return f"{first} {last}"


def capitals(who: str) -> str:
    """Return *who* as many clubs write it, the family name in capitals."""
    last, first = halves(who)
    return f"{last.upper()} {first}"


@untidy()
def helloasso_partner_in_a_field():
    rows = [["Référence commande", "Date de la commande", "Statut de la commande", "Nom participant", "Prénom participant",
             "Nom payeur", "Prénom payeur", "Email payeur", "Raison sociale", "Moyen de paiement", "Tarif", "Montant tarif",
             "Nom et prénom de votre coéquipier"]]  # fmt: skip
    for n, (one, two) in enumerate(PAIRS):
        last, first = halves(one)
        rows.append([f"9912{n}045", f"0{n + 1}/11/2026 21:0{n}", "Validé", last.upper(), first, last.upper(), first,
                     f"{first.lower()}@exemple.test", "", "Carte bancaire", "Équipe belote", "24,00", two])  # fmt: skip
    return "\n".join(";".join(row) for row in rows)


@untidy(right=[*PAIRS[:4], PAIRS[5]], may_ask=True)
def weezevent_with_one_cancelled():
    rows = [["N° billet", "Tarif", "Nom", "Prénom", "E-mail", "Date d'achat", "État", "N° de commande", "Acheteur nom",
             "Acheteur prénom", "Contrôlé"]]  # fmt: skip
    for n, pair in enumerate(PAIRS):
        for k, who in enumerate(pair):
            last, first = halves(who)
            rows.append([f"W10{n}{k}", "Doublette", last, first, f"{first.lower()}@exemple.test", f"0{n + 1}/10/2026",
                         "Annulé" if n == 4 else "Payé", f"C55{n}", *halves(pair[0]), "Non"])  # fmt: skip
    return "\n".join(";".join(row) for row in rows)


@untidy(right=[*PAIRS[:3], (PAIRS[3][0],), *PAIRS[4:]], may_ask=True)
def form_with_one_alone():
    rows = [["Horodateur", "Adresse e-mail", "Nom", "Prénom", "Je viens…", "Si en équipe, nom et prénom du partenaire",
             "Une remarque ?"]]  # fmt: skip
    for n, (one, two) in enumerate(PAIRS):
        last, first = halves(one)
        rows.append([f"1{n}/11/2026 09:4{n}:12", f"{first.lower()}@exemple.test", last, first,
                     "Seul(e)" if n == 3 else "En équipe", "" if n == 3 else two,
                     "Merci pour l'organisation, à samedi !" if n == 1 else ""])  # fmt: skip
    return rows


@untidy(may_ask=True)
def message_of_a_telephone():
    lines = ["Bonsoir à tous, voici la liste pour samedi 🃏", ""]
    lines += [f"{n}) {one} - {two} ✅" for n, (one, two) in enumerate(PAIRS, 1)]
    return "\n".join(lines)


@untidy(right=[("Brivel", "Cadoux-Lemon"), ("Delmot", "Ervan"), ("Fauvel", "Le Garvel"), ("Hostel", "Ivrard")])
def numbered_family_names():
    return "1. Brivel / Cadoux-Lemon\n2. Delmot / Ervan\n3. Fauvel / Le Garvel\n4. Hostel / Ivrard\n"


@untidy(may_ask=True)
def notes_above_and_totals_below():
    rows = [["AMICALE DE BRAY - BELOTE"], ["Samedi 28 novembre, 20 h, salle des fêtes"], ["12 € par équipe", "", "", "Responsable :", "Gilles"],
            [], ["N°", "Joueur 1", "Joueur 2", "Commune", "Payé", "Mode"]]  # fmt: skip
    rows += [
        [n, one, two, place, 12, "chq" if n % 2 else "esp"]
        for n, ((one, two), place) in enumerate(zip(PAIRS, PLACES, strict=True), 1)
    ]
    return [*rows, ["", "", "TOTAL", "", 72, ""], ["", "", "dont chèques", "", 36, ""]]


@untidy(may_ask=True)
def two_tables_side_by_side():
    rows: list[list[object]] = [["N°", "Joueur 1", "Joueur 2", None, "N°", "Joueur 1", "Joueur 2"]]
    for n in range(3):
        rows.append([n + 1, *PAIRS[n], None, n + 4, *PAIRS[n + 3]])
    return rows


@untidy()
def a_book_with_accounts_and_prizes():
    book = Workbook()
    book.active.title = "Comptes"
    for row in (["Recettes", "Montant"], ["Inscriptions", 72], ["Buvette", 143.5], ["Dépenses", ""], ["Lots", -60]):
        book.active.append(row)
    teams = book.create_sheet("Inscriptions 28-11")
    for row in (["Équipe", "Joueur A", "Joueur B", "Tél"], *([n, *pair, phone(n)] for n, pair in enumerate(PAIRS, 1))):
        teams.append(row)
    prizes = book.create_sheet("Lots")
    for row in (["Place", "Lot", "Donateur"], [1, "Jambon", "Boucherie Morvel"], [2, "Panier garni", "Épicerie"]):
        prizes.append(row)
    return book


@untidy(may_ask=True)
def one_person_a_row_merged_by_team():
    book = Workbook()
    sheet = book.active
    sheet.append(["Équipe", "Nom", "Prénom", "Commune", "Payé"])
    for n, (pair, place) in enumerate(zip(PAIRS, PLACES, strict=True)):
        for k, who in enumerate(pair):
            sheet.append([n + 1 if not k else None, *halves(who), place if not k else None, "oui" if not k else None])
        for column in "ADE":
            sheet.merge_cells(f"{column}{2 + 2 * n}:{column}{3 + 2 * n}")
    return book


@untidy(right=[pair for n, pair in enumerate(PAIRS) if n not in (2, 4)], may_ask=True)
def cancelled_rows_hidden():
    book = Workbook()
    book.active.append(["N°", "Joueur 1", "Joueur 2", "Téléphone"])
    for n, pair in enumerate(PAIRS, 1):
        book.active.append([n, *pair, phone(n)])
    book.active.row_dimensions[4].hidden = True
    book.active.row_dimensions[6].hidden = True
    return book


@untidy()
def heading_of_two_rows():
    book = Workbook()
    sheet = book.active
    sheet.append(["N°", "Joueur 1", None, "Joueur 2", None, "Règlement"])
    sheet.append([None, "Nom", "Prénom", "Nom", "Prénom", None])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    for n, (one, two) in enumerate(PAIRS, 1):
        sheet.append([n, *halves(one), *halves(two), "ok" if n % 2 else None])
    return book


@untidy()
def columns_in_a_strange_order():
    rows = [["Tél.", "Réglé le", "Ville", "2ème joueur", "1er joueur", "Mail de contact"]]
    rows += [
        [phone(n), f"{n + 10}/11", place, two, one, f"{halves(one)[1].lower()}@exemple.test"]
        for n, ((one, two), place) in enumerate(zip(PAIRS, PLACES, strict=True))
    ]
    return "\n".join("\t".join(row) for row in rows)


@untidy()
def ampersand_and_method_of_payment():
    rows = [["INSCRITS", "Règlement"]]
    for n, (one, two) in enumerate(PAIRS):
        (last1, first1), (last2, first2) = halves(one), halves(two)
        rows.append([f"{last1.upper()} {first1} & {last2.upper()} {first2}", "chèque" if n % 2 else "espèces"])
    return rows


@untidy()
def licence_of_each_player():
    rows = [["Club", "Licence 1", "Nom 1", "Prénom 1", "Licence 2", "Nom 2", "Prénom 2"]]
    rows += [
        [f"AS {place}", f"0442{n}187", *halves(one), f"0442{n}912", *halves(two)]
        for n, ((one, two), place) in enumerate(zip(PAIRS, PLACES, strict=True))
    ]
    return "\n".join(",".join(row) for row in rows)


@untidy(
    right=[("Brivel Julie", "Brivel Carlo"), ("Delmot Fabien", "Delmot Patricia"), ("Fauvel Noé", "Fauvel Zoé")],
    may_ask=True,
)
def couples_with_one_family_name():
    return [["Équipes", "Village"], ["Julie et Carlo BRIVEL", "Bray"], ["Fabien et Patricia DELMOT", "Viry"],
            ["Noé et Zoé FAUVEL", "Nort"]]  # fmt: skip


@untidy(singles=True, right=[(who,) for who in PEOPLE])
def nickname_between_the_names():
    rows = [["Prénom", "Surnom", "Nom", "Présent"]]
    return [*rows, *([halves(who)[1], nick, halves(who)[0], "x" if n % 3 else ""] for n, (who, nick) in enumerate(
        zip(PEOPLE, ["Juju", "Le Chat", "Fafa", "", "Nono", "", "Gillou", "Lolo", "", "Lucky", "", "Yaya"], strict=True)))]  # fmt: skip


@untidy(may_ask=True)
def sections_by_club():
    rows: list[list[object]] = [["Joueur 1", "Joueur 2", "Table de repas"]]
    for n, pair in enumerate(PAIRS):
        if n % 2 == 0:
            rows += [[], [("Club de Bray", "Amis de Candé", "Sans club")[n // 2]]]
        rows.append([*pair, n % 3 + 1])
    return rows


@untidy(singles=True, right=[(who,) for who in PEOPLE])
def polish_form():
    rows = [["Sygnatura czasowa", "Imię", "Nazwisko", "Miejscowość", "Numer telefonu", "Opłacone"]]
    return [*rows, *([f"2026-11-{n + 1:02} 18:20", *reversed(halves(who)), "Bray", phone(n % 10), "tak" if n % 2 else "nie"]
                     for n, who in enumerate(PEOPLE))]  # fmt: skip


@untidy()
def italian_pairs():
    rows = [["Coppia", "Giocatore 1", "Giocatore 2", "Comune", "Pagato"]]
    return [
        *rows,
        *([str(n), *pair, place, "sì"] for n, (pair, place) in enumerate(zip(PAIRS, PLACES, strict=True), 1)),
    ]


@untidy()
def pasted_from_a_word_table():
    return "\n".join(
        f"Équipe {n}\t{one}\t{two}\t{'payé' if n % 2 else 'doit'}" for n, (one, two) in enumerate(PAIRS, 1)
    )


@untidy()
def money_after_each_name():
    rows = [["Équipe n°", "Nom prénom (1)", "€", "Nom prénom (2)", "€", "Encaissé par", "Le"]]
    return [*rows, *([n, one, 6, two, 6, "Gilles", f"{n}-nov"] for n, (one, two) in enumerate(PAIRS, 1))]


@untidy(right=PAIRS[:4], may_ask=True)
def waiting_list_below():
    rows: list[list[object]] = [["N°", "Joueur 1", "Joueur 2"]]
    rows += [[n, *pair] for n, pair in enumerate(PAIRS[:4], 1)]
    return [*rows, [], ["LISTE D'ATTENTE"], *([n, *pair] for n, pair in enumerate(PAIRS[4:], 1))]


@untidy()
def ticks_and_meals():
    rows = [["Nom - Prénom", "Nom - Prénom", "Présents", "Repas", "Apéro", "Enfants -12 ans"]]
    return [*rows, *([*pair, "✓" if n % 2 else "✗", 2, 2 if n % 2 else "", 0] for n, pair in enumerate(PAIRS))]


@untidy(right=[], may_ask=True)
def three_a_team():
    rows = [["Équipe", "Joueur 1", "Joueur 2", "Joueur 3"]]
    return [*rows, *([f"Les {word}", *PEOPLE[n * 3 : n * 3 + 3]] for n, word in enumerate(("As", "Rois", "Valets")))]


@untidy(singles=True, right=[(who,) for who in PEOPLE])
def sums_and_a_count_of_meals_at_the_right():
    rows: list[list[object]] = [["Participant", "Prix", "", "", "Repas", "Nombre"]]
    for n, who in enumerate(PEOPLE):
        rows.append([who, 8, "", "", *((("Poulet", 7), ("Poisson", 4), ("Végétarien", 1))[n] if n < 3 else ("", ""))])
    return [*rows, ["", "=SUM(B2:B13)"]]


# Shapes of lists that a school, a club or a federation made. -----------------------------------------------------------

FOUR = [(who,) for who in PEOPLE[:4]]


@untidy(right=[PAIRS[0]], may_ask=True)
def tickets_of_which_one_is_refunded():
    rows = [["Numéro de billet", "Référence commande", "Date de la commande", "Statut de la commande", "Nom participant",
             "Prénom participant", "Nom payeur", "Prénom payeur", "Email payeur", "Téléphone payeur", "Moyen de paiement", "Billet",
             "Tarif", "Montant tarif", "Code Promo", "Montant code promo", "Date de naissance", "N° de téléphone", "Repas",
             "Montant Repas"]]  # fmt: skip
    for n, who in enumerate(PEOPLE[:4]):
        payer = halves(PEOPLE[n - n % 2])
        rows.append([f"91000000{n}", f"8100000{n // 2}", "03/11/2026 20:14", "Remboursé" if n == 3 else "Validé", *halves(who), *payer,
                     "a@exemple.test", "0600000001", "Carte bancaire", "Voir", "Doublette", "20,00", "", "", "14/02/1961",
                     f"060000000{n}", "Oui", "12,00"])  # fmt: skip
    return "\n".join(";".join(row) for row in rows)


def school() -> str:
    titles = ("Nom,Prénom,ID,Promo Entrante,Email Centrale,Numéro de téléphone,Droit à l'image,Tarif cotisation,Date Adhésion,"
              "Durée Adhésion (Année),Date Fin Adhésion,Actuellement Adherent,Charte Signee")  # fmt: skip
    return "\n".join([titles, *(
        f"{halves(who)[0].upper()},{halves(who)[1].upper()},{who[:6].lower()},2019,e{n}@exemple.test,06 00 00 00 0{n},Oui,118,"
        f"2019-08-30,5,2024-08-31,Non,{('Oui', 'Non')[n % 2]}" for n, who in enumerate(PEOPLE[:4]))])  # fmt: skip


@untidy(singles=True, right=FOUR)
def members_of_a_school_one_by_one():
    return school()


@untidy(right=FOUR, may_ask=True)
def members_of_a_school_in_pairs():
    return school()


@untidy(singles=True, right=FOUR[:2])
def form_under_a_note_with_a_filter():
    book = Workbook()
    sheet = book.active
    sheet.append([None, "SI VOUS APPLIQUEZ UN FILTRE, MERCI DE LE REINITIALISER APRES ! :)"])
    sheet.append(["Métier", "Prénom", "Nom de famille", "Date présélection", "Présélection", "Langue", "Genre", "Date de naissance",
                  "Code postal + localité", "Statut", "Alternance", "Autre", "Nom de l'établissement", "Nom entreprise"])  # fmt: skip
    for last, first in map(halves, PEOPLE[:4]):
        sheet.append(["Administration des réseaux", first, last, "2024-03-18", None, "Français", "Masculin", "2006-02-19",
                      "1070 Bray", "Secondaire", None, None, "INSTITUT\nPays : Belgique", None])  # fmt: skip
    sheet.auto_filter.ref = "A2:N6"
    sheet.row_dimensions[5].hidden = sheet.row_dimensions[6].hidden = True
    return book


def licensed() -> str:
    return "\n".join(["DATE,Dep,NOM,Civilité,CLUB,Saison,CATEGORIE,AGE,LICENCE,Simple/double", *(
        f"07/01/2026,038,{who.upper()},{'MF'[n % 2]},SUD VALLON CYCLISME,2026,2e,Adulte 50/59 ans,0389000000{n},UFO"
        for n, who in enumerate(PEOPLE[:4]))])  # fmt: skip


@untidy(singles=True, right=FOUR)
def licences_one_by_one():
    return licensed()


@untidy(right=FOUR, may_ask=True)
def licences_in_pairs():
    return licensed()


def naming_partners(own: str, partner: str, mark: Callable[[int], str]) -> list[list[str]]:
    """Rows of one person each, shuffled, in which the first of each pair, or both, name the other by a mark."""
    rows = [
        [*halves(who), mark(n), mark(n ^ 1) if n % 4 < 3 else ""]
        for n, who in sorted(enumerate(PEOPLE), key=lambda line: line[0] * 5 % 12)
    ]
    return [["Nom", "Prénom", own, partner], *rows]


@untidy(may_ask=True)
def partners_named_by_their_licence():
    return naming_partners("N° de licence", "Licence du partenaire", lambda n: f"0442{n:03}")


@untidy(may_ask=True)
def partners_named_by_their_mail():
    return naming_partners("Adresse e-mail", "Mail de votre coéquipier", lambda n: f"{'abcdefghijkl'[n]}@exemple.test")


@untidy(may_ask=True)
def partners_named_by_their_telephone():
    return naming_partners("Tél.", "Téléphone du partenaire", lambda n: f"06 12 34 {n + 40} {n + 17}")


def race() -> str:
    return "\n".join([",DATE,JEUNE,FEMME,COUREUR,RANG,NOM,CLUB,CAT", *(
        f"{n},2023-01-01,False,{n == 2},-1,0{n + 1},{who.upper()},CHABLET SPORT,UFOLEP 1" for n, who in enumerate(PEOPLE[:4]))])  # fmt: skip


@untidy(singles=True, right=FOUR)
def results_of_a_race_one_by_one():
    return race()


@untidy(right=FOUR, may_ask=True)
def results_of_a_race_in_pairs():
    return race()


def shop() -> str:
    return "\n".join(['"First Name","Last Name","Name on attendee list","Company Name","Country"', *(
        f'"{halves(who)[1]}","{halves(who)[0]}","Yes","{("", "Zeta Ltd")[n % 2]}","Italy"' for n, who in enumerate(PEOPLE[:4]))])  # fmt: skip


@untidy(singles=True, right=FOUR)
def english_shop_one_by_one():
    return shop()


@untidy(right=FOUR, may_ask=True)
def english_shop_in_pairs():
    return shop()


@untidy(right=FOUR, may_ask=True)
def code_name_and_mail_in_pairs():
    return "\n".join(f'"{last[:4].upper()}0{n}019900","{last}","{first}","{last.lower()}.{first.lower()}@exemple.test"'
                     for n, (last, first) in enumerate(map(halves, PEOPLE[:4])))  # fmt: skip


@untidy(singles=True, right=FOUR)
def form_with_a_title_of_two_lines():
    rows = ['Column1,Player Name,Select Sport,Gender,Player Image ,Achievements and why the team should pick you?,"If you have selected'
            ' Cricket , \nWhat would you play as ?",base price', ",,,,,,,"]  # fmt: skip
    return "\n".join([*rows, *(f',{who} ,"Cricket, Volleyball",Male,https://exemple.test/open?id=xx0{n},I play fair and I never miss '
                               f"an evening,Batsman,100" for n, who in enumerate(PEOPLE[:4]))])  # fmt: skip


@untidy(right=PAIRS[:2])
def names_by_formulas_of_excel():
    def text(reference: str, said: str) -> bytes:
        return f'<c r="{reference}" t="str"><f>Membres!A1&amp;" "&amp;B1</f><v>{said}</v></c>'.encode()

    rows = b'<row r="1">' + b"".join(map(files.cell, ("A1", "B1", "C1"), ("N°", "Joueur 1", "Joueur 2"))) + b"</row>"
    for n, (one, two) in enumerate(PAIRS[:2], 2):
        cells = f'<c r="A{n}"><v>{n - 1}</v></c>'.encode() + text(f"B{n}", one) + text(f"C{n}", two)
        rows += f'<row r="{n}">'.encode() + cells + b"</row>"
    return files.with_sheet(files.sheet_xml(rows, dimension=b"A1:C3"))


@untidy(right=PAIRS[:3])
def a_note_forgotten_in_a_far_column():
    rows: list[list[object]] = [["N°", "Joueur 1", "Joueur 2", "Commune"]]
    rows += [[n, *pair, "Bray"] for n, pair in enumerate(PAIRS[:3], 1)]
    rows[1] += [None] * 28 + ["imprimer 2 ex."]
    return rows


@untidy(right=[], may_ask=True)
def grid_of_who_came_when():
    rows = ["Date,Basile,Claude,Denis,Hervé,Gwen,Luc,Marc,Noël", "01/09/2021,E1,E1,E1,,,E1,,", "08/09/2021,E1,E1,,,,E2,E1,",
            "15/09/2021,,E1,E1,E1,,E1,,E2", "22/09/2021,E2,E2,,,E1,E2,,"]  # fmt: skip
    return "\n".join(rows)


@untidy(singles=True, right=FOUR)
def a_page_of_figures_and_the_list():
    book = Workbook()
    board = book.active
    board.title = "Gestion"
    for row in ([], [], [None, None, "Ajout Adhérent", None, None, None, None, None, "Statistiques"],
                [None, None, "Nom *", None, "Prénom"], [None] * 9 + ["Nombre Adhérents", ":", '=COUNTIF(Liste!A:A,"*")'],
                [None, None, "Id (8 lettres max) *", None, "Charte  *"], [None, None, "Email", None, "Téléphone"],
                [None, None, "Tarif", None, "Durée (An) *"]):  # fmt: skip
        board.append(row)
    members = book.create_sheet("Liste_Adherents")
    members.append(["Nom", "Prénom", "Numéro de téléphone", "Commune"])
    for n, who in enumerate(PEOPLE[:4]):
        members.append([*(half.upper() for half in halves(who)), f"06 00 00 00 0{n}", "Bray"])
    return book


@untidy()
def federation_page_with_its_date_above_the_titles():
    rows: list[list[object]] = [["FÉDÉRATION DU CENTRE – ENGAGEMENTS"], ["Édité le 12/11/2026 à 14:33", *[""] * 6, "Page 1/1"],
        ["N° éq.", "N° licence", "Nom", "Prénom", "Club", "Points", "N° licence", "Nom", "Prénom", "Club", "Points"]]  # fmt: skip
    for n, pair in enumerate(PAIRS):
        one, two = map(halves, pair)
        rows.append([n + 1, f"42{n:05}", *one, "BC Bray", 1250 + n, f"43{n:05}", *two, "BC Nort", 980 - n])
    return rows


@untidy(singles=True, right=FOUR)
def poll_of_who_comes_when():
    rows: list[list[object]] = [["Sondage « Belote du 29 »"], ["https://exemple.test/x"], [], ["", "novembre 2026"],
        ["", "dim. 29"], ["Participant", "14 h", "20 h"]]  # fmt: skip
    return [*rows, *([who, "✓" if n % 2 else "", "✓"] for n, who in enumerate(PEOPLE[:4])), ["Nombre", 2, 4]]


@untidy(may_ask=True)
def the_word_team_beside_the_first_of_two_lines():
    rows: list[list[object]] = [["Équipe", "Joueurs", "Tél"]]
    for n, (one, two) in enumerate(PAIRS):
        rows += [[f"Équipe {n + 1}", one, phone(n)], ["", two]]
    return rows


@untidy(right=[PAIRS[0], (PAIRS[1][0],), (PAIRS[2][0],), PAIRS[3], (PAIRS[4][0],)], may_ask=True)
def partners_still_to_be_found():
    rows = [
        ["Joueur A", "Joueur B", "Lieu"],
        [*PAIRS[0], "Bray"],
        [PAIRS[1][0], "?"],
        [PAIRS[2][0], "partenaire à trouver"],
    ]
    return [*rows, [*PAIRS[3], "Nort"], [PAIRS[4][0], "cherche"], ["à confirmer", "à confirmer"]]


@untidy(may_ask=True)
def one_ticket_a_participant():
    rows = [
        [
            "Code-barres",
            "N° commande",
            "Nom de l'acheteur",
            "Prénom de l'acheteur",
            "Nom du participant",
            "Prénom du participant",
        ]
    ]
    for n, pair in enumerate(PAIRS):
        rows += [[f"90{n}{k}0017", f"C7{n}", *halves(pair[0]), *halves(who)] for k, who in enumerate(pair)]
    return rows


@untidy(right=PAIRS[:3])
def messages_exported_from_a_chat():
    said = [
        "Thierry: Bonsoir, les inscriptions sont ouvertes :",
        *(f"{one}: {one} / {two}" for one, two in PAIRS[:3]),
        "Thierry: ok noté",
    ]
    return "\n".join(f"[12/11/2026 18:0{n}:11] {text}" for n, text in enumerate(said))


@untidy()
def columns_of_a_document_parted_by_spaces():
    lines = ["N°   Joueur 1              Joueur 2              Commune"]
    return "\n".join(lines + [f"{n}    {one:<20}  {two:<20}  Bray" for n, (one, two) in enumerate(PAIRS, 1)])


@untidy(may_ask=True)
def columns_of_a_document_with_one_space():
    lines = ["Liste des équipes", "N° Nom Prénom Nom Prénom Commune Payé"]
    for n, (one, two) in enumerate(PAIRS, 1):
        (last, first), (other, name) = halves(one), halves(two)
        lines.append(f"{n} {last.upper()} {first} {other.upper()} {name} Bray Oui")
    return "\n".join(lines)
