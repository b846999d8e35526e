"""The seasons in which the concours counts: the table, and what each evening brought everybody."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _, pgettext

from scoring.seasons import boards
from scoring.seasons.boards import SeasonBoardLine
from scoring.seasons.selectors import SeasonStanding
from scoring.workbook.columns import TAB_LENGTH, Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.people.naming import Audience


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the table of each season in which the concours counts."""
    named = pgettext("sheet", "Season")
    many = len(source.seasons) > 1
    return [
        season_table(one, f"{named} {place}" if many else named, source.audience)
        for place, one in enumerate(source.seasons, start=1)
    ]


def season_tabs(standing: SeasonStanding) -> list[Tab]:
    """Return the sheets of a season: its table, then each evening of everybody line by line."""
    return [season_table(standing, pgettext("sheet", "Season"), Audience.NAMED), _details(standing, Audience.NAMED)]


def season_table(standing: SeasonStanding, name: str, audience: Audience) -> Tab:
    """Show the table: rank, total, and what each evening brought; in brackets what does not count."""
    columns = [one for one in standing.evenings if one.columns]
    lines = boards.board_lines(standing, columns=columns, audience=audience)
    fields = [
        Field(_("Rank"), lambda line: line.rank or None, "number", 7),
        Field(_("Name"), "name", width=34),
        Field(pgettext("season", "Total"), lambda line: _number(line.total), "general", 10),
        Field(pgettext("season", "Evenings"), "evenings", "number", 9),
        Field(_("Evenings that count"), "counted", "number", 9),
        *(Field(f"{one.date:%d/%m/%Y} {one.name}", _cell(place), "general", 12) for place, one in enumerate(columns)),
    ]
    return tab(name[:TAB_LENGTH], standing.season.name, lines, fields)


def _cell(place: int) -> Callable[[SeasonBoardLine], object]:
    def value(line: SeasonBoardLine) -> object:
        cell = line.cells[place]
        return f"({cell.text})" if cell.dropped else _number(cell.text)

    return value


def _number(text: str) -> object:
    """Return a whole figure as a number, so that a spreadsheet adds it; all else as it is read."""
    return int(text) if text.lstrip("-").isdecimal() else text or None


class _Detail(NamedTuple):
    name: str
    slot: boards.SlotStory
    line: str


def _details(standing: SeasonStanding, audience: Audience) -> Tab:
    """Show every line of every evening of everybody, in the order of the table."""

    def lines() -> Iterator[_Detail]:
        for row in standing.table.rows:
            why = boards.why(standing, row, audience=audience)
            for slot in why.slots:
                for line in slot.lines:
                    yield _Detail(why.line.name, slot, line)

    fields = [
        Field(_("Name"), "name", width=34),
        Field(_("Evening"), "slot.title", width=40),
        Field(pgettext("season", "Part"), "line", width=34),
        Field(pgettext("season", "Evening’s total"), lambda detail: _number(detail.slot.value), "general", 10),
        Field(_("Note"), "slot.dropped", width=40),
    ]
    return tab(
        pgettext("season", "Details"),
        _("%(season)s: what each evening brought") % {"season": standing.season.name},
        lines(),
        fields,
    )
