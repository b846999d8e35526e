"""Choose among the sheets of a workbook by the people they hold: the list, not its statistics and brackets."""

from collections.abc import Sequence

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.registration.imports.reading import Book, Worksheet

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
    """Return the words of each row in which a given name stands, in a cell that is no sentence."""
    found = []
    for _row, cells in sheet.rows:
        said = {word for cell in cells if len(cell) < 80 for word in names.spelling(cell).split() if word.isalpha()}
        if said & GIVEN_NAMES:
            found.append(said)
    return found
