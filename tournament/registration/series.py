"""Make concours as one before them: with its teams where that is wanted, and several at once, a week apart or more."""

import datetime
import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from tournament import names
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.concours.services import create_tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.people.recognition import count_places
from tournament.qualification.conditions import Candidate, refusals_of, told
from tournament.registration import acts, services
from tournament.registration.models import Team, TeamMember

MOST_EVENINGS = 60
LONGEST_GAP = 92
# How many evenings show the habit of a club, and how many days apart they are at most.
HABIT, LONGEST_HABIT = 4, 35


@dataclass(frozen=True)
class TeamLeftOut:
    """A team of the concours before, by its number there, that the conditions of these concours refuse, and why."""

    number: int
    players: str
    why: str
    concours: list[Tournament]


@dataclass(frozen=True)
class Series:
    """The concours that were made, in the order of their days, and the teams of before that are not in all of them."""

    concours: list[Tournament]
    left_out: list[TeamLeftOut]


def series_dates(first: datetime.date, *, evenings: int, every_days: int) -> list[datetime.date]:
    """Return the days of a series. Raises TournamentError `number_range`.

    >>> [f"{day:%d/%m}" for day in series_dates(datetime.date(2026, 1, 23), evenings=3, every_days=7)]
    ['23/01', '30/01', '06/02']
    """
    for field, read, most in (("evenings", evenings, MOST_EVENINGS), ("every_days", every_days, LONGEST_GAP)):
        if not 1 <= read <= most:
            raise TournamentError("number_range", field=field, read=read, most=most)
    return [first + datetime.timedelta(days=every_days * place) for place in range(evenings)]


def next_evening(days: Collection[datetime.date], today: datetime.date) -> datetime.date | None:
    """Return the day on which a club plays next by the habit of *days*, from *today* on; None where they show none.

    A habit is one weekday: the same of each month, or so many weeks apart, some of them left out perhaps.

    >>> fridays = [datetime.date(2026, 9, day) for day in (4, 18)]
    >>> next_evening(fridays, datetime.date(2026, 9, 21)), next_evening(fridays[:1], datetime.date(2026, 9, 21))
    (datetime.date(2026, 10, 2), None)
    """
    known = sorted(set(days))[-HABIT:]
    gaps = [(after - before).days for before, after in zip(known, known[1:], strict=False)]
    if not gaps or any(gap % 7 for gap in gaps):
        return None
    places = {(day.day - 1) // 7 for day in known}
    months = [12 * day.year + day.month for day in known]
    of_month = len(places) == 1 and max(places) < 4 and months == list(range(months[0], months[0] + len(months)))
    every = min(gaps)
    if not of_month and (every > LONGEST_HABIT or any(gap % every for gap in gaps)):
        return None
    day = last = known[-1]
    while day <= last or day < today or (of_month and (day.day - 1) // 7 not in places):
        day += datetime.timedelta(days=7 if of_month else every)
    return day


@transaction.atomic
def create_series(
    *,
    club: Club,
    preset: str,
    name: str,
    dates: Sequence[datetime.date],
    place: str = "",
    by: User | None,
    overrides: Mapping[str, object] | None = None,
    like: Tournament | None = None,
    teams: bool = False,
) -> Series:
    """Create a concours on each of *dates*, all alike; with *teams*, those of *like* are registered in each, not there yet.

    A team that the conditions of a concours refuse is left out of it. All or none. Raises TournamentError as
    `create_tournament`, `teams_not_alike` where another game seats them otherwise, `teams_many`.
    """
    made, left_out = [], dict[tuple[int, str], TeamLeftOut]()
    series = secrets.token_hex(6) if len(dates) > 1 else ""
    for date in dates:
        tournament = create_tournament(
            club=club,
            preset=preset,
            name=name,
            date=date,
            place=place,
            by=by,
            overrides=overrides,
            like=like,
            series=series,
        )
        if teams and like is not None:
            for number, players, why in _register_again(tournament, like, by):
                left_out.setdefault((number, why), TeamLeftOut(number, players, why, [])).concours.append(tournament)
        made.append(tournament)
    return Series(made, list(left_out.values()))


def _register_again(tournament: Tournament, like: Tournament, by: User | None) -> list[tuple[int, str, str]]:
    """Register the teams of *like*, under their numbers in order, unpaid and not there yet; as many queries for any number.

    A team with an erased player stays out: nobody is left to come. Return those that the conditions refuse: the number,
    the players, why.
    """
    if tournament.club_id != like.club_id or tournament.singles != like.singles:
        raise TournamentError("teams_not_alike")
    services.lock_players(tournament)
    members: defaultdict[int, list[TeamMember]] = defaultdict(list)
    for member in TeamMember.objects.filter(team__tournament=like).select_related("player", "person"):
        members[member.team_id].append(member)
    teams = [
        team
        for team in Team.objects.filter(tournament=like, excluded=False).order_by("number")
        if all(member.person is None or member.person.erased_at is None for member in members[team.pk])
    ]
    candidates = [_candidate(team, members[team.pk]) for team in teams]
    refused = {
        team.pk: (team.number, names.together(one.players), told(refusals))
        for team, one, refusals in zip(teams, candidates, refusals_of(tournament, candidates), strict=True)
        if refusals
    }
    teams = [team for team in teams if team.pk not in refused]
    if not teams:
        return list(refused.values())
    services.check_number_of_teams(len(teams))
    places = tournament.max_teams or len(teams)
    new = Team.objects.bulk_create(
        Team(
            tournament=tournament,
            number=number,
            name=team.name,
            origin=team.origin,
            category=team.category,
            family=team.family,
            fixed_table=team.fixed_table,
            alone=team.alone,
            waiting=number > places,
        )
        for number, team in enumerate(teams, start=1)
    )
    seated = [
        TeamMember(team=copy, player=member.player, person=member.person, position=member.position)
        for team, copy in zip(teams, new, strict=True)
        for member in members[team.pk]
    ]
    TeamMember.objects.bulk_create(seated)
    count_places({member.person_id for member in seated})
    numbers = [team.number for team in new]
    after: dict[str, object] = {"teams": [team.pk for team in new], "numbers": numbers}
    after |= {"present": False, "first_round": 1}
    after |= {"waiting": numbers[places:]} if numbers[places:] else {}
    journal.write(tournament, acts.IMPORT_TEAMS, by, after=after)
    return list(refused.values())


def _candidate(team: Team, members: Sequence[TeamMember]) -> Candidate:
    """Return *team* as the conditions of another concours look at it; a place of a rehearsal is known by its name alone."""
    known = {at: member.person for at, member in enumerate(members) if member.person is not None}
    return Candidate([member.player.name for member in members], team.origin, team.category, known)
