"""The common part of methods planned for the whole evening: the frozen list, its lot, the places of absents; and a
plan made again for those who are here: of its page as many pairs as can be, the others paired with each other.

The plan hangs on the seed and on the numbers frozen at the first partie (`options.pool`), never on points: the same
request with another `round` gives another page of the same plan (docs/tirages.md 6). A team that left, missed a partie
or came late leaves holes in it. What was played since counts as for any other draw: no rematch, fair rests, the
announced parties left possible (docs/tirages.md 6 and 9).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.tirages.chance import Lot
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.matching import cheapest_pairing
from tournament.tirages.model import Camps, DrawnSeating, Entrant, MethodOption, Request, ranked
from tournament.tirages.neighbours import Pairing
from tournament.tirages.outlook import outlook, pair_ahead
from tournament.tirages.pairing import Bars, Tables, bars, checked, closest, pair_off, tables_of
from tournament.tirages.seating import have_met

POOL = {"pool": MethodOption(kind="numbers", default=())}
# The clubs, families and fixed tables that the plan was made for: a team that leaves or changes must not change it.
PEOPLE = {"people": MethodOption(kind="people", default=(), later=True)}
# Teams that meet beside the plan, two by two.
BESIDE = {"beside": MethodOption(kind="numbers", default=(), later=True)}


def people(request: Request) -> Mapping[int, Entrant]:
    """Return the entrants as the plan knows them, by number: as they were when it began, else as they are."""
    recorded = request.options["people"]
    if not recorded:
        return request.by_number
    return {
        number: Entrant(number=number, club=club, family=family, fixed_table=table, second_club="".join(second))
        for number, club, family, table, *second in recorded
    }


def frozen(request: Request) -> list[int]:
    """Return the numbers of the plan, in the order of the pool, or by number when the request has no pool."""
    return list(request.options["pool"]) or [e.number for e in request.entrants]


def two_by_two(request: Request, elsewhere: Collection[int]) -> tuple[int, ...]:
    """Return the teams that meet beside the plan, two by two.

    Raises BadRequestError for a list that is none, or with a team that is not here or has its place *elsewhere*.
    """
    beside: tuple[int, ...] = request.options["beside"]
    if len(beside) % 2 or set(beside) & set(elsewhere):
        raise BadRequestError("two_by_two", key="options.beside", got=len(beside))
    for number in beside:
        if number not in request.by_number:
            raise BadRequestError("not_entered", key="options.beside", number=number)
    return beside


def in_pairs(teams: Sequence[int]) -> list[tuple[int, int]]:
    """Return *teams*, an even number, two by two.

    >>> in_pairs([3, 1, 2, 5])
    [(3, 1), (2, 5)]
    """
    return list(zip(teams[::2], teams[1::2], strict=True))


def plan_lot(request: Request) -> Lot:
    """Return the lot of the plan: the same at every partie of the evening."""
    return Lot(f"{request.method.name} {sorted(frozen(request))}", request.seed)


def seeded(request: Request, lot: Lot) -> list[int]:
    """Return the numbers in the order of their places: drawn by lot, or by ranking when the options ask it."""
    if request.options["placement"] == "lot":
        order = sorted(frozen(request))
        lot.shuffle(order)
        return order
    if request.options["pool"]:
        return list(request.options["pool"])
    return [e.number for e in ranked(request, request.entrants, lot)]


def spreads_clubs(request: Request) -> bool:
    """Return whether the places of the plan, drawn by lot, keep clubs apart."""
    return bool(request.options["placement"] == "lot" and request.options["club_apart"] != "no")


def largest_clubs_first(request: Request, order: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
    """Return each number of *order* with its clubs (or family), the largest clubs first."""
    entrants = people(request)
    clubs: dict[int, tuple[str, ...]] = {
        n: entrants[n].clubs or tuple(filter(None, (entrants[n].family.casefold(),))) if n in entrants else ()
        for n in order
    }
    sizes = Counter(name for own in clubs.values() for name in own)

    def largest(n: int) -> tuple[int, str]:
        return min(((-sizes[name], name) for name in clubs[n]), default=(0, ""))

    return [(n, clubs[n]) for n in sorted(order, key=largest)]


def seat(
    request: Request,
    pairs: Iterable[tuple[int, int]],
    *,
    planned: Collection[tuple[int, int]] | None = None,
    numbers: bool = False,
) -> DrawnSeating:
    """Return the tables of one partie of a plan, absents left out.

    Those left without opponent (absents, late teams, odd number) play each other where the options allow it and the
    meeting is not *planned* anyway; without *planned* they rest. With *numbers* the place in *pairs* is the table's
    number. Raises ImpossibleError when the plan breaks what the options forbid.
    """
    here = {e.number: e for e in request.playing()}
    tables: list[Camps] = []
    places: list[int] = []
    for place, (a, b) in enumerate(pairs, 1):
        if a in here and b in here:
            tables.append(((a,), (b,)))
            places.append(place)
            del here[a], here[b]
    leftovers = DrawnSeating(tables=[], exempt=list(here)) if planned is None else _leftovers(request, here, planned)
    first = max([len(places) + len(here), *places]) + 1  # beyond the tables of the plan, so that no number comes twice
    places += range(first, first + len(leftovers.tables))
    seating = DrawnSeating(
        tables=tables + leftovers.tables,
        exempt=sorted([*leftovers.exempt, *request.options["rest"]]),
        optimal=leftovers.optimal,
        places=places if numbers else None,
    )
    return checked(request, seating)


def _leftovers(request: Request, left: Mapping[int, Entrant], planned: Collection[tuple[int, int]]) -> DrawnSeating:
    rest = DrawnSeating(tables=[], exempt=list(left))
    if len(left) < 2:
        return rest
    held = set(planned) | {(b, a) for a, b in planned}
    barred = [
        e._replace(met=tuple(sorted({*e.met, *(n for n in left if (e.number, n) in held)}))) for e in left.values()
    ]
    strict = replace(request, options={**request.options, "rematch": "never", "rest": ()})
    try:
        return pair_off(strict, barred, closest)
    except ImpossibleError:
        return rest


def berger(size: int, turn: int) -> list[tuple[int, int]]:
    """Return the pairs of places 0 … size - 1 (even) at the turn 1 … size - 1: every two meet once over all turns.

    >>> [berger(4, turn) for turn in (1, 2, 3)]
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    last = size - 1
    pairs = []
    for a in range(last):
        b = (turn - 1 - a) % last
        if a == b:
            pairs.append((a, last) if a < size // 2 else (last, a))
        elif a < b:
            pairs.append((a, b) if (b - a) % 2 else (b, a))
    return sorted(pairs, key=lambda pair: last not in pair)


def paired(order: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """Return the pairs of *order* at one turn of the round robin; with an odd number one of them sits out."""
    size = len(order) + len(order) % 2
    return [(order[a], order[b]) for a, b in berger(size, turn) if a < len(order) and b < len(order)]


def turns_of(count: int) -> int:
    """Return how many turns the round robin of *count* teams has."""
    return count - 1 + count % 2


def within(request: Request, last: int) -> None:
    """Refuse a partie beyond the *last* that the plan holds. Raises ImpossibleError."""
    if request.round > last:
        raise ImpossibleError("round_beyond", teams=[], round=request.round, last=last)


# Before, who had no opponent in the plan met another of those only where the plan did not have that meeting anyway.
MENDED = {"mended": MethodOption(values=("no", "yes"), later=True)}
# Before, a page that held was taken as it was, though it left fewer of the announced parties than another draw.
LOOKS_AHEAD = {"looks_ahead": MethodOption(values=("no", "yes"), later=True)}
WHOLE_MAX = 60  # teams up to which every pairing is weighed; of more, the pairs of the plan beyond so many teams stay
OTHER, TO_COME = 2, 3  # the price of a pair that the plan does not have now, or has later

Page = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PlannedPairs:
    """The pairs of this partie, in the order of their tables, and those of the parties to come."""

    now: Mapping[frozenset[int], int]
    later: frozenset[frozenset[int]]

    def price(self, playing: Sequence[Entrant], a: int, b: int) -> tuple[int]:
        """Return the price of the pair of places *a* and *b*: nothing where the plan has it now."""
        pair = frozenset((playing[a].number, playing[b].number))
        return (0 if pair in self.now else TO_COME if pair in self.later else OTHER,)

    def cheapest(self, playing: list[Entrant], barred: Bars) -> Tables | None:
        """Return the tables of *playing* that keep most of the plan, None where they cannot be paired."""
        n = len(playing)
        edges = []
        for i in range(n):
            for j in range(i + 1, n):
                if j not in barred.foes[i] or (i, j) in barred.levels:
                    (price,), level = self.price(playing, i, j), barred.levels.get((i, j), 0)
                    # Two of one club whom the plan brings together were accepted when it was drawn; a rematch was not.
                    edges.append((i, j, price + 2 * n * (level if price else level - level % n)))
        mate = cheapest_pairing(n, edges)
        return tables_of(playing, None if mate is None else Pairing(mate, True))


def mended(request: Request, pages: Sequence[Page], *, numbers: bool = False) -> DrawnSeating:
    """Return the tables of the partie `round` of the plan *pages*, mended for those who are here.

    A page that holds stays, unless another draw leaves more of the announced parties. With *numbers* the place in its
    page is a table's number, which the first of its pair keeps. Raises ImpossibleError.
    """
    page = pages[request.round - 1] if request.round <= len(pages) else []
    if page and _holds(request, page):
        seating = seat(request, page, numbers=numbers)
        if request.options["looks_ahead"] != "yes" or not _closes(request, seating):
            return seating
    plan = PlannedPairs(
        {frozenset(pair): place for place, pair in enumerate(page)},
        frozenset(frozenset(pair) for later in pages[request.round :] for pair in later),
    )
    here = {e.number for e in request.playing()}
    paired = {number for pair in plan.now if pair <= here for number in pair}
    listed = {number for pair in plan.now for number in pair}
    # Of those exempt least often the last sits out: whom the plan has resting, then those whose opponent is not there.
    order = sorted(request.entrants, key=lambda e: ((e.number not in paired) + (e.number not in listed), e.number))
    seating = _paired(request, order, plan)
    tables = sorted((_as_planned(camps, page, plan) for camps in seating.tables), key=lambda camps: _place(camps, plan))
    ahead = {"until": seating.ahead["until"]} if seating.ahead else None
    places = _numbers(tables, page) if numbers else None
    return replace(seating, tables=tables, places=places, ahead=ahead)


def is_mended(request: Request, page: Iterable[Collection[int]]) -> bool:
    """Return whether this partie is no longer the one that was planned: its *page* does not hold for those who are here."""
    return request.options.get("mended") == "yes" and not _holds(request, [(a, b) for a, b in page])


def keeps_tables(request: Request, page: Iterable[Collection[int]]) -> bool:
    """Return whether in *page* no two meet who each have a table of their own to keep."""
    tables = {e.number: e.fixed_table for e in request.entrants if e.fixed_table is not None}
    return all(len({tables[number] for number in pair if number in tables}) < 2 for pair in page)


def undisturbed(request: Request, pages: Sequence[Iterable[Collection[int]]]) -> bool:
    """Return whether those of the plan, and nobody else, have played its *pages* before this partie, and are here."""
    met = {frozenset((e.number, other)) for e in request.entrants for other in e.met}
    planned = {frozenset(pair) for page in pages[: request.round - 1] for pair in page}
    return {e.number for e in request.playing()} == set(frozen(request)) and met == planned


def _closes(request: Request, seating: DrawnSeating) -> bool:
    """Return whether *seating* leaves fewer of the announced parties than another draw, as far as is known."""
    playing = request.playing()
    wanted, _said = outlook(request, playing, bars(request, playing))
    return wanted is not None and wanted.closed_by(seating.tables)


def _holds(request: Request, page: Page) -> bool:
    """Return whether all of the plan are here and nobody else, and its page is as good as it was when it was drawn."""
    playing = {e.number: e for e in request.playing()}
    seated = {number for pair in page for number in pair}
    if seated ^ playing.keys() != set(frozen(request)) - seated or any(
        have_met(playing[a], playing[b]) for a, b in page
    ):
        return False
    if request.options["looks_ahead"] == "yes" and not keeps_tables(request, page):
        return False
    least = min(e.exempt for e in playing.values())
    return all(playing[number].exempt == least for number in playing.keys() - seated)


def _paired(request: Request, order: list[Entrant], plan: PlannedPairs) -> DrawnSeating:
    resting = set(request.options["rest"])
    playing = [e for e in order if e.number not in resting]
    if len(playing) <= WHOLE_MAX:
        return pair_ahead(request, order, plan.cheapest, plan.price)
    barred = bars(request, playing)
    place = {e.number: i for i, e in enumerate(playing)}
    sound = [
        pair
        for pair in plan.now
        if pair <= place.keys() and max(place[n] for n in pair) not in barred.foes[min(place[n] for n in pair)]
    ]
    free = len(playing) - 2 * len(sound)
    # Those who rested least may have to rest now.
    rests = {e.number: e.exempt for e in playing}
    sound.sort(key=lambda pair: (min(rests[n] for n in pair), plan.now[pair]))
    kept = sound[max(0, WHOLE_MAX - free) // 2 :]
    settled = {n for pair in kept for n in pair}
    loose = [e for e in order if e.number not in settled]
    options = {**request.options, "parties": 0}
    part = replace(request, entrants=tuple(sorted(loose, key=lambda e: e.number)), options=options)
    try:
        seating = pair_ahead(part, loose, plan.cheapest, plan.price)
    except ImpossibleError:
        # Those around the holes have met each other: all others are weighed too.
        return pair_ahead(request, order, plan.cheapest, plan.price)
    _wanted, said = outlook(request, playing, barred)
    tables: list[Camps] = [((a,), (b,)) for a, b in map(sorted, kept)]
    # The pairs that stay were not weighed: nothing is proved of the whole.
    return replace(seating, tables=tables + seating.tables, ahead=said, optimal=False)


def _place(camps: Camps, plan: PlannedPairs) -> tuple[int, int]:
    (a,), (b,) = camps
    return plan.now.get(frozenset((a, b)), len(plan.now)), min(a, b)


def _as_planned(camps: Camps, page: Page, plan: PlannedPairs) -> Camps:
    """Return the camps as the plan has them: who is first in its page stays first."""
    (a,), (b,) = camps
    place = plan.now.get(frozenset((a, b)))
    if place is not None:
        a, b = page[place]
    elif any(b == first for first, _other in page) and not any(a == first for first, _other in page):
        a, b = b, a
    return (a,), (b,)


def _numbers(tables: Sequence[Camps], page: Page) -> list[int]:
    """Return the number of each table: that of its first team in the page, a free one for two who move."""
    own = {first: number for number, (first, _other) in enumerate(page, 1)}
    taken = {own[first] for (first,), _second in tables if first in own}
    free = (number for number in range(1, len(page) + len(tables) + 1) if number not in taken)
    return [own[first] if first in own else next(free) for (first,), _second in tables]
