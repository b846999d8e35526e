"""The totals that some sequence of donnes can give, exactly, for belote classique and its kin without annonces.

The outcomes of one donne are those of ``parties``, each number of points apart, without who took it.
The order of decided donnes does not matter, only which litiges each one pays: a *block* is a decided donne with the
litiges before it. Numbers of points of NS are kept as sets of bits, one for each ten under arrondi; those of EO follow
from the sum, which belotes, capots, arrondi and lost litiges determine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from rules.arrondi import ARRONDIS
from rules.games.classique.marks import ClassiqueDonne, ClassiqueTerms
from rules.games.outcomes import Feasibility, Sets, add, outcomes_of, remembered, sumset
from rules.games.two_camps import BeloteGame

Pair = tuple[int, int]
Kind = tuple[int, int, str | None]  # of a decided donne: belotes of NS and of EO, capot


class DonneOutcome(NamedTuple):
    """An outcome of one donne, before pot and arrondi: belotes of each camp, capot, winner, points, pot."""

    belotes_ns: int
    belotes_eo: int
    capot: str | None
    winner: str | None  # None: litige
    ns: int
    eo: int
    pot: int


@dataclass(frozen=True, slots=True)
class Known:
    """The facts beside the totals of a sheet: number of counted donnes; belotes and capots, None where unstated."""

    donnes: int
    belotes: Pair | None = None
    capots: Pair | None = None


# Counted donnes up to which litiges paid under arrondi, each rounded with its own pot, are tried one by one (a second
# at the most); fewer where a donne holds up to four belotes. Beyond, totals that need a litige are not tried: they
# are accepted, and the person is asked.
MOST_ROUNDED, MOST_VARIANT = 16, 6


NS_WINS, EO_WINS = 1, 2


def _merge(sets: Sets, more: Sets) -> None:
    for total, bits in more.items():
        add(sets, total, bits)


def _convolve(left: Sets, right: Sets) -> Sets:
    made: Sets = {}
    for a, a_bits in left.items():
        for b, b_bits in right.items():
            add(made, a + b, sumset(a_bits, b_bits))
    return made


def outcomes(game: BeloteGame[ClassiqueTerms, ClassiqueDonne], *, last: bool = False) -> frozenset[DonneOutcome]:
    """Return every outcome of one donne of *game*, from the marks themselves."""
    every = outcomes_of(game, last=last, one_by_one=True)
    shares = ((outcome, outcome.bits.bit_length() - 1) for outcome in every)
    return frozenset(
        DonneOutcome(*outcome.kind, outcome.winner, ns, outcome.total - ns, outcome.pot) for outcome, ns in shares
    )


class Reach:
    """The totals that can be, for one game; everything worked out is kept."""

    def __init__(self, game: BeloteGame[ClassiqueTerms, ClassiqueDonne]) -> None:
        self.terms = terms = game.terms
        self.answers: dict[str, dict[Any, Any]] = defaultdict(dict)  # by method, then by arguments
        self.round = ARRONDIS[terms.arrondi]
        self.rounded = terms.arrondi != "point"
        self.unit = 10 if self.rounded else 1  # points that one bit stands for
        self.most_belotes = 4 if terms.sans_atout_tout_atout else 1
        self.capot_counts = terms.capot != terms.chute  # a capot that marks as a chute does cannot be told from one
        self.decided: dict[Kind, list[DonneOutcome]] = defaultdict(list)
        self.litiges: dict[Pair, list[DonneOutcome]] = defaultdict(list)
        self.own: dict[Pair, Sets] = {}  # a litige on the last donne whose taker keeps its points
        for outcome in sorted(outcomes(game), key=repr):
            belotes = outcome.belotes_ns, outcome.belotes_eo
            if outcome.winner is None:
                self.litiges[belotes].append(outcome)
            else:
                self.decided[(*belotes, outcome.capot)].append(outcome)
        if terms.litige_derniere_donne == "garde":
            for outcome in outcomes(game, last=True):
                if outcome.winner is None:
                    ns, eo = self.marks(outcome)
                    own = self.own.setdefault((outcome.belotes_ns, outcome.belotes_eo), {})
                    add(own, ns + eo, 1 << ns // self.unit)
        self.kinds = sorted({(i, j) for i, j, capot in self.decided if capot is None})
        plain = [self.round(o.ns) + self.round(o.eo) for o in self.decided[0, 0, None]]
        self.least, self.most = min(plain), max(plain)
        self.capot_points = self.round(terms.capot)
        self.litige_points = max((self.round(max(o.ns, o.eo)) for o in self.litiges.get((0, 0), ())), default=0)
        self._alone: list[int] = [1]
        # Arrondi's gain can be bounded: a donne that is all one camp's gains 10 with three litiges, no sooner.
        self.bounded = (
            self.most_belotes == 1
            and self.round(terms.chute) == self.least
            and max(terms.chute % 10, terms.capot % 10) <= 2
        )
        # One donne: who won it, or who is owed the pot it leaves -> points of NS, the pot already his.
        self._steps: dict[Pair, Sets] = {}
        for i, j in self.kinds:
            steps = self._steps.setdefault((i, j), {})
            for outcome in self.decided[i, j, None]:
                add(steps, NS_WINS if outcome.winner == "NS" else EO_WINS, 1 << outcome.ns)
            for outcome in self.litiges.get((i, j), ()):
                add(steps, NS_WINS << 2, 1 << (outcome.ns + outcome.pot))
                add(steps, EO_WINS << 2, 1 << outcome.ns)

    # One donne, a block of litiges and a donne, a tail of litiges.

    def marks(self, outcome: DonneOutcome, pot: int = 0) -> Pair:
        """Return the marks of a decided donne taking *pot*, rounded once."""
        ns, eo = outcome.ns, outcome.eo
        if pot:
            ns, eo = (ns + pot, eo) if outcome.winner == "NS" else (ns, eo + pot)
        return self.round(ns), self.round(eo)

    @remembered
    def block(self, decided: Kind, litiges: int, belotes_ns: int, belotes_eo: int) -> Sets:
        """Return the sets of a decided donne of one kind after *litiges* in a row that hold these belotes."""
        result: Sets = {}
        for pot, tail in self.trail(litiges, belotes_ns, belotes_eo).items():
            own: Sets = {}
            for outcome in self.decided.get(decided, ()):
                ns, eo = self.marks(outcome, pot)
                add(own, ns + eo, 1 << ns // self.unit)
            _merge(result, _convolve(tail, own))
        return result

    @remembered
    def trail(self, litiges: int, belotes_ns: int, belotes_eo: int) -> dict[int, Sets]:
        """Return the sets of litiges in a row whose pot is not paid: pot -> what the defences marked."""
        if litiges == 0:
            return {} if belotes_ns or belotes_eo else {0: {0: 1}}
        result: dict[int, Sets] = {}
        for (i, j), here in self.litiges.items():
            if i > belotes_ns or j > belotes_eo:
                continue
            for pot, before in self.trail(litiges - 1, belotes_ns - i, belotes_eo - j).items():
                for outcome in here:
                    ns, eo = self.round(outcome.ns), self.round(outcome.eo)
                    sets = result.setdefault(pot + outcome.pot, {})
                    for total, bits in before.items():
                        add(sets, total + ns + eo, bits << ns // self.unit)
        return result

    @remembered
    def straight(self, donnes: int, capots_ns: int, capots_eo: int, belotes_ns: int, belotes_eo: int) -> Sets:
        """Return the sets of decided donnes without litige: *donnes* without capot, and the capots of each camp."""
        if not donnes and not capots_ns and not capots_eo:
            return {} if belotes_ns or belotes_eo else {0: 1}
        result: Sets = {}
        if belotes_ns + belotes_eo > (donnes + capots_ns + capots_eo) * self.most_belotes:
            return result
        camp = "NS" if capots_ns else "EO" if capots_eo else None
        for i, j in self._within(belotes_ns, belotes_eo) if camp else self._next(donnes, belotes_ns, belotes_eo):
            rest = donnes - (camp is None), capots_ns - (camp == "NS"), capots_eo - (camp == "EO")
            before = self.straight(*rest, belotes_ns - i, belotes_eo - j)
            _merge(result, _convolve(before, self.block((i, j, camp), 0, 0, 0)))
        return result

    def _within(self, belotes_ns: int, belotes_eo: int) -> list[Pair]:
        """Return the kinds of one donne that hold no more than these belotes."""
        return [(i, j) for i, j in self.kinds if i <= belotes_ns and j <= belotes_eo]

    def _next(self, donnes: int, belotes_ns: int, belotes_eo: int) -> list[Pair]:
        """Return the kinds to try for one donne: one is enough where it holds one belote at most."""
        if self.most_belotes > 1:
            return self._within(belotes_ns, belotes_eo)
        if donnes < belotes_ns + belotes_eo:
            return []
        return [(0, 1) if belotes_eo else (1, 0) if belotes_ns else (0, 0)]

    def with_litiges(self, donnes: int, belotes_ns: int, belotes_eo: int, capots: Pair) -> int:
        """Return the points of NS after decided donnes and litiges, every pot paid: the capots are decided donnes too.

        Without arrondi a pot adds the same wherever it is paid: it is enough that its winner wins some donne.
        """
        wins = (NS_WINS if capots[0] else 0) | (EO_WINS if capots[1] else 0)
        reached = 0
        for flags, bits in self._flagged(donnes, belotes_ns, belotes_eo).items():
            if (flags & (NS_WINS | EO_WINS) | wins) & flags >> 2 == flags >> 2:
                reached |= bits
        return reached

    @remembered
    def _flagged(self, donnes: int, belotes_ns: int, belotes_eo: int) -> Sets:
        """Return the points of NS by flags: who won a donne (NS_WINS, EO_WINS), who is owed a pot (two bits higher)."""
        if donnes == 0:
            return {} if belotes_ns or belotes_eo else {0: 1}
        result: Sets = {}
        for i, j in self._next(donnes, belotes_ns, belotes_eo):
            for flags, bits in self._flagged(donnes - 1, belotes_ns - i, belotes_eo - j).items():
                for more, values in self._steps[i, j].items():
                    add(result, flags | more, sumset(bits, values))
        return result

    @remembered
    def deep(self, donnes: int, belotes_ns: int, belotes_eo: int, capots_ns: int, capots_eo: int) -> Sets:
        """Return the sets of any donnes, the last one decided: blocks of every length."""
        if donnes == 0:
            return {} if belotes_ns or belotes_eo or capots_ns or capots_eo else {0: 1}
        result: Sets = {}
        if capots_ns + capots_eo > donnes or belotes_ns + belotes_eo > donnes * self.most_belotes:
            return result
        camp = "NS" if capots_ns else "EO" if capots_eo else None
        rest = capots_ns - (camp == "NS"), capots_eo - (camp == "EO")
        for litiges in range(donnes if self.litiges else 1):
            for i, j in self.kinds:
                for x, y in product(range(belotes_ns - i + 1), range(belotes_eo - j + 1)):
                    block = self.block((i, j, camp), litiges, x, y)
                    if block:
                        before = self.deep(donnes - litiges - 1, belotes_ns - i - x, belotes_eo - j - y, *rest)
                        _merge(result, _convolve(before, block))
        return result

    # Totals.

    def alone(self, donnes: int) -> int:
        """Return the bits of every total a camp can have after that many counted donnes, whatever the other has."""
        while len(self._alone) <= donnes:
            marks = 0
            for total in (self.block(kind, 0, 0, 0) for kind in self.decided):
                for bits in total.values():
                    marks |= bits
            # A litige marks its defence, and any number of them one pot; what a pot adds is a sum of the same marks.
            for sets in (sets for i, j in self.litiges for sets in self.trail(1, i, j).values()):
                for bits in sets.values():
                    marks |= bits
            self._alone.append(sumset(self._alone[-1], marks))
        return self._alone[donnes]

    def plainly(self, ns: int, eo: int, known: Known) -> bool:
        """Return whether decided donnes alone, no litige among them, give these totals."""
        return self._reached(ns, eo, known, 0, False, False)

    def find(self, ns: int, eo: int, known: Known) -> Feasibility | None:
        """Find how ``known.donnes`` counted donnes give these totals with the fewest litiges lost; else None."""
        alone = self.alone(known.donnes)
        if any(total < 0 or total % self.unit or not alone >> total // self.unit & 1 for total in (ns, eo)):
            return None
        keeps = bool(self.own) and known.donnes == self.terms.limite_donnes
        for lost in range(known.donnes + 1 if self.litiges else 1):
            for deep in (False, True):
                for kept in (False, True):
                    # Where a litige on the last donne is kept, nothing is lost unless that donne is one too.
                    if kept > keeps or (keeps and lost and not kept):
                        continue
                    if self._reached(ns, eo, known, lost, deep, kept):
                        return Feasibility(lost, not (deep and self._many(known.donnes - lost - kept)))
        return None

    def sums(self, known: Known) -> Iterator[int]:
        """Yield every sum of both totals that loses no litige; each once or more."""
        for _belotes, capots, low in self._lowest(known):
            yield from range(low, low + self._slack(known.donnes, capots) + 1, 10)

    def explain(self, total: int, known: Known) -> list[Pair]:
        """Return the belotes and capots, of both camps, that give the sum *total*, fewest first; no litige is lost.

        [] where the règlement lets the sum say nothing of them.
        """
        if self.rounded or not self.terms.belote or not self.capot_counts:
            return []
        return sorted(((b, c) for b, c, low in self._lowest(known) if low == total), key=sum)

    def _lowest(self, known: Known) -> Iterator[tuple[int, int, int]]:
        """Yield the belotes and capots that *known* allows, and the least sum of both totals with them."""
        most = known.donnes * self.most_belotes
        capots = range(known.donnes + 1 if self.capot_counts else 1)
        for c in capots if known.capots is None else (sum(known.capots),):
            for b in range(most + 1) if known.belotes is None else (sum(known.belotes),):
                yield b, c, self.least * known.donnes + (self.capot_points - self.least) * c + self.terms.belote * b

    def _many(self, donnes: int) -> bool:
        """Return whether litiges paid under arrondi are too many to be tried one by one."""
        return self.rounded and donnes > (MOST_ROUNDED if self.most_belotes == 1 else MOST_VARIANT)

    def _reached(self, ns: int, eo: int, known: Known, litiges: int, deep: bool, kept: bool) -> bool:
        """Return whether decided donnes, then *litiges*, then one litige *kept*, give these totals."""
        settled = known.donnes - litiges - kept
        if settled < 0 or ns < 0 or eo < 0 or ns % self.unit or eo % self.unit:
            return False
        total = ns + eo
        for belotes, capots, held in self._counts(total, known, litiges, settled):
            for tail, left in self._tails(litiges, held, kept, belotes, settled):
                for tail_total, tail_bits in tail.items():
                    if self._settled(ns, total - tail_total, tail_bits, settled, left, capots, deep):
                        return True
        return False

    def _slack(self, donnes: int, capots: int) -> int:
        """Return the most that arrondi can add to what *donnes* mark together, *capots* of them capots.

        A donne gains 10 at most, a capot and a litige nothing of their own; a pot rounded with them gains 10 more, and
        takes a litige.
        """
        return (self.most - self.least) * (donnes - capots)

    def _counts(self, total: int, known: Known, litiges: int, settled: int) -> Iterator[tuple[Pair, Pair, int]]:
        """Yield the belotes and capots of each camp that the sum allows, and belotes held in the *litiges* at the end."""
        belote, most = self.terms.belote, self.most_belotes
        base = total - self.least * (known.donnes - litiges) - self.litige_points * litiges
        highest = known.donnes * most
        numbers = range(settled + 1 if self.capot_counts else 1)
        for number in numbers if known.capots is None else (sum(known.capots),):
            slack = self._slack(settled, number)
            rest = base - (self.capot_points - self.least) * number
            for held in range(litiges * most + 1):
                # A belote held in a litige that is lost is marked once, at half its worth, by the defence.
                due = rest + belote // 2 * held
                if known.belotes is None:
                    low, high = max(held, -(-(due - slack) // belote)), min(due // belote, highest)
                else:
                    low = high = sum(known.belotes)
                    if not due - slack <= belote * low <= due:
                        continue
                for together in range(low, high + 1):
                    for belotes in _splits(together, known.belotes):
                        for capots in _splits(number, known.capots):
                            yield belotes, capots, held

    def _tails(self, litiges: int, held: int, kept: bool, belotes: Pair, settled: int) -> Iterator[tuple[Sets, Pair]]:
        """Yield the marks of the litiges at the end, *held* belotes in them, and the belotes left for earlier donnes."""
        most = self.most_belotes
        for x in range(max(0, held - belotes[1]), min(belotes[0], held) + 1):
            y = held - x
            for (i, j), own in self.own.items() if kept else [((0, 0), {0: 1})]:
                left = belotes[0] - x - i, belotes[1] - y - j
                if min(left) < 0 or sum(left) > settled * most:
                    continue
                for sets in self.trail(litiges, x, y).values():
                    yield _convolve(sets, own), left

    def _fewest(self, n: int, gains: int, donnes: int, belotes: Pair, capots: Pair) -> int:
        """Return a number of points that camp *n* reaches at least where arrondi gained 10 *gains* times, pots paid.

        A donne gains 10 only by giving each camp 10 at least; or with three litiges paid by it, when the whole donne is
        the other camp's, a capot or not. A belote lost to a pot takes a litige.
        """
        best = self.capot_points * capots[n] + (10 * gains + self.terms.belote * belotes[n]) + 1
        for free in range(min(gains, donnes // 3) + 1):
            spare = donnes - sum(capots) - 3 * free - max(0, free - capots[1 - n]) - (gains - free)
            if spare >= 0:
                held = min(belotes[n], 3 * free + spare)
                best = min(best, 10 * (gains - free) + self.terms.belote * (belotes[n] - held))
        return self.capot_points * capots[n] + best

    def _fits(self, ns: int, total: int, tail_bits: int, donnes: int, belotes: Pair, capots: Pair) -> bool:
        """Return whether each camp has the points it must have, the tail apart; true of every total that can be."""
        plain = self.least * (donnes - sum(capots)) + self.capot_points * sum(capots)
        gains = (total - plain - self.terms.belote * sum(belotes)) // 10
        fewest = [self.capot_points * capots[n] for n in (0, 1)]
        if self.bounded:
            fewest = [self._fewest(n, gains, donnes, belotes, capots) for n in (0, 1)]
        # The points of NS that the tail may have given leave the donnes before it between these.
        low, high = max(0, ns - total + fewest[1]) // self.unit, (ns - fewest[0]) // self.unit
        return low <= high and tail_bits >> low & ((2 << (high - low)) - 1) != 0

    def _settled(
        self,
        ns: int,
        total: int,
        tail_bits: int,
        donnes: int,
        belotes: Pair,
        capots: Pair,
        deep: bool,
    ) -> bool:
        """Return whether *donnes* ending decided give a sum *total* and, with the tail, the points *ns*."""
        number = donnes - sum(capots)
        if number < 0 or (deep and not self.litiges):
            return False
        if deep and self.rounded:
            if not self._fits(ns, total, tail_bits, donnes, belotes, capots):
                return False
            if self._many(donnes):
                return True
            return _meets(self.deep(donnes, *belotes, *capots).get(total, 0), tail_bits, ns // self.unit)
        least = self.least * number + self.capot_points * sum(capots) + self.terms.belote * sum(belotes)
        if not least <= total <= least + (self.most - self.least) * number:
            return False
        # Belotes that the capots hold; the donnes without capot must have room for the others.
        most = sum(capots) * self.most_belotes
        for x, y in product(range(min(belotes[0], most) + 1), range(min(belotes[1], most) + 1)):
            left = belotes[0] - x, belotes[1] - y
            if x + y > most or sum(left) > number * self.most_belotes:
                continue
            for part, bits in self.straight(0, *capots, x, y).items():
                if deep:
                    plain = self.with_litiges(number, *left, capots)
                else:
                    plain = self.straight(number, 0, 0, *left).get(total - part, 0)
                if _meets(plain, sumset(bits, tail_bits), ns // self.unit):
                    return True
        return False


def _splits(number: int, known: Pair | None) -> list[Pair]:
    """Return the ways to share *number* between the camps: as known, else every one, the most even first."""
    if known is not None:
        return [known]
    return sorted(((number - n, n) for n in range(number + 1)), key=lambda share: abs(share[0] - share[1]))


def _meets(bits: int, others: int, value: int) -> bool:
    """Return whether *value* is the sum of a member of each."""
    while others:
        low = others & -others
        at = low.bit_length() - 1
        if at <= value and bits >> (value - at) & 1:
            return True
        others ^= low
    return False
