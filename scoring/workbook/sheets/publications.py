"""The palmarès as it was published, each publication whole."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.evening.selectors import Published, palmares_of
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every publication of the palmarès, one line a team; no tab before the first."""
    published = palmares_of(source.tournament)
    if not published:
        return []
    columns = [
        Column(_("Palmarès no."), "number", 12),
        Column(_("Published"), "moment", 19),
        Column(_("By"), width=18),
        Column(_("Replaces the one before because"), "lines", 34),
        Column(_("No longer stands since"), "moment", 19),
        Column(_("Rank"), "number", 7),
        Column(_("Rank in the one before"), "number", 12),
        *shared.entrant(source.tournament),
        Column(_("Points"), "figure", 11),
    ]
    title = _("The palmarès as published")
    return [Tab(_("Publications"), title, columns, list(_rows(source, published)), landscape=True)]


def _rows(source: WorkbookSource, published: list[Published]) -> Iterator[tuple[object, ...]]:
    teams = source.by_number
    before: dict[int, int] = {}
    for palmares in published:
        about = (
            palmares.number, shared.local(palmares.at), shown_name(palmares.by), palmares.reason,
            shared.local(palmares.back_at),
        )  # fmt: skip
        if palmares.rows is None:
            yield (*about, None, None, None, _("ranking not kept"), None)
            before = {}
            continue
        for rank, number, points in palmares.rows:
            names = teams[number].names if number in teams else ""
            yield (*about, rank, before.get(number), number, names, points)
        before = {number: rank for rank, number, _points in palmares.rows}
