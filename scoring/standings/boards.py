"""Build the standing as it is shown: lines with names, movement and a cell for each partie; and the reasons of a
rank.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _, pgettext

from scoring.ranking import PartieResult, Row
from scoring.ranking.results import ABSENT, EXEMPT, FORFEIT, PENDING
from scoring.standings.results import EveningResults, Standing
from scoring.standings.selectors import Label, labels
from tournament.concours.criteria import CRITERIA
from tournament.concours.models import Tournament
from tournament.figures import minus
from tournament.finals.outstanding import phases_after
from tournament.languages import spoken_language
from tournament.names import PAIR, place_key, place_spellings
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines
from tournament.registration.models import CATEGORIES
from tournament.rounds.selectors import audience_of

# Public pages have room for these beside the rank and the names. A wall, a small phone and another site show the first
# ones of them alone: those that decide first, so that nobody stands above another for no reason that is seen.
PUBLIC_CRITERIA = ("points", "wins", "match_points", "difference")
FIRST_COLUMNS = 2
NOT_PLAYED = "–"
SIGNS = 4  # of a figure, for which a wall has room in any case


class Cell(NamedTuple):
    """A partie in a line: the points, or a sign; `kind` is that of the result.

    `round` and `table` are where it was played, None where it was at no table; `noted`: a penalty, a cap or an
    exclusion has its part in it.
    """

    text: str
    kind: str
    round: int
    table: int | None
    noted: bool

    @property
    def by_forfeit(self) -> bool:
        """Return whether its points were not marked at a table: won, or lost, by forfeit."""
        return self.kind == FORFEIT


class BoardLine(NamedTuple):
    """One team's line: its row in the ranking and its name; `moved` is the places gained since the partie before.

    `moved` is None where there was none, `category_rank` in a board that is not narrowed. `part` names what begins with
    this line where a ranking has several brackets: one of these, or those who left (`part_gone`). So nobody looks for
    the criterion that separates two of them.
    """

    row: Row
    label: Label
    moved: int | None
    figures: list[tuple[str, int | None]]
    cells: list[Cell]
    category_rank: int | None
    part: str = ""
    part_gone: bool = False

    @property
    def first_figures(self) -> list[tuple[str, int | None]]:
        """Return the figures that decide first, where there is room for no more."""
        return self.figures[:FIRST_COLUMNS]

    @property
    def players(self) -> list[str]:
        """Return the name in its parts, each a line of its own where there is room."""
        return self.label.name.split(PAIR)

    @property
    def movement(self) -> str:
        """Return the places gained or lost, as ▲3 or ▼2; nothing for the same place."""
        return f"{'▲' if self.moved > 0 else '▼'}{abs(self.moved)}" if self.moved else ""


class Legend(NamedTuple):
    """State which signs stand in the lines of a standing, so that no page explains one that it does not show.

    `exempt` are underlined; `forfeit`, `absent`, `pending` and `noted` are the signs of a cell. `unwon`: a rank is shared
    since neither team won their match for the place before, `tied`: since they are equal.
    """

    tied: bool
    unwon: bool
    exempt: bool
    forfeit: bool
    absent: bool
    pending: bool
    noted: bool


def legend_of(lines: Sequence[BoardLine]) -> Legend:
    """Return the signs of *lines*."""
    cells = [cell for line in lines for cell in line.cells]
    return Legend(
        tied=any(line.row.tied and not line.row.unwon for line in lines),
        unwon=any(line.row.unwon for line in lines),
        exempt=any(cell.kind == EXEMPT for cell in cells),
        forfeit=any(cell.by_forfeit for cell in cells),
        absent=any(cell.text == NOT_PLAYED for cell in cells),
        pending=any(cell.kind == PENDING for cell in cells),
        noted=any(cell.noted for cell in cells),
    )


class Board(NamedTuple):
    """A standing ready to be shown; `columns` are the (key, short label) of the lines' figures."""

    standing: Standing
    columns: list[tuple[str, str]]
    rounds: tuple[int, ...]
    lines: list[BoardLine]

    @property
    def first_columns(self) -> list[tuple[str, str]]:
        """Return the columns of the figures that decide first."""
        return self.columns[:FIRST_COLUMNS]

    @property
    def span(self) -> int:
        """Count the columns of its table: rank, places gained, number, name, parties, figures; the place in a narrow one."""
        narrowed = any(line.category_rank is not None for line in self.lines)
        return 4 + len(self.rounds) + len(self.columns) + narrowed

    @property
    def legend(self) -> Legend:
        """Return the signs of all its lines."""
        return legend_of(self.lines)

    @property
    def wide(self) -> bool:
        """Return whether one of the figures that decide first has more than four signs."""
        return any(len(minus(figure or 0)) > SIGNS for line in self.lines for _key, figure in line.first_figures)


def public_labels(tournament: Tournament) -> dict[int, Label]:
    """Return the labels of *tournament* as public pages may show them."""
    return labels(tournament, audience_of(tournament))


def columns(criteria: Sequence[str], only: Sequence[str] | None = None) -> list[tuple[str, str]]:
    """Return the (key, short label) of *criteria*, points always among them; *only* keeps those of a narrow page."""
    keys = [key for key in criteria if only is None or key in only]
    if "points" not in keys:
        keys.append("points")
    return [(key, str(CRITERIA[key].short)) for key in keys]


def asked_round(evening: EveningResults, number: int | None) -> int | None:
    """Return the partie after which a ranking is asked for, where it has been played; else None, the last one."""
    if number not in evening.rounds:
        return None
    return min(number, evening.last) or None


def board(
    evening: EveningResults,
    labels: Mapping[int, Label],
    *,
    after_round: int | None = None,
    only: Sequence[str] | None = None,
    category: str = "",
    origin: str = "",
) -> Board:
    """Return the standing after a partie with names and movement, narrowed to a *category* or an *origin*.

    An origin is one club or commune, in any of its writings; a pair of two who came alone has both of theirs.
    In a narrowed board the line keeps its rank in the whole concours and has its rank in the category beside it.
    """
    standing = evening.after(after_round)
    before = {}
    if standing.after_round > 1:
        before = {row.number: row.rank for row in evening.after(standing.after_round - 1).rows}
    # A criterion that nobody needed, as the direct meeting where no team was equal, takes no column.
    used = [key for key in standing.criteria if any(row.values[key] is not None for row in standing.rows)]
    shown = columns(used, only)
    lines: list[BoardLine] = []
    shared = 0
    for row in standing.rows:
        number, label = row.number, labels[row.number]
        if category and label.category != category:
            continue
        if origin and place_key(origin) not in map(place_key, label.places):
            continue
        if not lines or lines[-1].row.rank != row.rank:
            shared = len(lines) + 1
        lines.append(
            BoardLine(
                row=row,
                label=label,
                moved=before[number] - row.rank if number in before else None,
                figures=[(key, row.values.get(key, row.points)) for key, _label in shown],
                cells=[cell(result, evening.played_in(number, result.round)) for result in row.results],
                category_rank=shared if category or origin else None,
            )
        )
    rounds = tuple(number for number in evening.rounds if number <= standing.after_round)
    return Board(standing, shown, rounds, _parted(evening, standing, lines))


def _parted(evening: EveningResults, standing: Standing, lines: Sequence[BoardLine]) -> list[BoardLine]:
    """Return *lines*, the first one of each bracket with its name, then that of those who come after all brackets.

    As they are where the whole ranking has one bracket, or none.
    """
    phases = phases_after(evening, standing.after_round, spoken_language()) if evening.parts else {}
    if len({phases.get(row.number, "") for row in standing.rows}) < 2:
        return list(lines)
    parted: list[BoardLine] = []
    above = None
    for line in lines:
        row = line.row
        gone = row.excluded or (row.withdrawn and standing.leavers_last)
        bracket = phases.get(row.number) or _("The others")
        name = bracket if not gone else pgettext("teams", "Excluded") if row.excluded else pgettext("teams", "Left")
        parted.append(line._replace(part=name, part_gone=gone) if name != above else line)
        above = name
    return parted


def marked(result: PartieResult) -> str:
    """Return the points of a partie, or the sign of one that is awaited or was not played."""
    if result.kind == PENDING:
        return "…"
    return NOT_PLAYED if result.kind == ABSENT and not result.points else minus(result.points)


def cell(result: PartieResult, played_in: int) -> Cell:
    """Return the partie in three or four characters; *played_in* is the partie of its table."""
    return Cell(marked(result), result.kind, played_in, result.table, result.noted)


# By what a neighbour is separated: the words of the ranking, else a criterion.


def category_choices(labels: Mapping[int, Label]) -> list[tuple[str, str]]:
    """Return the categories that teams of this concours have, as (key, label)."""
    used = {label.category for label in labels.values() if label.category}
    return [(key, str(CATEGORIES[key])) for key in CATEGORIES if key in used]


def origin_choices(labels: Mapping[int, Label]) -> list[str]:
    """Return the clubs and communes that teams of this concours come from, each as most teams write it."""
    written = place_spellings(place for label in labels.values() for place in label.places)
    return sorted((usual for usual, *_others in written.values()), key=str.casefold)


_WIDTH = 186  # millimetres, of the paper
# Its columns: rank, places gained and number; a partie; a criterion of a short head.
_FIXED, _PARTIE, _FIGURE = 22, 9, 9
_HEAD = 1.5  # a letter of a head
_NAME = 30  # the least for the names
_LEGEND = 14  # below the lines
_NOTE, _WINNER = 12, 7  # the palmarès, and a winner, two of which may share a line


def board_pages(board: Board, *, winners: int, noted: bool) -> list[PaperPage[BoardLine]]:
    """Return the pages of *board*, above whose first one stand so many *winners*; *noted*: a line on the palmarès too."""
    narrowed = any(line.category_rank is not None for line in board.lines)
    heads = [str(label) for _key, label in board.columns] + [_("Place here")] * narrowed
    figures = _FIXED + _PARTIE * len(board.rounds) + sum(max(_FIGURE, _HEAD * len(head) + 1) for head in heads)
    width = max(_WIDTH - figures, _NAME)

    def height(line: BoardLine) -> float:
        origin = line.label.origin[: len(line.label.origin) * 3 // 4]  # in smaller letters
        return 0.6 + 3.5 * text_lines(f"{line.label.name} {origin}", width, 8.5) + (5 if line.part else 0)

    return paper_pages(board.lines, height, before=_NOTE * noted + _WINNER * ((winners + 1) // 2), room=ROOM - _LEGEND)
