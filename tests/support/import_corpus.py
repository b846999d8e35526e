"""Lists as clubs, forms, ticket offices and federations make them, with invented people, and what is right for each.

A list is a shape (which columns, under which titles), people, and a make (the kind of file). No shape is written for the
program that reads it: each comes from a kind of list that somebody held.
"""

import csv
import html
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.support import club_lists, desk_lists, evening_lists, exported_lists, secretary_lists  # noqa: F401  (enter their lists)
from tests.support.untidy_lists import UNTIDY, Untidy
from tests.tournament.registration import import_files as files
from tournament import names
from tournament.registration.imports.columns import guess_layout, guess_sheet, sheets_like_lists
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_file
from tournament.registration.imports.sheet_choice import rival_sheets
from tournament.registration.imports.side_by_side import unfolded

GIVEN = (
    "Julie Denis Fabien Patricia Hubert Solène Gaspard Odile Mahaut Simon Yasmine Jean-Bernard Noé Zoé Gilles Élodie Marc "
    "Luc Rosa Otto Ingrid Piet Joaquim Yann Gwenaëlle Anne-Laure Basile Corentin Maïwenn Tugdual"
).split()
FAMILY = (
    "Brivel Cadoux Delmot Ervan Fauvel Garrel Hostel Ivrard Jolvet Kerdal Lamblet Morvel Nestor-Pic Orlanc Pastrel Quincet "
    "Rouvel Savet Tervino Underby Vesterly Wauvel Yvrel Zubec D'Arvel Barvin Cormel Dorvet"
).split() + ["Le Garvel", "de Brémel"]
PLACES = ["Bray", "Candé", "Saint-Pélin", "Le Folmoët", "Nort", "Viry"]

Rows = list[list[str]]
Key = frozenset[str]


@dataclass(frozen=True)
class Person:
    first: str
    last: str
    place: str
    phone: str
    mail: str
    born: str

    @property
    def key(self) -> Key:
        return key_of(f"{self.last} {self.first}")


@dataclass(frozen=True)
class MadeList:
    """A list: its shape and make, the bytes, whether each line is one person, and the people of each line that is right."""

    shape: str
    make: str
    data: bytes
    singles: bool
    right: frozenset[frozenset[Key]]


@dataclass(frozen=True)
class Score:
    """The outcome of reading a list, the questions that it asks, the lines that it lost and those ticked in vain."""

    outcome: str  # right, question, wrong
    questions: frozenset[str]
    missing: frozenset[frozenset[Key]]
    added: frozenset[frozenset[Key]]


def key_of(name: str) -> Key:
    """Return the words of *name* whatever their order."""
    return frozenset(names.spelling(name.replace("-", " ").replace("'", " ")).split())


def people(random: Random, count: int) -> list[Person]:
    """Return *count* invented people, no two alike."""
    found = []
    for last in random.sample(FAMILY, count):
        first = random.choice(GIVEN)
        mail = f"{names.spelling(first).replace(' ', '')}.{names.spelling(last).replace(' ', '')}@exemple.test"
        phone = "06" + "".join(random.choice("0123456789") for _ in range(8))
        born = f"{random.randint(1, 28):02}/{random.randint(1, 12):02}/{random.randint(1940, 2004)}"
        found.append(Person(first, last, random.choice(PLACES), phone, mail, born))
    return found


# The shapes: rows of text, made of people; of a shape of pairs the people sit two by two. ------------------------------

SHAPES: dict[str, tuple[bool, Callable[[list[Person], Random], Rows]]] = {}


def shape(singles: bool):
    """Enter a shape under its name."""

    def enter(make):
        SHAPES[make.__name__] = (singles, make)
        return make

    return enter


def pairs(of: list[Person]) -> Iterator[tuple[Person, Person]]:
    return zip(of[::2], of[1::2], strict=True)


@shape(False)
def plain_pairs(of, random):
    rows = [["N°", "Joueur 1", "Joueur 2", "Commune", "Payé"]]
    return rows + [
        [str(n), f"{a.first} {a.last}", f"{b.first} {b.last}", a.place, random.choice(("oui", "non", ""))]
        for n, (a, b) in enumerate(pairs(of), 1)
    ]


@shape(False)
def google_form_pairs(of, random):
    rows = [["Horodateur", "Votre nom et prénom", "Nom et prénom de votre partenaire", "Votre numéro de téléphone",
             "Votre commune", "Souhaitez-vous dîner ?"]]  # fmt: skip
    return rows + [
        [f"0{n}/11/2026 18:05:3{n}", f"{a.last} {a.first}", f"{b.last} {b.first}", a.phone, a.place, "Oui"]
        for n, (a, b) in enumerate(pairs(of), 1)
    ]


@shape(False)
def four_name_columns(of, random):
    rows = [["Nom joueur 1", "Prénom joueur 1", "Nom joueur 2", "Prénom joueur 2", "E-mail"]]
    return rows + [[a.last.upper(), a.first, b.last.upper(), b.first, a.mail] for a, b in pairs(of)]


@shape(False)
def one_cell_with_slash(of, random):
    rows = [["CONCOURS DU 21 NOVEMBRE"], [], ["Équipes", "Club"]]
    return rows + [[f"{a.last} {a.first} / {b.last} {b.first}", a.place] for a, b in pairs(of)]


@shape(False)
def totals_and_blank_lines(of, random):
    rows = [["Inscriptions au 18/11"], ["n°", "Joueur A", "Joueur B", "Tél", "Réglé"]]
    for n, (a, b) in enumerate(pairs(of), 1):
        rows.append([str(n), f"{a.last} {a.first}", f"{b.last} {b.first}", a.phone, "x"])
        if n == 2:
            rows.append([])
    return [*rows, [], ["Total", "", "", "", str(len(of) * 7)]]


@shape(False)
def english_pairs(of, random):
    rows = [["Team name", "Player 1", "Player 2", "Mobile phone", "Dietary requirements"]]
    return rows + [
        [f"The {word}s", f"{a.first} {a.last}", f"{b.first} {b.last}", a.phone, random.choice(("", "none", "vegan"))]
        for word, (a, b) in zip(("Lion", "Eagle", "Bear", "Otter", "Crow"), pairs(of), strict=False)
    ]


@shape(False)
def captain_and_mate(of, random):
    rows = [["Équipe", "Capitaine (nom, prénom)", "Coéquipier (nom, prénom)", "Ville", "J'accepte le règlement"]]
    return rows + [
        [f"Les {word}", f"{a.last} {a.first}", f"{b.last} {b.first}", a.place, "Oui"]
        for word, (a, b) in zip(("As", "Rois", "Dames", "Valets", "Dix"), pairs(of), strict=False)
    ]


@shape(False)
def german_pairs(of, random):
    rows = [["Nr.", "Spieler 1", "Spieler 2", "Ort", "Bezahlt", "Bemerkung"]]
    return rows + [
        [str(n), f"{a.first} {a.last}", f"{b.first} {b.last}", a.place, random.choice(("ja", "nein")), ""]
        for n, (a, b) in enumerate(pairs(of), 1)
    ]


@shape(False)
def untitled_pairs(of, random):
    return [[f"{a.first} {a.last}", f"{b.first} {b.last}", a.place] for a, b in pairs(of)]


@shape(False)
def tickets_by_order(of, random):
    rows = [["Numéro de billet", "Référence commande", "Date de la commande", "Statut de la commande", "Nom participant",
             "Prénom participant", "Nom payeur", "Prénom payeur", "Email payeur", "Moyen de paiement", "Tarif", "Montant tarif",
             "Code Promo", "Date de naissance"]]  # fmt: skip
    for n, (a, b) in enumerate(pairs(of), 1):
        for k, who in enumerate((a, b)):
            rows.append([f"91000{n}{k}", f"81000{n}", f"0{n}/11/2026 20:14", "Validé", who.last, who.first, a.last, a.first, a.mail,
                         "Carte bancaire", "Doublette", "20,00", "", who.born])  # fmt: skip
    return rows


@shape(False)
def team_number_twice(of, random):
    rows = [["Équipe n°", "Nom", "Prénom", "Licence", "Catégorie d'âge"]]
    for n, (a, b) in enumerate(pairs(of), 1):
        rows += [[str(n), who.last, who.first, f"0389000{n}{who.phone[-4:]}", "Adulte"] for who in (a, b)]
    return rows


@shape(False)
def partner_in_own_columns(of, random):
    rows = [["Nom", "Prénom", "Nom partenaire", "Prénom partenaire", "Téléphone", "Mail", "Droit à l'image", "Menu"]]
    return rows + [[a.last, a.first, b.last, b.first, a.phone, a.mail, "Oui", "Poisson"] for a, b in pairs(of)]


@shape(True)
def members_of_a_school(of, random):
    rows = [["Nom", "Prénom", "ID", "Promo entrante", "Email", "Numéro de téléphone", "Droit à l'image", "Tarif cotisation",
             "Date d'adhésion", "Durée (année)", "Actuellement adhérent", "Charte signée"]]  # fmt: skip
    return rows + [
        [
            p.last.upper(),
            p.first.upper(),
            p.mail[:6],
            "2019",
            p.mail,
            p.phone,
            "Oui",
            "118",
            "2019-08-30",
            "5",
            "Non",
            "Oui",
        ]
        for p in of
    ]


@shape(True)
def licences(of, random):
    rows = [["DATE", "Dep", "NOM", "Civilité", "CLUB", "Saison", "AGE", "LICENCE"]]
    return rows + [
        ["07/01/2026", "038", f"{p.last.upper()} {p.first.upper()}", random.choice("MF"), "CYCLO CLUB", "2026", "Adulte",
         f"0389{p.phone[2:]}0"]
        for p in of
    ]  # fmt: skip


@shape(True)
def race_results(of, random):
    rows = [["", "DATE", "JEUNE", "FEMME", "RANG", "NOM", "CLUB"]]
    return rows + [
        [str(n), "2023-01-01", "False", random.choice(("True", "False")), f"0{n}", f"{p.last.upper()} {p.first.upper()}", "CHABLET SPORT"]
        for n, p in enumerate(of)
    ]  # fmt: skip


@shape(True)
def english_tickets(of, random):
    rows = [["First Name", "Last Name", "Name on attendee list", "Company Name", "Country", "Order ID"]]
    return rows + [[p.first, p.last, "Yes", "", random.choice(("Belgium", "Italy")), f"A{p.phone[-5:]}"] for p in of]


@shape(True)
def code_name_mail_without_titles(of, random):
    return [[f"{p.last[:3].upper()}{p.phone[-5:]}", p.last, p.first, p.mail] for p in of]


@shape(True)
def dutch_list(of, random):
    rows = [["Achternaam", "Voornaam", "Geboortedatum", "Woonplaats", "Betaald"]]
    return rows + [[p.last, p.first, p.born, p.place, random.choice(("ja", "nee"))] for p in of]


@shape(True)
def spanish_form(of, random):
    rows = [["Marca temporal", "Dirección de correo electrónico", "Nombre completo", "Teléfono", "¿Vendrá a cenar?"]]
    return rows + [
        [f"0{n % 9 + 1}/11/2026 18:05:33", p.mail, f"{p.first} {p.last}", p.phone, "Sí"] for n, p in enumerate(of)
    ]


@shape(True)
def russian_form(of, random):
    rows = [["Отметка времени", "ФИО", "Город", "Телефон"]]
    return rows + [
        [f"0{n % 9 + 1}.11.2026 18:05:33", f"{p.last} {p.first}", p.place, p.phone] for n, p in enumerate(of)
    ]


@shape(True)
def unknown_language(of, random):
    rows = [["Nimi", "Syntymäaika", "Sähköposti"]]
    return rows + [[f"{p.first} {p.last}", p.born, p.mail] for p in of]


@shape(True)
def accounts_with_passwords(of, random):
    rows = [["username", "password", "firstname", "lastname", "email"]]
    return rows + [[p.mail.split("@")[0], f"Xk{p.phone[-4:]}dPq", p.first, p.last, p.mail] for p in of]


@shape(True)
def members_with_title(of, random):
    rows = [["Civilité", "NOM", "PRENOM ADH", "Adresse", "CP", "Ville", "Né(e) le", "Cotisation 2026"]]
    return rows + [
        [random.choice(("M.", "Mme")), p.last.upper(), p.first, "3 rue des Lilas", "44110", p.place, p.born, "Oui"]
        for p in of
    ]


@shape(True)
def names_only(of, random):
    return [[f"{p.last} {p.first}"] for p in of]


@shape(True)
def with_remarks(of, random):
    rows = [["Nom", "Prénom", "Observations"]]
    said = ["", "viendra en retard, il faut l'attendre un peu", "est assise près de l'entrée", ""]
    return rows + [[p.last, p.first, random.choice(said)] for p in of]


# The makes -------------------------------------------------------------------------------------------------------------


def _csv(rows: Rows, delimiter: str, encoding: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding, "replace")


def _page(rows: Rows) -> bytes:
    lines = ("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<html><meta charset='utf-8'><table>{''.join(lines)}</table></html>".encode()


MAKES: dict[str, Callable[[Rows], bytes]] = {
    "csv with semicolons": lambda rows: _csv(rows, ";", "utf-8-sig"),
    "csv with commas": lambda rows: _csv(rows, ",", "utf-8"),
    "text with tabs": lambda rows: _csv(rows, "\t", "utf-16"),
    "xlsx": lambda rows: files.workbook(*rows),
    "ods": lambda rows: files.ods(("Inscrits", rows)),
    "xls": lambda rows: files.old_excel(("Inscrits", rows)),
    "web page": _page,
}


def made_list(name: str, make: str, seed: int) -> MadeList:
    """Make the list of this shape and make, of people that *seed* invents."""
    random = Random(f"{name} {seed}")
    singles, rows_of = SHAPES[name]
    of = people(random, 10)
    right = [[p.key] for p in of] if singles else [[a.key, b.key] for a, b in pairs(of)]
    return MadeList(name, make, MAKES[make](rows_of(of, random)), singles, frozenset(map(frozenset, right)))


def corpus() -> dict[str, Callable[[], MadeList]]:
    """Return what makes four lists of each shape, each of another make, and the untidy ones, by their names."""
    makes = list(MAKES)
    kinds = [
        (name, makes[(turn * 2 + place) % len(makes)], turn) for place, name in enumerate(SHAPES) for turn in range(4)
    ]
    shaped = {f"{name}, {make}": partial(made_list, name, make, turn) for name, make, turn in kinds}
    return shaped | {f"{name}, as it is": partial(untidy_named, name) for name in UNTIDY}


def untidy_named(name: str) -> MadeList:
    return untidy_list(UNTIDY[name]())


def untidy_list(made: Untidy) -> MadeList:
    """Return an untidy list as one of the corpus."""
    right = frozenset(frozenset(map(key_of, team)) for team in made.right)
    return MadeList(made.name, "as it is", made.data, made.singles, right)


def score(made: MadeList) -> Score:
    """Read *made* as the import does and compare it with what is right."""
    book = unfolded(read_file(made.data))
    lists = sheets_like_lists(book, singles=made.singles)
    rivals = rival_sheets(book, lists) if len(lists) > 1 else lists
    sheet = book.sheets[rivals[0] if rivals else guess_sheet(book, singles=made.singles)]
    layout = guess_layout(sheet, singles=made.singles)
    questions = {"sheet"} if len(rivals) > 1 else set()
    if not layout.sure:
        questions.add("columns")
    read, ticked = set(), set()
    for entry in read_entries(sheet, layout, singles=made.singles):
        if entry.kind == "team":
            who = frozenset(key_of(name) for name in entry.players if name)
            asked = {say.code for say in (*entry.problems, *entry.questions)}
            # A team that was cancelled or hidden, and does not belong there, stays out without an answer.
            questions |= asked if who in made.right else asked - {"state", "hidden"}
            read.add(who)
            if not asked:
                ticked.add(who)
    if "columns" in questions:
        questions.discard("titles")  # asked in the same form
    missing, added = made.right - read, frozenset(ticked - made.right)
    if missing or (added and layout.sure) or (len(questions) > 1 and made.right):
        outcome = "wrong"
    else:
        outcome = "question" if questions or added else "right"
    return Score(outcome, frozenset(questions), frozenset(missing), added)
