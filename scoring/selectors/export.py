"""The rows of the workbook, read in a constant number of queries: plain values, no objects."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Mark, Penalty, ScoreSheet
from scoring.selectors.entry import shown_name
from scoring.selectors.rulings import RulingLine, rulings_in
from scoring.selectors.rulings import lines_of as ruling_lines
from tournament.models import Draw, JournalEntry, Round, Seat, Team, TeamMember, Tournament
from tournament.names import together


@dataclass(frozen=True)
class TeamLine:
    """A team as the sheets name it."""

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
        """Both names on one line."""
        return together(self.players)


@dataclass(frozen=True)
class SheetLine:
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
    check_params: dict
    override: str
    reason: str
    by: int | None
    at: datetime
    marks: dict[str, tuple[int, int | None, int | None]]


def local(moment: datetime | None) -> datetime | None:
    """*moment* as the hall's clock shows it."""
    return None if moment is None else timezone.localtime(moment)


def teams(tournament: Tournament) -> dict[int, TeamLine]:
    """Team id → its line, in order of number. Two queries."""
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
        pk: TeamLine(number, tuple(players.get(pk, ())), *rest) for pk, number, *rest in rows.values_list("pk", *fields)
    }


def rounds(tournament: Tournament) -> list[int]:
    """The numbers of the published parties, in order. One query."""
    return list(
        Round.objects.filter(tournament=tournament, state="published")
        .order_by("number")
        .values_list("number", flat=True)
    )


def seats(tournament: Tournament) -> dict[int, list[tuple[int | None, int | None, str, int]]]:
    """Partie → its seats (table number, table id, camp, team id) in order of table; exempt teams last. One query."""
    by_round: dict[int, list[tuple[int | None, int | None, str, int]]] = {}
    rows = Seat.objects.filter(round__tournament=tournament, round__state="published")
    for number, *seat in rows.values_list("round__number", "table__number", "table_id", "camp", "team_id"):
        by_round.setdefault(number, []).append(tuple(seat))
    for listed in by_round.values():
        listed.sort(key=lambda seat: (seat[0] is None, seat[0] or 0, seat[2] != "NS", seat[2]))
    return by_round


def sheets(tournament: Tournament) -> list[SheetLine]:
    """Every version of every sheet, in order of partie, table and version. Two queries."""
    marks: dict[int, dict[str, tuple[int, int, int]]] = {}
    of_tournament = Mark.objects.filter(sheet__table__round__tournament=tournament)
    for sheet_id, camp, *figures in of_tournament.values_list("sheet_id", "camp", "points", "belotes", "capots"):
        marks.setdefault(sheet_id, {})[camp] = tuple(figures)
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
        "check_params",
        "override",
        "reason",
        "by_id",
        "at",
    )
    rows = ScoreSheet.objects.filter(table__round__tournament=tournament)
    ordered = rows.order_by("table__round__number", "table__number", "version")
    lines = []
    for pk, belotes, capots, *told in ordered.values_list("pk", "content__belotes", "content__capots", *fields):
        of_camps = marks.get(pk, {})
        if told[fields.index("kind")] == "totals":
            of_camps = {
                camp: (points, made if belotes else None, all_tricks if capots else None)
                for camp, (points, made, all_tricks) in of_camps.items()
            }
        lines.append(SheetLine(*told, of_camps))
    return lines


def penalties(tournament: Tournament) -> list[Penalty]:
    """Every warning and penalty, those taken back too, in order of partie and table. One query."""
    rows = Penalty.objects.filter(table__round__tournament=tournament)
    related = ("table__round", "team", "by", "cancelled_by")
    return list(rows.select_related(*related).order_by("table__round__number", "table__number", "number"))


def decisions(tournament: Tournament) -> list[RulingLine]:
    """What referees decided beside penalties, in order of partie and table. Three queries."""
    rows = rulings_in(tournament).exclude(kind__in=("penalty", "penalty_back"))
    return ruling_lines(rows.order_by("table__round__number", "table__number", "number"))


def draws(tournament: Tournament) -> list[Draw]:
    """Every tirage with its minutes, the cancelled ones too, in order. One query."""
    rows = Draw.objects.filter(round__tournament=tournament).select_related("round", "by")
    return list(rows.order_by("round__number", "number"))


def authors(tournament: Tournament) -> dict[int, str]:
    """Account number → how the account is named, for all the accounts that wrote in the journal. One query."""
    wrote = JournalEntry.objects.filter(tournament=tournament).order_by().values("by")
    accounts = get_user_model().objects.filter(pk__in=wrote)
    return {account.pk: shown_name(account) for account in accounts}


def journal(tournament: Tournament) -> QuerySet[JournalEntry]:
    """The journal line by line, with its authors. One query."""
    return tournament.journal.order_by("number").select_related("by")
