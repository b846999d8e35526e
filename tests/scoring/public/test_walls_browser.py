"""The walls as the hall sees them: nobody's name is cut off, the hour of the last donnes, and no wall is empty."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.rounds import services as rounds
from tests.scoring import builders
from tests.scoring.phases.test_phases import set_up
from tournament.models import Player
from tournament.rounds import services as draws
from tournament.rounds.clock import set_clock

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Marie-Antoinette de La Rochefoucauld-Montmorency"
CUT = """() => [...document.querySelectorAll(".shown .wall-team, .shown .wall-team span")]
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.closest("li").clientHeight)
    .map((name) => name.textContent)"""


def test_the_longest_names_of_64_teams_are_read_whole_on_a_small_wall(live_server, browser_page):
    tournament = builders.evening(teams=64, parties=1)
    for at, player in enumerate(Player.objects.order_by("pk")):
        if at % 7 == 0 or at == 1:
            Player.objects.filter(pk=player.pk).update(name=f"{LONG} {at % 5}")
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    expect(page.locator(".shown .wall-team.two").first).to_be_visible()
    assert page.locator(".shown .wall-column li:not(.wall-labels)").count() == 64
    assert page.evaluate(CUT) == []
    smallest = "() => Math.min(...[...document.querySelectorAll('.two span')].map((s) => parseFloat(getComputedStyle(s).fontSize)))"
    assert page.evaluate(smallest) >= 6.5


@pytest.mark.parametrize("name", ["public-wall", "wall-draw", "public-standings"])
def test_after_the_hour_the_last_donnes_are_said_to_come_at_any_moment(live_server, browser_page, name):
    tournament = builders.evening(teams=4, parties=1, missing=1)

    def shows(minutes):
        set_clock(tournament_id=tournament.pk, number=1, minutes=minutes, reason="parti trop tard", by=None)

    shows(tournament.partie_minutes - 1)
    width = 360 if name == "public-standings" else 1366
    page = browser_page(width=width, height=740)
    page.goto(live_server.url + reverse(name, args=[tournament.slug]))
    shown = page.locator(".clock-limit:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_text(re.compile("^dernières donnes à partir de"))
    shows(tournament.partie_minutes + 1)
    page.reload()
    expect(shown).to_have_count(1)
    expect(shown).to_have_text(re.compile("^depuis .*à tout moment$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_wall_of_phases_that_are_not_drawn_yet_says_so_for_the_back_of_the_hall(live_server, browser_page):
    tournament = builders.concours(teams=4)
    page = browser_page(width=1920, height=1080)
    page.goto(live_server.url + reverse("wall-phases", args=[tournament.slug]))
    said = page.get_by_text("apparaissent ici")
    assert said.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)") >= 40


@pytest.mark.parametrize("players", [11, 40])
def test_every_player_of_a_table_of_the_escalier_is_on_the_wall(live_server, browser_page, players):
    tournament = set_up("escalier", players)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥")
    draws.publish_draw(draw_id=drawn.pk, by=None)
    page = browser_page(width=1920, height=1080)
    page.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))
    expect(page.locator("[data-where]")).to_contain_text("Par table")
    lowest = "() => Math.max(...[...document.querySelectorAll('.camp')].map((c) => c.getBoundingClientRect().bottom))"
    assert 500 < page.evaluate(lowest) <= 1080


def test_the_pages_of_a_wall_are_turned_by_hand_both_ways(live_server, browser_page):
    tournament = builders.evening(teams=80, parties=1)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    place = page.locator("[data-screens]")
    expect(place).to_have_text("1 / 2")
    for key, expected in (("ArrowRight", "2 / 2"), (" ", "1 / 2"), ("ArrowLeft", "2 / 2")):
        page.keyboard.press(key)
        expect(place).to_have_text(expected)
        assert page.locator(".wall-screen.shown").count() == 1
    page.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))
    where = page.locator("[data-where]")
    expect(where).to_contain_text("1/")
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text("2/")
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text("1/")
