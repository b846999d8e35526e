"""The page of the API in a real browser: no network, no inline script, and an act tried from it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tournament.models import Team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def odile(live_server):
    return account("odile", builders.concours(teams=2).club)


@pytest.mark.parametrize("width", [360, 1366])
def test_the_acts_are_listed_and_can_be_tried(width, live_server, odile, browser_page):
    page = browser_page(width=width, height=800)
    sign_in(page, live_server, odile)
    page.goto(live_server.url + reverse("api:docs"))
    page.locator("#operations-tag-teams").click()
    act = page.locator("#operations-teams-TeamPresent_post")
    act.wait_for()
    act.locator("button.opblock-summary-control").click()
    act.get_by_role("button", name="Try it out").click()
    team = Team.objects.get(number=2)
    act.locator("tr[data-param-name='id'] input").fill(str(team.tournament_id))
    act.locator("tr[data-param-name='team'] input").fill(str(team.pk))
    act.locator("textarea").fill('{"present": false}')
    act.locator("button.execute").click()
    act.locator(".live-responses-table .response-col_status", has_text="200").wait_for()
    team.refresh_from_db()
    assert team.present is False


def test_the_page_is_for_who_has_an_account():
    assert Client().get(reverse("api:docs")).status_code == 302
