"""Lay out a bracket as a tree: where each match stands, what joins two of them, and how it is cut into sheets.

Lengths are pixels of a picture at its natural size; the picture is then drawn as large as its place allows.
The last round is the final; a second match in it, the third-place match, stands below the final.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournament.finals.bracket import NOBODY, Match

BETWEEN = 28  # two rounds, where the joining lines run
ELSEWHERE = 44  # the line to another sheet, and its letter
APART = 10  # two matches one above the other
CAPTION = 16  # the line above a match: its table
HEAD = 24  # the line above the rounds: their names


class Size(NamedTuple):
    """Represent the size of a match: its width, and the height of each of its sides."""

    width: float
    sides: Callable[[Match], tuple[float, float]]


class Box(NamedTuple):
    """One match of the picture, at its round and place of the bracket (from 0); `sides` are the heights of its sides.

    A bye has one side: the team that has no opponent.
    """

    round: int
    place: int
    x: float
    y: float
    sides: tuple[float, ...]

    @property
    def middle(self) -> float:
        """Return the height at which its winner goes on."""
        return self.y + sum(self.sides) / 2

    def moved(self, down: float) -> "Box":
        """Return it *down* by so much."""
        return self._replace(y=self.y + down)


class Cut(NamedTuple):
    """A side whose match stands on another sheet, or the winner who goes on there: where to say so, and which."""

    x: float
    y: float
    sheet: int


@dataclass(frozen=True)
class Sheet:
    """A part of a bracket that is drawn together: the rounds from `first` on that it shows, its boxes and lines.

    `comes` are the sides that come from another sheet, `goes` the winner who goes on at another one.
    """

    first: int
    rounds: int
    box: float  # the width of a match
    boxes: tuple[Box, ...]
    joins: tuple[str, ...]
    height: float
    comes: tuple[Cut, ...] = ()
    goes: Cut | None = None

    @property
    def width(self) -> float:
        """Return the width of its rounds, and of the lines to other sheets."""
        beside = ELSEWHERE * (bool(self.comes) + bool(self.goes))
        return beside + self.rounds * (self.box + BETWEEN) - BETWEEN

    def column(self, round_: int) -> float:
        """Return the left edge of a round of the bracket."""
        return (ELSEWHERE if self.comes else 0) + (round_ - self.first) * (self.box + BETWEEN)


def whole(rounds: Sequence[Sequence[Match]], size: Size, *, first: int = 0) -> Sheet:
    """Return the bracket *rounds* on one sheet, from the round *first* on.

    >>> size = Size(90, lambda match: (20, 20))
    >>> sheet = whole([[Match((1, 4), 1), Match((2, 3), None)], [Match((1, None), None)]], size)
    >>> [(box.round, box.place, box.y) for box in sheet.boxes]
    [(0, 0, 40), (0, 1, 106), (1, 0, 73.0)]
    """
    return _sheet(rounds, size, first, len(rounds) - 1, 0)


def sheets(rounds: Sequence[Sequence[Match]], size: Size, *, most: float, first: int = 0) -> list[Sheet]:
    """Return the bracket *rounds* on sheets of *most* height, each a half, a quarter, … of it; the final on the last.

    No match is cut: one that is higher by itself has a sheet of its own.
    """
    found: list[Sheet] = []
    came: list[int] = []  # the sheet from which each side of the round *first* comes, -1 for a side nobody comes from
    last = len(rounds) - 1
    while True:
        sheet = _sheet(rounds, size, first, last, 0, came)
        if sheet.height <= most or first == last:
            return _numbered([*found, sheet])
        root = last - 1
        while root > first and any(piece.height > most for piece in _pieces(rounds, size, first, root, came)):
            root -= 1
        pieces = _pieces(rounds, size, first, root, came)
        came = []
        for place, piece in enumerate(pieces):
            came.append(len(found) if _ends_at(piece.boxes, root, place) else -1)
            found += [piece] if piece.boxes else []
        first = root + 1


def _pieces(rounds: Sequence[Sequence[Match]], size: Size, first: int, root: int, came: Sequence[int]) -> list[Sheet]:
    return [_sheet(rounds, size, first, root, place, came) for place in range(len(rounds[root]))]


def _numbered(found: list[Sheet]) -> list[Sheet]:
    """State on each sheet where its winner goes on: on the one that has a side coming from it."""
    after = {cut.sheet: number for number, sheet in enumerate(found) for cut in sheet.comes}
    numbered = []
    for number, sheet in enumerate(found):
        goes = None
        if number in after and sheet.boxes:
            root = sheet.boxes[-1]
            goes = Cut(root.x + sheet.box, root.middle, after[number])
        numbered.append(replace(sheet, goes=goes))
    return numbered


def _sheet(
    rounds: Sequence[Sequence[Match]], size: Size, first: int, root: int, place: int, came: Sequence[int] = ()
) -> Sheet:
    """Return the matches that lead to the one at *place* of the round *root*, from the round *first* on."""
    left = ELSEWHERE if came else 0
    boxes, bottom = _below(rounds, size, first, root, place, HEAD)
    if root == len(rounds) - 1 and boxes:
        for beside, match in enumerate(rounds[root][1:], 1):
            final, sides = boxes[-1], size.sides(match)
            y = final.y + sum(final.sides) + APART + HEAD + CAPTION
            boxes.append(Box(root, beside, 0, y, sides))
            bottom = max(bottom, y + sum(sides) + APART)
    boxes = [box._replace(x=left + (box.round - first) * (size.width + BETWEEN)) for box in boxes]
    at = {(box.round, box.place): box for box in boxes}
    joins, comes = [], []
    for box in boxes:
        if box.round == root and box.place != place:
            continue  # nothing joins the third-place match
        for half, y in enumerate(_entries(box, rounds[box.round][box.place])):
            before = at.get((box.round - 1, 2 * box.place + half))
            if before is not None:
                joins.append(f"M{before.x + size.width:g} {before.middle:g}h{BETWEEN / 2:g}V{y:g}H{box.x:g}")
            elif box.round == first and came and came[2 * box.place + half] >= 0:
                comes.append(Cut(box.x, y, came[2 * box.place + half]))
    return Sheet(first, root - first + 1, size.width, tuple(boxes), tuple(joins), bottom, tuple(comes))


def _ends_at(boxes: Sequence[Box], round_: int, place: int) -> bool:
    """Return whether the last of *boxes* is the match at this round and place: one that nobody reaches has no box."""
    return bool(boxes) and (boxes[-1].round, boxes[-1].place) == (round_, place)


def _entries(box: Box, match: Match) -> tuple[float, float]:
    """Return the heights at which the two matches before come in; a bye has one, that of the team without an opponent."""
    if len(box.sides) == 1:
        return box.middle, box.middle
    return box.y + box.sides[0] / 2, box.y + box.sides[0] + box.sides[1] / 2


def _below(
    rounds: Sequence[Sequence[Match]], size: Size, first: int, number: int, place: int, top: float
) -> tuple[list[Box], float]:
    """Return the boxes of a match and of all that lead to it, itself last, from the height *top* on, and their end."""
    match = rounds[number][place]
    boxes: list[Box] = []
    bottom, middles = top, []
    for half in (0, 1):
        if number > first:
            more, bottom = _below(rounds, size, first, number - 1, 2 * place + half, bottom)
            middles += [more[-1].middle] if _ends_at(more, number - 1, 2 * place + half) else []
            boxes += more
    if match.sides == (NOBODY, NOBODY):
        return boxes, bottom  # the teams that could have come here have left: the matches they played stay
    sides = tuple(high for high, team in zip(size.sides(match), match.sides, strict=True) if team != NOBODY)
    caption = CAPTION if len(sides) == 2 or match.deserted else 0  # a bye has no table, and nothing else to say
    own = caption + sum(sides) + APART
    if bottom - top < own:
        down = (own - (bottom - top)) / 2
        boxes, middles = [box.moved(down) for box in boxes], [middle + down for middle in middles]
        bottom = top + own
    high = sum(sides)
    y = sum(middles) / len(middles) - high / 2 if middles else top + caption
    y = min(max(y, top + caption), bottom - APART - high)
    return [*boxes, Box(number, place, 0, y, sides)], bottom
