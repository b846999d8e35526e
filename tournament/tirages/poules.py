"""Pools, each a round robin: drawn by lot, clubs spread over the pools, or filled in turn from the ranking."""

from collections import Counter

from tournament.tirages.common import RANKING, Method, Option, Outcome, Request, choice
from tournament.tirages.planned import PEOPLE, POOL, beyond, frozen, paired, people, plan_lot, seat, seeded


def pools(request: Request) -> list[list[int]]:
    """The numbers of each pool. At most `options.size` to a pool, sizes differing by one, never fewer than three.

    By ranking they are filled to and fro (1 2 3 4, 8 7 6 5 …), so that the best are spread.
    """
    count = len(frozen(request))
    how_many = max(1, min(-(-count // request.options["size"]), count // 3))
    order = seeded(request, plan_lot(request))
    found: list[list[int]] = [[] for _ in range(how_many)]
    if request.options["placement"] == "lot" and request.options["club_apart"] != "no":
        return _spread(request, order, found)
    for place, number in enumerate(order):
        row, column = divmod(place, how_many)
        found[how_many - 1 - column if row % 2 else column].append(number)
    return found


def pool_letter(place: int) -> str:
    """The letter of the pool at *place* (from 0).

    >>> pool_letter(0), pool_letter(27)
    ('A', 'BB')
    """
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % 26] * (1 + place // 26)


def _spread(request: Request, order: list[int], found: list[list[int]]) -> list[list[int]]:
    """The largest clubs first, each team into the pool with the fewest of its club, then the fewest teams."""
    entrants = people(request)
    club = {n: (entrants[n].club or entrants[n].family).casefold() if n in entrants else "" for n in order}
    sizes = Counter(name for name in club.values() if name)
    whole, larger = divmod(len(order), len(found))
    room = [whole + (place < larger) for place in range(len(found))]
    for number in sorted(order, key=lambda n: (-sizes.get(club[n], 0), club[n], order.index(n))):
        mine = club[number]
        open_pools = [place for place in range(len(found)) if len(found[place]) < room[place]]
        best = min(
            open_pools,
            key=lambda p: (sum(bool(mine) and club[n] == mine for n in found[p]), len(found[p]) - room[p], p),
        )
        found[best].append(number)
    return found


def tirage(request: Request) -> Outcome:
    """The tables of the turn `round` in every pool."""
    groups = pools(request)
    turns = max(len(group) - 1 + len(group) % 2 for group in groups)
    if request.round > turns:
        raise beyond(request, turns)
    pairs = [
        pair for group in groups if request.round < len(group) + len(group) % 2 for pair in paired(group, request.round)
    ]
    return seat(request, pairs, None)


METHOD = Method(
    name="poules",
    tirage=tirage,
    label_fr="Poules",
    label_en="Pools",
    about_fr="Les équipes sont réparties en poules ; dans chaque poule, chacune rencontre toutes les autres.",
    about_en="Teams are spread over pools; within a pool everyone meets everyone.",
    extra={
        **RANKING,
        **POOL,
        **PEOPLE,
        "size": Option(kind="count", default=4, low=3, high=64),
        "placement": choice("lot", "classement"),
    },
    reasons="pool",
    schedule=True,
)
