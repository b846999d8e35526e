"""Split the rankings of the palmarès, as they were published, into printed pages."""

from collections.abc import Sequence

from tournament.paper import PaperPage, paper_pages, text_lines

PublishedRow = tuple[int, int, int, str, str]  # rank, team number, points, names, prize

_LETTERS, _LINE, _ROW = 11, 5.1, 1.2  # points; millimetres: a line of a row, and around it
_NAMES, _PRIZE = 70, 40  # millimetres
_TOP = 46  # titles and dates above the ranking


def published_pages(rows: Sequence[PublishedRow], *, below_titles: bool) -> list[PaperPage[PublishedRow]]:
    """Return the pages of the ranking *rows*, the first one below the titles of its publication or alone."""

    def height(row: PublishedRow) -> float:
        *_figures, names, prize = row
        return _ROW + _LINE * max(text_lines(names, _NAMES, _LETTERS), text_lines(prize, _PRIZE, _LETTERS))

    return paper_pages(rows, height, before=_TOP if below_titles else 0)
