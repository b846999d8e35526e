"""The draw of each partie."""

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS
from scoring.workbook import columns as shared
from scoring.workbook.selectors import TeamRow
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab

Tables = dict[int, dict[str, list[TeamRow]]]  # table -> camp -> its teams


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show who sat where, one tab for each partie."""
    return [_draw(source, number) for number in source.evening.rounds]


def _draw(source: WorkbookSource, number: int) -> Tab:
    tables: Tables = {}
    exempt = []
    for table, _table_id, camp, team_id in source.seats.get(number, []):
        if table is None:
            exempt.append(source.teams[team_id])
        else:
            tables.setdefault(table, {}).setdefault(camp, []).append(source.teams[team_id])
    name, title = _("Draw %(number)s") % {"number": number}, _("Draw of partie %(number)s") % {"number": number}
    if any(len(teams) > 1 or camp not in TWO_CAMPS for camps in tables.values() for camp, teams in camps.items()):
        return Tab(name, title, *_one_line_an_entrant(source, tables, exempt))
    return Tab(name, title, *_one_line_a_table(source, tables, exempt), landscape=True)


def _one_line_a_table(
    source: WorkbookSource, tables: Tables, exempt: list[TeamRow]
) -> tuple[list[Column], list[tuple[object, ...]]]:
    entrant = shared.entrant_number(source.tournament)
    columns = [
        Column(_("Table"), "number", 8),
        entrant,
        Column(_("North-South"), width=42),
        entrant,
        Column(_("East-West"), width=42),
    ]

    def cells(team: TeamRow | None) -> tuple[int | None, str]:
        return (team.number, team.names) if team else (None, "")

    rows: list[tuple[object, ...]] = [
        (table, *(value for camp in TWO_CAMPS for team in camps.get(camp, [None]) for value in cells(team)))
        for table, camps in tables.items()
    ]
    return columns, rows + [(None, *cells(team), None, _("exempt")) for team in exempt]


def _one_line_an_entrant(
    source: WorkbookSource, tables: Tables, exempt: list[TeamRow]
) -> tuple[list[Column], list[tuple[object, ...]]]:
    columns = [Column(_("Table"), "number", 8), Column(_("Camp"), width=8), *shared.entrant(source.tournament)]
    rows: list[tuple[object, ...]] = [
        (table, camp, team.number, team.names)
        for table, camps in tables.items()
        for camp, teams in camps.items()
        for team in teams
    ]
    return columns, rows + [(None, _("exempt"), team.number, team.names) for team in exempt]
