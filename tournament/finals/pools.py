"""The pools of a phase: who joins them late, who has left them, who goes on from them."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from tournament.finals.played import CountedResults, PlayedPhase, RankLine, next_partie
from tournament.finals.progress import plan_at
from tournament.tirages.poules import late_pairs, late_places


class Newcomer(NamedTuple):
    """The place of a team come since the draw of the pools: in a *pool* (from 1), else against the team that it
    *meets*, which came late too; 0 for neither.
    """

    pool: int = 0
    meets: int = 0


def newcomers(evening: CountedResults, played: PlayedPhase) -> dict[int, Newcomer]:
    """Return each team come since the draw of the pools of *played* → where it plays next."""
    pooled = {team for pool in played.pools for team in pool}
    comers = {
        team.number: {
            other for result in evening.seated.get(team.number, {}).values() if result for other in result.opponents
        }
        for team in evening.teams
        if team.number not in pooled and team.plays(next_partie(evening))
    }
    if not comers or not _plays_next(evening, played):
        return dict.fromkeys(comers, Newcomer())
    places = late_places(played.pools, comers)
    tables = late_pairs({number: met for number, met in comers.items() if number not in places})
    meets = dict(tables) | {other: one for one, other in tables}
    return {number: Newcomer(places.get(number, 0), meets.get(number, 0)) for number in comers}


def _plays_next(evening: CountedResults, played: PlayedPhase) -> bool:
    """Return whether the next partie has a turn of the pools of *played*: else who comes now joins none of them."""
    number = next_partie(evening)
    courses = plan_at(evening, number).courses
    return not played.pools_over and any(
        course.phase.index == played.phase.index and course.plays(number) for course in courses
    )


def groups(evening: CountedResults, played: PlayedPhase) -> list[list[int]]:
    """Return the teams of each pool of *played*, each with those come since its draw that take its free place."""
    found = [list(pool) for pool in played.pools]
    for number, comer in newcomers(evening, played).items() if found else ():
        if comer.pool:
            found[comer.pool - 1].append(number)
    return found


def gone_from(evening: CountedResults, played: PlayedPhase) -> tuple[set[int], set[int]]:
    """Return the teams that left while the pools of *played* went on, and those that left since."""
    last = max(played.pool_parties, default=0)
    left = {team.number: team.withdrawn_from for team in evening.teams if team.withdrawn_from}
    since = {number for number, first in left.items() if played.pools_over and first > last}
    return left.keys() - since, since


class GoingOn(NamedTuple):
    """The teams of a pool that enter the phase of the first ones, as it stands; `undecided`: equals of which some will."""

    teams: Set[int] = frozenset()
    undecided: Set[int] = frozenset()


def going_on_of(rows: Sequence[RankLine], first_ones: PlayedPhase | None) -> GoingOn:
    """Return who of the pool of *rows* enters the phase of the *first_ones*: those drawn, else its first ones still here."""
    if first_ones is None:
        return GoingOn()
    if first_ones.parts:
        return GoingOn({row.number for row in rows} & set(first_ones.numbers))
    here, count = [row for row in rows if not (row.withdrawn or row.excluded)], first_ones.phase.count
    across = here[count].rank if 0 < count < len(here) and here[count - 1].rank == here[count].rank else None
    equals = {row.number for row in here if row.rank == across}
    return GoingOn({row.number for row in here[:count]} - equals, equals)
