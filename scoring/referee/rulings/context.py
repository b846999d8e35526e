"""Carry out a referee's decision: read the new sheet, lock, check, write the ruling and its journal line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.referee.acts import OF_RULING
from scoring.referee.selectors import KINDS
from scoring.sheets import locked_table, reception
from scoring.sheets.entry import NewSheet, check_kind, players_of, read_report, reason_of, words
from scoring.sheets.lifecycle import Act, RefereeSheet
from scoring.sheets.locked_table import LockedTable
from scoring.sheets.models import Penalty, Ruling, ScoreSheet
from scoring.sheets.reception import Submission
from scoring.sheets.selectors import author_of, figures_text, known_name
from scoring.sheets.table_scores import Report, same_entry
from scoring.sheets.terms import SheetTerms
from tournament.rounds.models import Table

LABEL_LENGTH = 80


@dataclass(frozen=True, kw_only=True)
class RulingContext:
    """A table as the referee knew it when he decided, and his reason, which the players read.

    `seen` is the number of the last ruling of this table that he knew, 0 for none: what was decided since must be
    looked at first. `base_version` is the version that counted before him, None for none; `article` the rule that
    decides.
    """

    table_id: int
    seen: int
    reason: str
    by: User | None
    base_version: int | None = None
    article: str = ""


@dataclass(frozen=True)
class Decision:
    """Represent what was decided; `created` is False where it was decided already, by this very call sent twice."""

    ruling: Ruling
    created: bool
    seated_since: int | None = None


@dataclass(frozen=True)
class OpenRuling:
    """A decision being written under the lock: the table, the terms of its sheet afterwards, the new sheet's report."""

    case: LockedTable
    context: RulingContext
    terms: SheetTerms
    report: Report | None
    override: str

    def settle(self, act: Act, *, override: str = "") -> ScoreSheet | None:
        """Return the version that counts once *act* is settled; None where none does. Raises ScoringError."""
        return settle(self.case, act, by=self.context.by, reason=self.context.reason, override=override)

    def settle_sheet(self) -> ScoreSheet | None:
        """Return the version that counts with the new sheet, or where the terms changed without one."""
        if self.report is not None:
            reception.check_seated(self.case, self.report)
        return self.settle(RefereeSheet(report=self.report), override=self.override)


@dataclass(frozen=True)
class RulingEffect:
    """Represent what a decision wrote, for its ruling and its journal line."""

    sheet: ScoreSheet | None = None
    penalty: Penalty | None = None
    after: Mapping[str, object] | None = None


@dataclass(frozen=True, kw_only=True)
class RulingAct:
    """One way of deciding, as `carry_out_ruling` carries it out.

    `write` does it under the lock, given what its sheet means, if it has one: `sheet` gives that one from the versions,
    `absent` is who forfeits in its place. `terms` are those of the table's sheet afterwards. `same` says of a ruling
    whether it already is this decision; without it, whether it counted the same sheet. `on_version`: it is about the
    version that the referee saw counting, and no other.
    """

    kind: str
    write: Callable[[OpenRuling], RulingEffect]
    same: Callable[[Ruling], bool] | None = None
    on_version: bool = True
    donne: int | None = None
    team_id: int | None = None
    absent: str | None = None
    terms: Callable[[SheetTerms], SheetTerms] = lambda known: known
    sheet: Callable[[Sequence[ScoreSheet]], NewSheet | None] = lambda versions: None


def carry_out_ruling(context: RulingContext, act: RulingAct) -> Decision:
    """Read what the decision makes of the sheet, then write it under the lock; read again where the terms changed.

    Raises ScoringError `ruling_referee`, `ruling_reason`, `case_changed`, `closed`, `round_not_published`, and as
    *act*.
    """
    reason, article = needed_reason(context.reason), words(context.article, "article", most=LABEL_LENGTH)
    return reception.with_terms(
        context.table_id, partial(_attempt, replace(context, reason=reason, article=article), act)
    )


def _attempt(context: RulingContext, act: RulingAct, table: Table, before: SheetTerms) -> Decision:
    """Read the new sheet under *before* as the decision changes it, then write it under the lock."""
    versions = list(table.sheets.prefetch_related("marks").order_by("version"))
    after, sheet = act.terms(before), act.sheet(versions)
    report, override = _report(table, after, sheet, act.absent), ""
    if sheet is not None and report is not None:
        override = reason_of(report, words(sheet.override, "override"), litige_lost=sheet.litige_lost)
    with transaction.atomic():
        cases = locked_table.lock_tables(table.round.tournament_id, [table.pk])
        if table.pk not in cases:
            raise Table.DoesNotExist
        case = cases[table.pk]
        if not reception.may_rule(case.tournament, context.by):
            raise ScoringError("ruling_referee", table=table.number)
        if known := _decided_already(case.table, context, act, report):
            return Decision(known, created=False)
        reception.check_open(case.tournament, case.table)
        if act.on_version and context.base_version != (case.current.version if case.current is not None else None):
            raise changed(case.table, case.current)
        reception.check_terms(case, before)
        if report is not None and len(versions) != len(case.sheets):
            raise reception.TermsChangedError  # another version came in since
        locked_table.check_control(case.table, report, override)
        decision = _write(OpenRuling(case, context, after, report, override), act)
        locked_table.flush(cases)
    return decision


def _write(ruling: OpenRuling, act: RulingAct) -> Decision:
    """Write the ruling, what it does and its journal line."""
    case, context, current = ruling.case, ruling.context, ruling.case.current
    was = case.line(current) if current is not None else {}
    called = {"called_at": case.table.called_at.isoformat()} if case.table.called_at else {}
    effect = act.write(ruling)
    written = case.rule(
        act.kind,
        sheet=effect.sheet,
        penalty=effect.penalty,
        team_id=act.team_id,
        donne=act.donne,
        article=context.article,
        reason=context.reason,
        by=context.by,
    )
    line = case.where | {"ruling": act.kind} | dict(effect.after or {})
    line |= {name: value for name, value in (("donne", act.donne), ("article", context.article)) if value}
    since: dict[str, int] = {}
    if effect.sheet is not None:
        line |= case.line(effect.sheet)
        since = case.seated_since if effect.sheet is not current else {}
    case.unit.add_line(
        OF_RULING[act.kind], by=context.by, before=was | called, after=line | since, reason=context.reason
    )
    return Decision(written, created=True, seated_since=since.get("seated_since"))


def _decided_already(table: Table, context: RulingContext, act: RulingAct, report: Report | None) -> Ruling | None:
    """Return the ruling that is this very decision, sent before. Raises ScoringError where another was given since."""
    later = list(
        table.rulings.select_related("sheet", "penalty", "by").filter(number__gt=context.seen).order_by("number")
    )
    if not later:
        return None
    first = later[0]
    by = context.by.pk if context.by is not None else None
    wanted = (act.kind, context.reason, context.article, act.donne, act.team_id, by)
    written = (first.kind, first.reason, first.article, first.donne, first.team_id, first.by_id)
    if act.same is not None:
        alike = act.same(first)
    else:
        alike = report is None or (first.sheet is not None and same_entry(first.sheet.content, report.content))
    if first.number == context.seen + 1 and wanted == written and alike:
        return first
    last = later[-1]
    raise ScoringError(
        "case_changed",
        table=table.number,
        who=known_name(last.by),
        at=timezone.localtime(last.at).strftime("%H:%M"),
        what=str(KINDS.get(last.kind, last.kind)),
    )


def _report(table: Table, terms: SheetTerms, sheet: NewSheet | None, absent: str | None) -> Report | None:
    """Read the new sheet, or the forfeit, under *terms*."""
    if sheet is None and absent is None:
        return None
    sheet = sheet or NewSheet(kind="forfeit", absent=absent or "")
    check_kind(sheet.kind)
    return read_report(sheet, tournament=table.round.tournament, players=players_of(table.pk), terms=terms)


# --- What every act of a referee does -------------------------------------------------------------------------------


def settle(
    case: LockedTable, act: Act, *, by: User | None, reason: str, override: str, key: str = ""
) -> ScoreSheet | None:
    """Settle *act* at the table of *case*; return the version that counts then, None for none. Raises ScoringError."""
    submission = Submission(table=case.table, act=act, key=key, by=by, reason=reason, override=override)
    receipt = reception.settle(case, submission)
    return receipt.sheet if receipt is not None else None


def needed_reason(reason: object) -> str:
    """Return a reason as it is kept. Raises ScoringError `ruling_reason` for none."""
    kept = words(reason, "reason")
    if not kept:
        raise ScoringError("ruling_reason", field="reason")
    return kept


def changed(table: Table, current: ScoreSheet | None) -> ScoringError:
    """Return the error that another version counts by now than the one that was seen: *current*, or none."""
    if current is None:
        return ScoringError("case_empty", table=table.number)
    return ScoringError(
        "case_changed",
        table=table.number,
        version=current.version,
        who=author_of(current),
        at=timezone.localtime(current.at).strftime("%H:%M"),
        what=figures_text(current),
    )
