"""The clock in a real browser: on screens whose own clock is wrong, followed without loading again, read by everybody."""

import datetime
import itertools
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.accounts import account, sign_in
from tests.support.axe import look_in_sizes
from tournament.models import Round, Table
from tournament.rounds import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# A screen that believes it to be three hours later, and ten years earlier.
WRONG = "{ const now = Date.now; Date.now = () => now() + %d; }"
WRONG_BY = (3 * 3600_000, -10 * 365 * 86_400_000)
# The times that a true clock shows of a partie begun seven minutes ago, or just now, on a slow machine.
SINCE_SEVEN, JUST_BEGUN = r"^(0[7-9]|1\d):\d\d$", r"^0[0-4]:\d\d$"


@pytest.fixture
def concours(transactional_db):
    return builders.seated(3)


def began(minutes):
    Round.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=minutes))


def shows(page, text):
    expect(page.locator("[data-clock-time]").first).to_have_attribute("data-shown", re.compile(text))


@pytest.mark.parametrize("wrong_by", WRONG_BY)
def test_every_screen_shows_the_organisers_time(live_server, browser_page, concours, wrong_by):
    began(7)
    page = browser_page(width=360, height=740)
    page.add_init_script(WRONG % wrong_by)
    for name in ("public-wall", "wall-draw", "wall-phases", "public-standings", "public-tables", "public-phases"):
        page.goto(live_server.url + reverse(name, args=[concours.slug]))
        shows(page, SINCE_SEVEN)
    page.goto(live_server.url + reverse("phone-enter", args=[way(Table.objects.get(number=1), "NS").token]))
    page.click('button[name="camp"][value="NS"]')
    shows(page, SINCE_SEVEN)
    sign_in(page, live_server, account("marie", concours.club))
    for name in ("concours", "clock"):
        page.goto(live_server.url + reverse(name, args=[concours.pk]))
        shows(page, SINCE_SEVEN)


def test_one_key_here_and_the_hall_follows_by_itself(live_server, browser_page, concours):
    wall = browser_page(width=1920, height=1080)
    wall.goto(live_server.url + reverse("wall-draw", args=[concours.slug]))
    page = browser_page()
    sign_in(page, live_server, account("marie", concours.club))
    page.goto(live_server.url + reverse("concours", args=[concours.pk]))
    page.get_by_role("button", name="Lancer le chronomètre").click()
    shows(page, JUST_BEGUN)
    shows(wall, JUST_BEGUN)
    page.get_by_role("link", name="Chronomètre et tables lentes").click()
    page.get_by_label("Donnes restant à jouer").fill("3")
    page.get_by_role("button", name="Annoncer les dernières donnes").click()
    expect(page.locator(".clock-cutoff")).to_contain_text("encore 3")
    expect(wall.locator(".clock-cutoff")).to_contain_text("encore 3")


def test_a_call_comes_up_without_loading_again_and_nothing_typed_is_lost(live_server, browser_page, concours):
    began(20)
    page = browser_page()
    sign_in(page, live_server, account("marie", concours.club))
    page.goto(live_server.url + reverse("clock", args=[concours.pk]))
    page.get_by_text("Régler le chronomètre").click()
    page.get_by_label("Motif").fill("coupure de c")
    clock.call_referee(table_id=Table.objects.get(number=2).pk)
    expect(page.locator("#clock-now")).to_contain_text("appelle l’arbitre")
    expect(page.get_by_label("Motif")).to_have_value("coupure de c")


def test_the_page_is_read_by_everybody_at_each_stage(live_server, browser_page, concours):
    page = browser_page(reduced_motion="reduce")
    sign_in(page, live_server, account("marie", concours.club))
    wrong, turns = [], itertools.count()

    def seen(name, address="clock"):
        page.goto(live_server.url + reverse(address, args=[concours.pk]))
        wrong.extend(look_in_sizes(page, name, ((360, 740), (1366, 768)), {}, turn=next(turns)))

    seen("idle")
    began(61)
    clock.seat_missing(table_id=Table.objects.get(number=1).pk, camp="EO")
    clock.call_referee(table_id=Table.objects.get(number=2).pk)
    seen("over")
    clock.impose_cutoff(tournament_id=concours.pk, number=1, donnes=2, by=None)
    seen("last donnes")
    seen("evening", "concours")
    concours.journal.update(at=timezone.now() + datetime.timedelta(hours=2))
    seen("doubtful")
    for place in Table.objects.all():
        builders.sheet(place, north=1000, east=944)
    seen("done")
    assert not wrong, "\n".join(wrong)
