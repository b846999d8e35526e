"""Totals that leave the winner open, on telephones with and without their script, at the desk and by the referee."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.desk import (
    desk,  # noqa: F401
    typist,
)
from tests.support.phase_pages import get, text_of
from tests.support.shots import shot
from tournament.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
# The rule set, its limit, both totals, the article that names the winner.
GAMES = {
    "coinche": ("coinche", {"decompte": "faits", "limite_points": 1000}, (1033, 1073), "S4 Aux points faits"),
    "contrée": ("departement-contree", {"limite_points": 2000}, (2070, 2070), "S1 §2"),
    "junior": ("junior-classique", {"limite_points": 1000}, (1030, 1076), "S4 La belote classique"),
}


def seated(game, **settings):
    rule_set, options, totals, article = GAMES[game]
    builders.seated(1, parties=1, rule_set=rule_set, rule_options=options | {"limite_donnes": None}, **settings)
    return Table.objects.get(), totals, article


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("game", GAMES)
def test_telephones_ask_who_took_the_last_donne(live_server, browser_page, game, script):
    table, (ours, theirs), article = seated(game, counts_when="both_camps")

    def scan(camp):
        page = browser_page(width=360, height=740, java_script_enabled=script)
        page.goto(live_server.url + reverse("phone-enter", args=[way(table, camp).token]))
        page.click(f'button[name="camp"][value="{camp}"]')
        page.wait_for_url(re.compile(r"/t/\d+/$"))
        return page

    north, east = scan("NS"), scan("EO")
    if not north.locator("#phone-form").is_visible():
        north.click("#phone-entry > summary")
    north.fill('input[name="points_NS"]', str(ours))
    north.fill('input[name="points_EO"]', str(theirs))
    if not script:
        north.click("#phone-form button:not([name])")
        assert not ScoreSheet.objects.exists()
    asked = north.locator("#phone-winner")
    expect(asked).to_be_visible()
    browser_page.expected.clear()  # the refusal of the form is an error to the browser
    assert [one.is_visible() for one in asked.locator("label").all()].count(True) == 2, "nobody is no answer here"
    shot(north, f"phone-{game}-{script}", full_page=True)
    asked.locator('input[value="NS"]').check()
    north.click("#phone-form button:not([name])")
    if script:
        expect(north.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert ScoreSheet.objects.get().winner == "NS"
    if not script:
        east.reload()
    expect(east.locator("#phone-state")).to_contain_text(str(theirs))
    shot(east, f"phone-{game}-{script}-east", full_page=True)
    said = east.locator("#phone-state").inner_text()
    assert "gagne" in said.lower() or "vainqueur" in said.lower() or "perdu" in said.lower(), said
    east.click('button[value="yes"]')
    expect(east.locator("#phone-state")).to_contain_text("compte")
    client, tournament = Client(), table.round.tournament
    assert "gagné" in text_of(get(client, "public-team", tournament.slug, 1)).lower()
    assert "perdu" in text_of(get(client, "public-team", tournament.slug, 2)).lower()
    client.force_login(typist(tournament, role="organiser"))
    assert article in text_of(get(client, "table", tournament.pk, 1, 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_referee_settles_and_turns_the_winner(desk, browser_page, game):
    table, (ours, theirs), article = seated(game, counts_when="typist")
    tournament = table.round.tournament
    page = desk(typist(tournament, role="organiser"), reverse("case", args=[tournament.pk, 1, 1]))
    address = page.url
    for camp in ("NS", "EO"):
        page.goto(address)
        form = page.locator("form", has=page.locator('input[name="points_NS"]')).first
        if not form.locator('input[name="points_NS"]').is_visible():
            page.locator("details", has=page.locator('input[name="points_NS"]')).first.locator("summary").first.click()
        form.locator('input[name="points_NS"]').fill(str(ours))
        form.locator('input[name="points_EO"]').fill(str(theirs))
        form.locator('[name="reason"]').fill("vu avec les deux camps")
        form.locator("button").last.click()
        asked = page.get_by_role("group", name="Vainqueur")
        asked.wait_for()
        browser_page.expected.clear()  # the refusal of the form is an error to the browser
        expect(asked.get_by_role("radio")).to_have_count(2)
        shot(page, f"case-{game}-{camp}", full_page=True)
        asked.get_by_label(camp).check()
        with page.expect_navigation():
            page.locator("form", has=asked).locator("button").last.click()
        # Where the ranking would move, it is shown first.
        confirm = page.get_by_role("button", name="Enregistrer cette décision")
        if confirm.count():
            with page.expect_navigation():
                confirm.click()
        assert ScoreSheet.objects.get(counted=True).winner == camp
    case = page.locator("main").inner_text().replace("\xa0", " ")
    assert article in case and f"NS {ours} – EO {theirs}, EO gagne." in case
