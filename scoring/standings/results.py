"""The counted results of an evening, from which any standing is made: values, without a query."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from scoring.ranking import (
    ExemptPolicy,
    PartieResult,
    Published,
    Row,
    TeamResults,
    as_published,
    half_partie,
    rank,
    team_results,
)
from scoring.ranking.results import annulled_in_pool, counted_in_pool
from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT, Formula
from tournament.finals.outstanding import (
    Outstanding,
    Reached,
    finished_teams,
    gone_from,
    outstanding,
    pools_of,
    reached_after,
)
from tournament.finals.played import DrawnPart, PlayedPhase, played_phases
from tournament.languages import spoken_language
from tournament.registration.models import gone_before
from tournament.tirages.poules import pool_letter

# The ways in which who is exempt plays that partie later.
MADE_UP = ("catch_up", "relay")


@dataclass(frozen=True)
class Standing:
    """A ranking and what it stands on: the counted sheets of the parties up to `after_round`, at a journal number."""

    rows: Sequence[Row]
    after_round: int
    missing: int
    final: bool
    journal_number: int
    missing_tables: tuple[tuple[int, int], ...]  # (partie, table)
    criteria: tuple[str, ...]
    leavers_last: bool
    last_round: int  # of the evening, as things stand
    cut: str = ""  # what the organiser ends before it is decided
    tied: int = 0  # matches of equal totals of which nobody has said who goes on


class EnteredTeam(NamedTuple):
    """A team, reduced to what the ranking needs."""

    pk: int
    number: int
    withdrawn_from: int | None
    present: bool
    excluded: bool
    first_round: int = 1
    away_in: int | None = None

    @property
    def here(self) -> bool:
        """Return whether it is there and has not left."""
        return self.present and self.withdrawn_from is None

    def plays(self, number: int) -> bool:
        """Return whether it can be in the draw of partie *number*."""
        return self.present and not self.gone(number) and self.first_round <= number and self.away_in != number

    def gone(self, number: int) -> bool:
        """Return whether it left before partie *number*."""
        return gone_before(self.withdrawn_from, number)


class Fault(NamedTuple):
    """A penalty that stands. `team` is the number of the team at fault, `points` go to `to_camp`; 0: a warning."""

    round: int
    table: int
    camp: str
    to_camp: str
    team: int
    label: str
    way: str
    points: int
    donne: int | None
    article: str


@dataclass(frozen=True)
class EveningResults:
    """Every counted result of a concours as one journal number saw it, from which any standing is made."""

    tournament: Tournament
    journal_number: int
    at: datetime | None  # when something last changed that a ranking may show
    changed_by: int  # the journal line of that change, 0 for none
    teams: list[EnteredTeam]
    rounds: tuple[int, ...]  # published, in order
    seated: Mapping[int, Mapping[int, PartieResult | None]]  # team number -> partie -> result, None where exempt
    missing: dict[int, list[int]]  # partie -> tables whose sheet is awaited
    last: int  # the last partie of which a sheet counts, 0 before the first
    seed: str  # of the criterion "lot"
    parts: tuple[DrawnPart, ...] = ()  # what was drawn, where the concours has phases
    faults: tuple[Fault, ...] = ()  # the penalties that stand, those of tables whose sheet is awaited too
    made_up: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (team, partie counted) -> partie played
    tie_breaks: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (partie, table) -> team that goes on
    articles: Mapping[tuple[int, int], str] = field(default_factory=dict)  # (partie, table) -> names the winner there
    published: Sequence[Published] = ()  # the palmarès of a concours that is closed
    _standings: dict[int, Standing] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def excluded(self) -> set[int]:
        """Return the teams that are excluded."""
        return {team.number for team in self.teams if team.excluded}

    def after(self, number: int | None = None) -> Standing:
        """Return the standing after partie *number*, by default the last one of which a sheet counts.

        A team is in it once it was seated, or when it is there and may play. One that left before or in that partie
        comes last, or where its points put it if the règlement says so; an excluded one comes last. Each is made once.
        The final one is the palmarès as it was published, whatever this version of the program makes of the results.
        """
        number = self.last if number is None else number
        if number not in self._standings:
            standing = self.computed(number)
            if self.published and standing.final:
                standing = replace(standing, rows=as_published(standing.rows, self.published))
            self._standings[number] = standing
        return self._standings[number]

    def computed(self, number: int) -> Standing:
        """Make the standing after partie *number* from the results, as `after`."""
        tournament = self.tournament
        rounds = [played for played in self.rounds if played <= number]
        policy = self.policy
        may_miss = self._missable(rounds)
        teams = []
        for team in self.teams:
            seated = self.seated.get(team.number, {})
            # A team is excluded first from the standing that the next draw uses.
            out = team.excluded and team.gone(number + 1)
            if any(played <= number for played in seated) or (team.present and team.withdrawn_from is None):
                missed = [played for played in may_miss if played not in seated and not team.gone(played)]
                results = team_results(rounds, seated, policy, missed, self._halves(team.number))
                teams.append(TeamResults(team.number, results, team.pk, team.gone(number) or out, out))
        missing = tuple((played, table) for played in rounds for table in sorted(self.missing.get(played, ())))
        criteria = tuple(tournament.criteria) or ("points",)
        reached = reached_after(self, number, [team.number for team in teams]) if self.parts else Reached({}, ())
        return Standing(
            rows=rank(
                teams,
                criteria,
                seed=self.seed,
                levels=reached.levels,
                unwon=reached.unwon,
                leavers_last=tournament.leavers == "last",
            ),
            after_round=number,
            missing=len(missing),
            final=self.is_final(number),
            last_round=max(self.outstanding.last, number),
            cut=self.outstanding.cut,
            tied=len(self.outstanding.tied) if number == max(self.rounds, default=0) else 0,
            journal_number=self.journal_number,
            missing_tables=missing,
            criteria=criteria,
            leavers_last=tournament.leavers == "last",
        )

    def is_final(self, number: int | None = None) -> bool:
        """Return whether the standing after partie *number* is final, without making it; as `after` counts parties."""
        number = self.last if number is None else number
        if not self.rounds or number < self.rounds[-1] or any(self.missing.get(played) for played in self.rounds):
            return False
        return self.tournament.closed_at is not None or self.outstanding.over

    @cached_property
    def formula(self) -> Formula:
        """Return what the settings say of the course of the evening."""
        return self.tournament.formula

    @property
    def makes_up(self) -> bool:
        """Return whether who was exempt plays that partie later."""
        return self.tournament.exempt_policy in MADE_UP

    @cached_property
    def ranks(self) -> Mapping[int, Mapping[int, int]]:
        """Return partie -> team number -> its rank after it, for the parties of which a sheet counts."""
        return {
            played: {row.number: row.rank for row in self.after(played).rows}
            for played in self.rounds
            if played <= self.last
        }

    @cached_property
    def last_shown(self) -> int:
        """Return the partie after which walls and telephones show the ranking: the last may be held back."""
        if not self.tournament.ranking_held:
            return self.last
        return min(self.last, self.outstanding.last - 1)

    @cached_property
    def outstanding(self) -> Outstanding:
        """Return what is still to be played."""
        return outstanding(self, spoken_language())

    @cached_property
    def finished(self) -> frozenset[int]:
        """Return the teams that have nothing left to play."""
        return finished_teams(self, self.outstanding)

    @property
    def policy(self) -> ExemptPolicy:
        """Return the points of an exempt team."""
        return exempt_policy(self.tournament)

    @cached_property
    def lengths(self) -> Mapping[int, Mapping[int, Mapping[str, int | None]]]:
        """Return team → partie → what ends that partie, in a phase with a length of its own."""
        own = self.formula.lengths
        found: dict[int, dict[int, Mapping[str, int | None]]] = defaultdict(dict)
        for part in self.parts:
            if part.phase in own:
                # All of them: who rests may have changed places by hand with another team of the draw.
                for team in part.minutes.numbers:
                    found[team][part.number] = own[part.phase]
        return found

    def _halves(self, team: int) -> dict[int, int]:
        """Return half of the points of each partie of *team* that has a length of its own."""
        own = self.lengths.get(team, {})
        return {partie: exempt_policy(self.tournament, length).half for partie, length in own.items()}

    def _missable(self, rounds: list[int]) -> list[int]:
        """Return those of *rounds* in which an absent team has the points of an exempt one.

        Who is out of a knock-out, or in no phase, has missed nothing: only parties that all play together count.
        """
        if self.tournament.missed_policy != "exempt" or not rounds:
            return []
        if self.tournament.next_method == KNOCK_OUT:
            return []
        common = {part.number for part in self.parts if part.phase == 0}
        return [number for number in rounds if number in common or not self.tournament.phases]

    def played_in(self, team: int, number: int) -> int:
        """Return the partie in which *team* played its partie *number*: a later one where it made up for a rest."""
        return self.made_up.get((team, number), number)

    def seat_now(self, number: int) -> tuple[int, PartieResult | None] | None:
        """Return (last published partie, the seat of team *number* in it, None where exempt); None when it has no
        seat.
        """
        seated = self.seated.get(number, {})
        if not self.rounds or self.rounds[-1] not in seated:
            return None
        return self.rounds[-1], seated[self.rounds[-1]]

    def pool_rows(self, played: PlayedPhase, *, team: int | None = None) -> list[list[Row]]:
        """Return the ranking of each pool of *played* by the criteria of the concours, on the parties of the pools alone.

        With *team*, that of its pool alone. A team come since the draw stands in the pool that it joins at once, with
        what it marked; one that left after the pools keeps its rank there.
        """
        lines = {team.number: team for team in self.teams}
        gone, since = gone_from(self, played)
        criteria = tuple(self.tournament.criteria) or ("points",)
        ranked = [
            rank(
                [
                    TeamResults(number, counted, lines[number].pk, number in gone, lines[number].excluded)
                    for number, counted in counted_in_pool(
                        self._pool_results(played, pool), gone, self.tournament.pool_leavers
                    ).items()
                ],
                criteria,
                seed=self.seed,
                leavers_last=self.tournament.leavers == "last",
            )
            for pool in pools_of(self, played)
            if team is None or team in pool
        ]
        return [[row._replace(withdrawn=row.withdrawn or row.number in since) for row in rows] for rows in ranked]

    def annulled(self, played: PlayedPhase) -> frozenset[int]:
        """Return the teams that left their pool of *played* and whose matches there are annulled."""
        gone, _since = gone_from(self, played)
        policy = self.tournament.pool_leavers
        pools = pools_of(self, played) if gone and policy == "annulled" else []
        return frozenset().union(*(annulled_in_pool(self._pool_results(played, pool), gone, policy) for pool in pools))

    def annulled_parties(self, played: PlayedPhase, team: int) -> dict[int, tuple[int, ...]]:
        """Return each partie of *team* in its pool that is annulled → the teams of it that left too early."""
        gone, own = self.annulled(played), self.seated.get(team, {})
        met = {partie: {team, *result.opponents} for partie in played.pool_parties if (result := own.get(partie))}
        return {partie: tuple(sorted(teams & gone)) for partie, teams in met.items() if teams & gone}

    def _pool_results(self, played: PlayedPhase, pool: Iterable[int]) -> dict[int, tuple[PartieResult, ...]]:
        entered = {team.number for team in self.teams}
        return {
            number: team_results(
                played.pool_parties,
                self.seated.get(number, {}),
                self.policy,
                halves=self._halves(number),
            )
            for number in pool
            if number in entered
        }


class PoolPlace(NamedTuple):
    """The letter of the pool of a team and its line there; `annulled`: partie → who left the pool too early for it to count."""

    letter: str
    row: Row
    annulled: Mapping[int, tuple[int, ...]]


def pool_place(evening: EveningResults, team: int, *, before: int) -> PoolPlace | None:
    """Return the place of *team* in its pool, by the parties *before* one; None where it has no pool."""
    for played in played_phases(evening, before=before):
        for place, pool in enumerate(pools_of(evening, played)):
            if team in pool:
                (rows,) = evening.pool_rows(played, team=team)
                row = next(row for row in rows if row.number == team)
                return PoolPlace(pool_letter(place), row, evening.annulled_parties(played, team))
    return None


def exempt_policy(tournament: Tournament, limits: Mapping[str, int | None] | None = None) -> ExemptPolicy:
    """Return the points that *tournament* gives an exempt team, in a phase with *limits* of its own."""
    options = {**tournament.rule_options, **(limits or {})}
    half = half_partie(options.get("limite_donnes"), options.get("limite_points"))
    # Until its game is played, the team of a catch-up or a relay has half of a partie.
    kind = "half" if tournament.exempt_policy in MADE_UP else tournament.exempt_policy
    return ExemptPolicy(
        # Half of a partie that has no whole is the mean: the sentences say so too.
        kind=kind if half or kind != "half" else "mean",
        half=half,
        flat=tournament.exempt_points,
        wins=tournament.exempt_wins,
    )
