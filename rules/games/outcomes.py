"""The marks that one donne may give, as sets of sums and points, and the values in which whole parties are asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from rules.camps import CAMPS
from rules.games.two_camps import BeloteGame
from rules.line import Marque

Pair = tuple[int, int]


Sets = dict[int, int]  # sum of both camps -> bits of the points of NS, in units


Kind = tuple[int, int, str | None]  # of a donne: belotes of NS and of EO, capot


MOST_SUMS = 24  # of one donne: bids that are added to the points, annonces


class Feasibility(NamedTuple):
    """A way to reach totals: litiges whose points were lost at the end; whether it is proved, or only not excluded."""

    lost: int
    proved: bool = True


class Facts(NamedTuple):
    """Represent what a sheet says beside its totals: counted donnes, belotes and capots of each camp; None where unstated."""

    donnes: int | None = None
    belotes: Pair | None = None
    capots: Pair | None = None


class Outcome(NamedTuple):
    """Describe what one donne may mark: its kind, the winner (None: litige), the sum of both marks, the points of NS as bits.

    ``pot`` are the points it leaves in play; ``after`` is what the end of the partie asks about it: capot, taker,
    issue.
    """

    kind: Kind
    winner: str | None
    total: int
    bits: int
    pot: int
    after: tuple[str | None, str | None, str]


class Ending(NamedTuple):
    """Represent what the end of a partie asks about its last donne; ``off`` is how far its real marks are from those rounded."""

    capot: str | None
    preneur: str | None
    off: Pair


class Last(NamedTuple):
    """Last donnes that are alike: kind, ending, winner, the pot that a litige leaves, sums with their bits."""

    kind: Kind
    ending: Ending
    winner: str | None
    left: int
    sets: list[tuple[int, int]]


class At(NamedTuple):
    """Describe the partie that is asked about: its facts, its limits of points and of donnes, its last imposed donne."""

    facts: Facts
    limit: int | None = None
    last: int | None = None
    due: int | None = None

    def earlier(self, kind: Kind) -> At | None:
        """Return the same one donne of *kind* earlier; None where it cannot have been."""
        donnes, b, c = self.facts
        i, j, capot = kind
        b = b and (b[0] - i, b[1] - j)
        c = c and (c[0] - (capot == "NS"), c[1] - (capot == "EO"))
        if donnes == 0 or min(b or (0, 0)) < 0 or min(c or (0, 0)) < 0:
            return None
        return self._replace(facts=Facts(None if donnes is None else donnes - 1, b, c))


def add(sets: Sets, total: int, bits: int) -> None:
    """Add *bits* to the set of that sum."""
    sets[total] = sets.get(total, 0) | bits


def sumset(bits: int, values: int) -> int:
    """Return the bits of every sum of a member of *bits* and one of *values*, by runs of consecutive values."""
    if bits.bit_count() < values.bit_count():
        bits, values = values, bits
    reached = 0
    start = 0
    while values:
        skip = (values & -values).bit_length() - 1
        values >>= skip
        start += skip
        run = ((values + 1) & ~values).bit_length() - 1
        spread = bits
        if run > 1:
            covered = 1
            while covered * 2 <= run:
                spread |= spread << covered
                covered *= 2
            spread |= spread << (run - covered)
        reached |= spread << start
        values >>= run
        start += run
    return reached


@lru_cache(maxsize=4096)
def reverse(bits: int, width: int) -> int:
    """Return *bits* read from the other end: bit n becomes bit *width* - n."""
    return int(format(bits, f"0{width + 1}b")[::-1], 2)


def outcomes_of(game: BeloteGame[Any, Any], *, last: bool = False, one_by_one: bool = False) -> list[Outcome]:
    """Return every outcome of one donne, from the marks themselves, before pot and arrondi.

    Marks change where a contract is reached and are even between: where both ends of a range of points are alike, the
    donnes between them are not marked one by one.
    """
    found: dict[Any, int] = defaultdict(int)
    for points, make in game.every_donne():
        ranges = [(0, len(points) - 1)]
        while ranges:
            low, high = ranges.pop()
            donne = make(points[low])
            marque, other = game.mark(donne, last=last), game.mark(make(points[high]), last=last)
            (ns, eo), others, span = _marks(marque), _marks(other), points[high] - points[low]
            rising = span > 0 and others == (ns + span, eo - span)
            if not (rising or others == (ns, eo)) or (other.issue, other.to_pot) != (marque.issue, marque.to_pot):
                middle = (low + high) // 2
                ranges += [(low, middle), (middle + 1, high)]
                continue
            if marque.again:
                continue
            kind = (donne.belotes["NS"], donne.belotes["EO"], donne.capot)
            after = (donne.capot, donne.preneur, marque.issue)
            bits = sum(1 << value - points[low] for value in points[low : high + 1]) if rising else 1
            found[kind, marque.winner, ns + eo, marque.to_pot, after] |= bits << ns
    return [
        Outcome(kind, winner, total, bits, pot, after)
        for (kind, winner, total, pot, after), every in found.items()
        for bits in (_each(every) if one_by_one else (every,))
    ]


def _each(bits: int) -> Iterator[int]:
    """Yield the bits of a set, each alone."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def _marks(marque: Marque) -> Pair:
    marks = dict.fromkeys(CAMPS, 0)
    for line in marque.lines:
        marks[line.camp] += line.points
    return marks["NS"], marks["EO"]
