"""The draw of each partie."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import SeatRow, WorkbookSource
from tournament.concours.models import Tournament


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show who sat where, one tab for each partie."""
    return [_draw(source.tournament, number, source.seats.get(number, [])) for number in source.evening.rounds]


def _draw(tournament: Tournament, number: int, seats: Sequence[SeatRow]) -> Tab:
    """Show a draw: a line for each table where one team sits in each of two camps, else a line for each seat."""
    name, title = _("Draw %(number)s") % {"number": number}, _("Draw of partie %(number)s") % {"number": number}
    camps = Counter((seat.table, seat.camp) for seat in seats if seat.table is not None)
    if any(teams > 1 or camp not in TWO_CAMPS for (_table, camp), teams in camps.items()):
        fields = [
            Field(_("Table"), "table", "number", 8),
            Field(_("Camp"), lambda seat: _without_a_table(seat) if seat.table is None else seat.camp, width=8),
            *shared.entrant(tournament, "team.number", "team.names"),
        ]
        return tab(name, title, seats, fields)
    east = {seat.table: seat for seat in seats if seat.camp == "EO"}
    fields = [
        Field(_("Table"), "0.table", "number", 8),
        shared.entrant_number(tournament, "0.team.number"),
        Field(_("North-South"), "0.team.names", width=42),
        shared.entrant_number(tournament, "1.team.number"),
        Field(_("East-West"), lambda pair: pair[1].team.names if pair[1] else _without_a_table(pair[0]), width=42),
    ]
    return tab(name, title, [(seat, east.get(seat.table)) for seat in seats if seat.camp != "EO"], fields)


def _without_a_table(seat: SeatRow) -> str:
    """State what becomes of a team without a table."""
    if seat.forfeited_by is None:
        return _("exempt")
    return _("won by forfeit against no. %(number)s") % {"number": seat.forfeited_by.number}
