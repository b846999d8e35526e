"""The call of the prizes fits the screen and the paper, with a prize for the last team and one that left."""

import pytest
from django.urls import reverse

from scoring.evening.closing import close_tournament
from scoring.standings.selectors import standing
from tests.support.accounts import sign_in
from tests.support.phase_pages import organiser_of
from tests.support.phases import play, set_up
from tournament.registration.attendance import withdraw_team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
# The list where it is wider than its place, and cells whose words are cut or stand outside the page.
OUTSIDE = """() => [...document.querySelectorAll('.scroll-x, .prizes td')]
    .filter((one) => one.offsetParent && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth))
    .map((one) => one.textContent.trim().slice(0, 40))"""


@pytest.mark.parametrize(("width", "media"), [(1366, "screen"), (390, "screen"), (718, "print")])
def test_the_call_fits_with_a_prize_for_the_last_team_and_one_that_left(live_server, browser_page, width, media):
    lots = ["2 jambons secs", "2 paniers garnis du terroir", "2 rôtis de porc", "Dernier : deux paquets de nouilles"]
    tournament = set_up("4x12-points", 32, lots=lots, parties=2)
    play(tournament), play(tournament)
    last = standing(tournament).rows[-1]
    withdraw_team(team_id=last.team_id, from_round=2, reason="parti", by=None)
    close_tournament(tournament_id=tournament.pk, by=None)
    page = browser_page(width=width, height=800)
    sign_in(page, live_server, organiser_of(tournament))
    page.emulate_media(media=media)
    page.goto(live_server.url + reverse("prizes", args=[tournament.pk]))
    page.get_by_text("dernier de ceux qui sont restés").wait_for()
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
