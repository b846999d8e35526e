"""Pages of registration from home: the form without an account, the private link, the desk, the tablet."""

import datetime
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.entries import services as taking
from tests.scoring import builders
from tests.support.api import account, api_for
from tournament.entries import selectors, services
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
    changed = client.post(link, {"do": "change", **form, "player_2": "Béatrice Pic"})["Location"]
    kept = "Votre changement est enregistré"
    assert kept in client.get(changed).text and kept not in client.get(link).text
    client.post(link, {"do": "withdraw"})
    assert client.get(link).status_code == 404
    assert "Vous avez une place" in client.get(second).text
    english = client.get(f"{second}?lang=en").text
    assert "You have a place" in english


def test_taking_back_says_what_becomes_of_the_place(client, concours):
    """It said that the place goes to the next also to who had none, and « Nous ne venons pas » to one of two who had met here."""

    def foot_of(link: str) -> str:
        return client.get(link).text.partition("Retirer l’inscription</summary>")[2].partition("</details>")[0]

    names = {"Anne A": "Luc L", "Zoé Z": "Yves Y", "Marie M": "", "Jean J": ""}
    links = [
        sent(client, concours, form_of(client, concours, player_1=one, player_2=other, seeking="" if other else "on"))[
            "Location"
        ]
        for one, other in names.items()
    ]
    placed, waiting, marie, jean = links
    assert "Votre place va à la première équipe" in foot_of(placed) and "Nous ne venons pas" in foot_of(placed)
    assert "Vous quittez la liste d’attente" in foot_of(waiting) and "Nous ne venons pas" in foot_of(waiting)
    assert "Vous quittez la liste d’attente" in foot_of(marie) and "Je ne viens pas" in foot_of(marie)
    for link, other in ((marie, "Jean J"), (jean, "Marie M")):
        client.post(link, {"do": "ask", "other": HomeEntry.objects.get(player_1=other).pk})
    assert "Votre partenaire reste inscrit" in foot_of(jean) and "Je ne viens pas" in foot_of(jean)
    client.post(jean, {"do": "withdraw"})
    assert HomeEntry.objects.get(player_1="Marie M").seeking and client.get(jean).status_code == 404
    Tournament.objects.filter(pk=concours.pk).update(max_teams=0)
    assert "L’organisateur ne vous attend plus" in foot_of(placed)


def test_a_connection_that_sent_too_many_keeps_what_was_typed_and_is_told_to_wait(client, concours):
    for number in range(services.SENT_AN_HOUR):
        sent(client, concours, form_of(client, concours, player_1=f"Jean {'abcdef'[number]}"))
    answer = sent(client, concours, form_of(client, concours, player_1="Zoé Tard"), 429)
    assert "Trop d’inscriptions" in answer.text and 'value="Zoé Tard"' in answer.text


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
    late = sent(client, concours, form_of(client, concours, player_1="Seul Trois", **alone))["Location"]
    for own, name in ((late, "Seul Un"), (first, "Seul Deux"), (second, "Seul Un")):
        client.post(own, {"do": "ask", "other": HomeEntry.objects.get(player_1=name).pk})
    assert "Seul Un / Seul Deux" in client.get(first).text
    assert "Seul Un / Seul Deux" in client.get(second).text
    in_vain = "ne jouerez pas avec la personne"
    assert in_vain in client.get(late).text and in_vain not in client.get(first).text
    client.post(second, {"do": "part"})
    assert "Seul Deux" not in client.get(first).text and in_vain not in client.get(late).text
    number = {one.player_1: one.pk for one in HomeEntry.objects.all()}
    client.post(late, {"do": "ask", "other": number["Seul Un"]})
    client.post(first, {"do": "decline", "other": number["Seul Trois"]})
    assert in_vain in client.get(late).text and "veut jouer avec vous" not in client.get(first).text
    again = client.post(late, {"do": "ask", "other": number["Seul Un"]})
    assert "Vous ne jouerez pas avec cette personne" in again.text
    client.post(late, {"do": "ask_no_more", "other": number["Seul Un"]})
    assert in_vain not in client.get(late).text
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
        ({"contact": "jo@x.fr"}, "Tapez un numéro de téléphone, comme"),
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
    desk.post(reverse("entries-take", args=[concours.pk]), {f"do-{entry.key}:1:new": "register"})
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


def test_a_long_list_is_shown_in_parts_and_a_flood_is_told(concours, desk, monkeypatch):
    Tournament.objects.update(max_teams=8)
    for number in range(5):
        services.enter(
            tournament_id=concours.pk, token=f"{number:032}", sender="one", players=[f"Ann A{number}", f"Bob B{number}"],
            contact="06 12 34 56 78",
        )  # fmt: skip
    page = reverse("entries", args=[concours.pk])
    assert "plusieurs chacune" not in desk.get(page).text
    monkeypatch.setattr(selectors, "FLOOD", 5)
    monkeypatch.setattr("scoring.entries.views.SHOWN", 2)
    first = desk.get(page).text
    assert "5 inscriptions viennent de 1 adresses" in first and "Inscriptions suivantes" in first
    assert [desk.get(f"{page}?from={at}").text.count('class="muted small">') for at in (1, 3, 5)] == [2, 2, 1]
    answer = desk.post(reverse("entries-take", args=[concours.pk]), {"flood": "aside"}, follow=True)
    assert "sont écartées" in answer.text and selectors.pending_places(concours) == {}
    sent = desk.get(f"/api/v1/concours/{concours.pk}/entries/").json()["entries"]
    assert all(line["withdrawn"] and line["version"] == 2 for line in sent), "a laptop that took them learns it"
    desk.post(reverse("entries-take", args=[concours.pk]), {"flood": "back"})
    assert len(selectors.pending_places(concours)) == 5


def test_two_laptops_take_the_list_by_file_and_by_address_while_teams_withdraw(concours, desk, monkeypatch):
    """The clock of the site is years ahead, and goes back in between; a withdrawal falls between two takings."""
    for number in range(4):
        services.enter(
            tournament_id=concours.pk, token=f"{number:032}", sender=f"s{number}",
            players=[f"Ann A{number}", f"Bob B{number}"], contact="06 12 34 56 78",
        )  # fmt: skip
    HomeEntry.objects.update(at=timezone.now() + datetime.timedelta(days=3000))
    laptops = [builders.concours(slug=slug, teams=0) for slug in ("un", "deux")]
    Tournament.objects.filter(pk__in=[one.pk for one in laptops]).update(club=concours.club)
    address = f"/api/v1/concours/{concours.pk}/entries/"
    source = {"address": "https://site.test/entries/", "secret": "x"}

    def exchange(**_request):
        content = desk.get(address).content
        # As the answer travels, a team withdraws.
        if gone:
            services.withdraw_entry(tournament_id=concours.pk, token=gone.pop())
        return 200, content

    def register(hall):
        usual = {f"do-{one.asked}": one.usual for one in selectors.differences(hall)}
        desk.post(reverse("entries-take", args=[hall.pk]), usual)
        return sorted(hall.teams.filter(withdrawn_from=None).values_list("members__player__name", flat=True))

    gone = [f"{2:032}"]
    monkeypatch.setattr(taking, "exchange", exchange)
    desk.post(reverse("entries-fetch", args=[laptops[0].pk]), source)
    assert len(register(laptops[0])) == 8, "the answer is from before the withdrawal"
    older = desk.get(reverse("entries-file", args=[laptops[0].pk])).content
    HomeEntry.objects.filter(tournament=concours).update(at=timezone.now() - datetime.timedelta(days=3000))
    desk.post(reverse("entries-read", args=[laptops[1].pk]), {"file": _file(desk.get(address).content)})
    desk.post(reverse("entries-fetch", args=[laptops[0].pk]), source)
    left = [f"{name} {letter}{n}" for name, letter in (("Ann", "A"), ("Bob", "B")) for n in (0, 1, 3)]
    assert [register(hall) for hall in laptops] == [left, left]
    desk.post(reverse("entries-read", args=[laptops[1].pk]), {"file": _file(older)})
    assert register(laptops[1]) == left, "an older list changes nothing back"


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


def test_the_tablet_asks_as_little_for_ten_teams_as_for_two(client, concours):
    Tournament.objects.update(max_teams=0)
    counts = []
    for number in range(2, 12):
        players = [f"Zoé Z{number}", f"Yves Y{number}"]
        registration.register_team(tournament_id=concours.pk, players=players, present=False, by=None)
        if number in (3, 11):
            with CaptureQueriesContext(connection) as queries:
                page = client.get(reverse("public-arrival", args=[concours.slug]), {"q": "zoé"})
            assert page.text.count('<form method="post" class="card">') == number - 1
            counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_no_of_the_desk_stands_on_the_telephone_on_the_tablet_and_in_the_journal(client, concours, desk):
    Tournament.objects.update(max_teams=0)
    registration.register_team(tournament_id=concours.pk, players=["Zoé Z", "Yves Y"], present=False, by=None)
    tablet = reverse("public-arrival", args=[concours.slug])
    client.post(tablet, {"number": 2})
    answer = reverse("team-request", args=[concours.pk, TeamRequest.objects.get().pk])
    part = desk.get(reverse("team-requests", args=[concours.pk])).text
    assert part.count(f'action="{answer}"') == 2, "Enter in the reason says no, never yes"
    assert desk.post(answer, {"answer": "no", "reason": "x" * 101}).status_code == 422
    desk.post(answer, {"answer": "no", "reason": "complet <b>"})
    for address in (f"{tablet}?q=2", reverse("public-team-tell", args=[concours.slug, 2])):
        page = client.get(address).text
        assert "a dit non à" in page and "«\u00a0complet &lt;b&gt;\u00a0»" in page, address
    assert "said no at" in client.get(f"{address}?lang=en").text
    client.post(tablet, {"number": 2})
    assert "a dit non" not in client.get(address).text, "it has asked again"
    journal = desk.get(reverse("journal", args=[concours.pk])).text
    assert "Demande d’une équipe refusée" in journal and "Nous sommes arrivés" in journal


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
    part = desk.get(reverse("team-requests", args=[concours.pk])).text
    assert "L’organisateur répond" in part and "(partie 2)" in part, "it misses one partie, not those from it on"
    api_for(account("odile", concours.club)).post(answer, {"answer": "yes"})
    assert Team.objects.get(number=2).away_in == 2
    assert "pour la partie 2" in client.get(address).text, "the telephone says what the desk has agreed to"
    assert desk.post(answer, {"answer": "yes"}).status_code == 302, "answered before"


def test_who_is_erased_leaves_the_list_too(client, concours):
    from scoring.people.services import erase_whole_person

    sent(client, concours, form_of(client, concours))
    entry = HomeEntry.objects.get()
    services.take_entries(tournament_id=concours.pk, chosen={f"{entry.key}:1:new": "register"}, by=None)
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
