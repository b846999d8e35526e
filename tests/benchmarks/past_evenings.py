"""The past of a club: so many evenings of 100 teams before the one of tonight."""

import datetime
import os

from django.db import connection

from tournament.models import Person, Player, Round, Seat, Table, Team, TeamMember, Tournament

SIZES = [int(size) for size in os.environ.get("DIX_PAST", "1,10,100").split(",")]
TEAMS = 100
REGULARS = 600  # of whom 200 come on an evening


def past(tonight: Tournament, evenings: int) -> None:
    """Give the club of *tonight* its regulars and so many evenings of TEAMS teams, each with a partie that was played."""
    club = tonight.club
    people = [
        Person(club=club, name=f"Prénom{at} Nom{at * 37 % 997}", commune=f"Bourg {at % 40}") for at in range(REGULARS)
    ]
    for person in people:
        person.set_keys()
    people = Person.objects.bulk_create(people)
    players = Player.objects.bulk_create(Player(club=club, name=one.name, key=one.key) for one in people)
    for number in range(evenings):
        date = tonight.date - datetime.timedelta(days=7 * (number + 1))
        values = {"preset": tonight.preset, "parties": 4, "rule_options": tonight.rule_options}
        before = Tournament.objects.create(
            club=club, name="Vendredi", slug=f"v-{club.pk}-{number}", date=date, **values
        )
        teams = Team.objects.bulk_create(Team(tournament=before, number=at + 1, present=True) for at in range(TEAMS))
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player=players[who], person=people[who], position=place + 1)
            for at, team in enumerate(teams)
            for place in (0, 1)
            for who in [(2 * at + place + number * 11) % REGULARS]
        )
        partie = Round.objects.create(tournament=before, number=1, state="published")
        tables = Table.objects.bulk_create(Table(round=partie, number=at + 1) for at in range(TEAMS // 2))
        Seat.objects.bulk_create(
            Seat(round=partie, table=tables[at // 2], team=team, camp=("NS", "EO")[at % 2])
            for at, team in enumerate(teams)
        )
    Person.objects.filter(club=club).update(times=evenings)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself
