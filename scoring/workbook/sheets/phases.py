"""The pools and the brackets."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.phases.bracket import NOBODY, Match
from scoring.phases.selectors import PlayedPhase, played_phases
from scoring.ranking import EXEMPT, Row
from scoring.standings.phase_boards import round_name
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import TAB_LENGTH, Column, Tab
from tournament.concours.phases import evening_has_phases
from tournament.tirages.poules import pool_letter


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the pools on one tab, then each bracket on its own; none where everybody plays on to the end."""
    if not evening_has_phases(source.tournament):
        return []
    every_phase = played_phases(source.evening)
    phases = [_pools(source, played) for played in every_phase if played.pools]
    phases += [_bracket(source, played) for played in every_phase if played.rounds]
    names: set[str] = set()
    return [_renamed(tab, names) for tab in phases]


def _renamed(tab: Tab, names: set[str]) -> Tab:
    """Give *tab* a name that is not among *names* yet, and add it to them."""
    name, again = tab.name[:TAB_LENGTH], 2
    while name.casefold() in names:
        name = f"{tab.name[: TAB_LENGTH - 3]} {again}"
        again += 1
    names.add(name.casefold())
    return replace(tab, name=name)


def _pools(source: WorkbookSource, played: PlayedPhase) -> Tab:
    """Show the ranking of each pool, with what each team marked against the one of each rank."""
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
    return Tab(title, title, columns, rows, landscape=True)


def _against(row: Row, order: list[int], width: int) -> Iterator[int | None]:
    """Yield what the team of *row* marked against each team of its pool, in their order."""
    marked = {other: result.points for result in row.results if result.outcome for other in result.opponents}
    for place in range(width):
        yield marked.get(order[place]) if place < len(order) else None


def _bracket(source: WorkbookSource, played: PlayedPhase) -> Tab:
    """List every match of a bracket, round after round."""
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
    return Tab(title, title, columns, rows, landscape=True)


def _side(match: Match, side: int, names: Mapping[int, str]) -> tuple[int | None, str, int | None]:
    number = match.sides[side] or None
    return number, names.get(number or NOBODY, ""), match.points[side]
