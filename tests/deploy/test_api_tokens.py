"""Tokens of the API: what each scope opens, where, until when, and how they are made, shown and revoked."""

import datetime
import re

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.history.check import check
from scoring.models import KeptEvening
from tests.scoring import builders
from tests.support.api import BASE, PASSWORD, Api, account, api_for, is_problem, routes
from tests.support.api_routes import HALL, METHODS, ROUTES, expected, hall, organiser, tournament, unhurried  # noqa: F401
from tests.support.counts import spread
from tests.support.tokens import make
from tournament.clubs import logging_in, policy
from tournament.errors import TournamentError
from tournament.models import Club, HostAct, Tournament
from tournament.tokens import services as tokens
from tournament.tokens.models import ApiToken

pytestmark = pytest.mark.django_db
# Acts without a role that no token has: to log in or out, one’s own password and second factor, the first account,
# to close the program.
OF_PERSONS = {
    ("session", "POST"),
    ("session", "DELETE"),
    ("own-password", "POST"),
    ("first-password", "POST"),
    ("own-second-factor", "GET"),
    ("own-second-factor", "POST"),
    ("own-second-factor-confirm", "POST"),
    ("own-second-factor-codes", "POST"),
    ("own-second-factor-off", "POST"),
    ("welcome", "POST"),
    ("program-close", "POST"),
}

# Acts without a role that make concours in the club that the body names, with the rest of their bodies.
NEW_CONCOURS: dict[str, dict[str, object]] = {"concours-new": {}, "concours-series": {"evenings": 2}}


def bearer(secret: str, **more) -> Api:
    """A program that holds a token, in a browser that would check where a form comes from."""
    return Api(headers={"Authorization": f"Bearer {secret}"}, enforce_csrf_checks=True, **more)


@pytest.fixture
def reading(organiser, tournament) -> Api:
    return bearer(make(organiser, tournament, "reading")[1])


# --- What it opens ----------------------------------------------------------------------------------------------------


def token_expects(scope: str, name: str, method: str) -> set[int]:
    """The states that may answer a token of *scope*, from the same table as the answers to the roles."""
    allowed = ROUTES[name].get(method)
    if allowed is None:
        return expected("organiser", name, method)
    if (name, method) in OF_PERSONS or allowed == "accounts":
        return {403}
    if allowed == "maintainer":
        return {404}  # a token is of a club, not of the site
    if allowed == "token":
        return {200, 400, 404} if "copy" in policy.SCOPES[scope] else {403}
    if policy.SCOPES[scope] == {"copy"} and allowed in policy.ALLOWED["organiser"]:
        return {403, 404}  # it reads no concours either
    done = expected("organiser", name, method)
    if name in NEW_CONCOURS:
        allowed = "settings"  # in the club that the body names
    if allowed in policy.ALLOWED["organiser"]:
        return done if allowed in policy.SCOPES[scope] else {403}
    return done


@pytest.mark.parametrize("scope", spread(4, policy.SCOPES))
def test_every_route_with_every_scope(scope, hall, tournament, organiser):
    cache.clear()  # the requests of the scopes before are those of a token of the same key
    client = bearer(make(organiser, tournament, scope)[1])
    # The token is a line more of the journal, which the copy that the season stands on is brought up to.
    KeptEvening.objects.update(journal_number=Tournament.objects.get(pk=tournament.pk).journal_number)
    new = {"club": tournament.club_id, "preset": "4x12-points", "name": "Nouveau", "date": "2026-12-01"}
    wrong = []
    for route, pattern in routes():
        if pattern.name == "docs":  # a page, which no token opens
            continue
        for method in [*ROUTES[pattern.name], next(one for one in METHODS if one not in ROUTES[pattern.name])]:
            with transaction.atomic():
                body = new | NEW_CONCOURS[pattern.name] if pattern.name in NEW_CONCOURS else {}
                answer = client.send(hall(route, organiser).removeprefix(BASE), body, method)
                transaction.set_rollback(True)
            if answer.status_code not in token_expects(scope, pattern.name, method):
                wrong.append(f"{method} {pattern.name}: {answer.status_code} {answer.content[:120]}")
            if answer.status_code == 403:
                assert answer.json()["code"] in ("forbidden", "token_refused", "token_scope"), pattern.name
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("role", ["reader", "scorer", "referee", None])
def test_a_token_does_no_more_than_the_account_that_made_it(role, organiser, tournament):
    client = bearer(make(organiser, tournament, "everything")[1])
    organiser.memberships.update(role=role) if role else organiser.memberships.all().delete()
    address = f"concours/{tournament.pk}/teams/all-present/"
    wanted = 404 if role is None else 200 if policy.may(role, "register") else 403
    assert client.send(address).status_code == wanted
    organiser.is_active = False
    organiser.save()
    assert client.send(address).json()["code"] == "token_ended"


def test_a_token_of_one_concours_finds_no_other_and_nothing_of_the_whole_club(organiser, tournament):
    other = builders.concours(teams=2)
    type(other).objects.filter(pk=other.pk).update(club=tournament.club)
    client = bearer(make(organiser, tournament, "everything", concours=[tournament.pk])[1])
    assert client.ask(f"concours/{tournament.pk}/").status_code == 200
    assert client.ask(f"concours/{other.pk}/").status_code == 404
    assert [one["id"] for one in client.ask("concours/").json()["results"]] == [tournament.pk]
    new = {"club": tournament.club_id, "preset": "4x12-points", "name": "Nouveau", "date": "2026-12-01"}
    assert client.send("concours/new/", new).status_code == 403
    assert client.ask(f"concours/{tournament.pk}/regulars/", search="a").status_code == 403


def test_a_token_never_crosses_clubs(organiser, tournament):
    """Its account may be in two clubs, and organise in both."""
    other = builders.concours(teams=2)
    other.club.memberships.create(user=organiser, role="organiser")
    client = bearer(make(organiser, tournament, "everything")[1])
    assert client.ask(f"concours/{other.pk}/").status_code == 404
    assert client.send(f"concours/{other.pk}/teams/all-present/").status_code == 404
    assert [one["id"] for one in client.ask("concours/").json()["results"]] == [tournament.pk]
    for listed in (client.ask("clubs/").json()["results"], client.ask("session/").json()["clubs"]):
        assert [one["id"] for one in listed] == [tournament.club_id]
    new = {"club": other.club_id, "preset": "4x12-points", "name": "Chez eux", "date": "2026-12-01"}
    assert client.send("concours/new/", new).status_code == 404
    with pytest.raises(TournamentError, match="Cochez"):
        make(organiser, tournament, "reading", concours=[other.pk])


def test_a_token_needs_no_csrf_and_a_session_beside_it_counts_for_nothing(organiser, tournament):
    client = bearer(make(organiser, tournament, "reading")[1])
    client.force_login(organiser)
    assert client.send(f"concours/{tournament.pk}/teams/all-present/").status_code == 403
    client = bearer("dixdeder_nothing")
    client.force_login(organiser)
    assert client.ask("clubs/").status_code == 401


def test_from_the_wifi_of_a_hall_a_token_alone_opens_nothing_private(reading, tournament):
    """There is no TLS there: whoever listens would have it."""
    answer = reading.get(f"{BASE}concours/{tournament.pk}/", **HALL)
    assert answer.json()["code"] == "laptop_only"
    assert reading.get(f"{BASE}public/{tournament.slug}/", **HALL).status_code == 200


def test_what_a_token_does_stands_in_the_journal_with_its_number(organiser, tournament):
    token, secret = make(organiser, tournament, "registration")
    assert bearer(secret).send(f"concours/{tournament.pk}/teams/", {"players": ["Zoé B", "Yan C"]}).status_code == 201
    api_for(organiser).send(f"concours/{tournament.pk}/teams/", {"players": ["Zoé D", "Yan E"]})
    made, with_token, without = tournament.journal.order_by("number")[tournament.journal.count() - 3 :]
    assert (made.act, made.by, made.after["token"]) == ("make_token", organiser, token.pk)
    assert (with_token.by, with_token.after["token"]) == (organiser, token.pk)
    assert "token" not in without.after
    tournament.refresh_from_db()
    assert check(tournament).whole
    page = api_for(organiser).get(reverse("journal", args=[tournament.pk])).content.decode()
    assert "clé n°" in page and "Clé créée pour un autre programme" in page


# --- Its life ---------------------------------------------------------------------------------------------------------


def test_the_secret_is_kept_nowhere_and_shown_once(organiser, tournament):
    client = api_for(organiser)
    address = f"clubs/{tournament.club_id}/tokens/"
    asked = {"name": "Le site", "scopes": ["reading"], "concours": None, "ends_on": str(timezone.localdate())}
    answer = client.send(address, asked)
    assert answer.status_code == 201, answer.content
    secret = answer.json()["secret"]
    assert re.fullmatch(r"dixdeder_[\w-]{32}", secret)
    listed = client.ask(address).content.decode()
    row = str(ApiToken.objects.values().get())
    assert secret[9:] not in listed + row
    assert bearer(secret).ask("clubs/").status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": []},
        {"scopes": ["accounts"]},
        {"concours": []},
        {"concours": [999_999]},
        {"ends_on": "2001-01-01"},
        {"ends_on": "2999-01-01"},
        {"ends_on": None},
        {"name": " "},
    ],
)
def test_a_token_without_a_purpose_an_end_or_a_scope_is_not_made(wrong, organiser, tournament):
    asked = {"name": "Le site", "scopes": ["reading"], "concours": None, "ends_on": str(timezone.localdate())}
    answer = api_for(organiser).send(f"clubs/{tournament.club_id}/tokens/", asked | wrong)
    assert answer.status_code in (400, 422) and is_problem(answer)
    assert not ApiToken.objects.exists()


def test_revoked_it_opens_nothing_from_the_next_request_on(organiser, tournament):
    token, secret = make(organiser, tournament, "reading")
    client, person = bearer(secret), api_for(organiser)
    assert client.ask("clubs/").status_code == 200
    for _twice in range(2):
        answer = person.send(f"clubs/{tournament.club_id}/tokens/{token.pk}/revoke/")
        assert answer.status_code == 200 and answer.json()["revoked_at"]
    answer = client.ask("clubs/")
    assert (answer.status_code, answer.json()["code"]) == (401, "token_ended")
    assert "invalid_token" in answer["WWW-Authenticate"]
    assert tournament.journal.filter(act="revoke_token").count() == 1
    other = account("paul", builders.concours(teams=0).club)
    assert api_for(other).send(f"clubs/{tournament.club_id}/tokens/{token.pk}/revoke/").status_code == 404


def test_it_opens_until_its_last_day_is_over(organiser, tournament, monkeypatch):
    token, secret = make(organiser, tournament, "reading", days=3)
    for later, status in ((3, 200), (4, 401)):
        monkeypatch.setattr(
            tokens.timezone, "localdate", lambda day=token.ends_on, n=later - 3: day + datetime.timedelta(n)
        )
        assert bearer(secret).ask("clubs/").status_code == status


def test_its_last_use_is_noted_once_a_minute(organiser, tournament):
    token, secret = make(organiser, tournament, "reading")
    client = bearer(secret)
    with CaptureQueriesContext(
        connection,
    ) as first:
        client.ask("clubs/")
    with CaptureQueriesContext(connection) as then:
        client.ask("clubs/")
    writes = [[one["sql"] for one in queries if one["sql"].startswith("UPDATE")] for queries in (first, then)]
    assert [len(one) for one in writes] == [1, 0]
    ApiToken.objects.update(last_used_at=timezone.now() - tokens.SEEN_EVERY * 1.1)
    client.ask("clubs/")
    token.refresh_from_db()
    assert timezone.now() - token.last_used_at < tokens.SEEN_EVERY


def test_wrong_ones_are_slowed_and_a_right_one_is_not(organiser, tournament):
    secret = make(organiser, tournament, "reading")[1]
    codes = [bearer(f"dixdeder_{number:032}").ask("clubs/") for number in range(logging_in.FREE_FAILURES + 2)]
    assert [one.json()["code"] for one in codes] == ["token_wrong"] * (logging_in.FREE_FAILURES + 1) + ["token_wait"]
    assert codes[-1].status_code == 429 and int(codes[-1]["Retry-After"]) > 0 and is_problem(codes[-1])
    assert bearer(secret).ask("clubs/").status_code == 200
    elsewhere = bearer("dixdeder_wrong", REMOTE_ADDR="127.0.0.2")
    assert elsewhere.ask("clubs/").status_code == 401
    assert api_for(organiser).ask("clubs/").status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "bearer x", "Bearer é", "Bearer " + "a" * 5000, "Bearer a b"])
def test_a_broken_header_is_a_wrong_token(header, organiser, tournament):
    client = Api()
    client.force_login(organiser)
    answer = client.get(BASE + "clubs/", headers={"Authorization": header.encode().decode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "token_wrong")


# --- The page ---------------------------------------------------------------------------------------------------------


def test_the_page_makes_shows_once_and_revokes(organiser, tournament):
    client = api_for(organiser)
    address = reverse("club-tokens", args=[tournament.club_id])
    form = {"name": "Écran", "scopes": ["reading", "scores"], "whole_club": "", "ends_on": str(timezone.localdate())}
    refused = client.post(address, form).content.decode()
    assert "Cochez au moins un concours" in refused and not ApiToken.objects.exists()
    made = client.post(address, form | {"concours": [str(tournament.pk)]}).content.decode()
    secret = re.search(r"dixdeder_[\w-]{32}", made)[0]
    again = client.get(address).content.decode()
    assert "Écran" in again and secret not in again and "jamais" in again
    assert bearer(secret).ask(f"concours/{tournament.pk}/").status_code == 200
    client.post(reverse("club-token-revoke", args=[tournament.club_id, ApiToken.objects.get().pk]))
    assert "révoquée" in client.get(address).content.decode()
    assert bearer(secret).ask(f"concours/{tournament.pk}/").status_code == 401
    assert PASSWORD not in made


def test_the_page_tells_what_a_computer_that_sends_copies_asks_for_as_long_as_a_key_allows_it(
    organiser, tournament, settings
):
    """It stood below every new key, one for reading too, once, and on a laptop with the address of that laptop itself."""
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.20"]
    client = api_for(organiser)
    address = reverse("club-tokens", args=[tournament.club_id])
    form = {"name": "Écran", "whole_club": "1", "ends_on": str(timezone.localdate())}
    told = "le numéro de votre club"
    assert told not in client.post(address, form | {"scopes": ["reading"]}, headers={"host": "localhost"}).text
    assert told in client.post(address, form | {"scopes": ["copies"]}, headers={"host": "localhost"}).text
    again = client.get(address, headers={"host": "localhost:8000"}).text
    assert told in again and "http://192.168.1.20:8000</b>" in again and f"<b>{tournament.club_id}</b>" in again
    settings.ALLOWED_HOSTS = ["localhost"]
    assert told not in client.get(address, headers={"host": "localhost"}).text, "it is on no network"
    settings.HOSTED = True
    assert "http://localhost</b>" in client.get(address, headers={"host": "localhost"}).text, "a site that is tried"
    settings.HOSTED = False
    revoke = reverse("club-token-revoke", args=[tournament.club_id, ApiToken.objects.latest("pk").pk])
    client.post(revoke, headers={"host": "localhost"})
    assert told not in client.get(address, headers={"host": "localhost"}).text


# --- Of the site ------------------------------------------------------------------------------------------------------


@pytest.fixture
def maintainer(django_user_model):
    return django_user_model.objects.create_superuser("maintainer", password=PASSWORD)


def made_for_site(maintainer) -> dict:
    asked = {"name": "La fédération", "ends_on": str(timezone.localdate())}
    answer = api_for(maintainer).send("host/tokens/", asked)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_token_of_the_site_reads_every_club_and_changes_nothing(maintainer, tournament, organiser):
    other = builders.concours(teams=2)
    Tournament.objects.update(public=False)
    lines = tournament.journal.count()
    made = made_for_site(maintainer)
    assert tournament.journal.count() == lines, "a club’s journal tells of what happened in its concours"
    federation = bearer(made["secret"])
    assert {one["id"] for one in federation.ask("concours/").json()["results"]} == {tournament.pk, other.pk}
    assert {one["id"] for one in federation.ask("host/clubs/").json()["results"]} == {tournament.club_id, other.club_id}
    clubs = {(one["id"], one["role"]) for one in federation.ask("clubs/").json()["results"]}
    assert clubs == {(tournament.club_id, "reader"), (other.club_id, "reader")}, (
        "it was told of none, and read them all"
    )
    for place in (tournament, other):
        assert federation.ask(f"concours/{place.pk}/teams/").status_code == 200
        refused = federation.send(f"concours/{place.pk}/teams/", {"players": ["Zoé B", "Yan C"]})
        assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
        assert "une clé du club avec le droit" in refused.json()["detail"], "the site has none with more"
        assert federation.ask(f"clubs/{place.club_id}/accounts/").status_code == 403
    for path in ("host/tokens/", "host/webhooks/"):
        assert federation.ask(path).status_code == 404
    assert federation.send("host/clubs/", {"name": "Le nôtre", "organiser": "Zoé B"}).status_code == 404
    Club.objects.filter(pk=other.club_id).update(closed_at=timezone.now(), hidden_at=timezone.now())
    assert [one["id"] for one in federation.ask("concours/").json()["results"]] == [tournament.pk]
    assert [one["id"] for one in federation.ask("clubs/").json()["results"]] == [tournament.club_id]
    assert federation.ask(f"concours/{other.pk}/teams/").status_code == 404
    assert federation.ask(f"clubs/{other.club_id}/people/").status_code == 404


def test_a_token_of_the_site_ends_with_its_maker_and_each_act_on_it_is_noted(client, maintainer, tournament, organiser):
    made = made_for_site(maintainer)
    federation = bearer(made["secret"])
    maintainer.is_superuser = False
    maintainer.save()
    assert federation.ask("concours/").json()["code"] == "token_ended", "a maintainer no more"
    maintainer.is_superuser = True
    maintainer.save()
    assert federation.ask("concours/").status_code == 200
    client.force_login(organiser)
    seen = client.get(reverse("club-tokens", args=[tournament.club_id])).content.decode()
    assert "La fédération" in seen, "the club knows who reads it"
    address = f"host/tokens/{made['token']['id']}/revoke/"
    assert api_for(organiser).send(address).status_code == 404
    assert api_for(maintainer).send(address).json()["revoked_at"]
    assert federation.ask("concours/").json()["code"] == "token_ended"
    noted = list(HostAct.objects.values_list("act", "club", "by", "details__token"))
    token = made["token"]["id"]
    assert noted == [("make_token", None, maintainer.pk, token), ("revoke_token", None, maintainer.pk, token)]


def test_the_maintainer_makes_and_revokes_a_token_of_the_site_by_the_page(client, maintainer):
    client.force_login(maintainer)
    address = reverse("host-tokens")
    assert address in client.get(reverse("host-clubs")).content.decode()
    page = client.post(address, {"name": "La fédération", "ends_on": str(timezone.localdate())}).content.decode()
    secret = re.search(r"dixdeder_[\w-]+", page)[0]
    assert secret not in client.get(address).content.decode(), "shown this once"
    assert bearer(secret).ask("host/clubs/").status_code == 200
    assert client.post(address, {"name": "La fédération", "ends_on": "2020-01-01"}).status_code == 200
    assert ApiToken.objects.count() == 1
    client.post(reverse("host-token-revoke", args=[ApiToken.objects.get().pk]))
    assert bearer(secret).ask("host/clubs/").json()["code"] == "token_ended"
