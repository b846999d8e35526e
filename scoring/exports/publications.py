"""The sheet of the palmarès as it was published, each publication whole."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.exports import columns as shared
from scoring.exports.workbook import Column, Page
from scoring.selectors.entry import shown_name
from scoring.selectors.evening import Published, palmares_of
from scoring.selectors.export import local

if TYPE_CHECKING:
    from scoring.exports.sheets import Source


def publications(source: "Source") -> list[Page]:
    """Every publication of the palmarès on one sheet, each team a line; none before the first."""
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
    return [Page(_("Publications"), title, columns, list(_rows(source, published)), landscape=True)]


def _rows(source: "Source", published: list[Published]) -> Iterator[tuple[object, ...]]:
    teams = source.by_number
    before: dict[int, int] = {}
    for one in published:
        about = (one.number, local(one.at), shown_name(one.by), one.reason, local(one.back_at))
        if one.rows is None:
            yield (*about, None, None, None, _("ranking not kept"), None)
            before = {}
            continue
        for rank, number, points in one.rows:
            names = teams[number].names if number in teams else ""
            yield (*about, rank, before.get(number), number, names, points)
        before = {number: rank for rank, number, _points in one.rows}
