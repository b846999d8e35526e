"""The journal."""

from django.utils.translation import gettext as _

from scoring.history.selectors import JournalLine, lines_of
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every act in words, with the hash that chains it to the one before."""
    fields = [
        Field(_("Line"), "entry.number", "number", 7),
        Field(_("When"), "entry.at", "moment", 19),
        Field(_("By"), "who", width=18),
        Field(_("Act"), "title", width=24),
        Field(_("Where"), "where", "lines", 34),
        Field(_("Before"), lambda line: _values(line, "before"), "lines", 34),
        Field(_("After"), lambda line: _values(line, "after"), "lines", 80),
        Field(_("Reason"), "entry.reason", "lines", 28),
        Field(_("Hash"), "entry.hash", "clipped", 18),
    ]
    entries = source.tournament.journal.order_by("number").select_related("by")
    return [tab(_("Journal"), _("Journal: every act, in order"), lines_of(source.tournament, entries), fields)]


def _values(line: JournalLine, when: str) -> str:
    """Write each change of *line* as it was "before" or "after", without those that have no value then."""
    values = [(change.label, getattr(change, when)) for change in line.changes]
    return ", ".join(_("%(label)s:") % {"label": label} + f" {value}" for label, value in values if value)
