"""The totals that whole parties can end with, exactly, for every game of two camps that counts points: the last donne.

What stands before it is worked out by `donne_sets`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

from rules.control import MOST_DONNES, Stated
from rules.games.outcomes import (
    BOTH,
    At,
    DonneSets,
    Ending,
    Facts,
    Feasibility,
    Last,
    Outcome,
    Pair,
    Sets,
    add,
    remembered,
    reverse,
    sumset,
)
from rules.games.two_camps import AfterDonne, BeloteDonne, BeloteGame
from rules.line import CHUTE

MOST_OPEN = 7  # litiges before the last donne, fewer than these, that are tried where each of them has any worth
MOST_LITIGES = 60  # in a row
MOST_TIE = 3000  # points beyond the limit at which equal totals are still played on


class Parties(DonneSets):
    """The totals that a partie of one game can end with; everything worked out is kept."""

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
