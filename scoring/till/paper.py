"""Split the lines of the till into printed pages, behind the sheet of the treasurer."""

from collections.abc import Sequence

from scoring.till.selectors import kind_words
from tournament.ledger.models import Movement
from tournament.paper import PaperPage, paper_pages, text_lines

_WHAT = 62  # millimetres for what a line is for


def line_pages(lines: Sequence[Movement]) -> list[PaperPage[Movement]]:
    """Return the pages of all *lines*, which the treasurer keeps with the sheet."""
    return paper_pages(lines, lambda line: 1.8 + 4.2 * text_lines(f"{kind_words(line)} {line.remark}", _WHAT, 10))
