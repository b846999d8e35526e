"""The minutes of the draws."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from scoring.rounds.minutes import method_label
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.selectors import phase_titles
from tournament.rounds.models import SEED_ORIGINS, Draw
from tournament.rounds.selectors import numbered_parts
from tournament.tirages.recorded import Minutes


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the minutes of every draw; then, where one was made, each team as it was drawn.

    The files from which a draw is made again are on the public page of the draws: nobody reads them in a workbook.
    """
    return [_summary(source), *([_team_by_team(source)] if source.draws else ())]


def _summary(source: WorkbookSource) -> Tab:
    """List every draw, the cancelled ones too, with what it takes to compute it again."""
    fields = [
        *shared.draw(),
        _phase(source),
        Field(_("Method"), lambda part: method_label(part[1].method), width=24),
        Field(_("Seed"), lambda part: _seed(part[0], part[2]), width=26),
        Field(_("Seed from"), lambda part: _seed_from(part[0], part[2]), width=20),
        Field(_("Fingerprint"), "1.fingerprint", width=20),
        Field(_("Best possible"), lambda part: part[1].optimal, width=11),
        Field(_("Rematches"), lambda part: _pairs(part[1].rematches), width=16),
        Field(_("Changed by hand"), lambda part: len(part[0].changes), "number", 10),
        *shared.author(lambda part: shown_name(part[0].by), "0.created_at"),
        Field(_("Why it was cancelled"), "0.reason", "lines", 34),
    ]
    parts = [(draw, minutes, phase) for draw in source.draws for phase, minutes in draw.parts]
    return tab(_("Minutes"), _("Minutes of the draws"), parts, fields)


def _pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return ", ".join("-".join(map(str, pair)) for pair in pairs)


def _team_by_team(source: WorkbookSource) -> Tab:
    """List the frozen pool of each draw, the cancelled ones too, and where the draw put each team."""
    fields = [
        *shared.draw(),
        _phase(source),
        Field(_("Method"), lambda line: method_label(line[1].method), width=24),
        shared.entrant_number(source.tournament, "3.number"),
        Field(_("Wins"), lambda line: line[3].get("wins", 0), "number", 8),
        Field(_("Points"), lambda line: line[3].get("points", 0), "figure", 10),
        Field(_("Has met"), lambda line: ", ".join(map(str, line[3].get("met", ()))), width=26),
        Field(_("Exempt"), lambda line: _exempt_before(source, line[3]["number"], line[0].round.number), "number", 8),
        Field(_("Without playing"), lambda line: line[3].get("exempt", 0), "number", 9),
        Field(_("Club"), "3.club", width=20),
        Field(_("Family"), "3.family", width=14),
        Field(_("Fixed table"), "3.fixed_table", "number", 9),
        Field(_("Table as drawn"), "4.0", "number", 9),
        Field(_("Side"), "4.1", "number", 7),
    ]
    lines = [
        (draw, minutes, phase, team, places.get(team["number"]))
        for draw in source.draws
        for phase, minutes, numbers in numbered_parts(draw)
        for places in [_places(minutes, numbers)]
        for team in minutes.entrants
    ]
    name, title = _("Draws, team by team"), _("Teams as they were when each draw was made")
    if source.tournament.singles:
        name, title = _("Draws, player by player"), _("Players as they were when each draw was made")
    return tab(name, title, lines, fields)


def _seed(draw: Draw, phase: int) -> str:
    """Return the seed of one part of *draw*; empty where nothing is drawn by it."""
    return next((seed.whole for seed in draw.seeds if seed.phase == phase), "")


def _seed_from(draw: Draw, phase: int) -> str:
    """State whence the seed of one part of *draw* is."""
    origins = [seed.origin for seed in draw.seeds if seed.phase == phase]
    return origins[0] if origins else str(SEED_ORIGINS["none"])


def _phase(source: WorkbookSource) -> Field:
    """Name the phase of a part of a draw, (draw, minutes, phase, …), where several were drawn side by side."""
    titles = phase_titles(source.tournament)
    return Field(_("Phase"), lambda part: titles.get(part[2], "") if len(part[0].parts) > 1 else "", width=18)


def _places(minutes: Minutes, numbers: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return number of a team → the table, in the hall, and the side on which it was drawn."""
    return {
        number: (numbers[table["table"]], side)
        for table in minutes.tables
        for side, camp in enumerate(table["camps"], 1)
        for number in camp
    }


def _exempt_before(source: WorkbookSource, team: int, partie: int) -> int:
    """Count how often *team* was exempt before *partie*, as the ranking does: no forfeit won, no partie missed."""
    return sum(result is None for number, result in source.evening.seated.get(team, {}).items() if number < partie)
