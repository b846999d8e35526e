"""The totals that whole parties can end with, exactly, for every game of two camps that counts points.

The outcomes of one donne are those of the game's own marks. They are kept as *steps*: sum of both camps -> bits of the
points of NS, one bit for each unit. The order of donnes does not matter until the end of the partie, so that the sets
are built donne after donne by sum, and kept: the work is bounded by the largest sum, not by the ways to reach it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache, wraps
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from rules.arrondi import ARRONDIS
from rules.camps import CAMPS
from rules.control import MOST_DONNES, Stated
from rules.games.outcomes import (
    MOST_SUMS,
    At,
    Ending,
    Facts,
    Feasibility,
    Kind,
    Last,
    Outcome,
    Pair,
    Sets,
    add,
    outcomes_of,
    reverse,
    sumset,
)
from rules.games.two_camps import AfterDonne, BeloteDonne, BeloteGame
from rules.line import CHUTE

F = TypeVar("F", bound=Callable[..., Any])

MOST_OPEN = 7  # litiges before the last donne, fewer than these, that are tried where each of them has any worth
MOST_LITIGES = 60  # in a row
MOST_TIE = 3000  # points beyond the limit at which equal totals are still played on
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


class Parties:
    """The totals that a partie of one game can end with; everything worked out is kept."""

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

    # The end of a partie.

    @remembered
    def _ends(self, final: bool, stated: tuple[bool, bool], pot: int) -> list[Last]:
        """Return the last donnes, those decided taking *pot*; *final* are those of a limit of donnes.

        Their kind says only what is *stated*: belotes, capots.
        """
        if pot and not self.blocks:
            moved = []
            for last in self._ends(final, stated, 0):
                if last.winner is not None:
                    more = pot // self.unit
                    by = more if last.winner == "NS" else 0
                    moved.append(last._replace(sets=[(total + more, bits << by) for total, bits in last.sets]))
            return moved
        merged: dict[Any, Sets] = defaultdict(dict)
        for outcome in self.at_limit if final else (*self.decided, *self.litiges):
            i, j, capot = outcome.kind
            kind = (i if stated[0] else 0, j if stated[0] else 0, capot if stated[1] else None)
            add(merged[kind, self._ending(outcome), outcome.winner, outcome.pot], *self.units(outcome, pot))
        return [
            Last(kind, ending, winner, left, sorted(sets.items()))
            for (kind, ending, winner, left), sets in merged.items()
        ]

    def _ending(self, outcome: Outcome) -> Ending:
        """Return what the end of the partie asks about *outcome*, and how far its real marks are from those rounded."""
        reads = self.reads
        capot, preneur, issue = outcome.after
        off = (0, 0)
        if "reels" in reads:
            ns = outcome.bits.bit_length() - 1
            off = ns - self.round(ns), outcome.total - ns - self.round(outcome.total - ns)
        if "issue" in reads and issue != CHUTE:
            preneur = None  # of a contract that is made nothing is asked
        return Ending(capot if "capot" in reads else None, preneur if "preneur" in reads else None, off)

    def winner(self, ns: int, eo: int, ending: Ending, limit: int | None) -> str | None:
        """Return the camp that these totals, in units, let win by the *limit* of points."""
        if limit is None or max(ns, eo) * self.unit + 10 < limit:
            return None
        totals = {"NS": ns * self.unit, "EO": eo * self.unit}
        reels = {camp: points + off for (camp, points), off in zip(totals.items(), ending.off, strict=True)}
        return self.game.winner(AfterDonne(totals, reels, self._donne(ending), CHUTE), limit)

    @remembered
    def _donne(self, ending: Ending) -> BeloteDonne:
        """Return the last donne as far as the end of a partie asks about it."""
        return cast(BeloteDonne, SimpleNamespace(capot=ending.capot, preneur=ending.preneur))

    def _between(self, total: int, ending: Ending, limit: int) -> int:
        """Return the points of NS at which nobody has won: neither EO, whose points fall, nor NS, whose points rise."""

        known = self.answers["_between"]

        def first(camp: str) -> int:
            """Return the least points of *camp* that win; beyond *total* where none do."""
            low, high = 0, total + 1
            # It moves little from one total to the next: first where it was last, and beside that.
            near = middle = min(known.get((camp, ending, limit), 0), total)
            while low < high:
                pair = (middle, total - middle) if camp == "NS" else (total - middle, middle)
                if self.winner(*pair, ending, limit) == camp:
                    high = middle
                else:
                    low = middle + 1
                middle = low if near == low - 1 else max(low, high - 1) if near == high else (low + high) // 2
            known[camp, ending, limit] = low
            return low

        high, low = first("NS"), total - first("EO") + 1
        return ((1 << high) - 1) >> low << low if low < high else 0

    @remembered
    def _played_on(self, limit: int) -> list[int]:
        """Return by sum where a partie goes on, for a game in which a camp at the limit may have to play on.

        The list ends where nothing follows, or nothing but equal totals.
        """
        ends = [
            (last.ending, total, bits) for last in self._ends(False, (False, False), 0) for total, bits in last.sets
        ]
        merged: Sets = {}
        for _ending, total, bits in ends:
            add(merged, total, bits)
        largest = max(merged)
        alive = [1]
        while any(alive[-largest:]) and len(alive) < 2 * (limit + MOST_TIE) // self.unit:
            total = len(alive)
            reached = 0
            if total * self.unit + 10 < limit:
                for more, bits in merged.items():
                    if more <= total and alive[total - more]:
                        self.work += 1
                        reached |= sumset(alive[total - more], bits)
            else:
                between: dict[Ending, int] = {}
                for ending, more, bits in ends:
                    if more <= total and alive[total - more]:
                        if ending not in between:
                            between[ending] = self._between(total, ending, limit)
                        if between[ending]:
                            self.work += 1
                            reached |= sumset(alive[total - more], bits) & between[ending]
            alive.append(reached)
        return alive

    def _going_on(self, total: int, at: At, litiges: int, pot: int, wanted: int) -> int:
        """Return those of the *wanted* points of NS at which the partie was not over."""
        limit, due, donnes = at.limit, at.due, at.facts.donnes
        tie = 1 << total // 2 if total % 2 == 0 else 0
        mask = (2 << total) - 1
        if limit is not None:
            edge = -(-limit // self.unit)  # the fewest units that are at the limit
            low, high = max(0, total - edge + 1), min(total, edge - 1)
            mask = ((2 << high) - 1) >> low << low if low <= high else 0
            if "issue" in self.reads:
                alive = self._played_on(limit)
                mask = alive[total] if total < len(alive) else 0
            elif "capot" in self.reads:
                # A camp without a trick may be at the limit by its belote, and plays on.
                belote = self.game.terms.belote // self.unit
                for start in (edge, total - edge - belote + 1):
                    if start >= 0 and total < 2 * edge + belote:
                        mask |= ((1 << belote) - 1) << start & ((2 << total) - 1)
            if tie & wanted & ~mask and self.game.plays_on_ties and total // 2 < edge + MOST_TIE // self.unit:
                mask |= tie if self._came(total // 2, total // 2, at, litiges, pot) else 0
        if due is not None and donnes is not None and donnes >= due:
            if donnes == due and mask & tie:
                return tie & wanted
            return tie & wanted if tie & wanted and self._came(total // 2, total // 2, at, litiges, pot) else 0
        return mask & wanted

    def _came(self, ns: int, eo: int, at: At, litiges: int, pot: int) -> bool:
        """Return whether a last donne can have led to these totals, not over, with *litiges* at the end holding *pot*."""
        key = (ns, eo, at, litiges, pot)
        answers = self.answers["_came"]
        if key not in answers:
            answers[key] = self._led(ns, eo, at, litiges, pot)
        return cast(bool, answers[key])

    def _led(
        self,
        ns: int,
        eo: int,
        at: At,
        litiges: int,
        pot: int,
        *,
        ends: bool | None = None,
        camps: frozenset[str] = BOTH,
    ) -> bool:
        """Return whether a last donne can have led to these totals: with *litiges* at the end, or a decided one where 0.

        *ends* None: the partie goes on; True: it ends there whoever is ahead; False: only where one of *camps* has won.
        """
        total = ns + eo
        most = self._farthest(at.limit)
        won: dict[Ending, bool] = {}
        for earlier, held, last in self._lasts(at, litiges, pot, ends):
            # The largest sum stands last: where even that leaves too much before it, nothing else is asked.
            if most is not None and total - last.sets[-1][0] > most:
                continue
            if ends is False:
                if last.ending not in won:
                    won[last.ending] = self.winner(ns, eo, last.ending, at.limit) in camps
                if not won[last.ending]:
                    continue
            before = at.earlier(last.kind)
            if before is None:
                continue
            for more, bits in last.sets:
                rest = total - more
                if rest < 0 or (0 < rest < self.least) or self._beyond(rest, ns, bits, at):
                    continue
                if rest and not self._fits(before.facts.donnes, rest):
                    continue
                wanted = reverse(bits & ((2 << ns) - 1), ns) & ((2 << rest) - 1)
                wanted = wanted and self._going_on(rest, before, earlier, held, wanted)
                if wanted and wanted & self.standing(
                    before.facts.donnes, rest, before.facts.belotes, before.facts.capots, earlier, held
                ):
                    return True
        return False

    @remembered
    def _largest(self, litiges: int) -> int:
        """Return a bound, in units, of what a last donne adds to both totals: it may take the pot of that many litiges.

        A litige kept at a limit of donnes adds no more than its own pot would. Roundings are allowed for.
        """
        pot = litiges * max((o.pot for o in self.litiges), default=0)
        return max(self.units(o)[0] for o in (*self.decided, *self.litiges)) + pot // self.unit + 4

    def _farthest(self, limit: int | None) -> int | None:
        """Return the largest sum, in units, at which a partie may go on; None without a limit of points."""
        return None if limit is None else 2 * (-(-limit // self.unit) + MOST_TIE // self.unit)

    def _lasts(self, at: At, litiges: int, pot: int, ends: bool | None) -> Iterator[tuple[int, int, Last]]:
        """Yield each last donne that leaves *litiges* holding *pot*, after how many open ones, and what these held."""
        facts = at.facts
        final = facts.donnes is not None and facts.donnes == at.last
        stated = (facts.belotes is not None, facts.capots is not None)
        if not litiges:
            # Where equal totals are played on, litiges of any worth just before them are left out.
            for earlier in range(1 if self.open and ends is None else self._most_open(at)):
                for held in self.pots(earlier):
                    for last in self._ends(final, stated, held):
                        if last.winner is not None:
                            yield earlier, held, last
        for last in self._ends(final, stated, 0):
            if last.winner is None and not last.left:  # kept by its taker: those before it are lost all the same
                yield litiges, pot, last
            elif last.winner is None and litiges and pot - last.left in self.pots(litiges - 1):
                yield litiges - 1, pot - last.left, last

    def _beyond(self, total: int, ns: int, bits: int, at: At) -> bool:
        """Return whether no partie goes on with that *total*, nor with equal totals that one of *bits* leads from."""
        most = self._farthest(at.limit)
        if at.limit is None or most is None:
            return False
        if total > most:
            return True
        edge = -(-at.limit // self.unit)
        if total <= 2 * edge + self.game.terms.belote // self.unit or "issue" in self.reads:
            return False
        half = ns - total // 2
        return total % 2 == 1 or half < 0 or not bits >> half & 1

    def _most_open(self, at: At) -> int:
        """Return one more than the litiges that may be open before the last donne."""
        most = MOST_OPEN if self.open else MOST_LITIGES
        if not self.litiges:
            return 1
        if at.limit is not None:
            most = min(most, 2 * at.limit // (self.least * self.unit) + 2)
        return most if at.facts.donnes is None else min(most, at.facts.donnes)

    def find(self, ns: int, eo: int, at: At, *, ends: bool, camps: frozenset[str] = BOTH) -> Feasibility | None:
        """Find how a partie ends with these totals, the fewest litiges lost; else None.

        *ends*: it may end there whoever is ahead, as after a fixed number of donnes; else one of *camps* has won.
        """
        if min(ns, eo) < 0 or ns % self.unit or eo % self.unit:
            return None
        ns, eo = ns // self.unit, eo // self.unit
        if at.facts.donnes == 0:
            return None if ns or eo or any(at.facts.belotes or ()) or any(at.facts.capots or ()) else Feasibility(0)
        most = self._farthest(at.limit)
        if most is not None and ns + eo > most + self._largest(self._most_open(at)):
            return None
        for lost in range(self._most_open(at) + bool(self.litiges)):
            if any(self._led(ns, eo, at, lost, pot, ends=ends, camps=camps) for pot in self.pots(lost)):
                return Feasibility(lost)
        return None

    def find_stated(self, stated: Stated) -> Feasibility | None:
        """Find how a partie ends with the totals *stated*, the fewest litiges lost, whatever its number of donnes."""
        terms = self.game.terms
        best: Feasibility | None = None
        due = stated.most if isinstance(stated.donnes, range) and not stated.nulle else None
        numbers = self._numbers(stated, due)
        if self.many:
            total = sum(stated.pair) // self.unit
            fit = {ends for number, ends in numbers if number is None or self._fits(number, total)}
            numbers, due = iter([(None, True in fit)] if fit else []), None
        for number, ends in numbers:
            facts = Facts(number, stated.belotes, stated.capots)
            way = self.find(*stated.pair, At(facts, terms.limite_points, terms.limite_donnes, due), ends=ends)
            if way is not None and (best is None or way.lost < best.lost):
                best = way
                if not best.lost:
                    break
        return best

    def endings_won(self, pair: Pair, limit: int) -> frozenset[str]:
        """Return the camps that some last donne lets win by the *limit* of points with the totals *pair*."""
        ns, eo = pair[0] // self.unit, pair[1] // self.unit
        endings = {last.ending for last in self._ends(False, (False, False), 0)}
        winners = (self.winner(ns, eo, ending, limit) for ending in endings)
        return frozenset(camp for camp in winners if camp is not None)

    def won_by_points(self, stated: Stated, camps: frozenset[str]) -> frozenset[str]:
        """Return those of *camps* that some whole partie lets win by the limit of points with the totals *stated*."""
        terms = self.game.terms
        at = At(Facts(None, stated.belotes, stated.capots), terms.limite_points)
        if self.many:
            at = at._replace(facts=Facts())
        return frozenset(camp for camp in camps if self.find(*stated.pair, at, ends=False, camps=frozenset({camp})))

    def _numbers(self, stated: Stated, due: int | None) -> Iterator[tuple[int | None, bool]]:
        """Yield the counted donnes that the partie may have had, None for any; whether it may end there in any case."""
        points, limit = self.game.terms.limite_points, self.game.terms.limite_donnes
        if stated.donnes is None and limit is None:
            yield None, False
            return
        most = min(limit or MOST_DONNES, sum(stated.pair) // (self.least * self.unit) + 1)
        first, last = (1, most) if stated.donnes is None else (stated.fewest, stated.most)
        if points is None and stated.donnes is None:
            first = most = limit or 0
        if isinstance(stated.donnes, range):
            first = 1 if points is not None else first
            last = most if due is not None else min(last, most)
        for number in range(first, last + 1):
            imposed = stated.donnes is not None and number >= stated.fewest
            apart = due is None or stated.pair[0] != stated.pair[1]
            yield number, number == limit or (imposed and apart)


@lru_cache(maxsize=256)
def parties_of(game: BeloteGame[Any, Any]) -> Parties:
    """Return the totals that a partie of *game* can end with, made once."""
    return Parties(game)
