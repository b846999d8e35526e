"""The table de marque: what waits to be read, confirmed or typed."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Max, Prefetch

from scoring.access.models import TableDevice
from scoring.access.services import ALIVE
from scoring.sheets.models import Reading, RunningDonne, ScoreSheet
from scoring.sheets.selectors import TableLine, figures_text, table_line
from tournament.registration.models import TeamMember
from tournament.rounds.models import Round, Seat, Table


def counted_by(sheet: ScoreSheet) -> tuple[User | None, datetime.datetime]:
    """Return who made a version count, and when: the last who agreed to it, else who typed it."""
    yes = [reading for reading in sheet.readings.select_related("by") if reading.agrees and reading.by_id]
    return (yes[-1].by, yes[-1].at) if yes else (sheet.by, sheet.at)


@dataclass(frozen=True)
class DeskLine:
    """A table as the table de marque sees it: the version to look at, those beside it, who stands for it.

    `done` is the last donne noted on its telephones, None where none keeps the sheet.
    """

    line: TableLine
    sheet: ScoreSheet | None
    waiting: list[ScoreSheet]
    figures: list[tuple[str, str]]
    camps: list[str]
    readers: list[User]
    mine: bool
    phones: int
    done: int | None = None

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
        """Count the tables that have a score that counts."""
        return sum(line.line.sheet is not None for line in self.lines)


def desk_of(round_: Round, *, viewer: User, now: datetime.datetime) -> Desk:
    """The table de marque of a partie, as *viewer* sees it; nine queries however many tables."""
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
    for table_pk in devices.values_list("access__table", flat=True):
        alive[table_pk] = alive.get(table_pk, 0) + 1
    noted = RunningDonne.objects.filter(device__access__table__round=round_, content__isnull=False).order_by()
    done = dict(noted.values_list("device__access__table").annotate(last=Max("number")))
    desk = Desk()
    for table in tables:
        line = _desk_line(table, viewer, alive.get(table.pk, 0), done.get(table.pk))
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


def _desk_line(table: Table, viewer: User, phones: int, done: int | None) -> DeskLine:
    waiting = [one for one in table.sheets.all() if one.is_open]
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
        done=done,
    )


def _yes(readings: Iterable[Reading]) -> list[Reading]:
    return [reading for reading in readings if reading.agrees]
