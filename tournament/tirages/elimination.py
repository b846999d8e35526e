"""Knock-out: byes spread over the bracket (cadrage to a power of two), clubs kept apart as long as possible.

A consolante is the same draw over those who lost their first match (docs/tirages.md 6).
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.sentences import text
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.model import RANKING, Camps, DrawnSeating, Method, MethodOption, Request, choice
from tournament.tirages.pairing import checked
from tournament.tirages.planned import (
    BESIDE,
    PEOPLE,
    POOL,
    frozen,
    in_pairs,
    largest_clubs_first,
    plan_lot,
    seeded,
    spreads_clubs,
    two_by_two,
    within,
)


def bracket(request: Request) -> list[int]:
    """Return the number in each place of the bracket, 0 for a bye. Places 2i and 2i + 1 meet in the first partie.

    By ranking, the first and the second can meet in the final only, and byes go to the best.
    """
    order = seeded(request, plan_lot(request))
    places = seeded_places(order)
    return _spread(request, order, [team > 0 for team in places]) if spreads_clubs(request) else places


def seeded_places(order: Sequence[int]) -> list[int]:
    """Return the number in each place of a bracket of the teams of *order*, best first, 0 for a bye.

    >>> seeded_places([5, 3, 8])
    [5, 0, 3, 8]
    """
    size = 2
    while size < len(order):
        size *= 2
    return [order[rank] if rank < len(order) else 0 for rank in seeding(size)]


def seeding(size: int) -> list[int]:
    """Return the rank (from 0) in each place of a bracket of *size*, a power of two.

    >>> seeding(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    ranks = [0]
    while len(ranks) < size:
        ranks = [place for rank in ranks for place in (rank, 2 * len(ranks) - 1 - rank)]
    return ranks


def rounds_needed(teams: int) -> int:
    """Return how many rounds a knock-out of *teams* has.

    >>> [rounds_needed(teams) for teams in (1, 2, 3, 16, 17)]
    [0, 1, 2, 4, 5]
    """
    return (max(teams, 1) - 1).bit_length()


# The rounds of a bracket that have a name of their own, by how many matches they have.
ROUND_NAMES = {1: "final", 2: "half", 4: "quarter", 8: "eighth", 16: "sixteenth"}


def round_key(matches: int, *, byes: bool) -> str:
    """Return which round of a bracket has so many *matches*, "cadrage" where it has *byes*; "" for one without a name.

    Pages and the reasons of tirages alike say the round by this key.

    >>> round_key(8, byes=False), round_key(8, byes=True), round_key(32, byes=False)
    ('eighth', 'cadrage', '')
    """
    return "cadrage" if byes else ROUND_NAMES.get(matches, "")


def _spread(request: Request, order: list[int], real: list[bool]) -> list[int]:
    """Put the largest clubs first, each team into the half, quarter … that holds the fewest of its club."""
    places = [0] * len(real)
    clubs, seconds = [""] * len(real), [""] * len(real)
    for number, own in largest_clubs_first(request, order):
        low, high = 0, len(places)
        while high - low > 1:
            middle = (low + high) // 2
            halves = [(low, middle), (middle, high)]
            room = [sum(real[p] and not places[p] for p in range(*half)) for half in halves]
            mates = [
                sum(names[start:stop].count(club) for club in own for names in (clubs, seconds))
                for start, stop in halves
            ]
            left = room[1] == 0 or room[0] > 0 and (mates[0], -room[0]) <= (mates[1], -room[1])
            low, high = halves[not left]
        places[low], clubs[low], seconds[low] = number, *(*own, "", "")[:2]
    return places


def tirage(request: Request) -> DrawnSeating:
    """Return the matches of the partie `round` between the entrants left; a team whose opponent is gone is exempt.

    With `options.third`, the two beaten in the semi-finals, these play the third-place match beside the final, at the
    table after it; those of `options.beside` play for other places, two by two, those of `options.rest` wait for such a
    match. A team that meets another with a fixed table may have to leave its own: the match goes first.
    """
    places = bracket(request)
    within(request, len(places).bit_length() - 1)
    span = 1 << request.round
    third = _third(request, final=span == len(places))
    beside = two_by_two(request, {*request.options["third"], *request.options["rest"]})
    rest = [number for number in request.options["rest"] if number in request.by_number]
    here = set(request.by_number) - {*third, *beside, *rest}
    late = sorted(set(request.by_number) - set(frozen(request)))
    if late:
        raise ImpossibleError("not_in_bracket", teams=late, groups=late)
    tables: list[Camps] = []
    exempt: list[int] = []
    for start in range(0, len(places), span):
        sides: list[int] = []
        for low in (start, start + span // 2):
            left = sorted(n for n in places[low : low + span // 2] if n in here)
            if len(left) > 1:
                raise ImpossibleError("still_in", teams=left, groups=left)
            sides += left
        if len(sides) == 2:
            tables.append(((sides[0],), (sides[1],)))
        else:
            exempt += sides
    for pairs in (third, beside):
        tables += [((a,), (b,)) for a, b in in_pairs(pairs)]
    free = tuple(e._replace(fixed_table=None) for e in request.entrants)
    return checked(replace(request, entrants=free), DrawnSeating(tables=tables, exempt=sorted([*exempt, *rest])))


def _third(request: Request, *, final: bool) -> tuple[int, ...]:
    """Return the two teams of the third-place match, the lower number first; refuse them before the final."""
    third = tuple(sorted(request.options["third"]))
    if not third:
        return ()
    if len(third) != 2 or not final:
        raise BadRequestError("third_place", key="options.third", got=len(third))
    for number in third:
        if number not in request.by_number:
            raise BadRequestError("not_entered", key="options.third", number=number)
    return third


METHOD = Method(
    name="elimination",
    tirage=tirage,
    title=text("Élimination directe", "Knock-out"),
    summary=text(
        "Le perdant de chaque match est éliminé.",
        "The loser of each match is out.",
    ),
    byes=text(
        "Un cadrage ramène d'abord le nombre d'équipes à 4, 8, 16, 32… ; les exempts du cadrage sont répartis dans tout "
        "le tableau.",
        "A first round brings the teams down to 4, 8, 16, 32…; byes are spread over the bracket.",
    ),
    extra={
        **RANKING,
        **POOL,
        **PEOPLE,
        **BESIDE,
        "placement": choice("lot", "classement"),
        "third": MethodOption(kind="numbers", default=(), later=True),
    },
    reasons="bracket",
)
