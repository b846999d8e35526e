"""Clubs made, closed, hidden, opened again and handed over by the maintainer of a site."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from deploy.hosting.host_clubs import clubs_found, hosted_clubs
from scoring.public.serving import public_page
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import PASSWORD, Api, api_for
from tests.support.refusals import refuses
from tests.support.rulings import type_in
from tournament.concours import hosting, services as concours_acts
from tournament.errors import TournamentError
from tournament.models import Club, HostAct, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def maintainer():
    return get_user_model().objects.create_superuser("maintainer", password=PASSWORD)


@pytest.fixture
def page(maintainer) -> Client:
    return logged_in(maintainer)


def link_in(answer) -> str:
    return re.search(r"http://[^\"\s]+(/premier-mot-de-passe/[^\"\s]+)", answer.content.decode())[1]


def state(club: Club) -> str:
    club.refresh_from_db()
    return "hidden" if club.hidden_at else "closed" if club.closed_at else "open"


def acts(club: Club) -> list[str]:
    return list(HostAct.objects.filter(club=club).values_list("act", flat=True))


def test_a_club_is_made_and_its_organiser_chooses_the_password_once(page, maintainer):
    made = page.post(reverse("host-clubs"), {"name": "Amicale de Casson", "organiser": "Élise Le Goff"})
    link, club = link_in(made), Club.objects.get()
    assert made.headers["Cache-Control"].count("no-store")
    assert link not in page.get(reverse("host-clubs")).content.decode(), "shown this once"
    elise = Client()
    assert "Élise Le Goff" in elise.get(link).content.decode()
    assert elise.post(link, {"password": "court"}).status_code == 200, "too short: asked again"
    assert elise.post(link, {"password": PASSWORD})["Location"] == reverse("login")
    assert elise.post(reverse("login"), {"name": "elise le goff", "password": PASSWORD}).status_code == 302
    assert reverse("club-accounts", args=[club.pk]) in elise.get(reverse("home")).content.decode(), "organiser"
    spent = Client()
    for answer in (spent.get(link), spent.post(link, {"password": PASSWORD + " bis"})):
        assert answer.status_code == 410 and "déjà servi" in answer.content.decode()
    assert spent.post(reverse("login"), {"name": "elise le goff", "password": PASSWORD}).status_code == 302
    assert acts(club) == ["make"] and HostAct.objects.get().by == maintainer
    assert "Élise" not in str(HostAct.objects.values()), "identifiers only"


def test_the_api_makes_and_hands_over_as_the_pages_do(maintainer):
    api = api_for(maintainer)
    made = api.send("host/clubs/", {"name": "Amicale", "organiser": "Élise Le Goff"}).json()
    number, token = made["link"].rstrip("/").split("/")[-2:]
    chosen = {"account": int(number), "token": token, "password": PASSWORD}
    elise = Api()
    assert elise.send("session/first-password/", chosen).status_code == 204
    entered = elise.send("session/", {"name": "Élise Le Goff", "password": PASSWORD}).json()
    assert entered["clubs"][0]["role"] == "organiser"
    assert elise.send("session/first-password/", chosen).status_code == 410
    assert elise.ask("host/clubs/").status_code == 404
    given = api.send(f"host/clubs/{made['id']}/hand-over/", {"organiser": "Bob Cru", "alone": True}).json()
    assert given["organiser"] == "Bob Cru"
    assert elise.ask("clubs/").status_code == 401, "closed, and out at once"
    for act in ("close", "hide", "reopen"):
        assert api.send(f"host/clubs/{made['id']}/{act}/").status_code == 204
    assert api.send(f"host/clubs/{made['id']}/reopen/").json()["code"] == "club_state"
    (line,) = api.ask("host/clubs/").json()["results"]
    assert line["state"] == "open" and line["organisers"] == ["Bob Cru"]


def test_a_closed_club_is_read_and_nothing_more(maintainer):
    tonight = builders.evening(teams=4, parties=1, missing=1, public=True)
    odile = account("odile", tonight.club)
    api, browser = api_for(odile), Client()
    browser.force_login(odile)
    hosting.close_club(club_id=tonight.club_id, by=maintainer)
    assert api.ask(f"concours/{tonight.pk}/").status_code == 200
    assert browser.get(reverse("standings", args=[tonight.pk])).status_code == 200
    assert Client().get(f"/p/{tonight.slug}/").status_code == 200
    assert api.send(f"concours/{tonight.pk}/teams/", {"players": ["Ann", "Bob"]}).status_code == 403
    assert browser.get(reverse("concours-settings", args=[tonight.pk])).status_code == 403
    assert browser.get(reverse("club-accounts", args=[tonight.club_id])).status_code == 403
    assert api.ask("removed/").json()["count"] == 0
    made = {"club": tonight.club_id, "preset": "4x12-points", "name": "Encore", "date": "2026-12-01"}
    assert api.send("concours/new/", made).status_code in (403, 404)
    # A telephone has no role: the one way in of a score refuses it.
    table = Table.objects.get(round__tournament=tonight, sheets=None)
    with refuses("club_closed"):
        type_in(table, 900)


def test_a_hidden_club_exists_for_nobody_and_comes_back_as_it_was(maintainer):
    tonight = builders.evening(teams=4, parties=1, public=True)
    odile = account("odile", tonight.club)
    gone = builders.concours(teams=0)
    Tournament.objects.filter(pk=gone.pk).update(club=tonight.club)
    concours_acts.remove_tournament(tournament_id=gone.pk, by=odile)
    api = api_for(odile)
    with pytest.raises(TournamentError):
        hosting.hide_club(club_id=tonight.club_id, by=maintainer)
    hosting.close_club(club_id=tonight.club_id, by=maintainer)
    hosting.hide_club(club_id=tonight.club_id, by=maintainer)
    public_page.forget()
    assert state(tonight.club) == "hidden"
    assert api.ask(f"concours/{tonight.pk}/").status_code == 404
    assert api.ask("clubs/").json()["count"] == api.ask("concours/").json()["count"] == 0
    assert api.ask(f"clubs/{tonight.club_id}/accounts/").status_code == 404
    assert Client().get(f"/p/{tonight.slug}/").status_code == 404
    hosting.reopen_club(club_id=tonight.club_id, by=maintainer)
    assert state(tonight.club) == "open" and acts(tonight.club) == ["close", "hide", "reopen"]
    assert api.ask(f"concours/{tonight.pk}/").status_code == 200
    assert list(Tournament.objects.filter(club=tonight.club)) == [tonight], "what the club had removed stays so"
    assert {"remove_tournament", "restore_tournament"} <= set(tonight.journal.values_list("act", flat=True))


def test_a_lost_password_is_mended_by_a_link_and_ends_the_sessions(page, maintainer):
    club = builders.concours(teams=0).club
    odile = account("odile", club)
    browser = Client()
    assert browser.post(reverse("login"), {"name": "odile", "password": PASSWORD}).status_code == 302
    handed = page.post(reverse("host-club-hand-over", args=[club.pk]), {"organiser": "Odile"})
    assert browser.get(reverse("home")).status_code == 302, "out"
    assert Client().post(link_in(handed), {"password": PASSWORD + " encore"}).status_code == 302
    assert club.memberships.get().user == odile
    assert Session.objects.count() >= 1


def test_a_name_of_another_club_and_a_maintainer_are_not_taken_over(page, maintainer):
    account("paul", builders.concours(teams=0).club)
    club = builders.concours(teams=0).club
    answer = page.post(reverse("host-club-hand-over", args=[club.pk]), {"organiser": "Paul"})
    assert answer.status_code == 422 and "Paul" in answer.content.decode()
    club.memberships.create(user=maintainer, role="organiser")
    assert page.post(reverse("host-club-hand-over", args=[club.pk]), {"organiser": "Maintainer"}).status_code == 409
    maintainer.refresh_from_db()
    assert maintainer.has_usable_password() and not HostAct.objects.exists()


@pytest.mark.engine
def test_the_list_has_the_figures_of_each_club_in_as_many_questions(page, django_assert_num_queries):
    counts = []
    for _more in range(2):
        account(f"odile{_more}", builders.evening(teams=4, parties=1).club)
        with django_assert_num_queries(10, exact=False) as asked:
            text = page.get(reverse("host-clubs")).content.decode()
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert text.count("Odile") == 2 and "Belote de Casson" in text
    club = hosted_clubs(list(clubs_found("")))[0]
    assert (club.concours, club.teams, club.accounts, club.state) == (1, 4, 1, "open")
