"""The sheets of pools, brackets and whole minutes of the draws, from the same rows as the other sheets."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.exports import columns as shared
from scoring.exports.workbook import CELL_LIMIT, Column, Page
from scoring.selectors.draws import method_label, minutes_file
from scoring.selectors.phase_boards import round_name
from scoring.selectors.phases import Played, evening_has_phases, played_phases
from scoring.standings import EXEMPT, Row
from scoring.standings.bracket import NOBODY, Match
from tournament.models.draws import DRAW_STATES
from tournament.phases import phases_of
from tournament.tirages.poules import pool_letter

if TYPE_CHECKING:
    from scoring.exports.sheets import Source

# Longest name of a tab that Excel takes.
TAB = 31


def phases(source: "Source") -> list[Page]:
    """The pools on one sheet, then each bracket on its own; none where everybody plays on to the end."""
    if not evening_has_phases(source.tournament):
        return []
    found = played_phases(source.evening)
    pages = [_pools(source, played) for played in found if played.pools]
    pages += [_bracket(source, played) for played in found if played.rounds]
    tabs: set[str] = set()
    return [_renamed(page, tabs) for page in pages]


def _renamed(page: Page, tabs: set[str]) -> Page:
    """*page* under a tab that no other has."""
    tab, again = page.tab[:TAB], 2
    while tab.casefold() in tabs:
        tab = f"{page.tab[: TAB - 3]} {again}"
        again += 1
    tabs.add(tab.casefold())
    return Page(tab, page.title, page.columns, page.rows, page.landscape)


def _pools(source: "Source", played: Played) -> Page:
    """The ranking of each pool, with what each team marked against the one of each rank."""
    ranked = played.pool_rows(source.evening)
    largest = max(len(rows) for rows in ranked)
    going = next((phase["count"] for phase in source.tournament.phases if phase["who"] == "pool_first"), 0)
    columns = [
        Column(_("Pool"), width=8),
        Column(_("Rank"), "number", 7),
        *shared.entrant(source.tournament),
        Column(_("Won"), "number", 8),
        Column(_("Points"), "figure", 10),
        Column(_("Difference"), "signed", 11),
        *([Column(_("Goes on"), width=9)] if going else []),
        *(Column(_("Against no. %(rank)s") % {"rank": rank}, "figure", 9) for rank in range(1, largest + 1)),
        Column(_("Exempt"), "figure", 9),
    ]
    rows = [
        (
            pool_letter(place), row.rank, row.number, source.by_number[row.number].names, row.wins, row.points,
            row.difference, *([_("yes") if at < going else ""] if going else []),
            *_against(row, [other.number for other in ranked[place]], largest),
            sum(result.points for result in row.results if result.kind == EXEMPT) or None,
        )
        for place, lines in enumerate(ranked)
        for at, row in enumerate(lines)
    ]  # fmt: skip
    title = str(played.phase.title)
    return Page(title, title, columns, rows, landscape=True)


def _against(row: Row, order: list[int], width: int) -> Iterator[int | None]:
    """What the team of *row* marked against each of its pool, in their order."""
    marked = {other: result.points for result in row.results if result.outcome for other in result.opponents}
    for place in range(width):
        yield marked.get(order[place]) if place < len(order) else None


def _bracket(source: "Source", played: Played) -> Page:
    """Every match of a bracket, round after round."""
    columns = [
        Column(_("Round"), width=18),
        Column(_("Match"), "number", 8),
        Column(_("Table"), "number", 8),
        *shared.entrant(source.tournament, width=36),
        Column(_("Points"), "figure", 10),
        *shared.entrant(source.tournament, width=36),
        Column(_("Points"), "figure", 10),
        Column(_("Goes on"), "number", 9),
        Column(_("Note"), width=16),
    ]
    listed = [
        (round_name(played, place), number, match)
        for place, matches in enumerate(played.rounds)
        for number, match in enumerate(matches, 1)
    ]
    if played.third:
        listed.append((_("Third place"), 1, played.third))
    names = {number: team.names for number, team in source.by_number.items()}
    rows = [
        (
            name, number, match.table,
            *(value for side in (0, 1) for value in _side(match, side, names)),
            match.winner or None, _("bye") if NOBODY in match.sides else "" if match.winner else _("to play"),
        )
        for name, number, match in listed
    ]  # fmt: skip
    title = str(played.phase.title)
    return Page(title, title, columns, rows, landscape=True)


def _side(match: Match, side: int, names: Mapping[int, str]) -> tuple[int | None, str, int | None]:
    number = match.sides[side] or None
    return number, names.get(number, ""), match.points[side]


def whole_minutes(source: "Source") -> list[Page]:
    """What every draw was made from, team by team, and its minutes as the program reads them again."""
    if not source.draws:
        return []
    return [_pools_drawn(source), _replayable(source)]


def _pools_drawn(source: "Source") -> Page:
    """Each draw, cancelled ones too: the frozen pool, team by team, and where the draw put each team."""
    columns = [
        *shared.draw(),
        Column(_("Phase"), width=18),
        Column(_("Method"), width=24),
        shared.entrant(source.tournament)[0],
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

    def rows() -> Iterator[tuple]:
        for draw in source.draws:
            for phase, minutes in draw.parts:
                told = (
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
                        *told, team["number"], team.get("wins", 0), team.get("points", 0),
                        ", ".join(map(str, team.get("met", ()))), team.get("exempt", 0), team.get("club") or "",
                        team.get("family") or "", team.get("fixed_table"),
                        *place.get(team["number"], (None, None)),
                    )  # fmt: skip

    tab, title = _("Draws, team by team"), _("Teams as they were when each draw was made")
    if source.tournament.singles:
        tab, title = _("Draws, player by player"), _("Players as they were when each draw was made")
    return Page(tab, title, columns, rows(), landscape=True)


def _replayable(source: "Source") -> Page:
    """The minutes of every draw whole. One text may take several lines: put end to end they are the file."""
    columns = [
        *shared.draw()[:2],
        Column(_("Part"), "number", 7),
        Column(_("Piece"), "number", 7),
        Column(_("File"), width=22),
        Column(_("Text"), "clipped", 90),
    ]

    def rows() -> Iterator[tuple]:
        for draw in source.draws:
            for part in range(len(draw.parts)):
                text = json.dumps(minutes_file(draw, part), ensure_ascii=False)
                suffix = f"-{part}" if part else ""
                name = f"tirage-{draw.round.number}-{draw.number}{suffix}.json"
                for piece, start in enumerate(range(0, len(text), CELL_LIMIT), 1):
                    yield (draw.round.number, draw.number, part, piece, name, text[start : start + CELL_LIMIT])

    title = _("Minutes to be drawn again: put the pieces of a file end to end")
    return Page(_("Draws to make again"), title, columns, rows(), landscape=True)
