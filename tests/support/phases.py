"""Evenings of any preset: set up, drawn, played."""

import datetime

from scoring.rounds import services as rounds
from scoring.standings.selectors import standing
from tests.scoring.builders import sheet, sheets
from tests.support.kept import kept
from tournament import names
from tournament.concours import services as acts
from tournament.models import Club, Player, Seat, Table, Team, TeamMember
from tournament.prepared import insert, prepared
from tournament.rounds import services as draws


@kept
def set_up(preset, teams, *, club=None, **overrides):
    """A concours of a preset with *teams* teams of two, or of one where people enter alone."""
    club = club or Club.objects.create(name="Belote de Borgo")
    tournament = acts.create_tournament(
        club=club, preset=preset, name="Concours", date=datetime.date(2026, 11, 20), by=None, overrides=overrides
    )
    size = 1 if tournament.next_method in ("melee", "escalier") else 2
    entered = [
        Team(tournament=tournament, number=number, present=True, origin=f"C{number % 5}")
        for number in range(1, teams + 1)
    ]
    insert(entered)
    called = {(team, place): f"Joueur {team.number}-{place}" for team in entered for place in range(1, size + 1)}
    players = [Player(club=club, name=name, key=names.key(name)) for name in called.values()]
    insert(players)
    insert(
        [
            TeamMember(team=team, player=player, position=place)
            for (team, place), player in zip(called, players, strict=True)
        ]
    )
    return tournament


def publish_next(tournament, *, by=None, **options):
    """Draw the next partie and publish it."""
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=by, **options)
    draws.publish_draw(draw_id=drawn.pk, by=by)
    return drawn


def play(tournament, *, parties=1, points=None):
    """The next *parties* drawn, published and entered: the lower number of each table wins, but as *points* say.

    Return the last draw.
    """
    for _partie in range(parties):
        drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
        if scores := [(table, *scored(table, points)) for table in _tables(partie=drawn.round_id)]:
            sheets(scores)
    return drawn


def enter(table, points=None):
    north, east = scored(table, points)
    sheet(table, north=north, east=east)


def scored(table, points=None):
    """Return what both camps mark: the lower number wins, by more the farther the numbers are apart, but as *points* say."""
    seated = _camps(table=table.pk)
    north, east = (min(number for number, side in seated if side == camp) for camp in ("NS", "EO"))
    ours = (points or {}).get((north, east))
    if ours is None:
        gap = 100 + 10 * abs(north - east)
        ours = 972 + gap if north < east else 972 - gap
    return ours, 1944 - ours


@prepared
def _tables(partie):
    return Table.objects.filter(round=partie).select_related("round")


@prepared
def _camps(table):
    return Seat.objects.filter(table=table).values_list("team__number", "camp")


def order(tournament):
    return [row.number for row in standing(tournament).rows]


def tables(drawn):
    """The pairs of each part, by phase."""
    return {phase: [[n for camp in t["camps"] for n in camp] for t in part.tables] for phase, part in drawn.parts}
