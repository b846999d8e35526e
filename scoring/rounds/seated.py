"""The seats of a partie, phase by phase, and the teams that wait for a consolante."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.standings.reading import evening
from tournament.concours.models import Tournament
from tournament.concours.selectors import phase_titles
from tournament.finals.formula import KNOCK_OUT
from tournament.finals.words import drawn_round_name, phase_begins
from tournament.languages import spoken_language
from tournament.people.naming import Audience
from tournament.registration.models import Team
from tournament.registration.selectors import teams_of
from tournament.rounds import selectors as questions
from tournament.rounds.models import Draw
from tournament.rounds.selectors import SeatedTable, Seating, Side


@dataclass(frozen=True)
class SeatedPart:
    """Seat one bracket, or a whole partie. `title` names its phase where there are several, and its round; `waiting` go on
    to the next one, in the bracket of that `phase`.
    """

    title: str
    tables: list[SeatedTable]
    waiting: list[Side]
    exempt: list[Side]
    phase: str = ""


def waiting_parts(tournament: Tournament, draw: Draw, seating: Seating) -> list[SeatedPart]:
    """Return the brackets of *draw* in which somebody waits for the next round."""
    return [part for part in seated_parts(tournament, draw, seating) if part.waiting]


def seated_parts(tournament: Tournament, draw: Draw, seating: Seating) -> list[SeatedPart]:
    """Return *seating* bracket by bracket, each named with its round, the matches for places by themselves; those exempt
    with their bracket.

    What was changed by hand since the draw stays where it was drawn; a team of no part is shown with the first.
    """
    titles = phase_titles(tournament) if len(draw.parts) > 1 else {}
    tables = {table.number: table for table in seating.tables}
    resting = {side.teams[0].number: side for side in seating.exempt}
    parts: list[SeatedPart] = []
    for phase, part, numbers in questions.numbered_parts(draw):
        title, waits = titles.get(phase, ""), part.method == KNOCK_OUT
        here = [tables.pop(number) for number in sorted(numbers.values()) if number in tables]
        sides = [resting.pop(team) for team in part.numbers if team in resting]
        sides.sort(key=lambda side: side.teams[0].number)
        third, places = (_tables_of(teams, here) for teams in (part.third, part.beside))
        here = [table for table in here if table not in (*third, *places)]
        name = _joined(title, drawn_round_name(part, spoken_language())) if waits else title
        parts.append(SeatedPart(name, here, sides if waits else [], [] if waits else sides, title))
        for tables_beside, words in ((third, _("Third-place match")), (places, _("Matches for a place"))):
            if tables_beside:
                parts.append(SeatedPart(_joined(title, words), tables_beside, [], []))
    parts[0].tables.extend(tables.values())
    parts[0].exempt.extend(resting.values())
    return parts


def _tables_of(teams: Sequence[int], tables: Sequence[SeatedTable]) -> list[SeatedTable]:
    """Return those of *tables* at which one of *teams* sits."""
    return [table for table in tables if {team.number for side in table.sides for team in side.teams} & {*teams}]


def with_waiting(tournament: Tournament, seating: Seating, *, audience: Audience = Audience.ORGANISERS) -> Seating:
    """Return *seating* with the teams that wait for a consolante after its partie; nothing is read where there is none."""
    sides = entering_sides(tournament, seating, audience=audience)
    return replace(seating, exempt=[*seating.exempt, *sides]) if sides else seating


def entering_sides(tournament: Tournament, seating: Seating, *, audience: Audience = Audience.ORGANISERS) -> list[Side]:
    """Return the teams without a place in *seating* that wait for a consolante to come; read only where there is one."""
    if not any(phase.who == "beaten" for phase in tournament.formula.phases):
        return []
    entering = evening(tournament.pk).outstanding.entering
    seated = {team.number for team in seated_teams(seating)}
    waiting = teams_of(tournament).filter(number__in=entering.keys() - seated) if entering.keys() - seated else []
    return [
        Side(
            "",
            (team,),
            (questions.team_name(team, audience),),
            waits=phase_begins(entering[team.number], spoken_language()),
        )
        for team in waiting
    ]


def waiting_teams(waiting: Iterable[tuple[str, Team]]) -> list[tuple[str, list[Team]]]:
    """Return the teams that wait for the same phase together, under the words that say which and from when on.

    >>> waiting_teams([("Consolante from partie 3", "a"), ("Consolante from partie 3", "b")])
    [('Consolante from partie 3', ['a', 'b'])]
    """
    found: dict[str, list[Team]] = {}
    for words, team in waiting:
        found.setdefault(words, []).append(team)
    return list(found.items())


def _joined(*words: str) -> str:
    return " · ".join(word for word in words if word)


def seated_teams(seating: Seating) -> list[Team]:
    sides: list[Side] = [*seating.exempt, *(side for table in seating.tables for side in table.sides)]
    return [team for side in sides for team in side.teams]
