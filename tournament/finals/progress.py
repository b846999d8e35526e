"""The progress of the phases of an evening: the parties before each, the teams of a consolante, the place of each
team; the pools: who joins them late, who has left them, who goes on from them.
"""

from collections.abc import Sequence, Set
from typing import NamedTuple

from tournament.finals.bracket import first_losers, levels, unwon_matches
from tournament.finals.formula import ENDING, KNOCK_OUT
from tournament.finals.plan import Begun, PhasesPlan, beaten_in, plan
from tournament.finals.played import CountedResults, PlayedPhase, RankLine, next_partie, played_phases
from tournament.tirages.elimination import rounds_needed
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import late_pairs, late_places

# A place behind all those of a bracket.
BEHIND = 10_000


def plan_at(evening: CountedResults, number: int) -> PhasesPlan:
    """Return the parties of each phase as they are known before partie *number*."""
    return plan_of(evening, played_phases(evening, before=number), number)


def plan_of(evening: CountedResults, played: Sequence[PlayedPhase], number: int, *, most: bool = True) -> PhasesPlan:
    """Return the same of phases that were *played* before partie *number*; *most* as in `plan`."""
    here = [team.number for team in evening.teams if team.plays(number)]
    begun = {one.phase.index: known for one in played if (known := _begun(one, here, number)) is not None}
    return plan(evening.formula, len(here), number=number, begun=begun, most=most)


def _begun(played: PlayedPhase, here: Sequence[int], number: int) -> Begun | None:
    """Return what is known of a phase: nothing before it has begun; *here* are those who play on, from partie *number*."""
    if not played.parts:
        return None
    phase, first = played.phase, played.parts[0].number
    if phase.method not in ENDING:
        return Begun(first, None, len(played.numbers))
    own = [part for part in played.parts if part.minutes.method == phase.method]
    if not own:
        # The first parties were drawn otherwise: its plan is still to come.
        whole = rounds_needed(len(here)) if phase.method == KNOCK_OUT else turns_of(len(here))
        return Begun(first, len(played.parts) + whole, len(here))
    teams = own[0].minutes.pool
    before = own[0].number - first
    if phase.method == KNOCK_OUT:
        # A round that nobody could play in its partie, since both camps were away, is played in the next one.
        drawn = (number - 1 if played.rounds_left else played.parts[-1].number) - first + 1
        whole = drawn + len(played.rounds_left)
        byes = any(not match.real for match in played.rounds[0])
        return Begun(first, whole, len(teams), (), _beaten(played, here), first + before + 1 + byes)
    pools = tuple(sum(team in here for team in pool) for pool in played.pools)
    return Begun(first, before + max(map(turns_of, map(len, played.pools or [teams]))), len(teams), pools)


def _beaten(main: PlayedPhase, here: Sequence[int]) -> tuple[int, int]:
    """Return how many enter the consolante of the knock-out *main*, at least and at most."""
    known = all_have_played(main) and not any(
        main.awaits(match) for matches in main.rounds[: main.rounds_drawn] for match in matches
    )
    if known:
        return (len(consolante(main, here)),) * 2
    low, high = beaten_in(len(main.numbers), placed=main.phase.placed)
    late = len(_latecomers(main, here))
    return low + late, high + late


def consolante(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who enter the consolante of *main*: beaten in their first match, or come after its draw.

    Those who play for a place have a match already.
    """
    placed = {
        team for play_off in main.play_offs for matches in play_off.rounds for match in matches for team in match.sides
    }
    beaten = [team for team in first_losers(main.rounds) if team not in placed]
    return [team for team in here if team in {*beaten, *_latecomers(main, here)}]


def _latecomers(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who came after the draw of the knock-out *main* of all."""
    return [] if main.phase.index else [team for team in here if team not in main.numbers]


def all_have_played(main: PlayedPhase) -> bool:
    """Return whether every team of a knock-out has played a match: those with a bye play in the second round."""
    byes = any(not match.real for match in main.rounds[0])
    return main.over or main.rounds_drawn >= (2 if byes else 1)


class Reached(NamedTuple):
    """The order of teams before any criterion, lower first, and the pairs that met for a place which neither has won."""

    levels: dict[int, tuple[int, ...]]
    unwon: tuple[frozenset[int], ...]


def reached_after(evening: CountedResults, number: int, teams: Sequence[int]) -> Reached:
    """Return how far *teams* came in the phases up to partie *number*; nothing where the evening has but one phase."""
    if not evening.formula.has_places:
        return Reached({}, ())
    found = played_phases(evening, before=number + 1)
    steps: dict[int, dict[int, tuple[int, ...]]] = {}
    unwon: list[frozenset[int]] = []
    for place, played in enumerate(found):
        if not played.parts or not (played.phase.index or played.rounds):
            continue
        steps[place] = {team: (0,) for team in played.numbers}
        if played.rounds:
            reached = played.how_far
            steps[place] = {team: (figure,) for team, figure in reached.items()}
            unwon += unwon_matches(reached)
        if played.phase.who == "beaten":
            # Teams of the consolante are ranked after all others, whenever they lost their first match.
            main = evening.formula.main_of(place)
            steps[main] |= dict.fromkeys(played.numbers, (BEHIND,))
    return Reached(levels(list(steps.values()), teams), tuple(unwon))


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
