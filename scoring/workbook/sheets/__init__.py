"""The tabs of the workbook: one file for each family of sheets; `SHEETS` gives their order."""

from collections.abc import Callable

from scoring.workbook.columns import Tab
from scoring.workbook.sheets import concours, draws, scores, seasons, standings
from scoring.workbook.source import WorkbookSource

# In the order in which people look for them: who won and what, the scores, who played, then what explains them.
SHEETS: tuple[Callable[[WorkbookSource], list[Tab]], ...] = (
    standings.tabs,
    standings.origin_tabs,
    standings.prizes_tabs,
    draws.phases_tabs,
    scores.tabs,
    scores.donnes_tabs,
    draws.tabs,
    concours.teams_tabs,
    scores.rulings_tabs,
    scores.override_tabs,
    standings.publications_tabs,
    seasons.tabs,
    concours.till_tabs,
    concours.tabs,
    concours.settings_tabs,
    concours.rules_tabs,
    draws.minutes_tabs,
    concours.journal_tabs,
)


# Of those, what may leave the hall: no telephones, remarks or reasons, nobody's typing, no journal.
OUTSIDE: tuple[Callable[[WorkbookSource], list[Tab]], ...] = (
    standings.tabs,
    standings.origin_tabs,
    standings.prizes_tabs,
    draws.phases_tabs,
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
