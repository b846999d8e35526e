"""The palmarès with its prizes."""

from django.utils.translation import gettext as _

from scoring.evening.selectors import called, prize_calls
from scoring.standings.phase_winners import phase_winners
from scoring.standings.selectors import labels
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the teams called for a prize, and who won each phase. Empty while no ranking is final."""
    fields = [
        Field(_("Rank"), "row.rank", "number", 7),
        *shared.entrant(source.tournament, "row.number", "label.name"),
        Field(_("Finals"), "place", width=30),
        Field(_("Points"), "row.points", "figure", 11),
        Field(_("Prize"), "lot", "lines", 40),
    ]
    evening, shown = source.evening, labels(source.tournament, source.audience)
    calls = called(prize_calls(evening, evening.after(), shown))
    tabs = [tab(_("Palmarès and prizes"), _("Calling the prizes"), calls, fields)]
    if winners := phase_winners(evening, shown):
        phases = [Field(_("Phase"), "title", width=34), *shared.entrant(source.tournament, "number", "name")]
        tabs.append(tab(_("Winners"), _("Winners of each phase"), winners, phases))
    return tabs
