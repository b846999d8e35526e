"""The score sheets, every version."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS, Result
from scoring.sheets.models import SHEET_STATES
from scoring.workbook import columns as shared
from scoring.workbook.selectors import SheetVersion
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every version of every sheet: figures, author, control; for the one that counts, the points counted."""
    seated = _seated(source)
    if any(camp not in TWO_CAMPS for camps in seated.values() for camp in camps):
        return _scores_of_players(source, seated)
    beyond, counted = source.beyond_sheets, source.results
    columns = [
        *shared.table(),
        *(column for camp in TWO_CAMPS for column in _camp_columns(camp, beyond, singles=source.tournament.singles)),
        *_version_columns(),
    ]

    def rows() -> Iterator[tuple[object, ...]]:
        for sheet in source.sheets:
            camps = seated[sheet.table_id]
            figures = [
                value
                for camp in TWO_CAMPS
                for value in (
                    *camps.get(camp, (None, "")),
                    *sheet.marks.get(camp, (None, None, None)),
                    *(_beyond(counted.get((sheet.round, sheet.table, camp)), sheet.counted) if beyond else ()),
                )
            ]
            yield (sheet.round, sheet.table, *figures, *_version(source, sheet))

    return [Tab(_("Scores"), _("Score sheets, every version"), columns, rows(), landscape=True)]


def _camp_columns(camp: str, beyond: bool, *, singles: bool) -> list[Column]:
    """Show the figures of a camp; with *beyond*, what is added to its points and the sum that counts."""
    added = [
        Column(_("Penalties %(camp)s") % {"camp": camp}, "signed", 10),
        Column(_("Cap, exclusion %(camp)s") % {"camp": camp}, "signed", 11),
        Column(_("Counted %(camp)s") % {"camp": camp}, "figure", 9),
    ]
    who = _("Player %(camp)s") if singles else _("Team %(camp)s")
    return [
        Column(who % {"camp": camp}, "number", 9),
        Column(_("Names %(camp)s") % {"camp": camp}, width=32),
        Column(_("Points %(camp)s") % {"camp": camp}, "figure", 9),
        Column(_("Belotes %(camp)s") % {"camp": camp}, "number", 9),
        Column(_("Capots %(camp)s") % {"camp": camp}, "number", 9),
        *(added if beyond else ()),
    ]


def _scores_of_players(source: WorkbookSource, seated: dict[int, dict[str, tuple[int, str]]]) -> list[Tab]:
    """List the same where each plays for himself: a line for each player of a sheet."""
    beyond, counted = source.beyond_sheets, source.results
    columns = [
        *shared.table(),
        Column(_("Camp"), width=8),
        *shared.entrant(source.tournament, width=32),
        Column(_("Points"), "figure", 9),
        *((*shared.beyond_sheets(), Column(_("Counted"), "figure", 9)) if beyond else ()),
        *_version_columns(),
    ]
    rows = [
        (
            sheet.round, sheet.table, camp, *player, sheet.marks.get(camp, (None,))[0],
            *(_beyond(counted.get((sheet.round, sheet.table, camp)), sheet.counted) if beyond else ()),
            *_version(source, sheet),
        )
        for sheet in source.sheets
        for camp, player in sorted(seated[sheet.table_id].items())
    ]  # fmt: skip
    return [Tab(_("Scores"), _("Score sheets, every version"), columns, rows, landscape=True)]


def _version_columns() -> list[Column]:
    """Show the state, author and control of a version."""
    return [
        Column(_("Counts"), width=8),
        Column(_("Version"), "number", 8),
        Column(_("State"), width=12),
        *shared.author(),
        Column(_("Receipt"), width=10),
        Column(_("Control"), width=20),
        Column(_("Passed over because"), "lines", 30),
        Column(_("Why this version"), "lines", 30),
    ]


def _version(source: WorkbookSource, sheet: SheetVersion) -> tuple[object, ...]:
    return (
        shared.yes_no(sheet.counted), sheet.version, str(SHEET_STATES[sheet.state]), source.author(sheet.by),
        shared.local(sheet.at), sheet.receipt, _control(sheet), sheet.override, sheet.reason,
    )  # fmt: skip


def _beyond(result: Result | None, counted: bool) -> tuple[int | None, int | None, int | None]:
    """Return what penalties, then caps and exclusions add to the points of the sheet, and the sum."""
    if result is None or not counted:
        return (None, None, None)
    return (result.penalty or None, (result.awarded - result.capped) or None, result.points)


def _control(sheet: SheetVersion) -> str:
    if sheet.kind == "forfeit":
        return _("forfeit")
    return _("fails: %(code)s") % {"code": sheet.check_code} if sheet.check_code else _("right")


def _seated(source: WorkbookSource) -> dict[int, dict[str, tuple[int, str]]]:
    """Return table id → camp → its number and names; of two singles the first one's number, both names."""
    seated: dict[int, dict[str, tuple[int, str]]] = {}
    for listed in source.seats.values():
        for _number, table_id, camp, team_id in listed:
            if table_id is not None:
                camps, team = seated.setdefault(table_id, {}), source.teams[team_id]
                first = camps.get(camp)
                camps[camp] = (first[0], f"{first[1]} + {team.number} {team.names}") if first else (
                    team.number, team.names,
                )  # fmt: skip
    return seated
