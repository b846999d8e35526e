"""Split the call list of the prizes and the poster of the palmarès into printed pages."""

from collections.abc import Sequence

from scoring.prizes.selectors import PrizeCall
from scoring.prizes.texts import PosterLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines

_LETTERS, _LINE = 11, 5.2  # points; millimetres
_NAMES, _PRIZE = 44, 38  # millimetres, in bold letters the names
_CARD = 12  # what a card decides among equals
_TOP, _WINNER = 35, 7  # what stands above the list
_POSTER_LETTERS, _POSTER_LINE = 11.5, 6.1
_POSTER_NAMES, _POSTER_PRIZE, _POSTER_TOP = 80, 40, 48


def call_pages(calls: Sequence[PrizeCall], *, winners: int) -> list[PaperPage[PrizeCall]]:
    """Return the pages of *calls*, above whose first one stand so many *winners* of phases."""

    def height(call: PrizeCall) -> float:
        named = f"{call.label.name} {call.label.origin}"
        lines = max(text_lines(named, _NAMES, _LETTERS), text_lines(call.lot, _PRIZE, _LETTERS), 3 if call.last else 1)
        return 2.5 + _LINE * lines + (_CARD if call.row.tied else 0)

    return paper_pages(calls, height, before=_TOP + _WINNER * winners)


def poster_pages(lines: Sequence[PosterLine]) -> list[PaperPage[PosterLine]]:
    """Return the pages of the poster of the palmarès."""

    def height(line: PosterLine) -> float:
        named = text_lines(f"{' / '.join(line.names)} {line.origin}", _POSTER_NAMES, _POSTER_LETTERS)
        return 1.8 + _POSTER_LINE * max(named, text_lines(line.prize, _POSTER_PRIZE, _POSTER_LETTERS))

    return paper_pages(lines, height, before=_POSTER_TOP, room=ROOM + 8)
