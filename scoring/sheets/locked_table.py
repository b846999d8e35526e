"""A table under the lock of its concours, with every version of its sheet; what is decided is collected, then written,
or refused: by the control of its figures, or by the lifecycle.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Aggregate, Exists, Max, Model, OuterRef, QuerySet, Subquery, TextField
from django.utils import timezone

from scoring.access.services import spell
from scoring.errors import ScoringError
from scoring.sheets import acts, lifecycle, table_scores
from scoring.sheets.desk import counted_by
from scoring.sheets.models import Mark, Photo, Reading, Ruling, ScoreSheet
from scoring.sheets.selectors import author_of, figures_text, marks_of, shown_name
from scoring.sheets.table_scores import Marks, Report, TableScores, Version
from scoring.sheets.terms import has_decided_terms
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal import seals, services as journal
from tournament.journal.acts import Act, Kind
from tournament.prepared import insert, prepared, put_at_hand
from tournament.rounds.models import Round, Seat, Table


@prepared
def _changed_tables(tables: list[int]) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=tables).order_by()


@dataclass
class UnitOfWork:
    """Collect inserts and updates made under one lock, held back until `flush`.

    Whatever is added holds in the objects at once, in the database from `flush` on.
    """

    tournament: Tournament
    sheets: list[ScoreSheet] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    lines: list[journal.JournalledAct] = field(default_factory=list)
    # The versions to which the photos of their tables that wait for a score are attached.
    with_photos: list[ScoreSheet] = field(default_factory=list)
    # Every version of the tables under the lock, with its marks and readings at hand.
    tables: dict[tuple[int, int], list[ScoreSheet]] = field(default_factory=dict)
    _states: dict[tuple[bool, str], list[int]] = field(default_factory=dict)
    _typed: list[int] = field(default_factory=list)
    _answered: list[int] = field(default_factory=list)
    _undecided: list[int] = field(default_factory=list)

    def add_sheet(self, sheet: ScoreSheet, marks: Marks) -> None:
        """Add a new version with its marks by camp."""
        self.sheets.append(sheet)
        sheet.marks_at_hand = [Mark(sheet=sheet, camp=camp, **figures) for camp, figures in marks.items()]
        self.marks += sheet.marks_at_hand

    def set_state(self, sheet: ScoreSheet, state: str, *, counted: bool) -> None:
        """Change the state of a version."""
        sheet.state, sheet.counted = state, counted
        if sheet.pk is not None:
            self._states.setdefault((counted, state), []).append(sheet.pk)

    def add_ruling(self, ruling: Ruling, table: Table) -> None:
        """Add a ruling on *table*; the referee who was called has come."""
        self.rulings.append(ruling)
        if table.called_at is not None:
            table.called_at = None
            self._answered.append(table.pk)

    def end_typing(self, table: Table) -> None:
        """Stop showing that somebody types the sheet of *table*."""
        if table.typist_id is not None:
            self._typed.append(table.pk)

    def void_choice(self, table: Table, *, by: User | None) -> None:
        """Ask again who goes on from *table* after equal totals: that was said of a score that is not this one."""
        if table.goes_on_id is None:
            return
        where = {"round": table.round.number, "table": table.number}
        self.add_line(acts.VOID_TIE, by=by, before={"team": table.goes_on_id}, after=where)
        table.goes_on = None
        self._undecided.append(table.pk)

    def add_line(
        self,
        act: Act,
        *,
        by: User | None,
        before: object = None,
        after: Mapping[str, object],
        reason: str = "",
    ) -> None:
        """Add a line of the journal."""
        self.lines.append(journal.JournalledAct(act=act, by=by, before=before, after=after, reason=reason))

    def flush(self) -> None:
        """Write everything; the lock is held and everything is checked."""
        # Versions that no longer count come first: a constraint allows one counted version a table.
        for (counted, state), pks in sorted(self._states.items()):
            ScoreSheet.objects.filter(pk__in=pks).update(state=state, counted=counted)
        # An empty list sends no statement.
        insert(self.sheets)
        for mark in self.marks:
            mark.sheet = mark.sheet  # which has its key now
        insert(self.marks)
        Reading.objects.bulk_create(self.readings)
        for sheet in self.with_photos:
            # One that was sent again since is with that sheet already.
            there = Photo.objects.filter(sheet=sheet).values("digest")
            Photo.objects.filter(table=sheet.table_id, sheet=None).exclude(digest__in=there).update(sheet=sheet)
        Ruling.objects.bulk_create(self.rulings)
        _changed_tables.update({"typist": None, "typing_since": None}, tables=self._typed)
        _changed_tables.update({"called_at": None}, tables=self._answered)
        _changed_tables.update({"goes_on": None}, tables=self._undecided)
        if self.lines:
            written: dict[Kind, object] = {"sheets": True, "reading": self.readings, "rulings": self.rulings}
            written |= {"photos": self.with_photos, "partie": self._undecided}
            touched = {kind for kind, rows in written.items() if rows}
            lines = [replace(line, written=touched) for line in self.lines]
            journal.write_lines(tournament=self.tournament, lines=lines, held=self._held())

    def _held(self) -> seals.Held:
        """Return the sheets and readings of the tables under the lock, as `flush` has left them in the database."""
        marks, readings = defaultdict(list), defaultdict(list)
        for mark in self.marks:
            marks[mark.sheet_id].append(mark)
        for reading in self.readings:
            readings[reading.sheet_id].append(reading)
        new = {sheet.pk for sheet in self.sheets}
        held: dict[seals.Scope, list[Model]] = {}
        for place, sheets in self.tables.items():
            held[("sheets", *place)], held[("reading", *place)] = [*sheets], []
            for sheet in sheets:
                if sheet.pk not in new:
                    held[("sheets", *place)] += sheet.marks.all()
                    held[("reading", *place)] += sheet.readings.all()
                held[("sheets", *place)] += marks[sheet.pk]
                held[("reading", *place)] += readings[sheet.pk]
        return held


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
    sheets = _sheets(tables=with_sheets)
    put_at_hand(sheets, "marks", _marks(sheets=[sheet.pk for sheet in sheets]))
    put_at_hand(sheets, "readings", _readings(sheets=[sheet.pk for sheet in sheets]))
    for sheet in sheets:
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
    return ScoreSheet.objects.filter(table__pk__in=tables).select_related("by").order_by("version")


@prepared
def _marks(sheets: list[int]) -> QuerySet[Mark]:
    return Mark.objects.filter(sheet__pk__in=sheets)


@prepared
def _readings(sheets: list[int]) -> QuerySet[Reading]:
    return Reading.objects.filter(sheet__pk__in=sheets)


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


def check_control(table: Table, report: Report | None, override: str) -> None:
    """Raise ScoringError where the sheet cannot be, or hardly, without a reason, or where nobody said who won."""
    if report is None:
        return
    if report.check_code and not override:
        raise _control_failed(table, report)
    if report.question:
        raise _winner_asked(table, report)
    if (
        report.check_code
        and report.kind == "totals"
        and not report.doubtful
        and not table_scores.has_substance(override)
    ):
        raise ScoringError("control_reason", field="override", table=table.number)


def _control_failed(table: Table, report: Report) -> ScoringError:
    code, field = ("control_doubtful", "litige_lost") if report.doubtful else ("control_failed", "override")
    return ScoringError(code, field=field, table=table.number, said=report.message, check=report.check_code)


def _winner_asked(table: Table, report: Report) -> ScoringError:
    answers = list(report.answers)
    return ScoringError("winner_asked", field="winner", table=table.number, said=report.question, answers=answers)


# The input that a refusal is about.
_FIELDS = {
    "sheet_already_recorded": "base_version",
    "sheet_conflict": "base_version",
    "control_reason": "override",
    "control_right": "override",
    "proposal_doubtful": "litige_lost",
    "sheet_reason_missing": "reason",
    "forfeit_reason_missing": "reason",
    "dispute_reason": "reason",
    "ruling_sheet_needed": "points.NS",
}


def refusal_error(locked: LockedTable, transition: lifecycle.Transition, act: lifecycle.Act) -> ScoringError:
    """Return the error of the refusal of *act*, with what its sentence says."""
    code, table, sheet = transition.refusal, locked.table, locked.sheet(transition.subject)
    report, recorded = lifecycle.reported(act), figures_text(sheet) if sheet is not None else ""
    if code in ("control_failed", "control_doubtful") and report is not None:
        return _control_failed(table, report)
    if code == "winner_asked" and report is not None:
        return _winner_asked(table, report)
    params: dict[str, object] = {"table": table.number}
    if code in _FIELDS:
        params["field"] = _FIELDS[code]
    if code in ("sheet_already_recorded", "sheet_conflict") and sheet is not None:
        params |= {"round": table.round.number, "version": sheet.version, "base": getattr(act, "seen", None)}
        params |= {"recorded": recorded, "who": author_of(sheet), "at": _hour(sheet.at)}
    elif code in ("sheet_reason_missing", "ruling_sheet_needed"):
        params["recorded"] = recorded
    elif code == "dispute_reason":
        params["recorded"] = ", ".join(dict.fromkeys(figures_text(waiting) for waiting in locked.waiting))
    elif code in ("proposal_unfinished", "proposal_tied") and report is not None:
        params |= report.check_params or {}
    elif code in ("proposal_control", "proposal_doubtful") and report is not None:
        params |= {"said": report.message, "check": report.check_code}
    elif code == "already_counted" and sheet is not None:
        who, at = counted_by(sheet)
        params |= {"recorded": recorded, "who": shown_name(who) or author_of(sheet), "at": _hour(at)}
    elif code == "ruling_version":
        params["version"] = getattr(act, "version", None)
    return ScoringError(code, **params)  # type: ignore[arg-type]


def _hour(at: datetime) -> str:
    return timezone.localtime(at).strftime("%H:%M")
