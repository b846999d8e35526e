"""Pages of registration from home: the form without an account, the private link, the desk, the tablet."""

import datetime
import json
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.entries import services as taking
from tests.scoring import builders
from tests.support.api import account, api_for
from tournament.entries import services
from tournament.entries.models import HomeEntry, TeamRequest
from tournament.models import Person, Team, Tournament
from tournament.registration import services as registration

pytestmark = pytest.mark.django_db
PAIR = {"player_1": "Anne Le Dû", "player_2": "Bruno Pic", "commune": "Casson", "consent": "on"}


@pytest.fixture
def concours():
    made = builders.concours(teams=1, max_teams=2)
    in_two_days = timezone.localdate() + datetime.timedelta(days=2)
    Tournament.objects.update(entries_days=30, date=in_two_days, public=True, entries_contact="phone")
    made.refresh_from_db()
    return made


@pytest.fixture
def desk(concours):
    return api_for(account("simon", concours.club, "scorer"))


def form_of(client, concours, **more):
    page = client.get(reverse("public-entry", args=[concours.slug]))
    token = re.search(r'name="token" value="([^"]+)"', page.text)[1]
    return {"token": token, "contact": "06 12 34 56 78"} | PAIR | more


def sent(client, concours, form, status=302):
    answer = client.post(reverse("public-entry", args=[concours.slug]), form)
    assert answer.status_code == status, answer.text
    return answer


def test_a_form_without_an_account_leads_to_a_private_link(client, concours):
    form = form_of(client, concours)
    link = sent(client, concours, form)["Location"]
    assert sent(client, concours, form)["Location"] == link, "sent twice"
    assert HomeEntry.objects.count() == 1
    page = client.get(link)
    assert "Vous avez une place" in page.text and "Anne Le Dû / Bruno Pic" in page.text
    assert page["Referrer-Policy"] == "strict-origin" and "no-store" in page["Cache-Control"]
    assert "<script src" not in page.text.replace('<script src="/static/', "")
    second = sent(client, concours, form_of(client, concours, player_1="Zoé Z", player_2="Yves Y"))["Location"]
    assert "n°\u00a01 sur la liste d’attente" in client.get(second).text
    client.post(link, {"do": "withdraw"})
    assert client.get(link).status_code == 404
    assert "Vous avez une place" in client.get(second).text
    english = client.get(f"{second}?lang=en").text
    assert "You have a place" in english


def test_names_and_contacts_of_others_stand_on_no_public_page(client, concours):
    link = sent(client, concours, form_of(client, concours))["Location"]
    alone = {"player_2": "", "seeking": "on"}
    first = sent(client, concours, form_of(client, concours, player_1="Seul Un", **alone))["Location"]
    second = sent(client, concours, form_of(client, concours, player_1="Seul Deux", **alone))["Location"]
    names = [reverse(name, args=[concours.slug]) for name in ("public-entry", "public-standings", "public-arrival")]
    for address in (*names, first, second):
        text = client.get(address).text
        assert "06 12" not in text or address in (first, second), address
        assert "Anne" not in text
    assert "Quelqu’un de Casson" in client.get(first).text and "Seul Deux" not in client.get(first).text
    for own, name in ((first, "Seul Deux"), (second, "Seul Un")):
        client.post(own, {"do": "ask", "other": HomeEntry.objects.get(player_1=name).pk})
    assert "Seul Un / Seul Deux" in client.get(first).text
    assert "Seul Un / Seul Deux" in client.get(second).text
    client.post(second, {"do": "part"})
    assert "Seul Deux" not in client.get(first).text
    assert link


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"website": "http://x"}, "Laissez ce champ vide"),
        ({"consent": ""}, "Cochez la case"),
        ({"player_1": ""}, "obligatoire"),
        ({"player_1": "12345"}, ""),
        ({"player_1": "x" * 61}, ""),
        ({"player_1": "a" + "\u0300" * 9}, ""),
        ({"player_2": "ANNE LE DU"}, ""),
        ({"contact": "jo@x.fr"}, "L’organisateur en a besoin"),
        ({"token": "court"}, "Chargez de nouveau"),
        ({"token": "0" * 31 + "\n"}, "Chargez de nouveau"),
        ({"commune": "c" * 61}, ""),
    ],
)
def test_what_is_wrong_is_said_and_nothing_kept(client, concours, wrong, said):
    page = sent(client, concours, form_of(client, concours) | wrong, status=422)
    assert said in page.text and 'role="alert"' in page.text
    assert "Bruno Pic" in page.text or "player_2" in wrong, "what was typed stays"
    assert not HomeEntry.objects.exists()


def test_markup_is_text(client, concours, desk):
    sent(client, concours, form_of(client, concours, player_1="<script>alert(1)</script> A", commune="<b>C</b>"))
    for address in (reverse("entries", args=[concours.pk]),):
        assert "<script>alert" not in desk.get(address).text
        assert "&lt;script&gt;alert" in desk.get(address).text


def test_closed_unknown_and_never_open_pages(client, concours):
    address = reverse("public-entry", args=[concours.slug])
    form = form_of(client, concours)
    Tournament.objects.update(date=timezone.localdate() - datetime.timedelta(days=1))
    assert "fermée" in client.get(address).text
    sent(client, concours, form, status=422)
    Tournament.objects.update(entries_days=0)
    assert client.get(address).status_code == 404
    assert client.get(f"{address}{'x' * 32}/").status_code == 404
    Tournament.objects.update(public=False, entries_days=30)
    assert client.get(address).status_code == 404


def test_the_square_of_the_confirmation_opens_the_team_at_the_door(client, concours, desk):
    link = sent(client, concours, form_of(client, concours))["Location"]
    entry = HomeEntry.objects.get()
    found = reverse("entry-found", args=[concours.pk, entry.code])
    assert entry.code in client.get(link).text
    assert desk.get(found)["Location"] == reverse("entries", args=[concours.pk]), "not a team yet"
    page = desk.get(reverse("entries", args=[concours.pk])).text
    assert "06 12 34 56 78" in page
    desk.post(reverse("entries-take", args=[concours.pk]), {f"do-{entry.key}:1": "register"})
    team = Team.objects.get(number=2)
    for address in (found, f"{reverse('entry-find', args=[concours.pk])}?code=https://site.test{found}"):
        assert desk.get(address)["Location"] == f"{reverse('door', args=[concours.pk])}?new={team.pk}"
    for wrong in ("", "zzz", "0" * 12):
        answer = desk.get(reverse("entry-find", args=[concours.pk]), {"code": wrong})
        assert answer["Location"] == reverse("entries", args=[concours.pk])


def test_the_desk_takes_a_file_and_an_address(client, concours, desk, monkeypatch):
    sent(client, concours, form_of(client, concours))
    content = desk.get(reverse("entries-file", args=[concours.pk])).content
    assert b"06 12" not in content and b"@" not in content
    hall = builders.concours(slug="salle", teams=0)
    Tournament.objects.filter(pk=hall.pk).update(club=concours.club)
    upload = {"file": _file(content)}
    desk.post(reverse("entries-read", args=[hall.pk]), upload)
    assert HomeEntry.objects.filter(tournament=hall).count() == 1
    assert desk.post(reverse("entries-read", args=[hall.pk]), {"file": _file(b"[" * 99_999)}).status_code == 422
    assert desk.post(reverse("entries-read", args=[hall.pk])).status_code == 422
    asked = []

    def exchange(**request):
        asked.append(request)
        return 200, desk.get(f"/api/v1/concours/{concours.pk}/entries/").content

    monkeypatch.setattr(taking, "exchange", exchange)
    source = {"address": "https://site.test/api/v1/concours/1/entries/", "secret": "dixdeder_x"}
    desk.post(reverse("entries-fetch", args=[hall.pk]), source)
    assert asked[0]["headers"]["Authorization"] == "Bearer dixdeder_x"
    assert "dixdeder_x" not in desk.get(reverse("entries", args=[hall.pk])).text
    for answer in ((401, b""), (500, b""), taking.UndeliverableError("name")):
        monkeypatch.setattr(taking, "exchange", _answering(answer))
        page = desk.post(reverse("entries-fetch", args=[hall.pk]), source | {"secret": ""})
        assert (page.status_code, "La dernière liste reste" in page.text) == (422, True)
    assert HomeEntry.objects.filter(tournament=hall).count() == 1


def _answering(answer):
    def exchange(**_request):
        if isinstance(answer, Exception):
            raise answer
        return answer

    return exchange


def _file(content):
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile("liste.json", content)


def test_the_api_lists_what_the_file_holds(client, concours, desk):
    sent(client, concours, form_of(client, concours))
    listed = json.loads(desk.get(f"/api/v1/concours/{concours.pk}/entries/").content)
    in_file = json.loads(desk.get(reverse("entries-file", args=[concours.pk])).content)
    assert [line["key"] for line in listed["entries"]] == [line["key"] for line in in_file["entries"]]
    assert services.receive_list(tournament_id=builders.concours(slug="b", teams=0).pk, sent=listed) == 1


def test_a_tablet_tells_who_has_come_and_the_desk_says_yes(client, concours, desk):
    team = registration.register_team(tournament_id=concours.pk, players=["Zoé Z", "Yves Y"], present=False, by=None)
    address = reverse("public-arrival", args=[concours.slug])
    assert "n°\u00a02" in client.get(client.post(address, {"number": 2})["Location"]).text.lower()
    assert client.post(address, {"number": 99}).status_code == 404
    assert client.post(address, {"number": "2 or 1"}).status_code == 404
    part = desk.get(reverse("team-requests", args=[concours.pk]), headers={"HX-Request": "true"}).text
    assert "Nous sommes arrivés" in part
    asked = TeamRequest.objects.get()
    desk.post(reverse("team-request", args=[concours.pk, asked.pk]), {"answer": "yes"})
    team.refresh_from_db()
    assert (team.present, TeamRequest.objects.exists()) == (True, False)


def test_a_team_tells_the_desk_from_its_telephone(client, concours, desk):
    Tournament.objects.update(max_teams=0)
    registration.register_team(tournament_id=concours.pk, players=["Zoé Z", "Yves Y"], by=None)
    builders.partie(concours, 1, [(1, None, 2, None)])
    address = reverse("public-team-tell", args=[concours.slug, 2])
    assert address in client.get(reverse("public-team", args=[concours.slug, 2])).text
    assert client.get(address).text.count('name="kind"') == 2
    client.post(address, {"kind": "miss"})
    assert client.post(address, {"kind": "here"}).status_code == 422
    asked = TeamRequest.objects.get()
    answer = reverse("team-request", args=[concours.pk, asked.pk])
    assert desk.post(answer, {"answer": "yes"}).status_code == 403, "one partie missed is the organiser's, as elsewhere"
    assert "L’organisateur répond" in desk.get(reverse("team-requests", args=[concours.pk])).text
    api_for(account("odile", concours.club)).post(answer, {"answer": "yes"})
    assert Team.objects.get(number=2).away_in == 2
    assert desk.post(answer, {"answer": "yes"}).status_code == 302, "answered before"


def test_who_is_erased_leaves_the_list_too(client, concours):
    from scoring.people.services import erase_whole_person

    sent(client, concours, form_of(client, concours))
    entry = HomeEntry.objects.get()
    services.take_entries(tournament_id=concours.pk, chosen={f"{entry.key}:1": "register"}, by=None)
    person = Person.objects.get(name="Anne Le Dû")
    registration.delete_team(team_id=Team.objects.get(number=2).pk, by=None)
    registration.register_team(tournament_id=concours.pk, players=["Anne Le Dû", "Autre Nom"], by=None)
    person = Person.objects.get(name="Anne Le Dû")
    erase_whole_person(club_id=concours.club_id, person_id=person.pk, by=None)
    assert not HomeEntry.objects.filter(player_1="Anne Le Dû").exists()


def test_the_tablet_names_nobody_who_refused_it(client, concours):
    registration.register_team(tournament_id=concours.pk, players=["Zoé Zanzi", "Yves Y"], present=False, by=None)
    Person.objects.filter(name="Zoé Zanzi").update(naming="refused")
    address = reverse("public-arrival", args=[concours.slug])
    assert "Zanzi" not in client.get(address, {"q": "2"}).text and "Yves" in client.get(address, {"q": "2"}).text
    assert 'name="number"' in client.get(address, {"q": "yves"}).text
    assert 'name="number"' not in client.get(address, {"q": "zanzi"}).text
