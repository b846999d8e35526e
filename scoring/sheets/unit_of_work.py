"""Unit of work: collect what acts under one lock write about the sheets of a concours; write it in few statements."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet

from scoring.sheets import acts
from scoring.sheets.models import Mark, Photo, Reading, Ruling, ScoreSheet
from scoring.sheets.table_scores import Marks
from tournament.concours.models import Tournament
from tournament.journal import seals, services as journal
from tournament.journal.acts import Act, Kind
from tournament.prepared import insert, prepared
from tournament.rounds.models import Table


@prepared
def _tables(tables: list[int]) -> QuerySet[Table]:
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
        _tables.update({"typist": None, "typing_since": None}, tables=self._typed)
        _tables.update({"called_at": None}, tables=self._answered)
        _tables.update({"goes_on": None}, tables=self._undecided)
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
