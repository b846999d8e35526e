"""Read the ranking of a concours, always recomputed from the sheets that count, and the names of its teams."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.phases.selectors import Outstanding, finished_teams, levels_after, outstanding
from scoring.ranking import (
    Caps,
    ExemptPolicy,
    PartieResult,
    Row,
    TeamResults,
    half_partie,
    lost_by_exclusion,
    rank,
    settle_table,
    team_results,
    won_without_playing,
)
from scoring.sheets.models import Mark, Penalty, ScoreSheet
from scoring.standings.models import StandingsSnapshot
from tournament.concours.models import Tournament
from tournament.concours.phases import KNOCK_OUT, has_places, has_plan, phases_of
from tournament.journal.acts import ACTS
from tournament.journal.models import JournalEntry
from tournament.names import together
from tournament.registration.models import Team, TeamMember
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.rounds.origins import places_of
from tournament.rounds.selectors import DrawnPart, drawn_parts
from tournament.snapshot_reads import read_one_snapshot

# Rows are used as they come: 24 000 of them kept for nothing would cost more in garbage collection than the ranking.
CHUNK = 2000


@dataclass(frozen=True)
class Standing:
    """A ranking and what it stands on: the counted sheets of the parties up to `after_round`, at a journal number."""

    rows: list[Row]
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
        left = self.withdrawn_from is not None and self.withdrawn_from <= number
        return self.present and not left and self.first_round <= number and self.away_in != number

    def gone(self, number: int) -> bool:
        """Return whether it left before partie *number*."""
        return self.withdrawn_from is not None and self.withdrawn_from <= number


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

    def after(self, number: int | None = None) -> Standing:
        """Return the standing after partie *number*, by default the last one of which a sheet counts.

        A team is in it once it was seated, or when it is there and may play. One that left before or in that partie
        comes last, or where its points put it if the règlement says so; an excluded one comes last.
        """
        tournament = self.tournament
        number = self.last if number is None else number
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
                results = team_results(rounds, seated, policy, missed, self.halves.get(team.number, {}))
                teams.append(TeamResults(team.number, results, team.pk, team.gone(number) or out, out))
        missing = tuple((played, table) for played in rounds for table in sorted(self.missing.get(played, ())))
        criteria = tuple(tournament.criteria) or ("points",)
        return Standing(
            rows=rank(
                teams,
                criteria,
                seed=self.seed,
                levels=self._levels(number, teams),
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
        return outstanding(self)

    @cached_property
    def finished(self) -> frozenset[int]:
        """Return the teams that have nothing left to play."""
        return finished_teams(self, self.outstanding)

    @property
    def policy(self) -> ExemptPolicy:
        """Return the points of an exempt team."""
        return exempt_policy(self.tournament)

    @cached_property
    def halves(self) -> Mapping[int, Mapping[int, int]]:
        """Return team -> partie -> half of the points of that partie, for the exempt of a phase with a length of its own."""
        own = {phase.index: limits for phase in phases_of(self.tournament) if (limits := phase.limits(final=False))}
        found: dict[int, dict[int, int]] = defaultdict(dict)
        for part in self.parts:
            if part.phase in own:
                half = exempt_policy(self.tournament, own[part.phase]).half
                for team in part.minutes["exempt"]:
                    found[team][part.number] = half
        return found

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

    def _levels(self, number: int, teams: list[TeamResults]) -> dict[int, tuple[int, ...]]:
        """Return how far each team came in the phases of the evening up to partie *number*."""
        return levels_after(self, number, [team.number for team in teams]) if self.parts else {}

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


def exempt_policy(tournament: Tournament, limits: Mapping[str, int | None] | None = None) -> ExemptPolicy:
    """Return the points that *tournament* gives an exempt team, in a phase with *limits* of its own."""
    options = {**tournament.rule_options, **(limits or {})}
    return ExemptPolicy(
        # Until its game is played, the team of a catch-up or a relay has half of a partie.
        kind="half" if tournament.exempt_policy in ("catch_up", "relay") else tournament.exempt_policy,
        half=half_partie(options.get("limite_donnes"), options.get("limite_points")),
        flat=tournament.exempt_points,
        wins=tournament.exempt_wins,
    )


def caps_of(tournament: Tournament) -> Caps | None:
    """Return the caps of *tournament*, None where there are none."""
    caps = tournament.caps
    return Caps(caps["from"], caps["winner"], caps["loser"]) if caps else None


Reading = Callable[[], EveningResults]


def reading(tournament: Tournament) -> Reading:
    """Return what reads the evening of *tournament* when first asked, and gives that same reading from then on.

    For a page or an act that asks several questions of one moment; who writes a result meanwhile makes another.
    """
    return cache(lambda: evening(tournament.pk))


def outstanding_of(tournament: Tournament, *, drawn: int, missing: bool, read: Reading | None = None) -> Outstanding:
    """Return what is still to be played of *tournament*, of which *drawn* parties are published and scores *missing*.

    No query where the number of parties is a setting and nothing else.
    """
    if has_plan(tournament):
        return (read or reading(tournament))().outstanding
    last = tournament.parties
    return Outstanding(last=last, least=last, over=bool(drawn) and not missing and drawn >= last)


def standing(tournament: Tournament, *, after_round: int | None = None) -> Standing:
    """Return the standing of *tournament* after a partie (default: the last of which a sheet counts). See
    EveningResults.after.
    """
    return evening(tournament.pk).after(after_round)


def evening(tournament_id: int) -> EveningResults:
    """Read the counted results of a concours in a constant number of queries. Raises Tournament.DoesNotExist.

    All that is read belongs to the journal number that is read with it. No lock is held meanwhile, so that nobody waits
    to enter a score.
    """
    with read_one_snapshot():
        return _read(Tournament.objects.select_related("club").get(pk=tournament_id))


def _read(tournament: Tournament) -> EveningResults:
    entered = Team.objects.filter(tournament=tournament, waiting=False, alone=False).order_by("number")
    teams = [EnteredTeam(*team) for team in entered.values_list(*EnteredTeam._fields)]
    excluded = {team.number for team in teams if team.excluded}
    rounds = Round.objects.filter(tournament=tournament, state="published").order_by("number")
    marks, forfeits, ruled = _counted_marks(tournament)
    credited, faults = _penalties(tournament)
    caps = caps_of(tournament)
    parts = _parts(tournament)
    of_forfeit = _forfeit_points(tournament, parts)
    seated: dict[int, dict[int, PartieResult | None]] = defaultdict(dict)
    missing: dict[int, list[int]] = defaultdict(list)
    made_up: dict[tuple[int, int], int] = {}
    last = 0
    seats = Seat.objects.filter(round__tournament=tournament, round__state="published").order_by("table_id", "camp")
    fields = seats.values_list(
        "table_id", "table__number", "round__number", "team__number", "camp", "counts", "forfeited_by__number"
    )
    for pk, group in groupby(fields.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        if pk is None:
            for _, _, number, team, _, _, absent in group:
                seated[team][number] = None
                if absent is not None:
                    points = of_forfeit.get((number, team), tournament.forfeit_points)
                    seated[team][number] = won_without_playing(number, absent, points)
            continue
        camps: dict[str, list[int]] = {}
        when: dict[int, int] = {}  # the partie each plays here: an earlier one to make up for a rest, 0 for nothing
        for _, table, partie, team, camp, counts, _ in group:  # noqa: B007 (table is that of the whole group)
            camps.setdefault(camp, []).append(team)
            when[team] = partie if counts else 0
        number = max(when.values())
        if pk not in marks:
            missing[number].append(table)
        elif number > last:
            last = number
        results = settle_table(
            number,
            table,
            camps,
            marks.get(pk),
            forfeits.get(pk),
            credited=credited.get(pk),
            caps=caps,
            ruled=ruled.get(pk, ""),
        )
        for team, result in results:
            partie = when[team]
            if partie == number:
                seated[team][number] = result
            elif partie:
                seated[team][partie] = result._replace(round=partie)
                made_up[team, partie] = number
    changes = JournalEntry.objects.filter(tournament=tournament, number__lte=tournament.journal_number)
    change = (
        changes.exclude(act__in=[act.key for act in ACTS.values() if not act.moves_ranking])
        .order_by("-number")
        .only("at", "number")
        .first()
    )
    forfeited = excluded if tournament.excluded_policy == "forfeit" else ()
    return EveningResults(
        tournament=tournament,
        journal_number=tournament.journal_number,
        at=change.at if change else None,
        changed_by=change.number if change else 0,
        teams=teams,
        rounds=tuple(rounds.values_list("number", flat=True)),
        seated=lost_by_exclusion(seated, forfeited, tournament.forfeit_points, _own_forfeits(tournament, forfeited)),
        missing=dict(missing),
        last=last,
        seed=_lot_seed(tournament),
        parts=parts,
        faults=faults,
        made_up=made_up,
        tie_breaks=_tie_breaks(tournament),
    )


def _forfeit_points(tournament: Tournament, parts: Sequence[DrawnPart]) -> dict[tuple[int, int], int]:
    """Return (partie, team) → the points of a forfeit in a phase with a length of its own."""
    own = {phase.index: limits for phase in phases_of(tournament) if (limits := phase.limits(final=False))}
    return {
        (part.number, entrant["number"]): tournament.forfeit_points_in(own[part.phase])
        for part in parts
        if part.phase in own
        for entrant in part.minutes["entrants"]
    }


def _own_forfeits(tournament: Tournament, excluded: Collection[int]) -> dict[tuple[int, int], int]:
    """Read (partie, table) -> the points of a forfeit at the tables with a length of their own; no query for nobody."""
    if not excluded:
        return {}
    own = Table.objects.filter(round__tournament=tournament).exclude(limits={}).order_by()
    return {
        (partie, table): tournament.forfeit_points_in(limits)
        for partie, table, limits in own.values_list("round__number", "number", "limits")
    }


def _tie_breaks(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Read who goes on after equal totals in a knock-out; nothing where the ranking decides it."""
    if tournament.knock_out_tie == "better" or not has_places(tournament):
        return {}
    settled = Table.objects.filter(round__tournament=tournament, goes_on__isnull=False).order_by()
    rows = settled.values_list("round__number", "number", "goes_on__number")
    return {(partie, table): team for partie, table, team in rows}


def _parts(tournament: Tournament) -> tuple[DrawnPart, ...]:
    """Read the draws where brackets and pools depend on them; nothing for an evening that has none."""
    return tuple(drawn_parts(tournament)) if has_plan(tournament) else ()


def _counted_marks(
    tournament: Tournament,
) -> tuple[dict[int, dict[str, tuple[int, int]]], dict[int, frozenset[str]], dict[int, str]]:
    """Return the marks that count as table -> camp -> (points, capots), the camps absent from the forfeit tables, and
    table -> the camp that the règlement lets win, where the points do not say it.
    """
    counted = Mark.objects.filter(sheet__counted=True, sheet__table__round__tournament=tournament).order_by()
    marks: dict[int, dict[str, tuple[int, int]]] = {}
    ruled: dict[int, str] = {}
    fields = counted.values_list("sheet__table_id", "camp", "points", "capots", "sheet__winner")
    for table_id, camp, points, capots, winner in fields.iterator(chunk_size=CHUNK):
        marks.setdefault(table_id, {})[camp] = (points, capots)
        if winner:
            ruled[table_id] = winner
    forfeits = ScoreSheet.objects.filter(counted=True, kind="forfeit", table__round__tournament=tournament)
    absent = {
        table_id: frozenset(content["forfeit"].split())
        for table_id, content in forfeits.order_by().values_list("table_id", "content")
    }
    return marks, absent, ruled


def _penalties(tournament: Tournament) -> tuple[dict[int, dict[str, int]], tuple[Fault, ...]]:
    """Return the points of valid penalties as table -> camp -> points, and the penalties themselves, in order."""
    credited: dict[int, dict[str, int]] = {}
    faults = []
    valid = Penalty.objects.filter(cancelled_at=None, table__round__tournament=tournament)
    place = ("table__round__number", "table__number")
    fields = (*place, "camp", "to_camp", "team__number", "label", "way", "points", "donne", "article")
    for table_id, *values in valid.order_by(*place, "number").values_list("table_id", *fields):
        fault = Fault(*values)
        faults.append(fault)
        camps = credited.setdefault(table_id, {})
        camps[fault.to_camp] = camps.get(fault.to_camp, 0) + fault.points
    return credited, tuple(faults)


def _lot_seed(tournament: Tournament) -> str:
    """Return the seed of the first published draw: taken in public, known to all, and out of anybody's hands since."""
    if "lot" not in tournament.criteria:
        return ""
    draws = Draw.objects.filter(round__tournament=tournament, state="published").order_by("round__number", "number")
    minutes = draws.values_list("minutes", flat=True).first()
    return str((minutes or {}).get("seed", ""))


class Label(NamedTuple):
    """The names of a team: `name` is its own name, else its players'; `initials` stand where names are not shown."""

    name: str
    players: str
    initials: str
    origin: str
    category: str
    places: tuple[str, ...]  # the clubs or communes of its origin: two of a pair who came alone from different ones


def labels(tournament: Tournament) -> dict[int, Label]:
    """Return the label of each team of *tournament*, by the team's number."""
    players: dict[int, list[str]] = defaultdict(list)
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team", "position")
    for team_id, name in members.values_list("team_id", "player__name"):
        players[team_id].append(name)
    by_number = {}
    teams = Team.objects.filter(tournament=tournament).order_by("number")
    fields = teams.values_list("pk", "number", "name", "origin", "category", "formed__singles")
    for pk, number, name, origin, category, singles in fields:
        names, places = together(players[pk]), places_of(origin, singles)
        by_number[number] = Label(name or names, names, together(map(initials, players[pk])), origin, category, places)
    return by_number


def initials(name: str) -> str:
    """Return the initials of a person, at most three.
    >>> initials("Michel Le Goff")
    'M. L. G.'
    """
    return " ".join(f"{word[0].upper()}." for word in name.split()[:3])


def snapshot_rows(standing: Standing) -> list[list[Any]]:
    """Return the ranking as it is kept: [rank, team number, points, [the value of each criterion]] a row."""
    return [[row.rank, row.number, row.points, list(row.values.values())] for row in standing.rows]


def snapshot_alarm(results: EveningResults) -> list[dict[str, Any]] | None:
    """Return the rows where the snapshot differs from the sheets, as {"number", "kept", "sheets"} of (rank, points).

    None where they agree, or where the copy stands on another line of the journal and so cannot be compared. The
    sheets win; both are shown (docs/reliability.md 10, row 64).
    """
    snapshot = StandingsSnapshot.objects.filter(
        tournament=results.tournament, journal_number=results.journal_number
    ).first()
    if snapshot is None:
        return None
    rows = snapshot_rows(results.after())
    if snapshot.rows == rows:
        return None
    ours = {row[1]: row for row in rows}
    theirs = {row[1]: row for row in snapshot.rows}
    return [
        {"number": number, "kept": kept and (kept[0], kept[2]), "sheets": counted and (counted[0], counted[2])}
        for number in sorted(ours.keys() | theirs.keys())
        for kept, counted in [(theirs.get(number), ours.get(number))]
        if kept != counted
    ]
