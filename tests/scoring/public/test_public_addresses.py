"""The worker's table of addresses: the same as the program's, all that its pages ask for, and no view loaded."""

import json
import re

import pytest
from django.urls import resolve, reverse

from tests.support.fixtures import ROOT, Hall
from tournament.public_addresses import ADDRESSES, _unanswered, without_views

TEMPLATES = ROOT / "templates"
RENDERED = ("scoring/public/wall.html", "scoring/public/public_standings.html")
# Shown to accounts, which no rendered page knows: the bar of the program and that of the evening.
OF_ACCOUNTS = {"base.html", "tournament/concours/_evening_nav.html"}
PARTS = {"slug": "soir", "club": 3, "number": 7, "page": "standings"}


def asked_by_pages() -> set[str]:
    """Return the names of addresses in the templates that the worker renders, and in those that they contain."""
    names, seen, waiting = set(), set(OF_ACCOUNTS), list(RENDERED)
    while waiting:
        template = waiting.pop()
        if template not in seen:
            seen.add(template)
            text = (TEMPLATES / template).read_text()
            waiting += re.findall(r'{% (?:extends|include) "([^"]+)"', text)
            names |= set(re.findall(r"""{% url ['"]([\w-]+)""", text))
    return names


def test_every_address_that_a_rendered_page_asks_for_is_there():
    asked = asked_by_pages()
    assert "public-team" in asked
    assert asked <= ADDRESSES.keys(), "`{% url … as … %}` says nothing of an address that is missing"


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_leads_to_a_view_of_the_program(name):
    parts = {key: value for key, value in PARTS.items() if f":{key}>" in ADDRESSES[name]}
    address = reverse(name, kwargs=parts)
    found = resolve(address)
    assert found.url_name == name
    assert found.func is not _unanswered
    with without_views():
        assert reverse(name, kwargs=parts) == address


PAGES = """
import json, sys
from tests.scoring import builders
from scoring.public.models import RenderedPage
from scoring.tasks import refresh_pages
tonight = builders.evening(teams=8, parties=2, public=True)
RenderedPage.objects.create(tournament=tonight, name="standings-1.fr", journal_number=0)  # somebody looks
refresh_pages(tournament_id=tonight.pk)
page = RenderedPage.objects.get(tournament=tonight, name="standings-1.fr").html
print(json.dumps([f"/p/{tonight.slug}/equipe/1/" in page, "deploy.urls" in sys.modules]))
"""


def test_the_worker_renders_pages_without_loading_the_views(tmp_path):
    """Measured: a dozen megabytes less in the worker, all evening long (docs/decisions/weight.md)."""
    hall = Hall(tmp_path / "data")
    hall.prepare()
    team_linked, views_loaded = json.loads(hall.python(PAGES))
    assert team_linked
    assert not views_loaded
