"""The one way in for a score: lock, check key, closing, publication and terms, ask the lifecycle, write.

The table de marque, a telephone, a referee and a sheet put on its right table come in here. Nothing is overwritten,
nothing doubled: the same key with the same figures gives the same receipt, whatever happened meanwhile.
"""

import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.access.models import TableDevice
from scoring.access.services import devices_together
from scoring.errors import ScoringError
from scoring.sheets import acts, lifecycle, locked_table, table_scores
from scoring.sheets.locked_table import LockedTable, lock_tables, receipt_code, refusal_error, report_of
from scoring.sheets.models import Reading, ScoreSheet
from scoring.sheets.selectors import figures_text
from scoring.sheets.table_scores import Endorsement, Report, TableScores, Version
from scoring.sheets.terms import SheetTerms, has_decided_terms, terms_at
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.group_commit import GroupCommit
from tournament.prepared import prepared
from tournament.rounds.models import Table

TRIES = 3
MOST_REPORTS = 40  # and contests of the telephones of one camp at one table: each later one is compared with all
MOST_VERSIONS = 200  # of a table's sheet; after so many only who may rule types another
_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")

T = TypeVar("T")


class TermsChangedError(Exception):
    """State that a penalty or a cutoff changed what a table's sheet is read under between its control and the lock."""


@dataclass(frozen=True)
class Receipt:
    """Represent the version that holds the figures, and whether this very call recorded it.

    `corrects`: another version counted before it. `seated_since` is the latest partie already drawn when an earlier one
    was corrected: its tables do not move. `late`: it came when it could not count any more; `known` is then the version
    that counted already. `replaces` is the version of the same person that waited to count until then.
    """

    sheet: ScoreSheet
    created: bool
    corrects: bool = False
    seated_since: int | None = None
    late: bool = False
    known: ScoreSheet | None = None
    replaces: ScoreSheet | None = None


@dataclass(frozen=True, kw_only=True)
class Submission:
    """Describe one act about the sheet of one table, with its author and the key that its device made when it began.

    *table* has its round at hand. *terms* are those under which its report was read; None: it has none.
    """

    table: Table
    act: lifecycle.Act
    key: str = ""
    terms: SheetTerms | None = None
    by: User | None = None
    device: TableDevice | None = None
    reason: str = ""
    override: str = ""

    @property
    def must_be_seated(self) -> bool:
        """Return whether the camps of its report are compared with those at the table; a telephone sits there."""
        return isinstance(self.act, lifecycle.TypedReport)

    @property
    def camp(self) -> str:
        """Return the camp whose telephone submits it; empty for the table de marque."""
        return self.device.camp if self.device is not None else ""

    @property
    def device_id(self) -> int | None:
        """Return the key of that telephone."""
        return self.device.pk if self.device is not None else None


def with_terms(
    table_id: int, attempt: Callable[[Table, SheetTerms], T], *, read: tuple[Table, SheetTerms] | None = None
) -> T:
    """Return what *attempt* gives under the terms of a table; it is made again where they change before the lock.

    The control may take a moment, so it is asked before the lock. *read*: the table, its partie and concours at hand,
    and its terms, where the caller has just read them. Raises Table.DoesNotExist, ScoringError `terms_changing`.
    """
    for number in range(TRIES):
        if read is not None and number == 0:
            table, terms = read
        else:
            table = _tables.get(pk=table_id)
            terms = terms_at(table, decided=table.decided_terms)
        try:
            return attempt(table, terms)
        except TermsChangedError:
            continue
    raise ScoringError("terms_changing", table=table.number)


@prepared
def _tables(pk: int) -> QuerySet[Any]:
    tables = Table.objects.select_related("round__tournament").annotate(decided_terms=has_decided_terms())
    return tables.filter(pk=pk)


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
        terms = terms_at(table, decided=attempt > 0)
        try:
            submission = read(terms)
        except ScoringError:
            if attempt:
                raise
            continue
        try:
            return cast(Receipt, _receive_group(submission, queue=table.round.tournament_id))
        except TermsChangedError:
            table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    raise ScoringError("terms_changing", table=table.number)


Answer = Receipt | ScoringError | TermsChangedError | Table.DoesNotExist


def _receive_all(submissions: Sequence[Submission]) -> list[Answer]:
    """Return what becomes of each submission, all for one concours, in their order; of each table one at a time."""
    answers: dict[int, Answer] = {}
    left = dict(enumerate(submissions))
    while left:
        first = {submission.table.pk: place for place, submission in reversed(left.items())}
        places = sorted(first.values())
        answers.update(zip(places, _receive([left.pop(place) for place in places]), strict=True))
    return [answers[place] for place in range(len(submissions))]


_receive_group = GroupCommit(_receive_all, follows=devices_together)


@transaction.atomic
def _receive(submissions: Sequence[Submission]) -> list[Answer]:
    """Return what becomes of each submission, all for one concours and each for a table of its own, under one lock."""
    tables = [submission.table for submission in submissions]
    keys = [submission.key for submission in submissions]
    by_table = lock_tables(tables[0].round.tournament_id, [table.pk for table in tables], keys)
    elsewhere = _tables_of(keys) if any(locked.known_key for locked in by_table.values()) else {}
    answers: list[Answer] = []
    for submission in submissions:
        try:
            answers.append(_receive_one(by_table, submission, elsewhere))
        except (ScoringError, TermsChangedError, Table.DoesNotExist) as refusal:
            answers.append(refusal)
        else:
            elsewhere.setdefault(submission.key, set()).add(submission.table.pk)
    locked_table.flush(by_table)
    return answers


def _receive_one(
    by_table: Mapping[int, LockedTable], submission: Submission, elsewhere: Mapping[str, set[int]]
) -> Receipt:
    """Check key, closing, publication and terms of *submission*, then settle it."""
    locked, report = by_table.get(submission.table.pk), lifecycle.reported(submission.act)
    if locked is None:
        raise ScoringError("table_empty") if submission.must_be_seated else Table.DoesNotExist
    if submission.must_be_seated and report is not None:
        check_seated(locked, report)
    if report is not None and elsewhere.get(submission.key, set()) - {locked.table.pk}:
        raise ScoringError("sheet_key_elsewhere", field="key", table=locked.table.number)
    if known := _received_already(locked, submission):
        return Receipt(known, created=False, late=known.late)
    check_open(locked.tournament, locked.table)
    check_terms(locked, submission.terms)
    receipt = settle(locked, submission)
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


def check_terms(locked: LockedTable, terms: SheetTerms | None) -> None:
    """Raise TermsChangedError where a table's sheet is read under other *terms* by now."""
    if terms is not None and terms != terms_at(locked.table, decided=locked.decided_terms):
        raise TermsChangedError


def check_seated(locked: LockedTable, report: Report) -> None:
    """Raise ScoringError where the camps of *report* do not sit at the table any more."""
    if not locked.camps:
        raise ScoringError("table_empty")
    if set(locked.camps) != set(report.marks):
        raise ScoringError("table_camps", camps=", ".join(locked.camps))


def may_rule(tournament: Tournament, by: User | None) -> bool:
    """Return whether *by* may settle a dispute alone: an organiser or a referee."""
    return by is not None and policy.may(policy.role_in(by, tournament.club_id), "rule")


def _received_already(locked: LockedTable, submission: Submission) -> ScoreSheet | None:
    """Return the version for which the key has served at this table. Raises ScoringError if it served otherwise."""
    key, act, table = submission.key, submission.act, locked.table
    sheet = next((sheet for sheet in locked.sheets if sheet.key == key), None)
    readings = [(reading, of) for of in locked.sheets for reading in of.readings.all() if reading.key == key]
    if isinstance(act, lifecycle.PhoneAnswer | lifecycle.SecondReading):
        answer = (act.version, getattr(act, "agrees", True))
        answered = next((of for reading, of in readings if (of.version, reading.agrees) == answer), None)
        if readings and answered is None:
            raise ScoringError("answer_key_used", field="key", table=table.number)
        return answered
    known = sheet or (readings[-1][1] if readings else None)
    if known is None:
        return None
    report, same = lifecycle.reported(act), table_scores.repeats if sheet is not None else table_scores.same_report
    if report is not None and same(report, report_of(known)):
        return known
    recorded = figures_text(known)
    raise ScoringError("sheet_key_used", field="key", table=table.number, recorded=recorded, receipt=known.receipt)


def _tables_of(keys: Collection[str]) -> dict[str, set[int]]:
    """Return the tables for which each key has served already; one query."""
    tables: dict[str, set[int]] = {}
    for key, table in _served(keys=[*keys]):
        tables.setdefault(key, set()).add(table)
    return tables


@prepared
def _served(keys: list[str]) -> QuerySet[Any, tuple[str, int]]:
    sheets = ScoreSheet.objects.filter(key__in=keys).order_by().values_list("key", "table")
    readings = Reading.objects.filter(key__in=keys).order_by().values_list("key", "sheet__table")
    return sheets.union(readings, all=True)


# --- What is decided and written ------------------------------------------------------------------------------------


def settle(locked: LockedTable, submission: Submission) -> Receipt | None:
    """Return the receipt of *submission* as the lifecycle decides it; its writing is added to the unit of work.

    None where no version is concerned: the terms of a table without one changed. The lock is held. Raises ScoringError;
    then nothing is added.
    """
    current = locked.current
    receipt = _settle(locked, submission)
    if locked.current is not current:
        locked.unit.void_choice(locked.table, by=submission.by)
    return receipt


def _settle(locked: LockedTable, submission: Submission) -> Receipt | None:
    """Add what the lifecycle decides, as `settle` says it."""
    scores, current, act = locked.scores, locked.current, submission.act
    transition = lifecycle.decide(scores, act)
    if transition.refusal:
        raise refusal_error(locked, transition, submission.act)
    if submission.device is not None and not getattr(act, "agrees", False):
        _check_few(locked, submission.camp)
    if submission.device is None and transition.written is not None:
        _check_versions(locked, submission.by)
    subject = locked.sheet(transition.subject)
    before = locked.line(current) if current is not None else None
    waiting = locked.waiting
    _change(locked, transition)
    if transition.written is None:
        if transition.reads and subject is not None:
            if transition.act:
                locked.attach_photos(subject)
            agrees = not transition.outcome.contests
            _read(locked, subject, submission, transition.act, agrees=agrees, signed=getattr(act, "signed", False))
        return Receipt(subject, created=False) if subject is not None else None
    sheet = _add_sheet(locked, submission, transition.written)
    locked.attach_photos(sheet)
    if isinstance(act, lifecycle.PhoneReport):
        assert transition.act is not None
        locked.unit.add_line(acts.OF_SHEET[transition.act], by=None, after=locked.state_line(sheet, submission.camp))
        if transition.outcome.unites and subject is not None:
            _carry_over(locked, lifecycle.after(scores, transition), subject, sheet)
        return Receipt(sheet, created=True, late=sheet.late, known=current if sheet.late else None)
    locked.unit.end_typing(locked.table)
    since = locked.seated_since if current is not None else {}
    if isinstance(act, lifecycle.TypedReport | lifecycle.SheetMove) and sheet.state == "ruled":
        kind = "forfeit" if sheet.kind == "forfeit" else "correct"
        locked.rule(kind, sheet=sheet, reason=submission.reason, by=submission.by)
    if transition.act:
        after = locked.where | locked.line(sheet) | since | ({} if sheet.counted else {"sheet_state": sheet.state})
        reason = submission.reason or sheet.override
        locked.unit.add_line(acts.OF_SHEET[transition.act], by=submission.by, before=before, after=after, reason=reason)
    gone = [one for one in waiting if one.state == "replaced" and not sheet.counted]
    return Receipt(
        sheet,
        created=True,
        corrects=current is not None,
        seated_since=since.get("seated_since"),
        replaces=gone[-1] if gone else None,
    )


def _check_few(locked: LockedTable, camp: str) -> None:
    """Raise ScoringError `reports_many` where the telephones of *camp* have sent as many as are kept."""
    versions = sum(sheet.camp == camp for sheet in locked.sheets)
    count = versions + sum(reading.camp == camp for sheet in locked.sheets for reading in sheet.readings.all())
    if count >= MOST_REPORTS:
        raise ScoringError("reports_many", table=locked.table.number, most=MOST_REPORTS)


def _check_versions(locked: LockedTable, by: User | None) -> None:
    """Raise ScoringError `versions_many` where the sheet has as many versions as are kept of those who only type."""
    if len(locked.sheets) >= MOST_VERSIONS and not may_rule(locked.tournament, by):
        raise ScoringError("versions_many", table=locked.table.number, most=MOST_VERSIONS)


def _change(locked: LockedTable, transition: lifecycle.Transition) -> None:
    """Set the versions of the table to the states of *transition*."""
    for sheet in locked.sheets:
        counted = sheet.version == transition.counts
        if sheet.version in transition.states or (counted and not sheet.counted):
            locked.unit.set_state(sheet, transition.states.get(sheet.version, sheet.state), counted=counted)
    if transition.counts is not None:
        locked.unit.end_typing(locked.table)


def _add_sheet(locked: LockedTable, submission: Submission, version: Version) -> ScoreSheet:
    """Add *version* as the row that *submission* makes."""
    report, table, key = version.report, locked.table, submission.key or secrets.token_urlsafe(16)
    sheet = ScoreSheet(
        table=table,
        version=version.number,
        kind=report.kind,
        state=version.state,
        counted=version.counted,
        key=key,
        receipt=receipt_code(table.pk, version.number, key),
        content=report.content,
        winner=report.winner,
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
    locked.add(sheet, report)
    return sheet


def _read(
    locked: LockedTable,
    sheet: ScoreSheet,
    reader: Submission | ScoreSheet | Reading,
    act: lifecycle.SheetAct | None,
    *,
    agrees: bool = True,
    signed: bool = False,
) -> None:
    """Add what *reader* says of *sheet*, with its line if it changes anything."""
    camp, by = reader.camp, reader.by
    said: dict[str, Any] = {"sheet": sheet, "agrees": agrees, "camp": camp, "key": reader.key, "at": timezone.now()}
    locked.unit.readings.append(Reading(**said, device_id=reader.device_id, by=by))
    if act:
        signed = signed and locked.tournament.counts_when == "both_camps"
        locked.unit.add_line(
            acts.OF_SHEET[act], by=by, after=locked.state_line(sheet, camp) | ({"signed": True} if signed else {})
        )


def _carry_over(locked: LockedTable, scores: TableScores, old: ScoreSheet, new: ScoreSheet) -> None:
    """Move everybody who stood for *old* to *new*, which tells more, in its place."""
    for endorser in old.endorsers:
        endorsement = Endorsement(endorser.camp, endorser.by_id)
        version = scores.version(new.version)
        assert version is not None
        transition = lifecycle.endorse(scores, version, endorsement)
        if transition.reads:
            _change(locked, transition)
            _read(locked, new, endorser, transition.act)
            scores = lifecycle.after(scores, transition, endorsement)
