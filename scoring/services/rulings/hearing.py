"""What every decision of a referee shares: what he had before him, the lock, the ruling and its journal line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.models import Penalty, Ruling, ScoreSheet
from scoring.selectors.entry import author_of, figures_text, known_name, marks_of
from scoring.selectors.rulings import KINDS
from scoring.selectors.terms import SheetTerms, terms_of
from scoring.services import counting, entry
from scoring.services.entry import TRIES, Figures, Report, TermsChanged
from tournament import journal
from tournament.models import Table, Tournament

LABEL_LENGTH = 80


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """A table as the referee knew it when he decided, and his reason, which the players read.

    `seen` is the number of the last ruling of this table that he knew, 0 for none: what was decided since must be looked
    at first. `base_version` is the version that counted before him, None for none; `article` the rule that decides.
    """

    table_id: int
    seen: int
    reason: str
    by: AbstractBaseUser | None
    base_version: int | None = None
    article: str = ""


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
class Case:
    """A table under the lock: its versions, the terms of its sheet after the decision, what the referee said."""

    tournament: Tournament
    table: Table
    versions: list[ScoreSheet]
    terms: SheetTerms
    hearing: Hearing

    @property
    def current(self) -> ScoreSheet | None:
        """The version that counts."""
        return counted(self.versions)

    @property
    def waiting(self) -> list[ScoreSheet]:
        """The versions that wait to count."""
        return counting.open_versions(self.versions)

    @property
    def next_version(self) -> int:
        """The number of the next version."""
        return _last(self.versions) + 1


@dataclass(frozen=True)
class Written:
    """What an act wrote, for its ruling and its journal line."""

    sheet: ScoreSheet | None = None
    penalty: Penalty | None = None
    after: Mapping[str, object] | None = None


@dataclass(frozen=True, kw_only=True)
class Act:
    """One way of deciding, as `decide` carries it out.

    `write` does it under the lock, given what its sheet means, if it has one: `sheet` gives that one from the versions,
    `absent` is who forfeits in its place. `terms` are those of the table's sheet afterwards. `same` says of a ruling
    whether it already is this decision; without it, whether it counted the same sheet. `on_version`: it is about the
    version that the referee saw counting, and no other.
    """

    kind: str
    write: Callable[[Case, Report | None], Written]
    same: Callable[[Ruling], bool] | None = None
    on_version: bool = True
    donne: int | None = None
    team_id: int | None = None
    absent: str | None = None
    terms: Callable[[SheetTerms], SheetTerms] = lambda known: known
    sheet: Callable[[Sequence[ScoreSheet]], NewSheet | None] = lambda versions: None


@dataclass(frozen=True)
class _Read:
    """What was read before the lock: the terms then, the last version, what the new sheet means."""

    terms: SheetTerms
    last_version: int
    report: Report | None
    override: str


def decide(hearing: Hearing, act: Act) -> Decision:
    """Read what the decision makes of the sheet, then write it under the lock; read again where the terms changed.

    Raises ScoringError `ruling_referee`, `ruling_reason`, `case_changed`, `closed`, `round_not_published`, and as *act*.
    """
    reason, article = needed_reason(hearing.reason), entry.words(hearing.article, "article", most=LABEL_LENGTH)
    hearing = replace(hearing, reason=reason, article=article)
    for _try in range(TRIES):
        table = Table.objects.select_related("round__tournament").get(pk=hearing.table_id)
        before = terms_of(table)
        versions = versions_of(table)
        after = act.terms(before)
        sheet = act.sheet(versions)
        report = _report(table, after, sheet, act.absent)
        read = _Read(before, _last(versions), report, sheet.override if sheet is not None else "")
        try:
            return _under_lock(hearing, act, read)
        except TermsChanged:
            continue
    raise ScoringError("terms_changing", table=table.number)


@transaction.atomic
def _under_lock(hearing: Hearing, act: Act, read: _Read) -> Decision:
    tournament = journal.lock_tournament(entry.tournament_of(hearing.table_id))
    table = Table.objects.select_related("round__tournament").get(pk=hearing.table_id)
    if not counting.may_rule(tournament, hearing.by):
        raise ScoringError("ruling_referee", table=table.number)
    if known := _decided_already(table, hearing, act, read.report):
        return Decision(known, created=False)
    check_open(tournament, table)
    case = Case(tournament, table, versions_of(table), act.terms(read.terms), hearing)
    current = case.current
    if act.on_version and hearing.base_version != (current.version if current is not None else None):
        raise changed(table, current)
    if terms_of(table) != read.terms or (read.report is not None and read.last_version != _last(case.versions)):
        raise TermsChanged
    check_control(table, read.report, read.override)
    was = entry.for_journal(current, marks_of(current)) if current is not None else {}
    called = {"called_at": table.called_at.isoformat()} if table.called_at else {}
    done = act.write(case, read.report)
    ruling = counting.write_ruling(
        table=table,
        kind=act.kind,
        sheet=done.sheet,
        penalty=done.penalty,
        team_id=act.team_id,
        donne=act.donne,
        article=hearing.article,
        reason=hearing.reason,
        by=hearing.by,
    )
    moved = done.sheet is not None and (current is None or done.sheet.pk != current.pk)
    line = where(table) | {"ruling": act.kind} | dict(done.after or {})
    line |= {name: value for name, value in (("donne", act.donne), ("article", hearing.article)) if value}
    if done.sheet is not None:
        line |= entry.for_journal(done.sheet, marks_of(counting.reload(done.sheet)))
    since = seated(table) if moved else {}
    journal.write(
        tournament=tournament,
        act=f"rule_{act.kind}",
        by=hearing.by,
        before=was | called,
        after=line | since,
        reason=hearing.reason,
    )
    return Decision(ruling, created=True, seated_since=since.get("seated_since"))


def _decided_already(table: Table, hearing: Hearing, act: Act, report: Report | None) -> Ruling | None:
    """The ruling that is this very decision, sent before. Raises ScoringError where another one was given since."""
    later = list(
        table.rulings.select_related("sheet", "penalty", "by").filter(number__gt=hearing.seen).order_by("number")
    )
    if not later:
        return None
    first = later[0]
    by = hearing.by.pk if hearing.by is not None else None
    said = (act.kind, hearing.reason, hearing.article, act.donne, act.team_id, by)
    known = (first.kind, first.reason, first.article, first.donne, first.team_id, first.by_id)
    if act.same is not None:
        alike = act.same(first)
    else:
        alike = report is None or (first.sheet is not None and first.sheet.content == report.content)
    if first.number == hearing.seen + 1 and said == known and alike:
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
    """What the new sheet, or the forfeit, means under *terms*."""
    if sheet is None and absent is None:
        return None
    said: dict[str, object] = {"kind": "forfeit", "absent": absent}
    if sheet is not None:
        said = {"kind": sheet.kind, "marks": sheet.marks, "donnes": sheet.donnes, "coupure": sheet.coupure}
    if said["kind"] not in entry.KINDS:
        raise ScoringError("sheet_kind_unknown", field="kind", kind=str(said["kind"])[:40])
    tournament = table.round.tournament
    return entry.read_report(tournament=tournament, players=entry.players_of(table.pk), terms=terms, **said)


# --- What is asked of a table ---------------------------------------------------------------------------------------


def needed_reason(reason: object) -> str:
    """A reason as it is kept. Raises ScoringError `ruling_reason` for none."""
    said = entry.words(reason, "reason")
    if not said:
        raise ScoringError("ruling_reason", field="reason")
    return said


def check_open(tournament: Tournament, table: Table) -> None:
    """Raises ScoringError where nothing may be decided about *table* any more, or yet."""
    if tournament.closed_at:
        raise ScoringError("closed")
    if table.round.state != "published":
        raise ScoringError("round_not_published", round=table.round.number)


def check_control(table: Table, report: Report | None, override: str) -> None:
    """Raises ScoringError `control_failed` where the sheet is impossible and nobody said why it is right all the same."""
    if report is not None and report.check_code and not override:
        raise ScoringError(
            "control_failed", field="override", table=table.number, said=report.said, check=report.check_code
        )


def versions_of(table: Table) -> list[ScoreSheet]:
    """Every version of the sheet of *table*, in order."""
    return list(table.sheets.select_related("by").prefetch_related("marks", "readings").order_by("version"))


def counted(versions: Sequence[ScoreSheet]) -> ScoreSheet | None:
    """The one of *versions* that counts."""
    return next((sheet for sheet in versions if sheet.counted), None)


def _last(versions: Sequence[ScoreSheet]) -> int:
    return max((sheet.version for sheet in versions), default=0)


def changed(table: Table, current: ScoreSheet | None) -> ScoringError:
    """The error that another version counts by now than the one that was seen: *current*, or none."""
    if current is None:
        return ScoringError("case_empty", table=table.number)
    return ScoringError(
        "case_changed",
        table=table.number,
        who=author_of(current),
        at=timezone.localtime(current.at).strftime("%H:%M"),
        what=figures_text(current),
    )


def where(table: Table) -> dict[str, object]:
    """A table as a journal line keeps it."""
    return {"round": table.round.number, "table": table.number}


def seated(table: Table) -> dict[str, int]:
    """For a journal line: the latest partie drawn since, whose tables do not move."""
    latest = entry.seated_after(table)
    return {"seated_since": latest} if latest is not None else {}
