"""Follow the phases of an evening through its results: brackets, pools, the teams of the next partie, how far each
came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from scoring.phases import bracket as brackets
from scoring.phases.bracket import Match, RoundResult, first_losers, levels, out_at, rounds_of, third_place
from scoring.ranking import ExemptPolicy, Result, Row, TeamResults, rank, team_results
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.concours.phases import KNOCK_OUT, POOLS, Phase, has_places, phases_of
from tournament.rounds.selectors import DrawnPart, Part, frozen_pool
from tournament.tirages.elimination import bracket
from tournament.tirages.poules import pools
from tournament.tirages.request import read_request

# More rounds than a bracket ever has: how far a team came is counted down from here.
ROUNDS = 100


class PhaseTeam(Protocol):
    """Describe what the phases ask of a team."""

    @property
    def pk(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def withdrawn_from(self) -> int | None: ...
    @property
    def excluded(self) -> bool: ...


class CountedResults(Protocol):
    """Describe what the phases ask of the counted results of an evening."""

    @property
    def tournament(self) -> Tournament: ...
    @property
    def teams(self) -> Sequence[PhaseTeam]: ...
    @property
    def seated(self) -> Mapping[int, Mapping[int, Result | None]]: ...
    @property
    def parts(self) -> tuple[DrawnPart, ...]: ...
    @property
    def policy(self) -> ExemptPolicy: ...
    @property
    def seed(self) -> str: ...


@dataclass(frozen=True)
class PlayedPhase:
    """A phase and what was drawn of it so far, in order of partie."""

    phase: Phase
    parts: tuple[DrawnPart, ...]
    seated: Mapping[int, Mapping[int, Result | None]]

    @property
    def numbers(self) -> list[int]:
        """Return the teams it began with, in the order of its plan."""
        return frozen_pool(self.parts[0].minutes) if self.parts else []

    @property
    def method(self) -> str:
        """Return how it is drawn; the first partie of all may have been drawn otherwise."""
        return self.parts[-1].minutes["method"] if self.parts else self.phase.method

    @property
    def bracket_parts(self) -> list[DrawnPart]:
        """Return the draws of its knock-out, round after round."""
        return [part for part in self.parts if part.minutes["method"] == KNOCK_OUT]

    @cached_property
    def rounds(self) -> list[list[Match]]:
        """Return the bracket of a knock-out, round after round; empty for anything else."""
        parts = self.bracket_parts
        if not parts:
            return []
        request = {key: parts[0].minutes[key] for key in ("method", "round", "seed", "options", "entrants")}
        places = bracket(read_request(request, tirages.TIRAGES))
        return rounds_of(places, self._seated_in, len(parts), self._better)

    def _seated_in(self, number: int, team: int) -> RoundResult | None:
        """Return the result of *team* in round *number* of the bracket."""
        results = self.seated.get(team, {})
        partie = self.bracket_parts[number - 1].number
        if partie not in results:
            return None
        result = results[partie]
        if result is None or result.table is None:
            return RoundResult(None, 0, "won")
        return RoundResult(result.table, result.points, result.outcome)

    def _better(self, number: int, a: int, b: int) -> int:
        """Return which of two tied teams qualifies in round *number*: the better placed when it was drawn."""
        minutes = self.bracket_parts[number - 1].minutes
        by_wins = minutes["options"].get("ranking") == "wins"
        known = {entrant["number"]: entrant for entrant in minutes["entrants"]}
        keys = {
            team: (known[team]["wins"] if by_wins else 0, known[team]["points"], known[team]["wins"], -team)
            for team in (a, b)
            if team in known
        }
        return max(keys, key=lambda team: keys[team], default=a)

    @cached_property
    def third(self) -> Match | None:
        """Return the match for the third place, where the phase has one and those who play it are known."""
        teams = third_place(self.rounds) if self.phase.third_place else None
        if teams is None:
            return None
        if len(self.bracket_parts) < len(self.rounds):
            return Match(teams, None)
        if not self.bracket_parts[-1].minutes["options"].get("third"):
            return None
        return brackets.played(len(self.rounds), *teams, self._seated_in, self._better)

    @property
    def how_far(self) -> dict[int, int]:
        """Return team → a figure, lower the further it came in a knock-out: 0 for one still in or the winner."""
        third = self.third
        beaten = next((team for team in third.sides if team != third.winner), 0) if third and third.winner else 0
        return {team: 2 * (ROUNDS - round_) + (team == beaten) if round_ else 0 for team, round_ in self.out.items()}

    def going_on(self) -> Part | None:
        """Return the next draw of a knock-out that has begun: those still in, and the match for the third place with
        the final.
        """
        if self.over:
            return None
        teams, options = tuple(self.alive), dict(self.phase.options)
        if self.third and len(self.bracket_parts) == len(self.rounds) - 1:
            losers = [team for team in self.third.sides if team]
            teams += tuple(losers)
            options["third"] = sorted(losers)
        return Part(self.phase.index, KNOCK_OUT, teams, options)

    @cached_property
    def out(self) -> dict[int, int]:
        """Return team → the round in which it went out of a knock-out, 0 for one still in."""
        return out_at(self.rounds)

    @property
    def alive(self) -> list[int]:
        """Return the teams still in a knock-out."""
        return [team for team, round_ in self.out.items() if not round_]

    @property
    def over(self) -> bool:
        """Return whether a knock-out has its winner."""
        return bool(self.rounds) and self.rounds[-1][0].winner is not None

    @cached_property
    def pools(self) -> list[list[int]]:
        """Return the teams of each pool; empty for anything but pools."""
        part = next((part for part in self.parts if part.minutes["method"] == POOLS), None)
        if part is None:
            return []
        request = {key: part.minutes[key] for key in ("method", "round", "seed", "options", "entrants")}
        return pools(read_request(request, tirages.TIRAGES))

    def pool_rows(self, evening: CountedResults) -> list[list[Row]]:
        """Return the ranking of each pool by the criteria of the concours, on the parties of the pools alone."""
        parties = [part.number for part in self.parts if part.minutes["method"] == POOLS]
        lines = {team.number: team for team in evening.teams}
        criteria = tuple(evening.tournament.criteria) or ("points",)
        return [
            rank(
                [
                    TeamResults(
                        number,
                        team_results(parties, self.seated.get(number, {}), evening.policy),
                        lines[number].pk,
                        lines[number].withdrawn_from is not None,
                        lines[number].excluded,
                    )
                    for number in pool
                    if number in lines
                ],
                criteria,
                seed=evening.seed,
                leavers_last=evening.tournament.leavers == "last",
            )
            for pool in self.pools
        ]


def played_phases(evening: CountedResults, *, before: int | None = None) -> list[PlayedPhase]:
    """List every phase of the concours of *evening* with what was drawn of it (in the parties *before* one, if
    said).
    """
    parts = [part for part in evening.parts if before is None or part.number < before]
    return [
        PlayedPhase(phase, tuple(part for part in parts if part.phase == phase.index), evening.seated)
        for phase in phases_of(evening.tournament)
    ]


def levels_after(evening: CountedResults, number: int, teams: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the order of *teams* before any criterion after partie *number*; empty where the evening has but one
    phase.
    """
    if not has_places(evening.tournament):
        return {}
    found = played_phases(evening, before=number + 1)
    steps: dict[int, dict[int, tuple[int, ...]]] = {}
    for place, played in enumerate(found):
        if not played.parts or not (played.phase.index or played.rounds):
            continue
        steps[place] = {team: (0,) for team in played.numbers}
        if played.rounds:
            steps[place] = {team: (figure,) for team, figure in played.how_far.items()}
        if played.phase.who == "beaten":
            # Whoever plays the consolante comes after all who do not, whenever the first match was lost.
            steps[place - 1] |= dict.fromkeys(played.numbers, (2 * ROUNDS,))
    return levels(list(steps.values()), teams)


def parts_at(evening: CountedResults, number: int, *, method: str, ranking: Sequence[int]) -> list[Part]:
    """Return what each phase that plays partie *number* draws; *method* is that of the common one, *ranking* best
    first.

    A phase whose teams are not known yet, or that is over, is left out.
    """
    found = played_phases(evening, before=number)
    parts = []
    for place, played in enumerate(found):
        phase = played.phase
        if not phase.plays(number):
            continue
        if phase.index == 0:
            part = played.going_on() if method == KNOCK_OUT and played.rounds else Part(0, method)
        elif played.rounds:
            part = played.going_on()
        elif played.parts:
            part = Part(phase.index, phase.method, tuple(played.numbers), phase.options)
        else:
            part = _beginning(phase, found, place, evening, ranking)
        if part is not None and (part.teams is None or len(part.teams) >= 2):
            parts.append(part)
    return parts


def _beginning(
    phase: Phase, found: Sequence[PlayedPhase], place: int, evening: CountedResults, ranking: Sequence[int]
) -> Part | None:
    """Return the first draw of *phase*, where its teams are known."""
    pool_order: list[list[int]] = []
    beaten: list[int] = []
    if phase.who.startswith("pool"):
        here = set(ranking)
        pool_order = [[row.number for row in rows if row.number in here] for rows in found[0].pool_rows(evening)]
    elif phase.who == "beaten":
        main = found[place - 1]
        if not main.rounds or not _all_have_played(main):
            return None
        beaten = first_losers(main.rounds)
    teams = tirages.entering(who=phase.who, count=phase.count, ranking=ranking, pools=pool_order, beaten=beaten)
    return Part(phase.index, phase.method, tuple(teams), phase.options)


def _all_have_played(main: PlayedPhase) -> bool:
    """Return whether every team of a knock-out has played a match: those with a bye play in the second round."""
    drawn = sum(part.minutes["method"] == KNOCK_OUT for part in main.parts)
    byes = any(not match.real for match in main.rounds[0])
    return bool(drawn >= (2 if byes else 1))
