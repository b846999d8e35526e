"""Programs that ask again and again, and send again: since, ETag, If-Match, Idempotency-Key."""

import datetime
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scoring.models import ScoreSheet
from tests.scoring.races import at_once
from tests.support import openapi
from tests.support.api import BASE, Api, account, api_for, is_problem, routes
from tests.support.api_routes import ROUTES, api, hall, organiser, tournament, unhurried  # noqa: F401
from tests.support.tokens import make
from tournament.api.base import PERSON
from tournament.api.schema import contents, operations
from tournament.models import KeptAnswer, Person, Team, TeamMember, Tournament
from tournament.tokens import answers
from tournament.tokens.models import ApiToken

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef-the-first"


def keyed(client: Api, address: str, data: object = None, key: str = KEY, **more):
    return client.send(address, data, HTTP_IDEMPOTENCY_KEY=key, **more)


# --- Asking again -----------------------------------------------------------------------------------------------------


def test_every_read_can_be_asked_whether_it_changed(hall, api, organiser, monkeypatch):
    now, wrong = timezone.now(), []
    monkeypatch.setattr(timezone, "now", lambda: now)  # the clock tells its seconds
    for route, pattern in routes():
        if "GET" not in ROUTES[pattern.name] or pattern.name in (
            "docs",
            "schema",
            "session",
            "workbook",
            "person-held",
            "club-file",
        ):
            continue  # a page, files, and what holds another CSRF token or the moment each time
        url = hall(route, organiser)
        first = api.get(url)
        if first.status_code != 200:
            continue
        again = api.get(url, headers={"If-None-Match": first.get("ETag", "none")})
        if (again.status_code, again.content) != (304, b""):
            wrong.append(pattern.name)
    assert not wrong


def test_the_journal_and_the_scores_go_on_from_a_number(hall, api, tournament):
    journal, scores = f"concours/{tournament.pk}/journal/", f"concours/{tournament.pk}/scores/"
    first = api.ask(journal, since=0, limit=2).json()
    numbers = [line["number"] for line in first["results"]]
    assert (numbers, first["next"]) == ([1, 2], 2)
    rest = api.ask(journal, since=first["next"]).json()
    assert [line["number"] for line in rest["results"]] == list(range(3, rest["next"] + 1))
    assert api.ask(journal, since=rest["next"]).json()["results"] == []
    assert api.ask(journal).json()["next"] == rest["next"]
    before = api.ask(scores).json()
    assert before == {"next": rest["next"], "results": []}

    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    table = f"concours/{tournament.pk}/parties/1/tables/2/sheets/"
    assert api.send(table, {"key": KEY, "kind": "totals", "marks": marks}).status_code == 201
    now = api.ask(scores, since=before["next"]).json()
    assert [(one["round"], one["table"], one["sheet"]["version"]) for one in now["results"]] == [(1, 2, 1)]
    assert api.ask(scores).json()["results"] == now["results"]

    # A score that was taken back comes as a table without one: the journal only grows.
    line = api.ask(journal, limit=1).json()["results"][0]["number"]
    undone = api.send(f"concours/{tournament.pk}/undo/", {"line": line, "reason": "another table"})
    assert undone.status_code == 200, undone.content
    then = api.ask(scores, since=now["next"]).json()
    assert [(one["round"], one["table"], one["sheet"]) for one in then["results"]] == [(1, 2, None)]
    assert api.ask(scores).json()["results"] == []
    assert then["next"] > now["next"]


def test_many_sheets_and_many_teams_are_answered_one_by_one(hall, api, tournament):
    def sheet(table, north, **more):
        marks = {"NS": {"points": north}, "EO": {"points": 1944 - north}}
        return {"table": table, "key": f"key-of-table-{table:07}", "kind": "totals", "marks": marks} | more

    address = f"concours/{tournament.pk}/parties/1/sheets/"
    sent = {
        "sheets": [sheet(1, 1000), sheet(2, 1012, marks={"NS": {"points": 1}, "EO": {"points": 2}}), sheet(99, 900)]
    }
    answered = api.send(address, sent)
    first, second, third = answered.json()["sheets"]
    assert answered.status_code == 200 and first["receipt"]["created"] and first["problem"] is None
    assert (second["receipt"], second["problem"]["status"], second["problem"]["code"]) == (None, 422, "control_failed")
    assert (third["problem"]["code"], third["problem"]["params"]["table"]) == ("table_unknown", "99")
    assert ScoreSheet.objects.filter(table__round__tournament=tournament).count() == 1
    again = api.send(address, {"sheets": [sheet(1, 1000), sheet(2, 1012)]}).json()["sheets"]
    assert [one["receipt"]["created"] for one in again] == [False, True], "the key of a sheet records it once"

    before = Team.objects.filter(tournament=tournament).count()
    pairs = [{"players": ["Zoé Nouvelle", "Yann Nouveau"]}, {"players": ["Zoé Nouvelle", "Paul Autre"]}]
    one, two = api.send(f"concours/{tournament.pk}/teams/many/", {"teams": pairs}).json()["teams"]
    assert one["team"]["number"] and two["problem"]["code"] == "player_already_there"
    assert Team.objects.filter(tournament=tournament).count() == before + 1


def test_a_correction_may_name_the_etag_with_which_the_table_was_read(hall, api, tournament):
    at = f"concours/{tournament.pk}/parties/1/tables/1/"

    def sent(points, key, tag):
        marks = {"NS": {"points": points}, "EO": {"points": 1944 - points}}
        body = {"key": key * 20, "kind": "totals", "marks": marks, "reason": "misread"}
        return api.send(at + "sheets/", body, headers={"If-Match": tag})

    unread = api.ask(at)["ETag"]
    assert sent(1000, "a", unread).status_code == 201
    read = api.ask(at)["ETag"]
    refused = sent(1010, "b", unread)
    assert (refused.status_code, refused.json()["code"]) == (412, "read_since") and is_problem(refused)
    assert sent(1010, "c", read).status_code == 201
    assert ScoreSheet.objects.get(table__number=1, counted=True).version == 2


# --- Sending again ----------------------------------------------------------------------------------------------------


def test_the_same_key_and_body_is_done_once_and_answered_alike(api, tournament):
    address, team = f"concours/{tournament.pk}/teams/", {"players": ["Zoé B", "Yan C"]}
    first = keyed(api, address, team)
    again = keyed(api, address, team)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json() and again["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert Team.objects.filter(tournament=tournament).count() == 10
    other = keyed(api, address, {"players": ["Zoé D", "Yan E"]})
    assert (other.status_code, other.json()["code"]) == (422, "key_other_request") and is_problem(other)
    elsewhere = keyed(api, f"concours/{tournament.pk}/teams/all-present/", team)
    assert elsewhere.json()["code"] == "key_other_request"
    assert keyed(api, address, {"players": ["Zoé D", "Yan E"]}, key="another").status_code == 201


def test_every_post_takes_the_header(hall, api, organiser):
    """Whatever it answers, it answers once more, or says that it was done and its answer not kept."""
    kept = []
    for number, (route, pattern) in enumerate(routes()):
        if "POST" not in ROUTES[pattern.name]:
            continue
        first, again = (keyed(api, hall(route, organiser).removeprefix(BASE), {}, key=f"key-{number}") for _ in "12")
        assert first.status_code < 500, (pattern.name, first.content)
        if pattern.name in ("session", "own-password", "welcome", "program-close"):
            continue
        # A restored concours or season and an imported list are no longer at their addresses.
        if first.status_code < 300 and not re.search("^removed/|/restore/|draft", route):
            kept.append(pattern.name)
            assert again.status_code in (first.status_code, 409), (pattern.name, again.content)
            assert again.content == first.content or again.json()["code"] == "answer_not_kept", pattern.name
        if pattern.name == "close":
            Tournament.objects.update(closed_at=None)
    assert len(kept) >= 15, kept


def test_a_refusal_is_not_kept(api, tournament):
    address = f"concours/{tournament.pk}/teams/"
    refused = keyed(api, address, {"players": ["Zoé B"]})
    assert refused.status_code == 422
    assert keyed(api, address, {"players": ["Zoé B", "Yan C"]}).status_code == 201


def test_a_secret_is_not_kept_and_not_made_twice(api, tournament):
    asked = {"name": "Le site", "scopes": ["reading"], "concours": None, "ends_on": str(timezone.localdate())}
    address = f"clubs/{tournament.club_id}/tokens/"
    secret = keyed(api, address, asked).json()["secret"]
    again = keyed(api, address, asked)
    assert (again.status_code, again.json()["code"]) == (409, "answer_not_kept")
    assert ApiToken.objects.count() == 1
    assert KeptAnswer.objects.get().body is None
    assert secret not in str(KeptAnswer.objects.values().get())


# Every act that answers a secret, with a body; the address names what the `hall` of the tests has.
WITH_SECRETS = {
    "Accounts_post": {"name": "Zoé Le Goff", "role": "scorer"},
    "AccountPassword_post": {},
    "Tokens_post": {"name": "Le site", "scopes": ["reading"], "concours": None},
    "Webhooks_post": {"url": "https://club.example/elsewhere", "events": ["scores"]},
    "WebhookSecret_post": {},
    "ClubWebhooks_post": {"url": "https://club.example/club", "events": ["concours"]},
    "HostWebhooks_post": {"url": "https://club.example/site", "events": ["concours"]},
    "People_post": {"name": "Zoé Le Goff"},
    "PeopleUnite_post": {},  # with what of_people adds, as PersonPart_post
    "PersonLink_post": {},
    "PersonPart_post": {},
    "HostTokens_post": {"name": "La fédération"},
    "HostClubs_post": {"name": "Amicale", "organiser": "Zélie Prat"},
    "HostClubHandOver_post": {"organiser": "Élise Le Goff"},
}
SECRET_FIELDS = ("password", "secret", "link")


def of_people(tournament: Tournament) -> dict[str, dict[str, object]]:
    """Return the bodies that name people and places: two people, one of whom has a link, and one of two evenings."""
    club = tournament.club
    two = [
        Person.objects.create(club=club, name=name, link=link)
        for name, link in (("Luc", "link-of-luc"), ("Lise", None))
    ]
    places = TeamMember.objects.filter(team__tournament=tournament, team__number__in=(5, 6), position=1)
    places.update(person=Person.objects.get(name="Jean Martin"))
    return {
        "PeopleUnite_post": {"people": [person.pk for person in two]},
        "PersonPart_post": {"places": [places.first().pk]},
    }


def test_no_answer_with_a_secret_is_kept(hall, organiser, tournament):
    schema = openapi.schema()
    components, acts = schema["components"]["schemas"], {}
    for route, pattern in routes():
        view = getattr(pattern.callback, "cls", None)
        if getattr(getattr(view, "post", None), "allowed", PERSON) == PERSON:  # the header does not hold there
            continue
        name = view.post.operation
        if name == "CopiesPairing_post":
            continue  # a program without an account, whose code serves once: nothing is kept of it
        told = next(one for _title, one in operations(schema) if one.get("operationId") == name)
        for content in contents({"responses": told["responses"]}):
            fields = components[content["schema"]["$ref"].rpartition("/")[2]]["properties"]
            once = {
                name for name, field in fields.items() if re.search("shown this once|no other", field["description"])
            }
            if secret := once | {*SECRET_FIELDS} & {*fields}:
                acts[name] = (route, secret.pop())
    assert acts.keys() == WITH_SECRETS.keys(), "say in WITH_SECRETS what is sent there"
    organiser.is_superuser = True
    organiser.save()
    api, bodies = api_for(organiser), WITH_SECRETS | of_people(tournament)
    for number, (name, (route, field)) in enumerate(sorted(acts.items())):
        address, key = hall(route, organiser).removeprefix(BASE), f"secret-{number}"
        body = bodies[name] | (
            {"ends_on": str(timezone.localdate())} if name in ("Tokens_post", "HostTokens_post") else {}
        )
        first, again = (keyed(api, address, body, key=key) for _ in "12")
        assert first.status_code in (200, 201), (name, first.content)
        assert (again.status_code, again.json()["code"]) == (409, "answer_not_kept"), name
        kept = KeptAnswer.objects.filter(key=key).values().get()
        secret = first.json()[field]  # null where a person has no link
        assert kept["body"] is None and (secret is None or secret not in str(kept)), name


@pytest.mark.parametrize("key", ["", "k" * 101, "clé"])
def test_a_key_that_is_none(key, api, tournament):
    answer = keyed(api, f"concours/{tournament.pk}/teams/all-present/", key=key.encode().decode("latin-1"))
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key")


def test_answers_are_kept_a_day_and_so_many(api, organiser, tournament, monkeypatch):
    monkeypatch.setattr(answers, "MOST", 3)
    address = f"concours/{tournament.pk}/teams/all-present/"
    for number in range(5):
        keyed(api, address, key=f"key-{number}")
    assert list(KeptAnswer.objects.order_by("pk").values_list("key", flat=True)) == ["key-2", "key-3", "key-4"]
    KeptAnswer.objects.update(created_at=timezone.now() - answers.KEPT - datetime.timedelta(seconds=1))
    assert "Idempotency-Replayed" not in keyed(api, address, key="key-4")
    assert KeptAnswer.objects.count() == 1


def test_two_accounts_may_make_the_same_key(api, tournament):
    address = f"concours/{tournament.pk}/teams/all-present/"
    keyed(api, address)
    assert "Idempotency-Replayed" not in keyed(api_for(account("paul", tournament.club)), address)


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [False, True])
def test_two_at_once_with_one_key_are_one(guarded, organiser, tournament):
    """Without the header both are done: the first case is the control."""
    asked = {"name": "Le site", "scopes": ["reading"], "concours": None, "ends_on": str(timezone.localdate())}
    people = [api_for(organiser), api_for(organiser)]
    more = {"HTTP_IDEMPOTENCY_KEY": KEY} if guarded else {}
    given = at_once(
        *(lambda c=client: c.send(f"clubs/{tournament.club_id}/tokens/", asked, **more) for client in people)
    )
    assert ApiToken.objects.count() == (1 if guarded else 2)
    assert sorted(one.status_code for one in given) == ([201, 409] if guarded else [201, 201])
    # A list is read before the key is claimed: twice perhaps, but one answer is given.
    pasted = {"pasted": "n;joueur 1;joueur 2\n60;Ana Bon;Rob Cru\n"}
    more = {"HTTP_IDEMPOTENCY_KEY": "another"} if guarded else {}
    address = f"concours/{tournament.pk}/imports/"
    given = at_once(*(lambda c=client: c.send(address, pasted, **more) for client in people))
    assert {one.status_code for one in given} == {201}
    assert len({one.json()["id"] for one in given}) == (1 if guarded else 2)


def test_what_a_sheet_is_sent_with_stays(hall, api, tournament):
    """The key in the body and the one in the header stand beside each other."""
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    told = {"key": KEY, "kind": "totals", "marks": marks}
    address = f"concours/{tournament.pk}/parties/1/tables/2/sheets/"
    answers_ = [keyed(api, address, told), keyed(api, address, told), api.send(address, told)]
    assert [one.status_code for one in answers_] == [201, 201, 200]
    assert ScoreSheet.objects.filter(table__number=2).count() == 1


def test_a_version_that_counts_no_more_fails_the_condition(hall, api, tournament):
    address = f"concours/{tournament.pk}/parties/1/tables/2/sheets/"

    def send(points: int, **more):
        marks = {"NS": {"points": points}, "EO": {"points": 1944 - points}}
        told = {"key": f"{points}".ljust(20, "k"), "kind": "totals", "marks": marks, "reason": "misread"}
        return api.send(address, told, **more)

    assert send(1012).status_code == 201
    assert send(1013, HTTP_IF_MATCH='"1"').status_code == 201
    stale = send(1014, HTTP_IF_MATCH='"1"')
    assert (stale.status_code, stale.json()["code"], stale.json()["params"]["version"]) == (412, "sheet_conflict", 2)
    assert is_problem(stale)
    for wrong in ("1", '"0"', 'W/"1"', "*", '"1", "2"'):
        assert send(1015, HTTP_IF_MATCH=wrong).status_code == 400, wrong
    swap = f"concours/{tournament.pk}/parties/1/tables/2/withdraw/"
    told = {"base_version": 1, "reason": "another table"}
    assert api.send(swap, told).status_code == 409
    stale = api.send(swap, told, HTTP_IF_MATCH='"1"')
    assert (stale.status_code, stale.json()["params"]["version"]) == (412, 2)
    assert api.send(swap, told, HTTP_IF_MATCH='"2"').status_code == 400


def test_a_program_says_of_a_list_where_the_family_name_stands(hall, api, tournament):
    listed = {"pasted": "joueur 1;joueur 2\nTanguy Erwan;Garnier Zoé\n"}
    address = f"concours/{tournament.pk}/imports/"
    sent = api.send(address, listed).json()
    assert [(column["players"], column["surname_first"]) for column in sent["name_columns"]] == [("1", None)]
    said = api.send(f"{address}{sent['id']}/surname/", {"players": "1", "surname_first": True})
    assert said.status_code in (200, 201), said.content
    [column] = said.json()["name_columns"]
    assert (column["surname_first"], column["filed"]) == (True, ["Tanguy Erwan"])
    wrong = api.send(f"{address}{sent['id']}/surname/", {"players": "3", "surname_first": True})
    assert wrong.status_code == 400 and is_problem(wrong)


def test_a_list_is_sent_as_a_form_too(organiser, tournament):
    """By a token without CSRF, and from a page with it; the limits are those of JSON."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    session = {"HTTP_X_CSRFTOKEN": client.get(f"{BASE}session/").json()["csrf_token"]}
    token = {"HTTP_AUTHORIZATION": f"Bearer {make(organiser, tournament, 'registration')[1]}"}
    address = f"{BASE}concours/{tournament.pk}/imports/"
    rows = b"n;joueur 1;joueur 2\n60;Ana Bon;Rob Cru\n"

    def send(content: bytes = rows, name: str = "file", sender: Client | None = None, **more):
        sender = sender or Client(enforce_csrf_checks=True)
        return sender.post(address, {name: SimpleUploadedFile("liste.csv", content)}, **more)

    for answer in (send(sender=client, **session), send(**token)):
        assert answer.status_code == 201, answer.content
        assert "Ana Bon" in answer.content.decode()
    assert send(sender=client).json()["code"] == "csrf"
    once = [send(**token, HTTP_IDEMPOTENCY_KEY=KEY).json()["id"] for _twice in "12"]
    assert once[0] == once[1], "the boundary of the form is another each time"
    for wrong in (send(name="list", **token), send(b"", **token), send(b"PK\x03\x04 no zip", **token)):
        assert wrong.status_code in (400, 422) and is_problem(wrong), wrong.content
    great = send(b"a;b\n" * 650_000, **token)
    assert great.status_code in (400, 413) and is_problem(great), "what stands before the program answers 413"
