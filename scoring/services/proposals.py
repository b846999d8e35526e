"""What telephones send: a score proposed for a camp, and the other camp's answer. Everything arrives once.

Each entry carries a key made by the telephone when the entry begins: the same key with the same figures gives the same
receipt, whatever happened meanwhile. What comes too late is kept to be read, and never counts by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.models import Reading, ScoreSheet, TableDevice
from scoring.selectors.entry import CAMPS, author_of, figures_text, marks_of, shown_name
from scoring.selectors.feuille import feuille_of
from scoring.selectors.proposals import counted_by
from scoring.selectors.running import cutoff_of
from scoring.selectors.terms import SheetTerms, is_judged, terms_of, terms_under
from scoring.services import counting
from scoring.services.entry import (
    TRIES,
    Figures,
    Report,
    TermsChanged,
    check_key,
    players_of,
    read_report,
    receipt_code,
)
from tournament import journal
from tournament.models import Round, Table, Tournament
from tournament.together import Together

Told = tuple[Table, list[ScoreSheet]]  # a table and every version of its sheet

HIGHEST_SEQUENCE = 2**53 - 1  # what a telephone can count to
# What the table de marque may record all the same, and a telephone may not.
UNFINISHED = {
    "donnes_unfinished": "proposal_unfinished",
    "partie_unfinished": "proposal_unfinished",
    "donnes_tied": "proposal_tied",
}


@dataclass(frozen=True)
class Proposed:
    """What a telephone is given: the version that holds its figures, whether this call wrote it, and if it came late.

    `known` is the version that counted already when a late one came.
    """

    sheet: ScoreSheet
    created: bool
    late: bool = False
    known: ScoreSheet | None = None


def propose_sheet(
    *,
    device: TableDevice,
    key: str,
    kind: str = "totals",
    marks: Figures | None = None,
    donnes: Sequence[Mapping] | None = None,
    sequence: int = 0,
) -> Proposed:
    """The receipt of the score that a telephone proposes for its camp.

    *sequence* is when the entry began, in milliseconds: of two entries of one telephone the later one holds, in
    whatever order they arrive. The same figures as the other camp's are its confirmation; other figures are a dispute.
    Raises ScoringError; then nothing is written.
    """
    check_key(key)
    if kind not in ("totals", "donnes"):
        raise ScoringError("sheet_kind_unknown", field="kind", kind=str(kind)[:40])
    if type(sequence) is not int or not 0 <= sequence <= HIGHEST_SEQUENCE:
        raise ScoringError("sheet_key_wrong", field="sequence")
    table = device.access.table
    tournament = table.round.tournament
    by_manches = feuille_of(tournament).by_manches
    if by_manches and kind == "totals":
        raise ScoringError("sheet_kind_unknown", field="kind", kind=kind)
    players = players_of(table.pk) if by_manches else CAMPS
    for attempt in range(TRIES):
        # The control may take a moment, so it is asked before the lock. Few tables have anything decided about them:
        # the first time the sheet is read as if there were nothing, and again if there is.
        terms = terms_of(table) if attempt else terms_under(tournament, table, ())
        try:
            report = read_report(
                tournament=tournament,
                kind=kind,
                marks=marks,
                donnes=donnes,
                coupure=cutoff_of(terms) if kind == "donnes" else None,
                players=players,
                terms=terms,
            )
        except ScoringError:
            if attempt:
                raise
            continue
        try:
            return _receive_together(_Submission(device, key, report, sequence, terms), queue=tournament.pk)
        except TermsChanged:
            # A penalty or the last donnes came meanwhile: the same figures are read again, under them.
            table = Table.objects.select_related("round__tournament").get(access=device.access_id)
    raise ScoringError("terms_changing", table=table.number)


@dataclass(frozen=True)
class _Submission:
    """A report that a telephone sends, read under *terms*."""

    device: TableDevice
    key: str
    report: Report
    sequence: int
    terms: SheetTerms


Outcome = Proposed | ScoringError | TermsChanged | Table.DoesNotExist


def _receive_all(given: Sequence[_Submission]) -> list[Outcome]:
    """What becomes of each submission, all for one concours, in their order; of each table one at a time."""
    found: dict[int, Outcome] = {}
    left = dict(enumerate(given))
    while left:
        turn: dict[int, int] = {}
        for number, one in left.items():
            turn.setdefault(one.device.access_id, number)
        numbers = list(turn.values())
        found.update(zip(numbers, _receive([left.pop(number) for number in numbers]), strict=True))
    return [found[number] for number in range(len(given))]


_receive_together = Together(_receive_all)


@transaction.atomic
def _receive(given: Sequence[_Submission]) -> list[Outcome]:
    """What becomes of each submission, all for one concours and each for a table of its own, under one lock."""
    tournament, tables = _locked([one.device for one in given], given[0].device.access.table.round.tournament_id)
    elsewhere = _tables_of([one.key for one in given])
    pen, found = counting.Pen(tournament), []
    for one in given:
        own = counting.Pen(tournament)
        try:
            table, versions = _at(one.device, tables)
            if elsewhere.get(one.key, set()) - {table.pk}:
                raise ScoringError("sheet_key_elsewhere", field="key", table=table.number)
            found.append(_decide(own, one, table, versions))
        except (ScoringError, TermsChanged, Table.DoesNotExist) as refused:
            found.append(refused)
        else:
            elsewhere.setdefault(one.key, set()).add(table.pk)
            pen.join(own)
    pen.flush()
    return found


def _decide(pen: counting.Pen, given: _Submission, table: Table, versions: Sequence[ScoreSheet]) -> Proposed:
    """What *given* changes at *table*, written with *pen*. Raises ScoringError or TermsChanged; then nothing is."""
    device, key, report, sequence = given.device, given.key, given.report, given.sequence
    if known := _by_key(versions, key):
        if counting.same_figures(report.marks, report.content, known):
            return Proposed(known, created=False, late=known.late)
        raise ScoringError(
            "sheet_key_used", field="key", table=table.number, recorded=figures_text(known), receipt=known.receipt
        )
    if pen.tournament.closed_at:
        raise ScoringError("closed")
    if (terms_of(table) if table.judged else terms_under(pen.tournament, table, ())) != given.terms:
        raise TermsChanged
    if report.check_code in UNFINISHED:
        raise ScoringError(UNFINISHED[report.check_code], table=table.number, **(report.check_params or {}))
    if report.check_code:
        raise ScoringError("proposal_control", table=table.number, said=report.said, check=report.check_code)

    new = _New(pen, table, device, key, report, sequence, max((s.version for s in versions), default=0) + 1)
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is not None and counting.same_figures(report.marks, report.content, current):
        return Proposed(_agree(new, current), created=False)
    if current is not None or table.over:
        return Proposed(_record(new, "proposed", late=True), created=True, late=True, known=current)

    waiting = counting.open_versions(versions)
    mine = [sheet for sheet in versions if sheet.device_id == device.pk and not sheet.late]
    if any(sheet.sequence > sequence for sheet in mine):
        return Proposed(_record(new, "replaced"), created=True)
    same = next((one for one in waiting if counting.same_figures(report.marks, report.content, one)), None)
    if counting.is_disputed(waiting):
        return Proposed(_agree(new, same) if same else _record(new, "disputed"), created=same is None)
    # What only this telephone said so far, it may take back; what the other camp has confirmed it may not.
    own = [one for one in waiting if one.device_id == device.pk and counting.agreed(one) == ({device.camp}, set())]
    if any(sheet is not same and sheet not in own for sheet in waiting):
        pen.state(waiting, "disputed")
        return Proposed(same or _record(new, "disputed"), created=same is None)
    pen.state([sheet for sheet in own if sheet is not same], "replaced")
    if same is not None:
        if both := _both_told(new, same):
            return Proposed(_unite(both, same), created=True)
        return Proposed(_agree(new, same), created=False)
    return Proposed(_record(new, "proposed"), created=True)


@dataclass(frozen=True)
class _New:
    """A submission being received."""

    pen: counting.Pen
    table: Table
    device: TableDevice
    key: str
    report: Report
    sequence: int
    version: int


def _record(new: _New, state: str, *, late: bool = False) -> ScoreSheet:
    """The new version, written with its journal line."""
    sheet = ScoreSheet(
        table=new.table,
        version=new.version,
        kind=new.report.kind,
        state=state,
        key=new.key,
        receipt=receipt_code(new.table.pk, new.version, new.key),
        content=new.report.content,
        camp=new.device.camp,
        device=new.device,
        sequence=new.sequence,
        late=late,
        at=timezone.now(),
    )
    new.pen.sheet(sheet, new.report.marks)
    new.pen.line(
        "keep_late_sheet" if late else "propose_sheet",
        after=counting.line(new.table, sheet, camp=new.device.camp, marks=new.report.marks),
    )
    return sheet


def _agree(new: _New, sheet: ScoreSheet) -> ScoreSheet:
    """The same figures once more: the other camp's confirmation, or a second telephone of the camp."""
    said = {"key": new.key, "camp": new.device.camp, "device": new.device}
    if new.device.camp in counting.agreed(sheet)[0]:
        # It changes nothing, but its key must be known again.
        new.pen.reading(sheet=sheet, agrees=True, **said)
        return sheet
    return counting.agree(pen=new.pen, table=new.table, sheet=sheet, **said)


def _both_told(new: _New, sheet: ScoreSheet) -> _New | None:
    """*new* with what the two reports of the same points tell together, where it tells what *sheet* left out.

    A camp that counts no belotes or capots contests none: what the other one counted stands.
    """
    content, known = new.report.content, sheet.content
    if not counting.told(content) - counting.told(known):
        return None
    names = counting.told(known) - counting.told(content)
    if not names:
        return new
    marks, before = {camp: dict(mark) for camp, mark in new.report.marks.items()}, marks_of(sheet)
    for camp, mark in marks.items():
        mark.update({name: before[camp][name] for name in names})
    told = counting.told(content) | names
    terms = SheetTerms(ruleset=content["ruleset"], options=content["options"])
    given = {camp: {name: marks[camp][name] for name in ("points", *told)} for camp in marks}
    report = read_report(tournament=new.pen.tournament, kind="totals", marks=given, terms=terms)
    return None if report.check_code else replace(new, report=report)


def _unite(new: _New, sheet: ScoreSheet) -> ScoreSheet:
    """A version that tells more than *sheet*, in its place, with everybody who stood for *sheet* standing for it."""
    new.pen.state([sheet], "replaced")
    united = _record(new, "proposed")
    new.pen.flush()
    stood = [(sheet.camp, sheet.device, sheet.by, sheet.key)]
    stood += [(one.camp, one.device, one.by, one.key) for one in sheet.readings.all() if one.agrees]
    for camp, device, by, key in stood:
        pen, united = counting.Pen(new.pen.tournament), counting.reload(united)
        counting.agree(pen=pen, table=new.table, sheet=united, key=key, by=by, camp=camp, device=device)
        pen.flush()
    return united


@transaction.atomic
def answer_sheet(*, device: TableDevice, key: str, version: int, agrees: bool) -> ScoreSheet:
    """The version that the other camp's telephone confirms, or contests.

    Raises ScoringError `own_proposal` for a camp's own figures, `sheet_changed` where *version* no longer waits,
    `already_counted` for a contest of what counts.
    """
    check_key(key)
    tournament_id = Round.objects.values_list("tournament", flat=True).get(tables__access=device.access_id)
    tournament, tables = _locked([device], tournament_id)
    table, versions = _at(device, tables)
    sheet = next((one for one in versions if one.version == version), None)
    before = next((one for one in _readings(versions) if one.key == key), None)
    if before is not None:
        if sheet is not None and (before.sheet_id, before.agrees) == (sheet.pk, agrees):
            return sheet
        raise ScoringError("answer_key_used", field="key", table=table.number)
    if tournament.closed_at:
        raise ScoringError("closed")
    if sheet is None or sheet.late or not (sheet.counted or sheet.state in counting.OPEN):
        raise ScoringError("sheet_changed", table=table.number)
    if sheet.camp == device.camp or sheet.device_id == device.pk:
        raise ScoringError("own_proposal", table=table.number)
    pen = counting.Pen(tournament)
    if agrees:
        if sheet.state == "disputed":
            raise ScoringError("sheet_disputed", table=table.number)
        counting.agree(pen=pen, table=table, sheet=sheet, key=key, camp=device.camp, device=device)
    else:
        if sheet.counted:
            raise _already_counted(table, sheet)
        pen.reading(sheet=sheet, agrees=False, camp=device.camp, device=device, key=key)
        pen.state(counting.open_versions(versions), "disputed")
        pen.line("contest_sheet", after=counting.line(table, sheet, camp=device.camp))
    pen.flush()
    return sheet


@transaction.atomic
def read_again(*, sheet_id: int, key: str, by: AbstractBaseUser, signed: bool = False) -> ScoreSheet:
    """The version that *by*, at the table de marque, has read again with the same figures; it counts if that suffices.

    *signed*: both camps have signed the paper, which is their agreement where the règlement asks for it. Raises
    ScoringError `own_reading`, `already_counted`, `sheet_changed`, `sheet_disputed`.
    """
    check_key(key)
    tournament = journal.lock_tournament(
        Round.objects.values_list("tournament", flat=True).get(tables__sheets=sheet_id)
    )
    found = ScoreSheet.objects.select_related("table__round", "by").prefetch_related("marks", "readings")
    sheet = found.get(pk=sheet_id)
    table = sheet.table
    if any(reading.key == key for reading in sheet.readings.all()):
        return sheet
    if tournament.closed_at:
        raise ScoringError("closed")
    current = table.sheets.filter(counted=True).first()
    if current is not None:
        raise _already_counted(table, current)
    if sheet.late or sheet.state not in counting.OPEN:
        raise ScoringError("sheet_changed", table=table.number)
    if sheet.state == "disputed":
        raise ScoringError("sheet_disputed", table=table.number)
    if tournament.counts_when == "two_readers" and by.pk in counting.agreed(sheet)[1]:
        raise ScoringError("own_reading", table=table.number)
    signed = signed and tournament.counts_when == "both_camps"
    pen = counting.Pen(tournament)
    counting.agree(pen=pen, table=table, sheet=sheet, key=key, by=by, signed=signed)
    pen.flush()
    return sheet


def _at(device: TableDevice, tables: Mapping[int, Told]) -> Told:
    """The telephone's table and its versions. Raises Table.DoesNotExist where its draw was cancelled meanwhile."""
    if device.access_id not in tables:
        raise Table.DoesNotExist
    return tables[device.access_id]


def _locked(devices: Sequence[TableDevice], tournament_id: int) -> tuple[Tournament, dict[int, Told]]:
    """The concours locked; by the way in of each telephone, its table with its partie and every version of its sheet.

    A table knows whether it is `judged` (terms.is_judged) and whether its partie is `over`: the next one is drawn.
    """
    tournament = journal.lock_tournament(tournament_id)
    later = Round.objects.filter(
        tournament=OuterRef("round__tournament"), state="published", number__gt=OuterRef("round__number")
    )
    found = Table.objects.select_related("round", "access").annotate(judged=is_judged(), over=Exists(later))
    tables = list(found.filter(access__in=[device.access_id for device in devices]))
    versions: dict[int, list[ScoreSheet]] = {table.pk: [] for table in tables}
    sheets = ScoreSheet.objects.filter(table__in=versions).select_related("by")
    for sheet in sheets.prefetch_related("marks", "readings").order_by("version"):
        versions[sheet.table_id].append(sheet)
    for table in tables:
        table.round.tournament = tournament
    return tournament, {table.access.pk: (table, versions[table.pk]) for table in tables}


def _by_key(versions: Sequence[ScoreSheet], key: str) -> ScoreSheet | None:
    """The version that *key* stands for: it began it, or agreed to it."""
    known = {reading.key: sheet for sheet in versions for reading in sheet.readings.all()}
    return (known | {sheet.key: sheet for sheet in versions}).get(key)


def _tables_of(keys: Sequence[str]) -> dict[str, set[int]]:
    """The tables for which each key has served already; one query."""
    sheets = ScoreSheet.objects.filter(key__in=keys).order_by().values_list("key", "table")
    readings = Reading.objects.filter(key__in=keys).order_by().values_list("key", "sheet__table")
    found: dict[str, set[int]] = {}
    for key, table in sheets.union(readings, all=True):
        found.setdefault(key, set()).add(table)
    return found


def _readings(versions: Sequence[ScoreSheet]) -> list[Reading]:
    return [reading for sheet in versions for reading in sheet.readings.all()]


def _already_counted(table: Table, sheet: ScoreSheet) -> ScoringError:
    who, at = counted_by(sheet)
    return ScoringError(
        "already_counted",
        table=table.number,
        recorded=figures_text(sheet),
        who=shown_name(who) or author_of(sheet),
        at=timezone.localtime(at).strftime("%H:%M"),
    )
