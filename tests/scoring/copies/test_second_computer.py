"""The computer of an evening dies: the second one goes on, a telephone follows by itself, the first comes back as a copy.

Two real programs and browsers: the organiser at each, and a telephone at a table whose score had not left yet.
"""

import os
import re
import time

import pytest
from playwright.sync_api import expect

from tests.support.fixtures import PATIENCE

pytestmark = pytest.mark.slow
SHOTS = os.environ.get("DIX_SHOTS", "")
LONGEST = 60  # seconds from the power cut to the first score on the second computer

MADE = """
import datetime
from django.contrib.auth import get_user_model
from django.test import Client
from tournament.concours.services import create_tournament
from tournament.models import Club, Membership
from tournament.registration.services import register_team
club = Club.objects.create(name="Amicale de Casson")
user = get_user_model().objects.create_user("odile", first_name="Odile")
Membership.objects.create(user=user, club=club, role="organiser")
given = {"counts_when": "both_camps"}
evening = create_tournament(
    club=club, preset="4x12-points", name="Concours", date=datetime.date.today(), by=user, overrides=given
)
for number in range(8):
    register_team(tournament_id=evening.pk, players=[f"Anne {chr(65 + number)}", f"Bob {chr(97 + number)}"], confirm_twin=True, by=user)
client = Client()
client.force_login(user)
print(evening.pk, evening.slug, client.cookies["dix_session"].value)
"""

DRAWN = """
from scoring.access.services import codes_of
from scoring.rounds.services import open_next_round
from tournament.models import Tournament
from tournament.rounds.services import publish_draw
concours = Tournament.objects.get()
drawn = open_next_round(tournament_id=concours.pk, by=None, seed="R")
publish_draw(draw_id=drawn.pk, by=None)
codes = codes_of(round_id=drawn.round.pk)
print(codes[1]["NS"].token)
"""


def page_of(browser, hall, session: str, width: int = 1366):
    context = browser.new_context(viewport={"width": width, "height": 768}, locale="fr-FR")
    if session:
        context.add_cookies([{"name": "dix_session", "value": session, "url": hall.url}])
    page = context.new_page()
    page.set_default_timeout(30_000)
    return page


def shot(page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/copies-{name}.png", full_page=True)


def test_the_second_computer_goes_on_within_a_minute(chromium, make_hall, tmp_path):
    first, second = make_hall(), make_hall(tmp_path / "second")
    for hall in (first, second):
        hall.start()
    pk, slug, session = first.python(MADE).split()
    other = second.python(
        "from django.contrib.auth import get_user_model\nfrom django.test import Client\n"
        "from tournament.models import Club, Membership\nclub = Club.objects.create(name='Secours')\n"
        "user = get_user_model().objects.create_user('paul')\nMembership.objects.create(user=user, club=club, role='organiser')\n"
        "client = Client()\nclient.force_login(user)\nprint(client.cookies['dix_session'].value)"
    ).strip()
    token = first.python(DRAWN).strip()
    organiser, spare, phone = (
        page_of(chromium, first, session),
        page_of(chromium, second, other),
        page_of(chromium, first, "", 360),
    )

    # The second computer shows its code, the first one is told.
    spare.goto(second.url)
    spare.get_by_role("link", name="Devenir le second ordinateur").click()
    spare.get_by_role("button", name="Afficher le code").click()
    code = spare.locator(".password-shown").last.inner_text()
    shot(spare, "second")
    organiser.goto(f"{first.url}/concours/{pk}/")
    shot(organiser, "evening-alone")
    organiser.get_by_role("link", name="Garder une copie ailleurs").click()
    organiser.get_by_label("Adresse affichée par le second ordinateur").fill(f"127.0.0.1:{second.port}")
    organiser.get_by_label("Son code").fill(code)
    shot(organiser, "places")
    organiser.get_by_role("button", name="Relier").first.click()
    organiser.goto(f"{first.url}/concours/{pk}/")
    expect(organiser.locator("#copies-state")).to_contain_text(
        re.compile(r"à jour, ligne \d+"), timeout=PATIENCE * 1000
    )
    shot(organiser, "evening")

    # A telephone at its table learns where the second one is.
    phone.goto(f"{first.url}/p/{slug}/code/#{token}")
    phone.locator("button[name=camp]").click()
    expect(phone.locator("#phone-second")).to_have_attribute("data-address", f"http://127.0.0.1:{second.port}")

    # The power goes. The telephone proposes its score all the same, and keeps it.
    began = time.monotonic()
    first.kill()
    phone.locator("#phone-entry input[name=points_NS]").fill("1000")
    phone.locator("#phone-entry input[name=points_EO]").fill("944")
    phone.get_by_role("button", name="Proposer ce score").click()
    expect(phone.locator("#phone-outbox")).to_contain_text("à envoyer")
    shot(phone, "phone-waits")
    spare.goto(second.url)
    spare.locator(".concours-list a").first.click()
    shot(spare, "copy")
    spare.get_by_role("button", name="L’ordinateur est mort, continuer ici").click()
    shot(spare, "take-over")
    spare.get_by_role("button", name="Continuer ici").click()
    taken = time.monotonic() - began

    # It leads on by itself; its score arrives once.
    expect(phone).to_have_url(re.compile(f":{second.port}/t/"), timeout=PATIENCE * 1000)
    expect(phone.locator("#phone-outbox")).to_contain_text("reçu", timeout=PATIENCE * 1000)
    seconds = time.monotonic() - began
    print(f"taken over after {taken:.1f} s, the first score after {seconds:.1f} s")
    shot(phone, "phone-there")
    assert seconds < LONGEST
    assert second.rows("SELECT count(*) FROM scoring_scoresheet") == [(1,)]

    # The first one comes back: it becomes a copy, says so, and takes no score.
    first.start()
    organiser.goto(f"{first.url}/concours/{pk}/")
    for _try in range(30):
        if organiser.get_by_text("Copie : le concours continue").count():
            break
        time.sleep(1)
        organiser.reload()
    expect(organiser.get_by_text("le concours continue sur un autre ordinateur").first).to_be_visible()
    shot(organiser, "came-back")
    phone.goto(f"{second.url}/p/{slug}/")
