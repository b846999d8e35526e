"""The best pairing of a ranked line, exact and nearly as fast as reading it (docs/tirages.md 4).

Teams stand on a line in ranking order; pairing i with j costs the difference of their keys. Some pairs (`foes`)
may not meet, or only at a price. Wanted: the perfect pairing of least cost. Three facts, each with its proof:

1. *Clean cuts.* Cut the line before place t (an even number of teams on each side). Suppose some pairs of a best
   pairing cross the cut; their number is even. Take them apart and pair again each side alone. On the right side,
   two loose ends that may meet are joined, which costs no more than their way to the cut. What remains is a clique
   of foes. Two of them, x and y, are joined through another pair (c, z) with c a foe of neither: x-c and y-z, or
   y-c and x-z. One of the two is allowed unless z is a foe of both, so among the first k = 1 + |foes(x) & foes(y)|
   such c one serves. Distances X, Y, C taken from the cut, that costs at most max(0, 2(C - X - Y)); call `pressure`
   of that side the greatest such value over all x, y. Nothing crossing any more, two gaps at the cut are saved for
   each two ends. So when left pressure + right pressure < 2 x gap, no best pairing crosses the cut, and the blocks
   between such cuts are solved alone. Nearly all blocks are two neighbours. (A pair with a price may also simply be
   joined: its pressure is at most the price.)
2. *Window.* In a best pairing nobody meets a team more than 4d + 1 places away, d being the most foes a team has:
   let (a, b) be a pair and c between them, c paired with e. Pairing a and b with c and e the better way costs
   strictly less, so one of c, e is a foe of a or b; at most 2d pairs can be so, each filling at most two places.
3. *Waiting teams.* Inside a block the teams are read in order; a state is the set of teams still waiting. With f(O)
   the cheapest end from state O, fact 1 read from the right gives f(nobody) <= f(O) + |O|/2 x pressure, and inserting
   the waiting teams of P two by two into pairs further on gives f(P) <= f(nobody) + U(P). So O is dropped when
   e(O) - |O|/2 x pressure >= e(P) + U(P), e being the cost so far.

Keys are made strictly decreasing (key x n**2 + place), which changes no order between costs and makes 1 and 2 sharp.
"""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from math import inf

from tournament.tirages.matching import cheapest_pairing

STATES_MAX = 600  # above, a general matching is quicker than the states
BLOCK_MAX = 700  # above, a general matching would take minutes: the best of the kept states is given, unproved

Foes = Sequence[AbstractSet[int]]
Prices = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """`mate[i]` is the place paired with place i; `proven` says that no pairing is cheaper."""

    mate: list[int]
    proven: bool


def best_pairing(keys: Sequence[int], foes: Foes, levels: Prices | None = None) -> Pairing | None:
    """Return the cheapest perfect pairing of places 0 … n - 1, None when there is none (n is even).

    `keys` never increase. `foes[i]` are the places i should not meet. `levels` gives, for the pairs (i, j), i < j,
    that may meet at a price, a positive level: first the sum of levels is least, then the sum of key differences.
    """
    n = len(keys)
    square = n * n
    strict = [key * square + n - place for place, key in enumerate(keys)]
    unit = n * (strict[0] - strict[-1]) + 1 if n else 1
    return _Line(strict, foes, {pair: level * unit for pair, level in (levels or {}).items()}).solve()


def clean_cuts(keys: Sequence[int], foes: Foes, spare: int) -> list[bool]:
    """Return for each place t from 0 to n whether the cut before it is clean: crossed by no pair, or by an odd number.

    `keys` strictly decrease. Up to *spare* places, whichever they are, may be paired outside the line: each may be
    the c of fact 1 or the one in between of fact 2, so as many more are asked for.
    """
    line = _Line(list(keys), foes, {}, spare)
    line.read_pressures()
    n = len(keys)
    inside = [line.left.get(cut, 0) + line.right.get(cut, 0) < 2 * (keys[cut - 1] - keys[cut]) for cut in range(1, n)]
    return [True, *inside, True] if n else [True]


class _Line:
    def __init__(self, keys: list[int], foes: Foes, prices: dict[tuple[int, int], int], spare: int = 0) -> None:
        self.keys = keys
        self.foes = foes
        self.prices = prices
        self.spare = spare
        self.most = max(map(len, foes), default=0)
        self.window = 4 * self.most + 1 + spare
        self.right: dict[int, float] = {}
        self.left: dict[int, float] = {}

    def solve(self) -> Pairing | None:
        n = len(self.keys)
        barred = self.read_pressures()
        mate = [place ^ 1 for place in range(n)]
        proven = True
        blocks = self._blocks()
        inside: set[int] = set()
        for low, high in blocks:
            solved = self._block(low, high)
            if solved is None:
                return None
            pairs, sure = solved
            proven = proven and sure
            for a, b in pairs:
                mate[a], mate[b] = b, a
            inside.update(range(low, high, 2))
            self._unnest(mate, low, high)
        if any(place not in inside and (place, place + 1) not in self.prices for place in barred):
            return None
        return Pairing(mate, proven)

    def read_pressures(self) -> list[int]:
        """Fill `left` and `right` by cut; return the even places whose next place is a foe."""
        foes = self.foes
        near = 3 * self.most + 2 + self.spare  # beyond, an eligible c stands before the further of the two: no pressure
        barred = []
        for x, theirs in enumerate(foes):
            top = x + near
            for y in theirs:
                if x < y <= top:
                    if y == x + 1 and not x & 1:
                        barred.append(x)
                    self._pressure(x, y)
        return barred

    def _pressure(self, x: int, y: int) -> None:
        foes, n = self.foes, len(self.keys)
        unfit = foes[x] | foes[y]
        common = foes[x] & foes[y]
        if common:  # only those a pair (c, z) of a best pairing can reach (fact 2) count
            reach = 3 * self.most + 2 + self.spare
            low, high = x - reach - self.window, y + reach + self.window
            common = {z for z in common if low <= z <= high}
        wanted = 1 + len(common) + self.spare
        price = self.prices.get((x, y), inf)
        for cuts, border, step, other in ((self.right, x, 1, y), (self.left, y, -1, x)):
            beyond: list[int] = []
            place = border + step
            while 0 <= place < n and len(beyond) < wanted:
                if place != other and place not in unfit:
                    beyond.append(place)
                place += step
            ends = step * (self.keys[x] + self.keys[y])
            edge, fresh = border, 0
            while 0 <= edge < n:
                rest = wanted - fresh
                if rest <= 0:
                    break
                if rest <= len(beyond):
                    value: float = 2 * (ends - step * (self.keys[beyond[rest - 1]] + self.keys[edge]))
                    if value <= 0:
                        break
                else:
                    value = inf
                cut = edge if step == 1 else edge + 1
                value = min(value, price)
                if (self.spare or not cut & 1) and value > cuts.get(cut, 0):
                    cuts[cut] = value
                edge -= step
                if 0 <= edge < n and edge not in unfit:
                    fresh += 1

    def _blocks(self) -> list[tuple[int, int]]:
        """Return the stretches between clean cuts, those of two neighbours left out."""
        keys, left, right = self.keys, self.left, self.right
        unclean = sorted(
            cut
            for cut in left.keys() | right.keys()
            if 0 < cut < len(keys) and left.get(cut, 0) + right.get(cut, 0) >= 2 * (keys[cut - 1] - keys[cut])
        )
        blocks: list[tuple[int, int]] = []
        for cut in unclean:
            if blocks and blocks[-1][1] == cut:
                blocks[-1] = (blocks[-1][0], cut + 2)
            else:
                blocks.append((cut - 2, cut + 2))
        return blocks

    def _block(self, low: int, high: int) -> tuple[list[tuple[int, int]], bool] | None:
        pairs, complete = self._states(low, high)
        if complete:
            return None if pairs is None else (pairs, True)
        if high - low > BLOCK_MAX and pairs is not None:
            return pairs, False
        solved = cheapest_pairing(high - low, self._edges(low, high))
        if solved is None:
            return None
        return [(low + a, low + b) for a, b in enumerate(solved) if a < b], True

    def _unnest(self, mate: list[int], low: int, high: int) -> None:
        """Turn 1-4, 2-3 into 1-3, 2-4 where allowed: the same cost, and no table with so wide a gap."""
        changed = True
        while changed:
            changed = False
            for a in range(low, high):
                d = mate[a]
                for b in range(a + 1, d):
                    c = mate[b]
                    if b < c < d and c not in self.foes[a] and d not in self.foes[b]:
                        mate[a], mate[c], mate[b], mate[d] = c, a, d, b
                        d = c
                        changed = True

    def _edges(self, low: int, high: int) -> list[tuple[int, int, int]]:
        """Return the allowed pairs of the block inside the window, with their cost."""
        edges = []
        for a in range(low, high):
            theirs = self.foes[a]
            for b in range(a + 1, min(high, a + self.window + 1)):
                cost = self.keys[a] - self.keys[b]
                if b in theirs:
                    price = self.prices.get((a, b))
                    if price is None:
                        continue
                    cost += price
                edges.append((a - low, b - low, cost))
        return edges

    def _states(self, low: int, high: int) -> tuple[list[tuple[int, int]] | None, bool]:
        """Pair the block by reading it in order; return also whether no state was dropped without proof."""
        keys, foes, prices = self.keys, self.foes, self.prices
        states: dict[int, int] = {0: 0}
        history: list[dict[int, tuple[int, int]]] = []
        complete = True
        for place in range(low, high):
            bit = 1 << (place - low)
            after = high - place - 1
            barred = sum(1 << (f - low) for f in foes[place] if low <= f < place)
            stale = (1 << max(0, place - low - self.window)) - 1  # waiting too long for the window
            step = keys[place] - keys[place + 1] if after else 0
            following: dict[int, int] = {}
            back: dict[int, tuple[int, int]] = {}
            for mask, cost in states.items():
                if mask & stale:
                    continue
                waiting = mask.bit_count()
                if waiting < after:
                    following[mask | bit] = cost + step * (waiting + 1)
                    back[mask | bit] = (mask, -1)
                free = mask & ~barred
                onward = cost + step * (waiting - 1)
                while free:
                    team = free & -free
                    free ^= team
                    rest = mask ^ team
                    if rest not in following or onward < following[rest]:
                        following[rest] = onward
                        back[rest] = (mask, team)
                priced = mask & barred if prices else 0
                while priced:
                    team = priced & -priced
                    priced ^= team
                    price = prices.get((low + team.bit_length() - 1, place))
                    rest = mask ^ team
                    if price is not None and (rest not in following or onward + price < following[rest]):
                        following[rest] = onward + price
                        back[rest] = (mask, team)
            cut = place + 1
            if after and not (cut - low) & 1 and len(following) > 1:
                following = self._prune(following, low, cut)
            if len(following) > STATES_MAX:
                complete = False
                cheapest = sorted(following.items(), key=lambda item: (item[1], item[0]))[:STATES_MAX]
                following = dict(cheapest)
                if high - low <= BLOCK_MAX:
                    return None, False
            history.append(back)
            states = following
        if 0 not in states:
            return None, complete
        pairs = []
        mask = 0
        for place in range(high - 1, low - 1, -1):
            before, team = history[place - low][mask]
            if team > 0:
                pairs.append((low + team.bit_length() - 1, place))
            mask = before
        return pairs, complete

    def _prune(self, states: dict[int, int], low: int, cut: int) -> dict[int, int]:
        """Return the states that may still lead to a cheaper end than every other (fact 3), cheapest first."""
        pressure = self.right.get(cut, 0)
        order = sorted(states.items(), key=lambda item: (item[1], item[0]))
        best, leader = inf, -1
        for mask, cost in order[:8]:
            if cost < best:
                end = cost + self._insertion(mask, low, cut)
                if end < best:
                    best, leader = end, mask
        return {
            mask: cost
            for mask, cost in order
            if mask == leader or not mask and cost < best or mask and cost - pressure * (mask.bit_count() // 2) < best
        }

    def _insertion(self, mask: int, low: int, cut: int) -> float:
        """Return the most that seating the waiting teams costs above an end where nobody waits: U of fact 3."""
        total: float = 0
        seated = 0
        while mask:
            couple = []
            for _ in range(2):
                team = mask & -mask
                mask ^= team
                couple.append(low + team.bit_length() - 1)
            p, q = couple
            unfit = self.foes[p] | self.foes[q]
            wanted = 1 + 2 * seated + sum(z >= cut for z in self.foes[p] & self.foes[q])
            place = cut - 1
            while wanted:
                place += 1
                if place == len(self.keys):
                    return inf
                wanted -= place not in unfit
            total += 2 * (self.keys[cut] - self.keys[place])
            seated += 1
        return total
