"""The one way in for a score: lock, check key, closing, publication and terms, ask the lifecycle, write.

The table de marque, a telephone, a referee and a sheet put on its right table come in here. Nothing is overwritten,
nothing doubled: the same key with the same figures gives the same receipt, whatever happened meanwhile.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.sheets import lifecycle
from scoring.sheets.desk import counted_by
from scoring.sheets.lifecycle import Endorsement, Report, TableScores, Version
from scoring.sheets.models import Reading, Ruling, ScoreSheet
from scoring.sheets.selectors import author_of, figures_text, marks_of, shown_name
from scoring.sheets.terms import SheetTerms, is_judged, terms_of, terms_under
from scoring.sheets.unit_of_work import UnitOfWork
from tournament.clubs import policy
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.group_commit import GroupCommit
from tournament.rounds.models import Round, Table

TRIES = 3
_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

T = TypeVar("T")


class TermsChangedError(Exception):
    """A penalty or a cutoff changed what a table's sheet is read under between its control and the lock."""


@dataclass(frozen=True)
class Receipt:
    """The version that holds the figures, and whether this very call recorded it.

    `seated_since` is the latest partie already drawn when an earlier one was corrected: its tables do not move. `late`:
    it came when it could not count any more; `known` is then the version that counted already.
    """

    sheet: ScoreSheet
    created: bool
    seated_since: int | None = None
    late: bool = False
    known: ScoreSheet | None = None


@dataclass(frozen=True, kw_only=True)
class Submission:
    """One act about the sheet of one table, with its author and the key that its device made when it began.

    *terms* are those under which its report was read; None: it has none. *seated*: the camps of its report must sit at
    the table.
    """

    tournament_id: int
    table_id: int
    act: lifecycle.Act
    key: str = ""
    terms: SheetTerms | None = None
    by: User | None = None
    device: TableDevice | None = None
    reason: str = ""
    override: str = ""
    seated: bool = False

    @property
    def camp(self) -> str:
        """The camp whose telephone submits it; empty for the table de marque."""
        return self.device.camp if self.device is not None else ""


@dataclass
class Case:
    """A table under the lock, with every version of its sheet; what is decided is collected in `unit`.

    `judged`: something was decided there that changes the terms of its sheet; `later` is the latest partie drawn since.
    """

    tournament: Tournament
    table: Table
    unit: UnitOfWork
    judged: bool
    later: int | None
    sheets: list[ScoreSheet] = field(default_factory=list)
    _new_marks: dict[int, lifecycle.Marks] = field(default_factory=dict)

    @property
    def current(self) -> ScoreSheet | None:
        """The version that counts."""
        return next((sheet for sheet in self.sheets if sheet.counted), None)

    @property
    def waiting(self) -> list[ScoreSheet]:
        """The versions that wait to count, in order."""
        return [sheet for sheet in self.sheets if sheet.is_open]

    @property
    def scores(self) -> TableScores:
        """The table as the lifecycle knows it."""
        versions = tuple(version_of(sheet) for sheet in self.sheets)
        return TableScores(versions, self.tournament.counts_when, over=self.later is not None)

    @property
    def where(self) -> dict[str, object]:
        """The table as a journal line keeps it."""
        return {"round": self.table.round.number, "table": self.table.number}

    @property
    def seated_since(self) -> dict[str, int]:
        """The latest partie drawn since, whose tables do not move, as a journal line keeps it."""
        return {"seated_since": self.later} if self.later is not None else {}

    def sheet(self, version: Version | None) -> ScoreSheet | None:
        """The row of *version*."""
        return next((sheet for sheet in self.sheets if version is not None and sheet.version == version.number), None)

    def add(self, sheet: ScoreSheet, report: Report) -> None:
        """Add a new version."""
        self.unit.add_sheet(sheet, report.marks)
        self._new_marks[sheet.version] = report.marks
        self.sheets.append(sheet)

    def marks(self, sheet: ScoreSheet) -> lifecycle.Marks:
        """Return what each camp marks on *sheet*, be it written already or not."""
        return self._new_marks[sheet.version] if sheet.version in self._new_marks else marks_of(sheet)

    def line(self, sheet: ScoreSheet) -> dict[str, object]:
        """A version as a journal line keeps it: identifiers and figures."""
        line = {"version": sheet.version, "kind": sheet.kind, "receipt": sheet.receipt, "marks": self.marks(sheet)}
        return line | ({"check": sheet.check_code, "override": sheet.override} if sheet.check_code else {})

    def state_line(self, sheet: ScoreSheet, camp: str = "") -> dict[str, object]:
        """A version that waits, as a journal line keeps it."""
        kept = {"version": sheet.version, "receipt": sheet.receipt, "sheet_state": sheet.state}
        return self.where | kept | {"marks": self.marks(sheet)} | ({"camp": camp} if camp else {})

    def rule(self, kind: str, *, reason: str, by: User | None, **about: object) -> Ruling:
        """Add the next ruling of the table, *about* its sheet, penalty, team, donne and article."""
        last = Ruling.objects.filter(table=self.table).aggregate(last=Max("number"))["last"] or 0
        ruling = Ruling(table=self.table, number=last + 1, kind=kind, reason=reason, by=by, at=timezone.now(), **about)
        self.unit.add_ruling(ruling, self.table)
        return ruling


def version_of(sheet: ScoreSheet) -> Version:
    """Return *sheet* as the lifecycle knows it."""
    yes = [reading for reading in sheet.readings.all() if reading.agrees]
    return Version(
        number=sheet.version,
        state=sheet.state,
        report=report_of(sheet),
        counted=sheet.counted,
        late=sheet.late,
        camp=sheet.camp,
        device=sheet.device_id,
        sequence=sheet.sequence,
        camps=frozenset({sheet.camp, *(reading.camp for reading in yes)} - {""}),
        readers=frozenset(by for by in (sheet.by_id, *(reading.by_id for reading in yes)) if by is not None),
    )


def report_of(sheet: ScoreSheet) -> Report:
    """Return what *sheet* reports."""
    return Report(sheet.kind, sheet.content, marks_of(sheet), sheet.check_code, sheet.check_params)


# --- The way in -----------------------------------------------------------------------------------------------------


def with_terms(table_id: int, attempt: Callable[[Table, SheetTerms], T]) -> T:
    """Return what *attempt* gives under the terms of a table; it is made again where they change before the lock.

    The control may take a moment, so it is asked before the lock. Raises Table.DoesNotExist, ScoringError
    `terms_changing`.
    """
    for _try in range(TRIES):
        table = Table.objects.select_related("round__tournament").annotate(judged=is_judged()).get(pk=table_id)
        try:
            return attempt(table, _terms_at(table, judged=table.judged))
        except TermsChangedError:
            continue
    raise ScoringError("terms_changing", table=table.number)


def receive(submission: Submission) -> Receipt:
    """Return the receipt of one act about a sheet. Raises ScoringError, TermsChangedError; then nothing is written."""
    (receipt,) = _receive([submission])
    if isinstance(receipt, Exception):
        raise receipt
    return receipt


def receive_together(table: Table, read: Callable[[SheetTerms], Submission]) -> Receipt:
    """Return the receipt of a telephone's report: those that come at the same moment are received under one lock.

    Few tables have anything decided about them: the first time the report is *read* as if there were nothing, and again
    under the terms of the table if there is.
    """
    for attempt in range(TRIES):
        terms = terms_of(table) if attempt else terms_under(table.round.tournament, table, ())
        try:
            submission = read(terms)
        except ScoringError:
            if attempt:
                raise
            continue
        try:
            return cast(Receipt, _receive_group(submission, queue=submission.tournament_id))
        except TermsChangedError:
            table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    raise ScoringError("terms_changing", table=table.number)


Answer = Receipt | ScoringError | TermsChangedError | Table.DoesNotExist


def _receive_all(submissions: Sequence[Submission]) -> list[Answer]:
    """Return what becomes of each submission, all for one concours, in their order; of each table one at a time."""
    answers: dict[int, Answer] = {}
    left = dict(enumerate(submissions))
    while left:
        turn: dict[int, int] = {}
        for place, submission in left.items():
            turn.setdefault(submission.table_id, place)
        places = list(turn.values())
        answers.update(zip(places, _receive([left.pop(place) for place in places]), strict=True))
    return [answers[place] for place in range(len(submissions))]


_receive_group = GroupCommit(_receive_all)


@transaction.atomic
def _receive(submissions: Sequence[Submission]) -> list[Answer]:
    """Return what becomes of each submission, all for one concours and each for a table of its own, under one lock."""
    seated = any(submission.seated for submission in submissions)
    cases = open_cases(submissions[0].tournament_id, [one.table_id for one in submissions], seated=seated)
    elsewhere = _tables_of([submission.key for submission in submissions])
    answers: list[Answer] = []
    for submission in submissions:
        try:
            answers.append(_receive_one(cases, submission, elsewhere))
        except (ScoringError, TermsChangedError, Table.DoesNotExist) as refusal:
            answers.append(refusal)
        else:
            elsewhere.setdefault(submission.key, set()).add(submission.table_id)
    flush(cases)
    return answers


def open_cases(tournament_id: int, table_ids: Collection[int], *, seated: bool = False) -> dict[int, Case]:
    """Lock the concours; return its tables, each with every version of its sheet, and *seated* with their seats."""
    tournament = lock_tournament(tournament_id)
    later = Subquery(_drawn_after(OuterRef("round__tournament"), OuterRef("round__number")).values("number")[:1])
    tables = Table.objects.filter(pk__in=table_ids).select_related("round").annotate(judged=is_judged(), later=later)
    unit, cases = UnitOfWork(tournament), {}
    for table in tables.prefetch_related("seats") if seated else tables:
        table.round.tournament = tournament
        cases[table.pk] = Case(tournament, table, unit, judged=table.judged, later=table.later)
    sheets = ScoreSheet.objects.filter(table__in=cases).select_related("by").prefetch_related("marks", "readings")
    for sheet in sheets.order_by("version"):
        sheet.table = cases[sheet.table_id].table
        cases[sheet.table_id].sheets.append(sheet)
    return cases


def flush(cases: Mapping[int, Case]) -> None:
    """Write what was decided about *cases*, all of one lock."""
    for case in list(cases.values())[:1]:
        case.unit.flush()


def _receive_one(cases: Mapping[int, Case], submission: Submission, elsewhere: Mapping[str, set[int]]) -> Receipt:
    """Check key, closing, publication and terms of *submission*, then settle it."""
    case, report = cases.get(submission.table_id), lifecycle.reported(submission.act)
    if case is None:
        raise ScoringError("table_empty") if submission.seated else Table.DoesNotExist
    if submission.seated and report is not None:
        check_seated(case, report)
    if report is not None and elsewhere.get(submission.key, set()) - {case.table.pk}:
        raise ScoringError("sheet_key_elsewhere", field="key", table=case.table.number)
    if known := _received_already(case, submission):
        return Receipt(known, created=False, late=known.late)
    check_open(case.tournament, case.table)
    check_terms(case, submission.terms)
    receipt = settle(case, submission)
    assert receipt is not None
    return receipt


# --- What is checked ------------------------------------------------------------------------------------------------


def check_key(key: object) -> None:
    """Raise ScoringError for what no form of ours makes."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise ScoringError("sheet_key_wrong", field="key")


def check_open(tournament: Tournament, table: Table | None = None) -> None:
    """Raise ScoringError where no score of *table* may change any more, or yet."""
    if tournament.closed_at:
        raise ScoringError("closed")
    if table is not None and table.round.state != "published":
        raise ScoringError("round_not_published", round=table.round.number)


def check_terms(case: Case, terms: SheetTerms | None) -> None:
    """Raise TermsChangedError where a table's sheet is read under other *terms* by now."""
    if terms is not None and terms != _terms_at(case.table, judged=case.judged):
        raise TermsChangedError


def _terms_at(table: Table, *, judged: bool) -> SheetTerms:
    """Return the terms of *table*; most are not *judged*, which saves a query."""
    return terms_of(table) if judged else terms_under(table.round.tournament, table, ())


def check_seated(case: Case, report: Report) -> None:
    """Raise ScoringError where the camps of *report* do not sit at the table any more."""
    camps = [seat.camp for seat in case.table.seats.all()]
    if not camps:
        raise ScoringError("table_empty")
    if set(camps) != set(report.marks):
        raise ScoringError("table_camps", camps=", ".join(camps))


def check_control(table: Table, report: Report | None, override: str) -> None:
    """Raise ScoringError where the sheet is impossible and nobody said why it is right all the same."""
    if report is not None and report.check_code and not override:
        raise _control_failed(table, report)


def _control_failed(table: Table, report: Report) -> ScoringError:
    return ScoringError(
        "control_failed", field="override", table=table.number, said=report.message, check=report.check_code
    )


def may_rule(tournament: Tournament, by: User | None) -> bool:
    """Return whether *by* may settle a dispute alone: an organiser or a referee."""
    return by is not None and policy.may(policy.role_in(by, tournament.club_id), "rule")


def _received_already(case: Case, submission: Submission) -> ScoreSheet | None:
    """The version for which the key has served at this table. Raises ScoringError where it served for something else."""
    key, act, table = submission.key, submission.act, case.table
    sheet = next((sheet for sheet in case.sheets if sheet.key == key), None)
    readings = [(reading, of) for of in case.sheets for reading in of.readings.all() if reading.key == key]
    if isinstance(act, lifecycle.PhoneAnswer | lifecycle.SecondReading):
        if not readings:
            return None
        agrees = getattr(act, "agrees", True)
        for reading, of in readings:
            if (of.version, reading.agrees) == (act.version, agrees):
                return of
        raise ScoringError("answer_key_used", field="key", table=table.number)
    if sheet is None and not readings:
        return None
    report = lifecycle.reported(act)
    known = sheet or readings[-1][1]
    same = lifecycle.repeats if sheet is not None else lifecycle.same_report
    if report is not None and same(report, report_of(known)):
        return known
    raise ScoringError(
        "sheet_key_used", field="key", table=table.number, recorded=figures_text(known), receipt=known.receipt
    )


def _tables_of(keys: Collection[str]) -> dict[str, set[int]]:
    """The tables for which each key has served already; one query."""
    sheets = ScoreSheet.objects.filter(key__in=keys).order_by().values_list("key", "table")
    readings = Reading.objects.filter(key__in=keys).order_by().values_list("key", "sheet__table")
    tables: dict[str, set[int]] = {}
    for key, table in sheets.union(readings, all=True):
        tables.setdefault(key, set()).add(table)
    return tables


# --- What is decided and written ------------------------------------------------------------------------------------


def settle(case: Case, submission: Submission) -> Receipt | None:
    """Return the receipt of *submission* as the lifecycle decides it; its writing is added to the unit of work.

    None where no version is concerned: the terms of a table without one changed. The lock is held. Raises ScoringError; then nothing is added.
    """
    scores, current, act = case.scores, case.current, submission.act
    transition = lifecycle.decide(scores, act)
    if transition.refusal:
        raise _refused(case, submission, transition)
    subject = case.sheet(transition.subject)
    before = case.line(current) if current is not None else None
    _change(case, transition)
    if transition.written is None:
        if transition.reads and subject is not None:
            agrees = not transition.outcome.contests
            _read(case, subject, submission, transition.act, agrees=agrees, signed=getattr(act, "signed", False))
        return Receipt(subject, created=False) if subject is not None else None
    sheet = _add_sheet(case, submission, transition.written)
    if isinstance(act, lifecycle.PhoneReport):
        case.unit.add_line(transition.act, by=None, after=case.state_line(sheet, submission.camp))
        if transition.outcome.unites and subject is not None:
            _carry_over(case, lifecycle.after(scores, transition), subject, sheet)
        return Receipt(sheet, created=True, late=sheet.late, known=current if sheet.late else None)
    case.unit.end_typing(case.table)
    since = case.seated_since if current is not None else {}
    if isinstance(act, lifecycle.TypedReport | lifecycle.SheetMove) and sheet.state == "ruled":
        kind = "forfeit" if sheet.kind == "forfeit" else "correct"
        case.rule(kind, sheet=sheet, reason=submission.reason, by=submission.by)
    if transition.act:
        after = case.where | case.line(sheet) | since | ({} if sheet.counted else {"sheet_state": sheet.state})
        reason = submission.reason or sheet.override
        case.unit.add_line(transition.act, by=submission.by, before=before, after=after, reason=reason)
    return Receipt(sheet, created=True, seated_since=since.get("seated_since"))


def _change(case: Case, transition: lifecycle.Transition) -> None:
    """Give the versions of the table the states of *transition*."""
    for sheet in case.sheets:
        counted = sheet.version == transition.counts
        if sheet.version in transition.states or (counted and not sheet.counted):
            case.unit.set_state(sheet, transition.states.get(sheet.version, sheet.state), counted=counted)
    if transition.counts is not None:
        case.unit.end_typing(case.table)


def _add_sheet(case: Case, submission: Submission, version: Version) -> ScoreSheet:
    """Add *version* as the row that *submission* makes."""
    report, table, key = version.report, case.table, submission.key or secrets.token_urlsafe(16)
    sheet = ScoreSheet(
        table=table,
        version=version.number,
        kind=report.kind,
        state=version.state,
        counted=version.counted,
        key=key,
        receipt=receipt_code(table.pk, version.number, key),
        content=report.content,
        check_code=report.check_code,
        check_params=report.check_params or {},
        override=submission.override if report.check_code else "",
        reason=submission.reason,
        by=submission.by,
        camp=version.camp,
        device=submission.device,
        sequence=version.sequence,
        late=version.late,
        at=timezone.now(),
    )
    case.add(sheet, report)
    return sheet


def _read(
    case: Case, sheet: ScoreSheet, submission: Submission, act: str, *, agrees: bool = True, signed: bool = False
) -> None:
    """Add what one more person says of *sheet*, with its line if it changes anything."""
    camp, by = submission.camp, submission.by
    case.unit.add_reading(sheet=sheet, agrees=agrees, camp=camp, device=submission.device, by=by, key=submission.key)
    if act:
        signed = signed and case.tournament.counts_when == "both_camps"
        after = case.state_line(sheet, camp) | ({"signed": True} if signed else {})
        case.unit.add_line(act, by=by, after=after)


def _carry_over(case: Case, scores: TableScores, old: ScoreSheet, new: ScoreSheet) -> None:
    """Let everybody who stood for *old* stand for *new*, which tells more, in its place."""
    stood: list[ScoreSheet | Reading] = [old, *(reading for reading in old.readings.all() if reading.agrees)]
    for one in stood:
        endorsement = Endorsement(one.camp, one.by_id)
        version = scores.version(new.version)
        assert version is not None
        transition = lifecycle.endorse(scores, version, endorsement)
        if not transition.reads:
            continue
        _change(case, transition)
        case.unit.add_reading(sheet=new, agrees=True, camp=one.camp, device_id=one.device_id, by=one.by, key=one.key)
        case.unit.add_line(transition.act, by=one.by, after=case.state_line(new, one.camp))
        scores = lifecycle.after(scores, transition, endorsement)


def seated_after(table: Table) -> int | None:
    """Return the number of the latest partie already drawn after the table's own; None where there is none."""
    return _drawn_after(table.round.tournament_id, table.round.number).values_list("number", flat=True).first()


def _drawn_after(tournament: int | OuterRef, number: int | OuterRef) -> QuerySet[Round]:
    rounds = Round.objects.filter(tournament=tournament, state="published", number__gt=number)
    return rounds.order_by("-number")


def receipt_code(table_id: int, version: int, key: str) -> str:
    """Return four characters that cannot be misread (Crockford), the same for the same version always.
    >>> len(receipt_code(12, 1, "k" * 16))
    4
    """
    digest = hashlib.sha256(f"{table_id}:{version}:{key}".encode()).digest()
    number = int.from_bytes(digest[:4], "big")
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in (15, 10, 5, 0))


# --- Refusals -------------------------------------------------------------------------------------------------------


def _refused(case: Case, submission: Submission, transition: lifecycle.Transition) -> ScoringError:
    """Return the error of a refusal, with what its sentence says."""
    code, table, act, sheet = transition.refusal, case.table, submission.act, case.sheet(transition.subject)
    report, recorded = lifecycle.reported(act), figures_text(sheet) if sheet is not None else ""
    if code == "control_failed" and report is not None:
        return _control_failed(table, report)
    params: dict[str, object] = {"table": table.number}
    if code in _FIELDS:
        params["field"] = _FIELDS[code]
    if code in ("sheet_already_recorded", "sheet_conflict") and sheet is not None:
        params |= {"round": table.round.number, "version": sheet.version, "base": getattr(act, "seen", None)}
        params |= {"recorded": recorded, "who": author_of(sheet), "at": _hour(sheet.at)}
    elif code in ("sheet_reason_missing", "ruling_sheet_needed"):
        params["recorded"] = recorded
    elif code == "dispute_reason":
        params["recorded"] = ", ".join(dict.fromkeys(figures_text(waiting) for waiting in case.waiting))
    elif code in ("proposal_unfinished", "proposal_tied") and report is not None:
        params |= report.check_params or {}
    elif code == "proposal_control" and report is not None:
        params |= {"said": report.message, "check": report.check_code}
    elif code == "already_counted" and sheet is not None:
        who, at = counted_by(sheet)
        params |= {"recorded": recorded, "who": shown_name(who) or author_of(sheet), "at": _hour(at)}
    elif code == "ruling_version":
        params["version"] = getattr(act, "version", None)
    return ScoringError(code, **params)  # type: ignore[arg-type]


# The input that a refusal is about.
_FIELDS = {
    "sheet_already_recorded": "base_version",
    "sheet_conflict": "base_version",
    "sheet_reason_missing": "reason",
    "forfeit_reason_missing": "reason",
    "dispute_reason": "reason",
    "ruling_sheet_needed": "points.NS",
}


def _hour(at: datetime) -> str:
    return timezone.localtime(at).strftime("%H:%M")
