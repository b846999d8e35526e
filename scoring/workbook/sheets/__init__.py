"""The tabs of the workbook: one file for each sheet, or for a small family of sheets; `SHEETS` gives their order."""

from collections.abc import Callable

from scoring.workbook.sheets import (
    concours,
    draws,
    house_rules,
    journal,
    minutes,
    overrides,
    phases,
    prizes,
    publications,
    rulings,
    scores,
    settings,
    standings,
    teams,
)
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Tab

SHEETS: tuple[Callable[[WorkbookSource], list[Tab]], ...] = (
    concours.tabs,
    teams.tabs,
    draws.tabs,
    minutes.tabs,
    scores.tabs,
    standings.tabs,
    phases.tabs,
    prizes.tabs,
    publications.tabs,
    overrides.tabs,
    rulings.tabs,
    journal.tabs,
    settings.tabs,
    house_rules.tabs,
)


def all_tabs(source: WorkbookSource) -> list[Tab]:
    """Return the tabs of the workbook, in the language of the moment."""
    return [tab for tabs in SHEETS for tab in tabs(source)]
