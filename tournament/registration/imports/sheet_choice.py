"""Choose among the sheets of a workbook by the people they hold: the list, not its statistics and brackets; or join them."""

from collections.abc import Sequence

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.registration.imports import persons
from tournament.registration.imports.columns import guess_layout, sheets_like_lists
from tournament.registration.imports.headers import HEADER_WITHIN, header_role
from tournament.registration.imports.reading import Book, Worksheet

_PARTNERS = frozenset(("player_2", "both", "last_2", "first_2"))
_SAME = 0.8  # of the words of a smaller sheet: those of brackets and draws stand in the list too


def rival_sheets(book: Book, places: Sequence[int]) -> list[int]:
    """Return those of *places* that are lists of other people, the longest first; all where people are told in none."""
    people = {place: _words_of_people(book.sheets[place]) for place in places}
    lines = {place: len(found) for place, found in people.items()}
    mostly = [place for place in places if lines[place] * 3 >= len(book.sheets[place].rows) and lines[place]]
    rivals: list[int] = []
    known: list[set[str]] = []
    for place in sorted(mostly, key=lambda place: -lines[place]):
        said = set().union(*people[place])
        if not any(len(said & other) >= _SAME * len(said) for other in known):
            rivals.append(place)
            known.append(said)
    return rivals or list(places)


def _words_of_people(sheet: Worksheet) -> list[set[str]]:
    """Return the words of each row in which people stand: below titles of people, else where a given name is known, or two
    names of two words stand, as those of foreigners do.
    """
    titled = any(not _PARTNERS.isdisjoint(map(header_role, cells)) for _row, cells in sheet.rows[:HEADER_WITHIN])
    found = []
    for _row, cells in sheet.rows:
        short = [cell for cell in cells if len(cell) < 80]
        said = {word for cell in short for word in names.spelling(cell).split() if word.isalpha()}
        two = sum(map(_may_be_named, (name for cell in short for name in persons.split_pair(cell)))) > 1
        if said & GIVEN_NAMES or two or (titled and len(said) > 1):
            found.append(said)
    return found


def _may_be_named(text: str) -> bool:
    # « Équipe A » is nobody.
    return persons.may_be_somebody(text) and text.istitle() and min(map(len, text.split())) > 1


def joined_sheets(book: Book, *, singles: bool = False) -> Worksheet:
    """Return the sheets that look like lists as one, each below the other; columns of one meaning under each other.

    The rows are numbered on: those of the second sheet come after the last of the first.
    """
    first, *others = sheets_like_lists(book, singles=singles)
    base = book.sheets[first]
    layout = guess_layout(base, singles=singles)
    roles = [*layout.roles]
    rows = list(base.rows)
    extra: list[str] = []
    last = max((number for number, _cells in rows), default=0)
    for place in others:
        sheet = book.sheets[place]
        other = guess_layout(sheet, singles=singles)
        titles: Sequence[str] = next((cells for number, cells in sheet.rows if number == other.header), ())
        for column, role in enumerate(other.roles):
            if role != "ignore" and role not in roles:
                roles.append(role)
                extra.append(titles[column] if column < len(titles) else "")
        for number, cells in sheet.rows:
            if other.header is not None and number <= other.header:
                continue
            moved = [""] * len(roles)
            for column, role in enumerate(other.roles):
                if role != "ignore" and column < len(cells):
                    moved[roles.index(role)] = cells[column]
            rows.append((last + number, tuple(moved)))
        last += max((number for number, _cells in sheet.rows), default=0)
    if layout.header is not None and extra:
        width = len(layout.roles)
        rows = [
            (number, (*cells, *[""] * (width - len(cells)), *extra) if number == layout.header else cells)
            for number, cells in rows
        ]
    return Worksheet(" + ".join(book.sheets[place].name for place in (first, *others)), tuple(rows))
