"""The ranking of clubs and communes."""

from django.utils.translation import gettext as _, ngettext

from scoring.standings.origins import OriginLine, origin_lines
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the ranking of clubs and communes after the last partie, where the concours has one."""
    standing = source.evening.after()
    lines = origin_lines(source.tournament, standing.rows)
    if not lines:
        return []
    total = _("Points") if source.tournament.origin_by == "points" else _("Sum of the ranks")
    fields = [
        Field(_("Rank"), lambda line: line.rank or None, "number", 7),
        Field(_("Club or commune"), "name", width=30),
        Field(total, "total", "number", 12),
        Field(_("Teams that count"), "teams", width=24),
        Field(_("Teams beyond"), "others", "number", 9),
        Field(_("Note"), _note, width=22),
    ]
    title = _("Clubs and communes after partie %(number)s") % {"number": standing.after_round}
    return [tab(_("Clubs and communes"), title, lines, fields)]


def _note(line: OriginLine) -> str:
    if line.lacks:
        return ngettext("%(lacks)s team lacking", "%(lacks)s teams lacking", line.lacks) % {"lacks": line.lacks}
    return _("equal") if line.tied else ""
