"""An answer that depends on what a browser sends says on what: or a cache gives one person the page of another."""

import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.deploy import pages
from tests.support.access_matrix import PAGES
from tests.support.api import BASE, routes as api_routes
from tests.support.api_routes import ROUTES

pytestmark = pytest.mark.django_db
# A header, what is sent in it, and its name in Vary.
SENT = [
    ("HTTP_ACCEPT_LANGUAGE", "en", "accept-language"),
    ("HTTP_ACCEPT_ENCODING", "gzip", "accept-encoding"),
    ("HTTP_AUTHORIZATION", "Bearer of-no-program", "authorization"),
    ("HTTP_HX_REQUEST", "true", "hx-request"),
    ("HTTP_X_REQUESTED_WITH", "fetch", "x-requested-with"),
]
COOKIES = [(settings.LANGUAGE_COOKIE_NAME, "en"), ("dix_table", "x" * 22), ("dix_paired", "x" * 22)]
NEVER_THE_SAME = {"pair", "api:docs"}  # a code of its own, a token in a script
# Parts that differ from one answer to the next by themselves: a token against forgery, a key of a form, an hour.
CHANCE = re.compile(rb'value="[A-Za-z0-9_-]{16,}"|"csrf_token":"\w+"|csrfmiddlewaretoken[^>]*|\d+')


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    cache.clear()
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.fixture
def evening() -> pages.Evening:
    return pages.make_evening()


def addresses(evening: pages.Evening) -> list[tuple[str, str]]:
    """(name, address) of everything that answers a GET."""
    found = [
        (pattern.name, evening.address(route, pattern))
        for route, pattern in pages.routes()
        if PAGES.get(pattern.name) and PAGES[pattern.name].get
    ]
    names = evening.names | {"team": evening.names["team_pk"], "draw": evening.names["draw_id"]}
    names |= {"webhook": evening.names["webhook_pk"], "token": 0}
    names |= {"workbook": evening.names["export_pk"], "draft": evening.drafts["organiser"]}
    for route, pattern in api_routes():
        if "GET" in ROUTES[pattern.name]:
            own = names | ({"pk": evening.names["pk"]} if "job" not in route else {"job": evening.names["job"]})
            if route.startswith("public/"):
                own["draw"] = 1
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda name, own=own: str(own[name[1]]), route)
            found.append((f"api:{pattern.name}", BASE + address))
    return found


def shown(answer) -> tuple:
    """Return the parts of an answer that a person sees."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, answer.get("Content-Encoding", ""), CHANCE.sub(b"", body)


def told(answer) -> set[str]:
    return {name.strip().lower() for name in answer.get("Vary", "").split(",")}


@pytest.mark.slow
def test_every_answer_says_what_it_depends_on(evening):
    wrong = []
    organiser = evening.client("organiser")
    others = {}
    for cookie, value in COOKIES:
        others[cookie] = evening.client("organiser")
        others[cookie].cookies[cookie] = value
    other_device = evening.client("organiser")
    for cookie, value in COOKIES[1:]:
        other_device.cookies[cookie] = value
    for name, address in addresses(evening):
        plain = organiser.get(address)
        base = shown(plain)
        # All at once first: few answers depend on any of them.
        together = {header: value for header, value, vary in SENT if vary != "accept-language"}
        alone = shown(other_device.get(address, **together)) != base
        if alone:
            # Another minute, a job that has ended meanwhile: what stands the second time is compared.
            for _time in range(4):
                plain = organiser.get(address)
                base = shown(plain)
                if shown(organiser.get(address)) == base:
                    break
            else:
                assert name in NEVER_THE_SAME, f"{name}: another one each time"
                continue
        for header, value, vary in SENT if alone else SENT[:1]:
            other = organiser.get(address, **{header: value})
            for _again in range(3):  # another minute may have begun
                if shown(other) == base:
                    break
                base, other = shown(organiser.get(address)), organiser.get(address, **{header: value})
            if shown(other) != base and not {vary, "*"} & told(plain) & told(other):
                wrong.append(f"{name}: depends on {vary}, says {plain.get('Vary')!r} and {other.get('Vary')!r}")
        for cookie, _value in COOKIES if alone else COOKIES[:1]:
            other = others[cookie].get(address)
            if shown(other) != base and not {"cookie", "*"} & told(plain) & told(other):
                wrong.append(f"{name}: depends on the cookie {cookie}, says {plain.get('Vary')!r}")
        stranger = Client().get(address)
        if shown(stranger) != base and not {"cookie", "*"} & told(plain) & told(stranger):
            wrong.append(f"{name}: depends on the session, says {plain.get('Vary')!r} and {stranger.get('Vary')!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_what_everybody_reads_depends_on_no_cookie(evening):
    """Or a cache before a hosted site keeps one copy for each reader, or hands a club's own to everybody."""
    organiser = evening.client("organiser")
    for name, address in addresses(evening):
        answer = Client().get(address)
        if "public" in answer.get("Cache-Control", ""):
            assert "cookie" not in told(answer), name
            assert not answer.cookies, name
        else:
            assert "public" not in organiser.get(address).get("Cache-Control", ""), f"{name}: of an account, for all"
