"""Decisions about the sheet itself: a version kept, the score set right, a donne cancelled or given back."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.utils import timezone

from rules.donne import is_int
from scoring.errors import ScoringError
from scoring.models import Mark, Ruling, ScoreSheet
from scoring.selectors.entry import figures_text, marks_of
from scoring.selectors.terms import CANCELLED, GIVEN_BACK, SheetTerms
from scoring.services import counting, entry
from scoring.services.entry import Report
from scoring.services.rulings.hearing import Act, Case, Decision, Hearing, NewSheet, Written, counted, decide

MOST_DONNES = 200


def keep_version(hearing: Hearing, *, version: int) -> Decision:
    """The decision that *version* is right and counts, whatever else was proposed.

    A version that was replaced or came too late counts again as a new version. Raises ScoringError `ruling_version`
    where there is none, `keep_terms` where it was counted under other terms than those of today, and as `decide`.
    """

    def write(case: Case, _report: Report | None) -> Written:
        sheet = next((one for one in case.versions if one.version == version), None)
        if sheet is None:
            raise ScoringError("ruling_version", table=case.table.number, version=version)
        options = sheet.content.get("options")
        if options is not None and dict(options) != dict(case.terms.options):
            raise ScoringError("keep_terms", table=case.table.number, version=version, recorded=figures_text(sheet))
        return Written(sheet=_count(case, sheet))

    def same(ruling: Ruling) -> bool:
        if ruling.sheet is None:
            return False
        sheets = ScoreSheet.objects.filter(table=ruling.table_id, version=version)
        content = sheets.values_list("content", flat=True).first()
        return ruling.sheet.version == version or content == ruling.sheet.content

    return decide(hearing, Act(kind="keep", on_version=False, write=write, same=same))


def correct_sheet(hearing: Hearing, *, sheet: NewSheet) -> Decision:
    """The decision that the score is that of *sheet*. Raises as `submit_sheet` and `decide`."""

    def write(case: Case, report: Report | None) -> Written:
        return Written(sheet=new_version(case, report, sheet.override))

    return decide(hearing, Act(kind="correct", sheet=lambda _versions: sheet, write=write))


def cancel_donne(hearing: Hearing, *, donne: int, sheet: NewSheet | None = None) -> Decision:
    """The decision that donne number *donne* is cancelled and not played again: the sheet has one fewer.

    *sheet* is the whole sheet, donne by donne with that one in its place, or its new totals; without it, what counts
    donne by donne is computed again. Raises as `correct_sheet`, `ruling_sheet_needed`, `ruling_donne`,
    `no_donne_left`.
    """
    check_donne(donne)
    act = Act(
        kind=CANCELLED,
        donne=donne,
        terms=lambda known: fewer(known, 1, cancelled=1),
        sheet=lambda versions: passing(sheet, donne) if sheet else without_donne(versions, donne),
        write=write_sheet(sheet),
    )
    return decide(hearing, act)


def give_donne_back(hearing: Hearing, *, donne: int, sheet: NewSheet | None = None) -> Decision:
    """The decision that a donne cancelled before counts after all; what `cancel_donne` did, undone.

    *sheet* is the sheet with it, found again in an earlier version where that was donne by donne. Raises as
    `cancel_donne`, and `donne_not_cancelled`.
    """
    check_donne(donne)

    def terms(known: SheetTerms) -> SheetTerms:
        if not known.cancelled:
            raise ScoringError("donne_not_cancelled", field="donne", donne=donne)
        return fewer(known, -1, cancelled=-1)

    act = Act(
        kind=GIVEN_BACK,
        donne=donne,
        terms=terms,
        sheet=lambda versions: sheet or with_donne(versions, donne),
        write=write_sheet(sheet),
    )
    return decide(hearing, act)


# --- What decisions do to the sheet ---------------------------------------------------------------------------------


def check_donne(donne: object) -> None:
    """Raises ScoringError for what is no number of a donne."""
    if type(donne) is not int or not 1 <= donne <= MOST_DONNES:
        raise ScoringError("ruling_donne", field="donne", donne=str(donne)[:20], last=MOST_DONNES)


def fewer(terms: SheetTerms, taken: int, *, cancelled: int = 0) -> SheetTerms:
    """*terms* with so many donnes more taken from the sheet. Raises ScoringError where none would be left."""
    options = dict(terms.options)
    limit = options.get("limite_donnes")
    if is_int(limit):
        if limit - taken < 1:
            raise ScoringError("no_donne_left", limit=limit)
        options["limite_donnes"] = limit - taken
    return replace(terms, options=options, taken=terms.taken + taken, cancelled=terms.cancelled + cancelled)


def as_it_counts(versions: Sequence[ScoreSheet]) -> NewSheet | None:
    """The sheet that counts; None where that is not told donne by donne."""
    current = counted(versions)
    if current is None or current.kind != "donnes" or "donnes" not in current.content:
        return None
    return _told(current, current.content["donnes"])


def passing(sheet: NewSheet, donne: int) -> NewSheet:
    """*sheet* with donne number *donne* written as passed; as it is where it is not told donne by donne.

    Raises ScoringError `ruling_donne` where it has no such donne.
    """
    if sheet.kind != "donnes":
        return sheet
    donnes = list(sheet.donnes or ())
    if donne > len(donnes):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(donnes))
    donnes[donne - 1] = {"passe": True}
    return replace(sheet, donnes=donnes)


def without_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """The sheet that counts, donne number *donne* written as passed; None where it is not told donne by donne.

    Raises ScoringError `ruling_donne` where it has no such donne, or that one was passed.
    """
    now = as_it_counts(versions)
    if now is None:
        return None
    if donne <= len(now.donnes) and now.donnes[donne - 1].get("passe"):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(now.donnes))
    return passing(now, donne)


def with_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """The sheet that counts, donne number *donne* as the newest version had it that was not passed; None for none."""
    now = as_it_counts(versions)
    if now is None:
        return None
    donnes, current = [dict(one) for one in now.donnes], counted(versions)
    for sheet in sorted(versions, key=lambda one: -one.version):
        told = sheet.content.get("donnes", [])
        if sheet.version < current.version and len(told) >= donne and not told[donne - 1].get("passe"):
            if donne <= len(donnes) and donnes[donne - 1].get("passe"):
                donnes[donne - 1] = dict(told[donne - 1])
                return _told(current, donnes)
    return None


def _told(current: ScoreSheet, donnes: Sequence[Mapping]) -> NewSheet:
    return NewSheet(kind="donnes", donnes=donnes, coupure=current.content.get("coupure"), override=current.override)


def write_sheet(sheet: NewSheet | None) -> Callable[[Case, Report | None], Written]:
    """What a decision that changes how many donnes the sheet has does to what is there."""

    def write(case: Case, report: Report | None) -> Written:
        if report is not None:
            return Written(sheet=new_version(case, report, sheet.override if sheet is not None else ""))
        if case.current is not None and case.current.kind != "forfeit":
            raise ScoringError(
                "ruling_sheet_needed", field="points.NS", table=case.table.number, recorded=figures_text(case.current)
            )
        # What waits was counted with that donne; it is to be proposed again.
        counting.set_waiting(case.table, "replaced", case.waiting)
        return Written(sheet=case.current)

    return write


def new_version(case: Case, report: Report, override: str = "") -> ScoreSheet:
    """*report* as the version that counts, by the referee's decision."""
    entry.seated_table(case.table.pk, set(report.marks))
    counting.set_waiting(case.table, "replaced", case.waiting)
    return entry.write_version(
        table=case.table,
        report=report,
        current=case.current,
        version=case.next_version,
        state="ruled",
        key=secrets.token_urlsafe(16),
        override=entry.words(override, "override") if report.check_code else "",
        reason=case.hearing.reason,
        by=case.hearing.by,
    )


def _count(case: Case, sheet: ScoreSheet) -> ScoreSheet:
    """*sheet* as the version that counts: itself where it waits or counts, else its figures as a new version."""
    current = case.current
    counting.set_waiting(case.table, "replaced", case.waiting, keep=sheet)
    if current is not None and current.pk != sheet.pk:
        ScoreSheet.objects.filter(pk=current.pk).update(counted=False, state="replaced")
    if sheet.counted or (sheet in case.waiting and not sheet.late):
        sheet.state, sheet.counted = "ruled", True
        sheet.save(update_fields=["state", "counted"])
        return sheet
    version, key = case.next_version, secrets.token_urlsafe(16)
    again = ScoreSheet.objects.create(
        table=case.table,
        version=version,
        kind=sheet.kind,
        state="ruled",
        counted=True,
        key=key,
        receipt=entry.receipt_code(case.table.pk, version, key),
        content=sheet.content,
        check_code=sheet.check_code,
        check_params=sheet.check_params,
        override=sheet.override,
        reason=case.hearing.reason,
        by=case.hearing.by,
        at=timezone.now(),
    )
    Mark.objects.bulk_create(Mark(sheet=again, camp=camp, **figures) for camp, figures in marks_of(sheet).items())
    return again
