"""A referee's decisions on a table: each is one act, with its reason and article, final and shown to all.

Whatever is decided, nothing is overwritten: a version is kept or a new one is written, a penalty is a line beside it.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from rules.donne import is_int
from scoring.errors import ScoringError
from scoring.models import Mark, Penalty, Ruling, ScoreSheet
from scoring.selectors.entry import CAMPS, figures_text, marks_of, shown_name
from scoring.selectors.rulings import KINDS
from scoring.selectors.terms import CANCELLED, GIVEN_BACK, TAKING, SheetTerms, terms_of
from scoring.services import counting, entry
from scoring.services.entry import TRIES, Figures, Report, TermsChanged
from tournament import journal
from tournament.models import Seat, Table, Tournament
from tournament.presets import PENALTY_WAYS
from tournament.services import door

HIGHEST_POINTS = 9999
LABEL_LENGTH = 80


@dataclass(frozen=True, kw_only=True)
class NewSheet:
    """The sheet as it is to count after a decision: both totals, or donne by donne; *override* as in `submit_sheet`."""

    kind: str
    marks: Figures | None = None
    donnes: Sequence[Mapping] | None = None
    coupure: Mapping | None = None
    override: str = ""


@dataclass(frozen=True)
class Decision:
    """What was decided; `created` is False where it was decided already, by this very call sent twice."""

    ruling: Ruling
    created: bool
    seated_since: int | None = None


@dataclass
class _Case:
    """A table under the lock: the version that counts, and what the referee had before his eyes."""

    tournament: Tournament
    table: Table
    versions: list[ScoreSheet]
    terms: SheetTerms
    by: AbstractBaseUser | None
    reason: str
    article: str

    @property
    def current(self) -> ScoreSheet | None:
        return next((sheet for sheet in self.versions if sheet.counted), None)

    @property
    def waiting(self) -> list[ScoreSheet]:
        return counting.open_versions(self.versions)


@dataclass(frozen=True)
class _Written:
    """What an act wrote, for its ruling and its journal line."""

    sheet: ScoreSheet | None = None
    penalty: Penalty | None = None
    after: Mapping[str, object] | None = None


# --- The acts -------------------------------------------------------------------------------------------------------


def keep_version(
    *,
    table_id: int,
    version: int,
    seen: int,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
) -> Decision:
    """The decision that *version* is right and counts, whatever else was proposed.

    *seen* is the number of the last ruling of this table that the referee knew, 0 for none: what was decided since must
    be looked at first. A version that was replaced or came too late counts again as a new version. Raises ScoringError
    `ruling_version` where there is none, `keep_terms` where it was counted under other terms than those of today, and
    what every decision raises: `ruling_referee`, `ruling_reason`, `case_changed`, `closed`, `round_not_published`.
    """

    def write(case: _Case, _report: Report | None) -> _Written:
        sheet = next((one for one in case.versions if one.version == version), None)
        if sheet is None:
            raise ScoringError("ruling_version", table=case.table.number, version=version)
        options = sheet.content.get("options")
        if options is not None and dict(options) != dict(case.terms.options):
            raise ScoringError("keep_terms", table=case.table.number, version=version, recorded=figures_text(sheet))
        return _Written(sheet=_count(case, sheet))

    def same(ruling: Ruling) -> bool:
        return ruling.sheet is not None and (
            ruling.sheet.version == version or _content_of(ruling.table_id, version) == ruling.sheet.content
        )

    return _decide(
        table_id=table_id, kind="keep", seen=seen, reason=reason, article=article, by=by, write=write, same=same
    )


def correct_sheet(
    *,
    table_id: int,
    sheet: NewSheet,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
) -> Decision:
    """The decision that the score is that of *sheet*; *base_version* is the version that counted before the referee.

    Raises as `keep_version` and `submit_sheet`; `case_changed` where another version counts by now.
    """
    return _decide(
        table_id=table_id,
        kind="correct",
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version,
        sheet=lambda _case_versions: sheet,
        write=lambda case, report: _Written(sheet=_new_version(case, report, sheet.override)),
    )


def cancel_donne(
    *,
    table_id: int,
    donne: int,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
    sheet: NewSheet | None = None,
) -> Decision:
    """The decision that donne number *donne* is cancelled and not played again: the sheet has one fewer.

    Of a sheet that counts donne by donne the rest is computed again; of totals that count, *sheet* says the new ones.
    Raises as `correct_sheet`, `ruling_sheet_needed`, `ruling_donne`, `no_donne_left`.
    """
    _check_donne(donne)
    return _decide(
        table_id=table_id,
        kind=CANCELLED,
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version,
        donne=donne,
        terms=lambda terms: _fewer(terms, 1, cancelled=1),
        sheet=lambda versions: sheet or _without_donne(versions, donne),
        write=_write_sheet(sheet),
    )


def give_donne_back(
    *,
    table_id: int,
    donne: int,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
    sheet: NewSheet | None = None,
) -> Decision:
    """The decision that a donne cancelled before counts after all; what `cancel_donne` did, undone.

    Raises as `cancel_donne`, and `donne_not_cancelled`.
    """
    _check_donne(donne)

    def terms(known: SheetTerms) -> SheetTerms:
        if not known.cancelled:
            raise ScoringError("donne_not_cancelled", field="donne", donne=donne)
        return _fewer(known, -1, cancelled=-1)

    return _decide(
        table_id=table_id,
        kind=GIVEN_BACK,
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version,
        donne=donne,
        terms=terms,
        sheet=lambda versions: sheet or _with_donne(versions, donne),
        write=_write_sheet(sheet),
    )


def give_penalty(
    *,
    table_id: int,
    team: int,
    label: str,
    way: str,
    points: int,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
    to_camp: str = "",
    donne: int | None = None,
    sheet: NewSheet | None = None,
) -> Decision:
    """The decision that team number *team* is at fault, and the *points* that the other camp marks beside the sheet.

    0 points are a warning. *way* is a key of PENALTY_WAYS: in two of them the sheet has one donne fewer, so that a
    sheet that counts is given anew: computed without *donne* where it is donne by donne, else as *sheet* says.
    *to_camp* is asked where more than two camps sit at the table. Raises as `cancel_donne`, `penalty_team`,
    `penalty_way`, `penalty_points`, `penalty_camp`, `penalty_label`.
    """
    label = entry.words(label, "label", most=LABEL_LENGTH)
    if not label:
        raise ScoringError("penalty_label", field="label")
    if way not in PENALTY_WAYS:
        raise ScoringError("penalty_way", field="way")
    if type(points) is not int or not 0 <= points <= HIGHEST_POINTS:
        raise ScoringError("penalty_points", field="points", value=str(points)[:20], highest=HIGHEST_POINTS)
    if donne is not None:
        _check_donne(donne)
    if points == 0:
        way, donne, sheet = "on_top", None, None
    seat = Seat.objects.select_related("team").filter(table_id=table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)
    others = sorted(set(entry.players_of(table_id)) - {seat.camp})
    to_camp = others[0] if len(others) == 1 else to_camp
    if points and to_camp not in others:
        raise ScoringError("penalty_camp", field="to_camp", camps=", ".join(others))
    if way in TAKING and len(others) > 1:
        raise ScoringError("penalty_way", field="way")
    takes = way in TAKING

    def write(case: _Case, report: Report | None) -> _Written:
        last = case.table.penalties.order_by("-number").values_list("number", flat=True).first()
        penalty = Penalty.objects.create(
            table=case.table,
            number=(last or 0) + 1,
            camp=seat.camp,
            to_camp=to_camp,
            team=seat.team,
            label=label,
            way=way,
            points=points,
            donne=donne,
            article=case.article,
            reason=case.reason,
            by=by,
            at=timezone.now(),
        )
        done = _write_sheet(sheet)(case, report) if takes else _Written(sheet=case.current)
        return replace(done, penalty=penalty, after=(done.after or {}) | _said_of(penalty))

    def same(ruling: Ruling) -> bool:
        given = ruling.penalty
        return given is not None and (given.team_id, given.label, given.way, given.points, given.to_camp) == (
            seat.team_id,
            label,
            way,
            points,
            to_camp,
        )

    return _decide(
        table_id=table_id,
        kind="penalty",
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version if takes else ...,
        donne=donne,
        team_id=seat.team_id,
        terms=lambda known: _credit(_fewer(known, 1) if takes else known, to_camp, points),
        sheet=(lambda versions: sheet or (_without_donne(versions, donne) if donne else None)) if takes else None,
        write=write,
        same=same,
    )


def take_penalty_back(
    *,
    table_id: int,
    penalty: int,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
    sheet: NewSheet | None = None,
) -> Decision:
    """The decision that penalty number *penalty* of the table is no more; it stays readable and gives nothing.

    One that took the place of a donne gives it back to the sheet: found again in an earlier version where that was
    donne by donne, else as *sheet* says. Raises as `cancel_donne`, `penalty_unknown`, `penalty_gone`.
    """
    found = Penalty.objects.filter(table_id=table_id, number=penalty).first()
    if found is None:
        raise ScoringError("penalty_unknown", penalty=penalty)
    takes = found.way in TAKING and found.points > 0

    def write(case: _Case, report: Report | None) -> _Written:
        given = Penalty.objects.get(pk=found.pk)
        if given.cancelled_at is not None:
            raise ScoringError("penalty_gone", table=case.table.number, label=given.label)
        given.cancelled_at, given.cancelled_by, given.cancel_reason = timezone.now(), by, case.reason
        given.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        done = _write_sheet(sheet)(case, report) if takes else _Written(sheet=case.current)
        return replace(done, penalty=given, after=(done.after or {}) | _said_of(given))

    def again(versions: Sequence[ScoreSheet]) -> NewSheet | None:
        return sheet or (_with_donne(versions, found.donne) if found.donne else None)

    def terms(known: SheetTerms) -> SheetTerms:
        if found.cancelled_at is not None:
            return known
        return _credit(_fewer(known, -1) if takes else known, found.to_camp, -found.points)

    return _decide(
        table_id=table_id,
        kind="penalty_back",
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version if takes else ...,
        donne=found.donne,
        team_id=found.team_id,
        terms=terms,
        sheet=again if takes else None,
        write=write,
        same=lambda ruling: ruling.penalty_id == found.pk,
    )


def give_forfeit(
    *,
    table_id: int,
    absent: str,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
) -> Decision:
    """The decision that camp *absent* loses the partie by forfeit. Raises as `correct_sheet`, `forfeit_camp`."""
    return _decide(
        table_id=table_id,
        kind="forfeit",
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version,
        absent=absent,
        write=lambda case, report: _Written(sheet=_new_version(case, report)),
    )


def exclude_team(
    *,
    table_id: int,
    team: int,
    seen: int,
    base_version: int | None,
    reason: str,
    article: str = "",
    by: AbstractBaseUser | None,
    forfeit: bool = True,
) -> Decision:
    """The decision that team number *team* plays no more after this partie; *forfeit*: it loses this one too.

    Raises as `give_forfeit`, `penalty_team`, and TournamentError as `door.exclude_team`.
    """
    seat = Seat.objects.select_related("team").filter(table_id=table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)

    def write(case: _Case, report: Report | None) -> _Written:
        following = case.table.round.number + 1
        door.exclude_team(team_id=seat.team_id, from_round=following, reason=case.reason, by=by)
        # That act wrote its own line: what follows stands on the concours as it is after it.
        case.tournament.refresh_from_db(fields=["journal_number", "journal_hash"])
        after = {"team": seat.team_id, "number": seat.team.number}
        return _Written(sheet=_new_version(case, report) if report else case.current, after=after)

    return _decide(
        table_id=table_id,
        kind="exclusion",
        seen=seen,
        reason=reason,
        article=article,
        by=by,
        base_version=base_version if forfeit else ...,
        team_id=seat.team_id,
        absent=seat.camp if forfeit else None,
        write=write,
    )


# --- Sheets on the wrong table, camps the wrong way round -----------------------------------------------------------


@transaction.atomic
def swap_camps(*, table_id: int, key: str, base_version: int, reason: str, by: AbstractBaseUser | None) -> ScoreSheet:
    """The new version of a table's sheet whose camps were taken for each other: the same figures, the other way round.

    Raises ScoringError `sheet_key_wrong`, `nothing_to_swap`, `case_changed`, and as a correction.
    """
    tournament, table, versions = _open_table(table_id, key)
    reason = _reason(reason)
    if known := next((sheet for sheet in versions if sheet.key == key), None):
        return known
    current = _counted(table, versions, base_version)
    if set(marks_of(current)) != set(CAMPS):
        raise ScoringError("swap_not_here", table=table.number)
    report = _read_again(table, _other_way(current.content), current)
    sheet = _corrected(tournament, table, versions, report, key=key, override=current.override, reason=reason, by=by)
    journal.write(
        tournament=tournament,
        act="swap_camps",
        by=by,
        before=entry.for_journal(current, marks_of(current)),
        after=_where(table) | entry.for_journal(sheet, report.marks) | _seated(table),
        reason=reason,
    )
    return sheet


@transaction.atomic
def exchange_sheets(
    *,
    table_id: int,
    other_id: int,
    key: str,
    base_version: int,
    other_version: int | None,
    reason: str,
    by: AbstractBaseUser | None,
) -> tuple[ScoreSheet | None, ScoreSheet]:
    """The sheets of two tables of a partie that were typed on each other's table, each on its own: both new versions.

    Where the other table has no sheet yet, the first one's goes there and its own awaits its sheet again (None). Raises
    ScoringError `exchange_same`, `exchange_parties`, `exchange_late` where a later partie is already drawn and a table
    would be left without a score, `case_changed`, and as a correction.
    """
    if table_id == other_id:
        raise ScoringError("exchange_same", field="other")
    tournament, table, versions = _open_table(table_id, key)
    _same, other, others = _open_table(other_id, key)
    reason = _reason(reason)
    if table.round_id != other.round_id:
        raise ScoringError("exchange_parties", field="other", table=table.number, other=other.number)
    if known := next((sheet for sheet in others if sheet.key == key), None):
        return next((sheet for sheet in versions if sheet.key == key), None), known
    first = _counted(table, versions, base_version)
    second = _counted(other, others, other_version) if other_version is not None else None
    if second is None and any(sheet.counted for sheet in others):
        raise _changed(other, next(sheet for sheet in others if sheet.counted))
    if second is None and entry.seated_after(table) is not None:
        raise ScoringError("exchange_late", field="other", table=table.number, other=other.number)
    there = _read_again(other, first.content, first)
    said = {"key": key, "reason": reason, "by": by}
    moved = _corrected(tournament, other, others, there, override=first.override, **said)
    back = None
    if second is not None:
        here = _read_again(table, second.content, second)
        back = _corrected(tournament, table, versions, here, override=second.override, **said)
    else:
        _must_correct(tournament, table, first, by, reason)
        ScoreSheet.objects.filter(pk=first.pk).update(counted=False, state="replaced")
    journal.write(
        tournament=tournament,
        act="exchange_sheets",
        by=by,
        before={"marks": marks_of(first), "other_marks": marks_of(second) if second else None},
        after=_where(table)
        | {"other_table": other.number, "marks": marks_of(back) if back else None, "other_marks": there.marks}
        | _seated(table),
        reason=reason,
    )
    return back, moved


# --- What the acts share --------------------------------------------------------------------------------------------


def _decide(
    *,
    table_id: int,
    kind: str,
    seen: int,
    reason: str,
    article: str,
    by: AbstractBaseUser | None,
    write: Callable[[_Case, Report | None], _Written],
    same: Callable[[Ruling], bool] | None = None,
    base_version: object = ...,
    donne: int | None = None,
    team_id: int | None = None,
    absent: str | None = None,
    terms: Callable[[SheetTerms], SheetTerms] = lambda known: known,
    sheet: Callable[[Sequence[ScoreSheet]], NewSheet | None] | None = None,
) -> Decision:
    """Read what the decision makes of the sheet, then write it under the lock; read again where the terms changed.

    *base_version* is the version that the referee saw counting, `...` where the decision does not depend on it.
    """
    reason, article = _reason(reason), entry.words(article, "article", most=LABEL_LENGTH)
    for _try in range(TRIES):
        table = Table.objects.select_related("round__tournament").get(pk=table_id)
        before = terms_of(table)
        after = terms(before)
        versions = _versions(table)
        given = sheet(versions) if sheet is not None else None
        report = _read(table, after, given, absent)
        try:
            return _under_lock(
                table_id=table_id,
                kind=kind,
                seen=seen,
                by=by,
                reason=reason,
                article=article,
                before=before,
                after=after,
                report=report,
                override=given.override if given is not None else "",
                base_version=base_version,
                read_from=max((one.version for one in versions), default=0),
                donne=donne,
                team_id=team_id,
                write=write,
                same=same,
            )
        except TermsChanged:
            continue
    raise ScoringError("terms_changing", table=table.number)


@transaction.atomic
def _under_lock(
    *,
    table_id: int,
    kind: str,
    seen: int,
    by: AbstractBaseUser | None,
    reason: str,
    article: str,
    before: SheetTerms,
    after: SheetTerms,
    report: Report | None,
    override: str,
    base_version: object,
    read_from: int,
    donne: int | None,
    team_id: int | None,
    write: Callable[[_Case, Report | None], _Written],
    same: Callable[[Ruling], bool] | None,
) -> Decision:
    tournament = journal.lock_tournament(entry.tournament_of(table_id))
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    if not counting.may_rule(tournament, by):
        raise ScoringError("ruling_referee", table=table.number)
    later = list(table.rulings.select_related("sheet", "penalty", "by").filter(number__gt=seen).order_by("number"))
    if later:
        first = later[0]
        said = (kind, reason, article, donne, team_id, by.pk if by is not None else None)
        known = (first.kind, first.reason, first.article, first.donne, first.team_id, first.by_id)
        alike = (
            same(first)
            if same
            else report is None or (first.sheet is not None and first.sheet.content == report.content)
        )
        if first.number == seen + 1 and said == known and alike:
            return Decision(first, created=False)
        raise ScoringError("case_changed", table=table.number, **_who_decided(later[-1]))
    if tournament.closed_at:
        raise ScoringError("closed")
    if table.round.state != "published":
        raise ScoringError("round_not_published", round=table.round.number)
    case = _Case(tournament, table, _versions(table), before, by, reason, article)
    current = case.current
    if base_version is not ... and base_version != (current.version if current is not None else None):
        raise _changed(table, current)
    if terms_of(table) != before or (
        report is not None and read_from != max((one.version for one in case.versions), default=0)
    ):
        raise TermsChanged
    if report is not None and report.check_code and not override:
        raise ScoringError(
            "control_failed", field="override", table=table.number, said=report.said, check=report.check_code
        )
    was = entry.for_journal(current, marks_of(current)) if current is not None else None
    called = {"called_at": table.called_at.isoformat()} if table.called_at else {}
    done = write(replace(case, terms=after), report)
    ruling = counting.write_ruling(
        table=table,
        kind=kind,
        sheet=done.sheet,
        penalty=done.penalty,
        team_id=team_id,
        donne=donne,
        article=article,
        reason=reason,
        by=by,
    )
    moved = done.sheet is not None and (current is None or done.sheet.pk != current.pk)
    line = _where(table) | {"ruling": kind} | dict(done.after or {})
    line |= {name: value for name, value in (("donne", donne), ("article", article)) if value}
    if done.sheet is not None:
        line |= entry.for_journal(done.sheet, marks_of(counting.reload(done.sheet)))
    seated = _seated(table) if moved else {}
    journal.write(
        tournament=tournament,
        act=f"rule_{kind}",
        by=by,
        before=(was or {}) | called,
        after=line | seated,
        reason=reason,
    )
    return Decision(ruling, created=True, seated_since=seated.get("seated_since"))


def _read(table: Table, terms: SheetTerms, sheet: NewSheet | None, absent: str | None) -> Report | None:
    """What the new sheet, or the forfeit, means under *terms*."""
    if sheet is None and absent is None:
        return None
    tournament = table.round.tournament
    said = (
        {"kind": "forfeit", "absent": absent}
        if sheet is None
        else {
            "kind": sheet.kind,
            "marks": sheet.marks,
            "donnes": sheet.donnes,
            "coupure": sheet.coupure,
        }
    )
    if said["kind"] not in entry.KINDS:
        raise ScoringError("sheet_kind_unknown", field="kind", kind=str(said["kind"])[:40])
    return entry.read_report(tournament=tournament, players=entry.players_of(table.pk), terms=terms, **said)


def _write_sheet(sheet: NewSheet | None) -> Callable[[_Case, Report | None], _Written]:
    """What a decision that changes how many donnes the sheet has does to what is there."""

    def write(case: _Case, report: Report | None) -> _Written:
        if report is not None:
            return _Written(sheet=_new_version(case, report, sheet.override if sheet is not None else ""))
        if case.current is not None and case.current.kind != "forfeit":
            raise ScoringError(
                "ruling_sheet_needed", field="points.NS", table=case.table.number, recorded=figures_text(case.current)
            )
        # What waits was counted with that donne; it is to be proposed again.
        counting.set_waiting(case.table, "replaced", case.waiting)
        return _Written(sheet=case.current)

    return write


def _new_version(case: _Case, report: Report | None, override: str = "") -> ScoreSheet:
    """*report* as the version that counts, by the referee's decision."""
    entry.seated_table(case.table.pk, set(report.marks))
    counting.set_waiting(case.table, "replaced", case.waiting)
    return entry.write_version(
        table=case.table,
        report=report,
        current=case.current,
        version=max((sheet.version for sheet in case.versions), default=0) + 1,
        state="ruled",
        key=secrets.token_urlsafe(16),
        override=entry.words(override, "override") if report.check_code else "",
        reason=case.reason,
        by=case.by,
    )


def _count(case: _Case, sheet: ScoreSheet) -> ScoreSheet:
    """*sheet* as the version that counts: itself where it waits or counts, else its figures as a new version."""
    current = case.current
    counting.set_waiting(case.table, "replaced", case.waiting, keep=sheet)
    if sheet.counted or (sheet in case.waiting and not sheet.late):
        if current is not None and current.pk != sheet.pk:
            ScoreSheet.objects.filter(pk=current.pk).update(counted=False, state="replaced")
        sheet.state, sheet.counted = "ruled", True
        sheet.save(update_fields=["state", "counted"])
        return sheet
    if current is not None:
        ScoreSheet.objects.filter(pk=current.pk).update(counted=False, state="replaced")
    version, key = max(one.version for one in case.versions) + 1, secrets.token_urlsafe(16)
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
        reason=case.reason,
        by=case.by,
        at=timezone.now(),
    )
    Mark.objects.bulk_create(Mark(sheet=again, camp=camp, **figures) for camp, figures in marks_of(sheet).items())
    return again


def _without_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """The sheet that counts, donne number *donne* written as passed; None where it is not donne by donne."""
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is None or current.kind != "donnes" or "donnes" not in current.content:
        return None
    donnes = [dict(one) for one in current.content["donnes"]]
    if donne > len(donnes) or donnes[donne - 1].get("passe"):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(donnes))
    donnes[donne - 1] = {"passe": True}
    return NewSheet(kind="donnes", donnes=donnes, coupure=current.content.get("coupure"), override=current.override)


def _with_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """The sheet that counts, donne number *donne* as the newest version had it that was not passed; None as above."""
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is None or current.kind != "donnes" or "donnes" not in current.content:
        return None
    donnes = [dict(one) for one in current.content["donnes"]]
    for sheet in sorted(versions, key=lambda one: -one.version):
        told = sheet.content.get("donnes", [])
        if sheet.version < current.version and len(told) >= donne and not told[donne - 1].get("passe"):
            if donne <= len(donnes) and donnes[donne - 1].get("passe"):
                donnes[donne - 1] = dict(told[donne - 1])
                return NewSheet(
                    kind="donnes", donnes=donnes, coupure=current.content.get("coupure"), override=current.override
                )
    return None


def _fewer(terms: SheetTerms, taken: int, *, cancelled: int = 0) -> SheetTerms:
    """*terms* with so many donnes more taken from the sheet. Raises ScoringError where none would be left."""
    options = dict(terms.options)
    limit = options.get("limite_donnes")
    if is_int(limit):
        if limit - taken < 1:
            raise ScoringError("no_donne_left", limit=limit)
        options["limite_donnes"] = limit - taken
    return replace(terms, options=options, taken=terms.taken + taken, cancelled=terms.cancelled + cancelled)


def _credit(terms: SheetTerms, camp: str, points: int) -> SheetTerms:
    """*terms* with what a penalty gives, or no longer gives, to *camp*."""
    credited = dict(terms.credited)
    credited[camp] = credited.get(camp, 0) + points
    return replace(terms, credited={name: sum_ for name, sum_ in credited.items() if sum_})


def _said_of(penalty: Penalty) -> dict[str, object]:
    """A penalty as a journal line keeps it."""
    return {
        "team": penalty.team_id,
        "number": penalty.team.number,
        "penalty": penalty.number,
        "way": penalty.way,
        "penalty_points": penalty.points,
        "to_camp": penalty.to_camp,
    }


def _check_donne(donne: object) -> None:
    if type(donne) is not int or not 1 <= donne <= 200:
        raise ScoringError("ruling_donne", field="donne", donne=str(donne)[:20], last=200)


def _reason(reason: object) -> str:
    said = entry.words(reason, "reason")
    if not said:
        raise ScoringError("ruling_reason", field="reason")
    return said


def _versions(table: Table) -> list[ScoreSheet]:
    return list(table.sheets.select_related("by").prefetch_related("marks", "readings").order_by("version"))


def _content_of(table_id: int, version: int) -> dict | None:
    return ScoreSheet.objects.filter(table=table_id, version=version).values_list("content", flat=True).first()


def _where(table: Table) -> dict[str, object]:
    return {"round": table.round.number, "table": table.number}


def _seated(table: Table) -> dict[str, int]:
    latest = entry.seated_after(table)
    return {"seated_since": latest} if latest is not None else {}


def _who_decided(ruling: Ruling) -> dict[str, object]:
    return {
        "who": shown_name(ruling.by) or "?",
        "at": timezone.localtime(ruling.at).strftime("%H:%M"),
        "what": str(KINDS.get(ruling.kind, ruling.kind)),
    }


def _changed(table: Table, current: ScoreSheet | None) -> ScoringError:
    if current is None:
        return ScoringError("case_empty", table=table.number)
    return ScoringError(
        "case_changed",
        table=table.number,
        who=shown_name(current.by) or "?",
        at=timezone.localtime(current.at).strftime("%H:%M"),
        what=figures_text(current),
    )


def _open_table(table_id: int, key: str) -> tuple[Tournament, Table, list[ScoreSheet]]:
    """The concours locked, its table and versions, for an act whose form made *key*."""
    entry.check_key(key)
    tournament = journal.lock_tournament(entry.tournament_of(table_id))
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    if tournament.closed_at:
        raise ScoringError("closed")
    if table.round.state != "published":
        raise ScoringError("round_not_published", round=table.round.number)
    return tournament, table, _versions(table)


def _counted(table: Table, versions: Sequence[ScoreSheet], version: int) -> ScoreSheet:
    """The version that counts, which must be the one that was seen."""
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is None:
        raise ScoringError("nothing_to_swap", table=table.number)
    if current.version != version:
        raise _changed(table, current)
    return current


def _read_again(table: Table, content: Mapping, sheet: ScoreSheet) -> Report:
    """*content*, that of *sheet* or of its mirror, under the terms of *table*."""
    said: dict[str, object] = {"kind": sheet.kind, "absent": content.get("forfeit", "")}
    if sheet.kind == "totals":
        said["marks"] = {
            camp: {
                "points": content["totals"][camp],
                **{name: (content[name] or {}).get(camp) for name in ("belotes", "capots")},
            }
            for camp in CAMPS
        }
    elif sheet.kind == "donnes":
        said |= {"donnes": content.get("manches", content.get("donnes")), "coupure": content.get("coupure")}
    players = entry.players_of(table.pk)
    report = entry.read_report(tournament=table.round.tournament, players=players, terms=terms_of(table), **said)
    if report.check_code and not sheet.override:
        raise ScoringError("control_failed", table=table.number, said=report.said, check=report.check_code)
    return report


def _must_correct(
    tournament: Tournament, table: Table, current: ScoreSheet | None, by: AbstractBaseUser | None, reason: str
) -> str:
    """The state of a correction of *table* by *by*. Raises ScoringError where this person may not."""
    state, _same = counting.typed_state(
        tournament=tournament,
        table=table,
        kind="totals",
        marks={},
        content={},
        current=current,
        waiting=[],
        by=by,
        reason=reason,
    )
    return state


def _corrected(
    tournament: Tournament,
    table: Table,
    versions: Sequence[ScoreSheet],
    report: Report,
    *,
    key: str,
    override: str,
    reason: str,
    by: AbstractBaseUser | None,
) -> ScoreSheet:
    """*report* as the next version of a table's sheet, counting as the one before did."""
    entry.seated_table(table.pk, set(report.marks))
    current = next((sheet for sheet in versions if sheet.counted), None)
    state = _must_correct(tournament, table, current, by, reason)
    if state not in ("validated", "ruled"):
        if not counting.may_rule(tournament, by):
            raise ScoringError("correction_referee", table=table.number)
        state = "ruled"
    counting.set_waiting(table, "replaced", counting.open_versions(versions))
    sheet = entry.write_version(
        table=table,
        report=report,
        current=current,
        version=max((one.version for one in versions), default=0) + 1,
        state=state,
        key=key,
        override=override if report.check_code else "",
        reason=reason,
        by=by,
    )
    if state == "ruled":
        kind = "forfeit" if report.kind == "forfeit" else "correct"
        counting.write_ruling(table=table, kind=kind, sheet=sheet, reason=reason, by=by)
    return sheet


_MIRROR = {"NS": "EO", "EO": "NS", "N": "E", "E": "S", "S": "O", "O": "N"}


def _other_way(content: object) -> object:
    """*content* with both camps, and the four seats with them, in each other's place."""
    if isinstance(content, Mapping):
        return {_MIRROR.get(name, name): _other_way(value) for name, value in content.items()}
    if isinstance(content, list):
        return [_other_way(value) for value in content]
    return _MIRROR.get(content, content) if isinstance(content, str) else content
