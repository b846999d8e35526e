"""No page shows a green state that it can no longer know: every live page, in each way in which it stops knowing.

The pages are found by what their script looks for, so that a new live page is tried from its first day.
"""

import re

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from deploy.laptop import connection
from deploy.web import middleware
from tests.deploy.pages import make_evening
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.axe import log_in, whole_pages
from tournament.models import Membership, Table, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ASKS_ITSELF = re.compile(r'hx-trigger="every|data-live')
# Elements still shown as known: green, and not greyed by themselves or by what holds them.
STILL_GREEN = """() => [...document.querySelectorAll('.state.ok, .notice.success, [data-live], [hx-get]:not(input)')]
    .filter((one) => one.getClientRects().length)
    .filter((one) => {
        for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).filter.includes('grayscale')) return false;
        return true;
    }).map((one) => one.outerHTML.slice(0, 80))"""

# Give the keyboard to the last control of what changes by itself; it and its words are another's once they are drawn anew.
HOLD = """() => {
    const part = document.querySelector('[hx-trigger^="every"], [data-live]');
    const one = [...part.querySelectorAll('a[href], button, summary')].pop();
    if (!one) return '';
    one.focus();
    const held = one.outerHTML;
    one.dataset.held = '';
    return held;
}"""


@pytest.fixture
def evening():
    return make_evening()


@pytest.fixture
def opened(live_server, browser_page, evening):
    """Opens each address in a window of its own in which the organiser is logged in."""

    def open_all(found, *, clock=False):
        pages = []
        for name, address in found:
            page = browser_page()
            if clock:
                page.clock.install()
            log_in(page, live_server, evening)
            page.goto(live_server.url + address)
            pages.append((name, page))
        return pages

    yield open_all
    browser_page.expected.clear()


def live_pages(evening, *, public=None):
    for name, address, html in whole_pages(evening):
        if ASKS_ITSELF.search(html) and public in (None, "data-connection=" not in html):
            yield name, address


def withdrawn(evening):
    membership = Membership.objects.get(user=evening.users["organiser"])
    membership.delete()
    return lambda: membership.save()


def logged_out(_evening):
    Session.objects.all().delete()


def test_every_page_behind_the_log_in_says_at_once_that_it_no_longer_knows(evening, opened, monkeypatch):
    def unpaired(_evening):
        for module in (connection, middleware):
            monkeypatch.setattr(module, "is_loopback", lambda _address: False)
        return monkeypatch.undo

    def server_gone(_evening):
        for _name, page in pages:
            page.context.set_offline(True)
        return lambda: [page.context.set_offline(False) for _name, page in pages]

    pages = opened(live_pages(evening, public=False))
    assert {"concours", "cases", "clock", "entry-round"} <= {name for name, _page in pages}
    events = {
        server_gone: "Plus de liaison avec l’ordinateur de l’organisateur.",
        unpaired: "Cet appareil n’est plus associé.",
        withdrawn: "Votre compte ne peut plus ouvrir ce concours.",
        logged_out: "Vous n’êtes plus connecté.",
    }
    for lose, said in events.items():
        find_again = lose(evening)
        for name, page in pages:
            expect(page.locator("[data-connection-lost]"), name).to_contain_text(said)
            assert page.evaluate(STILL_GREEN) == [], (name, said)
            assert page.locator("h1").count() == 1, f"{name}: the log-in was put into the page"
        if find_again is None:
            break  # a browser forgets the cookie of a session that is over
        find_again()
        for name, page in pages:
            expect(page.locator("[data-connection-lost]"), name).to_be_hidden()


def test_every_public_page_greys_what_it_no_longer_knows(evening, opened):
    mine = way(Table.objects.get(number=1, round__number=2), "NS")
    pages = opened(live_pages(evening, public=True), clock=True)
    assert {"public-wall", "public-standings", "public-tables", "wall-draw"} <= {name for name, _page in pages}
    ((name, table),) = opened([("phone-table", reverse("public-code", args=[evening.tournament.slug]))], clock=True)
    table.fill("#code", mine.code)
    table.click("button:not([name])")
    table.click('button[name="camp"]')
    table.wait_for_url(re.compile(r"/t/\d+/$"))
    pages.append((name, table))
    for lost in ("server gone", "right lost"):
        if lost == "right lost":
            Tournament.objects.update(public=False)
            mine.access.delete()
        for _name, page in pages:
            page.context.set_offline(lost == "server gone")
        for name, page in pages:
            turns_grey(page, name)
        for name, page in pages if lost == "server gone" else ():
            page.context.set_offline(False)
            for _turn in range(40):
                page.clock.run_for(4000)
                page.wait_for_timeout(200)  # a limit runs by the clock that is told, the answer does not
                if not page.evaluate("document.body.classList.contains('lost')"):
                    break
            assert not page.evaluate("document.body.classList.contains('lost')"), name


def test_a_page_that_changes_by_itself_leaves_the_keyboard_where_it_is(evening, opened):
    """A person who went through its links by the keyboard was back at its beginning every few seconds."""
    pages = opened(live_pages(evening))
    held = {name: page.evaluate(HOLD) for name, page in pages}
    Table.objects.filter(round__number=2).update(called_at=timezone.now())
    builders.sheet(Table.objects.get(round__number=2, number=3), north=1012, east=932)
    changed = []
    for name, page in pages:
        if held[name] and not name.startswith("wall"):
            changed.append(name)
            expect(page.locator("[data-held]")).to_have_count(0)
            assert page.evaluate("document.activeElement.outerHTML") == held[name], name
    assert {"concours", "clock", "entry-round", "public-standings"} <= set(changed)


def test_a_page_that_changes_by_itself_takes_no_key_from_a_field_beside(evening, opened):
    """The button of the next step was given the keyboard every five seconds, in the middle of a message to the hall."""
    fields = {"concours": "[name=text]", "clock": "[name=reason], [name=table]"}
    pages = opened((name, reverse(name, args=[evening.tournament.pk])) for name in fields)
    for name, page in pages:
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        page.evaluate("document.querySelector('#evening-now, #clock-now').dataset.held = ''")
        page.locator(fields[name]).locator("visible=true").first.focus()
    for name, page in pages:
        expect(page.locator("[data-held]")).to_have_count(0)
        page.wait_for_timeout(100)  # htmx settles after it has put the part in
        assert page.evaluate("document.activeElement.matches('input')"), name


def turns_grey(page, name):
    for _turn in range(40):
        page.clock.run_for(4000)
        if page.evaluate("document.body.classList.contains('lost')"):
            break
        page.evaluate("fetch('/favicon.ico').catch(() => 0)")  # what was asked has failed before this has
    assert page.evaluate("document.body.classList.contains('lost')"), name
    assert page.evaluate(STILL_GREEN) == [], name
