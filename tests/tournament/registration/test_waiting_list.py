"""Fill the places of a concours: later teams wait until one is free (docs/reliability.md 10, row 45)."""

import pytest
from django.urls import reverse

from scoring.rounds import services as rounds
from scoring.standings.selectors import standing
from tests.scoring import builders
from tests.scoring.races import at_once, between, unguarded
from tests.support.accounts import account
from tests.support.api import api_for
from tests.support.import_pages import start
from tests.support.phases import publish_next
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Seat, Team, Tournament
from tournament.registration import attendance, head_count, selectors as roster, services as registration
from tournament.registration.imports import services as imports
from tournament.registration.imports.selectors import plan_import
from tournament.rounds import services as draws
from tournament.rounds.latecomers import late_teams
from tournament.rounds.selectors import pool

pytestmark = pytest.mark.django_db
RUNS = 10


@pytest.fixture
def concours():
    """Four places, three of them taken."""
    return builders.concours(teams=3, max_teams=4)


@pytest.fixture
def odile(concours):
    return account("odile", concours.club)


def comes(concours, *players, **more):
    return registration.register_team(tournament_id=concours.pk, players=players, present=True, by=None, **more)


def refused(code, act, **more):
    with pytest.raises(TournamentError) as error:
        act(by=None, **more)
    assert (error.value.code, bool(str(error.value))) == (code, True)


def waiting(concours):
    return [team.number for team in roster.waiting_list(concours)]


def test_the_last_place_is_taken_and_the_next_two_wait_in_the_order_they_came(concours):
    fourth, fifth, sixth = (
        comes(concours, "Ann A", "Bob B"),
        comes(concours, "Cal C", "Dan D"),
        comes(concours, "E E", "F F"),
    )
    assert [team.waiting for team in (fourth, fifth, sixth)] == [False, True, True]
    assert waiting(concours) == [5, 6]
    line = JournalEntry.objects.get(act="register_team", after__number=5)
    assert line.after["waiting"] is True
    counts = head_count.door_counts(concours)
    assert (counts.placed, counts.registered, counts.present, counts.waiting) == (4, 4, 4, 2)


def test_the_draw_and_the_ranking_never_take_who_waits(concours):
    for players in (("Ann A", "Bob B"), ("Cal C", "Dan D")):
        comes(concours, *players)
    assert [team.number for team in pool(concours, 1).teams] == [1, 2, 3, 4]
    drawn = publish_next(concours)
    assert sorted(Seat.objects.values_list("team__number", flat=True)) == [1, 2, 3, 4]
    assert [row.number for row in standing(concours).rows if row.number == 5] == []
    assert late_teams(concours, drawn) == []


def test_a_team_that_waits_takes_no_seat_of_an_exempt_one(concours):
    drawn = rounds.open_next_round(tournament_id=concours.pk, by=None)
    Tournament.objects.update(max_teams=3)
    assert comes(concours, "Ann A", "Bob B").waiting
    refused("team_waiting", draws.seat_late_team, draw_id=drawn.pk, team=4)


def test_a_place_that_is_free_again_is_given_by_one_act(concours):
    comes(concours, "Ann A", "Bob B")
    fifth, sixth = comes(concours, "Cal C", "Dan D"), comes(concours, "Eve E", "Fay F")
    refused("places_full", attendance.admit_team, team_id=fifth.pk)
    one = Team.objects.get(number=1)
    attendance.withdraw_team(team_id=one.pk, from_round=1, reason="malade", by=None)
    assert roster.places_left(concours) == 1
    assert comes(concours, "Guy G", "Hal H").waiting, "those who came before have the place"
    attendance.admit_team(team_id=fifth.pk, by=None)
    assert (waiting(concours), roster.places_left(concours)) == ([6, 7], 0)
    line = JournalEntry.objects.get(act="admit_team")
    assert (line.before["waiting"], line.after["waiting"], line.after["number"]) == (True, False, 5)
    assert [team.number for team in pool(concours, 1).teams] == [2, 3, 4, 5]
    refused("not_waiting", attendance.admit_team, team_id=fifth.pk)
    refused("places_full", attendance.admit_team, team_id=sixth.pk)
    refused("places_full", attendance.return_team, team_id=one.pk)


def test_who_waited_may_give_up_and_wait_again(concours):
    comes(concours, "Ann A", "Bob B")
    fifth = comes(concours, "Cal C", "Dan D")
    attendance.withdraw_team(team_id=fifth.pk, from_round=1, reason="rentre", by=None)
    assert waiting(concours) == []
    refused("not_waiting", attendance.admit_team, team_id=fifth.pk)
    attendance.return_team(team_id=fifth.pk, by=None)
    assert waiting(concours) == [5]
    assert head_count.door_counts(concours).withdrawn == 0
    registration.delete_team(team_id=fifth.pk, by=None)
    assert waiting(concours) == []


def test_after_a_draw_a_place_is_for_the_next_partie_and_after_the_last_there_is_none(concours):
    Tournament.objects.update(parties=2, max_teams=3)
    fourth, fifth = comes(concours, "Ann A", "Bob B"), comes(concours, "Cal C", "Dan D")
    for number in (1, 2):
        drawn = publish_next(concours, seed="7♣")
        for table in drawn.round.tables.all():
            builders.sheet(table, north=1000, east=944)
        if number == 1:
            attendance.withdraw_team(team_id=Team.objects.get(number=1).pk, from_round=2, reason="malade", by=None)
            assert attendance.admit_team(team_id=fourth.pk, by=None).first_round == 2
    Tournament.objects.update(max_teams=5)
    refused("too_late", attendance.admit_team, team_id=fifth.pk)


def test_more_places_or_no_limit_let_them_in_one_by_one(concours, odile):
    comes(concours, "Ann A", "Bob B")
    fifth, sixth = comes(concours, "Cal C", "Dan D"), comes(concours, "Eve E", "Fay F")
    change_settings(tournament_id=concours.pk, changes={"max_teams": 5}, by=odile)
    attendance.admit_team(team_id=fifth.pk, by=None)
    refused("places_full", attendance.admit_team, team_id=sixth.pk)
    change_settings(tournament_id=concours.pk, changes={"max_teams": 0}, by=odile)
    attendance.admit_team(team_id=sixth.pk, by=None)
    assert waiting(concours) == [] and not comes(concours, "Guy G", "Hal H").waiting


def test_a_list_longer_than_the_places_fills_them_and_the_rest_waits(concours, odile, client):
    draft = start(concours, odile, "Joueur 1;Joueur 2\nAnn Aa;Bob Bb\nCal Cc;Dan Dd\nEve Ee;Fay Ff\n")
    client.force_login(odile)
    page = client.get(f"/concours/{concours.pk}/inscriptions/importer/{draft.pk}/").content.decode()
    assert "dont 2 sur la liste d’attente" in page
    teams = imports.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    assert [(team.number, team.waiting) for team in teams] == [(4, False), (5, True), (6, True)]
    assert JournalEntry.objects.get(act="import_teams").after["waiting"] == [5, 6]


def test_the_pages_say_how_many_places_are_taken_and_who_is_next(concours, odile, client):
    client.force_login(odile)
    at = f"/concours/{concours.pk}/"
    comes(concours, "Ann A", "Bob B")
    fifth = comes(concours, "Cal C", "Dan D")
    page = client.get(f"{at}inscriptions/").content.decode()
    assert "4 / 4" in page and "et 1 sur la liste d’attente" in page and "Donner la place" not in page
    page = client.get(at).content.decode()
    assert "4 places prises sur 4." in page and "1 attend une place." in page
    assert "Il y a 4 places" in client.get(f"{at}reglement/").content.decode()
    attendance.withdraw_team(team_id=Team.objects.get(number=2).pk, from_round=1, reason="malade", by=odile)
    page = client.get(f"{at}inscriptions/").content.decode()
    assert "3 / 4" in page and "Cal C / Dan D" in page and "Donner la place au n°\u00a05" in page
    assert "Donner la place" in client.get(f"{at}inscriptions/equipes/{fifth.pk}/").content.decode()
    page = client.post(f"{at}inscriptions/equipes/{fifth.pk}/entree/", follow=True).content.decode()
    assert "Le n°\u00a05 a sa place" in page and "4 / 4" in page
    page = client.post(f"{at}inscriptions/equipes/{fifth.pk}/entree/", follow=True).content.decode()
    assert "n’est pas sur la liste d’attente" in page
    told = api_for(odile).ask(f"concours/{concours.pk}/teams/counts/").json()
    assert (told["registered"], told["waiting"]) == (4, 0)
    sixth = comes(concours, "Eve E", "Fay F")
    assert api_for(odile).ask(f"concours/{concours.pk}/evening/").json()["waiting"] == 1
    assert client.get(reverse("why", args=[concours.pk, sixth.number])).status_code == 200
    page = client.get(reverse("public-team", args=[concours.slug, sixth.number]))
    assert page.status_code == 200 and "Eve E" in page.content.decode()
    assert "liste d’attente" in client.get(f"{at}journal/").content.decode()


# --- Two at the same moment ---


def two_arrive(concours, run):
    return [
        lambda names=names: comes(concours, *names)
        for names in ((f"Ann {run}", f"Bob {run}"), (f"Cal {run}", f"Dan {run}"))
    ]


@pytest.mark.django_db(transaction=True)
def test_row_45_two_teams_for_the_last_place(concours):
    """45: one is in, one waits; the draw takes four."""
    for run in "ghijklmnop"[:RUNS]:
        given = at_once(*two_arrive(concours, run))
        assert sorted(team.waiting for team in given) == [False, True], given
        placed = Team.objects.filter(tournament=concours, waiting=False)
        assert placed.count() == 4 and waiting(concours) == [team.number for team in given if team.waiting]
        for team in given:
            registration.delete_team(team_id=team.pk, by=None)
    assert broken_line(JournalEntry.objects.filter(tournament=concours).order_by("number")) is None


@pytest.mark.django_db(transaction=True)
def test_row_45_two_who_wait_for_the_place_that_one_leaves(concours):
    """45: two organisers give the one place to two teams: one is refused."""
    Tournament.objects.update(max_teams=3)
    for run in "ghij":
        Tournament.objects.update(max_teams=3)
        one, two = (arrive() for arrive in two_arrive(concours, run))
        Tournament.objects.update(max_teams=4)
        given = at_once(*(lambda pk=team.pk: attendance.admit_team(team_id=pk, by=None) for team in (one, two)))
        assert [error.code for error in given if isinstance(error, TournamentError)] == ["places_full"]
        assert Team.objects.filter(tournament=concours, waiting=False).count() == 4
        for team in (one, two):
            registration.delete_team(team_id=team.pk, by=None)


@pytest.mark.django_db(transaction=True)
def test_row_45_without_the_lock_both_would_be_in(concours, monkeypatch):
    """45, the control: what the two tests above see is the lock, for without it there are five at four places."""
    unguarded(monkeypatch)
    first, _second = two_arrive(concours, "g")
    between(monkeypatch, (registration, "_set_fields"), first, lambda: comes(concours, "Eve E", "Fay F", number=9))
    assert Team.objects.filter(tournament=concours, waiting=False).count() == 5
