"""By lot: every allowed draw exactly as likely as any other (docs/tirages.md 5).

Pairs are drawn one after the other and everything starts again at the first forbidden pair: the result is uniform
(taking "an allowed opponent at random" is not). Where that would take too long the allowed draws are counted, and one
is taken by its place; where even that is too long, tables are re-paired two by two many times from a valid draw, which
is nearly uniform only: `optimal` is then false.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.sentences import text
from tournament.tirages.chance import Lot
from tournament.tirages.matching import largest_matching
from tournament.tirages.model import RANKING, Camps, DrawnSeating, Entrant, Method, Request, rank_key
from tournament.tirages.neighbours import best_pairing
from tournament.tirages.outlook import Outlook, outlook
from tournament.tirages.pairing import Bars, Solver, Tables, bars, impossible, pair_off, possible_absences

PAIRS_MAX = 200_000  # pairs drawn before counting instead
COUNTS_MAX = 60_000  # sets of teams counted before re-pairing instead
MOVES = 40  # re-pairings per table
OPEN_TRIES = 300  # whole draws tried for one that leaves the announced parties


Levels = dict[tuple[int, int], int]
WholeDraw = tuple[
    list[Camps], list[int], bool
]  # tables, the places that sit out, whether the chances were exactly equal
Drawn = tuple[list[tuple[int, int]], list[int]]  # pairs of places in the order drawn, and the place that sits out


def tirage(request: Request) -> DrawnSeating:
    """Draw pairs by lot among all draws that break the least. The exempt is drawn among the equally lowest."""
    lot = request.lot()
    playing = request.playing()
    rest = set(request.options["rest"])
    absent = _absences(request, playing) if len(playing) % 2 else []
    fixed = [e.fixed_table for e in playing if e.fixed_table is not None]
    if len(set(fixed)) < len(fixed):  # two ask for one table: they meet, the others are drawn
        if absent:
            rest.add(playing[absent[lot.below(len(absent))]].number)
        seated = replace(request, options={**request.options, "rest": tuple(sorted(rest))})
        seating = pair_off(seated, list(request.entrants), _solver(lot))
    else:
        drawn, said = draw_open(request, playing, bars(request, playing), absent, lot)
        if drawn is None:
            raise impossible(request, playing)
        tables, out, exact = drawn
        exempt = sorted([*rest, *(playing[i].number for i in out)])
        seating = DrawnSeating(tables=tables, exempt=exempt, optimal=exact, ahead=said)
    if request.options["table_one"] == "top":
        key, entrants = rank_key(request), request.by_number
        seating.tables.sort(key=lambda camps: min((key(entrants[camp[0]]), camp[0]) for camp in camps))
    return seating


def draw_open(
    request: Request, playing: list[Entrant], barred: Bars, absent: list[int], lot: Lot
) -> tuple[WholeDraw | None, Mapping[str, Any] | None]:
    """Draw *playing* by lot among the draws that leave the announced parties; return it, and what the minutes say of them.

    One of the places *absent* sits out where nothing has to be left. None where there is no draw.
    """
    wanted, said = outlook(request, playing, barred)
    if wanted is None:
        return LotPool(playing, barred, absent, lot).draw(), said
    return _open(request, playing, barred, wanted, lot), said


def _open(request: Request, playing: list[Entrant], barred: Bars, wanted: Outlook, lot: Lot) -> WholeDraw | None:
    """Draw by lot among the draws that leave the announced parties, each as likely as any other.

    Whole draws are drawn until one leaves them; after OPEN_TRIES all of them are listed, and one is taken by its place.
    """
    if request.options["rematch"] == "least":
        request = replace(request, options={**request.options, "rematch": "never"})
        barred = bars(request, playing)
    groups = _ordered(request, playing) if len(playing) % 2 else [[]]
    for group in groups:
        able = [i for i in group if wanted.without(playing[i].number)]
        if group and not able:
            continue
        for _ in range(OPEN_TRIES):
            drawn = LotPool(playing, barred, able, lot).draw()
            if drawn is None or wanted.keeps(drawn[0]):
                return drawn
        return _listed(playing, barred, able, wanted, lot)
    return None


def _listed(
    playing: list[Entrant], barred: Bars, able: list[int], wanted: Outlook, lot: Lot
) -> tuple[list[Camps], list[int], bool]:
    """Return one of the draws of the least level that leave the announced parties, by its place among them all."""
    found: dict[int, list[tuple[list[Camps], list[int]]]] = {}
    counted = 0
    outs: list[int | None] = [*able]
    for out in outs or [None]:
        for level, pairs in _every(barred, [i for i in range(len(playing)) if i != out]):
            counted += 1
            camps: list[Camps] = [((playing[a].number,), (playing[b].number,)) for a, b in pairs]
            if counted > COUNTS_MAX:
                break
            if level <= min(found, default=level) and wanted.keeps(camps):
                found.setdefault(level, []).append((camps, [] if out is None else [out]))
    if not found:
        camps = wanted.any_of(playing[able[0]].number if able else None)
        return camps, able[:1], False
    best = found[min(found)]
    camps, sitting = best[lot.below(len(best))]
    lot.shuffle(camps)
    return camps, sitting, counted <= COUNTS_MAX


def _every(barred: Bars, left: list[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield every draw of the places *left*, with its level."""
    if not left:
        yield 0, []
        return
    first, *others = left
    for mate in others:
        price = barred.levels.get((first, mate)) if mate in barred.foes[first] else 0
        if price is not None:
            for level, pairs in _every(barred, [i for i in others if i != mate]):
                yield level + price, [(first, mate), *pairs]


def _solver(lot: Lot) -> Solver:
    def solve(playing: list[Entrant], barred: Bars) -> Tables | None:
        drawn = LotPool(playing, barred, [], lot).draw()
        return None if drawn is None else (drawn[0], drawn[2])

    return solve


def _absences(request: Request, playing: list[Entrant]) -> list[int]:
    """Return the places of the candidates to sit out: equally low, least often exempt, a draw existing without them."""
    barred = bars(request, playing)
    fixed = any(e.fixed_table is not None for e in playing)
    if not fixed and max(map(len, barred.foes)) <= (len(playing) - 1) // 2 - 1:
        possible = set(range(len(playing)))  # Dirac: whoever leaves, each may meet half of the others
    else:
        possible = possible_absences(request, playing)
    for group in _ordered(request, playing):
        able = [i for i in group if i in possible]
        if able:
            return able
    raise impossible(request, playing)


def _ordered(request: Request, playing: list[Entrant]) -> list[list[int]]:
    """Return the places that may sit out, equals together: the least often exempt first, then the lowest."""
    key = rank_key(request)
    groups: dict[tuple[int, tuple[int, ...], int], list[int]] = {}
    for i, e in enumerate(playing):
        tie = -e.number if request.options["ties"] == "number" else 0
        groups.setdefault((e.exempt, tuple(-k for k in key(e)), tie), []).append(i)
    return [groups[group] for group in sorted(groups)]


@dataclass(slots=True)
class LotPool:
    """The entrants of one draw by lot: `absent` are the places one of which sits out, each as likely."""

    playing: list[Entrant]
    barred: Bars
    absent: list[int]
    lot: Lot
    valid: dict[int | None, list[int]] = field(default_factory=dict)  # the mates of a valid draw, by absent place

    def draw(self) -> tuple[list[Camps], list[int], bool] | None:
        """Return the tables in the order drawn, the exempt, and whether the chances were exactly equal."""
        level = self._least()
        if level is None:
            return None
        drawn = self._reject(level) or self._count(level)
        exact = drawn is not None
        pairs, out = drawn or self._repair(level)
        if not self.playing:
            return [], [], True
        tables: list[Camps] = [((self.playing[i].number,), (self.playing[j].number,)) for i, j in pairs]
        return tables, out, exact

    def _without(self, out: int | None) -> tuple[list[int], list[set[int]], Levels]:
        left = [i for i in range(len(self.playing)) if i != out]
        place = {i: p for p, i in enumerate(left)}
        foes = [{place[j] for j in self.barred.foes[i] if j != out} for i in left]
        levels = {(place[i], place[j]): v for (i, j), v in self.barred.levels.items() if out not in (i, j)}
        return left, foes, levels

    def _least(self) -> int | None:
        """Return the least level of a draw, keeping in `absent` those that reach it; None when there is no draw."""
        n = len(self.playing)
        if max(map(len, self.barred.foes), default=0) <= (n - 1) // 2 - 1:
            return 0
        best: int | None = None
        absent: list[int | None] = []
        outs: list[int | None] = [*self.absent]
        for out in outs or [None]:
            _, foes, levels = self._without(out)
            mate = self._valid_draw(foes, levels)
            if -1 in mate:
                continue
            level = sum(levels.get((i, j), 0) for i, j in enumerate(mate) if i < j and j in foes[i])
            if best is None or level < best:
                best, absent = level, []
            if level == best:
                absent.append(out)
                self.valid[out] = mate
        self.absent = [out for out in absent if out is not None]
        return best

    def _valid_draw(self, foes: list[set[int]], levels: Levels) -> list[int]:
        """Return the mates of one draw that breaks the least; -1 among them when there is none."""
        if not levels:
            return largest_matching(len(foes), foes)
        pairing = best_pairing([0] * len(foes), foes, levels)
        return [-1] if pairing is None else pairing.mate

    def _reject(self, level: int) -> Drawn | None:
        """Draw pairs until none is forbidden; None when the budget is spent."""
        foes, levels, below = self.barred.foes, self.barred.levels, self.lot.below
        everyone = list(range(len(self.playing)))
        budget = PAIRS_MAX + 20 * len(everyone)
        while budget > 0:
            out: list[int] = []
            pool = everyone
            if self.absent:
                out = [self.absent[below(len(self.absent))]]
                pool = [i for i in everyone if i != out[0]]
            left = len(pool)
            spent = 0
            pairs = []
            while left:
                at = below(left)
                left -= 1
                a = pool[at]
                pool[at] = pool[left]
                pool[left] = a
                at = below(left)
                left -= 1
                b = pool[at]
                pool[at] = pool[left]
                pool[left] = b
                if b in foes[a]:
                    price = levels.get((a, b) if a < b else (b, a)) if levels else None
                    if price is None or spent + price > level:
                        break
                    spent += price
                pairs.append((a, b))
            else:
                if spent == level:
                    return pairs, out
            budget -= len(pairs) + 1
        return None

    def _count(self, level: int) -> Drawn | None:
        """Return one draw by its place among all, counted; None when they are too many to count."""
        ways: dict[tuple[int, int], int] = {}
        foes, levels = self.barred.foes, self.barred.levels
        n = len(self.playing)

        def choices(mask: int, left: int) -> list[tuple[int, int, int, int]]:
            a = (mask & -mask).bit_length() - 1
            nexts = []
            for b in range(a + 1, n):
                if mask >> b & 1:
                    price = levels.get((a, b), left + 1) if b in foes[a] else 0
                    if price <= left:
                        nexts.append((a, b, mask ^ (1 << a) ^ (1 << b), left - price))
            return nexts

        def count(mask: int, left: int) -> int:
            if not mask:
                return int(left == 0)
            if (mask, left) not in ways:
                if len(ways) >= COUNTS_MAX:
                    raise OverflowError
                ways[mask, left] = 0
                ways[mask, left] = sum(count(rest, after) for _, _, rest, after in choices(mask, left))
            return ways[mask, left]

        if n > 200:
            return None
        full = (1 << n) - 1
        starts = [([out], full ^ (1 << out)) for out in self.absent] or [([], full)]
        try:
            totals = [count(mask, level) for _, mask in starts]
        except OverflowError:
            return None
        at = self.lot.below(sum(totals))
        place = 0
        while at >= totals[place]:
            at -= totals[place]
            place += 1
        out, mask = starts[place]
        pairs: list[tuple[int, int]] = []
        left = level
        while mask:
            for a, b, rest, after in choices(mask, left):
                here = count(rest, after)
                if at < here:
                    pairs.append((a, b))
                    mask, left = rest, after
                    break
                at -= here
        return self._shuffled(pairs), out

    def _shuffled(self, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        self.lot.shuffle(pairs)
        return [pair if self.lot.below(2) else pair[::-1] for pair in pairs]

    def _repair(self, level: int) -> Drawn:
        """Return a valid draw, its tables re-paired two by two many times: nearly uniform."""
        out = self.absent[self.lot.below(len(self.absent))] if self.absent else None
        left, foes, levels = self._without(out)
        mate = self.valid.get(out) or self._valid_draw(foes, levels)
        pairs = [(i, j) for i, j in enumerate(mate) if i < j]

        def price(a: int, b: int) -> int:
            return 0 if b not in foes[a] else levels.get((min(a, b), max(a, b)), level + 1)

        for _ in range(MOVES * len(pairs)):
            first, second = self.lot.below(len(pairs)), self.lot.below(len(pairs))
            if first == second:
                continue
            (a, b), (c, d) = pairs[first], pairs[second]
            if self.lot.below(2):
                c, d = d, c
            if price(a, c) + price(b, d) == price(a, b) + price(c, d):
                pairs[first], pairs[second] = (a, c), (b, d)
        return self._shuffled([(left[i], left[j]) for i, j in pairs]), [] if out is None else [out]


METHOD = Method(
    name="sort",
    tirage=tirage,
    title=text("Tirage au sort", "By lot"),
    summary=text(
        "Les adversaires sont tirés au sort, tous les tirages permis ayant la même chance.",
        "Opponents are drawn by lot, every allowed draw being equally likely.",
    ),
    reasons="lot",
    extra=RANKING,
    defaults={"table_one": "lot"},
)
