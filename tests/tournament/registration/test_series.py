"""Concours made as one before them: its settings, its teams where that is wanted, and a series in one act."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.people import person_of, register
from tournament.concours.selectors import club_models
from tournament.concours.services import change_settings, create_tournament
from tournament.errors import TournamentError
from tournament.models import Person, Tournament
from tournament.people import services as people
from tournament.registration.series import create_series, next_evening, series_dates

pytestmark = pytest.mark.django_db


@pytest.fixture
def before():
    """An evening with three teams: one with a fixed table and a name, one that paid, one of a person erased since."""
    tournament = builders.concours(teams=0, fee_cents=1400, lots=["Un jambon"])
    register(tournament, "Jean Martin", "Anne Roux", origin="Plouc", fixed_table=3, name="Les As", remark="fatigué")
    register(tournament, "Luc Brun", "Lise Faure", paid_cents=1400)
    gone = register(tournament, "Paul Petit", "Rose Lebrun")
    people.erase_person(club_id=tournament.club_id, person_id=person_of(gone).pk, by=None)
    return tournament


def series(before, *, evenings=1, **more):
    dates = series_dates(datetime.date(2026, 12, 4), evenings=evenings, every_days=7)
    return create_series(
        club=before.club, preset=before.preset, name="Vendredi", dates=dates, by=None, like=before, **more
    ).concours


def test_teams_come_along_with_their_persons_and_nothing_of_that_evening(before, django_assert_max_num_queries):
    with django_assert_max_num_queries(27):
        (made,) = series(before, teams=True)
    assert (made.fee_cents, made.lots) == (1400, ["Un jambon"])
    first, second = made.teams.order_by("number")
    assert (first.name, first.origin, first.fixed_table, first.remark) == ("Les As", "Plouc", 3, "")
    assert (first.present, second.paid_cents) == (False, None)
    assert [member.player.name for member in first.members.all()] == ["Jean Martin", "Anne Roux"]
    assert person_of(first) == person_of(before.teams.get(number=1)), "the same person, known for sure"
    assert Person.objects.get(name="Jean Martin").times == 2


def test_a_series_is_one_act_all_or_none(before):
    made = series(before, evenings=4, teams=True)
    assert [one.date.day for one in made] == [4, 11, 18, 25] and {one.teams.count() for one in made} == {2}
    count = Tournament.objects.count()
    with pytest.raises(TournamentError) as refused:
        series(before, evenings=2, teams=True, overrides={"next_method": "melee", "first_method": "melee"})
    assert refused.value.code == "teams_not_alike" and Tournament.objects.count() == count
    for wrong in (
        {"evenings": 0, "every_days": 7},
        {"evenings": 61, "every_days": 7},
        {"evenings": 2, "every_days": 0},
    ):
        with pytest.raises(TournamentError):
            series_dates(datetime.date(2026, 12, 4), **wrong)


def test_more_teams_than_places_wait(before):
    (made,) = series(before, teams=True, overrides={"max_teams": 1})
    assert [team.waiting for team in made.teams.order_by("number")] == [False, True]


def test_a_model_of_the_club_stands_first_and_is_not_handed_on(before):
    odile = account("odile", before.club)
    change_settings(tournament_id=before.pk, changes={"model_name": "Notre vendredi"}, by=None)
    assert club_models(odile) == [before]
    client = logged_in(odile)
    assert "Notre vendredi" in client.get(reverse("concours-plan")).text
    address = f"{reverse('concours-new')}?comme={before.pk}"
    form = client.get(address).context["form"]
    data = {field.html_name: "" if (value := field.value()) is None else value for field in form}
    data = {
        name: str(value) if name.startswith("option_") else value
        for name, value in data.items()
        if value is not False or name.startswith("option_")
    }
    data |= {"name": "Vendredi", "date": "2026-12-04", "with_teams": "1", "evenings": "3", "every_days": "14"}
    answer = client.post(address, data)
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.filter(name="Vendredi").order_by("date")
    assert [one.date.isoformat() for one in made] == ["2026-12-04", "2026-12-18", "2027-01-01"]
    assert {one.model_name for one in made} == {""} and {one.teams.count() for one in made} == {2}
    refused = client.post(address, data | {"evenings": "99", "name": "Trop"})
    assert refused.status_code in (200, 422) and not Tournament.objects.filter(name="Trop").exists()
    assert "de 1 à 60" in refused.text


@pytest.mark.parametrize(
    ("days", "today", "proposed"),
    [
        ("2026-10-02 2026-10-16", "2026-10-17", "2026-10-30"),
        ("2026-10-02 2026-10-16", "2026-10-30", "2026-10-30"),
        ("2026-10-02 2026-10-16 2026-11-13", "2026-11-14", "2026-11-27"),  # one left out
        ("2026-10-02 2026-10-09 2026-10-16", "2026-12-01", "2026-12-04"),
        ("2026-10-16 2026-12-11 2026-12-25", "2026-10-17", "2027-01-08"),  # a series is made already
        ("2026-09-04 2026-10-02 2026-11-06", "2026-11-07", "2026-12-04"),  # the first Friday of a month
        ("2026-09-04 2026-10-02 2026-11-06", "2027-01-02", "2027-02-05"),
        ("2026-05-01 2026-05-29 2026-06-26", "2026-06-27", "2026-07-24"),  # four weeks, whatever the month
        ("2026-10-02", "2026-10-03", None),
        ("2025-12-05 2026-12-04", "2026-12-05", None),  # once a year
        ("2026-10-02 2026-10-16 2026-11-06", "2026-11-07", None),
        ("2026-10-02 2026-10-17", "2026-10-18", None),  # a Friday and a Saturday
        ("", "2026-10-03", None),
    ],
)
def test_the_next_evening_follows_the_habit_of_the_club(days, today, proposed):
    known = [datetime.date.fromisoformat(day) for day in days.split()]
    expected = proposed and datetime.date.fromisoformat(proposed)
    assert next_evening(known, datetime.date.fromisoformat(today)) == expected


def test_a_concours_as_last_time_begins_with_the_next_day_of_the_habit(client):
    """It proposed today, whatever the day on which the club plays; without a habit the day is asked."""
    today = timezone.localdate()
    last = builders.concours(teams=0, date=today - datetime.timedelta(days=1))
    client.force_login(account("marie", last.club))
    page = reverse("concours-new")

    def proposed(query):
        return client.get(f"{page}?{query}").context["form"]["date"].value()

    assert proposed(f"comme={last.pk}") is None
    assert proposed("preset=3x20") == today
    other = {"club": last.club, "preset": "3x20", "name": "Avant", "by": None}
    create_tournament(date=last.date - datetime.timedelta(days=14), **other)
    create_tournament(date=last.date - datetime.timedelta(days=7), **other, overrides={"rehearsal": True})
    create_tournament(date=last.date - datetime.timedelta(days=3), **other)
    assert proposed(f"comme={last.pk}") == last.date + datetime.timedelta(days=14)
