"""Evenings of one club with registered teams, and the persons of their places."""

import datetime

from tournament.concours.services import create_tournament
from tournament.registration.services import register_team


def another(tournament, days=7, **changes):
    """Make another concours of the club, some *days* after this one."""
    return create_tournament(
        club=tournament.club,
        preset="4x12-points",
        name="Suivant",
        date=tournament.date + datetime.timedelta(days=days),
        by=None,
        **changes,
    )


def register(tournament, *players, origin="", **fields):
    """Register a team of *players*."""
    return register_team(tournament_id=tournament.pk, players=players, origin=origin, by=None, **fields)


def person_of(team, position=1):
    """Return the person in a place of *team*."""
    return team.members.get(position=position).person
