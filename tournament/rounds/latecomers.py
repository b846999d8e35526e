"""Teams that come after a draw: where they play, and beside whom they may still be seated."""

from typing import NamedTuple

from django.db.models import Exists, Min, QuerySet

from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.words import phase_title
from tournament.languages import spoken_language
from tournament.prepared import prepared
from tournament.registration.models import Team
from tournament.registration.selectors import all_teams, teams_in_round
from tournament.rounds.models import Draw, Seat, Table
from tournament.rounds.selectors import drawn_parts, history, live_draw, next_number
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import late_pairs, late_places, pool_letter


def takes_latecomers(tournament: Tournament, draw: Draw) -> bool:
    """Return whether a team that comes after *draw* may still be seated in its partie, beside an exempt or late one.

    One query: in no partie before the last one that is drawn.
    """
    if draw.phase or draw.main.method == KNOCK_OUT or tournament.singles:
        return False
    return draw.round.number == next_number(tournament) - (draw.state == "published")


# The kinds of entrants that include a team come too late for the pools or the knock-out.
WITH_LATECOMERS = ("pool_after", "beaten", "after", "all")


# Beyond every number: a team that is not registered yet comes after all those that are.
ANOTHER = 100_000


class LateEntry(NamedTuple):
    """State where a team come after the draw of the pools or of a knock-out plays: from *partie* on in the *pool* of that
    letter, else in the *phase* of that title, else nowhere. `rests`: the partie from which the pools play on without
    it until then, 0 where they do not; it has missed those before. `meets`: the team that came late too, with which it
    makes a table in the next of them, 0 for none. With
    *partie* 0 there is nothing to say of it: it has its matches already, or is not here.
    """

    partie: int
    pool: str = ""
    phase: str = ""
    rests: int = 0
    meets: int = 0


def late_entries(tournament: Tournament, *, another: bool = False) -> dict[int, LateEntry]:
    """Return where each team plays that is here and came after the draw of the pools, or of a knock-out.

    Of those registered as late, the ones that play already and the ones that are not here have nothing to be said. With
    *another*, what a team would get that is registered now, under the number ANOTHER. Empty while every team joins the
    next draw. Five queries; none where there are no pools and no knock-out.
    """
    every_phase = tournament.formula.phases
    if not {POOLS, KNOCK_OUT} & tournament.formula.methods:
        return {}
    parts = drawn_parts(tournament)
    last = [part for part in parts if part.number == parts[-1].number]
    if not any(part.phase or part.minutes.method in (POOLS, KNOCK_OUT) for part in last):
        return {}
    number, own = last[0].number + 1, [part.minutes for part in parts if part.minutes.method == POOLS]
    groups = own[-1].pools if own else []
    known = {team for group in groups for team in group}
    known |= {team for part in parts if part.phase or part.minutes.method == KNOCK_OUT for team in part.minutes.pool}
    comers = {
        pk: team for pk, team in teams_in_round(tournament, number).values_list("pk", "number") if team not in known
    }
    comers |= {0: ANOTHER} if another else {}
    late = Team.objects.filter(tournament=tournament, first_round__gt=1).values_list("number", flat=True)
    entries = dict.fromkeys(late, LateEntry(0))
    if not comers:
        return entries
    pools_go_on = last[0].minutes.method == POOLS and len(own) < max(map(turns_of, map(len, groups)))
    met = history(tournament, number)[0] if pools_go_on else {}
    there = {team: met.get(pk, []) for pk, team in comers.items()} if pools_go_on else {}
    places = late_places(groups, there)
    alone = {team: those for team, those in there.items() if team not in places}
    opponents = {b: a for a, b in late_pairs(alone) if b == ANOTHER}
    for a, b in late_pairs({team: those for team, those in alone.items() if team != ANOTHER}):
        opponents |= {a: b, b: a}
    seats = Seat.objects.filter(team__in=comers, round__state="published") if pools_go_on else Seat.objects.none()
    since = dict(seats.order_by().values_list("team").annotate(first=Min("round__number")))
    begun = {part.phase for part in parts}
    coming = [phase for phase in every_phase if phase.index not in begun and phase.who in WITH_LATECOMERS]
    title = phase_title(coming[0], spoken_language()) if coming else ""
    return entries | {
        team: LateEntry(number, pool_letter(places[team] - 1))
        if team in places
        else LateEntry(
            number, phase=title, rests=since.get(pk, number) if pools_go_on else 0, meets=opponents.get(team, 0)
        )
        for pk, team in comers.items()
        if team not in places or not met.get(pk)
    }


class LatecomerSeats(NamedTuple):
    """The tirage of the partie being played, and the numbers of its exempt teams, which may still play a latecomer."""

    draw: Draw
    exempt: list[int]


def latecomer_seats(tournament: Tournament, number: int) -> LatecomerSeats | None:
    """Return where a latecomer may still play in partie *number*: None without an exempt team or once it is over."""
    draw = live_draw(tournament, number)
    if draw is None or not takes_latecomers(tournament, draw):
        return None
    # Sheets are known by the name of their relation alone: they stand in a package above this one.
    playing = Exists(Table.objects.filter(round=draw.round_id).exclude(sheets__counted=True))
    exempt = draw.round.seats.filter(playing, table=None, forfeited_by=None).order_by("team__number")
    numbers = list(exempt.values_list("team__number", flat=True))
    return LatecomerSeats(draw, numbers) if numbers else None


@prepared
def _seated(partie: int) -> QuerySet[Seat, int]:
    return Seat.objects.filter(round=partie).order_by().values_list("team_id", flat=True)


def late_teams(tournament: Tournament, draw: Draw) -> list[Team]:
    """Return the teams without a place in the partie of *draw* that may still be given one; three queries."""
    number = draw.round.number
    seated = set(_seated(partie=draw.round_id))
    return [
        team
        for team in all_teams(tournament)
        if team.pk not in seated and not team.waiting and not team.alone and not team.gone(number)
    ]
