"""The controls passed over."""

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the failed controls that somebody passed over, and the reason given."""
    columns = [
        *shared.table(),
        Column(_("Version"), "number", 8),
        Column(_("Points NS"), "figure", 10),
        Column(_("Points EO"), "figure", 10),
        Column(_("Control"), width=24),
        Column(_("Reason given"), "lines", 44),
        *shared.author(),
    ]
    rows = [
        (
            sheet.round, sheet.table, sheet.version, *(sheet.marks.get(camp, (None,))[0] for camp in TWO_CAMPS),
            sheet.check_code, sheet.override, source.author(sheet.by), shared.local(sheet.at),
        )
        for sheet in source.sheets
        if sheet.check_code
    ]  # fmt: skip
    return [Tab(_("Controls passed over"), _("Controls passed over"), columns, rows, landscape=True)]
