"""The common part of methods planned for the whole evening: the frozen list, its lot, the places of absents.

The plan hangs on the seed and on the numbers frozen at the first partie (`options.pool`), never on points: the same
request with another `round` gives another page of the same plan (docs/tirages.md 6).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.tirages.chance import Lot
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.model import Camps, DrawnSeating, Entrant, MethodOption, Request, ranked
from tournament.tirages.pairing import checked, closest, pair_off

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
