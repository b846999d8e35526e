"""Sheets typed on the wrong table, and camps taken for each other: the figures go where they belong."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from scoring.errors import ScoringError
from scoring.models import ScoreSheet
from scoring.selectors.entry import CAMPS, marks_of
from scoring.selectors.terms import terms_of
from scoring.services import counting, entry
from scoring.services.entry import Report
from scoring.services.rulings.hearing import (
    changed,
    check_control,
    check_open,
    counted,
    needed_reason,
    seated,
    versions_of,
    where,
)
from tournament import journal
from tournament.models import Table, Tournament


@transaction.atomic
def swap_camps(*, table_id: int, key: str, base_version: int, reason: str, by: AbstractBaseUser | None) -> ScoreSheet:
    """The new version of a table's sheet whose camps were taken for each other: the same figures, the other way round.

    Raises ScoringError `sheet_key_wrong`, `nothing_to_swap`, `case_changed`, and as a correction.
    """
    tournament, table, versions = _open_table(table_id, key)
    reason = needed_reason(reason)
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
        after=where(table) | entry.for_journal(sheet, report.marks) | seated(table),
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
    reason = needed_reason(reason)
    if table.round_id != other.round_id:
        raise ScoringError("exchange_parties", field="other", table=table.number, other=other.number)
    if known := next((sheet for sheet in others if sheet.key == key), None):
        return next((sheet for sheet in versions if sheet.key == key), None), known
    first = _counted(table, versions, base_version)
    second = _counted(other, others, other_version) if other_version is not None else None
    if second is None and any(sheet.counted for sheet in others):
        raise changed(other, next(sheet for sheet in others if sheet.counted))
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
        after=where(table)
        | {"other_table": other.number, "marks": marks_of(back) if back else None, "other_marks": there.marks}
        | seated(table),
        reason=reason,
    )
    return back, moved


def _open_table(table_id: int, key: str) -> tuple[Tournament, Table, list[ScoreSheet]]:
    """The concours locked, its table and versions, for an act whose form made *key*."""
    entry.check_key(key)
    tournament = journal.lock_tournament(entry.tournament_of(table_id))
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    check_open(tournament, table)
    return tournament, table, versions_of(table)


def _counted(table: Table, versions: Sequence[ScoreSheet], version: int) -> ScoreSheet:
    """The version that counts, which must be the one that was seen."""
    current = counted(versions)
    if current is None:
        raise ScoringError("nothing_to_swap", table=table.number)
    if current.version != version:
        raise changed(table, current)
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
    check_control(table, report, sheet.override)
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
    current = counted(versions)
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
