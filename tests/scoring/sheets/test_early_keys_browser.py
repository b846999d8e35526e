"""Quick hands on a slow machine: what is typed before a page's script has come is kept, and the cursor stays there."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.accounts import account, sign_in
from tests.support.phases import set_up
from tournament.models import Draw, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Held:
    """A page whose script *name* has not come yet; `come` lets it."""

    def __init__(self, page, name: str, address: str) -> None:
        self.page, self._may_come = page, False
        self._waiting = []
        page.route(f"**/{name}*", lambda route: route.continue_() if self._may_come else self._waiting.append(route))
        page.goto(address, wait_until="commit")

    def come(self) -> None:
        while not self._waiting:
            self.page.wait_for_timeout(20)
        self._may_come = True
        for route in self._waiting:
            route.continue_()
        self.page.wait_for_load_state("load")


@pytest.fixture
def table(transactional_db):
    tournament = builders.concours(teams=2, counts_when="typist")
    builders.partie(tournament, 1, [(1, 1012, 2, 932)])
    return Table.objects.get()


@pytest.fixture
def desk(live_server, browser_page, table):
    def sit(address: str, script: str) -> Held:
        page = browser_page()
        sign_in(page, live_server, account("anne", table.round.tournament.club, "scorer"))
        return Held(page, script, live_server.url + address)

    return sit


def test_a_correction_typed_before_the_script_is_recorded_by_enter(desk, table):
    held = desk(reverse("entry-round", args=[table.round.tournament_id, 1]) + "?table=1", "entry.js")
    page = held.page
    page.fill('input[name="points_NS"]', "1002")
    page.fill('input[name="points_EO"]', "942")
    page.fill('input[name="reason"]', "misread")
    held.come()
    page.press('input[name="points_EO"]', "Enter")
    expect(page.locator('input[name="table"]')).to_be_focused()
    assert ScoreSheet.objects.get(counted=True).version == 2


def test_a_donne_begun_before_the_script_goes_on_where_it_was(desk, table):
    held = desk(reverse("sheet-donnes", args=[table.round.tournament_id, 1, 1]), "entry-donnes.js")
    page = held.page
    page.select_option('select[name="d1-preneur"]', "NS")
    page.locator('input[name="d1-points_NS"]').press_sequentially("10")
    held.come()
    expect(page.locator('input[name="d1-points_NS"]')).to_be_focused()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator('input[name="d1-points_EO"]')).to_have_value("62")


def test_a_donne_whole_before_the_script_is_marked_when_it_comes(desk, table):
    held = desk(reverse("sheet-donnes", args=[table.round.tournament_id, 1, 1]), "entry-donnes.js")
    held.page.select_option('select[name="d1-preneur"]', "NS")
    held.page.fill('input[name="d1-points_NS"]', "100")
    held.page.focus('select[name="d2-preneur"]')
    held.come()
    expect(held.page.locator('input[name="d1-points_EO"]')).to_have_value("62")
    expect(held.page.locator("#total-NS")).to_have_text("100")


def test_figures_typed_on_a_telephone_before_its_script_win_over_its_memory(live_server, browser_page):
    builders.seated(1, counts_when="both_camps")
    table = Table.objects.get()
    page = browser_page(width=360, height=740)
    page.goto(live_server.url + reverse("phone-enter", args=[way(table, "NS").token]))
    page.click('button[name="camp"][value="NS"]')
    page.wait_for_url(re.compile(r"/t/\d+/$"))
    page.fill('input[name="points_NS"]', "900")
    page.fill('input[name="points_EO"]', "1044")
    held = Held(page, "phone.js", page.url)
    page.fill('input[name="points_NS"]', "1012")
    held.come()
    expect(page.locator('input[name="points_EO"]')).to_have_value("1044")
    expect(page.locator('input[name="points_NS"]')).to_have_value("1012")
    page.fill('input[name="points_EO"]', "932")
    page.reload()
    expect(page.locator('input[name="points_NS"]')).to_have_value("1012")


def test_an_enter_held_down_presses_no_button_of_the_page_that_it_opened(live_server, browser_page):
    """Held as it drew the tables it published them too, for the next page has the keyboard on that button."""
    tournament = set_up("4x12-points", 8)
    page = browser_page()
    sign_in(page, live_server, account("anne", tournament.club))
    page.goto(live_server.url + reverse("draws", args=[tournament.pk]))
    page.keyboard.down("Enter")
    page.wait_for_url(re.compile(r"/tirages/\d+/$"))
    publish = page.locator('form[action$="/publier/"] button')
    expect(publish).to_be_focused()
    page.keyboard.down("Enter")  # as a keyboard repeats it
    page.wait_for_timeout(300)
    expect(publish).to_be_focused()
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(publish).to_have_count(0)
    assert Draw.objects.get().state == "published"
