"""What methods planned for the whole evening share: the frozen list, its lot, and the places left empty by absents.

The plan hangs on the seed and on the numbers frozen at the first partie (`options.pool`), never on points: the same
request with another `round` gives another page of the same plan.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.tirages.chance import Lot
from tournament.tirages.common import Camps, Entrant, Option, Outcome, Request, line
from tournament.tirages.errors import Impossible
from tournament.tirages.pairing import checked, closest, pair_off

POOL = {"pool": Option(kind="numbers", default=())}
# The clubs, families and fixed tables that the plan was made for: who leaves or changes must not change the plan.
PEOPLE = {"people": Option(kind="people", default=(), later=True)}


def people(request: Request) -> Mapping[int, Entrant]:
    """The entrants as the plan knows them, by number: as they were when it began, else as they are."""
    told = request.options["people"]
    if not told:
        return request.by_number()
    return {
        number: Entrant(number=number, club=club, family=family, fixed_table=table)
        for number, club, family, table in told
    }


def frozen(request: Request) -> list[int]:
    """The numbers of the plan, in the order of the pool, or by number when the request has no pool."""
    return list(request.options["pool"]) or [e.number for e in request.entrants]


def plan_lot(request: Request) -> Lot:
    """The lot of the plan: the same at every partie of the evening."""
    return Lot(f"{request.method.name} {sorted(frozen(request))}", request.seed)


def seeded(request: Request, lot: Lot) -> list[int]:
    """The numbers in the order of their places: drawn by lot, or by ranking when the options say so."""
    if request.options["placement"] == "lot":
        order = sorted(frozen(request))
        lot.shuffle(order)
        return order
    if request.options["pool"]:
        return list(request.options["pool"])
    return [e.number for e in line(request, request.entrants, lot)]


def seat(
    request: Request,
    pairs: Iterable[tuple[int, int]],
    planned: Iterable[tuple[int, int]] = (),
    *,
    numbers: bool = False,
) -> Outcome:
    """The tables of one partie of a plan, absents left out.

    Those left without opponent (absents, late teams, odd number) play each other where the options allow it and the
    plan does not hold their meeting anyway (*planned*); where that is None they rest. With *numbers* the place in *pairs* is the table's number.
    Raises Impossible when the plan breaks what the options forbid.
    """
    here = {e.number: e for e in request.entrants if e.number not in request.options["rest"]}
    tables: list[Camps] = []
    places: list[int] = []
    for place, (a, b) in enumerate(pairs, 1):
        if a in here and b in here:
            tables.append(((a,), (b,)))
            places.append(place)
            del here[a], here[b]
    extra, exempt, proven = _leftovers(request, list(here.values()), planned)
    places += range(len(places) + len(here) + 1, len(places) + len(here) + 1 + len(extra))
    outcome = Outcome(
        tables=tables + extra,
        exempt=sorted([*exempt, *request.options["rest"]]),
        optimal=proven,
        places=places if numbers else None,
    )
    return checked(request, outcome)


def _leftovers(
    request: Request, left: list[Entrant], planned: Iterable[tuple[int, int]]
) -> tuple[list[Camps], list[int], bool]:
    if len(left) < 2 or planned is None:
        return [], [e.number for e in left], True
    held = set(planned) | {(b, a) for a, b in planned}
    barred = [
        e._replace(met=tuple(sorted({*e.met, *(o.number for o in left if (e.number, o.number) in held)}))) for e in left
    ]
    strict = replace(request, options={**request.options, "rematch": "never", "rest": ()})
    try:
        outcome = pair_off(strict, barred, closest)
    except Impossible:
        return [], [e.number for e in left], True
    return outcome.tables, outcome.exempt, outcome.optimal


def berger(size: int, turn: int) -> list[tuple[int, int]]:
    """The pairs of places 0 … size - 1 at the turn 1 … size - 1 (even size): every two meet once over all turns.

    >>> [berger(4, turn) for turn in (1, 2, 3)]
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    last = size - 1
    pairs = []
    for a in range(last):
        b = (turn - 1 - a) % last
        if a == b:
            pairs.append((a, last) if a < size // 2 else (last, a))
        elif a < b and a < size:
            pairs.append((a, b) if (b - a) % 2 else (b, a))
    return sorted(pairs, key=lambda pair: last not in pair)


def paired(order: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """The pairs of *order* at one turn of the round robin; with an odd number one of them sits out."""
    size = len(order) + len(order) % 2
    return [(order[a], order[b]) for a, b in berger(size, turn) if a < len(order) and b < len(order)]


def beyond(request: Request, last: int) -> Impossible:
    """The refusal of a partie the plan does not hold."""
    return Impossible("round_beyond", teams=[], round=request.round, last=last)
