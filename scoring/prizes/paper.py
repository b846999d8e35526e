"""Split the call list of the prizes, who has what and why, and the poster of the palmarès into printed pages."""

from collections.abc import Sequence

from scoring.prizes.selectors import PrizeCall, PrizeSlotLine
from scoring.prizes.texts import PosterLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines

_LETTERS, _LINE = 11, 5.2  # points; millimetres
_NAMES, _PRIZE = 44, 38  # millimetres, in bold letters the names
_CARD = 12  # what a card decides among equals
_WHOM, _WHAT, _TEAM, _WHY, _WHY_LETTERS, _WHY_LINE = 32, 44, 54, 40, 10.5, 4.7  # of who has what, and why
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


def why_pages(lines: Sequence[tuple[PrizeSlotLine, str]]) -> list[PaperPage[tuple[PrizeSlotLine, str]]]:
    """Return the pages of *lines*: a prize with who was passed over, and the names of the team that has it."""

    def height(line: tuple[PrizeSlotLine, str]) -> float:
        slot, names = line
        passed = sum(text_lines(f"{team} 00 : {why}", _WHY, _WHY_LETTERS) for team, why in slot.passed)
        team = sum(text_lines(f"{name} 000", _TEAM, _WHY_LETTERS) for name in names.split(" / "))
        others = (text_lines(slot.who, _WHOM, _WHY_LETTERS), text_lines(slot.what, _WHAT, _WHY_LETTERS))
        return 2.2 + _WHY_LINE * max(passed, team, *others)

    return paper_pages(lines, height, before=_TOP)


def poster_pages(lines: Sequence[PosterLine]) -> list[PaperPage[PosterLine]]:
    """Return the pages of the poster of the palmarès."""

    def height(line: PosterLine) -> float:
        named = text_lines(f"{' / '.join(line.names)} {line.origin}", _POSTER_NAMES, _POSTER_LETTERS)
        return 1.8 + _POSTER_LINE * max(named, text_lines(line.prize, _POSTER_PRIZE, _POSTER_LETTERS))

    return paper_pages(lines, height, before=_POSTER_TOP, room=ROOM + 8)
