"""After the palmarès the pages offer no act that would be refused: each link is followed and each form sent."""

import re
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.urls import resolve, reverse
from django.utils import timezone

from scoring.errors import ScoringError
from tests.scoring import builders
from tests.support.api import account
from tournament.concours.services import settings_of
from tournament.concours.settings import checked
from tournament.errors import TournamentError
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

# Their whole page is an act: closed, it says so and nothing else.
ACT_PAGES = {"team", "sheet-donnes", "forfeit"}


class _Page(HTMLParser):
    """Gather the links of a page and its forms, filled in as a person would who leaves nothing empty."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._form: dict[str, str] | None = None
        self._select = ""
        self.feed(body)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids.add(given.get("id", ""))
        if tag == "a" and given.get("href"):
            self.links.add(given["href"])
        elif tag == "form":
            self._form = {}
            if given.get("method") == "post":
                self.forms.append((given.get("action") or "", self._form))
        elif self._form is not None and given.get("name") and "disabled" not in given:
            name = given["name"]
            if tag == "select":
                self._select = name
            elif given.get("type") not in ("radio", "checkbox") or "checked" in given or name not in self._form:
                self._form[name] = given.get("value") or "1"
        elif tag == "option" and self._form is not None and given.get("value") and self._select:
            self._form.setdefault(self._select, given["value"])

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def _note_refusals(monkeypatch) -> list[str]:
    """Return the list in which the acts refused because the concours is closed will stand."""
    refused = []
    for kind in (TournamentError, ScoringError):
        made = kind.__init__

        def note(self, code, *args, made=made, **params):
            refused.extend([code] if code == "closed" else [])
            made(self, code, *args, **params)

        monkeypatch.setattr(kind, "__init__", note)
    return refused


@pytest.mark.parametrize("role", ["organiser", "referee", "scorer"])
def test_nothing_is_offered_that_would_be_refused(client, role, monkeypatch):
    """From every page that is linked: forms are sent, and a link into a page finds its place there."""
    tournament = builders.evening(teams=5, parties=2, fee_cents=1000)
    closed = Tournament.objects.filter(pk=tournament.pk)
    closed.update(closed_at=timezone.now(), **checked(settings_of(tournament)))
    client.force_login(account("odile", tournament.club, role))
    start = reverse("concours", args=[tournament.pk])
    todo = [start, reverse("case", args=[tournament.pk, 1, 1])]
    pages: dict[str, _Page] = {}
    places: set[tuple[str, str, str]] = set()
    forms: dict[tuple[str, ...], tuple[str, dict[str, str]]] = {}
    while todo:
        address = todo.pop()
        kind = re.sub(r"\d+", "1", address)
        if kind in pages:
            continue
        answer = client.get(address)
        html = answer.status_code == 200 and "text/html" in answer["Content-Type"]
        page = pages[kind] = _Page(answer.content.decode() if html else "")
        for link in page.links:
            target, place = urldefrag(urljoin(address, link))
            if target.startswith(start):
                todo.append(target)
                places.add((address, target, place))
        for action, fields in page.forms:
            target = urljoin(address, action)
            if target.startswith(start):
                forms.setdefault((re.sub(r"\d+", "1", target), *fields), (target, fields))
    assert len(pages) > 15
    for address, target, place in places:
        assert resolve(urlsplit(target).path).url_name not in ACT_PAGES, (address, target)
        there = pages[re.sub(r"\d+", "1", target)].ids
        assert not place or not there or place in there, (address, target, place)
    refused = _note_refusals(monkeypatch)
    for target, fields in forms.values():
        closed.update(closed_at=timezone.now(), removed_at=None)
        client.post(target, fields)
        assert not refused, (target, fields)
