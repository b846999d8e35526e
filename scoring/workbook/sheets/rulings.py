"""The penalties and decisions of the referees."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.concours.structured import PENALTY_WAYS


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every warning, penalty and other decision of a referee, the cancelled ones too."""
    columns = [
        *shared.table(),
        Column(_("Players") if source.tournament.singles else _("Teams"), width=14),
        Column(_("What"), width=20),
        shared.entrant_number(source.tournament),
        Column(_("Fault, decision"), "lines", 40),
        Column(_("Way"), "lines", 26),
        Column(_("Points"), "figure", 9),
        Column(_("To camp"), width=9),
        Column(_("Donne"), "number", 8),
        Column(_("Article"), width=16),
        Column(_("Reason"), "lines", 34),
        *shared.author(),
        Column(_("Counts"), width=8),
        Column(_("Taken back because"), "lines", 30),
        Column(_("Taken back by"), width=18),
        Column(_("Taken back on"), "moment", 19),
    ]
    at_table: dict[int, list[int]] = {}
    for listed in source.seats.values():
        for _table, table_id, _camp, team_id in listed:
            if table_id is not None:
                at_table.setdefault(table_id, []).append(source.teams[team_id].number)

    def teams(table_id: int) -> str:
        return " – ".join(map(str, at_table.get(table_id, ())))

    rows: list[tuple[Any, ...]] = [
        (
            penalty.table.round.number, penalty.table.number, teams(penalty.table_id),
            _("penalty") if penalty.points else _("warning"), penalty.team.number, penalty.label,
            str(PENALTY_WAYS.get(penalty.way, penalty.way)) if penalty.points else "", penalty.points, penalty.to_camp,
            penalty.donne, penalty.article, penalty.reason, source.author(penalty.by_id), shared.local(penalty.at),
            shared.yes_no(penalty.cancelled_at is None), penalty.cancel_reason, source.author(penalty.cancelled_by_id),
            shared.local(penalty.cancelled_at),
        )
        for penalty in source.penalties
    ]  # fmt: skip
    rows += [
        (
            line.round, line.table, teams(line.ruling.table_id), line.kind,
            line.ruling.team.number if line.ruling.team else None, line.text, "", None, "", line.ruling.donne,
            line.article, line.reason, line.who, shared.local(line.at), "", "", "", None,
        )
        for line in source.decisions
    ]  # fmt: skip
    rows.sort(key=lambda row: (row[0], row[1], row[13]))
    title = _("Penalties and decisions of the referees")
    return [Tab(_("Penalties and decisions"), title, columns, rows, landscape=True)]
