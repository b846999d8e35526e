"""Matchings in any graph, odd circles included: the prover behind the quick methods (docs/tirages.md 4).

`cheapest_pairing` is Edmonds' primal-dual method for a perfect matching of least cost; `obstacle` proves that a graph
has no perfect matching (Gallai and Edmonds). Both are deterministic and use whole numbers only.
"""

from collections.abc import Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass
from heapq import heappop, heappush

Edge = tuple[int, int]
NO_ENTRY: Edge = (-1, -1)  # of a loose end, where a search begins
FREE, OUTER, INNER = 0, 1, 2  # OUTER: an even way from a loose end; INNER: an odd one


class _Flower:
    """A vertex, or an odd circle of flowers shrunk to one.

    `links[i]` is the edge (in child i, in child i + 1) of the circle; `base` the vertex matched outside; `entry` the
    edge (outside, inside) through which the search came; `weight` its dual.
    """

    __slots__ = ("base", "children", "entry", "links", "mark", "parent", "state", "vertex", "weight")

    def __init__(self, base: int, vertex: bool) -> None:
        self.base = base
        self.vertex = vertex
        self.parent: _Flower | None = None
        self.children: list[_Flower] = []
        self.links: list[Edge] = []
        self.entry = NO_ENTRY
        self.state = FREE
        self.weight = 0
        self.mark = False

    def vertices(self) -> Iterator[int]:
        if self.vertex:
            yield self.base
            return
        stack = [self]
        while stack:
            flower = stack.pop()
            if flower.vertex:
                yield flower.base
            else:
                stack.extend(flower.children)


def cheapest_pairing(n: int, edges: Sequence[tuple[int, int, int]]) -> list[int] | None:
    """Return the mate of each vertex 0 … n - 1 in a perfect matching of least total cost, None when there is none.

    >>> cheapest_pairing(4, [(0, 1, 1), (1, 2, 0), (2, 3, 1), (0, 3, 5)])
    [1, 0, 3, 2]
    """
    return _Primal(n, edges).solve()


class _Primal:
    """Prices `y` of the vertices never pay more than an edge costs; only edges paid in full may be matched.

    Costs count four times, so that prices stay whole. In each stage the prices of outer vertices rise together until
    an edge is paid in full (the forest grows, a circle shrinks, or a way between two loose ends is found) or a shrunk
    circle has given back its weight. `self.time` is that rise; every coming event waits in `self.heap` with its time.
    """

    def __init__(self, n: int, edges: Sequence[tuple[int, int, int]]) -> None:
        self.n = n
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        for a, b, cost in edges:
            self.near[a].append((b, 4 * cost))
            self.near[b].append((a, 4 * cost))
        self.mate = [-1] * n
        self.vertices = [_Flower(v, True) for v in range(n)]
        self.top = list(self.vertices)
        self.flowers: set[_Flower] = set()
        self.y: list[int] = []
        self.heap: list[tuple[int, int, int, int, int]] = []
        self.expiring: list[_Flower] = []
        self.fresh: list[int] = []
        self.time = 0

    def solve(self) -> list[int] | None:
        if self.n & 1 or any(not edges for edges in self.near):
            return None
        self.y = [min(cost for _, cost in edges) // 2 for edges in self.near]
        for v, edges in enumerate(self.near):
            if self.mate[v] < 0:
                for w, cost in edges:
                    if self.mate[w] < 0 and cost == self.y[v] + self.y[w]:
                        self.mate[v], self.mate[w] = w, v
                        break
        while -1 in self.mate:
            if not self._stage():
                return None
        return self.mate

    def _stage(self) -> bool:
        """Match one more pair; return False when no way joins two loose ends."""
        self.time, self.heap, self.expiring, self.fresh = 0, [], [], []
        for flower in set(self.top):
            flower.state, flower.entry = FREE, NO_ENTRY
        for v in range(self.n):
            if self.mate[v] < 0:
                self._outer(self.top[v], NO_ENTRY)
        while True:
            while self.fresh:
                self._look(self.fresh.pop())
            if not self.heap:
                return False
            time, kind, v, w, cost = heappop(self.heap)
            if time > self.time:
                self._rise(time - self.time)
            if kind == 0:
                flower = self.expiring[v]
                if flower.parent is None and flower.state == INNER and flower.weight == 0 and flower in self.flowers:
                    self._open_inner(flower)
                continue
            a, b = self.top[v], self.top[w]
            if a is b or b.state == INNER or cost != self.y[v] + self.y[w]:
                continue  # outdated: whatever made it so has put the new event on the heap
            if b.state == FREE:
                self._inner(b, (v, w))
            elif kind == 2:
                meeting = self._meeting(v, w)
                if meeting is None:
                    self._augment(v, w)
                    self._close_stage()
                    return True
                self._shrink(meeting, v, w)

    def _close_stage(self) -> None:
        """Open outer flowers that weigh nothing any more, and those inside them."""
        waiting = [f for f in self.flowers if f.parent is None and f.state == OUTER and f.weight == 0]
        while waiting:
            flower = waiting.pop()
            self.flowers.discard(flower)
            for child in flower.children:
                child.parent = None
                self._bring_up(child)
                if not child.vertex and child.weight == 0:
                    waiting.append(child)

    def _bring_up(self, flower: _Flower) -> None:
        for v in flower.vertices():
            self.top[v] = flower

    def _rise(self, amount: int) -> None:
        self.time += amount
        for v, flower in enumerate(self.top):
            if flower.state == OUTER:
                self.y[v] += amount
            elif flower.state == INNER:
                self.y[v] -= amount
        for flower in self.flowers:
            if flower.parent is None:
                if flower.state == OUTER:
                    flower.weight += 2 * amount
                elif flower.state == INNER:
                    flower.weight -= 2 * amount

    def _look(self, v: int) -> None:
        """Put on the heap the events of the edges of an outer vertex."""
        here, mine = self.top[v], self.y[v]
        for w, cost in self.near[v]:
            there = self.top[w]
            if there is here or there.state == INNER:
                continue
            slack = cost - mine - self.y[w]
            if there.state == OUTER:
                heappush(self.heap, (self.time + slack // 2, 2, v, w, cost))
            else:
                heappush(self.heap, (self.time + slack, 1, v, w, cost))

    def _outer(self, flower: _Flower, entry: Edge) -> None:
        flower.state, flower.entry = OUTER, entry
        self.fresh.extend(flower.vertices())

    def _inner(self, flower: _Flower, entry: Edge) -> None:
        flower.state, flower.entry = INNER, entry
        self._expire(flower)
        base = flower.base
        self._outer(self.top[self.mate[base]], (base, self.mate[base]))

    def _above(self, outer: _Flower) -> _Flower | None:
        """Return the outer flower two steps nearer the loose end."""
        if outer.entry is NO_ENTRY:
            return None
        inner = self.top[outer.entry[0]]
        return self.top[inner.entry[0]]

    def _meeting(self, v: int, w: int) -> _Flower | None:
        """Return the flower where the ways from v and w to their loose ends meet, None when these are two."""
        seen: list[_Flower] = []
        here: _Flower | None = self.top[v]
        there: _Flower | None = self.top[w]
        meeting = None
        while here is not None or there is not None:
            if here is not None:
                if here.mark:
                    meeting = here
                    break
                here.mark = True
                seen.append(here)
                here = self._above(here)
            here, there = there, here
        for flower in seen:
            flower.mark = False
        return meeting

    def _shrink(self, meeting: _Flower, v: int, w: int) -> None:
        flower = _Flower(meeting.base, False)
        up: list[_Flower] = []
        at = self.top[v]
        while at is not meeting:
            up.append(at)
            at = self.top[at.entry[0]]
        flower.children = [meeting, *reversed(up)]
        flower.links = [child.entry for child in reversed(up)]
        flower.links.append((v, w))
        at = self.top[w]
        while at is not meeting:
            flower.children.append(at)
            outside, inside = at.entry
            flower.links.append((inside, outside))
            at = self.top[outside]
        flower.state, flower.entry = OUTER, meeting.entry
        for child in flower.children:
            child.parent = flower
            was_inner = child.state == INNER
            for u in child.vertices():
                self.top[u] = flower
                if was_inner:
                    self.fresh.append(u)
        self.flowers.add(flower)

    def _open_inner(self, flower: _Flower) -> None:
        """Take apart an inner flower: the even way from its entry to its base stays in the forest."""
        self.flowers.discard(flower)
        for child in flower.children:
            child.parent, child.state, child.entry = None, FREE, NO_ENTRY
            self._bring_up(child)
        outside, inside = flower.entry
        first = self.top[inside]
        count = len(flower.children)
        place = flower.children.index(first)
        step = 1 if place & 1 else -1  # the way round whose number of links to the base is even
        entry = (outside, inside)
        while place % count:
            child = flower.children[place % count]
            child.state, child.entry = INNER, entry
            self._expire(child)
            link = self._link(flower, place, step)
            nxt = flower.children[(place + step) % count]
            nxt.state, nxt.entry = OUTER, link
            self.fresh.extend(nxt.vertices())
            entry = self._link(flower, place + step, step)
            place += 2 * step
        base = flower.children[0]
        base.state, base.entry = INNER, entry
        self._expire(base)
        for child in flower.children:
            if child.state == FREE:
                for u in child.vertices():
                    self._look_from_free(u)

    def _expire(self, flower: _Flower) -> None:
        """Wait for the moment an inner flower has given back its weight."""
        if not flower.vertex:
            self.expiring.append(flower)
            heappush(self.heap, (self.time + flower.weight // 2, 0, len(self.expiring) - 1, 0, 0))

    def _look_from_free(self, w: int) -> None:
        for v, cost in self.near[w]:
            if self.top[v].state == OUTER:
                heappush(self.heap, (self.time + cost - self.y[v] - self.y[w], 1, v, w, cost))

    @staticmethod
    def _link(flower: _Flower, place: int, step: int) -> Edge:
        """Return the edge from child *place* to the next one in direction *step*, as (from, to)."""
        count = len(flower.children)
        if step == 1:
            return flower.links[place % count]
        to, start = flower.links[(place - 1) % count]
        return start, to

    def _augment(self, v: int, w: int) -> None:
        """Match v and w, and change every pair on their ways to the loose ends."""
        for start, other in ((v, w), (w, v)):
            here, there = start, other
            while True:
                outer = self.top[here]
                self._rebase(outer, here)
                entry = outer.entry
                self.mate[here] = there
                if entry is NO_ENTRY:
                    break
                inner = self.top[entry[0]]
                outside, inside = inner.entry
                self._rebase(inner, inside)
                self.mate[inside] = outside
                here, there = outside, inside

    def _rebase(self, flower: _Flower, vertex: int) -> None:
        """Make *vertex* the base of *flower*, changing the pairs inside."""
        if flower.vertex:
            return
        work = [(flower, vertex)]
        while work:
            current, v = work.pop()
            child = self.vertices[v]
            while (parent := child.parent) is not None and parent is not current:
                child = parent
            if not child.vertex:
                work.append((child, v))
            children, links = current.children, current.links
            count = len(children)
            start = children.index(child)
            step = 1 if start & 1 else -1
            place = start
            while place % count:
                a, b = self._link(current, place + step, step)
                for mate, end in ((children[(place + step) % count], a), (children[(place + 2 * step) % count], b)):
                    if not mate.vertex:
                        work.append((mate, end))
                self.mate[a], self.mate[b] = b, a
                place += 2 * step
            current.children = children[start:] + children[:start]
            current.links = links[start:] + links[:start]
            current.base = v


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The proof that a graph has no perfect matching.

    `groups` are sets of odd size that can be matched only inside or with `others`: one vertex of each is left over,
    and there are fewer `others` than groups.
    """

    groups: list[list[int]]
    others: list[int]

    @property
    def loose(self) -> list[int]:
        """Return the vertices that some largest matching leaves over."""
        return sorted(v for group in self.groups for v in group)

    @property
    def missing(self) -> int:
        """Return how many vertices every matching leaves over."""
        return len(self.groups) - len(self.others)


def largest_matching(n: int, foes: Sequence[AbstractSet[int]]) -> list[int]:
    """Return the mate of each of 0 … n - 1, or -1, in a largest matching where all may be matched but `foes`."""
    mate = [-1] * n
    for v in range(n):
        if mate[v] < 0:
            for w in range(v + 1, n):
                if mate[w] < 0 and w not in foes[v]:
                    mate[v], mate[w] = w, v
                    break
    for root in range(n):
        if mate[root] < 0:
            _search(n, foes, mate, root)
    return mate


def obstacle(n: int, foes: Sequence[AbstractSet[int]]) -> Obstacle:
    """Return the obstacle to a perfect matching of 0 … n - 1 where all may be matched but `foes`.

    Empty when there is a perfect matching. With n odd and one vertex missing, `loose` are those that may sit out.
    """
    mate = largest_matching(n, foes)
    loose: set[int] = set()
    for root in range(n):
        if mate[root] < 0:
            loose |= _search(n, foes, mate, root) or set()
    others = sorted(v for v in range(n) if v not in loose and any(w != v and w not in foes[v] for w in loose))
    groups: list[list[int]] = []
    left = set(loose)
    while left:
        group = [min(left)]
        left.discard(group[0])
        for v in group:
            joined = [w for w in left if w not in foes[v]]
            group.extend(joined)
            left.difference_update(joined)
        groups.append(sorted(group))
    return Obstacle(sorted(groups), others)


def _search(n: int, foes: Sequence[AbstractSet[int]], mate: list[int], root: int) -> set[int] | None:
    """Match *root* by an alternating way (None), or return the vertices at an even way from it."""
    base = list(range(n))
    came = [-1] * n
    outer = {root}
    queue = [root]
    for v in queue:
        for w in range(n):
            if w == v or w in foes[v] or base[v] == base[w] or mate[v] == w:
                continue
            if w == root or (mate[w] >= 0 and came[mate[w]] >= 0):
                _contract(base, came, mate, root, v, w, outer, queue)
            elif came[w] < 0:
                came[w] = v
                if mate[w] < 0:
                    while w >= 0:
                        v = came[w]
                        nxt = mate[v]
                        mate[v], mate[w] = w, v
                        w = nxt
                    return None
                outer.add(mate[w])
                queue.append(mate[w])
    return outer


def _contract(
    base: list[int], came: list[int], mate: list[int], root: int, v: int, w: int, outer: set[int], queue: list[int]
) -> None:
    """Join the odd circle closed by the edge v-w under one base."""
    on_way = set()
    a = v
    while True:
        a = base[a]
        on_way.add(a)
        if a == root or mate[a] < 0:
            break
        a = came[mate[a]]
    b = base[w]
    while b not in on_way:
        b = base[came[mate[b]]]
    inside = set()
    for start, child in ((v, w), (w, v)):
        a = start
        while base[a] != b:
            inside.add(base[a])
            inside.add(base[mate[a]])
            came[a] = child
            child = mate[a]
            a = came[mate[a]]
    for u in range(len(base)):
        if base[u] in inside:
            base[u] = b
            if u not in outer:
                outer.add(u)
                queue.append(u)
