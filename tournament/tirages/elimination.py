"""Knock-out: byes spread over the bracket (cadrage to a power of two), clubs kept apart as long as possible.

A consolante is the same draw over those who lost their first match (`phases.beaten_first`).
"""

from collections import Counter
from dataclasses import replace

from tournament.tirages.common import RANKING, Method, Option, Outcome, Request, choice
from tournament.tirages.errors import BadRequest, Impossible
from tournament.tirages.pairing import checked
from tournament.tirages.planned import PEOPLE, POOL, beyond, frozen, people, plan_lot, seeded


def bracket(request: Request) -> list[int]:
    """The number in each place of the bracket, 0 for a bye. Places 2i and 2i + 1 meet in the first partie.

    By ranking, the first and the second can meet in the final only, and byes go to the best.
    """
    order = seeded(request, plan_lot(request))
    size = 2
    while size < len(order):
        size *= 2
    places = seeding(size)
    if request.options["placement"] == "lot" and request.options["club_apart"] != "no":
        return _spread(request, order, [rank < len(order) for rank in places])
    return [order[rank] if rank < len(order) else 0 for rank in places]


def seeding(size: int) -> list[int]:
    """The rank (from 0) in each place of a bracket of *size*, a power of two.

    >>> seeding(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    ranks = [0]
    while len(ranks) < size:
        ranks = [rank for one in ranks for rank in (one, 2 * len(ranks) - 1 - one)]
    return ranks


def _spread(request: Request, order: list[int], real: list[bool]) -> list[int]:
    """The largest clubs first, each team into the half, quarter … that holds the fewest of its club."""
    entrants = people(request)
    club = {n: (entrants[n].club or entrants[n].family).casefold() if n in entrants else "" for n in order}
    sizes = Counter(name for name in club.values() if name)
    places = [0] * len(real)
    for number in sorted(order, key=lambda n: (-sizes.get(club[n], 0), club[n], order.index(n))):
        low, high = 0, len(places)
        while high - low > 1:
            middle = (low + high) // 2
            halves = [(low, middle), (middle, high)]
            room = [sum(real[p] and not places[p] for p in range(*half)) for half in halves]
            mates = [sum(bool(club[number]) and club.get(places[p]) == club[number] for p in range(*h)) for h in halves]
            left = room[1] == 0 or room[0] > 0 and (mates[0], -room[0]) <= (mates[1], -room[1])
            low, high = halves[not left]
        places[low] = number
    return places


def tirage(request: Request) -> Outcome:
    """The matches of the partie `round`, entrants being those still in; a team whose opponent is gone is exempt.

    With `options.third`, the two beaten in the semi-finals, these play for the third place beside the final, at the
    table after it. A team that meets another with a fixed table may have to leave its own: the match goes first.
    """
    places = bracket(request)
    span = 1 << request.round
    if request.round > 30 or span > len(places):
        raise beyond(request, len(places).bit_length() - 1)
    third = _third(request, final=span == len(places))
    here = {e.number for e in request.entrants} - set(third)
    late = sorted((here | set(third)) - set(frozen(request)))
    if late:
        raise Impossible("not_in_bracket", teams=late, groups=late)
    tables, exempt = [], []
    for start in range(0, len(places), span):
        sides = []
        for low in (start, start + span // 2):
            left = sorted(n for n in places[low : low + span // 2] if n in here)
            if len(left) > 1:
                raise Impossible("still_in", teams=left, groups=left)
            sides += left
        if len(sides) == 2:
            tables.append(((sides[0],), (sides[1],)))
        else:
            exempt += sides
    if third:
        tables.append(((third[0],), (third[1],)))
    free = tuple(e._replace(fixed_table=None) for e in request.entrants)
    checked(replace(request, entrants=free), Outcome(tables=tables, exempt=sorted(exempt)))
    return Outcome(tables=tables, exempt=sorted(exempt))


def _third(request: Request, *, final: bool) -> tuple[int, ...]:
    """The two teams that play for the third place, the lower number first; none, or a refusal before the final."""
    third = tuple(sorted(request.options["third"]))
    known = {e.number for e in request.entrants}
    if not third:
        return ()
    if len(third) != 2 or not final:
        raise BadRequest("third_place", key="options.third", got=len(third))
    for number in third:
        if number not in known:
            raise BadRequest("not_entered", key="options.third", number=number)
    return third


METHOD = Method(
    name="elimination",
    tirage=tirage,
    label_fr="Élimination directe",
    label_en="Knock-out",
    about_fr="Qui perd est éliminé. Un cadrage ramène d'abord le nombre d'équipes à 4, 8, 16, 32… ; les exempts du "
    "cadrage sont répartis dans tout le tableau.",
    about_en="Whoever loses is out. A first round brings the teams down to 4, 8, 16, 32…; byes are spread over the "
    "bracket.",
    extra={
        **RANKING,
        **POOL,
        **PEOPLE,
        "placement": choice("lot", "classement"),
        "third": Option(kind="numbers", default=(), later=True),
    },
    reasons="bracket",
    schedule=False,
)
