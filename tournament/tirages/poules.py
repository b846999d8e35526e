"""Pools, each a round robin: drawn by lot, clubs spread over the pools, or filled in turn from the ranking."""

from collections.abc import Collection, Mapping, Sequence

from rules.sentences import text
from tournament.tirages.model import RANKING, DrawnSeating, Method, MethodOption, Request, choice
from tournament.tirages.planned import (
    BESIDE,
    PEOPLE,
    POOL,
    in_pairs,
    largest_clubs_first,
    paired,
    plan_lot,
    seat,
    seeded,
    spreads_clubs,
    turns_of,
    two_by_two,
    within,
)
from tournament.tirages.tables import even_sizes


def pools(request: Request) -> list[list[int]]:
    """Return the numbers of each pool: at most `options.size`, sizes differing by one, never fewer than three.

    By ranking they are filled to and fro (1 2 3 4, 8 7 6 5 …), so that the best are spread. A team that came `late`
    takes the place of the one that sits out in an odd pool: the turns of the others stay as they are.
    """
    groups = _as_drawn(request)
    for number, place in zip(request.options["late"], request.options["late_pools"], strict=False):
        if place <= len(groups):
            groups[place - 1].append(number)
    return groups


def _as_drawn(request: Request) -> list[list[int]]:
    order = seeded(request, plan_lot(request))
    rooms = even_sizes(len(order), request.options["size"])
    groups: list[list[int]] = [[] for _ in rooms]
    if spreads_clubs(request):
        return _spread(request, order, rooms)
    for place, number in enumerate(order):
        row, column = divmod(place, len(groups))
        groups[-1 - column if row % 2 else column].append(number)
    return groups


def pool_letter(place: int) -> str:
    """Return the letter of the pool at *place* (from 0).

    >>> pool_letter(0), pool_letter(27)
    ('A', 'BB')
    """
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % 26] * (1 + place // 26)


def free_places(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the pools (from 1) in which somebody sits out at each turn, the smallest first.

    >>> free_places([[1, 5, 9, 2], [3, 4, 7], [6, 8, 10]])
    [2, 3]
    """
    odd = [place for place, group in enumerate(groups, 1) if len(group) % 2]
    return sorted(odd, key=lambda place: len(groups[place - 1]))


def late_places(groups: Sequence[Sequence[int]], comers: Mapping[int, Collection[int]]) -> dict[int, int]:
    """Return the team come since the draw → the pool (from 1) in which it takes a free place; without one it has none.

    *comers* are such teams with those they have met: who has met a team of such a pool comes to that one.

    >>> late_places([[1, 5, 9, 2], [3, 4, 7], [6, 8, 10]], {11: [], 12: [4], 13: []})
    {11: 2, 12: 3}
    >>> late_places([[3, 4, 7], [6, 8, 10]], {12: [8], 13: []})
    {12: 2, 13: 1}
    """
    free, places = free_places(groups), {}
    for number, met in sorted(comers.items()):
        if free:
            places[number] = max(free, key=lambda place: bool(set(met).intersection(groups[place - 1])))
            free.remove(places[number])
    return places


def late_pairs(comers: Mapping[int, Collection[int]]) -> list[tuple[int, int]]:
    """Return the tables that teams come since the draw make of their own, the pools being full.

    *comers* are such teams with those they have met: nobody meets one of them again. Of the turns of a round robin it is
    the one with most tables, the lowest numbers first.

    >>> late_pairs({11: [], 12: [], 13: []})
    [(11, 12)]
    >>> late_pairs({11: [12], 12: [11], 13: []})
    [(11, 13)]
    >>> late_pairs({11: [12], 12: [11]})
    []
    """
    order = sorted(comers)
    turns = (paired(order, turn) for turn in range(1, turns_of(len(order)) + 1))
    tables = (sorted((min(a, b), max(a, b)) for a, b in pairs if b not in comers[a]) for pairs in turns)
    return min(tables, key=lambda pairs: (-len(pairs), pairs), default=[])


def _spread(request: Request, order: list[int], rooms: list[int]) -> list[list[int]]:
    """Put the largest clubs first, each team into the pool with the fewest of its club, then the fewest teams."""
    clubs: list[list[str]] = [[] for _ in rooms]
    groups: list[list[int]] = [[] for _ in rooms]
    for number, own in largest_clubs_first(request, order):
        open_pools = [place for place, room in enumerate(rooms) if len(groups[place]) < room]
        burden = [(sum(clubs[p].count(club) for club in own), len(groups[p]) - rooms[p], p) for p in open_pools]
        best = min(burden)[-1]
        groups[best].append(number)
        clubs[best].extend(own)
    return groups


def tirage(request: Request) -> DrawnSeating:
    """Return the tables of the turn `round` in every pool, then those of `options.beside`: teams without a pool."""
    groups = pools(request)
    within(request, max(turns_of(len(group)) for group in groups))
    pairs = [pair for group in groups if request.round <= turns_of(len(group)) for pair in paired(group, request.round)]
    pooled = {number for group in groups for number in group}
    return seat(request, [*pairs, *in_pairs(two_by_two(request, pooled))])


METHOD = Method(
    name="poules",
    tirage=tirage,
    title=text("Poules", "Pools"),
    summary=text(
        "Les équipes sont réparties en poules ; dans chaque poule, chacune rencontre toutes les autres.",
        "Teams are spread over pools; within a pool everyone meets everyone.",
    ),
    extra={
        **RANKING,
        **POOL,
        **PEOPLE,
        **BESIDE,
        "late": MethodOption(kind="numbers", default=(), later=True),
        "late_pools": MethodOption(kind="numbers", default=(), later=True),
        "size": MethodOption(kind="count", default=4, low=3, high=64),
        "placement": choice("lot", "classement"),
    },
    reasons="pool",
    schedule=True,
    pairs_kept=True,
)
