"""The criteria of a ranking. One entry in CRITERIA each; the organiser orders the keys, equal on all shares the rank.

Labels and sentences are English msgids; whoever shows them translates them. The sentence goes into the règlement.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.standings.results import ABSENT, DRAWN, EXEMPT, FORFEIT, LOST, PENDING, PLAYED, WON, TeamResults


def gettext_noop(text: str) -> str:
    """*text* itself, marked for the catalogue."""
    return text


class Tally:
    """The sums of one team's results."""

    __slots__ = (
        "best", "capots", "conceded", "draws", "exempt_count", "first", "last", "losses", "match_points", "points",
        "team", "wins",
    )  # fmt: skip

    def __init__(self, team: TeamResults) -> None:
        self.team = team
        self.points = self.conceded = self.wins = self.draws = self.losses = self.match_points = 0
        self.best = self.capots = self.exempt_count = 0
        self.first = self.last = 0
        for result in team.results:
            points, outcome, kind = result.points, result.outcome, result.kind
            self.points += points
            self.conceded += result.conceded
            self.capots += result.capots
            self.last = points
            if result.round == 1:
                self.first = points
            if outcome == WON:
                self.wins += 1
                self.match_points += 2 if kind == FORFEIT else 3
            elif outcome == LOST:
                self.losses += 1
                self.match_points += kind == PLAYED
            elif outcome == DRAWN:
                self.draws += 1
                self.match_points += 2
            elif kind == EXEMPT:
                self.match_points += 2
            if kind == PLAYED:
                if points > self.best:
                    self.best = points
            elif kind == EXEMPT:
                self.exempt_count += 1


@dataclass
class Field:
    """All the teams of a ranking, for the criteria that look at more than one of them."""

    tallies: dict[int, Tally]  # by team number
    first: str  # key of the first criterion of the concours
    seed: str = ""

    @cached_property
    def strengths(self) -> dict[int, int]:
        """What each team has on the first criterion, where that is a sum of its own; else its parties won."""
        criterion = CRITERIA[self.first if self.first in ("points", "wins", "match_points") else "wins"]
        return {number: criterion.value(tally, self) for number, tally in self.tallies.items()}


@dataclass(frozen=True)
class Criterion:
    """What orders two teams. `value` looks at one team, `among` at all those still equal; None: it does not apply."""

    label: str
    short: str
    sentence: str
    value: Callable[[Tally, Field], int] | None = None
    among: Callable[[Sequence[Tally], Field], Sequence[int | None]] | None = None
    fewer_is_better: bool = False

    def values(self, group: Sequence[Tally], field: Field) -> Sequence[int | None]:
        """The value of each team of *group*, in its order."""
        if self.among is not None:
            return self.among(group, field)
        return [self.value(tally, field) for tally in group]


def _met_each_other(group: Sequence[Tally]) -> bool:
    numbers = {tally.team.number for tally in group}
    for tally in group:
        met = {other for result in tally.team.results if result.kind == PLAYED for other in result.opponents}
        if not numbers <= met | {tally.team.number}:
            return False
    return True


def _direct_meeting(group: Sequence[Tally], _field: Field) -> list[int | None]:
    """Parties won less parties lost among *group*; nothing unless each has played each other."""
    # Teams of one table or hat of 4 000 seldom all met; a team plays at most 20 parties, so a larger group cannot have.
    if not 2 <= len(group) <= 1 + sum(len(result.opponents) for result in group[0].team.results) or (
        not _met_each_other(group)
    ):
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


def _buchholz(tally: Tally, field: Field) -> int:
    """The strengths of the opponents met; an exempt partie counts as an opponent of the team's own strength."""
    strengths = field.strengths
    total = 0
    for result in tally.team.results:
        if result.kind == EXEMPT:
            total += strengths[tally.team.number]
        elif result.kind not in (ABSENT, PENDING):
            for opponent in result.opponents:
                total += strengths.get(opponent, 0)
    return total


def lot(seed: str, number: int) -> int:
    """The six-figure ticket of a team, the same for the same seed; anyone can recompute it.

    >>> lot("R♥ 7♣ 10♠", 12) == lot("R♥ 7♣ 10♠", 12)
    True
    """
    return int(hashlib.sha256(f"rank:{seed}:{number}".encode()).hexdigest()[:12], 16) % 1_000_000


CRITERIA: dict[str, Criterion] = {
    "points": Criterion(
        gettext_noop("Sum of points"),
        gettext_noop("Points"),
        gettext_noop("The sum of the points marked in all parties, the highest first."),
        lambda tally, field: tally.points,
    ),
    "wins": Criterion(
        gettext_noop("Parties won"),
        gettext_noop("Won"),
        gettext_noop("The number of parties won, the highest first."),
        lambda tally, field: tally.wins,
    ),
    "match_points": Criterion(
        gettext_noop("Match points"),
        gettext_noop("Match pts"),
        gettext_noop(
            "Match points: 3 for a partie won, 2 for a partie drawn, won by forfeit or exempt without a win, 1 for a "
            "partie lost, 0 for a forfeit or an absence."
        ),
        lambda tally, field: tally.match_points,
    ),
    "difference": Criterion(
        gettext_noop("Difference"),
        gettext_noop("Diff."),
        gettext_noop("The points marked less the points conceded; an exempt partie does not count in it."),
        lambda tally, field: tally.points - tally.conceded,
    ),
    "conceded": Criterion(
        gettext_noop("Points conceded"),
        gettext_noop("Conceded"),
        gettext_noop("The points conceded, the lowest first; an exempt partie counts as many conceded as marked."),
        lambda tally, field: tally.conceded,
        fewer_is_better=True,
    ),
    "direct": Criterion(
        gettext_noop("Direct meeting"),
        gettext_noop("Direct"),
        gettext_noop(
            "The parties that the teams still equal played against each other: won less lost. It applies only where "
            "each of them has met all the others."
        ),
        among=_direct_meeting,
    ),
    "buchholz": Criterion(
        gettext_noop("Strength of the opponents"),
        gettext_noop("Opponents"),
        gettext_noop(
            "The strength of the opponents: the sum of what each opponent met has on the first criterion. An exempt "
            "partie counts as an opponent of the team's own strength."
        ),
        _buchholz,
    ),
    "best": Criterion(
        gettext_noop("Best partie"),
        gettext_noop("Best"),
        gettext_noop("The points of the best partie really played."),
        lambda tally, field: tally.best,
    ),
    "first": Criterion(
        gettext_noop("First partie"),
        gettext_noop("First"),
        gettext_noop("The points marked in the first partie."),
        lambda tally, field: tally.first,
    ),
    "last": Criterion(
        gettext_noop("Last partie"),
        gettext_noop("Last"),
        gettext_noop("The points marked in the last partie."),
        lambda tally, field: tally.last,
    ),
    "capots": Criterion(
        gettext_noop("Capots"),
        gettext_noop("Capots"),
        gettext_noop("The number of capots made."),
        lambda tally, field: tally.capots,
    ),
    "lot": Criterion(
        gettext_noop("By lot"),
        gettext_noop("Lot"),
        gettext_noop(
            "By lot: a ticket computed from the seed of the first draw and the team's number, the lowest first. "
            "Anyone can compute it again."
        ),
        lambda tally, field: lot(field.seed, tally.team.number),
        fewer_is_better=True,
    ),
}

DEFAULT_CRITERIA = ("points",)
