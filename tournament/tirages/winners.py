"""The best pairing by wins: the least sum of gaps in wins, then in points, exact (docs/tirages.md 4).

Teams stand in groups of equal wins. A boundary with an odd number of teams above it is crossed by at least one pair;
so the sum of the gaps in wins is at least that of the odd boundaries, and where it is exactly that, every best pairing
crosses each odd boundary once and each even one never. Groups between two even boundaries are then a chain on its own,
and in each group of a chain at most two teams are paired outside: one *received* from above, one that *floats* down
(or the pair passes over the group).

Within a group the rest is a line of points: between clean cuts (`neighbours.clean_cuts`, two places to spare) its best
pairing is known piece by piece, whatever the two are. From the top group down, V(x) is the least cost of everything
above when x receives, T(a) when a floats; both are found for all x and all a in one reading of the group. Small or
knotted contests go to the general matching, which needs none of this.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf

from tournament.tirages.matching import cheapest_pairing
from tournament.tirages.neighbours import Foes, Pairing, Prices, best_pairing, clean_cuts

SMALL = 14  # up to here the general matching is as quick
GENERAL_MAX = 400  # above, the general matching would take many seconds
PIECE_MAX = 24  # a longer piece between clean cuts is a knot: general matching


def best_by_wins(
    wins: Sequence[int], points: Sequence[int], foes: Foes, levels: Prices | None = None
) -> Pairing | None:
    """Return the pairing of places 0 … n - 1 with the least levels, then gaps in wins, then gaps in points.

    Places are sorted by wins, then points, never increasing. None when there is no pairing.
    """
    n = len(wins)
    levels = levels or {}
    if n <= SMALL:
        return _general(range(n), wins, points, foes, levels)
    line = best_pairing(wins, foes, levels)
    if line is None:
        return None
    pairs = [(i, j) for i, j in enumerate(line.mate) if i < j]
    groups = [list(group) for _, group in groupby(range(n), key=lambda i: wins[i])]
    odd = [(upper, lower) for upper, lower in pairwise(groups) if lower[0] & 1]
    least = sum(wins[upper[0]] - wins[lower[0]] for upper, lower in odd)
    knotted = any(j in foes[i] for i, j in pairs) or sum(wins[i] - wins[j] for i, j in pairs) > least
    if knotted:
        if n <= GENERAL_MAX:
            return _general(range(n), wins, points, foes, levels)
        return _approached(wins, points, foes, levels)
    mate = [-1] * n
    proven = True
    for chain in _chains(groups):
        places = [i for group in chain for i in group]
        crossing = _Chain(chain, points, foes).solve() if len(chain) > 1 else None
        if crossing is None and (len(chain) == 1 or len(places) > GENERAL_MAX):
            part = {i: p for p, i in enumerate(places)}
            inside = [{part[j] for j in foes[i] if j in part} for i in places]
            if len(chain) == 1:
                solved = best_pairing([points[i] for i in places], inside)
            else:
                solved = _approached([wins[i] for i in places], [points[i] for i in places], inside, {})
        elif crossing is None:
            solved = _general(places, wins, points, foes, {})
        else:
            for i, j in crossing:
                mate[i], mate[j] = j, i
            continue
        if solved is None:
            return None
        proven = proven and solved.proven
        for p, q in enumerate(solved.mate):
            mate[places[p]] = places[q]
    return Pairing(mate, proven)


def _chains(groups: list[list[int]]) -> Iterator[list[list[int]]]:
    chain: list[list[int]] = []
    for group in groups:
        chain.append(group)
        if not (group[-1] + 1) & 1:
            yield chain
            chain = []


def _general(
    places: Sequence[int], wins: Sequence[int], points: Sequence[int], foes: Foes, levels: Prices
) -> Pairing | None:
    if not places:
        return Pairing([], True)
    spread = [points[i] for i in places]
    win = len(places) * (max(spread) - min(spread) + 1)
    level = len(places) * (win * (wins[places[0]] - wins[places[-1]] + 1) + 1)
    edges = []
    for p, i in enumerate(places):
        for q in range(p + 1, len(places)):
            j = places[q]
            cost = win * (wins[i] - wins[j]) + abs(points[i] - points[j])
            if j in foes[i]:
                if (i, j) not in levels:
                    continue
                cost += level * levels[i, j]
            edges.append((p, q, cost))
    mate = cheapest_pairing(len(places), edges)
    return None if mate is None else Pairing(mate, True)


def _approached(wins: Sequence[int], points: Sequence[int], foes: Foes, levels: Prices) -> Pairing | None:
    """Return a pairing exact in levels and wins; in points, all teams count as one line. Unproved."""
    win = len(wins) * (max(points) - min(points)) + 1
    pairing = best_pairing([w * win + p for w, p in zip(wins, points, strict=True)], foes, levels)
    return None if pairing is None else Pairing(pairing.mate, False)


class _KnotError(Exception):
    """Abandon a chain without short pieces: another method must solve it."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A team that floats down: its `place`, the least cost of everything above, its group, and the one from above.

    `x` is the place that received from `above` in that group, -1 in the top group. `passed` are the groups passed over.
    """

    place: int
    cost: float
    group: "_Group"
    x: int
    above: "_Open | None"
    passed: "tuple[_Group, ...]"


class _Chain:
    """Groups of which every two neighbours exchange exactly one pair."""

    def __init__(self, chain: list[list[int]], points: Sequence[int], foes: Foes) -> None:
        self.unit = sum(map(len, chain)) ** 2 + 1
        self.chain = chain
        self.points = points
        self.foes = foes

    def solve(self) -> list[tuple[int, int]] | None:
        """Return the pairs of the chain, None when it is knotted."""
        try:
            top, *middle, last = [_Group(places, self.points, self.foes, self.unit) for places in self.chain]
            opens = [_Open(place, cost, top, -1, None, ()) for place, cost, _ in top.floating() if cost < inf]
            for group in middle:
                opens = self._through(group, opens)
            arrivals = self._arrivals(last, opens)
            cost, x = last.receiving([cost for cost, _ in arrivals])
        except _KnotError:
            return None
        if cost == inf:
            return None
        pairs = last.rest(x)
        receiver, floater = x, arrivals[last.places.index(x)][1]
        while floater is not None:
            pairs.append((floater.place, receiver))
            for group in floater.passed:
                pairs += group.rest()
            pairs += floater.group.rest(floater.place, floater.x)
            receiver, floater = floater.x, floater.above
        return pairs

    def _through(self, group: "_Group", opens: list[_Open]) -> list[_Open]:
        arrivals = self._arrivals(group, opens)
        through = []
        for place, cost, x in group.floating([cost for cost, _ in arrivals]):
            above = arrivals[x][1] if x >= 0 else None
            through.append(_Open(place, cost, group, group.places[x], above, ()))
        whole = group.whole()
        if whole < inf:
            through += [_Open(o.place, o.cost + whole, o.group, o.x, o.above, (*o.passed, group)) for o in opens]
        return through

    def _arrivals(self, group: "_Group", opens: list[_Open]) -> list[tuple[float, _Open | None]]:
        """Return for each of the group the least cost of all above if it receives, and the giver: two readings."""
        opens = sorted((o for o in opens if o.cost < inf), key=lambda o: self.points[o.place])
        height = [self.points[o.place] for o in opens]
        below: list[int] = []  # the best open so far, coming up; the cost of points from it on is linear
        for i, o in enumerate(opens):
            best = below[-1] if below else i
            below.append(i if o.cost - height[i] * self.unit < opens[best].cost - height[best] * self.unit else best)
        above = [0] * len(opens)
        best = -1
        for i in range(len(opens) - 1, -1, -1):
            if best < 0 or opens[i].cost + height[i] * self.unit < opens[best].cost + height[best] * self.unit:
                best = i
            above[i] = best
        arrivals: list[tuple[float, _Open | None]] = []
        for x in group.places:
            split = bisect_left(height, self.points[x])
            candidates = [below[split - 1]] if split else []
            candidates += [above[split]] if split < len(opens) else []
            if any(opens[i].place in self.foes[x] for i in candidates):
                candidates = [i for i, o in enumerate(opens) if o.place not in self.foes[x]]
            costs = [(opens[i].cost + abs(height[i] - self.points[x]) * self.unit, i) for i in candidates]
            cost, i = min(costs, default=(inf, -1))
            arrivals.append((cost, opens[i] if i >= 0 else None))
        return arrivals


class _Group:
    """A line of equal wins: the cost of its best pairing, with or without the one or two paired outside."""

    def __init__(self, places: list[int], points: Sequence[int], foes: Foes, unit: int) -> None:
        self.places = places
        size = len(places)
        first = places[0]
        self.keys = [points[i] * unit + size - p for p, i in enumerate(places)]
        self.foes = [{j - first for j in foes[i] if first <= j < first + size} for i in places]
        self.clean = clean_cuts(self.keys, self.foes, 2)
        self.before = self._near(range(size + 1), -1)
        self.after = self._near(range(size, -1, -1), size + 1)
        self.start = self._from_start()
        self.end = self._to_end()

    def _near(self, cuts: range, none: int) -> list[list[int]]:
        """Return by parity, for each cut, the nearest clean cut of that parity met so far."""
        nearest = [[none] * len(cuts) for _ in range(2)]
        last = [none, none]
        for cut in cuts:
            if self.clean[cut]:
                last[cut & 1] = cut
            nearest[0][cut], nearest[1][cut] = last
        return nearest

    def _piece(self, low: int, high: int, *out: int) -> float:
        """Return the cost of the places from *low* to *high* paired among themselves, without those *out*."""
        if high - low > PIECE_MAX:
            raise _KnotError
        left = [p for p in range(low, high) if p not in out]
        if not left:
            return 0
        if len(left) == 2:
            a, b = left
            return inf if b in self.foes[a] else self.keys[a] - self.keys[b]
        pairs = self._paired(left)
        return inf if pairs is None else sum(self.keys[a] - self.keys[b] for a, b in pairs)

    def _paired(self, left: list[int]) -> list[tuple[int, int]] | None:
        place = {p: i for i, p in enumerate(left)}
        inside = [{place[q] for q in self.foes[p] if q in place} for p in left]
        pairing = best_pairing([self.keys[p] for p in left], inside)
        return None if pairing is None else [(left[a], left[b]) for a, b in enumerate(pairing.mate) if a < b]

    def rest(self, *out: int) -> list[tuple[int, int]]:
        """Return the best pairs of the group without the places *out*."""
        left = [p for p, i in enumerate(self.places) if i not in out]
        return [(self.places[a], self.places[b]) for a, b in self._paired(left) or []]

    def _from_start(self) -> list[float]:
        """Return for each clean even cut the cost of all before it, nobody paired outside."""
        cost: list[float] = [inf] * len(self.clean)
        cost[0] = 0
        for cut in range(0, len(self.keys) - 1, 2):
            if cost[cut] < inf:
                then = self.after[0][cut + 1]
                if then < len(cost):
                    cost[then] = cost[cut] + self._piece(cut, then)
        return cost

    def _to_end(self) -> list[float]:
        """Return for each clean cut with an even number after it the cost of all after it, nobody paired outside."""
        size = len(self.keys)
        cost: list[float] = [inf] * (size + 1)
        cost[size] = 0
        for cut in range(size - 2, -1, -2):
            if self.clean[cut]:
                then = self.after[cut & 1][cut + 1]
                cost[cut] = self._piece(cut, then) + cost[then]
        return cost

    def whole(self) -> float:
        """Return the cost of the group when nobody is paired outside."""
        return self.start[len(self.keys)]

    def receiving(self, arrivals: Sequence[float]) -> tuple[float, int]:
        """Return the least cost when one receives, at the cost of its arrival, and nobody floats; and its place."""
        best: float = inf
        place = -1
        for x, arrival in enumerate(arrivals):
            low, high = self.before[0][x], self.after[1][x + 1]
            if arrival < inf and high <= len(self.keys):
                cost = self.start[low] + arrival + self._piece(low, high, x) + self.end[high]
                if cost < best:
                    best, place = cost, self.places[x]
        return best, place

    def floating(self, arrivals: Sequence[float] | None = None) -> Iterator[tuple[int, float, int]]:
        """Yield each that may float: its place, the least cost, and the place that receives (-1 in the top group)."""
        size = len(self.keys)
        if arrivals is None:
            for a in range(size):
                low, high = self.before[0][a], self.after[1][a + 1]
                if high <= size:
                    yield self.places[a], self.start[low] + self._piece(low, high, a) + self.end[high], -1
            return
        earlier, later = self._received_before(arrivals), self._received_after(arrivals)
        for a in range(size):
            ways: list[tuple[float, int]] = []
            low, high = self.before[1][a], self.after[0][a + 1]
            if low >= 0 and high <= size and earlier[low][0] < inf:
                ways.append((earlier[low][0] + self._piece(low, high, a) + self.end[high], earlier[low][1]))
            low, high = self.before[0][a], self.after[1][a + 1]
            if high <= size and later[high][0] < inf:
                ways.append((self.start[low] + self._piece(low, high, a) + later[high][0], later[high][1]))
            for x in range(max(self.before[1][a], 0), min(self.after[1][a + 1], size)):
                if x != a and arrivals[x] < inf:  # both in one piece
                    low, high = self.before[0][min(x, a)], self.after[0][max(x, a) + 1]
                    cost = self.start[low] + arrivals[x] + self._piece(low, high, x, a) + self.end[high]
                    ways.append((cost, x))
            cost, x = min(ways, default=(inf, -1))
            if cost < inf:
                yield self.places[a], cost, x

    def _received_before(self, arrivals: Sequence[float]) -> list[tuple[float, int]]:
        """Return for each clean odd cut the least cost of all before it, one of them having received; and which."""
        size = len(self.keys)
        best: list[tuple[float, int]] = [(inf, -1)] * (size + 1)
        for x, arrival in enumerate(arrivals):
            low, high = self.before[0][x], self.after[1][x + 1]
            if arrival < inf and high <= size:
                best[high] = min(best[high], (self.start[low] + arrival + self._piece(low, high, x), x))
        for cut in range(1, size - 1, 2):
            then = self.after[1][cut + 1]
            if best[cut][0] < inf and then <= size:
                best[then] = min(best[then], (best[cut][0] + self._piece(cut, then), best[cut][1]))
        return best

    def _received_after(self, arrivals: Sequence[float]) -> list[tuple[float, int]]:
        """Return for each clean odd cut the least cost of all after it, one of them receiving; and which."""
        size = len(self.keys)
        best: list[tuple[float, int]] = [(inf, -1)] * (size + 1)
        for x, arrival in enumerate(arrivals):
            low, high = self.before[1][x], self.after[0][x + 1]
            if arrival < inf and low >= 0 and high <= size:
                best[low] = min(best[low], (arrival + self._piece(low, high, x) + self.end[high], x))
        for cut in range(size - 1, 0, -1):
            if cut & 1 and self.clean[cut]:
                then = self.after[1][cut + 1]
                if then <= size and best[then][0] < inf:
                    best[cut] = min(best[cut], (self._piece(cut, then) + best[then][0], best[then][1]))
        return best
