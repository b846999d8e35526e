"""Evenings of one club played through the services, by people who come again."""

import datetime
import random
from collections.abc import Sequence

from scoring.evening.closing import close_tournament
from scoring.evening.selectors import evening_of
from scoring.public.pages import refresh_pages
from scoring.rounds import services as rounds
from scoring.seasons import services
from tests.scoring.builders import sheets
from tournament.concours import services as concours
from tournament.models import Club, Person, Table, Tournament
from tournament.registration import services as registration
from tournament.rounds import services as draws

GIVEN = ("Aline", "Bruno", "Carole", "Denis", "Élise", "Fabien", "Gaëlle", "Hugo", "Inès", "Jules", "Karine", "Loïc")


def names(count: int, *, first: int = 0) -> list[str]:
    """Return so many people of the village, from one on."""
    return [f"{GIVEN[place % 12]} Le Bihan {place // 12 + 1}" for place in range(first, first + count)]


def make_evening(club: Club, preset: str, teams: Sequence[Sequence[str]], day: int = 20, **settings) -> Tournament:
    """Make a concours of *club* with *teams* of named people, present."""
    made = concours.create_tournament(
        club=club,
        preset=preset,
        name=f"Concours du {day}",
        date=datetime.date(2026, 11, day),
        by=None,
        overrides=settings,
    )
    for players in teams:
        registration.register_team(tournament_id=made.pk, players=players, present=True, by=None)
    return made


def play_partie(tournament: Tournament, chance: random.Random) -> None:
    """Draw, publish and enter one partie."""
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
    draws.publish_draw(draw_id=drawn.pk, by=None)
    tables = Table.objects.filter(round=drawn.round).select_related("round")
    ours = [(table, chance.randrange(601, 1344)) for table in tables]
    sheets([(table, points, 1944 - points) for table, points in ours if points != 972])


def play(tournament: Tournament, seed: int = 0, *, parties: int = 20, close: bool = True) -> Tournament:
    """Play an evening to its end, or so many *parties* of it, publish its palmarès, and let the worker keep it."""
    chance = random.Random(seed)
    for _partie in range(parties):
        tournament.refresh_from_db()
        state = rounds_left(tournament)
        if not state:
            break
        play_partie(tournament, chance)
    if close:
        close_tournament(tournament_id=tournament.pk, by=None)
    tournament.refresh_from_db()
    refresh_pages(tournament_id=tournament.pk)
    return tournament


def rounds_left(tournament: Tournament) -> bool:
    """Return whether a partie is still to be drawn."""
    return evening_of(tournament).stage in ("door", "next")


def season_of(club: Club, evenings: Sequence[Tournament], **rules):
    """Make a season in which *evenings* count, and let the worker keep them."""
    made = services.make_season(
        club_id=club.pk, by=None, name="Challenge", evenings=[(one.pk, 1) for one in evenings], **rules
    )
    for one in evenings:
        refresh_pages(tournament_id=one.pk, force=True)
    return made


def person(club: Club, name: str) -> int:
    """Return the key of the person of a name."""
    return Person.objects.get(club=club, name=name).pk
