"""Read all that the workbook shows, in a constant number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F

from scoring.ranking import PENDING, PartieResult
from scoring.referee.selectors import RulingLine, cancelled_donnes, lines_of, rulings_in
from scoring.seasons.selectors import SeasonStanding, read_season, seasons_with
from scoring.sheets.models import Mark, Penalty, ScoreSheet
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.till.selectors import TillBalance, balance_of
from tournament.concours.models import Tournament
from tournament.names import together
from tournament.people.naming import Audience
from tournament.registration.head_count import DoorCounts
from tournament.registration.models import Team
from tournament.registration.selectors import players_named, teams_of
from tournament.rounds.models import Draw, Seat

Figures = tuple[int | None, int | None, int | None]  # points, belotes, capots; None for what nobody counted


class TeamRow(NamedTuple):
    """A team and the names of its two players, the second one empty where it has but one."""

    team: Team
    players: tuple[str, str]
    phones: tuple[str, str] = ("", "")

    @property
    def number(self) -> int:
        """Return its number."""
        return self.team.number

    @property
    def names(self) -> str:
        """Return the names of its players on one line."""
        return together(self.players)


class SeatRow(NamedTuple):
    """A seat: the number and the id of its table, both None where the team is exempt or wins by forfeit."""

    table: int | None
    table_id: int | None
    camp: str
    team: TeamRow
    forfeited_by: TeamRow | None = None


@dataclass(frozen=True)
class WorkbookSource:
    """All that the workbook shows, read once.

    `teams` are in order of number, `seats` by partie in order of table, those exempt last, `sheets` every version in
    order of partie and table. `penalties` and `draws` hold the cancelled ones too, `decisions` no penalties.
    """

    tournament: Tournament
    evening: EveningResults
    teams: list[TeamRow]
    people: DoorCounts
    till: TillBalance
    seats: dict[int, list[SeatRow]]
    sheets: list[ScoreSheet]
    marks: dict[int, dict[str, Figures]]  # sheet -> camp -> its figures
    draws: list[Draw]
    penalties: list[Penalty]
    decisions: list[RulingLine]
    contents: dict[int, Mapping[str, Any]]  # of the sheets that count and were entered donne by donne
    cancelled: dict[int, set[int]]  # table -> the donnes that a referee took off
    seasons: list[SeasonStanding]  # in which it counts
    audience: Audience = Audience.ORGANISERS  # who reads the names

    @property
    def by_number(self) -> dict[int, TeamRow]:
        """Return team number → its row."""
        return {team.number: team for team in self.teams}

    @property
    def seated(self) -> Mapping[int, Mapping[str, list[TeamRow]]]:
        """Return table id → camp → its teams, NS first."""
        tables: dict[int, dict[str, list[TeamRow]]] = {}
        for seats in self.seats.values():
            for seat in seats:
                if seat.table_id is not None:
                    tables.setdefault(seat.table_id, {}).setdefault(seat.camp, []).append(seat.team)
        return tables

    @property
    def results(self) -> dict[tuple[int, int | None, str], PartieResult]:
        """Return (partie, table, camp) → its result, where a sheet counts; that of the partner of an excluded player."""
        found: dict[tuple[int, int | None, str], PartieResult] = {}
        for team, seated in self.evening.seated.items():
            for partie, result in seated.items():
                if result is None or result.kind == PENDING:
                    continue
                where = (self.evening.played_in(team, partie), result.table, result.camp)
                if where not in found or found[where].lost_by_exclusion:
                    found[where] = result
        return found

    @property
    def beyond_sheets(self) -> bool:
        """Return whether penalties, caps or an exclusion have their part in the points, beside the sheets."""
        tournament = self.evening.tournament
        excluded = tournament.excluded_policy == "forfeit" and any(row.team.excluded for row in self.teams)
        return bool(self.evening.faults or tournament.caps or excluded)


def read_source(tournament: Tournament, audience: Audience = Audience.ORGANISERS) -> WorkbookSource:
    """Read the source of the workbook of *tournament*, with the names that *audience* reads."""
    balance = balance_of(tournament)
    teams = {}
    for team in teams_of(tournament):
        players = [member.player for member in team.members.all()]
        first, second, *_rest = *(player.shown(audience) for player in players_named(team)), "", ""
        phone, other, *_rest = *(player.phone for player in players), "", ""
        teams[team.pk] = TeamRow(team, (first, second), (phone, other))
    seats: dict[int, list[SeatRow]] = {}
    published = Seat.objects.filter(round__tournament=tournament, round__state="published")
    fields = ("round__number", "table__number", "table_id", "camp", "team_id", "forfeited_by_id")
    for number, table, table_id, camp, team_id, absent in published.values_list(*fields):
        seats.setdefault(number, []).append(SeatRow(table, table_id, camp, teams[team_id], teams.get(absent)))
    for seated in seats.values():
        seated.sort(key=lambda seat: (seat.table is None, seat.table or 0, seat.camp != "NS", seat.camp))
    at_table, in_order = {"table__round__tournament": tournament}, ("table__round__number", "table__number")
    # Of the content of a sheet only two fields are read: a partie donne by donne is long.
    optional = {"belotes": F("content__belotes"), "capots": F("content__capots")}
    versions = ScoreSheet.objects.filter(**at_table).defer("content").annotate(**optional)
    sheets = list(versions.select_related("table__round", "by").order_by(*in_order, "version"))
    uncounted = {
        name: {sheet.pk for sheet in sheets if sheet.kind == "totals" and not getattr(sheet, name)} for name in optional
    }
    marks: dict[int, dict[str, Figures]] = {}
    written = Mark.objects.filter(sheet__table__round__tournament=tournament).order_by()
    for sheet, camp, points, belotes, capots in written.values_list("sheet", "camp", "points", "belotes", "capots"):
        counted = (None if sheet in uncounted["belotes"] else belotes, None if sheet in uncounted["capots"] else capots)
        marks.setdefault(sheet, {})[camp] = (points, *counted)
    draws = Draw.objects.filter(round__tournament=tournament).select_related("round", "by")
    penalties = Penalty.objects.filter(**at_table).select_related("table__round", "team", "by", "cancelled_by")
    rulings: dict[int, list[RulingLine]] = {}
    for line in lines_of(rulings_in(tournament).order_by(*in_order, "number")):
        rulings.setdefault(line.ruling.table_id, []).append(line)
    by_donne = ScoreSheet.objects.filter(**at_table, counted=True, kind="donnes").order_by()
    return WorkbookSource(
        tournament=tournament,
        evening=evening(tournament.pk),
        teams=list(teams.values()),
        people=balance.people,
        till=balance,
        seats=seats,
        sheets=sheets,
        marks=marks,
        draws=list(draws.order_by("round__number", "number")),
        penalties=list(penalties.order_by(*in_order, "number")),
        decisions=[
            line for lines in rulings.values() for line in lines if line.ruling.kind not in ("penalty", "penalty_back")
        ],
        contents=dict(by_donne.values_list("pk", "content")),
        cancelled={table: cancelled_donnes(lines) for table, lines in rulings.items()},
        seasons=[read_season(season) for season in seasons_with(tournament)],
        audience=audience,
    )
