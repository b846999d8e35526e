"""Split a ranking into printed pages."""

from django.utils.translation import gettext as _

from scoring.standings.boards import Board, BoardLine
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines

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
