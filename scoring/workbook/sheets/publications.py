"""The palmarès as it was published, each publication whole."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.evening.selectors import Published, palmares_of
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every publication of the palmarès, one line a team; no tab before the first."""
    published = palmares_of(source.tournament)
    if not published:
        return []
    teams = source.by_number

    def names(line: tuple) -> str:
        number = line[3]
        return _("ranking not kept") if number is None else teams[number].names if number in teams else ""

    fields = [
        Field(_("Palmarès no."), "0.number", "number", 12),
        Field(_("Published"), "0.at", "moment", 19),
        Field(_("By"), lambda line: shown_name(line[0].by), width=18),
        Field(_("Replaces the one before because"), "0.reason", "lines", 34),
        Field(_("No longer stands since"), "0.back_at", "moment", 19),
        Field(_("Rank"), "1", "number", 7),
        Field(_("Rank in the one before"), "2", "number", 12),
        *shared.entrant(source.tournament, "3", names),
        Field(_("Points"), "4", "figure", 11),
    ]
    return [tab(_("Publications"), _("The palmarès as published"), _lines(published), fields)]


def _lines(published: list[Published]) -> Iterator[tuple]:
    """Yield each publication with each rank, the rank in the one before, the number and the points; or with none."""
    before: dict[int, int] = {}
    for palmares in published:
        if palmares.rows is None:
            yield palmares, None, None, None, None
        for rank, number, points in palmares.rows or ():
            yield palmares, rank, before.get(number), number, points
        before = {number: rank for rank, number, _points in palmares.rows or ()}
