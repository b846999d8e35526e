"""Attendance between two days at the concours of a club: counted, shown and answered by the API."""

import datetime

import pytest
from django.urls import reverse

from scoring.people.attendance import MOST_SHOWN, attendance_of
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.people import another, person_of, register
from tournament.people import services as people

pytestmark = pytest.mark.django_db
SEASON = datetime.date(2025, 9, 1), datetime.date(2026, 8, 31)


@pytest.fixture
def club():
    """Two evenings of a season and one of the season before; a concours of it removed, a team that never sat, a rehearsal."""
    first = builders.concours(teams=0, date=datetime.date(2025, 3, 20))
    plan = [
        (0, {}, [("Jean Martin", "Anne Roux", "Saint-Plouc"), ("Luc Brun", "Lise Faure", "Pons")]),
        (210, {}, [("Jean Martin", "Anne Roux", "Saint-Plouc"), ("Rose Petit", "Marc Petit", "St Plouc")]),
        (217, {}, [("Jean Martin", "Rose Petit", "Saint-Plouc"), ("Anne Roux", "Paul Blanc", "Saint-Plouc")]),
        (224, {"overrides": {"rehearsal": True}}, [("Un", "Deux", ""), ("Trois", "Quatre", "")]),
    ]
    for days, changes, teams in plan:
        evening = another(first, days, **changes) if days else first
        for one, other, origin in teams:
            register(evening, one, other, origin=origin)
        builders.partie(evening, 1, [(1, 1100, 2, 844)])
    register(another(first, 231), "Jean Martin", "Anne Roux", origin="Saint-Plouc")
    return first.club


def test_who_came_how_often_and_who_did_not_come_back(club, django_assert_num_queries):
    with django_assert_num_queries(3):
        came = attendance_of(club, *SEASON)
    assert [(one.name, one.evenings, one.new) for one in came.people] == [
        ("Anne Roux", 2, False),
        ("Jean Martin", 2, False),
        ("Rose Petit", 2, True),
        ("Marc Petit", 1, True),
        ("Paul Blanc", 1, True),
    ]
    assert [(one.name, one.evenings, one.last) for one in came.gone] == [
        ("Lise Faure", 1, datetime.date(2025, 3, 20)),
        ("Luc Brun", 1, datetime.date(2025, 3, 20)),
    ]
    assert (came.evenings, came.times, came.new, came.once) == (2, 8, 3, 2)


def test_one_commune_however_it_is_written(club):
    (plouc,) = attendance_of(club, *SEASON).communes
    assert (plouc.people, plouc.times) == (5, 8)


def test_an_erased_person_is_named_nowhere_and_counted_by_nobody(club):
    register_of = person_of(club.tournaments.order_by("date").first().teams.get(number=1))
    people.erase_person(club_id=club.pk, person_id=register_of.pk, by=None)
    assert "Jean Martin" not in [one.name for one in attendance_of(club, *SEASON).people]


def test_the_page_and_the_api_answer_alike(club):
    client = logged_in(account("sylvie", club, "scorer"))
    page = client.get(reverse("club-people-came", args=[club.pk]) + "?du=2026-08-31&au=2025-09-01").text
    assert "5 personnes différentes" in page and "2 concours" in page and "8 présences en tout" in page
    assert page.index("Anne Roux") < page.index("Marc Petit") < page.index("Luc Brun")
    answer = api_for(account("olga", club)).get(
        f"/api/v1/clubs/{club.pk}/people/attendance/?first_day=2025-09-01&last_day=2026-08-31"
    )
    found = answer.json()
    assert (found["times"], len(found["people"]), len(found["gone"])) == (8, 5, 2)
    assert found["communes"][0]["times"] == 8


@pytest.mark.parametrize("asked", ["?du=0001-01-01&au=0001-01-02", "?du=9999-12-31&au=9999-12-31", "?du=x&au=%00", ""])
def test_days_without_anybody_are_said_so(club, asked):
    client = logged_in(account("sylvie", club, "scorer"))
    answer = client.get(reverse("club-people-came", args=[club.pk]) + asked)
    assert answer.status_code == 200


def test_a_thousand_people_are_not_all_named(club):
    came = attendance_of(club, *SEASON)
    many = type(came)(came.club, came.since, came.until, 1, list(came.people) * MOST_SHOWN, came.gone)
    assert len(many.shown) == MOST_SHOWN
