"""The tabs of the workbook: one file for each sheet, or for a small family of sheets; `SHEETS` gives their order."""

from collections.abc import Callable

from scoring.workbook.columns import Tab
from scoring.workbook.sheets import (
    concours,
    donnes,
    draws,
    journal,
    minutes,
    phases,
    prizes,
    publications,
    rulings,
    scores,
    seasons,
    standings,
    teams,
    till,
)
from scoring.workbook.source import WorkbookSource

# In the order in which people look for them: who won and what, the scores, who played, then what explains them.
SHEETS: tuple[Callable[[WorkbookSource], list[Tab]], ...] = (
    standings.tabs,
    standings.origin_tabs,
    prizes.tabs,
    phases.tabs,
    scores.tabs,
    donnes.tabs,
    draws.tabs,
    teams.tabs,
    rulings.tabs,
    rulings.override_tabs,
    publications.tabs,
    seasons.tabs,
    till.tabs,
    concours.tabs,
    concours.settings_tabs,
    concours.rules_tabs,
    minutes.tabs,
    journal.tabs,
)


# Of those, what may leave the hall: no telephones, remarks or reasons, nobody's typing, no journal.
OUTSIDE: tuple[Callable[[WorkbookSource], list[Tab]], ...] = (
    standings.tabs,
    standings.origin_tabs,
    prizes.tabs,
    phases.tabs,
    scores.counted_tabs,
    seasons.tabs,
    concours.rules_tabs,
)


def outside_tabs(source: WorkbookSource) -> list[Tab]:
    """Return the tabs of the workbook for others than the club, in the language of the moment."""
    return [tab for tabs in OUTSIDE for tab in tabs(source)]


def all_tabs(source: WorkbookSource) -> list[Tab]:
    """Return the tabs of the workbook, in the language of the moment."""
    return [tab for tabs in SHEETS for tab in tabs(source)]
