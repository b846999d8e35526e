"""The draw of each partie, the minutes of the draws; the pools and the brackets."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.ranking import EXEMPT, TWO_CAMPS, Row
from scoring.rounds.minutes import method_label
from scoring.sheets.selectors import shown_name
from scoring.workbook import columns as shared
from scoring.workbook.columns import TAB_LENGTH, Field, Tab, tab
from scoring.workbook.source import SeatRow, WorkbookSource
from tournament.concours.models import Tournament
from tournament.concours.selectors import phase_titles
from tournament.figures import ordinal
from tournament.finals.bracket import NOBODY, Match
from tournament.finals.outstanding import going_on_of
from tournament.finals.played import PlayedPhase, played_phases
from tournament.finals.words import absence_words, decision, phase_title, play_off_round, round_name
from tournament.languages import spoken_language
from tournament.rounds.models import SEED_ORIGINS, Draw
from tournament.rounds.selectors import numbered_parts
from tournament.tirages.poules import pool_letter
from tournament.tirages.recorded import Minutes


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show who sat where, one tab for each partie."""
    return [_draw(source.tournament, number, source.seats.get(number, [])) for number in source.evening.rounds]


def _draw(tournament: Tournament, number: int, seats: Sequence[SeatRow]) -> Tab:
    """Show a draw: a line for each table where one team sits in each of two camps, else a line for each seat."""
    name, title = _("Draw %(number)s") % {"number": number}, _("Draw of partie %(number)s") % {"number": number}
    camps = Counter((seat.table, seat.camp) for seat in seats if seat.table is not None)
    if any(teams > 1 or camp not in TWO_CAMPS for (_table, camp), teams in camps.items()):
        fields = [
            Field(_("Table"), "table", "number", 8),
            Field(_("Camp"), lambda seat: _without_a_table(seat) if seat.table is None else seat.camp, width=8),
            *shared.entrant(tournament, "team.number", "team.names"),
        ]
        return tab(name, title, seats, fields)
    east = {seat.table: seat for seat in seats if seat.camp == "EO"}
    fields = [
        Field(_("Table"), "0.table", "number", 8),
        shared.entrant_number(tournament, "0.team.number"),
        Field(_("North-South"), "0.team.names", width=42),
        shared.entrant_number(tournament, "1.team.number"),
        Field(_("East-West"), lambda pair: pair[1].team.names if pair[1] else _without_a_table(pair[0]), width=42),
    ]
    return tab(name, title, [(seat, east.get(seat.table)) for seat in seats if seat.camp != "EO"], fields)


def _without_a_table(seat: SeatRow) -> str:
    """State what becomes of a team without a table."""
    if seat.forfeited_by is None:
        return _("exempt")
    return _("won by forfeit against no. %(number)s") % {"number": seat.forfeited_by.number}


def minutes_tabs(source: WorkbookSource) -> list[Tab]:
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


def phases_tabs(source: WorkbookSource) -> list[Tab]:
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
