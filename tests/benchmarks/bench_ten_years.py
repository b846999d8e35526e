"""Measure the pages of an evening of a club that has played for years: 1, 10, 100, 1 000 evenings of 100 teams before it.

python -m pytest tests/benchmarks/bench_ten_years.py -s; DIX_PAST=1,10,100,1000 chooses the sizes. On PostgreSQL with DATABASE_URL.
"""

import datetime
import os
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.benchmarks.figures import milliseconds
from tests.scoring.builders import evening
from tests.support.api import account
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


@pytest.mark.django_db
def test_no_page_of_an_evening_is_slower_after_ten_years():
    figures: dict[str, list[float]] = {}
    for size in SIZES:
        tonight = evening(teams=TEAMS, parties=4)
        past(tonight, size)
        client = Client()
        client.force_login(account(f"odile-{size}", tonight.club))
        places = {
            "home": reverse("home"),
            "door": reverse("door", args=[tonight.pk]),
            "search at the door": reverse("door-suggest", args=[tonight.pk]) + "?q=nom12",
            "standings": reverse("standings", args=[tonight.pk]),
            "evening": reverse("concours", args=[tonight.pk]),
            "people": reverse("club-people", args=[tonight.club_id]),
            "who goes when": reverse("club-people-kept", args=[tonight.club_id]),
        }
        for words, address in places.items():
            figures.setdefault(words, []).append(milliseconds(partial(client.get, address)))
    print(f"\n{connection.vendor}, evenings before: {SIZES}")
    for words, values in figures.items():
        print(f"{words}: " + ", ".join(f"{value:.1f} ms" for value in values) + f"; ratio {values[-1] / values[0]:.2f}")
    evenings = ("search at the door", "standings", "evening", "door", "home")
    assert all(figures[words][-1] <= 1.1 * figures[words][0] + 1 for words in evenings)
