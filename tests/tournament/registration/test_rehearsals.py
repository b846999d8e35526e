"""A rehearsal: it counts for nothing beside itself, says so, and is erased whole with the names it brought."""

import datetime

import pytest
from django.urls import reverse

from scoring.calendar.selectors import sent_of_club
from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.support.api import account
from tournament.concours.services import create_tournament
from tournament.errors import TournamentError
from tournament.models import JournalEntry, Person, Player, Tournament
from tournament.people.selectors import find_people
from tournament.registration.rehearsals import change_settings, erase_rehearsal
from tournament.registration.services import register_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def rehearsal():
    tournament = builders.concours(teams=4, rehearsal=True)
    builders.partie(tournament, 1, [(1, 1012, 2, 932), (3, 952, 4, 992)])
    return tournament


def another(tournament, **changes):
    return create_tournament(
        club=tournament.club,
        preset="4x12-points",
        name="Vrai",
        date=datetime.date(2026, 12, 1),
        by=None,
        **changes,
    )


def test_a_rehearsal_goes_whole_with_the_names_it_brought(rehearsal):
    real = another(rehearsal)
    register_team(tournament_id=real.pk, players=["Odile Prigent", "Yves Le Bras"], by=None)
    register_team(tournament_id=rehearsal.pk, players=["Odile Prigent", "Marc Essai"], by=None)
    erase_rehearsal(tournament_id=rehearsal.pk, by=None)
    assert list(Tournament.every.all()) == [real]
    assert not ScoreSheet.objects.exists() and not JournalEntry.objects.exclude(tournament=real).exists()
    assert {player.name for player in Player.objects.all()} == {"Odile Prigent", "Yves Le Bras"}


def test_only_a_rehearsal_goes_like_that(rehearsal):
    Tournament.objects.filter(pk=rehearsal.pk).update(rehearsal=False)
    with pytest.raises(TournamentError) as refused:
        erase_rehearsal(tournament_id=rehearsal.pk, by=None)
    assert refused.value.code == "not_rehearsal" and ScoreSheet.objects.count() == 2


def test_nobody_is_a_regular_by_a_rehearsal_and_no_calendar_has_it(rehearsal):
    register_team(tournament_id=rehearsal.pk, players=["Odile Prigent", "Marc Essai"], origin="Pons", by=None)
    assert find_people(rehearsal.club, "essai") == []
    real = another(rehearsal)
    register_team(tournament_id=real.pk, players=["Odile Prigent", "Yves Le Bras"], by=None)
    (odile,) = find_people(rehearsal.club, "odile")
    assert (odile.origin, odile.times) == ("", 1)
    assert sent_of_club(rehearsal.club) == [real]


def test_a_concours_marked_later_counts_for_nobody_and_one_unmarked_for_its_players(rehearsal):
    """The mark was forgotten, or left on, when the teams were registered."""
    real = another(rehearsal)
    for concours, partner in ((rehearsal, "Marc Essai"), (real, "Yves Le Bras")):
        register_team(tournament_id=concours.pk, players=["Odile Prigent", partner], by=None)
    change_settings(tournament_id=real.pk, changes={"rehearsal": True}, by=None)
    assert not Person.objects.exists() and find_people(real.club, "odile") == []
    change_settings(tournament_id=real.pk, changes={"rehearsal": True, "name": "Essai"}, by=None)
    change_settings(tournament_id=rehearsal.pk, changes={"rehearsal": False}, by=None)
    found = {one.name: one.times for one in find_people(real.club, "odile") + find_people(real.club, "marc")}
    assert found == {"Odile Prigent": 1, "Marc Essai": 1} and find_people(real.club, "yves") == []


def test_a_concours_made_like_a_rehearsal_is_none(rehearsal):
    made = another(rehearsal, like=rehearsal)
    assert not made.rehearsal and made.parties == rehearsal.parties


@pytest.mark.parametrize("name", ["concours", "door", "entry", "draws", "standings", "reglement", "palmares", "whole-evening", "poster", "team-cards"])  # fmt: skip
def test_each_page_of_the_organiser_says_that_it_is_a_rehearsal(client, rehearsal, name):
    client.force_login(account("odile", rehearsal.club, role="organiser"))
    page = client.get(reverse(name, args=[rehearsal.pk])).content.decode()
    assert "<strong>Répétition</strong>" in page
    Tournament.objects.filter(pk=rehearsal.pk).update(rehearsal=False)
    assert "<strong>Répétition</strong>" not in client.get(reverse(name, args=[rehearsal.pk])).content.decode()


@pytest.mark.parametrize("name", ["public-standings", "public-wall", "wall-draw", "public-code"])
def test_telephones_and_walls_say_it(client, rehearsal, name):
    assert "<strong>Répétition</strong>" in client.get(reverse(name, args=[rehearsal.slug])).content.decode()


def test_it_is_erased_from_the_list_of_the_concours(client, rehearsal):
    client.force_login(account("odile", rehearsal.club, role="organiser"))
    address = reverse("rehearsal-erase", args=[rehearsal.pk])
    assert address in client.get(reverse("home")).content.decode()
    assert "4 équipes" in client.get(address).content.decode()
    assert client.post(address).status_code == 302
    assert not Tournament.every.exists()
