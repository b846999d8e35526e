"""Split the tables of a partie into printed pages: by table, by number, by name."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from scoring.rounds.seated import SeatedPart
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines
from tournament.rounds.selectors import LookupLine, SeatedTable, Side

COLUMNS = {"names": 3, "teams": 2}
_NAME_WIDTH = {"names": 31, "teams": 58}  # millimetres beside the number and the table
_STATE_WIDTH = 15  # of what a team waits for
_FIELDS = ("tables", "waiting", "exempt")
_TITLE, _HEADS = 9, 8  # of a part, and of the columns
_TABLES_WIDTH = 171  # beside the number of the table


class _PlacedItem(NamedTuple):
    part: int
    field: str  # of the part: "tables", "waiting" or "exempt"
    item: SeatedTable | Side
    first: bool  # of its part


def place_pages(places: Sequence[LookupLine], by: str) -> list[PaperPage[LookupLine]]:
    """Return the pages of the list where one looks oneself up, *by* "names" or "teams"."""

    def height(place: LookupLine) -> float:
        return 4.7 * max(text_lines(place.name, _NAME_WIDTH[by], 11), text_lines(place.waits, _STATE_WIDTH, 11)) + 2

    return paper_pages(places, height, columns=COLUMNS[by])


def table_pages(parts: Sequence[SeatedPart]) -> list[PaperPage[SeatedPart]]:
    """Return the pages of the tables, part by part; a part that goes on has its title on each of them."""
    lines: list[_PlacedItem] = []
    for at, part in enumerate(parts):
        items = [(field, item) for field in _FIELDS for item in getattr(part, field)]
        lines += [_PlacedItem(at, *one, first=not place) for place, one in enumerate(items)]
    titled = any(part.title for part in parts)

    def height(line: _PlacedItem) -> float:
        above = _TITLE + _HEADS if line.first and titled else 0
        if isinstance(line.item, SeatedTable):
            width = _TABLES_WIDTH / len(line.item.sides) - 12
            return above + 1.4 + max(7, 5.4 * max(text_lines(side.title, width, 13) for side in line.item.sides))
        return above + 1.5 + 5.4 * text_lines(line.item.title, 150, 13)

    pages = paper_pages(lines, height, room=ROOM - _HEADS - _TITLE * titled)
    return [PaperPage(page.number, page.count, [_parts(parts, page.lines)]) for page in pages]


def _parts(parts: Sequence[SeatedPart], lines: Iterable[_PlacedItem]) -> list[SeatedPart]:
    """Return *parts* with those of their *lines* that stand on a page."""
    found = []
    for at, own in groupby(lines, key=lambda line: line.part):
        kept = list(own)
        fields = {name: [line.item for line in kept if line.field == name] for name in _FIELDS}
        found.append(replace(parts[at], **fields))
    return found
