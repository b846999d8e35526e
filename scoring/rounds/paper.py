"""Split the tables of a partie into printed pages, by table, number or name; pools, finals and the draws too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from scoring.rounds.minutes import MinutesLine, SeatedPart
from scoring.standings.bracket_papers import PaperTree, paper_sheets
from scoring.standings.phase_boards import PhaseBoard, PoolLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines
from tournament.rounds.selectors import LookupLine, SeatedTable, Side

COLUMNS = {"names": 3, "teams": 2}
_NAME_WIDTH = {"names": 31, "teams": 58}  # millimetres beside the number and the table
_STATE_WIDTH = 15  # of what a team waits for
_FIELDS = ("tables", "waiting", "exempt")
_TITLE, _HEADS = 9, 8  # of a part, and of the columns
_TABLES_WIDTH = 171  # beside the number of the table


_POOL, _POOL_LINE, _POOL_NAMES = 14, 4.1, 42  # millimetres: title and head of a pool, a line of its names, their width
_POOLS_NOTES = 15  # below the pools

_DRAW_WIDTH = 184
_DRAW_TEXT, _DRAW_LINE = 10, 5.4  # points; millimetres: a line of a paragraph
_DRAW_TITLE, _DRAW_BELOW = 7.5, 6


@dataclass(frozen=True)
class PhasePage:
    """A printed page of pools and finals, of `count`: the brackets of a sheet, or pools of `board`."""

    number: int
    count: int
    trees: Sequence[PaperTree] = ()
    board: PhaseBoard | None = None


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


def phase_pages(boards: Sequence[PhaseBoard]) -> list[PhasePage]:
    """Return the pages of *boards*: their brackets sheet by sheet, then their pools, the last of them with their notes."""
    contents: list[tuple[Sequence[PaperTree], PhaseBoard | None]] = [(trees, None) for trees in paper_sheets(boards)]
    for board in boards:
        pairs = [board.pools[at : at + 2] for at in range(0, len(board.pools), 2)]
        for page in paper_pages(pairs, _pools_height, room=ROOM - _POOLS_NOTES):
            pools = [pool for pair in page.lines for pool in pair]
            last = page.number == page.count
            shown = replace(board, pools=pools) if last else replace(board, pools=pools, newcomers=(), annulled="")
            if pools:
                contents.append(((), shown))
    return [PhasePage(at, len(contents), *content) for at, content in enumerate(contents, start=1)]


def _pools_height(pair: Sequence[tuple[str, list[PoolLine]]]) -> float:
    """Return the height of two pools beside each other, in millimetres."""
    return max(
        _POOL + sum(_POOL_LINE * text_lines(line.name, _POOL_NAMES, 9) + 1.3 for line in lines)
        for _letter, lines in pair
    )


def _parts(parts: Sequence[SeatedPart], lines: Iterable[_PlacedItem]) -> list[SeatedPart]:
    """Return *parts* with those of their *lines* that stand on a page."""
    found = []
    for at, own in groupby(lines, key=lambda line: line.part):
        kept = list(own)
        fields = {name: [line.item for line in kept if line.field == name] for name in _FIELDS}
        found.append(replace(parts[at], **fields))
    return found


def minutes_pages(minutes: Sequence[MinutesLine]) -> list[PaperPage[MinutesLine]]:
    """Return the pages of the record of the draws."""
    return paper_pages(minutes, draw_height)


def draw_height(line: MinutesLine) -> float:
    """Return the height of the minutes of one draw, in millimetres."""
    tables = sum(len(f"table {table} : {' – '.join(camps)} · ") for table, camps in line.tables) + 14 * len(line.exempt)
    changes = 90 * len(line.draw.changes)
    facts = f"{line.method} {line.seed.text if line.seed else ''} {' ' * 75} {line.quality} {' · '.join(line.cuts)}"
    rematches = " " * (10 * len(line.rematches) + 10) + line.proof if line.rematches else ""
    titles = text_lines(f"{line.title} {line.draw.reason} {' ' * 30}", _DRAW_WIDTH, 12)
    paragraphs = [tables, changes, len(facts), len(rematches)]
    lines = [text_lines(" " * letters, _DRAW_WIDTH, _DRAW_TEXT) for letters in paragraphs if letters]
    return _DRAW_TITLE * titles + sum(_DRAW_LINE * count + 1.2 for count in lines) + _DRAW_BELOW
