"""The minutes of the tirages as people read them: quality, proof, ranks, fingerprints; the seats of a partie, phase by
phase, and the teams that wait for a consolante.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language, gettext as _

from scoring.standings.reading import evening
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.concours.selectors import phase_titles
from tournament.concours.structured import draw_option_words
from tournament.finals.formula import KNOCK_OUT, PLANNED
from tournament.finals.outstanding import cuts_of
from tournament.finals.words import drawn_round_name, phase_begins
from tournament.languages import spoken_language
from tournament.people.naming import Audience
from tournament.registration.models import Team
from tournament.registration.selectors import teams_of
from tournament.rounds import selectors as questions
from tournament.rounds.models import Draw, UsedSeed
from tournament.rounds.selectors import SeatedTable, Seating, Side
from tournament.tirages.recorded import Minutes

# Facts of the list as a plan began, and places in its pools: in the file of the minutes alone.
UNTOLD = ("people", "late_pools")


@dataclass(frozen=True)
class MinutesLine:
    """The public minutes of one tirage. `tables` are as drawn: (table in the hall, numbers of each camp); none for
    a draft.
    """

    draw: Draw
    part: int
    title: str
    minutes: Minutes
    method: str
    settings: list[str]
    seed: UsedSeed | None
    tables: list[tuple[int, list[str]]]
    exempt: list[int]
    rematches: list[tuple[int, int]]
    quality: str
    ranked: bool
    ties_only: bool
    proof: str
    pool: list[Mapping[str, Any]]
    cuts: list[str]
    # The fingerprints before the cards said who enters, or the relay who rests; none where it is that of the pool.
    shown: list[tuple[str, str]]

    @property
    def hidden(self) -> bool:
        """Return whether the result is still being looked at by the organiser."""
        return self.draw.state == "draft"


def method_label(key: str) -> str:
    """Return the name of a method for people."""
    method = tirages.TIRAGES.get(key)
    return method.label(get_language() or "fr") if method else key


def named_codes(titles: Sequence[str], codes: str) -> list[tuple[str, str]]:
    """Return each of the fingerprints *codes* with the name of what it stands for; a single one needs no name.

    >>> named_codes(["Main table", "Consolante"], "4f02 77ab"), named_codes(["Pools"], "4f02")
    ([('Main table', '4f02'), ('Consolante', '77ab')], [('', '4f02')])
    """
    found = codes.split()
    several = len(found) > 1 and len(found) == len(titles)
    return list(zip(titles, found, strict=True)) if several else [("", code) for code in found]


def quality_of(minutes: Minutes) -> str:
    """Describe the quality of the result: the least sum of gaps, an even chance; empty where the method decides all.

    So it is too where the teams meet in the order of the list: nothing was looked for, and nothing is proved.
    """
    method = tirages.TIRAGES.get(minutes.method)
    how = method.reasons if method else "line"
    ahead = minutes.ahead
    if how == "lot":
        if ahead and minutes.optimal:
            return _("every draw after which partie %(until)s can be played had the same chance") % ahead
        return _("every allowed draw had the same chance") if minutes.optimal else _("nearly even chances")
    if how == "line":
        if method and not method.chance and minutes.optimal and not minutes.rematches:
            return ""
        if ahead.keys() & {"closer", "spared"} and minutes.optimal:
            return _("the best possible of those after which partie %(until)s can be played, proved") % ahead
        return _("the best possible, proved") if minutes.optimal else _("the best found, not proved")
    return ""


def proof_of(minutes: Minutes) -> str:
    """Explain why the rematches of a tirage could not be avoided; empty where there are none."""
    if not minutes.rematches:
        return ""
    request = {key: minutes.written[key] for key in ("method", "round", "seed", "entrants")}
    try:
        tirages.draw(request | {"options": {**minutes.options, "rematch": "never"}})
    except tirages.ImpossibleError as impossible:
        return impossible.message(get_language() or "fr")
    return ""


def ranks_of(minutes: Minutes) -> dict[int, int]:
    """Return the rank of each team when it was drawn, equal for equals; empty before the first result, and where no rank
    plays a part: in a draw by lot, and once a bracket or a plan has its places.
    """
    first = minutes.method not in PLANNED or minutes.round == 1
    placed = first and minutes.options.get("placement") == "classement"
    if not placed and not minutes.by_rank:
        return {}
    wins_first = minutes.wins_first
    keys = {
        entrant["number"]: (entrant["wins"], entrant["points"]) if wins_first else (entrant["points"], entrant["wins"])
        for entrant in minutes.entrants
    }
    if not any(any(key) for key in keys.values()):
        return {}
    best_first = sorted(keys.values(), reverse=True)
    places = {key: place for place, key in reversed(list(enumerate(best_first, 1)))}
    return {number: places[key] for number, key in keys.items()}


def cuts_in_words(tournament: Tournament, draw: Draw) -> list[str]:
    """Return in words what the cards decided at the limit of a phase in *draw*."""
    return [cut.words for cut in cuts_of(tournament.formula, draw.parts, spoken_language())]


def minutes_page(tournament: Tournament) -> list[MinutesLine]:
    """Return the minutes of every tirage, in order; two queries."""
    titles = phase_titles(tournament)
    lines = []
    drawn = [
        (draw, place, phase, minutes, numbers)
        for draw in questions.draws_of(tournament)
        for place, (phase, minutes, numbers) in enumerate(questions.numbered_parts(draw))
    ]
    for draw, place, phase, minutes, numbers in drawn:
        hidden, knock_out = draw.state == "draft", minutes.method == KNOCK_OUT
        tables = [
            (numbers[table["table"]], [" + ".join(map(str, camp)) for camp in table["camps"]])
            for table in minutes.tables
        ]
        lines.append(
            MinutesLine(
                draw=draw,
                part=place,
                title=titles.get(phase, "") if len(draw.parts) > 1 else "",
                minutes=minutes,
                method=method_label(minutes.method),
                settings=[
                    draw_option_words(name, value, minutes.method)
                    for name, value in minutes.options.items()
                    if name not in UNTOLD
                ],
                seed=next((seed for seed in draw.seeds if seed.phase == phase), None),
                tables=[] if hidden else tables,
                exempt=[] if hidden else list(minutes.exempt),
                rematches=[] if hidden or knock_out else list(minutes.rematches),
                quality=quality_of(minutes),
                ranked=bool(ranks_of(minutes)),
                ties_only=bool(ranks_of(minutes)) and minutes.seed_for_ties,
                proof="" if hidden or knock_out else proof_of(minutes),
                pool=list(minutes.entrants),
                cuts=[] if hidden else cuts_in_words(tournament, draw),
                shown=(
                    named_codes([titles.get(one, "") for one, _part in draw.parts], shown_before(draw))
                    if minutes.about.keys() & {"cut", "relay"}
                    else []
                ),
            )
        )
    return lines


def shown_before(draw: Draw) -> str:
    """Return the fingerprints that the room saw before the cards, a space between."""
    about = draw.main.about
    return str(about.get("cut", about).get("shown") or " ".join(part.fingerprint for _phase, part in draw.parts))


def public_draw(tournament: Tournament, number: int, draw: int) -> Draw | None:
    """Return tirage no. *draw* of partie *number*, unless the organiser still looks at it; one query."""
    found = Draw.objects.filter(round__tournament=tournament, round__number=number, number=draw)
    return found.exclude(state="draft").first()


def minutes_file(draw: Draw, part: int = 0) -> dict[str, object]:
    """Return the minutes of *draw* as the program reads them again, and `about` what became of it.

    *part* counts the phases that were drawn side by side.
    """
    phase, minutes = draw.parts[part]
    about: dict[str, object] = {
        **minutes.about,
        "draw": draw.number,
        "state": draw.state,
        "seed_from": draw.seed_origin,
    }
    about |= {"changes": draw.changes, "phase": phase}
    if draw.reason:
        about["reason"] = draw.reason
    return {**minutes.written, "about": about}


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
