"""The marks that one donne may give, as sets of sums and points, the values in which whole parties are asked about;
and the totals at which a partie may stand before its last donne.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache, wraps
from typing import Any, NamedTuple, TypeVar, cast

from rules.arrondi import ARRONDIS
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


F = TypeVar("F", bound=Callable[..., Any])

MOST_BLOCK = 6  # litiges in a row before another donne than the last, each pot rounded with the donne that takes it
BOTH = frozenset(CAMPS)


def remembered(method: F) -> F:
    """Cache every answer of *method* in the ``answers`` of its object, by method and arguments."""

    @wraps(method)
    def answer(engine: Any, *key: Any) -> Any:
        answers = engine.answers[method.__name__]
        if key not in answers:
            answers[key] = method(engine, *key)
        return answers[key]

    return cast(F, answer)


class DonneSets:
    """The totals at which a partie of one game may stand after some donnes; everything worked out is kept."""

    def __init__(self, game: BeloteGame[Any, Any]) -> None:
        self.game = game
        self.answers: dict[str, dict[Any, Any]] = defaultdict(dict)  # by method, then by arguments
        self.reads = game.end_reads
        self.work = 0  # sets put together so far
        self.round = ARRONDIS[game.terms.arrondi]
        one_by_one = game.terms.arrondi != "point"
        outcomes = outcomes_of(game, one_by_one=one_by_one)
        self.decided = [o for o in outcomes if o.winner is not None]
        self.litiges = [o for o in outcomes if o.winner is None]
        self.unit = 10 if game.tens else 1
        self.blocks = bool(self.litiges) and one_by_one  # each pot is rounded with its own donne
        self.open = len({(o.kind, o.pot) for o in self.litiges}) > 8  # litiges of any worth
        # Where a donne has so many sums, or litiges of any worth, the number of donnes only bounds the totals, and is
        # not followed.
        self.many = self.open or len({o.total for o in self.decided}) > MOST_SUMS
        self.least = min(self.units(o)[0] for o in outcomes)
        # A pot adds no more than its litige kept back; rounded, ten more.
        self.most = max(self.units(o)[0] + -(-o.pot // self.unit) for o in outcomes) + self.blocks
        self.alone = self._alone()

    @cached_property
    def at_limit(self) -> list[Outcome]:
        """Return the outcomes of the last donne of a limit of donnes: a litige may be kept there, not lost."""
        one_by_one = self.game.terms.arrondi != "point"
        return outcomes_of(self.game, last=True, one_by_one=one_by_one) if self.litiges else self.decided

    def units(self, outcome: Outcome, pot: int = 0) -> Pair:
        """Return the sum and the bits of *outcome*, which takes *pot*, in units."""
        more_ns, more_eo = (pot * (outcome.winner == camp) for camp in CAMPS)
        if self.unit == 1 and self.game.terms.arrondi == "point":
            return outcome.total + more_ns + more_eo, outcome.bits << more_ns
        points = outcome.bits.bit_length() - 1
        ns = self.round(points + more_ns) // self.unit
        return ns + self.round(outcome.total - points + more_eo) // self.unit, 1 << ns

    def _alone(self) -> int:
        """Return the bits of the marks of one camp on one donne, whatever the other has, with any pot a part of them."""
        marks = 0
        for outcome in (*self.decided, *self.litiges):
            total, bits = self.units(outcome)
            marks |= bits | reverse(bits, total)
        for outcome in self.litiges:
            marks |= 1 << outcome.pot // self.unit | 1 << (outcome.pot + outcome.total) // self.unit
        return marks

    @remembered
    def bound(self, total: int) -> int:
        """Return the bits of the points of NS that *total* allows, each camp looked at alone: nothing is beyond."""
        reached = self._closure(max(64, 1 << total.bit_length())) & ((2 << total) - 1)
        return reached & reverse(reached, total)

    def reaches(self, total: int) -> bool:
        """Return whether a camp can have *total* after some donnes, whatever the other has."""
        units, rest = divmod(total, self.unit)
        return not rest and bool(self._closure(max(64, 1 << units.bit_length())) >> units & 1)

    @remembered
    def _closure(self, most: int) -> int:
        """Return the bits of every total of one camp up to *most*."""
        mask = (2 << most) - 1
        if self.blocks:
            return mask
        reached = (self.alone | 1) & mask
        while True:
            more = sumset(reached, reached) & mask
            self.work += 1
            if more == reached:
                return reached
            reached = more

    # The sets of donnes in any order, every pot paid.

    @remembered
    def _steps(self, family: Any, winner: str | None) -> dict[Kind, list[tuple[int, int, int]]]:
        """Return by kind the steps of a *family*: (counted donnes, sum, bits); of *winner* alone where one is named.

        The family None is decided donnes alone. A set of camps: the litiges too, their pot promised to one of these
        camps. "blocks": decided donnes, each with the litiges whose pot it takes.
        """
        sets: dict[tuple[Kind, int], Sets] = defaultdict(dict)
        for outcome in self.decided:
            if winner in (None, outcome.winner) and (family is None or family == "blocks" or outcome.winner in family):
                add(sets[outcome.kind, 1], *self.units(outcome))
        if family == "blocks":
            for litiges in range(1, MOST_BLOCK + 1):
                for (i, j), pots in self.trails(litiges, True).items():
                    for pot, before in pots.items():
                        for (x, y, capot), last in self._last_by_kind(pot).items():
                            into = sets[(i + x, j + y, capot), litiges + 1]
                            for total, bits in last.items():
                                for more, chain in before.items():
                                    add(into, total + more, sumset(bits, chain))
        elif family is not None and winner is None:
            for outcome in self.litiges:
                for camp in family:
                    add(sets[outcome.kind, 1], *self.units(outcome._replace(winner=camp), outcome.pot))
        steps: dict[Kind, list[tuple[int, int, int]]] = defaultdict(list)
        for (kind, size), by_total in sets.items():
            steps[kind] += [(size, total, bits) for total, bits in by_total.items()]
        for listed in steps.values():
            listed.sort(key=lambda step: (step[0], -step[2].bit_count()))  # those that fill the set soonest
        return dict(steps)

    @remembered
    def _last_by_kind(self, pot: int) -> dict[Kind, Sets]:
        """Return the marks of a decided donne that takes *pot*, by kind."""
        found: dict[Kind, Sets] = defaultdict(dict)
        for outcome in self.decided:
            add(found[outcome.kind], *self.units(outcome, pot))
        return dict(found)

    @remembered
    def _choice(
        self, family: Any, winner: str | None, b: Pair | None, c: Pair | None
    ) -> list[tuple[int, int, int, Kind]]:
        """Return the steps to try next: (counted donnes, sum, bits, kind); the order of donnes is free.

        Stated capots come first, then stated belotes, so that few sets are asked for.
        """
        steps = self._steps(family, winner)
        camp = None if not c else "NS" if c[0] else "EO" if c[1] else None
        merged: dict[tuple[int, int, Kind], int] = {}
        for (i, j, capot), listed in steps.items():
            if c is not None and capot is not None and not c[CAMPS.index(capot)]:
                continue
            if b is not None and (i > b[0] or j > b[1]):
                continue
            if winner is None:
                if camp is not None and capot != camp:
                    continue
                if camp is None and b is not None and any(b) and not i and not j:
                    continue
            kind = (0 if b is None else i, 0 if b is None else j, None if c is None else capot)
            for size, total, bits in listed:
                merged[size, total, kind] = merged.get((size, total, kind), 0) | bits
        chosen = [(size, total, bits, kind) for (size, total, kind), bits in merged.items()]
        return sorted(chosen, key=lambda step: (step[0], -step[2].bit_count()))

    @remembered
    def _sets(
        self, family: Any, need: frozenset[str], donnes: int | None, total: int, b: Pair | None, c: Pair | None
    ) -> int:
        """Return the points of NS after donnes of *family* that make *total*, camps in *need* winning one at least."""
        if total == 0:
            return int(not (need or donnes or any(b or ()) or any(c or ())))
        if not self._fits(donnes, total):
            return 0
        winner = min(need) if need else None
        reached, bound = 0, self.bound(total)
        for size, more, bits, (i, j, capot) in self._choice(family, winner, b, c):
            if more > total or (donnes is not None and size > donnes):
                continue
            before = self._sets(
                family,
                need - {winner} if winner else need,
                None if donnes is None else donnes - size,
                total - more,
                b and (b[0] - i, b[1] - j),
                c and (c[0] - (capot == "NS"), c[1] - (capot == "EO")),
            )
            if before:
                self.work += 1
                reached |= sumset(before, bits)
                if reached == bound:
                    break
        return reached

    def _fits(self, donnes: int | None, total: int) -> bool:
        """Return whether that many donnes can make *total* at all."""
        return donnes is None or (donnes > 0 and donnes * self.least <= total <= donnes * self.most)

    @remembered
    def settled(self, donnes: int | None, total: int, b: Pair | None, c: Pair | None) -> int:
        """Return the points of NS after donnes of which every pot is paid."""
        reached = self._sets(None, frozenset(), donnes, total, b, c)
        if not self.litiges or reached == self.bound(total):
            return reached
        if self.blocks:
            return reached | self._sets("blocks", frozenset(), donnes, total, b, c)
        for camps in (frozenset({"NS"}), frozenset({"EO"}), BOTH):
            reached |= self._sets(camps, camps, donnes, total, b, c)
        return reached

    # Litiges in a row, and where a partie may stand.

    @remembered
    def trails(self, litiges: int, stated: bool) -> dict[Pair, dict[int, Sets]]:
        """Return litiges in a row whose pot is not paid: belotes, where *stated* -> pot -> what the defences marked."""
        if not litiges:
            return {(0, 0): {0: {0: 1}}}
        found: dict[Pair, dict[int, Sets]] = defaultdict(dict)
        for (i, j), pots in self.trails(litiges - 1, stated).items():
            for (x, y, left), held in self._held(stated).items():
                after = found[i + x, j + y]
                for pot, sets in pots.items():
                    into = after.setdefault(pot + left, {})
                    for more, marks in held:
                        for total, bits in sets.items():
                            add(into, total + more, sumset(bits, marks))
        return dict(found)

    @remembered
    def _held(self, stated: bool) -> dict[tuple[int, int, int], list[tuple[int, int]]]:
        """Return what one litige marks: belotes, where *stated*, and points left in play -> sums with their bits."""
        merged: dict[tuple[int, int, int], Sets] = defaultdict(dict)
        for outcome in self.litiges:
            i, j, _capot = outcome.kind if stated else (0, 0, None)
            add(merged[i, j, outcome.pot], *self.units(outcome))
        return {held: list(sets.items()) for held, sets in merged.items()}

    @remembered
    def pots(self, litiges: int) -> list[int]:
        """Return what that many litiges in a row may leave in play."""
        return sorted(self.trails(litiges, False).get((0, 0), {}))

    @remembered
    def _trail(self, litiges: int, pot: int, stated: bool) -> list[tuple[Pair, int, int]]:
        """Return the marks of litiges that hold *pot*: (belotes, where *stated*; sum; bits)."""
        return [
            (belotes, total, bits)
            for belotes, pots in self.trails(litiges, stated).items()
            for total, bits in pots.get(pot, {}).items()
        ]

    @remembered
    def standing(self, donnes: int | None, total: int, b: Pair | None, c: Pair | None, litiges: int, pot: int) -> int:
        """Return the points of NS where a partie may stand, exactly *litiges* just before holding *pot*."""
        if donnes is not None and donnes < litiges:
            return 0
        if not litiges:
            return self.settled(donnes, total, b, c)
        reached = 0
        for (x, y), more, bits in self._trail(litiges, pot, b is not None):
            left = b and (b[0] - x, b[1] - y)
            if more <= total and (left is None or min(left) >= 0):
                before = self.settled(None if donnes is None else donnes - litiges, total - more, left, c)
                if before:
                    self.work += 1
                    reached |= sumset(before, bits)
        return reached
