"""When a version counts: what each setting asks for, who may settle a dispute, and the act of counting itself.

A version is open while it waits: proposed, confirmed or disputed. A dispute does not heal by itself: from then on only
the table de marque settles it, with a reason (DESIGN 3).
"""

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.models import Mark, Reading, Ruling, ScoreSheet
from scoring.selectors.entry import figures_text, marks_of
from tournament import journal, policy
from tournament.models import Table, Tournament

OPEN = ("proposed", "confirmed", "disputed")

Marks = Mapping[str, Mapping[str, int]]


def open_versions(versions: Iterable[ScoreSheet]) -> list[ScoreSheet]:
    """The versions that wait to count, in order; those that came too late are only kept."""
    return [sheet for sheet in versions if sheet.state in OPEN and not sheet.late]


def told(content: Mapping) -> set[str]:
    """What a report says beside the points: belotes and capots may have been counted by nobody."""
    return {name for name in ("belotes", "capots") if "totals" not in content or content.get(name) is not None}


def same_figures(marks: Marks, content: Mapping, sheet: ScoreSheet) -> bool:
    """Whether a report says what *sheet* says: the same points, and the same of what both have counted."""
    if ("forfeit" in content or "forfeit" in sheet.content) and content != sheet.content:
        return False
    names = ("points", *(told(content) & told(sheet.content)))
    known = marks_of(sheet)
    return set(known) == set(marks) and all(known[camp][name] == marks[camp][name] for camp in known for name in names)


def is_disputed(versions: Iterable[ScoreSheet]) -> bool:
    """Whether a table's open versions contradict one another, or one of them was contested."""
    return any(sheet.state == "disputed" for sheet in versions)


def enough(tournament: Tournament, camps: set[str], readers: set[int], seated: set[str]) -> bool:
    """Whether those who agree to a version suffice for it to count under the setting of the concours.

    *seated* are the camps of the table: where everybody plays for himself, all of them must agree.
    """
    return {
        "typist": len(readers) >= 1,
        "two_readers": len(readers) >= 2,
        "both_camps": camps >= seated,
    }[tournament.counts_when]


def agreed(sheet: ScoreSheet) -> tuple[set[str], set[int]]:
    """The camps, and the accounts of the table de marque, that stand for *sheet*."""
    yes = [reading for reading in sheet.readings.all() if reading.agrees]
    camps = {sheet.camp, *(reading.camp for reading in yes)} - {""}
    readers = {sheet.by_id, *(reading.by_id for reading in yes)} - {None}
    return camps, readers


def may_rule(tournament: Tournament, by: AbstractBaseUser | None) -> bool:
    """Whether *by* may settle a dispute alone: an organiser or a referee."""
    return by is not None and policy.may(policy.role_in(by, tournament.club_id), "rule")


def typed_state(
    *,
    tournament: Tournament,
    table: Table,
    kind: str,
    marks: Marks,
    content: Mapping,
    current: ScoreSheet | None,
    waiting: Sequence[ScoreSheet],
    by: AbstractBaseUser | None,
    reason: str,
) -> tuple[str, ScoreSheet | None]:
    """What typing a report at the table de marque makes of it: the state of its version, or the version it agrees to.

    *waiting* are the table's open versions. Raises ScoringError where this person may not do it alone, or must say why.
    """
    disputed = is_disputed(waiting)
    if disputed and not reason:
        shown = ", ".join(dict.fromkeys(figures_text(sheet) for sheet in waiting))
        raise ScoringError("dispute_reason", field="reason", table=table.number, recorded=shown)
    if current is not None and current.state == "ruled":
        if not may_rule(tournament, by):
            raise ScoringError("ruled_referee", table=table.number)
        return "ruled", None
    if disputed and may_rule(tournament, by):
        return "ruled", None
    if tournament.counts_when == "typist":
        return "validated", None
    alone = "correction" if current else "dispute" if disputed else ""
    if kind == "forfeit" and tournament.counts_when == "both_camps":
        alone = alone or "forfeit"
    if alone:
        if not may_rule(tournament, by):
            raise ScoringError(f"{alone}_referee", table=table.number)
        return "ruled", None
    same = next((sheet for sheet in waiting if same_figures(marks, content, sheet)), None)
    if any(sheet is not same and not _only_by(sheet, by) for sheet in waiting):
        return "disputed", None
    return ("confirmed", same) if same else ("proposed", None)


def _only_by(sheet: ScoreSheet, by: AbstractBaseUser | None) -> bool:
    """Whether nobody but this account stands for *sheet*, so that it may take it back."""
    return by is not None and not sheet.camp and agreed(sheet) == (set(), {by.pk})


def set_waiting(table: Table, state: str, waiting: Iterable[ScoreSheet], *, keep: ScoreSheet | None = None) -> None:
    """Give the open versions of a table another state, *keep* left as it is."""
    pks = [sheet.pk for sheet in waiting if keep is None or sheet.pk != keep.pk]
    if pks:
        table.sheets.filter(pk__in=pks).update(state=state)


class Pen:
    """What acts under one lock write of the sheets of a concours, held back until `flush`: many acts, few statements.

    What it is told holds in the objects at once, in the database from `flush` on.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._clear()

    def _clear(self) -> None:
        self._sheets: list[ScoreSheet] = []
        self._marks: list[Mark] = []
        self._readings: list[Reading] = []
        self._states: dict[tuple[str, bool], list[int]] = {}
        self._counted: list[ScoreSheet] = []
        self._lines: list[journal.Line] = []

    def sheet(self, sheet: ScoreSheet, marks: Marks) -> None:
        """A new version with its marks by camp."""
        self._sheets.append(sheet)
        self._marks += [Mark(sheet=sheet, camp=camp, **figures) for camp, figures in marks.items()]

    def reading(self, **said: object) -> None:
        """What one more person says of a version."""
        self._readings.append(Reading(at=timezone.now(), **said))

    def state(self, sheets: Iterable[ScoreSheet], state: str) -> None:
        """Another state for versions that do not count."""
        for sheet in sheets:
            sheet.state = state
            self._states.setdefault((state, False), []).append(sheet.pk)

    def count(self, sheet: ScoreSheet) -> None:
        """*sheet* counts from now on; what else waits at its table is replaced, and nobody types there any more."""
        sheet.state, sheet.counted = "validated", True
        self._states.setdefault(("validated", True), []).append(sheet.pk)
        self._counted.append(sheet)

    def line(self, act: str, *, by: AbstractBaseUser | None = None, after: Mapping[str, object]) -> None:
        """A line of the journal."""
        self._lines.append(journal.Line(act=act, by=by, after=after))

    def join(self, other: "Pen") -> None:
        """What *other* holds back is written with this one's, after it."""
        self._sheets += other._sheets
        self._marks += other._marks
        self._readings += other._readings
        self._counted += other._counted
        self._lines += other._lines
        for to, pks in other._states.items():
            self._states.setdefault(to, []).extend(pks)

    def flush(self) -> None:
        """Write everything; the lock is held and everything is checked."""
        if self._sheets:
            ScoreSheet.objects.bulk_create(self._sheets)
            Mark.objects.bulk_create(self._marks)
        if self._readings:
            Reading.objects.bulk_create(self._readings)
        for (state, counted), pks in self._states.items():
            ScoreSheet.objects.filter(pk__in=pks).update(state=state, counted=counted)
        if self._counted:
            tables = [sheet.table_id for sheet in self._counted]
            waiting = ScoreSheet.objects.filter(table__in=tables, state__in=OPEN, late=False)
            waiting.exclude(pk__in=[sheet.pk for sheet in self._counted]).update(state="replaced")
            Table.objects.filter(pk__in=tables).exclude(typist=None).update(typist=None, typing_since=None)
        if self._lines:
            journal.write_lines(tournament=self.tournament, lines=self._lines)
        self._clear()


def agree(
    *,
    pen: Pen,
    table: Table,
    sheet: ScoreSheet,
    key: str,
    by: AbstractBaseUser | None = None,
    camp: str = "",
    device=None,
    signed: bool = False,
) -> ScoreSheet:
    """*sheet* with one more person standing for it; it counts if that suffices, or if both camps *signed* it.

    The lock is held and everything is checked. Who stood for it already changes nothing.
    """
    camps, readers = agreed(sheet)
    new = (camp and camp not in camps) or (by is not None and by.pk not in readers)
    if not new and not signed:
        return sheet
    pen.reading(sheet=sheet, agrees=True, camp=camp, device=device, by=by, key=key)
    if sheet.counted:
        pen.line("confirm_sheet", by=by, after=line(table, sheet, camp=camp))
        return sheet
    camps, readers = camps | ({camp} - {""}), readers | ({by.pk} if by is not None else set())
    seated = {mark.camp for mark in sheet.marks.all()}
    act = "confirm_sheet"
    if sheet.state != "disputed" and (signed or enough(pen.tournament, camps, readers, seated)):
        pen.count(sheet)
        act = "validate_sheet"
    elif sheet.state == "proposed" and camps >= seated:
        pen.state([sheet], "confirmed")
    more = {"signed": True} if signed else {}
    pen.line(act, by=by, after=line(table, sheet, camp=camp) | more)
    return sheet


def write_ruling(*, table: Table, kind: str, reason: str, by: AbstractBaseUser | None, **about: object) -> Ruling:
    """The next ruling of *table*, *about* its sheet, penalty, team, donne and article; the lock is held.

    A referee who was called has come.
    """
    last = Ruling.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0
    if table.called_at is not None:
        table.called_at = None
        table.save(update_fields=["called_at"])
    return Ruling.objects.create(
        table=table, number=last + 1, kind=kind, reason=reason, by=by, at=timezone.now(), **about
    )


def reload(sheet: ScoreSheet) -> ScoreSheet:
    """*sheet* as the database has it now, its marks and readings at hand."""
    rows = ScoreSheet.objects.select_related("by", "device").prefetch_related("marks", "readings")
    return rows.get(pk=sheet.pk)


def line(table: Table, sheet: ScoreSheet, *, camp: str = "", marks: Marks | None = None) -> dict[str, object]:
    """What a journal line says of a version; its *marks* are read where the caller has not just written them."""
    said: dict[str, object] = {
        "round": table.round.number,
        "table": table.number,
        "version": sheet.version,
        "receipt": sheet.receipt,
        "sheet_state": sheet.state,
        "marks": marks_of(sheet) if marks is None else marks,
    }
    return said | ({"camp": camp} if camp else {})
