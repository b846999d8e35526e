"""The API as a whole: who may, from where, what it refuses and in which shape, and its schema."""

import json
import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from deploy.laptop import pairing
from deploy.web.middleware import limit_body
from deploy.wsgi import application
from tests.scoring import builders
from tests.support.api import BASE, PASSWORD, Api, account, is_problem, routes
from tests.support.api_routes import HALL, METHODS, ROUTES, api, expected, hall, organiser, tournament  # noqa: F401
from tests.support.counts import spread
from tests.support.kept import contents
from tournament.clubs import devices, logging_in
from tournament.models import Team

pytestmark = pytest.mark.django_db

LAPTOP_ONLY = {name for name in ROUTES if name.startswith(("account", "token", "webhook", "club-webhook"))}
LAPTOP_ONLY |= {
    "lots-remove",
    "close",
    "reopen",
    "concours-new",
    "concours-series",
    "settings",
    "welcome",
    "remove",
    "removed",
    "restore",
    "purge",
    "erase",
}
LAPTOP_ONLY |= {"program-close", *(name for name in ROUTES if name.startswith("host-"))}
LAPTOP_ONLY |= {name for name in ROUTES if "second-factor" in name or "concours-file" in name or name == "club-file"}
LAPTOP_ONLY |= {"copy-places", "copy-place", "take-over"}
LAPTOP_ONLY |= {"season-restore", "season-evenings", "season-undo", "qualified-rankings"}
ROLES = ("anonymous", "reader", "scorer", "referee", "treasurer", "organiser", "stranger", "maintainer")


def test_every_route_is_in_the_table_and_no_other():
    served = {pattern.name for _, pattern in routes()}
    missing, gone = sorted(served - set(ROUTES)), sorted(set(ROUTES) - served)
    assert not missing, f"give these routes their permission in ROUTES of tests/support/api_routes.py: {missing}"
    assert not gone, f"these routes are in ROUTES and no more in the URLconf: {gone}"


@pytest.mark.parametrize("role", spread(4, ROLES))
def test_who_may_do_what(role, hall, tournament, organiser):
    cache.clear()  # the requests of the roles before are those of an account of the same key
    user = None
    if role == "stranger":
        user = account("etienne", builders.concours(teams=0).club)
    elif role == "maintainer":
        user = get_user_model().objects.create_superuser("maintainer")
    elif role == "organiser":
        user = organiser
    elif role != "anonymous":
        user = account("rene", tournament.club, role)
    session = Api()
    if user is not None:
        session.force_login(user)
    wrong = []
    for route, pattern in routes():
        # One method that is not served shows what the others answer; the next test tries them all.
        for method in [*ROUTES[pattern.name], next(one for one in METHODS if one not in ROUTES[pattern.name])]:
            with transaction.atomic():
                client = Api()
                client.cookies = session.cookies.copy()
                url = hall(route, user)
                answer = client.generic(method, url, "{}" if method != "GET" else "", content_type="application/json")
                transaction.set_rollback(True)
            if answer.status_code not in expected(role, pattern.name, method):
                wrong.append(f"{method} {pattern.name}: {answer.status_code} {answer.content[:120]}")
    assert not wrong, "\n".join(wrong)


def test_the_plane_of_each_route(hall, api, organiser):
    """From the hall's Wi-Fi the public addresses alone; from a paired telephone all but settings and accounts."""
    for route, pattern in routes():
        if (
            "token" in ROUTES[pattern.name].values()
            or "GET" not in ROUTES[pattern.name]
            and "public" in ROUTES[pattern.name].values()
        ):
            continue  # for other programs: test_places.py sends there from the Wi-Fi
        url = hall(route, organiser)
        public = "public" in ROUTES[pattern.name].values()
        answer = api.get(url, **HALL)
        assert (answer.status_code == 200) is public, pattern.name
        if not public:
            assert answer.status_code == 403
            assert answer.json()["code"] == "laptop_only"
    api.cookies[pairing.COOKIE] = devices.pair_device()
    for route, pattern in routes():
        answer = api.get(hall(route, organiser), **HALL)
        refused = answer.status_code == 403 and answer.json()["code"] == "laptop_only"
        assert refused is (pattern.name in LAPTOP_ONLY), pattern.name


def test_what_is_another_clubs_is_not_there_by_any_way(hall, tournament, api):
    other = builders.concours(teams=2)
    team = Team.objects.filter(tournament=other).first()
    assert api.ask(f"concours/{tournament.pk}/teams/{team.pk}/").status_code == 404
    assert api.ask(f"clubs/{other.club_id}/accounts/").status_code == 404
    assert api.ask("concours/", club=other.club_id).json()["count"] == 0
    made = {"club": other.club_id, "preset": "4x12-points", "name": "Chez eux", "date": "2026-12-01"}
    assert api.send("concours/new/", made).status_code == 404
    foreign = other.club.memberships.create(user=account("paul"), role="scorer")
    assert api.send(f"clubs/{tournament.club_id}/accounts/{foreign.pk}/close/").status_code == 404


def test_a_get_writes_nothing(hall, api, organiser):
    for route, pattern in routes():
        url = hall(route, organiser)
        if "GET" not in ROUTES[pattern.name]:
            continue
        if pattern.name == "undo":
            # Each act that it lists is tried, and rolled back: what stands in the rows is compared.
            before = contents() if connection.vendor == "sqlite" else {}
            assert api.get(url).status_code == 200
            assert before == (contents() if before else {})
            continue
        with connection.execute_wrapper(only_reads):
            api.get(url)


def only_reads(execute, sql, params, many, context):
    assert not re.match(r"\s*(INSERT|UPDATE|DELETE)", sql, re.IGNORECASE), sql
    return execute(sql, params, many, context)


# --- The session ------------------------------------------------------------------------------------------------------


def test_a_program_logs_in_as_a_page_does(tournament, organiser):
    client = Api(enforce_csrf_checks=True)
    before = client.ask("session/").json()
    assert before["account"] is None
    token = {"HTTP_X_CSRFTOKEN": before["csrf_token"]}
    answer = client.send("session/", {"name": "odile", "password": PASSWORD}, **token)
    assert answer.status_code == 200
    here = answer.json()
    assert here["account"]["username"] == "odile"
    assert here["clubs"] == [{"id": tournament.club_id, "name": "Belote de Casson", "role": "organiser"}]
    refused = client.send(f"concours/{tournament.pk}/teams/all-present/", **token)
    assert refused.status_code == 403, "the token of before the log-in"
    assert refused.json()["code"] == "csrf"
    token = {"HTTP_X_CSRFTOKEN": here["csrf_token"]}
    assert client.send(f"concours/{tournament.pk}/teams/all-present/", **token).status_code == 200
    assert client.send("session/", method="DELETE", **token).status_code == 204
    assert client.ask("concours/").status_code == 401


def test_no_foreign_page_logs_anybody_in(organiser):
    client = Api(enforce_csrf_checks=True)
    answer = client.send("session/", {"name": "odile", "password": PASSWORD})
    assert answer.status_code == 403
    assert answer.json()["code"] == "csrf"
    assert "sessionid" not in client.cookies and settings.SESSION_COOKIE_NAME not in client.cookies


def test_guessing_a_password_is_slowed_as_on_the_page(organiser):
    client = Api()
    for _try in range(logging_in.FREE_FAILURES + 1):
        answer = client.send("session/", {"name": "odile", "password": "nothing like it"})
        assert answer.status_code == 401
        assert answer.json()["code"] == "login_wrong"
    answer = client.send("session/", {"name": "odile", "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == answer.json()["params"]["seconds"] > 0
    page = Client().post("/connexion/", {"name": "odile", "password": PASSWORD})
    assert page.status_code == 200, "the page counts the same tries"


def test_who_may_no_more_is_refused_at_once(tournament, organiser, api):
    assert api.ask(f"concours/{tournament.pk}/").status_code == 200
    organiser.memberships.all().delete()
    assert api.ask(f"concours/{tournament.pk}/").status_code == 404
    organiser.is_active = False
    organiser.save()
    assert api.ask("clubs/").status_code == 401


# --- Broken and hostile -----------------------------------------------------------------------------------------------

BODIES = {
    "nested 1000": b"[" * 1000,
    "nested 100000": b"[" * 100_000,
    "nested objects": b'{"a":' * 5000,
    "truncated": b'{"players": ["A B"',
    "trailing comma": b'{"present": true,}',
    "byte order mark": b'\xef\xbb\xbf{"present": true}',
    "utf-16": '{"present": true}'.encode("utf-16"),
    "invalid utf-8": b'{"present": "\xff\xfe"}',
    "lone surrogate": b'{"present": "\\ud800"}',
    "NUL": b'{"present": "\\u0000"}',
    "a key twice": b'{"present": true, "present": false}',
    "NaN": b'{"present": NaN}',
    "infinity": b'{"present": 1e999}',
    "5001 digits": b'{"present": ' + b"9" * 5001 + b"}",
    "an array": b"[]",
    "null": b"null",
    "a word": b"true",
    "quotes unclosed": b'{"present": "' + b'\\"' * 50_000,
    "unknown key": b'{"present": true, "club": 2}',
    "nothing": b"",
}


@pytest.mark.parametrize("name", BODIES)
def test_a_broken_body_is_refused_in_the_one_shape(name, api, tournament):
    team = Team.objects.filter(tournament=tournament).first()
    answer = api.raw(f"concours/{tournament.pk}/teams/{team.pk}/present/", BODIES[name])
    assert answer.status_code == 400
    assert is_problem(answer)
    assert answer.json()["message"]
    team.refresh_from_db()
    assert team.present


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html"]
)
@pytest.mark.parametrize("checks", [False, True])
def test_only_json_is_taken(kind, checks, api, organiser, tournament):
    client = Api(enforce_csrf_checks=checks)
    client.force_login(organiser)
    answer = client.raw(f"concours/{tournament.pk}/teams/", b'{"players": ["A B", "C D"]}', kind)
    assert answer.status_code == (403 if checks else 415), "what a form on a foreign page can send lacks the token"
    assert is_problem(answer)


@pytest.mark.parametrize("size", [2_600_000, 3_000_000, 11_000_000])
def test_a_great_body_is_refused_as_json_before_and_behind_the_gate(size, api, organiser, tournament):
    body = b'{"pasted": "' + b"a" * size + b'"}'
    address = f"concours/{tournament.pk}/imports/"
    answer = api.raw(address, body)
    assert answer.status_code == 413
    assert is_problem(answer)
    said = []
    environ = {"CONTENT_LENGTH": str(len(body)), "PATH_INFO": BASE + address, "REQUEST_METHOD": "POST"}
    sent = limit_body(application, settings.BODY_LIMIT)(environ, lambda status, headers: said.append((status, headers)))
    assert said[0][0].startswith("413")
    assert json.loads(b"".join(sent))["code"] == "too_large"


@pytest.mark.parametrize(
    "address",
    ["", "/", "/v1/nothing/", "/v2/concours/", "/v1/nothing", "/v1/concours/abc/", "/v1/concours/１/", "/v1/concours/1_0/", "/v1/concours/%00/", "/v1/..%2f/", "/v1/public/abc%00/"],
)  # fmt: skip
def test_an_address_that_leads_nowhere(address, api):
    for client in (api, Api()):
        for method in METHODS:
            answer = client.generic(method, "/api" + address, "{}", content_type="application/json")
            assert answer.status_code == 404, (address, method)
            assert is_problem(answer)


def test_an_address_without_its_last_slash_leads_on_with_method_and_body(api):
    led = api.generic("POST", "/api/v1/concours/new?a=1", "{}", content_type="application/json")
    assert (led.status_code, led.headers["Location"]) == (308, "/api/v1/concours/new/?a=1")


@pytest.mark.parametrize("number", ["9999999999999999999999", "0", "18446744073709551616"])
def test_a_number_that_no_row_has(number, api, tournament):
    pk = tournament.pk
    for address in (f"concours/{number}/", f"concours/{pk}/teams/{number}/", f"concours/{pk}/tirages/{number}/", f"concours/{pk}/parties/{number}/tables/{number}/", f"concours/{pk}/standings/{number}/", f"public/{tournament.slug}/teams/{number}/", f"public/{tournament.slug}/tirages/{number}-{number}/"):  # fmt: skip
        answer = api.ask(address)
        assert answer.status_code == 404, address
        assert is_problem(answer)


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_wrong_method_says_which_are_right(method, api, hall, organiser):
    for route, pattern in routes():
        if pattern.name in ("schema", "docs"):
            continue
        # A browser asks a public address before a script of another site reads it.
        asked = {"OPTIONS"} if pattern.name.startswith("public-") else set()
        answer = api.generic(method, hall(route, organiser))
        if method in asked:
            assert answer.status_code == 204, pattern.name
            continue
        assert answer.status_code == 405, pattern.name
        assert is_problem(answer)
        right = {one.strip() for one in answer["Allow"].split(",")}
        assert right - {"HEAD"} == set(ROUTES[pattern.name]) | asked, pattern.name


@pytest.mark.parametrize(
    "query",
    [
        {"order": "password"},
        {"order_by": "club__memberships__user__password"},
        {"fields": "tournament__club"},
        {"limit": "0"},
        {"limit": "100000"},
        {"limit": "１"},
        {"limit": "1_0"},
        {"offset": "-1"},
        {"offset": "99999999999999999999"},
        {"limit": ["1", "2"]},
        {"search": "\x00"},
        {f"k{i}": "v" for i in range(1000)},
    ],
)
def test_sorting_and_filtering_go_by_a_list_of_words(query, api, tournament):
    answer = api.ask(f"concours/{tournament.pk}/teams/", **query)
    assert answer.status_code == (200 if query == {"search": "\x00"} else 400), answer.content
    if answer.status_code == 400:
        assert is_problem(answer)


def test_lists_come_in_pages(api, tournament):
    first = api.ask(f"concours/{tournament.pk}/teams/", limit=4).json()
    assert (first["count"], first["limit"], first["offset"]) == (9, 4, 0)
    assert [team["number"] for team in first["results"]] == [1, 2, 3, 4]
    last = api.ask(f"concours/{tournament.pk}/teams/", limit=4, offset=8).json()
    assert [team["number"] for team in last["results"]] == [9]


def test_a_refusal_is_in_the_language_asked_for(api, tournament):
    address = f"concours/{tournament.pk}/teams/"
    sent = {"players": ["Jean Roux", ""]}
    french, english = api.send(address, sent), api.send(address, sent, HTTP_ACCEPT_LANGUAGE="en")
    assert french.status_code == english.status_code == 422
    assert french.json()["code"] == english.json()["code"] == "partner_missing"
    assert "partenaire" in french.json()["message"]
    assert "partner" in english.json()["message"]
    assert french.json()["params"]["field"] == "player_2"


def test_a_twin_names_the_field_that_lets_it_in(api, tournament):
    """It named that of the page: a program that sent it back was told that this key is not known."""
    address = f"concours/{tournament.pk}/teams/"
    sent = {"players": ["Zoé Roux", "Yan Caro"]}
    assert api.send(address, sent).status_code == 201
    refused = api.send(address, sent).json()
    assert (refused["code"], refused["params"]["field"]) == ("team_already_there", "confirm_twin")
    assert api.send(address, sent | {refused["params"]["field"]: True}).status_code == 201


def test_personal_answers_are_kept_by_nobody_and_public_ones_a_moment(api, hall, tournament):
    assert api.ask(f"concours/{tournament.pk}/teams/")["Cache-Control"] == "private, no-cache"
    assert Api().ask(f"concours/{tournament.pk}/teams/")["Cache-Control"] == "no-store"
    public = Api().ask(f"public/{tournament.slug}/standings/")
    assert public["Cache-Control"] == "public, max-age=1"
    assert public["Access-Control-Allow-Origin"] == "*", "a club shows its ranking on its own site"
    assert public["Access-Control-Expose-Headers"] == "ETag"
    assert not public.cookies
    assert "Cookie" not in public.get("Vary", "")


def test_a_script_of_another_site_may_ask_whether_what_it_knows_still_holds(client, hall, tournament):
    address = f"/api/v1/public/{tournament.slug}/standings/"
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "GET"}
    answer = client.options(address, headers=asked | {"Access-Control-Request-Headers": "if-none-match"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Headers"] == "If-None-Match"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD", "and nothing else"
    private = client.options(f"/api/v1/concours/{tournament.pk}/standings/", headers=asked)
    assert private.status_code in (401, 403, 405) and "Access-Control-Allow-Origin" not in private


def test_a_concours_that_is_not_public_is_not_there(hall, tournament):
    assert Api().ask(f"public/{tournament.slug}/").status_code == 200
    tournament.public = False
    tournament.save()
    for route, pattern in routes():
        # A season is public by its own choice; a list is there, and has nothing of this concours.
        if pattern.name.startswith("public-") and "season" not in pattern.name and pattern.name != "public-announced":
            assert Api().get(hall(route, None)).status_code == 404, pattern.name


def test_hosted_initials_stand_for_names(hall, tournament, settings):
    named = Api().ask(f"public/{tournament.slug}/tables/").json()["results"]
    assert any("Michel" in place["name"] for place in named)
    settings.EMBEDDED, settings.HOSTED = False, True
    tournament.slug = "ailleurs"
    tournament.save()
    for part in ("standings/", "tables/", "teams/1/", ""):
        text = Api().ask(f"public/ailleurs/{part}", secure=True).content.decode()
        assert "Michel" not in text, part
    assert Api().ask("public/ailleurs/").json()["names_shown"] is False


def test_what_has_not_changed_is_not_sent_again(api, tournament):
    for address in (f"concours/{tournament.pk}/teams/", f"public/{tournament.slug}/standings/"):
        first = api.ask(address)
        again = api.get(BASE + address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert api.get(BASE + address, headers={"If-None-Match": '"other"'}).content == first.content
    assert "ETag" not in Api().ask(f"concours/{tournament.pk}/teams/"), "a refusal is none that one keeps"


def test_a_program_finds_its_way_from_the_root(client):
    addresses = client.get(BASE).json()
    assert client.get(addresses["schema"]).status_code == 200
    assert all(client.get(path).status_code in (200, 302, 401) for path in addresses.values() if "{" not in path)


# --- The schema -------------------------------------------------------------------------------------------------------


def test_the_schema_tells_every_route_and_method(api):
    schema = api.get(BASE + "schema/", {"format": "json"}).json()
    told = {
        (re.sub(r"\{(\w+)\}", "{}", path.removeprefix(BASE)), method.upper())
        for path, methods in schema["paths"].items()
        for method in methods
    }
    served = {
        (re.sub(r"<(?:\w+:)?\w+>", "{}", route), method)
        for route, pattern in routes()
        for method in ROUTES[pattern.name]
        if pattern.name not in ("schema", "docs")
    }
    assert told == served
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            assert 3 < len(told["summary"]) < 140, (method, path)
            assert "404" in told["responses"], (method, path)


def test_the_schema_is_one_that_tools_can_read(client):
    from openapi_spec_validator import validate  # long to load, and for this test alone

    schema = client.get(BASE + "schema/", {"format": "json"}).json()
    validate(schema)
    assert '"default": ""' not in json.dumps(schema), "a generated client would send it where the program refuses it"


def test_every_route_that_answers_denies_by_default():
    for _route, pattern in routes():
        view = getattr(pattern.callback, "cls", None)
        if view is None:
            continue
        open_ = any(allowed in ("open", "public") for allowed in ROUTES[pattern.name].values())
        names = [one.__name__ for one in view.permission_classes]
        assert names == (["AllowAny"] if open_ else ["IsAuthenticated"]), pattern.name
