"""The progress of the phases of an evening: the parties before each, the teams of a consolante, the place of each team."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.finals.bracket import first_losers, levels, unwon_matches
from tournament.finals.formula import ENDING, KNOCK_OUT
from tournament.finals.plan import Begun, PhasesPlan, beaten_in, plan
from tournament.finals.played import CountedResults, PlayedPhase, played_phases
from tournament.tirages.elimination import rounds_needed
from tournament.tirages.planned import turns_of

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
