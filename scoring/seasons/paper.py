"""Split the table of a season into printed pages."""

from collections.abc import Sequence

from scoring.seasons.boards import SeasonBoardLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines

_NAME, _COLUMN = 88, 4.2  # millimetres for the names, of which each evening takes some
_RULES = 5.5  # a line of the règlement, before the first page


def season_pages(
    lines: Sequence[SeasonBoardLine], *, rules: Sequence[str], columns: int
) -> list[PaperPage[SeasonBoardLine]]:
    """Return the pages of the table with so many *columns* of evenings, the *rules* above its first one."""
    before = sum(_RULES * text_lines(rule, 180, 10) for rule in rules)
    name = _NAME - _COLUMN * columns
    return paper_pages(lines, lambda line: 1 + 3.5 * text_lines(line.name, name, 8.5), before=before, room=ROOM - 10)
