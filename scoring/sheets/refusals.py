"""Refusals of an act about a sheet: the control of its figures, and the error of what the lifecycle refuses."""

from datetime import datetime

from django.utils import timezone

from scoring.errors import ScoringError
from scoring.sheets import lifecycle, table_scores
from scoring.sheets.desk import counted_by
from scoring.sheets.locked_table import LockedTable
from scoring.sheets.selectors import author_of, figures_text, shown_name
from scoring.sheets.table_scores import Report
from tournament.rounds.models import Table


def check_control(table: Table, report: Report | None, override: str) -> None:
    """Raise ScoringError where the sheet cannot be, or hardly, without a reason, or where nobody said who won."""
    if report is None:
        return
    if report.check_code and not override:
        raise _control_failed(table, report)
    if report.question:
        raise _winner_asked(table, report)
    if (
        report.check_code
        and report.kind == "totals"
        and not report.doubtful
        and not table_scores.has_substance(override)
    ):
        raise ScoringError("control_reason", field="override", table=table.number)


def _control_failed(table: Table, report: Report) -> ScoringError:
    code, field = ("control_doubtful", "litige_lost") if report.doubtful else ("control_failed", "override")
    return ScoringError(code, field=field, table=table.number, said=report.message, check=report.check_code)


def _winner_asked(table: Table, report: Report) -> ScoringError:
    answers = list(report.answers)
    return ScoringError("winner_asked", field="winner", table=table.number, said=report.question, answers=answers)


# The input that a refusal is about.
_FIELDS = {
    "sheet_already_recorded": "base_version",
    "sheet_conflict": "base_version",
    "control_reason": "override",
    "control_right": "override",
    "proposal_doubtful": "litige_lost",
    "sheet_reason_missing": "reason",
    "forfeit_reason_missing": "reason",
    "dispute_reason": "reason",
    "ruling_sheet_needed": "points.NS",
}


def refusal_error(locked: LockedTable, transition: lifecycle.Transition, act: lifecycle.Act) -> ScoringError:
    """Return the error of the refusal of *act*, with what its sentence says."""
    code, table, sheet = transition.refusal, locked.table, locked.sheet(transition.subject)
    report, recorded = lifecycle.reported(act), figures_text(sheet) if sheet is not None else ""
    if code in ("control_failed", "control_doubtful") and report is not None:
        return _control_failed(table, report)
    if code == "winner_asked" and report is not None:
        return _winner_asked(table, report)
    params: dict[str, object] = {"table": table.number}
    if code in _FIELDS:
        params["field"] = _FIELDS[code]
    if code in ("sheet_already_recorded", "sheet_conflict") and sheet is not None:
        params |= {"round": table.round.number, "version": sheet.version, "base": getattr(act, "seen", None)}
        params |= {"recorded": recorded, "who": author_of(sheet), "at": _hour(sheet.at)}
    elif code in ("sheet_reason_missing", "ruling_sheet_needed"):
        params["recorded"] = recorded
    elif code == "dispute_reason":
        params["recorded"] = ", ".join(dict.fromkeys(figures_text(waiting) for waiting in locked.waiting))
    elif code in ("proposal_unfinished", "proposal_tied") and report is not None:
        params |= report.check_params or {}
    elif code in ("proposal_control", "proposal_doubtful") and report is not None:
        params |= {"said": report.message, "check": report.check_code}
    elif code == "already_counted" and sheet is not None:
        who, at = counted_by(sheet)
        params |= {"recorded": recorded, "who": shown_name(who) or author_of(sheet), "at": _hour(at)}
    elif code == "ruling_version":
        params["version"] = getattr(act, "version", None)
    return ScoringError(code, **params)  # type: ignore[arg-type]


def _hour(at: datetime) -> str:
    return timezone.localtime(at).strftime("%H:%M")
