"""Read the rows of the workbook in a constant number of queries."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from scoring.referee.selectors import RulingLine, rulings_in
from scoring.referee.selectors import lines_of as ruling_lines
from scoring.sheets.models import Mark, Penalty, ScoreSheet
from scoring.sheets.selectors import shown_name
from tournament.concours.models import Tournament
from tournament.journal.models import JournalEntry
from tournament.names import together
from tournament.registration.models import Team, TeamMember
from tournament.rounds.models import Draw, Seat


@dataclass(frozen=True)
class TeamRow:
    """A team as the tabs show it."""

    number: int
    players: tuple[str, ...]
    origin: str
    category: str
    present: bool
    paid_cents: int | None
    fixed_table: int | None
    first_round: int
    withdrawn_from: int | None
    excluded: bool
    waiting: bool
    remark: str

    @property
    def names(self) -> str:
        """Return the names of its players on one line."""
        return together(self.players)


@dataclass(frozen=True)
class SheetVersion:
    """One version of a score sheet with what each camp marks: camp → (points, belotes, capots).

    Belotes and capots that nobody counted are None.
    """

    round: int
    table: int
    table_id: int
    version: int
    counted: bool
    state: str
    kind: str
    receipt: str
    check_code: str
    override: str
    reason: str
    by: int | None
    at: datetime
    marks: dict[str, tuple[int, int | None, int | None]] = field(default_factory=dict)


def teams(tournament: Tournament) -> dict[int, TeamRow]:
    """Return team id → its row, in order of number. Two queries."""
    players: dict[int, list[str]] = {}
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team_id", "position")
    for team_id, name in members.values_list("team_id", "player__name"):
        players.setdefault(team_id, []).append(name)
    rows = Team.objects.filter(tournament=tournament).order_by("number")
    fields = (
        "number",
        "origin",
        "category",
        "present",
        "paid_cents",
        "fixed_table",
        "first_round",
        "withdrawn_from",
        "excluded",
        "waiting",
        "remark",
    )
    return {
        pk: TeamRow(number, tuple(players.get(pk, ())), *rest) for pk, number, *rest in rows.values_list("pk", *fields)
    }


def seats(tournament: Tournament) -> dict[int, list[tuple[int | None, int | None, str, int]]]:
    """Return partie → its seats (table number, table id, camp, team id) in order of table; exempt teams last. One
    query.
    """
    by_round: dict[int, list[tuple[int | None, int | None, str, int]]] = {}
    rows = Seat.objects.filter(round__tournament=tournament, round__state="published")
    fields = ("round__number", "table__number", "table_id", "camp", "team_id")
    for number, table, table_id, camp, team_id in rows.values_list(*fields):
        by_round.setdefault(number, []).append((table, table_id, camp, team_id))
    for listed in by_round.values():
        listed.sort(key=lambda seat: (seat[0] is None, seat[0] or 0, seat[2] != "NS", seat[2]))
    return by_round


def sheets(tournament: Tournament) -> list[SheetVersion]:
    """List every version of every sheet, in order of partie, table and version. Two queries."""
    marks: dict[int, dict[str, tuple[int, int | None, int | None]]] = {}
    every_mark = Mark.objects.filter(sheet__table__round__tournament=tournament)
    for sheet_id, camp, points, belotes, capots in every_mark.values_list(
        "sheet_id", "camp", "points", "belotes", "capots"
    ):
        marks.setdefault(sheet_id, {})[camp] = (points, belotes, capots)
    fields = (
        "table__round__number",
        "table__number",
        "table_id",
        "version",
        "counted",
        "state",
        "kind",
        "receipt",
        "check_code",
        "override",
        "reason",
        "by_id",
        "at",
    )
    rows = ScoreSheet.objects.filter(table__round__tournament=tournament)
    ordered = rows.order_by("table__round__number", "table__number", "version")
    versions = []
    for pk, with_belotes, with_capots, *values in ordered.values_list(
        "pk", "content__belotes", "content__capots", *fields
    ):
        version = SheetVersion(*values)
        counted = marks.get(pk, {})
        if version.kind == "totals":
            counted = {
                camp: (points, belotes if with_belotes else None, capots if with_capots else None)
                for camp, (points, belotes, capots) in counted.items()
            }
        versions.append(replace(version, marks=counted))
    return versions


def penalties(tournament: Tournament) -> list[Penalty]:
    """List every warning and penalty, the cancelled ones too, in order of partie and table. One query."""
    rows = Penalty.objects.filter(table__round__tournament=tournament)
    related = ("table__round", "team", "by", "cancelled_by")
    return list(rows.select_related(*related).order_by("table__round__number", "table__number", "number"))


def decisions(tournament: Tournament) -> list[RulingLine]:
    """List the decisions of the referees other than penalties, in order of partie and table. Three queries."""
    rows = rulings_in(tournament).exclude(kind__in=("penalty", "penalty_back"))
    return ruling_lines(rows.order_by("table__round__number", "table__number", "number"))


def draws(tournament: Tournament) -> list[Draw]:
    """List every tirage with its minutes, the cancelled ones too, in order. One query."""
    rows = Draw.objects.filter(round__tournament=tournament).select_related("round", "by")
    return list(rows.order_by("round__number", "number"))


def authors(tournament: Tournament) -> dict[int, str]:
    """Return account number → its name, for all the accounts that wrote in the journal. One query."""
    wrote = JournalEntry.objects.filter(tournament=tournament).order_by().values("by")
    accounts = get_user_model().objects.filter(pk__in=wrote)
    return {account.pk: shown_name(account) for account in accounts}


def journal(tournament: Tournament) -> QuerySet[JournalEntry]:
    """Return the journal line by line, with its authors. One query."""
    return tournament.journal.order_by("number").select_related("by")
