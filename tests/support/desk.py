"""The desk in a browser: a concours, its typist, keys pressed and what was recorded."""

import pytest
from django.contrib.auth import get_user_model

from scoring.models import ScoreSheet
from scoring.sheets import selectors as questions
from tests.scoring import builders
from tests.support.accounts import logged_in
from tournament.models import Membership


def typist(tournament, name="anne", role="scorer"):
    user = get_user_model().objects.create_user(name, first_name=name.capitalize())
    Membership.objects.create(user=user, club=tournament.club, role=role)
    return user


@pytest.fixture
def desk(live_server, browser_page):
    """Opens an address of a concours, logged in as the given account."""

    def sit(user, address, **size):
        client = logged_in(user)
        page = browser_page(**size)
        cookie = client.cookies["dix_session"]
        page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page.goto(live_server.url + address)
        return page

    return sit


def concours(tables, **settings):
    return builders.seated(tables, forfeit_points=1100, **settings)


def recorded():
    return {
        sheet.table.number: questions.figures_text(sheet)
        for sheet in ScoreSheet.objects.filter(counted=True).select_related("table")
    }


def press(page, keys):
    """Press *keys* one by one, as fast as the browser takes them; how many there were."""
    for key in keys:
        page.keyboard.press(key)
    return len(keys)
