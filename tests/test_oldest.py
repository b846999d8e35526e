"""Chromium 80, the oldest browser of docs/devices.md: a telephone gives its score, the walls are laid and stay up to date."""

import pytest
from django.urls import reverse

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.oldest import OldPage
from tournament.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def old_page():
    pages = []

    def make(before=""):
        pages.append(OldPage(before))
        return pages[-1]

    yield make
    for page in pages:
        page.close()


@pytest.fixture
def table(transactional_db):
    tournament = builders.concours(teams=2, counts_when="both_camps")
    builders.partie(tournament, 1, [(1, None, 2, None)])
    return Table.objects.get()


def propose(page, live_server, table):
    page.goto(live_server.url + reverse("phone-enter", args=[way(table, "NS").token]))
    page.until("document.querySelector('button[name=camp][value=NS]') !== null")
    page.do("document.querySelector('button[name=camp][value=NS]').click()")
    page.until("document.readyState === 'complete' && document.getElementById('phone-form') !== null")
    for camp, points in (("NS", 1012), ("EO", 932)):
        page.do(f"document.querySelector('#phone-form input[name=points_{camp}]').value = {points}")
    page.do("document.querySelector('#phone-entry').open = true")
    page.do("document.querySelector('#phone-form button:not([name])').click()")


BROKEN = {
    "with its script": "",
    "where the script fails as it shows the entry": "Element.prototype.append = () => { throw new Error('not there') }",
    "where storage is refused": "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })",
}


@pytest.mark.parametrize("before", BROKEN.values(), ids=BROKEN)
def test_a_telephone_proposes_its_score(live_server, old_page, table, before):
    page = old_page(before)
    propose(page, live_server, table)
    page.until("/proposé\\s+1012 – 932/.test(document.body.innerText)")
    assert ScoreSheet.objects.get().table == table  # sent once, by the script or by the browser


def test_one_screen_shows_the_walls_in_turn(live_server, old_page):
    tournament = builders.concours(teams=4)
    builders.partie(tournament, 1, [(1, None, 3, None), (2, None, 4, None)])
    page = old_page()
    page.goto(live_server.url + reverse("wall-evening", args=[tournament.slug]))
    seen = "document.querySelector('.wall-frame.shown').contentDocument.querySelector"
    page.until(f"document.querySelector('.wall-frame.shown') !== null && {seen}('.draw-wall-list li') !== null")
    for table in Table.objects.all():
        builders.sheet(table, north=1012, east=932)
    page.until(f"{seen}('.wall-lines li') !== null")


def test_the_letters_of_a_wall_are_light_on_dark(live_server, old_page):
    tournament = builders.concours(teams=8)
    builders.partie(tournament, 1, [(1, None, 5, None), (2, None, 6, None), (3, None, 7, None), (4, None, 8, None)])
    page = old_page()
    for address in ("public-wall", "wall-draw"):
        page.goto(live_server.url + reverse(address, args=[tournament.slug]))
        page.until("document.readyState === 'complete' && document.querySelector('h1') !== null")
        assert page.do("getComputedStyle(document.body).backgroundColor") == "rgb(6, 20, 13)"
