"""The penalties and decisions of the referees, and the controls passed over."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.structured import PENALTY_WAYS


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every warning, penalty and other decision of a referee, the cancelled ones too."""
    fields = [
        Field(_("Partie"), kind="number", width=8),
        Field(_("Table"), kind="number", width=8),
        Field(_("Players") if source.tournament.singles else _("Teams"), width=14),
        Field(_("What"), width=20),
        shared.entrant_number(source.tournament, None),
        Field(_("Fault, decision"), kind="lines", width=40),
        Field(_("Way"), kind="lines", width=26),
        Field(_("Points"), kind="figure", width=9),
        Field(_("To camp"), width=9),
        Field(_("Donne"), kind="number", width=8),
        Field(_("Article"), width=16),
        Field(_("Reason"), kind="lines", width=34),
        *shared.author(None, None),
        Field(_("Counts"), width=8),
        Field(_("Taken back because"), kind="lines", width=30),
        Field(_("Taken back by"), width=18),
        Field(_("Taken back on"), kind="moment", width=19),
    ]
    seated = source.seated

    def teams(table_id: int) -> str:
        return " – ".join(str(team.number) for camp in seated.get(table_id, {}).values() for team in camp)

    rows: list[tuple[Any, ...]] = [
        (
            penalty.table.round.number, penalty.table.number, teams(penalty.table_id),
            _("penalty") if penalty.points else _("warning"), penalty.team.number, penalty.label,
            PENALTY_WAYS.get(penalty.way, penalty.way) if penalty.points else "", penalty.points, penalty.to_camp,
            penalty.donne, penalty.article, penalty.reason, shown_name(penalty.by), penalty.at,
            penalty.cancelled_at is None, penalty.cancel_reason, shown_name(penalty.cancelled_by),
            penalty.cancelled_at,
        )
        for penalty in source.penalties
    ]  # fmt: skip
    rows += [
        (
            line.ruling.table.round.number, line.ruling.table.number, teams(line.ruling.table_id), line.kind,
            line.ruling.team.number if line.ruling.team else None, line.text, "", None, "", line.ruling.donne,
            line.ruling.article, line.ruling.reason, line.who, line.ruling.at, "", "", "", None,
        )
        for line in source.decisions
    ]  # fmt: skip
    rows.sort(key=lambda row: (row[0], row[1], row[13]))
    title = _("Penalties and decisions of the referees")
    return [tab(_("Penalties and decisions"), title, rows, fields)]


def override_tabs(source: WorkbookSource) -> list[Tab]:
    """List the failed controls that somebody passed over, and the reason given."""
    headings = {"NS": _("Points NS"), "EO": _("Points EO")}
    fields = [
        *shared.table("0.table."),
        Field(_("Version"), "0.version", "number", 8),
        *(Field(headings[camp], f"1.{camp}.0", "figure", 10) for camp in TWO_CAMPS),
        Field(_("Control"), "0.check_code", width=24),
        Field(_("Reason given"), "0.override", "lines", 44),
        *shared.author(lambda pair: shown_name(pair[0].by), "0.at"),
    ]
    forced = [(sheet, source.marks.get(sheet.pk, {})) for sheet in source.sheets if sheet.check_code]
    return [tab(_("Controls passed over"), _("Controls passed over"), forced, fields)]
