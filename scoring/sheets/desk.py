"""The table de marque: what waits to be read, confirmed or typed."""

import datetime
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter

from django.contrib.auth.models import User
from django.db.models import Max, Prefetch, Q, QuerySet, prefetch_related_objects

from scoring.access.models import TableDevice
from scoring.access.services import ALIVE
from scoring.sheets.models import Photo, Reading, RunningDonne, ScoreSheet
from scoring.sheets.selectors import TYPING, TableLine, figures_text, points_of, table_lines
from tournament.prepared import prepared
from tournament.rounds.models import Round, Seat, Table

# The tasks that a table may need, in the order of the page.
DESK_TASKS = ("disputed", "from_phones", "to_read", "typing", "missing")


def counted_by(sheet: ScoreSheet) -> tuple[User | None, datetime.datetime]:
    """Return who made a version count, and when: the last who agreed to it, else who typed it."""
    yes = [reading for reading in sheet.readings.select_related("by") if reading.agrees and reading.by_id]
    return (yes[-1].by, yes[-1].at) if yes else (sheet.by, sheet.at)


@dataclass(frozen=True)
class DeskLine:
    """Show a table as the table de marque sees it: what is to be done, the versions that wait, who stands for the last.

    `todo` is a key of DESK_TASKS, "" where its score counts. `sheet` is the last that waits, with the `camps` and
    `readers` that endorse it; `mine`: the viewer is one of them. `done` is the last donne noted on its telephones, None
    where none keeps the sheet. `photos` are those of its paper, by key.
    """

    line: TableLine
    todo: str
    sheet: ScoreSheet | None
    waiting: list[ScoreSheet]
    camps: list[str]
    readers: list[User]
    mine: bool
    phones: int
    done: int | None = None
    photos: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """Return the table's number."""
        return self.line.number

    @property
    def points(self) -> dict[str, int]:
        """Return what each camp marks on the last version that waits."""
        return points_of(self.sheet) if self.sheet is not None else {}

    @property
    def winner(self) -> str:
        """Return the camp that wins by them, with what penalties give; "" where both have as much."""
        return self.line.winner_by(self.sheet)

    @property
    def agreed(self) -> dict[str, int]:
        """Return the points that the telephones of both camps gave alike, {} where they did not."""
        return self.points if self.sheet is not None and self.sheet.state == "confirmed" else {}

    @property
    def figures(self) -> list[tuple[str, str]]:
        """Return every version that waits: (its camp, its points)."""
        return [(sheet.camp, figures_text(sheet)) for sheet in self.waiting]


@dataclass(frozen=True)
class Desk:
    """Show the tables of a partie, by what is to be done with them too, and the scores that came too late."""

    lines: list[DeskLine]
    todo: dict[str, list[DeskLine]]
    late: list[tuple[DeskLine, ScoreSheet, str]]
    counts_when: str

    @property
    def counted(self) -> int:
        """Count the tables that have a score that counts."""
        return sum(line.line.sheet is not None for line in self.lines)

    @property
    def to_type(self) -> list[DeskLine]:
        """Return the tables of which a photo waits for its score to be typed."""
        return [line for line in self.lines if line.photos and not line.line.sheet and line.sheet is None]

    @property
    def to_count(self) -> list[DeskLine]:
        """Return the tables whose score waits to be counted, in the order in which it came."""
        waiting = [
            (line.sheet.pk, line) for line in self.lines if line.sheet and line.todo in ("from_phones", "to_read")
        ]
        return [line for _pk, line in sorted(waiting, key=itemgetter(0))]

    @property
    def to_confirm(self) -> list[DeskLine]:
        """Return those of `to_count` that the viewer may confirm."""
        return [line for line in self.to_count if not self._is_for_another(line)]

    @property
    def for_another(self) -> list[DeskLine]:
        """Return those of `to_count` that the viewer has read, and that somebody else must read too."""
        return [line for line in self.to_count if self._is_for_another(line)]

    def _is_for_another(self, line: DeskLine) -> bool:
        return self.counts_when == "two_readers" and line.mine


def desk_of(round_: Round, *, viewer: User, now: datetime.datetime, alone: int | None = None) -> Desk:
    """Return the table de marque of a partie, as *viewer* sees it; nine queries however many tables, ten where scores wait.

    *alone*: of the table of this number only.
    """
    of_partie = round_.tables.order_by("number") if alone is None else round_.tables.filter(number=alone)
    devices = TableDevice.objects.filter(access__table__in=of_partie, seen_at__gte=now - ALIVE)
    alive = Counter(devices.values_list("access__table", flat=True))
    noted = RunningDonne.objects.filter(device__access__table__in=of_partie, content__isnull=False).order_by()
    done = dict(noted.values_list("device__access__table").annotate(last=Max("number")))
    photos: dict[int, tuple[int, ...]] = {}
    for table, photo in Photo.objects.filter(table__in=of_partie).order_by("pk").values_list("table", "pk"):
        photos[table] = (*photos.get(table, ()), photo)
    tables = table_lines(of_partie, ScoreSheet.objects.select_related("by"), viewer=viewer)
    waiting = [sheet for line in tables for sheet in line.sheets if sheet.is_open]
    prefetch_related_objects(waiting, Prefetch("readings", Reading.objects.select_related("by")))
    lines = [
        _desk_line(line, viewer, alive[line.table.pk], done.get(line.table.pk), photos.get(line.table.pk, ()))
        for line in tables
    ]
    return Desk(
        lines=lines,
        todo={todo: [line for line in lines if line.todo == todo] for todo in DESK_TASKS},
        late=[(line, sheet, figures_text(sheet)) for line in lines for sheet in line.line.sheets if sheet.late],
        counts_when=round_.tournament.counts_when,
    )


def unjournalled(round_: Round, *, now: datetime.datetime) -> tuple[list[tuple], ...]:
    """Return what the table de marque of a partie shows beside what has a line in the journal; five queries.

    It stands for the rows: where it is the same, and the journal too, `desk_of` is. Cases of all parties are shown.
    """
    return (
        [
            (pk, typist if since is not None and abs(now - since) <= TYPING else None, called)
            for pk, typist, since, called in _busy(tournament=round_.tournament_id)
        ],
        sorted(Counter(_devices(partie=round_.pk, since=now - ALIVE)).items()),
        sorted(_noted(partie=round_.pk)),
        sorted(_photos_and_readings(partie=round_.pk, tournament=round_.tournament_id)),
        _absent(tournament=round_.tournament_id),
    )


@prepared
def _busy(tournament: int) -> QuerySet[Table, tuple]:
    tables = Table.objects.filter(round__tournament=tournament).order_by("pk")
    busy = tables.filter(Q(typist__isnull=False) | Q(called_at__isnull=False))
    return busy.values_list("pk", "typist", "typing_since", "called_at")


@prepared
def _devices(partie: int, since: datetime.datetime) -> QuerySet[TableDevice, int]:
    devices = TableDevice.objects.filter(access__table__round=partie, seen_at__gte=since).order_by()
    return devices.values_list("access__table", flat=True)


@prepared
def _noted(partie: int) -> QuerySet[RunningDonne, tuple]:
    noted = RunningDonne.objects.filter(device__access__table__round=partie, content__isnull=False).order_by()
    return noted.values_list("device__access__table").annotate(last=Max("number"))


@prepared
def _photos_and_readings(partie: int, tournament: int) -> QuerySet[Photo, tuple]:
    photos = Photo.objects.filter(table__round=partie).order_by().values_list("table").annotate(last=Max("pk"))
    read = Reading.objects.filter(sheet__table__round__tournament=tournament, sheet__counted=False).order_by()
    return photos.union(read.values_list("sheet").annotate(last=Max("pk")), all=True)


@prepared
def _absent(tournament: int) -> QuerySet[Seat, tuple]:
    absent = Seat.objects.filter(round__tournament=tournament, missing_at__isnull=False).order_by("pk")
    return absent.values_list("pk", "missing_at")


def _desk_line(line: TableLine, viewer: User, phones: int, done: int | None, photos: tuple[int, ...]) -> DeskLine:
    waiting = [sheet for sheet in line.sheets if sheet.is_open]
    sheet = waiting[-1] if waiting else None
    readers = {endorser.by.pk: endorser.by for endorser in sheet.endorsers if endorser.by} if sheet else {}
    return DeskLine(
        line=line,
        todo=_todo(line, waiting),
        sheet=sheet,
        waiting=waiting,
        camps=sorted(sheet.endorsing_camps if sheet else (), key=lambda camp: camp != "NS"),
        readers=list(readers.values()),
        mine=viewer.pk in readers,
        phones=phones,
        done=done,
        photos=photos,
    )


def _todo(line: TableLine, waiting: list[ScoreSheet]) -> str:
    """Return what is to be done with a table of which *waiting* wait to count."""
    if line.sheet is not None:
        return ""
    if any(sheet.state == "disputed" for sheet in waiting):
        return "disputed"
    if line.typist is not None:
        return "typing"
    if not waiting:
        return "missing"
    return "from_phones" if waiting[-1].camp else "to_read"
