"""Split the table of a season into printed pages."""

from collections.abc import Sequence

from scoring.seasons.boards import SeasonBoardLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines

_NAME = 88  # millimetres for the names
_RULES = 5.5  # a line of the règlement, before the first page


def season_pages(lines: Sequence[SeasonBoardLine], *, rules: Sequence[str]) -> list[PaperPage[SeasonBoardLine]]:
    """Return the pages of the table, the *rules* above its first one."""
    before = sum(_RULES * text_lines(rule, 180, 10) for rule in rules)
    return paper_pages(lines, lambda line: 1.6 + 4 * text_lines(line.name, _NAME, 10), before=before, room=ROOM - 10)
