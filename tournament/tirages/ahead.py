"""The parties to come: whether they can still be drawn once the tables of this one are seated (docs/tirages.md 9).

A partie is a perfect matching of the teams that may still meet; `parties` more of them are as many matchings without
a common pair. Where every team may still meet half of the others and as many more as parties are left, there is nothing
to look for: after each partie Dirac's theorem gives the next (`enough`). Otherwise the matchings are searched pair by
pair, the place with the fewest possible opponents first. An odd set of teams, each partie of which sends one of them
outside, needs as many meetings with the others as parties are left: where some set has fewer, none exist.

An odd number of teams has a chair of rest, met by one of them at each partie. The rests are *fair* where nobody has
two more than another, which leaves to each a least and a greatest number of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournament.tirages.chance import Lot

CUTS_MAX = 14  # teams up to which every odd set of them is looked at
TRIES = (60, 200, 600, 6_000)  # nodes of the searches, each in another order of the teams
SEATS_MAX = 1_200  # teams times parties up to which they are searched

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TeamField:
    """Teams 0 … n - 1: `rows[i]` are the bits of those i may meet, `rests` how often each has sat out.

    `relay` are those who rest at the parties to come, one at each, where that is known.
    """

    rows: tuple[int, ...]
    rests: tuple[int, ...]
    relay: tuple[int, ...] = ()

    @property
    def odd(self) -> bool:
        """Return whether somebody sits out at each partie."""
        return len(self.rows) % 2 == 1

    def after(self, pairs: Iterable[Pair], out: Iterable[int]) -> "TeamField":
        """Return the field once *pairs* have met and *out* have sat out."""
        rows, rests = list(self.rows), list(self.rests)
        for a, b in pairs:
            rows[a] &= ~(1 << b)
            rows[b] &= ~(1 << a)
        for i in out:
            rests[i] += 1
        return TeamField(tuple(rows), tuple(rests), self.relay)


def enough(teams: int, opponents: int, parties: int) -> bool:
    """Return whether *parties* can be drawn whatever is drawn in each, every team having so many *opponents* at least.

    >>> enough(12, 11, 6), enough(12, 11, 7)
    (True, False)
    """
    # One opponent less after each partie, and the one that rests: Dirac's theorem.
    return parties <= 0 or 2 * (opponents - (parties - 1) - teams % 2) >= teams - teams % 2 > 0


def fair_rests(rests: Sequence[int], parties: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the fewest and the most parties each sits out of so many *parties*, one team at each, the rests fair.

    >>> fair_rests([1, 0, 0], 3)
    ((0, 1, 1), (1, 2, 2))
    """
    level, left = min(rests), parties
    while (below := sum(rest <= level for rest in rests)) <= left:
        left -= below
        level += 1
    return tuple(max(0, level - rest) for rest in rests), tuple(max(0, level + 1 - rest) for rest in rests)


@lru_cache(maxsize=20_000)
def possible(field_: TeamField, parties: int, fair: bool) -> bool | None:
    """Return whether so many *parties* can be drawn, with *fair* rests where asked; None where the search is too long."""
    if enough(len(field_.rows), min(map(int.bit_count, field_.rows)), parties) or (
        not fair and field_.odd and possible(field_, parties, True)
    ):
        return True
    found = _search(field_, parties, fair, None)
    return found if found is None else bool(found)


@lru_cache(maxsize=2_000)
def first_of(
    field_: TeamField, parties: int, fair: bool, now: tuple[int, ...], resting: int = 0
) -> tuple[Pair, ...] | bool | None:
    """Return the pairs of one draw of this partie that leaves so many *parties* after it; False where there is none.

    `now[i]` are the bits of those i may meet in this partie, *resting* those of who has no place in it: whoever has
    one and may meet nobody cannot be paired. None where the search is too long.
    """
    return _search(field_, parties, fair, now, resting)


def _search(
    field_: TeamField, parties: int, fair: bool, now: tuple[int, ...] | None, resting: int = 0
) -> tuple[Pair, ...] | bool | None:
    n, asked = len(field_.rows), parties
    if now is not None:
        asked += (n - resting.bit_count()) % 2
    lows, caps = [0] * n, [0] * n
    if field_.relay:
        lows = caps = [field_.relay[:parties].count(i) for i in range(n)]
    elif field_.odd:
        lows, caps = map(list, fair_rests(field_.rests, asked)) if fair else (lows, [asked] * n)
    if now is None and _walled(field_.rows, parties, lows, caps):
        return False
    if n * parties > SEATS_MAX:
        return None
    if field_.relay:
        lows = caps = [0] * n  # whoever rests has no place in that partie
    for attempt, nodes in enumerate(TRIES):
        order = list(range(n))
        if attempt:
            Lot("ahead", str(attempt)).shuffle(order)
        try:
            return _Search(field_, parties, lows, caps, now, resting, order, nodes).run()
        except _TooLongError:
            continue
    return None


def _walled(rows: Sequence[int], parties: int, lows: Sequence[int], caps: Sequence[int]) -> bool:
    """Return whether some odd set of teams has too few meetings with the others, its rests counted as such."""
    n = len(rows)
    degrees = [row.bit_count() for row in rows]
    if any(degree + cap < parties for degree, cap in zip(degrees, caps, strict=True)):
        return True
    if n > CUTS_MAX:
        return False
    outside, most, due = [0] * (1 << n), [0] * (1 << n), [sum(lows)] * (1 << n)
    for teams in range(1, 1 << n):
        last = teams.bit_length() - 1
        rest = teams ^ (1 << last)
        outside[teams] = outside[rest] + degrees[last] - 2 * (rows[last] & rest).bit_count()
        most[teams] = most[rest] + caps[last]
        due[teams] = due[rest] - lows[last]  # the rests that the others must have
        if teams.bit_count() % 2 and outside[teams] < parties - min(most[teams], parties - due[teams]):
            return True
    return False


class _TooLongError(Exception):
    """Stop a search after its nodes."""


@dataclass(slots=True)
class _State:
    """The bits of those whom each may still meet in each partie, and who has no opponent there yet."""

    may: list[list[int]]
    waiting: list[int]
    lows: list[int]
    caps: list[int]
    now: list[Pair]

    def copy(self) -> "_State":
        return _State([row[:] for row in self.may], self.waiting[:], self.lows[:], self.caps[:], self.now[:])


class _Search:
    """One search, the teams in the given *order*: where `now` is given its partie is the first, before *parties* more.

    *resting* has no place in that first partie.
    """

    def __init__(
        self,
        field_: TeamField,
        parties: int,
        lows: Sequence[int],
        caps: Sequence[int],
        now: Sequence[int] | None,
        resting: int,
        order: Sequence[int],
        nodes: int,
    ) -> None:
        n = len(order)
        self.order, self.nodes, self.chair = order, nodes, n
        self.later = int(now is not None)  # the parties from here on may change places
        place = {team: at for at, team in enumerate(order)}

        def moved(row: int) -> int:
            return sum(1 << place[team] for team in _bits(row))

        everyone = (1 << n) - 1
        may: list[list[int]] = []
        waiting: list[int] = []
        here = everyone & ~moved(resting)
        relay = [-1] * (now is not None) + [place[team] for team in field_.relay[:parties]]
        for partie, rows in enumerate(([] if now is None else [now]) + [field_.rows] * parties):
            own = [moved(rows[team]) for team in order]
            if field_.relay and relay[partie] >= 0:
                out = relay[partie]
                may.append([0 if at == out else row & ~(1 << out) for at, row in enumerate(own)] + [0])
                waiting.append(everyone & ~(1 << out))
                continue
            playing = everyone if may or now is None else here
            if playing.bit_count() % 2:
                own = [row | 1 << n if playing >> at & 1 else 0 for at, row in enumerate(own)]
                own.append(playing)
                playing |= 1 << n
            else:
                own.append(0)
            may.append(own)
            waiting.append(playing)
        self.first = _State(may, waiting, [lows[team] for team in order], [caps[team] for team in order], [])
        degrees = [field_.rows[team].bit_count() + caps[team] for team in order]
        # In a relay the parties to come may not change places.
        self.pivot = -1 if field_.relay else degrees.index(min(degrees))

    def run(self) -> tuple[Pair, ...] | bool:
        state = self.first
        if any(state.caps) or any(row[self.chair] for row in state.may):
            for at, cap in enumerate(state.caps):
                if not cap and not self._never(state, at, self.chair, []):
                    return False
        cells = [(partie, at) for partie, row in enumerate(state.waiting) for at in _bits(row)]
        if not self._settle(state, cells):
            return False
        found = self._go_on(state, 0)
        if found is None:
            return False
        return tuple((self.order[a], self.order[b]) for a, b in found.now) or True

    def _go_on(self, state: _State, least: int) -> _State | None:
        cell = self._narrowest(state)
        if cell is None:
            return None
        if not cell:
            return state
        partie, at = cell
        options = state.may[partie][at]
        pivot = at == self.pivot and partie >= self.later
        if pivot:
            options &= -1 << least
        for other in _bits(options):
            self.nodes -= 1
            if self.nodes < 0:
                raise _TooLongError
            trial = state.copy()
            trial.may[partie][at] = 1 << other
            if self._settle(trial, [(partie, at)]):
                found = self._go_on(trial, other if pivot else least)
                if found is not None:
                    return found
        return None

    def _narrowest(self, state: _State) -> tuple[int, int] | tuple[()] | None:
        """Return where to go on: the place with the fewest opponents; () when all sit, None where nobody can go on."""
        best: tuple[int, int] | tuple[()] = ()
        fewest = 1 << 30
        parties_of: dict[int, int] = {}
        opponents_of: dict[int, int] = {}
        for partie, waiting in enumerate(state.waiting):
            row = state.may[partie]
            for at in _bits(waiting):
                options = row[at]
                parties_of[at] = parties_of.get(at, 0) + 1
                opponents_of[at] = opponents_of.get(at, 0) | options
                if at == self.pivot and partie >= self.later and fewest > 0:
                    # The parties to come may change places: this team meets its opponents there in their order.
                    best, fewest = (partie, at), 0
                elif (count := options.bit_count()) < fewest:
                    best, fewest = (partie, at), count
        for at, parties in parties_of.items():
            options = opponents_of[at]
            if at != self.chair:
                there = options.bit_count() + (state.caps[at] - 1 if options >> self.chair & 1 else 0)
                if there < parties:
                    return None
        return best

    def _settle(self, state: _State, cells: list[tuple[int, int]]) -> bool:
        """Seat whoever has one opponent left, from *cells* on; return False where somebody has none."""
        while cells:
            partie, a = cells.pop()
            if not state.waiting[partie] >> a & 1:
                continue
            options = state.may[partie][a]
            if not options:
                return False
            if options & (options - 1):
                continue
            b = options.bit_length() - 1
            if not self._seat(state, partie, a, b, cells):
                return False
        return True

    def _seat(self, state: _State, partie: int, a: int, b: int, cells: list[tuple[int, int]]) -> bool:
        both = 1 << a | 1 << b
        state.waiting[partie] &= ~both
        row = state.may[partie]
        for at in _bits(state.waiting[partie]):
            if row[at] & both and not self._less(row, partie, at, both, cells):
                return False
        chair = self.chair
        if chair in (a, b):
            team = a + b - chair
            state.caps[team] -= 1
            state.lows[team] = max(0, state.lows[team] - 1)
            if not state.caps[team] and not self._never(state, team, self.chair, cells):
                return False
            return self._rests_due(state, cells)
        if partie < self.later:
            state.now.append((a, b))
        return self._never(state, a, b, cells)

    @staticmethod
    def _less(row: list[int], partie: int, at: int, gone: int, cells: list[tuple[int, int]]) -> bool:
        row[at] = left = row[at] & ~gone
        if not left & (left - 1):
            cells.append((partie, at))
        return bool(left)

    def _never(self, state: _State, a: int, b: int, cells: list[tuple[int, int]]) -> bool:
        """Exclude that *a* and *b* meet where they still may; that a team rests, where the other is the chair."""
        for partie, waiting in enumerate(state.waiting):
            row = state.may[partie]
            for one, two in ((a, b), (b, a)):
                if waiting >> one & 1 and row[one] >> two & 1 and not self._less(row, partie, one, 1 << two, cells):
                    return False
        return True

    def _rests_due(self, state: _State, cells: list[tuple[int, int]]) -> bool:
        """Reserve the rests left for those who must have one, where there are no more of them."""
        left = sum(waiting >> self.chair & 1 for waiting in state.waiting)
        due = sum(state.lows)
        if due < left:
            return True
        if due > left:
            return False
        for team, low in enumerate(state.lows):
            if not low and not self._never(state, team, self.chair, cells):
                return False
        return True


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
