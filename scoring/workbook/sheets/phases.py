"""The pools and the brackets."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.ranking import EXEMPT, Row
from scoring.workbook import columns as shared
from scoring.workbook.columns import TAB_LENGTH, Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.figures import ordinal
from tournament.finals.bracket import NOBODY, Match
from tournament.finals.outstanding import going_on_of
from tournament.finals.played import PlayedPhase, played_phases
from tournament.finals.words import absence_words, decision, phase_title, play_off_round, round_name
from tournament.languages import spoken_language
from tournament.tirages.poules import pool_letter


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the pools on one tab, then each bracket on its own; none where everybody plays on to the end."""
    if not source.tournament.has_phases:
        return []
    every_phase = played_phases(source.evening)
    phases = [_pools(source, played, every_phase) for played in every_phase if played.pools]
    phases += [_bracket(source, played) for played in every_phase if played.rounds]
    names: set[str] = set()
    return [_renamed(tab, names) for tab in phases]


def _renamed(tab: Tab, names: set[str]) -> Tab:
    """Choose for *tab* a name that is not among *names* yet, and add it to them."""
    name, again = tab.name[:TAB_LENGTH], 2
    while name.casefold() in names:
        name = f"{tab.name[: TAB_LENGTH - 3]} {again}"
        again += 1
    names.add(name.casefold())
    return replace(tab, name=name)


def _pools(source: WorkbookSource, played: PlayedPhase, every_phase: Sequence[PlayedPhase]) -> Tab:
    """Show the ranking of each pool, with what each team marked against the one of each rank."""
    pools = source.evening.pool_rows(played)
    largest = max(len(rows) for rows in pools)
    first_ones = next((one for one in every_phase if one.phase.who == "pool_first"), None)
    teams, annulled = source.by_number, source.evening.annulled(played)
    fields = [
        Field(_("Pool"), "0", width=8),
        Field(_("Rank"), "1.rank", "number", 7),
        *shared.entrant(source.tournament, "1.number", lambda line: teams[line[1].number].names),
        Field(_("Won"), "1.wins", "number", 8),
        Field(_("Points"), "1.points", "figure", 10),
        Field(_("Difference"), "1.difference", "signed", 11),
        *([Field(_("Goes on"), "2", width=9)] if first_ones else []),
        Field(_("Note"), lambda line: _departure(line[1], annulled), width=24),
        *(
            Field(_("Against the %(place)s") % {"place": ordinal(rank)}, f"3.{rank}", "figure", 9)
            for rank in range(1, largest + 1)
        ),
        Field(_("Exempt"), lambda line: _exempt_points(line[1]), "figure", 9),
    ]
    lines = [
        (
            pool_letter(place),
            row,
            True if row.number in going_on_of(rows, first_ones).teams else None,
            _against(row, rows),
        )
        for place, rows in enumerate(pools)
        for row in rows
    ]
    title = phase_title(played.phase, spoken_language())
    return tab(title, title, lines, fields)


def _exempt_points(row: Row) -> int | None:
    return sum(result.points for result in row.results if result.kind == EXEMPT) or None


def _against(row: Row, pool: list[Row]) -> dict[int, int | None]:
    """Return place in the *pool* → what the team of *row* marked against the team there."""
    marked = {other: result.points for result in row.results if result.outcome for other in result.opponents}
    return {place: marked.get(other.number) for place, other in enumerate(pool, 1)}


def _departure(row: Row, annulled: Collection[int]) -> str:
    """Return the words for a team that has left or is excluded, and whether its matches in the pool are *annulled*."""
    said = shared.departure(row)
    return _("%(departure)s, matches annulled") % {"departure": said} if row.number in annulled else said


def _bracket(source: WorkbookSource, played: PlayedPhase) -> Tab:
    """List every match of a bracket, round after round."""
    names = {number: team.names for number, team in source.by_number.items()}

    def side(place: int) -> list[Field]:
        return [
            *shared.entrant(
                source.tournament,
                lambda line: line[2].sides[place] or None,
                lambda line: names.get(line[2].sides[place]),
                width=36,
            ),
            Field(_("Points"), lambda line: None if line[2].by_forfeit else line[2].points[place], "figure", 10),
        ]

    fields = [
        Field(_("Round"), "0", width=18),
        Field(_("Match"), "1", "number", 8),
        Field(_("Table"), "2.table", "number", 8),
        *side(0),
        *side(1),
        Field(_("Goes on"), lambda line: line[2].winner or None, "number", 9),
        Field(_("Note"), lambda line: _note(played, line[2]), width=16),
    ]
    lines = [
        (round_name(played, place, spoken_language()), number, match)
        for place, matches in enumerate(played.rounds)
        for number, match in enumerate(matches, 1)
    ]
    lines += [
        (play_off_round(play_off, place, spoken_language()), number, match)
        for play_off in played.play_offs
        for place, matches in enumerate(play_off.rounds)
        for number, match in enumerate(matches, 1)
    ]
    title = phase_title(played.phase, spoken_language())
    return tab(title, title, lines, fields)


def _note(played: PlayedPhase, match: Match) -> str:
    decided = decision(played, match, spoken_language())
    if NOBODY in match.sides:
        return decided or _("bye")
    if match.by_forfeit and match.winner:
        return absence_words(played, match, int(match.sides[0] == match.winner), spoken_language())
    return decided if match.winner is not None else _("to play")
