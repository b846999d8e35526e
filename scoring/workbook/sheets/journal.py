"""The journal."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.history.selectors import lines_of
from scoring.workbook import columns as shared
from scoring.workbook import selectors as export
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every act in words, with the hash that chains it to the one before."""
    columns = [
        Column(_("Line"), "number", 7),
        Column(_("When"), "moment", 19),
        Column(_("By"), width=18),
        Column(_("Act"), width=24),
        Column(_("Where"), "lines", 34),
        Column(_("Before"), "lines", 34),
        Column(_("After"), "lines", 44),
        Column(_("Reason"), "lines", 28),
        Column(_("Hash"), "clipped", 18),
    ]

    def rows() -> Iterator[tuple[object, ...]]:
        for line in lines_of(source.tournament, export.journal(source.tournament)):
            entry = line.entry
            yield (
                entry.number, shared.local(entry.at), line.who, line.title, line.where,
                _values((change.label, change.before) for change in line.changes),
                _values((change.label, change.after) for change in line.changes),
                entry.reason, entry.hash,
            )  # fmt: skip

    return [Tab(_("Journal"), _("Journal: every act, in order"), columns, rows(), landscape=True)]


def _values(values: Iterable[tuple[str, str]]) -> str:
    """Write (label, value) on one line, without those that have no value."""
    return ", ".join(_("%(label)s:") % {"label": label} + f" {value}" for label, value in values if value)
