"""The minutes of the draws."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.rounds.selectors import method_label, minutes_file
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import CELL_LIMIT, Column, Tab
from tournament.concours.phases import phases_of
from tournament.rounds.models import DRAW_STATES, SEED_ORIGINS


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the minutes of every draw; then, where one was made, each team as it was drawn and the minutes whole."""
    return [_summary(source), *([_team_by_team(source), _replayable(source)] if source.draws else ())]


def _summary(source: WorkbookSource) -> Tab:
    """List every draw, the cancelled ones too, with what it takes to compute it again."""
    columns = [
        *shared.draw(),
        Column(_("Method"), width=24),
        Column(_("Seed"), width=26),
        Column(_("Seed from"), width=20),
        Column(_("Fingerprint"), width=20),
        Column(_("Best possible"), width=11),
        Column(_("Rematches"), width=16),
        Column(_("Changed by hand"), "number", 10),
        *shared.author(),
        Column(_("Why it was cancelled"), "lines", 34),
    ]
    rows = [
        (
            draw.round.number, draw.number, str(DRAW_STATES[draw.state]), method_label(drawn["method"]),
            drawn.get("seed", ""), str(SEED_ORIGINS[draw.seed_origin]), drawn.get("fingerprint", ""),
            shared.yes_no(bool(drawn.get("optimal"))),
            ", ".join("-".join(map(str, pair)) for pair in drawn.get("rematches", [])),
            len(draw.changes), source.author(draw.by_id), shared.local(draw.created_at), draw.reason,
        )
        for draw in source.draws
        for _phase, drawn in draw.parts
    ]  # fmt: skip
    return Tab(_("Minutes"), _("Minutes of the draws"), columns, rows, landscape=True)


def _team_by_team(source: WorkbookSource) -> Tab:
    """List the frozen pool of each draw, the cancelled ones too, and where the draw put each team."""
    columns = [
        *shared.draw(),
        Column(_("Phase"), width=18),
        Column(_("Method"), width=24),
        shared.entrant_number(source.tournament),
        Column(_("Wins"), "number", 8),
        Column(_("Points"), "figure", 10),
        Column(_("Has met"), width=26),
        Column(_("Exempt"), "number", 8),
        Column(_("Club"), width=20),
        Column(_("Family"), width=14),
        Column(_("Fixed table"), "number", 9),
        Column(_("Table as drawn"), "number", 9),
        Column(_("Side"), "number", 7),
    ]
    titles = {phase.index: str(phase.title) for phase in phases_of(source.tournament)}

    def rows() -> Iterator[tuple[object, ...]]:
        for draw in source.draws:
            for phase, minutes in draw.parts:
                draw_cells = (
                    draw.round.number, draw.number, str(DRAW_STATES[draw.state]),
                    titles.get(phase, "") if len(draw.parts) > 1 else "", method_label(minutes["method"]),
                )  # fmt: skip
                place = {
                    number: (table["table"], side)
                    for table in minutes["tables"]
                    for side, camp in enumerate(table["camps"], 1)
                    for number in camp
                }
                for team in minutes["entrants"]:
                    yield (
                        *draw_cells, team["number"], team.get("wins", 0), team.get("points", 0),
                        ", ".join(map(str, team.get("met", ()))), team.get("exempt", 0), team.get("club") or "",
                        team.get("family") or "", team.get("fixed_table"),
                        *place.get(team["number"], (None, None)),
                    )  # fmt: skip

    tab, title = _("Draws, team by team"), _("Teams as they were when each draw was made")
    if source.tournament.singles:
        tab, title = _("Draws, player by player"), _("Players as they were when each draw was made")
    return Tab(tab, title, columns, rows(), landscape=True)


def _replayable(source: WorkbookSource) -> Tab:
    """List the minutes of every draw whole. A long text takes several lines: put end to end they are the file."""
    columns = [
        *shared.draw()[:2],
        Column(_("Part"), "number", 7),
        Column(_("Piece"), "number", 7),
        Column(_("File"), width=22),
        Column(_("Text"), "clipped", 90),
    ]

    def rows() -> Iterator[tuple[object, ...]]:
        for draw in source.draws:
            for part in range(len(draw.parts)):
                text = json.dumps(minutes_file(draw, part), ensure_ascii=False)
                suffix = f"-{part}" if part else ""
                name = f"tirage-{draw.round.number}-{draw.number}{suffix}.json"
                for piece, start in enumerate(range(0, len(text), CELL_LIMIT), 1):
                    yield (draw.round.number, draw.number, part, piece, name, text[start : start + CELL_LIMIT])

    title = _("Minutes to be drawn again: put the pieces of a file end to end")
    return Tab(_("Draws to make again"), title, columns, rows(), landscape=True)
