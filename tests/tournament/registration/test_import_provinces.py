"""Lists of which every field is told: nothing that they say of a team is lost, or taken for something else."""

import pytest

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
    """Return whether the columns are sure, and the teams that are read, of the one sheet that is a list."""
    book = unfolded(read_file(made.data))
    lists = sheets_like_lists(book)
    rivals = rival_sheets(book, lists) if len(lists) > 1 else lists
    assert len(rivals) < 2
    sheet = book.sheets[rivals[0] if rivals else guess_sheet(book)]
    layout = guess_layout(sheet)
    return layout.sure, [entry for entry in read_entries(sheet, layout) if entry.kind == "team"]


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
