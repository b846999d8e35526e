"""Laws of the import, over generated lists of several languages, orders of columns, makes and disorder."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from tests.support.counts import tries
from tests.support.import_corpus import MAKES, key_of
from tests.support.lists import opened_here  # noqa: F401
from tournament.registration.imports.columns import ROLES, Layout, guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.entry import Entry
from tournament.registration.imports.reading import Worksheet, read_file, read_pasted
from tournament.registration.imports.understanding.evidence import not_a_name

pytestmark = pytest.mark.usefixtures("opened_here")
# The titles of a list of people and of one of pairs, as they stand in forms and clubs of each country.
TITLES = {
    "French": ("Nom", "Prénom", "Joueur 1", "Joueur 2", "Commune", "Téléphone"),
    "English": ("Last name", "First name", "Player 1", "Player 2", "Town", "Phone"),
    "German": ("Nachname", "Vorname", "Spieler 1", "Spieler 2", "Ort", "Telefon"),
    "Dutch": ("Achternaam", "Voornaam", "Speler 1", "Speler 2", "Woonplaats", "Telefoon"),
    "Polish": ("Nazwisko", "Imię", "Zawodnik 1", "Zawodnik 2", "Miejscowość", "Numer telefonu"),
    "Czech": ("Příjmení", "Jméno", "Hráč 1", "Hráč 2", "Obec", "Mobil"),
    "Finnish": ("Sukunimi", "Etunimi", "Pelaaja A", "Pelaaja B", "Paikkakunta", "Puhelin"),
    "Hungarian": ("Vezetéknév", "Keresztnév", "Első játékos", "Második játékos", "Település", "Telefonszám"),
    "Greek": ("Επώνυμο", "Όνομα", "Παίκτης 1", "Παίκτης 2", "Πόλη", "Τηλέφωνο"),
    "Turkish": ("Soyadı", "Adı", "Oyuncu 1", "Oyuncu 2", "Şehir", "Cep"),
    "Breton": ("Anv-familh", "Anv-bihan", "C'hoarier 1", "C'hoarier 2", "Kumun", "Pellgomz"),
    "Basque": ("Abizena", "Izena", "Lehen jokalaria", "Bigarren jokalaria", "Herria", "Telefonoa"),
}
KNOWN = ("French", "English", "German", "Dutch")
FRENCH = "Julie Denis Fabien Patricia Hubert Gaspard Odile Simon Noé Zoé Gilles Élodie Marc Luc Yann Corentin".split()
FOREIGN = "Piotr Zuzana Väinö Gyöngyi Evangelos Özgür Maïwenn Koldo Wojciech Libuše Aino Zoltán Despina Emre Tugdual Itziar".split()
FAMILY = (
    "Brivel Cadoux Delmot Ervan Fauvel Garrel Hostel Ivrard Jolvet Kerdal Lamblet Morvel Nestor-Pic Orlanc Pastrel "
    "Quincet Rouvel Savet Tervino Underby Vesterly Wauvel Yvrel Zubec"
).split()
EXTRA = {  # columns that are none of ours
    "E-mail": lambda n: f"contact{n}@exemple.test",
    "Mot de passe": lambda n: f"Xk{n}73dPq",
    "Licence": lambda n: f"03890000{n:03}",
    "Né(e) le": lambda n: f"{n % 27 + 1:02}/0{n % 9 + 1}/19{50 + n % 40}",
    "Statut": lambda n: "Validé",
    "Civilité": lambda n: ("M.", "Mme")[n % 2],
    "Droit à l'image": lambda n: ("Oui", "Non")[n % 2],
}


@st.composite
def lists(draw, languages=tuple(TITLES)):
    """Draw a list: its language, columns by role with their titles first, and whether a line is one person."""
    language = draw(st.sampled_from(languages))
    singles = draw(st.booleans())
    given_names = FRENCH if draw(st.integers(0, 3)) else FOREIGN
    family = draw(st.permutations(FAMILY))[: 2 * draw(st.integers(3, 8))]
    of = [(last, draw(st.sampled_from(given_names))) for last in family]
    last, first, one, two, place, phone = TITLES[language]
    if singles and draw(st.booleans()):
        columns = [("last_1", [last, *(who[0] for who in of)]), ("first_1", [first, *(who[1] for who in of)])]
    elif singles:
        columns = [("player_1", [f"{last} {first}", *map(" ".join, of)])]
    else:
        columns = [("player_1", [one, *map(" ".join, of[::2])]), ("player_2", [two, *map(" ".join, of[1::2])])]
    lines = len(columns[0][1]) - 1
    if draw(st.booleans()):
        columns.append(("origin", [place, *(("Bray", "Candé", "Nort")[n % 3] for n in range(lines))]))
    if draw(st.booleans()):
        columns.append(("phone", [phone, *(f"06 12 34 5{n % 10} {n:02}" for n in range(lines))]))
    return language, columns, singles


extras = st.lists(st.sampled_from(sorted(EXTRA)), unique=True, max_size=4)
MANY = settings(max_examples=tries(25, 3000), deadline=None, database=None)


def book(columns, make="csv with semicolons") -> Worksheet:
    """Return the sheet of these columns as it is read from a file of this make."""
    cells = [list(row) for row in zip(*(cells for _role, cells in columns), strict=True)]
    return read_file(MAKES[make](cells)).sheets[0]


def with_extras(columns, titles):
    """Return the columns with others that are none of ours behind them."""
    lines = len(columns[0][1]) - 1
    return [*columns, *(("ignore", [title, *map(EXTRA[title], range(lines))]) for title in titles)]


def confirmed(layout: Layout, columns) -> Layout:
    """Return the layout after somebody has told what each column is, as the preview asks."""
    return replace(layout, roles=tuple(role for role, _cells in columns), sure=True)


def ticked(layout: Layout, entries: list[Entry]) -> list[Entry]:
    """Return the teams that are registered unless somebody says otherwise."""
    return [
        entry for entry in entries if layout.sure and entry.kind == "team" and not entry.problems and not entry.questions
    ]  # fmt: skip


def keys(entries):
    return {key_of(" ".join(entry.players)) for entry in entries}


@MANY
@given(lists(), extras, st.randoms(use_true_random=False), st.sampled_from(sorted(MAKES)))
def test_the_row_of_titles_is_never_ticked_and_nobody_vanishes(made, titles, random, make):
    _language, columns, singles = made
    columns = with_extras(columns, titles)
    random.shuffle(columns)
    sheet = book(columns, make)
    people = {
        key_of(" ".join(cells[place] for _role, cells in sorted(columns, key=lambda c: c[0]) if _role in NAMES))
        for place in range(1, len(columns[0][1]))
    }
    guessed = guess_layout(sheet, singles=singles)
    for layout in (guessed, confirmed(guessed, columns)):
        entries = read_entries(sheet, layout, singles=singles)
        assert not [entry for entry in ticked(layout, entries) if entry.row == 1]
        rows = [row for entry in entries for row in range(entry.row, (entry.last_row or entry.row) + 1)]
        assert rows == [row for row, _cells in sheet.rows]
    assert people <= keys(entry for entry in entries if entry.kind == "team")


NAMES = ("first_1", "last_1", "player_1", "player_2")


@MANY
@given(lists(), extras, st.data())
def test_whatever_columns_are_chosen_nothing_is_ticked_that_is_no_name(made, titles, data):
    _language, columns, singles = made
    columns = with_extras(columns, titles)
    sheet = book(columns)
    usual = [role for role in ROLES if role not in ("ignore", "remark")]
    roles = data.draw(st.lists(st.sampled_from(usual), min_size=len(columns), max_size=len(columns), unique=True))
    layout = replace(guess_layout(sheet, singles=singles), roles=tuple(roles), sure=True)
    for entry in ticked(layout, read_entries(sheet, layout, singles=singles)):
        assert not any(map(not_a_name, filter(None, entry.players))), entry


@MANY
@given(lists(KNOWN), extras, st.randoms(use_true_random=False), st.sampled_from(sorted(MAKES)))
def test_foreign_columns_their_order_and_the_kind_of_file_change_nothing(made, titles, random, make):
    _language, columns, singles = made
    plain = outcome(book(columns), singles)
    mixed = with_extras(columns, titles)
    random.shuffle(mixed)
    assert outcome(book(mixed, make), singles) == plain


def outcome(sheet, singles):
    """Return what is read of each line, its players in any order, and whether one is asked for the columns."""
    layout = guess_layout(sheet, singles=singles)
    entries = read_entries(sheet, layout, singles=singles)
    lines = [
        (entry.kind, frozenset(entry.players), entry.origin, frozenset({entry.phone, entry.phone_2}), entry.paid,
         sorted(say.code for say in (*entry.problems, *entry.questions)))
        for entry in entries
    ]  # fmt: skip
    return layout.sure, lines


@pytest.mark.parametrize("language", TITLES)
def test_people_of_the_country_under_its_titles_are_ticked_once_the_columns_are_told(language):
    """Titles that nobody knows cost one question, and never one for each line."""
    last, first, *_rest = TITLES[language]
    columns = [("last_1", [last, *FAMILY[:8]]), ("first_1", [first, *FRENCH[:8]])]
    sheet = book(columns)
    layout = confirmed(guess_layout(sheet, singles=True), columns)
    assert len(ticked(layout, read_entries(sheet, layout, singles=True))) == 8


@MANY
@given(lists(KNOWN), extras)
def test_people_one_by_one_and_in_pairs_are_the_same_people(made, titles):
    """A list of one person a line names the same people for a concours of pairs, each alone or two lines a team."""
    _language, columns, singles = made
    if singles:
        sheet = book(with_extras(columns, titles))
        assert people_of(sheet, singles=False) == people_of(sheet, singles=True)


@MANY
@given(lists(KNOWN), extras, st.randoms(use_true_random=False))
def test_pairs_are_the_same_people_where_everyone_enters_alone(made, titles, random):
    """A list of teams names the same people where everyone enters alone: each is asked about, all in one question."""
    _language, columns, singles = made
    if not singles:
        columns = with_extras(columns, titles)
        random.shuffle(columns)
        sheet = book(columns)
        assert people_of(sheet, singles=True) == people_of(sheet, singles=False)
        asked = {say.code for entry in entries_of(sheet, singles=True) for say in (*entry.problems, *entry.questions)}
        assert asked == {"two_people"}


JOINED = (" / ", " & ", " + ", " et ", " - ")


@MANY
@given(st.data())
def test_typed_pairs_are_the_same_people_where_everyone_enters_alone(data):
    """So is a text with two people a line, whatever stands before, between and behind them."""
    family = data.draw(st.permutations(FAMILY))[:8]
    people = [f"{last} {data.draw(st.sampled_from(FRENCH))}" for last in family]
    sign, before, behind = (
        data.draw(st.sampled_from(of)) for of in (JOINED, ("", "- ", "{}) "), ("", " ok", " (payé)", " - Nort"))
    )
    lines = [
        f"{before.format(n)}{one}{sign}{two}{behind}"
        for n, (one, two) in enumerate(zip(people[::2], people[1::2], strict=True), 1)
    ]
    [sheet] = read_pasted("\n".join(lines)).sheets
    assert people_of(sheet, singles=True) == people_of(sheet, singles=False) == set(map(key_of, people))


BESIDE = {
    "": "", "ok": "", "OK": "", "✅": "", "(confirmé)": "", "- présent": "", "sous réserve": "state", "(sous réserve)": "state",
    "à confirmer": "state", "- à confirmer": "state", "(annulé)": "state", "annulé": "state", "❌": "state", "??": "state",
    "- forfait": "state", "payé": "", "(payé)": "", "réglé CB": "", "(chèque)": "", "12 €": "", "*": "", "(52 ans)": "",
    "(arrive en retard)": "", "(bénévole)": "", "née Brun": "", "(réserve)": "state", "→ forfait": "state",
}  # fmt: skip


@MANY
@given(st.data())
def test_what_stands_beside_a_name_is_never_a_part_of_it(data):
    family = data.draw(st.permutations(FAMILY))[:6]
    people = [f"{last} {data.draw(st.sampled_from(FRENCH))}" for last in family]
    beside = [data.draw(st.sampled_from(sorted(BESIDE))) for _who in people]
    said = [f"{who} {state}".strip() for who, state in zip(people, beside, strict=True)]
    singles = data.draw(st.booleans())
    if singles:
        columns = [("player_1", ["Nom et prénom", *said])]
    else:
        columns = [("player_1", ["Joueur 1", *said[::2]]), ("player_2", ["Joueur 2", *said[1::2]])]
    teams = [entry for entry in entries_of(book(columns), singles=singles) if entry.kind == "team"]
    assert [who for entry in teams for who in entry.players] == people
    asked = [BESIDE[state] for state in beside]
    asked = asked if singles else ["".join({*pair}) for pair in zip(asked[::2], asked[1::2], strict=True)]
    assert ["".join({say.code for say in entry.questions}) for entry in teams] == asked
    assert not any(
        word in entry.origin for entry in teams for word in ("réserve", "ok", "chèque", "ans", "retard", "vole")
    )


def entries_of(sheet, *, singles):
    return read_entries(sheet, guess_layout(sheet, singles=singles), singles=singles)


def people_of(sheet, *, singles):
    return {
        key_of(name)
        for entry in entries_of(sheet, singles=singles)
        if entry.kind == "team"
        for name in entry.players
        if name
    }
