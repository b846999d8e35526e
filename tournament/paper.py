"""Split a list into printed pages, so that each has its own heading and number.

No style does it everywhere: Firefox and WebKitGTK number no pages, WebKitGTK repeats no heading of a table. Heights are
estimated on the safe side, for the sheets of A4 and of US Letter with the margins of every print dialog.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

Line = TypeVar("Line")

ROOM = 236  # millimetres for the lines of a page, below its heading
_EM = 0.53  # width of a letter of a name
_POINT = 0.353  # millimetres
_WORD = 4  # letters that a broken line leaves empty
_WIDE = 0.9  # of a line, where its letters are wide ones


@dataclass(frozen=True)
class PaperPage(Generic[Line]):
    """Page `number` of `count`: its lines column by column."""

    number: int
    count: int
    columns: Sequence[Sequence[Line]]

    @property
    def lines(self) -> Sequence[Line]:
        """Return the lines of its only column."""
        return self.columns[0]


def paper_pages(
    lines: Iterable[Line], height: Callable[[Line], float], *, columns: int = 1, before: float = 0, room: float = ROOM
) -> list[PaperPage[Line]]:
    """Return the fewest pages of *lines*, filled alike; *height* of a line and what stands *before* all in millimetres.

    >>> [page.columns for page in paper_pages("abcde", lambda line: 100, columns=2)]
    [[['a', 'b'], ['c', 'd']], [['e']]]
    """
    measured = [(line, height(line)) for line in lines]

    def filled(room: float) -> list[list[Line]]:
        made: list[list[Line]] = [[]]
        left = room - before
        for line, tall in measured:
            if tall > left and made[-1]:
                made.append([])
                left = room
            made[-1].append(line)
            left -= tall
        return made

    fewest = ceil(len(filled(room)) / columns)
    least = bisect_left(range(int(room)), True, key=lambda one: len(filled(one)) <= fewest * columns)
    parts = filled(least)
    return [
        PaperPage(at // columns + 1, fewest, parts[at : at + columns]) for at in range(0, fewest * columns, columns)
    ]


def text_lines(text: str, width: float, size: float) -> int:
    """Return how many lines *text* takes in *width* millimetres in letters of *size* points.

    A name with a hyphen stays on one line (`unbroken`): what it leaves empty before it is counted, in wide letters.

    >>> text_lines("Émile Roux", 60, 13), text_lines("Jean de la Rochefoucauld-Montmorency et", 60, 13)
    (1, 4)
    """
    letters = width / (_EM * _POINT * size)
    if len(text) <= letters:
        return 1
    lines, room = 1, letters * _WIDE
    left = room
    for word in text.split(" "):
        if len(word) > left and left < room:
            lines, left = lines + 1, room
        lines += max(ceil(len(word) / letters) - 1, 0)
        left -= len(word) + 1
    return max(lines, ceil(len(text) / max(letters - _WORD, 1)))
