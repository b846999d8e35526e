"""Split the list of prizes, and who gave them, into printed pages."""

from collections.abc import Iterable

from tournament.concours.lots import ListedPrize
from tournament.paper import PaperPage, paper_pages, text_lines
from tournament.prizes.selectors import GiverLine, PrizeList

_LETTERS, _LINE, _EDGES = 10.5, 4.7, 2.2  # points; millimetres of a line of letters, above and below a row
_WHOM, _PRIZE, _GIVER = 32, 68, 40  # millimetres of the columns
_THANKED, _GIVEN = 56, 92  # of who gave what
_TOP = 30  # what stands above the table
_MOST = 20  # prizes in a row of one giver


def prize_pages(lots: Iterable[ListedPrize]) -> list[PaperPage[ListedPrize]]:
    """Return the pages of the list of prizes."""

    def height(lot: ListedPrize) -> float:
        columns = ((str(lot.who), _WHOM), (f"{lot.what} × 99", _PRIZE), (lot.giver, _GIVER))
        return _EDGES + _LINE * max(text_lines(text, width, _LETTERS) for text, width in columns)

    return paper_pages(lots, height, before=_TOP)


def giver_pages(prizes: PrizeList) -> list[PaperPage[GiverLine]]:
    """Return the pages of what each giver gave; one who gave much has several rows, the value beside the last of them."""

    def height(line: GiverLine) -> float:
        given = sum(text_lines(f"{lot.what} × 99", _GIVEN, _LETTERS) for lot in line.lots)
        return _EDGES + _LINE * max(given, text_lines(line.giver, _THANKED, _LETTERS), 2 if line.unvalued else 1)

    return paper_pages((row for line in prizes.givers for row in _rows(line)), height, before=_TOP)


def _rows(line: GiverLine) -> Iterable[GiverLine]:
    for at in range(0, len(line.lots), _MOST):
        last = at + _MOST >= len(line.lots)
        yield GiverLine(line.giver, line.lots[at : at + _MOST], line.cents * last, line.unvalued * last)
