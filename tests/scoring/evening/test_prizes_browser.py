"""The call of the prizes fits the screen and the paper, with a prize for the last team and one that left."""

import time

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.evening.closing import close_tournament
from scoring.models import HandedPrize
from scoring.standings.selectors import standing
from tests.support.phase_pages import organiser_of
from tests.support.phases import play, set_up
from tournament.registration.attendance import withdraw_team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
# The list where it is wider than its place, and cells whose words are cut or stand outside the page.
OUTSIDE = """() => [...document.querySelectorAll('.scroll-x, .prizes td')]
    .filter((one) => one.offsetParent && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth))
    .map((one) => one.textContent.trim().slice(0, 40))"""


def opened(live_server, browser_page, tournament, **options):
    """Open the page of the call for the organiser."""
    client = Client()
    client.force_login(organiser_of(tournament))
    page = browser_page(**options)
    cookie = {"name": "dix_session", "value": client.cookies["dix_session"].value, "url": live_server.url}
    page.context.add_cookies([cookie])
    return page, live_server.url + reverse("prizes", args=[tournament.pk])


@pytest.mark.parametrize(("width", "media"), [(1366, "screen"), (390, "screen"), (718, "print")])
def test_the_call_fits_with_a_prize_for_the_last_team_and_one_that_left(live_server, browser_page, width, media):
    lots = ["2 jambons secs", "2 paniers garnis du terroir", "2 rôtis de porc", "Dernier : deux paquets de nouilles"]
    tournament = set_up("4x12-points", 32, lots=lots, parties=2)
    play(tournament), play(tournament)
    last = standing(tournament).rows[-1]
    withdraw_team(team_id=last.team_id, from_round=2, reason="parti", by=None)
    close_tournament(tournament_id=tournament.pk, by=None)
    page, address = opened(live_server, browser_page, tournament, width=width, height=800)
    page.emulate_media(media=media)
    page.goto(address)
    page.get_by_text("dernier de ceux qui sont restés").wait_for()
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_double_click_and_enter_held_down_hand_one_prize_over(live_server, browser_page):
    """The second click, and each letter that a held key repeats, meets the button of the team that is called next."""
    tournament = set_up("4x12-points", 8, lots=["1er à 8e : un panier garni"], parties=1)
    play(tournament)
    close_tournament(tournament_id=tournament.pk, by=None)
    page, address = opened(live_server, browser_page, tournament)
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    page.goto(address)
    called = page.locator(".prize-now-who .prize-now-rank")

    def next_one(rank):
        expect(called).to_have_text(rank)
        page.wait_for_load_state()

    next_one("1er")
    box = page.locator("#main-button").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    next_one("2e")
    page.mouse.click(*place)
    with page.expect_navigation():
        page.clock.fast_forward(600)
        page.mouse.click(*place)
    next_one("3e")
    page.keyboard.down("Enter")
    next_one("4e")
    for _again in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.reload()
    next_one("4e")
    assert HandedPrize.objects.count() == 3
