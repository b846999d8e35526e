"""The controls passed over."""

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the failed controls that somebody passed over, and the reason given."""
    headings = {"NS": _("Points NS"), "EO": _("Points EO")}
    fields = [
        *shared.table("0.table."),
        Field(_("Version"), "0.version", "number", 8),
        *(Field(headings[camp], f"1.{camp}.0", "figure", 10) for camp in TWO_CAMPS),
        Field(_("Control"), "0.check_code", width=24),
        Field(_("Reason given"), "0.override", "lines", 44),
        *shared.author(lambda pair: shown_name(pair[0].by), "0.at"),
    ]
    forced = [(sheet, source.marks.get(sheet.pk, {})) for sheet in source.sheets if sheet.check_code]
    return [tab(_("Controls passed over"), _("Controls passed over"), forced, fields)]
