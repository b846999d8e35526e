"""A table under the lock of its concours, with every version of its sheet; what is decided is collected, then written."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Aggregate, Exists, Max, OuterRef, QuerySet, Subquery, TextField
from django.utils import timezone

from scoring.access.services import spell
from scoring.sheets.models import Photo, Reading, Ruling, ScoreSheet
from scoring.sheets.selectors import marks_of
from scoring.sheets.table_scores import Report, TableScores, Version
from scoring.sheets.terms import has_decided_terms
from scoring.sheets.unit_of_work import UnitOfWork
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.prepared import prepared
from tournament.rounds.models import Round, Seat, Table


@dataclass
class LockedTable:
    """Represent a table under the lock, with every version of its sheet; what is decided is collected in `unit`.

    `decided_terms`: something was decided there that changes the terms of its sheet; `later` is the latest partie drawn
    since; `waiting_photos`: a photo of its paper waits for its first score; `camps` are those of its seats.
    `known_key`: one of the keys asked for has served already, here or at another table.
    """

    tournament: Tournament
    table: Table
    unit: UnitOfWork
    decided_terms: bool
    later: int | None
    waiting_photos: bool = False
    known_key: bool = False
    camps: list[str] = field(default_factory=list)
    sheets: list[ScoreSheet] = field(default_factory=list)

    @property
    def current(self) -> ScoreSheet | None:
        """Return the version that counts."""
        return next((sheet for sheet in self.sheets if sheet.counted), None)

    @property
    def waiting(self) -> list[ScoreSheet]:
        """Return the versions that wait to count, in order."""
        return [sheet for sheet in self.sheets if sheet.is_open]

    @property
    def scores(self) -> TableScores:
        """Return the table as the lifecycle knows it."""
        versions = tuple(version_of(sheet) for sheet in self.sheets)
        return TableScores(versions, self.tournament.counts_when, over=self.later is not None)

    @property
    def where(self) -> dict[str, object]:
        """Return the table as a journal line keeps it."""
        return {"round": self.table.round.number, "table": self.table.number}

    @property
    def seated_since(self) -> dict[str, int]:
        """Return the latest partie drawn since, whose tables do not move, as a journal line keeps it."""
        return {"seated_since": self.later} if self.later is not None else {}

    def sheet(self, version: Version | None) -> ScoreSheet | None:
        """Return the row of *version*."""
        return next((sheet for sheet in self.sheets if version is not None and sheet.version == version.number), None)

    def add(self, sheet: ScoreSheet, report: Report) -> None:
        """Add a new version."""
        self.unit.add_sheet(sheet, report.marks)
        self.sheets.append(sheet)

    def attach_photos(self, sheet: ScoreSheet) -> None:
        """Attach to *sheet* the photos that wait for a score, whoever gave it: typist, telephone or referee."""
        if self.waiting_photos:
            self.unit.with_photos.append(sheet)

    def line(self, sheet: ScoreSheet) -> dict[str, object]:
        """Return a version as a journal line keeps it: identifiers and figures."""
        line = {"version": sheet.version, "kind": sheet.kind, "receipt": sheet.receipt, "marks": marks_of(sheet)}
        line |= beside_the_marks(sheet)
        return line | ({"check": sheet.check_code, "override": sheet.override} if sheet.check_code else {})

    def state_line(self, sheet: ScoreSheet, camp: str = "") -> dict[str, object]:
        """Return a version that waits, as a journal line keeps it."""
        kept = {"version": sheet.version, "receipt": sheet.receipt, "sheet_state": sheet.state}
        kept |= beside_the_marks(sheet)
        return self.where | kept | {"marks": marks_of(sheet)} | ({"camp": camp} if camp else {})

    def rule(self, kind: str, *, reason: str, by: User | None, **about: object) -> Ruling:
        """Add the next ruling of the table, *about* its sheet, penalty, team, donne and article."""
        last = Ruling.objects.filter(table=self.table).aggregate(last=Max("number"))["last"] or 0
        ruling = Ruling(table=self.table, number=last + 1, kind=kind, reason=reason, by=by, at=timezone.now(), **about)
        self.unit.add_ruling(ruling, self.table)
        if kind != "keep":
            self.unit.void_choice(self.table, by=by)
        return ruling


def version_of(sheet: ScoreSheet) -> Version:
    """Return *sheet* as the lifecycle knows it."""
    return Version(
        number=sheet.version,
        state=sheet.state,
        report=report_of(sheet),
        counted=sheet.counted,
        late=sheet.late,
        camp=sheet.camp,
        device=sheet.device_id,
        sequence=sheet.sequence,
        camps=frozenset(sheet.endorsing_camps),
        readers=frozenset(endorser.by_id for endorser in sheet.endorsers if endorser.by_id is not None),
    )


def report_of(sheet: ScoreSheet) -> Report:
    """Return what *sheet* reports."""
    return Report(sheet.kind, sheet.content, marks_of(sheet), sheet.check_code, sheet.check_params, winner=sheet.winner)


def lock_tables(tournament_id: int, table_ids: Collection[int], keys: Collection[str] = ()) -> dict[int, LockedTable]:
    """Lock the concours; return its tables, each with its camps and every version of its sheet."""
    tournament = lock_tournament(tournament_id)
    unit, by_table = UnitOfWork(tournament), {}
    with_sheets = []
    for table in _tables(tables=[*table_ids], **({"keys": [*keys]} if keys else {})):
        table.round.tournament = tournament
        by_table[table.pk] = LockedTable(
            tournament,
            table,
            unit,
            decided_terms=table.decided_terms,
            later=table.later,
            waiting_photos=table.waiting_photos,
            known_key=table.known_key,
            camps=sorted((table.camps or "").split()),
        )
        unit.tables[(table.round.number, table.number)] = by_table[table.pk].sheets
        with_sheets += [table.pk] if table.has_sheet else []
    # Most have none yet: that costs no query.
    for sheet in _sheets(tables=with_sheets):
        sheet.table = by_table[sheet.table_id].table
        by_table[sheet.table_id].sheets.append(sheet)
    return by_table


class _Words(Aggregate):
    """Texts, joined by spaces."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ' ')"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **more)


@prepared
def _tables(tables: list[int], keys: Sequence[str] = ()) -> QuerySet[Any, Any]:
    here = {"table": OuterRef("pk")}
    camps = Seat.objects.filter(**here).order_by().values("table").annotate(camps=_Words("camp")).values("camps")
    later = _drawn_after(OuterRef("round__tournament"), OuterRef("round__number")).values("number")[:1]
    known = Exists(ScoreSheet.objects.filter(key__in=keys)) | Exists(Reading.objects.filter(key__in=keys))
    return (
        Table.objects.filter(pk__in=tables)
        .select_related("round")
        .annotate(
            decided_terms=has_decided_terms(),
            later=Subquery(later),
            has_sheet=Exists(ScoreSheet.objects.filter(**here)),
            waiting_photos=Exists(Photo.objects.filter(**here, sheet=None)),
            known_key=known,
            camps=Subquery(camps),
        )
    )


@prepared
def _sheets(tables: list[int]) -> QuerySet[ScoreSheet]:
    sheets = ScoreSheet.objects.filter(table__pk__in=tables).select_related("by")
    return sheets.prefetch_related("marks", "readings").order_by("version")


def flush(by_table: Mapping[int, LockedTable]) -> None:
    """Write what was decided about *by_table*, all of one lock."""
    for locked in list(by_table.values())[:1]:
        locked.unit.flush()


def seated_after(table: Table) -> int | None:
    """Return the number of the latest partie already drawn after the table's own; None where there is none."""
    return _drawn_after(table.round.tournament_id, table.round.number).values_list("number", flat=True).first()


def _drawn_after(tournament: int | OuterRef, number: int | OuterRef) -> QuerySet[Round]:
    rounds = Round.objects.filter(tournament=tournament, state="published", number__gt=number)
    return rounds.order_by("-number")


def beside_the_marks(sheet: ScoreSheet) -> dict[str, str]:
    """Return what the points of *sheet* do not say: the winner by the règlement, the camp that did not play."""
    known = {"winner": sheet.winner, "absent": sheet.content["forfeit"] if sheet.kind == "forfeit" else ""}
    return {name: camp for name, camp in known.items() if camp}


def receipt_code(table_id: int, version: int, key: str) -> str:
    """Return four characters that cannot be misread (Crockford), the same for the same version always.
    >>> len(receipt_code(12, 1, "k" * 16))
    4
    """
    digest = hashlib.sha256(f"{table_id}:{version}:{key}".encode()).digest()
    return spell(int.from_bytes(digest[:4], "big"), 4)
