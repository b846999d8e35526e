"""Questions about entering scores: which tables report, which are missing, who types, what each version said."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.ranking import winner_of
from scoring.sheets.models import Mark, Penalty, ScoreSheet
from scoring.sheets.terms import has_decided_terms
from tournament.concours.models import Tournament
from tournament.figures import minus
from tournament.people.naming import Audience, Named, team_shown
from tournament.prepared import prepared
from tournament.registration.models import Team, TeamMember
from tournament.registration.selectors import players_named, team_title, with_players
from tournament.rounds.models import Round, Seat, Table

CAMPS = ("NS", "EO")
TYPING = timedelta(minutes=3)

Marks = Mapping[str, Mapping[str, int | None]]  # camp -> points, belotes, capots; None for what was not given


@dataclass(frozen=True)
class SeatedCamp:
    """Name who holds one camp at a table: a team, or singles whom the tirage put together, `numbers` all of theirs."""

    camp: str
    number: int
    title: str
    partners: tuple[int, ...] = ()

    @property
    def numbers(self) -> str:
        """Return the numbers of the camp, as said aloud."""
        return " + ".join(str(number) for number in (self.number, *self.partners))


@dataclass(frozen=True)
class TableLine:
    """Show a table as the entry page lists it. `sheet` is the version that counts, its marks at hand; None: missing.

    `credited` is what penalties give each camp beside it; `sheets` are the versions that were asked for.
    """

    table: Table
    number: int
    sides: dict[str, SeatedCamp]
    sheet: ScoreSheet | None
    forced: bool
    typist: User | None
    credited: Mapping[str, int] = field(default_factory=dict)
    seats: Sequence[Seat] = ()
    sheets: Sequence[ScoreSheet] = ()

    @property
    def points(self) -> dict[str, int]:
        """Return what each camp marks on the version that counts."""
        return points_of(self.sheet) if self.sheet else {}

    @property
    def totals(self) -> dict[str, int]:
        """Return what the table counts for: its points, and what penalties give."""
        return self.with_credit(self.points)

    @property
    def counts_text(self) -> str:
        """Return the totals where penalties make them others than the points; "" where they do not."""
        return "–".join(map(str, self.totals.values())) if self.sheet and self.credited else ""

    @property
    def absent(self) -> list[str]:
        """Return the camps that lost by forfeit, by the version that counts."""
        return absent_camps(self.sheet) if self.sheet else []

    @property
    def forfeit(self) -> str:
        """Return in words that the table was not played; "" where it was."""
        return forfeit_text(self.sheet) if self.sheet else ""

    @property
    def winner(self) -> str:
        """Return the camp that wins; "" where nobody does, or nobody is known to."""
        return self.winner_by(self.sheet)

    def winner_by(self, sheet: ScoreSheet | None) -> str:
        """Return the camp that wins by *sheet*, with what penalties give; "" where nobody does."""
        if sheet is None:
            return ""
        if sheet.kind == "forfeit":
            # It may bring no points.
            there = [camp for camp in points_of(sheet) if camp not in absent_camps(sheet)]
            return there[0] if len(there) == 1 else ""
        return winner_of(points_of(sheet), self.credited, sheet.winner)

    @property
    def scored(self) -> list[tuple[SeatedCamp, int | None, bool]]:
        """Return each camp with what it marks, None while that is awaited, and whether it wins."""
        points, winner = self.points, self.winner
        return [(side, points.get(camp), camp == winner) for camp, side in self.sides.items()]

    def with_credit(self, points: Mapping[str, int]) -> dict[str, int]:
        """Return *points* by camp with what penalties give."""
        return {camp: figure + self.credited.get(camp, 0) for camp, figure in points.items()}

    @property
    def author(self) -> str:
        """Return who gave the version that counts: the account, or the camp whose telephone proposed it."""
        return author_of(self.sheet) if self.sheet else ""

    @property
    def figures(self) -> str:
        """Return the points of the version that counts, as `figures_text` says them."""
        return figures_text(self.sheet) if self.sheet else ""


def shown_name(user: User | None) -> str:
    """Return the name of an account on a page; empty for an account that is gone."""
    return (user.get_full_name() or user.get_username()) if user is not None else ""


def known_name(user: User | None) -> str:
    """Return the name of an account where somebody must be named; of one that is gone, that it is."""
    return shown_name(user) or _("an account removed since")


def author_of(sheet: ScoreSheet) -> str:
    """Return who gave a version: the account, else the telephone of a camp."""
    if sheet.by is None and sheet.camp:
        return _("the telephone of camp %(camp)s") % {"camp": sheet.camp}
    return known_name(sheet.by)


def written_marks(sheet: ScoreSheet) -> list[Mark]:
    """Return the marks of a version, NS first; no query where they are at hand."""
    written = sheet.marks.all() if sheet.marks_at_hand is None else sheet.marks_at_hand
    return sorted(written, key=lambda mark: (mark.camp != "NS", mark.camp))


def marks_of(sheet: ScoreSheet) -> dict[str, dict[str, int]]:
    """Return what each camp marks on a version: points, belotes, capots."""
    return {
        mark.camp: {"points": mark.points, "belotes": mark.belotes, "capots": mark.capots}
        for mark in written_marks(sheet)
    }


def points_of(sheet: ScoreSheet) -> dict[str, int]:
    """Return the points of each camp on a version, NS first."""
    return {camp: figures["points"] for camp, figures in marks_of(sheet).items()}


def figures_text(sheet: ScoreSheet) -> str:
    """Return the points of a version, NS first: "1012–932"; where each player is a camp, "A −3, B 0, C −1"."""
    points = points_of(sheet)
    if set(points) <= set(CAMPS):
        return with_outcome("–".join(map(str, points.values())), sheet)
    return ", ".join(f"{camp} {minus(figure)}" for camp, figure in points.items())


def with_outcome(figures: str, sheet: ScoreSheet) -> str:
    """Add to the *figures* of a version what they do not show: who wins by the règlement, that both camps were absent."""
    if len(absent_camps(sheet)) > 1:
        return _("%(figures)s, both camps absent") % {"figures": figures}
    return _("%(figures)s, %(camp)s wins") % {"figures": figures, "camp": sheet.winner} if sheet.winner else figures


def absent_camps(sheet: ScoreSheet) -> list[str]:
    """Return the camps that lost by forfeit on a version."""
    return sheet.content["forfeit"].split() if sheet.kind == "forfeit" else []


def forfeit_text(sheet: ScoreSheet) -> str:
    """Return "forfeit" or that both camps lost by it; "" of a version that was played."""
    absent = absent_camps(sheet)
    return (_("forfeit of both camps") if len(absent) > 1 else _("forfeit")) if absent else ""


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the parties whose tables are seated, in order; one query."""
    rounds = _published(tournament=tournament.pk)
    for round_ in rounds:
        round_.tournament = tournament
    return rounds


@prepared
def _published(tournament: int) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament, state="published").order_by("number")


def table_numbers(round_: Round) -> list[int]:
    """Return the numbers of the tables of *round_*, in order."""
    return list(round_.tables.order_by("number").values_list("number", flat=True))


def table_lines(
    tables: QuerySet[Table],
    sheets: QuerySet[ScoreSheet],
    *,
    viewer: User | None = None,
    audience: Audience = Audience.ORGANISERS,
) -> list[TableLine]:
    """Return *tables* as a page lists them, with those *sheets* of theirs; six queries however many tables.

    The names are those that *audience* reads.

    The rows are put together here: a related manager for each of them costs more than all the rest of the page.
    """
    rows = {table.pk: table for table in tables.select_related("typist")}
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in _seats_of(tables=[*rows]):
        seats[cast(int, seat.table_id)].append(seat)
    titles = _titles((seat.team for seated in seats.values() for seat in seated), audience)
    versions = _versions(sheets, rows)
    credited: dict[int, Counter[str]] = defaultdict(Counter)
    for pk, camp, points in _points_of_penalties(tables=[*rows]):
        credited[pk][camp] += points
    return [
        TableLine(
            table=table,
            number=table.number,
            sides=sides_of_seats(seats[pk], titles),
            sheet=next((sheet for sheet in versions[pk] if sheet.counted), None),
            forced=any(sheet.check_code for sheet in versions[pk]),
            typist=typist_of(table, viewer),
            credited=credited[pk],
            seats=seats[pk],
            sheets=versions[pk],
        )
        for pk, table in rows.items()
    ]


@prepared
def _seats_of(tables: list[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(table__pk__in=tables).select_related("team").order_by()


@prepared
def _points_of_penalties(tables: list[int]) -> QuerySet[Penalty, tuple[int, str, int]]:
    valid = Penalty.objects.filter(table__pk__in=tables, cancelled_at=None).exclude(points=0).order_by()
    return valid.values_list("table_id", "to_camp", "points")


def _versions(sheets: QuerySet[ScoreSheet], tables: Mapping[int, Table]) -> dict[int, list[ScoreSheet]]:
    """Return those *sheets* of *tables*, by table and in order of version, with their marks at hand; two queries."""
    versions: dict[int, list[ScoreSheet]] = defaultdict(list)
    marks: dict[int, list[Mark]] = {}
    for sheet in sheets.filter(table__in=tables).order_by("table_id", "version"):
        sheet.table = tables[sheet.table_id]
        sheet.marks_at_hand = marks[sheet.pk] = []
        versions[sheet.table_id].append(sheet)
    for mark in _marks_of(sheets=[*marks]):
        marks[mark.sheet_id].append(mark)
    return versions


@prepared
def _marks_of(sheets: list[int]) -> QuerySet[Mark]:
    return Mark.objects.filter(sheet__pk__in=sheets).order_by()


def _titles(teams: Iterable[Team], audience: Audience) -> dict[int, str]:
    """Return team → its title as *audience* reads it; one query."""
    own = {team.pk: team.name for team in teams}
    players: dict[int, list[Named]] = defaultdict(list)
    for team, player, naming in _names_of(teams=[*own]):
        players[team].append(Named(player, naming))
    return {pk: team_shown(name, players[pk], audience) for pk, name in own.items()}


@prepared
def _names_of(teams: list[int]) -> QuerySet[TeamMember, tuple[int, str, str]]:
    members = TeamMember.objects.filter(team__pk__in=teams).order_by("position")
    return members.values_list("team_id", "player__name", "person__naming")


def tables_of_parties(tournament: Tournament, audience: Audience) -> dict[int, list[TableLine]]:
    """Return partie → its tables with the sheet that counts, for the published parties; six queries for all of them.

    The names are those that *audience* reads.
    """
    tables = Table.objects.filter(round__tournament=tournament, round__state="published")
    parties: dict[int, list[TableLine]] = {}
    counted = ScoreSheet.objects.filter(counted=True)
    rows = tables.select_related("round").order_by("round__number", "number")
    for line in table_lines(rows, counted, audience=audience):
        parties.setdefault(line.table.round.number, []).append(line)
    return parties


def tables_of_round(round_: Round, *, viewer: User | None = None) -> list[TableLine]:
    """Return every table of *round_* in order of number; six queries however many tables.

    `typist` is who types it now, *viewer* left out.
    """
    sheets = ScoreSheet.objects.filter(Q(counted=True) | ~Q(check_code="")).select_related("by")
    return table_lines(round_.tables.order_by("number"), sheets, viewer=viewer)


def no_table(round_: Round, asked: object, numbers: Sequence[int]) -> ScoringError:
    """Return the refusal of table *asked*, which is none of *numbers*, those of the partie."""
    shown = ", ".join(map(str, numbers))
    if numbers and numbers == list(range(numbers[0], numbers[-1] + 1)):
        shown = _("%(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}
    return ScoringError("table_unknown", field="table", table=str(asked)[:20], round=round_.number, tables=shown)


def typist_of(table: Table, viewer: User | None) -> User | None:
    """Return who else types this table now; a page left open for minutes is nobody, nor one of hours to come."""
    fresh = table.typing_since is not None and abs(timezone.now() - table.typing_since) <= TYPING
    return table.typist if fresh and table.typist_id != getattr(viewer, "pk", None) else None


def missing_tables(tournament: Tournament, number: int) -> list[Table]:
    """Return the tables of partie *number* without a version that counts, in order; one query."""
    return _missing_tables(tournament=tournament.pk, number=number)


@prepared
def _missing_tables(tournament: int, number: int) -> QuerySet[Table]:
    counted = ScoreSheet.objects.filter(table=OuterRef("pk"), counted=True)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number)
    return tables.exclude(Exists(counted)).order_by("number")


def find_table(tournament: Tournament, number: int, table: int) -> Table | None:
    """Return table *table* of the published partie *number*, its partie and concours at hand; None where there is none.

    `decided_terms`: something was decided there that changes the terms of its sheet; one query.
    """
    return _find_table(tournament, number, number=table)


def table_of_team(tournament: Tournament, number: int, team: int) -> Table | None:
    """Return the table where *team* sits in the published partie *number*; None for one exempt or unknown."""
    return _find_table(tournament, number, seats__team__number=team)


def _find_table(tournament: Tournament, partie: int, **named: int) -> Table | None:
    table = _published_table.first(tournament=tournament.pk, partie=partie, **named)
    if table is not None:
        table.round.tournament = tournament
    return table


@prepared
def _published_table(tournament: int, partie: int, **named: int) -> QuerySet[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__number=partie, round__state="published", **named)
    return tables.select_related("round").annotate(decided_terms=has_decided_terms())[:1]


def versions_of(table: Table) -> list[ScoreSheet]:
    """Return every version of a table's sheet, the newest first, its marks and author at hand; two queries."""
    return list(table.sheets.select_related("by").prefetch_related("marks").order_by("-version"))


def sides_of(table: Table, audience: Audience = Audience.ORGANISERS) -> dict[str, SeatedCamp]:
    """Return the teams at one table by camp, as *audience* reads their names; two queries."""
    seats = _seats_at(table=table.pk)
    with_players([seat.team for seat in seats])
    titles = {seat.team_id: team_shown(seat.team.name, players_named(seat.team), audience) for seat in seats}
    return sides_of_seats(seats, titles)


@prepared
def _seats_at(table: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table).select_related("team")


def sides_of_seats(seats: Iterable[Seat], titles: Mapping[int, str] | None = None) -> dict[str, SeatedCamp]:
    """Return the seats by camp, NS first. Where two players who came alone make a camp, both are named.

    *titles*: team → what it is called; where they are not given, the players are at hand.
    """
    found: dict[str, SeatedCamp] = {}
    for seat in sorted(seats, key=lambda seat: (seat.camp != "NS", seat.camp, seat.team.number)):
        title = team_title(seat.team) if titles is None else titles[seat.team_id]
        first = found.get(seat.camp)
        if first:
            both = f"{first.title} + {seat.team.number} · {title}"
            found[seat.camp] = SeatedCamp(seat.camp, first.number, both, (*first.partners, seat.team.number))
        else:
            found[seat.camp] = SeatedCamp(seat.camp, seat.team.number, title)
    return found


def overrides(tournament: Tournament) -> QuerySet[ScoreSheet]:
    """Return every version whose failed control was passed over, also those replaced, by partie and table."""
    sheets = ScoreSheet.objects.filter(table__round__tournament=tournament).exclude(check_code="")
    return (
        sheets.select_related("table__round", "by")
        .prefetch_related("marks")
        .order_by("table__round__number", "table__number", "version")
    )


def comes_late(table: Table) -> bool:
    """Return whether a later partie is drawn in a concours with brackets: a result here may come after its winner has
    sat down, or is in a draft.
    """
    tournament = table.round.tournament
    if not tournament.formula.has_places:
        return False
    return Round.objects.filter(tournament=tournament, number__gt=table.round.number).exists()
