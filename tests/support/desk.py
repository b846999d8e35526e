"""The desk in a browser: a concours, its typist, keys pressed and what was recorded."""

import pytest

from scoring.models import ScoreSheet
from scoring.sheets import selectors as questions
from tests.scoring import builders
from tests.support.accounts import account, sign_in


def typist(tournament, name="anne", role="scorer"):
    return account(name, tournament.club, role)


@pytest.fixture
def desk(live_server, browser_page):
    """Opens an address of a concours, logged in as the given account."""

    def sit(user, address, **size):
        page = browser_page(**size)
        sign_in(page, live_server, user)
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
