"""The palmarès with its prizes."""

from django.utils.translation import gettext as _

from scoring.evening.selectors import called, prizes_of
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the teams called for a prize. Empty while no ranking is final."""
    fields = [
        Field(_("Rank"), "row.rank", "number", 7),
        *shared.entrant(source.tournament, "row.number", "label.name"),
        Field(_("Points"), "row.points", "figure", 11),
        Field(_("Prize"), "prize", "lines", 40),
    ]
    calls = called(prizes_of(source.tournament))
    return [tab(_("Palmarès and prizes"), _("Calling the prizes"), calls, fields, landscape=False)]
