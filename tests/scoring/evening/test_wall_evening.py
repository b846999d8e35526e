"""The one screen for a whole evening: what it shows when, and that it turns by itself."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scoring.evening.closing import close_tournament, show_message
from scoring.evening.walls import BRACKETS, PRIZES, RANKING, TABLES, wall_prizes, walls_now
from scoring.prizes.services import call_prize
from scoring.rounds.services import open_next_round
from tests.scoring import builders
from tests.support.phases import play, set_up
from tournament.models import Draw, Round, Tournament
from tournament.rounds.clock import start_clock
from tournament.rounds.services import publish_draw

SEATS = [(1, None, 2, None), (3, None, 4, None)]


def fresh(tournament):
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.django_db
def test_the_walls_follow_the_evening():
    tournament = builders.concours(teams=4, parties=2, lots=["Un jambon", "Un canard"], hold_ranking=True)
    assert walls_now(tournament) == [TABLES]
    builders.partie(tournament, 1, SEATS)
    Round.objects.update(started_at=None)
    assert walls_now(fresh(tournament)) == [TABLES]
    start_clock(tournament_id=tournament.pk, number=1, by=None)
    assert walls_now(fresh(tournament)) == [TABLES]  # there is no ranking yet
    for table in tournament.rounds.get().tables.all():
        builders.sheet(table, north=1012, east=932)
    Tournament.objects.filter(pk=tournament.pk).update(journal_hash="a")
    assert walls_now(fresh(tournament)) == [RANKING]
    builders.partie(tournament, 2, [(1, None, 3, None), (2, None, 4, None)])
    Round.objects.filter(number=2).update(started_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(journal_hash="b")
    assert walls_now(fresh(tournament)) == [TABLES]
    for table in tournament.rounds.get(number=2).tables.all():
        builders.sheet(table, north=1000, east=944)
    close_tournament(tournament_id=tournament.pk, by=None)
    assert walls_now(fresh(tournament)) == [RANKING]  # held back, and no prize is called yet
    call_prize(tournament_id=tournament.pk, number=called_number(tournament), by=None)
    assert walls_now(fresh(tournament)) == [PRIZES, RANKING]


def called_number(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(hold_ranking=False)
    number = wall_prizes(fresh(tournament)).calls[1].row.number
    Tournament.objects.filter(pk=tournament.pk).update(hold_ranking=True)
    return number


@pytest.mark.django_db
def test_the_wall_of_prizes_tells_no_rank_that_is_held_back(client):
    tournament = builders.evening(teams=8, parties=4, lots=["Un jambon", "Un canard"], hold_ranking=True)
    close_tournament(tournament_id=tournament.pk, by=None)
    address = reverse("wall-prizes", args=[tournament.slug])
    assert "à mesure de l’appel" in client.get(address).content.decode()
    call_prize(tournament_id=tournament.pk, number=called_number(tournament), by=None)
    page = client.get(address).content.decode()
    assert "Un canard" in page and "Un jambon" not in page


@pytest.mark.django_db
def test_brackets_take_their_turn_and_only_our_own_page_frames_a_wall(client):
    tournament = set_up("elimination", 8)
    play(tournament)
    Round.objects.update(started_at=timezone.now())
    assert walls_now(fresh(tournament)) == [RANKING, BRACKETS]
    answer = client.get(reverse("wall-evening", args=[tournament.slug]), {"part": "live", "lang": "en"})
    assert answer.json()["walls"] == [
        reverse(name, args=[tournament.slug]) + "?lang=en" for name in (RANKING, BRACKETS)
    ]
    for name in (TABLES, RANKING, BRACKETS, PRIZES):
        wall = client.get(reverse(name, args=[tournament.slug]))
        assert "frame-ancestors 'self'" in wall["Content-Security-Policy"] and wall["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("network", [[], ["192.168.1.20"]])
def test_the_keys_of_a_screen_stand_below_each_other(live_server, settings, browser_page, network):
    """On no network, with `serve --local`, those of the wall stood elsewhere than those of the screen around it."""
    settings.ALLOWED_HOSTS = ["localhost", *network]
    tournament = builders.evening(teams=8, parties=1)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("wall-evening", args=[tournament.slug]))
    shown = page.locator("iframe.shown").content_frame
    expect(shown.locator(".wall-qr")).to_have_js_property("complete", True)
    boxes = [shown.locator("[data-wall-pause]").bounding_box(), page.locator("[data-wall-bell]").bounding_box()]
    (pause, bell) = ((box["x"] + box["width"], box["y"], box["height"]) for box in boxes)
    assert abs(pause[0] - bell[0]) < 4, "their right edges"
    assert pause[1] + pause[2] <= bell[1]
    assert network or pause[0] > 1300, "nothing stands between them and the edge"
    assert boxes[1]["width"] < 200, "it lay across the title"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_one_screen_turns_and_follows_a_new_draw(live_server, browser_page):
    tournament = set_up("elimination", 8)
    play(tournament)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("wall-evening", args=[tournament.slug]))
    shown = page.locator("iframe.shown")
    expect(shown).to_have_attribute("src", reverse(RANKING, args=[tournament.slug]))
    expect(shown.content_frame.locator(".wall-lines li").first).to_be_visible()
    page.keyboard.press("Tab")
    shown.content_frame.locator("body").press("ArrowRight")
    expect(shown).to_have_attribute("src", reverse(BRACKETS, args=[tournament.slug]))
    show_message(tournament_id=tournament.pk, text="La soupe est servie", by=None)
    expect(shown.content_frame.locator(".hall-message")).to_have_text("La soupe est servie")
    open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
    publish_draw(draw_id=Draw.objects.order_by("pk").last().pk, by=None)
    expect(shown).to_have_attribute("src", reverse(TABLES, args=[tournament.slug]))
    expect(shown.content_frame.locator(".draw-wall-list li").first).to_be_visible()
