"""Swaps: sheets typed on the wrong table, or for no table at all, and camps taken for each other."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from scoring.errors import ScoringError
from scoring.referee import acts
from scoring.referee.rulings.context import changed, needed_reason, settle
from scoring.sheets import locked_table, reception
from scoring.sheets.acts import CORRECT_SHEET, ENTER_SHEET
from scoring.sheets.entry import NewSheet, players_of, read_report
from scoring.sheets.lifecycle import SheetMove
from scoring.sheets.locked_table import LockedTable
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS, marks_of
from scoring.sheets.table_scores import Report
from scoring.sheets.terms import TableTotals, terms_of
from tournament.rounds.models import Table


@transaction.atomic
def swap_camps(*, table_id: int, key: str, base_version: int, reason: str, by: User | None) -> ScoreSheet:
    """Return the new version of a table's sheet whose camps were taken for each other: the same figures, swapped.

    Raises ScoringError `sheet_key_wrong`, `nothing_to_swap`, `case_changed`, and as a correction.
    """
    reception.check_key(key)
    cases = _open(table_id)
    case = cases[table_id]
    reason = needed_reason(reason)
    if known := _received(case, key):
        return known
    current = _seen(case, base_version)
    if set(marks_of(current)) != set(CAMPS):
        raise ScoringError("swap_not_here", table=case.table.number)
    before = case.line(current)
    report = _read_again(case.table, _other_way(current.content), current)
    sheet = _move(case, report, key=key, override=current.override, reason=reason, by=by)
    after = case.where | case.line(sheet) | case.seated_since
    case.unit.add_line(acts.SWAP_CAMPS, by=by, before=before, after=after, reason=reason)
    locked_table.flush(cases)
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
    by: User | None,
) -> tuple[ScoreSheet | None, ScoreSheet]:
    """Return the new versions of two tables of a partie whose sheets were typed on each other's table.

    Where the other table has no sheet yet, the first one's goes there and its own awaits its sheet again (None). Raises
    ScoringError `exchange_same`, `exchange_parties`, `exchange_late` where a later partie is already drawn and a table
    would be left without a score, `case_changed`, and as a correction.
    """
    if table_id == other_id:
        raise ScoringError("exchange_same", field="other")
    reception.check_key(key)
    cases = _open(table_id, other_id)
    case, other, table = cases[table_id], cases[other_id], cases[table_id].table
    reason = needed_reason(reason)
    if table.round_id != other.table.round_id:
        raise ScoringError("exchange_parties", field="other", table=table.number, other=other.table.number)
    if known := _received(other, key):
        return _received(case, key), known
    first = _seen(case, base_version)
    second = _seen(other, other_version) if other_version is not None else None
    if second is None and other.current is not None:
        raise changed(other.table, other.current)
    if second is None and case.later is not None:
        raise ScoringError("exchange_late", field="other", table=table.number, other=other.table.number)
    there = _read_again(other.table, first.content, first)
    here = _read_again(table, second.content, second) if second is not None else None
    before = {"marks": marks_of(first), "other_marks": marks_of(second) if second is not None else None}
    move = partial(_move, key=key, reason=reason, by=by)
    moved = move(other, there, override=first.override)
    back = move(case, here, override=second.override if second is not None else "")
    marks: dict[str, Any] = {"marks": here.marks if here is not None else None, "other_marks": there.marks}
    ruled = {"winner": here.winner if here is not None else "", "other_winner": there.winner}
    absent = {
        "absent": here.content.get("forfeit") if here is not None else "",
        "other_absent": there.content.get("forfeit"),
    }
    marks |= {name: camp for name, camp in (ruled | absent).items() if camp}
    after = case.where | {"other_table": other.table.number} | marks | case.seated_since
    case.unit.add_line(acts.EXCHANGE_SHEETS, by=by, before=before, after=after, reason=reason)
    locked_table.flush(cases)
    return (back if here is not None else None), moved


@transaction.atomic
def withdraw_sheet(*, table_id: int, base_version: int, reason: str, by: User | None) -> ScoreSheet:
    """Take off the score of a table; return the version that counted. The table awaits its sheet again.

    Sent twice it changes nothing more. Raises ScoringError `ruling_reason`, `nothing_to_swap`, `case_changed`, and as a
    correction.
    """
    cases = _open(table_id)
    case, reason = cases[table_id], needed_reason(reason)
    seen = next((sheet for sheet in case.sheets if sheet.version == base_version), None)
    if case.current is None and seen is not None and seen.state == "withdrawn":
        return seen
    current = _seen(case, base_version)
    before = case.line(current)
    _move(case, None, key="", override="", reason=reason, by=by)
    after = case.where | {"version": current.version, "sheet_state": current.state} | case.seated_since
    case.unit.add_line(acts.WITHDRAW_SHEET, by=by, before=before, after=after, reason=reason)
    locked_table.flush(cases)
    return current


@transaction.atomic
def put_back(*, table_id: int, version: int, base_version: int | None, reason: str, by: User | None) -> ScoreSheet:
    """Return a new version of a table's sheet that says what *version* said, in the place of the one that counts.

    *base_version* is the one that was seen counting, None for none. Raises ScoringError `ruling_reason`,
    `ruling_version`, `case_changed`, and as a correction.
    """
    cases = _open(table_id)
    case, reason = cases[table_id], needed_reason(reason)
    current = _seen(case, base_version) if base_version is not None else None
    if current is None and case.current is not None:
        raise changed(case.table, case.current)
    old = next((sheet for sheet in case.sheets if sheet.version == version), None)
    if old is None:
        raise ScoringError("ruling_version", table=case.table.number, version=version)
    before = case.line(current) if current is not None else None
    sheet = _move(case, _read_again(case.table, old.content, old), key="", override=old.override, reason=reason, by=by)
    after = case.where | case.line(sheet) | (case.seated_since if current is not None else {})
    act = CORRECT_SHEET if current is not None else ENTER_SHEET
    case.unit.add_line(act, by=by, before=before, after=after, reason=reason)
    locked_table.flush(cases)
    return sheet


def _open(*table_ids: int) -> dict[int, LockedTable]:
    """Lock the concours; return its tables. Raises ScoringError, DoesNotExist."""
    tournament_id = Table.objects.values_list("round__tournament", flat=True).get(pk=table_ids[0])
    cases = locked_table.lock_tables(tournament_id, table_ids)
    for table_id in table_ids:
        if table_id not in cases:
            raise Table.DoesNotExist
        reception.check_open(cases[table_id].tournament, cases[table_id].table)
    return cases


def _received(case: LockedTable, key: str) -> ScoreSheet | None:
    return next((sheet for sheet in case.sheets if sheet.key == key), None)


def _seen(case: LockedTable, version: int) -> ScoreSheet:
    """Return the version that counts, which must be the one that was seen."""
    current = case.current
    if current is None:
        raise ScoringError("nothing_to_swap", table=case.table.number)
    if current.version != version:
        raise changed(case.table, current)
    return current


def _read_again(table: Table, content: Mapping, sheet: ScoreSheet) -> Report:
    """Read *content*, that of *sheet* or of its mirror, under the terms of *table*."""
    marks = None
    if sheet.kind == "totals":
        counted = {name: content[name] or {} for name in ("belotes", "capots")}
        marks = {
            camp: {"points": content["totals"][camp], **{name: counted[name].get(camp) for name in counted}}
            for camp in CAMPS
        }
    again = NewSheet(
        kind=sheet.kind,
        marks=marks,
        donnes=content.get("manches", content.get("donnes")),
        coupure=content.get("coupure"),
        absent=content.get("forfeit", ""),
        winner=content.get("winner", ""),
    )
    tournament, players = table.round.tournament, players_of(table.pk)
    report = read_report(again, tournament=tournament, players=players, terms=terms_of(table))
    if report.question and not _asked_now(sheet):
        # Recorded before anybody was asked who won: most points went on to count.
        report = replace(report, question="")
    if report.doubtful and not sheet.override:
        return replace(report, check_code="", check_params=None)  # recorded before anybody was asked to say it
    locked_table.check_control(table, report, sheet.override)
    return report


def _asked_now(sheet: ScoreSheet) -> bool:
    """Return whether *sheet*, read again and leaving open who won, did not do so at the table that it was recorded for."""
    points = {camp: mark["points"] for camp, mark in marks_of(sheet).items()}
    return not terms_of(sheet.table).winners(TableTotals(points, None, None)).asks


def _move(
    case: LockedTable, report: Report | None, *, key: str, override: str, reason: str, by: User | None
) -> ScoreSheet:
    """Return *report* as the next version of a table's sheet, counting as the one before; None takes that one away."""
    if report is not None:
        reception.check_seated(case, report)
    move = SheetMove(report=report, may_rule=partial(reception.may_rule, case.tournament, by))
    sheet = settle(case, move, by=by, reason=reason, override=override, key=key)
    assert sheet is not None  # a table without a version that counts was refused before
    return sheet


_MIRROR = {"NS": "EO", "EO": "NS", "N": "E", "E": "S", "S": "O", "O": "N"}


def _other_way(content: Any) -> Any:
    """Return *content* with both camps, and the four seats with them, in each other's place."""
    if isinstance(content, Mapping):
        return {_MIRROR.get(name, name): _other_way(value) for name, value in content.items()}
    if isinstance(content, list):
        return [_other_way(value) for value in content]
    return _MIRROR.get(content, content) if isinstance(content, str) else content
