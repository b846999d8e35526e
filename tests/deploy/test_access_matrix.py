"""Rights to open and to send: every page of the URLconf, every role, the laptop and the hall's Wi-Fi.

A page that is not in PAGES fails, so that nobody adds one without having said whose it is.
"""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from deploy.laptop import pairing
from tests.deploy import pages
from tests.deploy.pages import HALL, ROLES, Evening, Writes, make_evening, read_by_the_organiser
from tests.scoring.phones.builders import comes_in
from tests.support.access_matrix import PAGES
from tests.support.api import routes as api_routes
from tests.support.counts import spread
from tests.support.html import unnamed
from tests.support.public_pages import nothing_kept  # noqa: F401
from tournament.clubs import policy
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db
# One who may open everything sends every query of a page: that is for both engines, who may not is for one.
EVERYTHING = pytest.param("organiser", "laptop", marks=pytest.mark.engine)


# Answers to one of these roles that differ from the one of Page.
ANSWERS = {
    ("login", "GET", "anonymous"): 200,
    ("login", "POST", "anonymous"): 200,
    ("login", "GET", None): 302,
    ("phone-enter", "GET", "organiser"): 302,  # to the entry of that table
}
# Wrong codes are counted; the way in of a table is made the first time its sheet is looked at, and is then the same.
MAY_WRITE = {("public-code", "POST"), ("phone-come-in", "POST"), ("paper-sheets", "GET")}
# The list of acts to take back tries each, and rolls it back.
MAY_WRITE |= {("undo", "GET"), ("undo-line", "POST")}
# Parts of a page that its scripts fetch.
NOT_A_PAGE = {"entry-tables", "door-list", "door-check", "copies-state"}
SERVED = {"GET": "get", "POST": "post"}


@pytest.fixture
def evening() -> Evening:
    """Our evening, and beside it that of another club, whose organiser is our stranger."""
    evening = make_evening()
    evening.users["stranger"] = make_evening(who="etienne").users["organiser"]
    evening.users["maintainer"] = type(evening.users["organiser"]).objects.create_superuser("maintainer")
    return evening


@pytest.fixture
def other(evening) -> Evening:
    """The evening of yet another club."""
    return make_evening(who="zoe")


def routes():
    """The pages of which we know whose they are; the others are told by the first test."""
    return [(route, pattern) for route, pattern in pages.routes() if pattern.name in PAGES]


def expected(name: str, method: str, role: str, place: str) -> int:
    """The state of the answer to *role* at *place* ("laptop", "wifi" or "paired")."""
    page = PAGES[name]
    who = getattr(page, SERVED[method])
    if "public" not in (page.get, page.post) and (place == "wifi" or (place == "paired" and page.laptop)):
        return 403
    if who is None:
        # The account is asked first, then the method: a stranger learns nothing of what is served.
        open_to_all = {page.get, page.post} & {"public", "open"}
        return 405 if method != "GET" and (open_to_all or role != "anonymous") else 302
    done = page.read if method == "GET" else page.sent
    done = ANSWERS.get((name, method, role), ANSWERS.get((name, method, None), done))
    if who in ("public", "open"):
        return done
    if role == "anonymous":
        return 302
    if who == "account":
        return done
    if who == "maintainer":
        return done if role == "maintainer" else 404
    if who == "organisers":
        return done if role in ("organiser", "stranger") else 403
    if role in ("stranger", "maintainer"):
        return 404
    return done if policy.may(role, who) else 403


def ask(client: Client, method: str, url: str, **more):
    """The answer, what it would have written, and nothing of it kept."""
    with transaction.atomic(), Writes() as written:
        answer = client.generic(method, url, **more)
        transaction.set_rollback(True)
    # A public page that somebody looks at is kept, and from then on made by the worker.
    return answer, [sql for sql in written if "django_session" not in sql and "scoring_renderedpage" not in sql]


def test_every_page_says_whose_it_is():
    names = [pattern.name for _route, pattern in pages.routes()]
    missing = sorted(set(names) - set(PAGES))
    gone = sorted(set(PAGES) - set(names))
    assert not missing, f"say in PAGES of tests/support/access_matrix.py whose these pages are: {missing}"
    assert not gone, f"these pages are in PAGES and no more in the URLconf: {gone}"
    assert len(names) == len(set(names))


def test_what_opens_from_the_wifi_is_what_the_table_says():
    """LoopbackOnlyMiddleware reads an attribute of the view; a wrapper put round it later would lose it."""
    for _route, pattern in routes():
        page = PAGES[pattern.name]
        view = pattern.callback
        public = getattr(view, "public_page", False) or pattern.name.startswith("public-")
        assert public == ("public" in (page.get, page.post)), pattern.name
        assert getattr(view, "laptop_only", False) == page.laptop, pattern.name


@pytest.mark.parametrize(
    ("role", "place"),
    spread(
        7,
        [
            EVERYTHING,
            *(
                (role, place)
                for role in ROLES
                for place in ("laptop", "wifi")
                if (role, place) != ("organiser", "laptop")
            ),
            pytest.param("organiser", "paired", marks=pytest.mark.slow),
        ],
    ),
)
def test_who_may_open_and_send_what(role, place, evening):
    wrong = []
    session = evening.client(role)
    if place == "paired":
        code = pair_code(evening)
        assert session.post(reverse("pair-enter"), {"code": code}, **HALL).status_code == 302
    more = {} if place == "laptop" else HALL
    for route, pattern in routes():
        url = evening.address(route, pattern, opened_by=role)
        for method in methods(pattern.name, role):
            client = Client()
            client.cookies = session.cookies.copy()
            answer, written = ask(client, method, url, **more)
            wanted = expected(pattern.name, method, role, place)
            what = f"{method} {pattern.name} {url}"
            if answer.status_code != wanted:
                wrong.append(f"{what}: {answer.status_code} instead of {wanted}")
            elif wanted == 302 and role == "anonymous" and not opens_to_all(pattern.name):
                if not answer["Location"].startswith(reverse("login") + "?next="):
                    wrong.append(f"{what}: sent to {answer['Location']} instead of the log-in")
            refused = method == "GET" or answer.status_code >= 400
            if written and refused and (pattern.name, method) not in MAY_WRITE:
                wrong.append(f"{what}: {answer.status_code} wrote {written}")
            wrong += [f"{what}: {said}" for said in headers_lacking(answer, pattern.name)]
            if role == "organiser" and answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
                wrong += [f"{what}: {said}" for said in unnamed(answer.text)]
    assert not wrong, "\n".join(wrong)


def test_every_page_of_a_rehearsal_says_that_it_is_one(evening):
    Tournament.objects.filter(pk=evening.tournament.pk).update(rehearsal=True)
    silent = []
    client = evening.client("organiser")
    for route, pattern in routes():
        if PAGES[pattern.name].get is None or not any(part in route for part in ("<int:pk>", "<slug:slug>")):
            continue
        answer = client.get(evening.address(route, pattern, opened_by="organiser"))
        page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        if page and pattern.name not in NOT_A_PAGE and "<strong>Répétition</strong>" not in answer.text:
            silent.append(pattern.name)
    assert not silent, " ".join(silent)


def methods(name: str, role: str) -> tuple[str, ...]:
    """Return what is tried: all by a passer-by and the organiser, by the others only what their role could open."""
    if role in ("anonymous", "organiser"):
        return ("GET", "POST")
    return () if opens_to_all(name) else tuple(m for m in SERVED if getattr(PAGES[name], SERVED[m]))


def opens_to_all(name: str) -> bool:
    return bool({PAGES[name].get, PAGES[name].post} & {"public", "open"})


def pair_code(evening: Evening) -> str:
    page = evening.client("organiser").get(reverse("pair")).content.decode()
    return pairing.read_code(page.split("<output>")[1].split("</output>")[0])


# Each stands in a frame of the wall that shows them in turn.
WALLS = ("public-wall", "wall-draw", "wall-phases", "wall-prizes")


def headers_lacking(answer, name: str) -> list[str]:
    """Return what a browser is not told with this answer and should be."""
    lacking = []
    policy_told = answer.get("Content-Security-Policy", "")
    if "unsafe" in policy_told or "default-src 'self'" not in policy_told:
        lacking.append(f"Content-Security-Policy: {policy_told}")
    framed_by_us = name in WALLS and "frame-ancestors 'self'" in policy_told
    if "frame-ancestors 'none'" not in policy_told and not framed_by_us:
        lacking.append("may be framed")
    if answer.get("X-Content-Type-Options") != "nosniff":
        lacking.append("no nosniff")
    if answer.get("Referrer-Policy") not in ("same-origin", "strict-origin", "no-referrer"):
        lacking.append("no Referrer-Policy")
    if "public" not in (PAGES[name].get, PAGES[name].post) and "no-store" not in answer.get("Cache-Control", ""):
        lacking.append(f"{answer.status_code} kept by browsers: Cache-Control {answer.get('Cache-Control')!r}")
    return lacking


def test_a_paired_device_neither_deletes_nor_closes():
    """By the names of the acts, of pages and API, so that a new one is on the laptop from its first day."""
    final = re.compile(r"delete|close|reopen|purge|remove|restore|renew|dismiss")
    # To log out; to drop a list that was not taken; to take a message off the walls; to withdraw a link.
    leaves_the_data = {"session delete", "import delete", "message delete", "person-link delete"}
    acts = [(pattern.name, "POST", pattern.callback) for _route, pattern in pages.routes()]
    for _route, pattern in api_routes():
        view = getattr(pattern.callback, "cls", None)
        for method in ("post", "delete") if view else ():
            if hasattr(view, method):
                acts.append((f"{pattern.name} {method if method == 'delete' else ''}", method.upper(), view))
    found = [
        (name, method, getattr(view, "laptop_only", False))
        for name, method, view in acts
        if final.search(name) and name not in leaves_the_data
    ]
    assert {"team-delete", "concours-close", "close ", "team delete"} <= {name for name, _method, _laptop in found}
    assert [name for name, method, laptop in found if laptop is not True and method not in (laptop or ())] == []


def test_no_page_says_what_may_run_inline(client):
    """The policy forbids it, so that it would not work; this finds it before a person does."""
    wrong = []
    refused = {address: client.get(address).content.decode() for address in ("/nulle-part/", reverse("logout"))}
    for name, page in (read_by_the_organiser() | refused).items():
        lowered = page.lower()
        for sign in (" style=", " onclick=", " onload=", " onsubmit=", " onchange=", "<style", "javascript:"):
            if sign in lowered:
                wrong.append(f"{name}: {sign.strip()}")
        if "<script>" in lowered:
            wrong.append(f"{name}: a script in the page")
    assert not wrong, wrong


@pytest.mark.parametrize("method", spread(2, ["PUT", "PATCH", "DELETE", "OPTIONS"]))
def test_other_methods_are_not_served(method, evening):
    client = evening.client("organiser")
    for route, pattern in routes():
        with transaction.atomic():
            answer = client.generic(method, evening.address(route, pattern))
            transaction.set_rollback(True)
        assert answer.status_code == 405, f"{method} {pattern.name}: {answer.status_code}"


def test_the_address_of_an_act_leads_to_its_page(evening):
    """A refused form is answered at the address of the act: to load it again leads to the page of the form."""
    clients = {role: evening.client(role) for role in ("organiser", "maintainer")}
    phone, _address = comes_in(
        Table.objects.get(round__tournament=evening.tournament, access=evening.names["access"]), "NS"
    )
    # These forms stand on pages elsewhere.
    homes = {"set_language", "logout", "concours-restore"}
    reached: dict[tuple[Client, str], list] = {}  # many acts lead to one page
    wrong = []
    for route, pattern in routes():
        page = PAGES[pattern.name]
        if page.get is not None:
            continue
        address = evening.address(route, pattern)
        client = phone if pattern.name.startswith("phone-") else clients.get(page.post, clients["organiser"])
        answer = client.get(address)
        first = answer.get("Location", "")
        above = first == "/" if pattern.name in homes else first != "/" and address.startswith(first)
        if (client, first) not in reached:
            followed = client.get(first, follow=True) if first else answer
            reached[client, first] = [followed.status_code, getattr(followed, "redirect_chain", [])]
        status, chain = reached[client, first]
        if status != 200 or not above:
            wrong.append(f"{address}: {answer.status_code} {first} {status} {chain}")
    assert not wrong, "\n".join(wrong)


def test_nothing_is_sent_without_the_form_of_our_own_page(evening):
    client = evening.client("organiser", enforce_csrf_checks=True)
    for route, pattern in routes():
        answer, written = ask(client, "POST", evening.address(route, pattern))
        assert (answer.status_code, written) == (403, []), pattern.name
        assert "Cette page est restée ouverte trop longtemps" in answer.content.decode(), pattern.name


def test_what_another_club_owns_does_not_exist(evening, other):
    """Our own organiser, on each address with one of its parts, then all, taken from another club."""
    wrong = []
    client = evening.client("organiser")
    parts = {"pk", "club", "person", "account", "team_pk", "draft_pk", "draw_id", "export_pk"}
    foreign = other.names | {"draft_pk": other.drafts["organiser"]}
    for route, pattern in routes():
        owned = parts & set(pattern.pattern.converters)
        job = route.startswith("/travaux/")
        for changed in [{part} for part in owned] + [owned] * (len(owned) > 1):
            values = {part: foreign["job" if job and part == "pk" else part] for part in changed}
            for method in SERVED:
                if getattr(PAGES[pattern.name], SERVED[method]) is None:
                    continue
                answer, written = ask(client, method, evening.address(route, pattern, **values))
                if answer.status_code != 404 or written:
                    wrong.append(f"{method} {pattern.name} {sorted(changed)}: {answer.status_code} {written}")
    assert not wrong, "\n".join(wrong)


def test_a_closed_account_opens_nothing(evening):
    client = evening.client("organiser")
    user = evening.users["organiser"]
    user.is_active = False
    user.save()
    for route, pattern in routes():
        if opens_to_all(pattern.name):
            continue
        answer = client.get(evening.address(route, pattern))
        assert answer.status_code == 302, pattern.name
        assert answer["Location"].startswith(reverse("login")), pattern.name


def test_a_concours_that_is_not_public_shows_the_hall_nothing(evening):
    evening.tournament.public = False
    evening.tournament.save()
    for route, pattern in routes():
        # Its tables may still send their scores: who holds a code was given it on paper.
        if "<slug:slug>" in route and pattern.name != "public-code":
            assert Client().get(evening.address(route, pattern), **HALL).status_code == 404, pattern.name


def test_djangos_own_tables_are_the_maintainers(evening):
    for role in ROLES:
        client = evening.client(role)
        assert client.get("/admin/").status_code == (200 if role == "maintainer" else 302), role
        assert client.get("/admin/", **HALL).status_code == 404, role
