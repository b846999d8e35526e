"""The palmarès with its prizes."""

from django.utils.translation import gettext as _

from scoring.evening.selectors import called, prizes_of
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the teams called for a prize. Empty while no ranking is final."""
    columns = [
        Column(_("Rank"), "number", 7),
        *shared.entrant(source.tournament),
        Column(_("Points"), "figure", 11),
        Column(_("Prize"), "lines", 40),
    ]
    rows = [
        (call.row.rank, call.row.number, call.name, call.row.points, call.lot)
        for call in called(prizes_of(source.tournament))
    ]
    return [Tab(_("Palmarès and prizes"), _("Calling the prizes"), columns, rows)]
