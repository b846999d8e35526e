"""Lists of which every field is told: nothing that they say of a team is lost, or taken for something else."""

import pytest

from tests.support import canton_lists, desk_lists, hall_lists, hamlet_lists, ledger_lists  # noqa: F401  (enter their lists)
from tests.support.import_corpus import key_of
from tests.support.lists import opened_here  # noqa: F401
from tests.support.province_lists import PROVINCE, Duo, Province
from tournament import names
from tournament.registration.imports.columns import guess_layout, guess_sheet, sheets_like_lists
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.entry import Entry
from tournament.registration.imports.reading import read_file
from tournament.registration.imports.sheet_choice import rival_sheets
from tournament.registration.imports.side_by_side import unfolded
from tournament.registration.imports.telephones import phone_in

pytestmark = pytest.mark.usefixtures("opened_here")


def teams_of(made: Province) -> tuple[bool, list[Entry]]:
    """Return whether the columns are sure and of one day, and the teams that are read, of the one sheet that is a list."""
    book = unfolded(read_file(made.data))
    lists = sheets_like_lists(book)
    rivals = rival_sheets(book, lists) if len(lists) > 1 else lists
    assert len(rivals) < 2
    sheet = book.sheets[rivals[0] if rivals else guess_sheet(book)]
    layout = guess_layout(sheet)
    return layout.sure and not layout.days, [entry for entry in read_entries(sheet, layout) if entry.kind == "team"]


def as_meant(duo: Duo) -> tuple[object, ...]:
    return names.spelling(duo.town), phone_in(duo.tel), phone_in(duo.tel2), duo.paid, duo.name


def as_read(entry: Entry, duo: Duo) -> tuple[object, ...]:
    paid = None if duo.paid is None else entry.paid
    return names.spelling(entry.origin), entry.phone, entry.phone_2, paid, entry.team_name


def key(*players: str) -> frozenset[frozenset[str]]:
    return frozenset(key_of(player) for player in players if player)


@pytest.mark.parametrize("name", PROVINCE)
def test_all_that_a_list_says_of_its_teams_is_read(name):
    made = PROVINCE[name]()
    sure, teams = teams_of(made)
    assert sure or "columns" in made.once
    read = {key(*entry.players): entry for entry in teams}
    asked = {who: {say.code for say in (*entry.problems, *entry.questions)} for who, entry in read.items()}
    for duo in made.right:
        who = key(duo.one, duo.two)
        assert who in read, (duo, [entry.players for entry in teams])
        entry = read.pop(who)
        assert as_read(entry, duo) == as_meant(duo), entry
        assert duo.remark in entry.remark
        assert duo.ask or asked[who] <= made.once, entry
    assert all(asked[who] for who in read), "no line is ticked that is no team"
    away = {key(*players) for players in made.away}
    assert away <= read.keys() and len(read) <= len(away) + made.others, read


def one_of(text: str) -> Entry:
    """Return the first team of *text*, read with two others below it."""
    return teams_of(Province(f"{text}\nBlanc Tom / Noir Ida\nRoy Guy / Petit Max".encode(), [], [], frozenset(), 0))[1][
        0
    ]


@pytest.mark.parametrize(
    ("line", "players", "town", "remark"),
    [
        ("Roux Léa / Faure Luc (nort)", ("Roux Léa", "Faure Luc"), "nort", ""),
        ("Roux Léa / Faure Luc (Nort)", ("Roux Léa", "Faure Luc"), "Nort", ""),
        *[
            (f"Roux Léa / Faure Luc ({town})", ("Roux Léa", "Faure Luc"), town, "")
            for town in (
                "Nogent sur Marne",
                "Bourg en Bresse",
                "Aix en Provence",
                "Sainte Marie aux Mines",
                "Pont à Mousson",
                "la Chapelle sur Erdre",
                "L'Isle en Dodon",
                "Bar chez Paul",
                "Bourg en Bresse 01",
                "44240 La Chapelle sur Erdre",
            )
        ],
        ("Roux Léa / Faure Luc (Luc en retard)", ("Roux Léa", "Faure Luc"), "", "Luc en retard"),
        ("Roux Léa / Faure Luc (Arrive à 14 h)", ("Roux Léa", "Faure Luc"), "", "Arrive à 14 h"),
        ("Roux Léa / Faure Luc (près de l'entrée)", ("Roux Léa", "Faure Luc"), "", "près de l'entrée"),
        ("Roux Léa / Faure Luc (arrive à 14 h)", ("Roux Léa", "Faure Luc"), "", "arrive à 14 h"),
        ("Roux Léa / Faure Luc (bénévoles)", ("Roux Léa", "Faure Luc"), "", "bénévoles"),
        ("Roux Léa / Faure Luc - table 12", ("Roux Léa", "Faure Luc"), "", "table 12"),
        ("Roux Léa née Brun / Faure Luc", ("Roux Léa", "Faure Luc"), "", "née Brun"),
        ("ROUX LÉA NÉE BRUN / FAURE LUC", ("ROUX LÉA", "FAURE LUC"), "", "NÉE BRUN"),
        ("Nee Linh / Faure Luc", ("Nee Linh", "Faure Luc"), "", ""),
        ("Libre Paul / Belote Sylvie", ("Libre Paul", "Belote Sylvie"), "", ""),
        ("Roux Léa (Nort) / Faure Luc (Pons)", ("Roux Léa", "Faure Luc"), "Nort et Pons", ""),
    ],
)
def test_what_stands_in_brackets_behind_the_names(line, players, town, remark):
    entry = one_of(line)
    assert (entry.players, entry.origin, entry.remark, entry.questions) == (players, town, remark, ())


@pytest.mark.parametrize(
    "line",
    [
        "Roux Léa / Faure Luc (réserve)",
        "Roux Léa / ~Brun Guy~ Faure Luc",
        "Coucou tu peux noter Roux Léa et Faure Luc pour samedi ?",
        "bonsoir inscrivez Roux Léa et Faure Luc merci",
        "Bonjour Roux Léa et Faure Luc pour la belote svp",
    ],
)
def test_two_people_of_a_line_that_says_more_are_asked_about(line):
    entry = one_of(line)
    assert entry.players == ("Roux Léa", "Faure Luc") and entry.questions


def test_two_communes_behind_a_dash_are_no_team():
    assert len(teams_of(Province(b"Roux L\xc3\xa9a / Faure Luc - Nort / Pons", [], [], frozenset(), 0))[1]) == 1


def test_a_commune_that_is_the_name_of_the_list_takes_no_team_away():
    rows = "SAINT-CIRGUES\nCommune;Joueur 1;Joueur 2\nSaint-Cirgues;Roux Léa;Faure Luc\nSaint-Cirgues;Roy Guy;Noir Ida"
    _sure, teams = teams_of(Province(rows.encode(), [], [], frozenset(), 0))
    assert [entry.players for entry in teams] == [("Roux Léa", "Faure Luc"), ("Roy Guy", "Noir Ida")]


def test_who_looks_for_a_partner_below_the_end_of_a_mail_is_asked_about():
    mail = "Bonjour,\nRoux Léa / Faure Luc\nRoy Guy / Noir Ida\nMerci\nBrun Zoé (seule)\nPrésidente"
    _sure, teams = teams_of(Province(mail.encode(), [], [], frozenset(), 0))
    assert ("Brun Zoé", "") in [entry.players for entry in teams]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (["RESERVE", "RESERVE", ""], [False, False, False]),
        (["RESERVE", "", ""], [True, False, False]),
        (["Réserve", "Réserve", ""], [True, True, False]),
        (["RESERVE 1", "RESERVE 2", ""], [True, True, False]),
        (["RESERVE", "RESERVE", "annulé"], [False, False, True]),
        (["", "équipe de réserve 1", "Équipe de réserve 2"], [False, True, True]),
        (["", "", "ROY REMPLACÉ PAR MOREL"], [False, False, True]),
    ],
)
@pytest.mark.parametrize("title", ["Place", "Statut"])
def test_a_reserve_is_asked_about_unless_most_teams_are_booked(title, said, asked):
    pairs = ["Roux Léa;Faure Luc", "Roy Guy;Noir Ida", "Blanc Tom;Petit Max"]
    text = "\n".join(
        [f"Joueur 1;Joueur 2;{title}", *(f"{pair};{state}" for pair, state in zip(pairs, said, strict=True))]
    )
    teams = teams_of(Province(text.encode(), [], [], frozenset(), 0))[1]
    assert [[say.code for say in entry.questions] == ["state"] for entry in teams] == asked
    assert [bool(entry.questions) for entry in teams] == asked


def test_teams_booked_in_brackets_are_asked_nothing_and_a_heading_of_reserves_asks():
    lines = ["Roux Léa / Faure Luc", "Roy Guy / Noir Ida", "Blanc Tom / Petit Max"]
    booked = "\n".join(f"{line} (RESERVE)" for line in lines)
    assert not any(entry.questions for entry in teams_of(Province(booked.encode(), [], [], frozenset(), 0))[1])
    headed = "\n".join([*lines, "RESERVE", "Brun Guy / Vert Zoé"])
    teams = teams_of(Province(headed.encode(), [], [], frozenset(), 0))[1]
    assert [bool(entry.questions) for entry in teams] == [False, False, False, True]


@pytest.mark.parametrize("club", ["Amicale de Nort", "Sport Club Nort", "Sporting Club de Nort", "Racing Club Nort"])
def test_a_club_above_its_teams_is_their_heading(club):
    """« Sport Club Nort » was a team of one that had to be looked at."""
    said = [club, "Roux Léa / Faure Luc", "Roy Guy / Noir Ida", "Amicale de Pons", "Blanc Tom / Petit Max"]
    teams = teams_of(Province("\n".join(said).encode(), [], [], frozenset(), 0))[1]
    assert [(entry.text, bool(entry.questions)) for entry in teams] == [(said[at], False) for at in (1, 2, 4)]


@pytest.mark.parametrize(
    ("end", "below"),
    [
        ("Merci\nPS : j'oubliais\nBlanc Tom\nRoy Anne", ["Blanc Tom", "Roy Anne"]),
        ("Merci\nPS : j'oubliais\nBlanc Tom", ["Blanc Tom"]),
        ("Cordialement\nSeuls :\nBlanc Tom\nRoy Anne", ["Blanc Tom", "Roy Anne"]),
        ("Cordialement\nEt aussi :\nBlanc Tom", ["Blanc Tom"]),
        ("Cordialement\nBlanc Tom\nRoy Anne", ["Blanc Tom", "Roy Anne"]),
        ("Cordialement\nBlanc Tom\nTrésorier de l'amicale\n06 10 20 30 40", []),
        ("Cordialement\nBlanc Tom\nMaire Luc", ["Blanc Tom", "Maire Luc"]),
        ("Cordialement\nLa présidente\nBlanc Anne", []),
        ("À bientôt\nBlanc Tom\nPrésident\n12 rue des Lilas", []),
    ],
)
def test_people_below_the_end_of_a_mail_are_kept_beyond_its_signature(end, below):
    mail = f"Bonjour,\nRoux Léa / Faure Luc\nRoy Guy / Noir Ida\n{end}"
    _sure, teams = teams_of(Province(mail.encode(), [], [], frozenset(), 0))
    assert [entry.players[0] for entry in teams[2:]] == below


@pytest.mark.parametrize("titles", ["Équipe", "Joueurs", "Nom", "Qui;Avec", "Joueur 1;Joueur 2"])
def test_who_brings_something_comes_from_nowhere(titles):
    sign = ";" if ";" in titles else " / "
    rows = [f"{titles};Apporte quoi ?", f"Roux Léa{sign}Faure Luc;Quiche", f"Roy Guy{sign}Noir Ida;Cake salé"]
    sure, teams = teams_of(
        Province("\n".join([*rows, f"Blanc Tom{sign}Petit Max;Boissons"]).encode(), [], [], frozenset(), 0)
    )
    assert sure and [(entry.players, entry.origin, entry.remark) for entry in teams[:2]] == [
        (("Roux Léa", "Faure Luc"), "", "Quiche"),
        (("Roy Guy", "Noir Ida"), "", "Cake salé"),
    ]


@pytest.mark.parametrize(
    ("cells", "paid", "noted"),
    [("7;7", 1400, False), ("7;", 700, False), (";", False, False), ("x;x", True, False), ("x;", False, True)],
)
def test_each_of_two_has_a_column_of_what_he_paid(cells, paid, noted):
    one, two = cells.split(";")
    text = f"Joueur 1;Payé;Joueur 2;Payé\nRoux Léa;{one};Faure Luc;{two}\nRoy Guy;x;Noir Ida;x\nBlanc Tom;7;Petit Max;7"
    entry = teams_of(Province(text.encode(), [], [], frozenset(), 0))[1][0]
    assert entry.paid == paid and ("paid_unread" in [say.code for say in entry.notes]) == noted


@pytest.mark.parametrize(
    ("titles", "row", "paid"),
    [
        ("Prix;Joueur 1;Joueur 2;Prix", "14;Roux Léa;Faure Luc;14", 1400),
        ("Joueur 1;Joueur 2;Prix;Table;Prix", "Roux Léa;Faure Luc;14;3;14", 1400),
        ("Joueur 1;Joueur 2;Prix;Prix", "Roux Léa;Faure Luc;14;14", 1400),
        ("Joueur 1;Prix;Joueur 2;Prix", "Roux Léa;14;Faure Luc;14", 2800),
        ("Nom;Prénom;Prix;Nom;Prénom;Prix", "Roux;Léa;14;Faure;Luc;14", 2800),
        ("Joueur 1;Payé;Partenaire;Payé", "Roux Léa;14;Faure Luc;14", 2800),
    ],
)
def test_two_columns_of_payments_are_of_each_player_only_behind_the_names_of_each(titles, row, paid):
    others = [row.replace("Roux", name).replace("Faure", f"{name}et") for name in ("Blanc", "Noir")]
    teams = teams_of(Province("\n".join([titles, row, *others]).encode(), [], [], frozenset(), 0))[1]
    assert [entry.paid for entry in teams] == [paid] * 3
