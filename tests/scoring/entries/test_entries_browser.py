"""Registration from home in a browser: a telephone of 360 px without a script, the desk, the tablet at the entrance."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tests.support.axe import look_in_sizes
from tournament.entries.models import HomeEntry
from tournament.models import Team, Tournament
from tournament.registration import attendance

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SIZES = ((360, 640), (1366, 768))


def make_concours():
    tournament = builders.concours(teams=2, max_teams=4, fee_cents=1400)
    in_two_days = timezone.localdate() + datetime.timedelta(days=2)
    Tournament.objects.update(entries_days=30, date=in_two_days, public=True, entries_contact="phone")
    tournament.refresh_from_db()
    return tournament


def register(page, address, first, second, *, seeking=False):
    page.goto(address)
    page.fill("#id_player_1", first)
    page.fill("#id_player_2", second)
    page.fill("#id_commune", "Saint-Philbert-de-Grand-Lieu")
    page.fill("#id_contact", "06 12 34 56 78")
    if seeking:
        page.check("#id_seeking")
    page.check("#id_consent")
    page.click("main form button")
    page.wait_for_url("**/inscription/*/")
    return page.url


def test_a_team_at_home_the_desk_and_the_tablet(live_server, browser_page):
    tournament = make_concours()
    phone = browser_page(width=360, height=640, java_script_enabled=False)
    page = browser_page(reduced_motion="reduce")
    form = live_server.url + reverse("public-entry", args=[tournament.slug])
    links = [register(phone, form, "Jean-Christophe de La Tour d’Auvergne", "Bruno Pic")]
    links += [register(phone, form, f"Seule {name}", "", seeking=True) for name in ("Zoé", "Rose")]
    links.append(register(phone, form, "Luc Brun", "Lise Faure"))
    assert "liste d’attente" in phone.inner_text("main")
    phone.goto(links[2])
    phone.click("text=Proposer de jouer ensemble")
    phone.goto(links[1])
    wrong = seen(page, {"asked": links[1]})
    phone.click("text=Non, merci")
    phone.goto(links[2])
    assert "ne jouerez pas" in phone.inner_text("main")
    phone.goto(links[1])
    phone.click("text=Proposer de jouer ensemble")
    phone.goto(links[2])
    phone.click("text=Oui, nous jouons ensemble")
    assert "Seule Zoé / Seule Rose" in phone.inner_text("main")

    sign_in(page, live_server, account("odile", tournament.club))
    desk = live_server.url + reverse("entries", args=[tournament.pk])
    addresses = {"form": form, "mine": links[0], "waits": links[3], "partner": links[2], "desk": desk}
    wrong += seen(page, addresses)
    page.goto(desk)
    page.click("text=Appliquer")
    page.wait_for_load_state()
    assert Team.objects.filter(tournament=tournament).count() == 5
    assert not HomeEntry.objects.filter(team=None, joined=None).exists()

    one = Team.objects.get(number=3)
    tablet = live_server.url + reverse("public-arrival", args=[tournament.slug])
    phone.goto(tablet)
    phone.fill("#q", "auvergne")
    phone.click("text=Rechercher")
    phone.click("text=Nous sommes arrivés")
    assert "Allez-y pour payer" in phone.inner_text("main")
    door = live_server.url + reverse("door", args=[tournament.pk])
    page.goto(door)
    page.wait_for_selector("#team-requests form")
    assert "doit 14" in page.inner_text("#team-requests")
    wrong += seen(
        page,
        {
            "door": door,
            "tablet": f"{tablet}?q=3",
            "tell": live_server.url + reverse("public-team-tell", args=[tournament.slug, 3]),
            "requests": live_server.url + reverse("team-requests", args=[tournament.pk]),
            "standings": live_server.url + reverse("public-standings", args=[tournament.slug]),
            "team": live_server.url + reverse("public-team", args=[tournament.slug, 3]),
            "taken": desk,
        },
    )
    page.goto(door)
    reason = page.locator("#team-requests input[name=reason]")
    reason.fill("complet")
    with page.expect_response("**/demandes/"):
        page.evaluate("htmx.trigger('#team-requests', 'load')")  # as it asks every ten seconds
    page.wait_for_timeout(300)
    assert reason.input_value() == "complet", "what is being typed stays"
    reason.press("Enter")
    page.wait_for_selector("#team-requests form", state="detached")
    one.refresh_from_db()
    assert not one.present, "Enter says no"
    phone.goto(f"{tablet}?q=3")
    assert "a dit non" in phone.inner_text("main") and "«\u00a0complet\u00a0»" in phone.inner_text("main")
    wrong += seen(
        page,
        {
            "denied": live_server.url + reverse("public-team-tell", args=[tournament.slug, 3]),
            "denied-tablet": f"{tablet}?q=3",
        },
    )
    phone.click("text=Nous sommes arrivés")
    page.goto(door)
    page.click("#team-requests >> text=Oui")
    page.wait_for_selector("#team-requests form", state="detached")
    one.refresh_from_db()
    assert one.present
    attendance.withdraw_team(team_id=one.pk, from_round=1, reason="malade", by=None)
    assert not wrong, wrong


def seen(page, addresses):
    """Look at pages in each size; return what is wrong with them."""
    wrong = []
    for turn, (name, address) in enumerate(addresses.items()):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        if name == "door":
            page.wait_for_selector("#team-requests form")
        wrong += look_in_sizes(page, name, SIZES, {}, turn=turn)
    return wrong
