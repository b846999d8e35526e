"""Questions about scores on their way: what a telephone shows of its table, what waits at the table de marque."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Prefetch

from scoring.models import Reading, ScoreSheet, TableDevice
from scoring.selectors.entry import CAMPS, Side, TableLine, figures_text, marks_of, sides_of, table_line
from tournament.models import Round, Seat, Table, TeamMember, Tournament

ALIVE = datetime.timedelta(minutes=2)


@dataclass(frozen=True)
class PhonePage:
    """What a telephone shows: its camp `us`, the other `them`, the score that counts and those that wait.

    `state` is "none", "ours" (our proposal waits for them), "theirs" (theirs, or what the table de marque typed, waits
    for us), "agreed", "typed" (it waits for the table de marque), "disputed" or "counted". `ours` and `theirs` are the
    figures of `shown` from our side of the table.
    """

    tournament: Tournament
    table: Table
    camp: str
    us: Side
    them: Side
    state: str
    shown: ScoreSheet | None
    waiting: list[ScoreSheet]
    phones: int
    may_answer: bool
    over: bool

    @property
    def other_camp(self) -> str:
        """The camp across the table."""
        return self.them.camp

    @property
    def ours(self) -> int | None:
        """Our points on the version shown."""
        return marks_of(self.shown)[self.camp]["points"] if self.shown else None

    @property
    def theirs(self) -> int | None:
        """Their points on the version shown."""
        return marks_of(self.shown)[self.other_camp]["points"] if self.shown else None

    @property
    def proposals(self) -> list[tuple[str, int, int]]:
        """Every score that waits, from our side: (its camp, our points, theirs)."""
        return [
            (one.camp, marks_of(one)[self.camp]["points"], marks_of(one)[self.other_camp]["points"])
            for one in self.waiting
        ]


def phone_page(device: TableDevice, *, now: datetime.datetime) -> PhonePage:
    """What *device* may see: its own table and nothing else. A constant number of queries."""
    table = Table.objects.select_related("round__tournament").get(access=device.access_id)
    sides = sides_of(table)
    rows = table.sheets.select_related("by").prefetch_related("marks", "readings").order_by("version")
    versions = [sheet for sheet in rows if not sheet.late]
    counted = next((sheet for sheet in versions if sheet.counted), None)
    waiting = [sheet for sheet in versions if sheet.state in ("proposed", "confirmed", "disputed")]
    other = next(camp for camp in CAMPS if camp != device.camp)
    shown = counted or (waiting[-1] if waiting else None)
    state = _phone_state(table.round.tournament, device, counted, waiting)
    later = Round.objects.filter(tournament=table.round.tournament, state="published", number__gt=table.round.number)
    return PhonePage(
        tournament=table.round.tournament,
        table=table,
        camp=device.camp,
        us=sides[device.camp],
        them=sides[other],
        state=state,
        shown=shown,
        waiting=waiting,
        phones=TableDevice.objects.filter(access=device.access_id, seen_at__gte=now - ALIVE).count(),
        may_answer=state == "theirs",
        over=later.exists() or table.round.tournament.closed_at is not None,
    )


def _phone_state(
    tournament: Tournament, device: TableDevice, counted: ScoreSheet | None, waiting: list[ScoreSheet]
) -> str:
    if counted is not None:
        return "counted"
    if not waiting:
        return "none"
    if any(sheet.state == "disputed" for sheet in waiting):
        return "disputed"
    last = waiting[-1]
    camps = {last.camp, *(reading.camp for reading in last.readings.all() if reading.agrees)} - {""}
    if camps >= set(CAMPS):
        return "agreed"
    if device.camp in camps:
        return "ours"
    return "theirs" if last.camp or tournament.counts_when == "both_camps" else "typed"


def counted_by(sheet: ScoreSheet) -> tuple[AbstractBaseUser | None, datetime.datetime]:
    """Who made a version count, and when: the last who agreed to it, else who typed it."""
    yes = [reading for reading in sheet.readings.select_related("by") if reading.agrees and reading.by_id]
    return (yes[-1].by, yes[-1].at) if yes else (sheet.by, sheet.at)


@dataclass(frozen=True)
class DeskLine:
    """A table as the table de marque sees it: the version to look at, those beside it, who stands for it."""

    line: TableLine
    sheet: ScoreSheet | None
    waiting: list[ScoreSheet]
    figures: list[tuple[str, str]]
    camps: list[str]
    readers: list[AbstractBaseUser]
    mine: bool
    phones: int

    @property
    def number(self) -> int:
        """The table's number."""
        return self.line.number


@dataclass(frozen=True)
class Desk:
    """The tables of a partie by what is to be done with them, and the scores that came too late."""

    lines: list[DeskLine] = field(default_factory=list)
    disputed: list[DeskLine] = field(default_factory=list)
    to_read: list[DeskLine] = field(default_factory=list)
    from_phones: list[DeskLine] = field(default_factory=list)
    typing: list[DeskLine] = field(default_factory=list)
    missing: list[DeskLine] = field(default_factory=list)
    late: list[tuple[DeskLine, ScoreSheet, str]] = field(default_factory=list)

    @property
    def counted(self) -> int:
        """How many tables have a score that counts."""
        return sum(line.line.sheet is not None for line in self.lines)


def desk_of(round_: Round, *, viewer: AbstractBaseUser, now: datetime.datetime) -> Desk:
    """The table de marque of a partie, as *viewer* sees it; eight queries however many tables."""
    members = Prefetch("team__members", TeamMember.objects.select_related("player").order_by("position"))
    seats = Seat.objects.select_related("team").prefetch_related(members)
    readings = Prefetch("readings", Reading.objects.select_related("by"))
    sheets = ScoreSheet.objects.select_related("by").prefetch_related("marks", readings).order_by("version")
    tables = (
        Table.objects.filter(round=round_)
        .select_related("typist")
        .prefetch_related(Prefetch("seats", seats), Prefetch("sheets", sheets))
        .order_by("number")
    )
    alive: dict[int, int] = {}
    devices = TableDevice.objects.filter(access__table__round=round_, seen_at__gte=now - ALIVE)
    for table in devices.values_list("access__table", flat=True):
        alive[table] = alive.get(table, 0) + 1
    desk = Desk()
    for table in tables:
        line = _desk_line(table, viewer, alive.get(table.pk, 0))
        desk.lines.append(line)
        desk.late.extend((line, sheet, figures_text(sheet)) for sheet in table.sheets.all() if sheet.late)
        if line.line.sheet is not None:
            continue
        if any(sheet.state == "disputed" for sheet in line.waiting):
            desk.disputed.append(line)
        elif line.line.typist is not None:
            desk.typing.append(line)
        elif line.sheet is not None and line.sheet.camp:
            desk.from_phones.append(line)
        elif line.sheet is not None:
            desk.to_read.append(line)
        else:
            desk.missing.append(line)
    return desk


def _desk_line(table: Table, viewer: AbstractBaseUser, phones: int) -> DeskLine:
    waiting = [one for one in table.sheets.all() if one.state in ("proposed", "confirmed", "disputed") and not one.late]
    sheet = waiting[-1] if waiting else None
    yes = _yes(sheet.readings.all()) if sheet else []
    readers = {one.pk: one for one in ([sheet.by] if sheet else []) + [reading.by for reading in yes] if one}
    camps = {sheet.camp if sheet else "", *(reading.camp for reading in yes)} - {""}
    return DeskLine(
        line=table_line(table, viewer=viewer),
        sheet=sheet,
        waiting=waiting,
        figures=[(one.camp, figures_text(one)) for one in waiting],
        camps=sorted(camps, key=lambda camp: camp != "NS"),
        readers=list(readers.values()),
        mine=viewer.pk in readers,
        phones=phones,
    )


def _yes(readings: Iterable[Reading]) -> list[Reading]:
    return [reading for reading in readings if reading.agrees]
