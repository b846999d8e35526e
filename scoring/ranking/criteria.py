"""Compute each criterion of a ranking. The organiser orders the keys; teams equal on all of them share the rank.

Their words, for the choice and for the règlement, stand in ``tournament.concours.criteria`` under the same keys.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.ranking.results import ABSENT, EXEMPT, FORFEIT, LOST, PENDING, PLAYED, TIED, WON, TeamResults


class Tally:
    """The sums of one team's results."""

    __slots__ = (
        "best", "capots", "conceded", "exempt_count", "first", "losses", "match_points", "points", "team", "ties",
        "wins",
    )  # fmt: skip

    def __init__(self, team: TeamResults) -> None:
        self.team = team
        self.points = self.conceded = self.wins = self.ties = self.losses = self.match_points = 0
        self.best = self.capots = self.exempt_count = self.first = 0
        for result in team.results:
            points, outcome, kind = result.points, result.outcome, result.kind
            self.points += points
            self.conceded += result.conceded
            self.capots += result.capots
            if result.round == 1:
                self.first = points
            if outcome == WON:
                self.wins += 1
                self.match_points += 2 if kind == FORFEIT or result.by_exclusion else 3
            elif outcome == LOST:
                self.losses += 1
                self.match_points += kind == PLAYED and not result.by_exclusion
            elif outcome == TIED:
                self.ties += 1
                self.match_points += 2
            elif kind == EXEMPT:
                self.match_points += 2
            if kind == PLAYED:
                if result.marked > self.best:
                    self.best = result.marked
            elif kind == EXEMPT:
                self.exempt_count += 1


@dataclass
class AllTeams:
    """All the teams of a ranking, for the criteria that look at more than one of them."""

    tallies: dict[int, Tally]  # by team number
    first: str  # key of the first criterion of the concours
    seed: str = ""

    @cached_property
    def strengths(self) -> dict[int, int]:
        """Return what each team has on the first criterion, where that is a sum of its own; else its parties won."""
        total = self.first if self.first in ("points", "wins", "match_points") else "wins"
        return {number: getattr(tally, total) for number, tally in self.tallies.items()}


@dataclass(frozen=True)
class Criterion:
    """The order of two teams. `value` looks at one team, `among` at all those still equal; None: it does not apply."""

    value: Callable[[Tally, AllTeams], int] | None = None
    among: Callable[[Sequence[Tally], AllTeams], Sequence[int | None]] | None = None
    fewer_is_better: bool = False

    def values(self, group: Sequence[Tally], all_teams: AllTeams) -> Sequence[int | None]:
        """Return the value of each team of *group*, in its order."""
        if self.value is None:
            return self.among(group, all_teams) if self.among else [None] * len(group)
        return [self.value(tally, all_teams) for tally in group]


def _met_each_other(group: Sequence[Tally]) -> bool:
    numbers = {tally.team.number for tally in group}
    for tally in group:
        met = {other for result in tally.team.results if result.kind == PLAYED for other in result.opponents}
        if not numbers <= met | {tally.team.number}:
            return False
    return True


def _direct_meeting(group: Sequence[Tally], _all_teams: AllTeams) -> list[int | None]:
    """Count parties won less parties lost among *group*; None unless each has played each other."""
    # Nobody has met more teams than its tables held: a larger group is refused without looking at each.
    most = 1 + sum(len(result.opponents) for result in group[0].team.results)
    if len(group) > most or not _met_each_other(group):
        return [None] * len(group)
    numbers = {tally.team.number for tally in group}
    sign = {WON: 1, LOST: -1}
    return [
        sum(
            sign.get(result.outcome, 0)
            for result in tally.team.results
            if result.kind == PLAYED and not numbers.isdisjoint(result.opponents)
        )
        for tally in group
    ]


def _buchholz(tally: Tally, all_teams: AllTeams) -> int:
    """Add up the strengths of the opponents met; an exempt partie counts as an opponent of the team's own strength."""
    strengths = all_teams.strengths
    total = 0
    for result in tally.team.results:
        if result.kind == EXEMPT:
            total += strengths[tally.team.number]
        elif result.kind not in (ABSENT, PENDING):
            for opponent in result.opponents:
                total += strengths.get(opponent, 0)
    return total


def lot(seed: str, number: int) -> int:
    """Return the six-figure ticket of a team, the same for the same seed; anyone can recompute it.

    >>> lot("R♥ 7♣ 10♠", 12) == lot("R♥ 7♣ 10♠", 12)
    True
    """
    return int(hashlib.sha256(f"rank:{seed}:{number}".encode()).hexdigest()[:12], 16) % 1_000_000


CRITERIA: dict[str, Criterion] = {
    "points": Criterion(lambda tally, all_teams: tally.points),
    "wins": Criterion(lambda tally, all_teams: tally.wins),
    # 3 for a partie won, 2 tied, won by forfeit or exempt without a win, 1 lost, 0 for a forfeit or an absence. Who had
    # won at the table against a team that is excluded since keeps its 3, as it keeps what it marked.
    "match_points": Criterion(lambda tally, all_teams: tally.match_points),
    "difference": Criterion(lambda tally, all_teams: tally.points - tally.conceded),
    "conceded": Criterion(lambda tally, all_teams: tally.conceded, fewer_is_better=True),
    "direct": Criterion(among=_direct_meeting),
    "buchholz": Criterion(_buchholz),
    # Parties really played: no exemption, forfeit or share of an exclusion is anybody's best partie.
    "best_round": Criterion(lambda tally, all_teams: tally.best),
    "first_round": Criterion(lambda tally, all_teams: tally.first),
    "capots": Criterion(lambda tally, all_teams: tally.capots),
    # Before any seed was drawn there is no lot: all are equal in it.
    "lot": Criterion(
        lambda tally, all_teams: lot(all_teams.seed, tally.team.number) if all_teams.seed else 0, fewer_is_better=True
    ),
}

DEFAULT_CRITERIA = ("points",)
