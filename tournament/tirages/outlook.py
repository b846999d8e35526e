"""The draw that leaves the announced parties possible: the best of those allowed after which they can be drawn.

A partie drawn for itself alone may close the evening: after three of them six teams may stand in two threes, each
having met the whole other three, and nobody has an opponent left for the fourth. So a request that knows how many
parties are announced (`options.parties`) counts only the draws after which as many as possible of them remain, with
fair rests where such exist (docs/tirages.md 9).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any

from tournament.tirages.ahead import TeamField, enough, first_of, possible
from tournament.tirages.model import Camps, DrawnSeating, Entrant, Request, ranked
from tournament.tirages.neighbours import Pairing
from tournament.tirages.pairing import Bars, Solver, Tables, at_one_table, bars, hard, pair_off, sitting_out, tables_of
from tournament.tirages.seating import gaps

SOLVED_MAX = 3_000  # pairings solved while looking for one that leaves the parties to come
TEAMS_MAX = 60  # above, only Dirac's theorem is asked

Gap = Callable[[Sequence[Entrant], int, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The demand on a draw: *parties* more after it, with *fair* rests.

    `field` are all entrants as they may meet in the parties to come, by `place`; `now` whom each may meet in this one,
    in which those `resting` have no place.
    """

    field: TeamField
    place: Mapping[int, int]
    now: tuple[int, ...]
    resting: int
    parties: int
    fair: bool

    def after(self, camps: Sequence[Camps]) -> TeamField:
        """Return the field once these tables are played, the others having sat out."""
        pairs = [(self.place[a], self.place[b]) for (a,), (b,) in camps]
        seated = {i for pair in pairs for i in pair}
        return self.field.after(pairs, [i for i in range(len(self.field.rows)) if i not in seated])

    def keeps(self, camps: Sequence[Camps]) -> bool:
        """Return whether the parties to come can be drawn after these tables."""
        return bool(possible(self.after(camps), self.parties, self.fair))

    def closed_by(self, camps: Sequence[Camps]) -> bool:
        """Return whether it is sure that the parties to come cannot be drawn after these tables."""
        return possible(self.after(camps), self.parties, self.fair) is False

    def any_of(self, out: int | None) -> list[Camps]:
        """Return the tables of one draw that keeps them, team *out* sitting out; none where none is known."""
        found = self.without(out)
        numbers = {place: number for number, place in self.place.items()}
        return [((numbers[a],), (numbers[b],)) for a, b in found] if isinstance(found, tuple) else []

    def without(self, out: int | None) -> tuple[tuple[int, int], ...] | bool | None:
        """Return a draw that keeps them, team *out* sitting out; False where there is none."""
        if out is None:
            return first_of(self.field, self.parties, self.fair, self.now, self.resting)
        gone = self.place[out]
        now = tuple(0 if i == gone else row & ~(1 << gone) for i, row in enumerate(self.now))
        field = self.field.after((), [gone])
        return first_of(field, self.parties, self.fair, now, self.resting | 1 << gone)


def outlook(request: Request, playing: Sequence[Entrant], barred: Bars) -> tuple[Outlook | None, dict[str, Any] | None]:
    """Return what the draw must leave, None where it need not look, and what the minutes say: until which partie.

    *barred* are the meetings to avoid among *playing*. The parties kept are as many of those announced as possible;
    before them, where a rematch is only to be avoided, they are those without any.
    """
    left = request.options["parties"] - request.round
    if left <= 0 or not playing:
        return None, None
    n, entrants = len(playing), request.entrants
    whole = {"until": request.round + left}
    # Whatever is drawn now, each has one opponent less.
    if n == len(entrants) and enough(n, n - 2 - max(map(len, barred.foes)), left):
        return None, whole
    if at_one_table(entrants):
        return None, None
    rows = tuple(_rows(_strict(request, later=True), entrants))
    if n > TEAMS_MAX:
        # Those only to be avoided may be met, and who rests now may be met later.
        return None, whole if enough(len(entrants), min(map(int.bit_count, rows)) - 1, left) else None
    place = {e.number: i for i, e in enumerate(entrants)}
    relay = tuple(place[team] for team in request.options["relay"][request.round :] if team in place)
    field = TeamField(rows, tuple(e.exempt for e in entrants), relay if len(relay) == left else ())
    resting = sum(1 << place[number] for number in request.options["rest"])
    now = tuple(
        0 if resting >> i & 1 else row & ~resting
        for i, row in enumerate(_rows(_strict(request, later=False), entrants))
    )
    for parties in range(left, 0, -1):
        for fair in (True, False) if field.odd and not field.relay else (False,):
            found = Outlook(field, place, now, resting, parties, fair)
            if found.without(None):
                return found, {"until": request.round + parties}
    return None, None if request.options["rematch"] == "least" else {"until": request.round}


def _strict(request: Request, *, later: bool) -> Request:
    """Return the request without any rematch, with clubs as they are kept apart *later* or now."""
    options = {**request.options, "rematch": "never"}
    if later and options["apart_next"] == "no":
        options["club_apart"] = "no"
    return replace(request, options=options)


def _rows(request: Request, entrants: Sequence[Entrant]) -> Iterator[int]:
    everyone = (1 << len(entrants)) - 1
    for i, foes in enumerate(hard(request, entrants)):
        yield everyone & ~(1 << i) & ~sum(1 << foe for foe in foes)


def pair_ahead(request: Request, order: list[Entrant], solver: Solver, gap: Gap) -> DrawnSeating:
    """Pair *order* as `pair_off` does, among the draws that leave the announced parties alone.

    *gap* is the cost of a pair of places, by which the draws come one after the other. Raises ImpossibleError.
    """
    rest = set(request.options["rest"])
    playing = [e for e in order if e.number not in rest]
    if not request.options["parties"]:
        return pair_off(request, order, solver)
    wanted, said = outlook(request, playing, bars(request, playing))
    plain = pair_off(request, order, solver)
    if wanted is None or wanted.keeps(plain.tables):
        return replace(plain, ahead=said)
    strict = request if request.options["rematch"] == "never" else _strict(request, later=False)
    found = _kept(strict, playing, solver, gap, wanted)
    if found is None:
        return replace(plain, ahead=said)
    (tables, proven), out = found
    seating = DrawnSeating(
        tables=tables, exempt=sorted([*rest, *([] if out is None else [out.number])]), optimal=proven
    )
    if sorted(plain.exempt) == seating.exempt:
        said = {**(said or {}), "closer": gaps(request, plain.tables)}
    else:
        said = {**(said or {}), "spared": sorted(set(plain.exempt) - set(seating.exempt))}
    return replace(seating, ahead=said)


def _kept(
    request: Request, playing: list[Entrant], solver: Solver, gap: Gap, wanted: Outlook
) -> tuple[Tables, Entrant | None] | None:
    for out in sitting_out(request, playing) if len(playing) % 2 else [None]:
        if not wanted.without(out and out.number):
            continue
        others = [e for e in playing if e is not out]
        for tables, proven in in_order(others, bars(request, others), solver, gap):
            if wanted.keeps(tables):
                return (tables, proven), out
        return (wanted.any_of(out and out.number), False), out
    return None


def in_order(playing: list[Entrant], barred: Bars, solver: Solver, gap: Gap) -> Iterator[Tables]:
    """Yield the draws of *playing* from the cheapest on, at most SOLVED_MAX solved (Murty's ranking of matchings).

    The draws left after the best one are those without its first pair, those with the first and without the second …:
    the best of each waits for its turn.
    """
    place = {e.number: i for i, e in enumerate(playing)}
    heap: list[tuple[tuple[int, ...], int, list[tuple[int, int]], int, frozenset[tuple[int, int]], bool]] = []
    solved = 0

    def price(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        costs = [(barred.levels.get((a, b), 0), *gap(playing, a, b)) for a, b in pairs]
        return tuple(map(sum, zip(*costs, strict=True)))

    def add(kept: list[tuple[int, int]], banned: frozenset[tuple[int, int]]) -> None:
        nonlocal solved
        solved += 1
        seated = {i for pair in kept for i in pair}
        free = [i for i in range(len(playing)) if i not in seated]
        found = solver([playing[i] for i in free], _among(barred, free, banned)) if free else ([], True)
        if found is not None:
            pairs = kept + [(min(p), max(p)) for p in ((place[a], place[b]) for (a,), (b,) in found[0])]
            heappush(heap, (price(pairs), solved, pairs, len(kept), banned, found[1]))

    add([], frozenset())
    while heap:
        _price, _serial, pairs, kept, banned, proven = heappop(heap)
        yield [((playing[a].number,), (playing[b].number,)) for a, b in sorted(pairs)], proven
        for at in range(kept, len(pairs)):
            if solved >= SOLVED_MAX:
                return
            add(pairs[:at], banned | {pairs[at]})


def _among(barred: Bars, free: Sequence[int], banned: frozenset[tuple[int, int]]) -> Bars:
    """Return the meetings to avoid among the places *free*, the pairs *banned* being forbidden too."""
    at = {i: place for place, i in enumerate(free)}
    foes = [{at[j] for j in barred.foes[i] if j in at} for i in free]
    levels = {(at[i], at[j]): level for (i, j), level in barred.levels.items() if i in at and j in at}
    for i, j in banned:
        if i in at and j in at:
            foes[at[i]].add(at[j])
            foes[at[j]].add(at[i])
            levels.pop((at[i], at[j]), None)
    return Bars(foes, levels)


def by_line(best: Callable[[Sequence[Entrant], Bars], Pairing | None], gap: Gap) -> Callable[[Request], DrawnSeating]:
    """Return the draw that pairs close entrants of the line, *best* giving the cheapest pairing of their places."""

    def solver(playing: list[Entrant], barred: Bars) -> Tables | None:
        return tables_of(playing, best(playing, barred))

    def tirage(request: Request) -> DrawnSeating:
        lot = request.lot()
        seating = pair_ahead(request, ranked(request, request.entrants, lot), solver, gap)
        if request.options["table_one"] == "lot":
            lot.shuffle(seating.tables)
        return seating

    return tirage
