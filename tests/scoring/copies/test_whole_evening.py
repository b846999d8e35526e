"""47 teams play four parties; in the third the laptop is killed, and the evening ends on the second one as if nothing had been.

When the first one comes back it is the copy. Two real programs and browsers: the secretary at each, and telephones at tables
whose scores had not left when it died. A third program plays the same evening undisturbed: the same teams, cards and scores.
"""

import json
import os
import re
import signal
import time

import pytest
from playwright.sync_api import expect

from tests.support.fixtures import PATIENCE, Hall, wait_for
from tests.support.secretary import Secretary

pytestmark = pytest.mark.slow
LONGEST = 60  # seconds from the power cut to the first score typed on the second computer
SEEDS = ("R♥ 7♣ 10♠", "V♠ 9♥ A♣", "8♦ R♣ 10♥", "7♦ A♠ 9♣")
TOTAL = 12 * 162
PHONES = 3

SECOND = """
from django.contrib.auth import get_user_model
from django.test import Client
from tournament.models import Club, Membership
club = Club.objects.create(name="Secours")
user = get_user_model().objects.create_user("paul")
Membership.objects.create(user=user, club=club, role="organiser")
client = Client()
client.force_login(user)
print(client.cookies["dix_session"].value)
"""

REGISTERED = """
from pathlib import Path
from scoring.transfer.file import write_concours
from tournament.models import Tournament
Path({file!r}).write_bytes(write_concours(Tournament.objects.get().pk).content)
"""

CODES = """
from scoring.access.services import codes_of
from tournament.models import Round
codes = codes_of(round_id=Round.objects.get(number=3).pk)
print(*(codes[number]["NS"].token for number in {tables!r}))
"""

UNDISTURBED = """
import json
from pathlib import Path
from django.contrib.auth import get_user_model
from scoring.rounds.services import open_next_round
from scoring.sheets.entry import submit_sheet
from scoring.standings.selectors import evening
from scoring.transfer.file import read_concours
from scoring.transfer.services import take_in
from tournament.models import Club, Membership, Table
from tournament.rounds.services import publish_draw
club = Club.objects.create(name="Amicale de Casson")
user = get_user_model().objects.create_user("odile")
Membership.objects.create(user=user, club=club, role="organiser")
concours = take_in(file=read_concours(Path({file!r}).read_bytes()), club=club, by=user)
for seed, scores in zip({seeds!r}, {scores!r}):
    drawn = open_next_round(tournament_id=concours.pk, by=user, seed=seed)
    publish_draw(draw_id=drawn.pk, by=user)
    for table in Table.objects.filter(round=drawn.round):
        points = dict(zip(("NS", "EO"), scores[table.number]))
        marks = {{camp: {{"points": most, "belotes": 0, "capots": 0}} for camp, most in points.items()}}
        submit_sheet(table_id=table.pk, key=f"undisturbed-{{table.pk:010}}", kind="totals", marks=marks, by=user)
print(json.dumps([[row.rank, row.number, row.points] for row in evening(concours.pk).after().rows]))
"""

MISSING = """SELECT spot.number FROM tournament_table AS spot JOIN tournament_round AS partie ON partie.id = spot.round_id
    WHERE partie.number = 3 AND NOT EXISTS (
        SELECT 1 FROM scoring_scoresheet AS sheet WHERE sheet.table_id = spot.id AND sheet.counted)"""


def scores_of(partie: int, tables: int) -> dict[int, tuple[int, int]]:
    """Return the points of the two camps of each table of a partie: all different, so that few teams are equal."""
    north = {table: 700 + (table * 37 + partie * 211) % 500 for table in range(1, tables + 1)}
    return {table: (points, TOTAL - points) for table, points in north.items()}


def type_all(secretary: Secretary, scores: dict[int, tuple[int, int]], tables: list[int], *, by_keyboard: int) -> None:
    """Type the scores of *tables*, the first ones key by key."""
    secretary.go("saisie/")
    for place, table in enumerate(tables):
        brought = dict(zip(("NS", "EO"), ((points, 0, 0) for points in scores[table]), strict=True))
        (secretary.type_sheet if place < by_keyboard else secretary.send_sheet)(table, brought)


def connect(secretary: Secretary, spare, second: Hall) -> None:
    """Show the code of the second computer, and type it at the first."""
    spare.goto(second.url)
    spare.get_by_role("link", name="Devenir le second ordinateur").click()
    spare.get_by_role("button", name="Afficher le code").click()
    code = spare.locator(".password-shown").last.inner_text()
    secretary.go("copies/")
    secretary.page.get_by_label("Adresse affichée par le second ordinateur").fill(f"127.0.0.1:{second.port}")
    secretary.page.get_by_label("Son code").fill(code)
    secretary.page.get_by_role("button", name="Relier").first.click()
    secretary.page.wait_for_load_state()


def up_to_date(first: Hall) -> bool:
    states = "SELECT state.journal_number, concours.journal_number FROM scoring_placestate AS state, tournament_tournament AS concours"
    return all(copied == number for copied, number in first.rows(states))


def test_an_evening_ends_on_the_second_computer_as_it_would_have_on_the_first(
    make_hall, browser_page, chromium, tmp_path
):
    first, second, calm = (make_hall(tmp_path / name) for name in ("first", "second", "calm"))
    for hall in (first, second):
        hall.start()
    calm.prepare()
    secretary = Secretary(browser_page(), first.url)
    secretary.settle_first_run()
    secretary.create()
    secretary.import_list()
    file = str(tmp_path / "registered.belote")
    first.python(REGISTERED.format(file=file))
    spare = chromium.new_context(viewport={"width": 1366, "height": 768}, locale="fr-FR").new_page()
    spare.set_default_timeout(1000 * PATIENCE)
    session = second.python(SECOND)
    spare.context.add_cookies([{"name": "dix_session", "value": session, "url": second.url}])
    connect(secretary, spare, second)
    secretary.go()
    expect(secretary.page.locator("#copies-state")).to_contain_text(
        re.compile(r"à jour, ligne \d+"), timeout=PATIENCE * 1000
    )
    scores = [scores_of(partie, 23) for partie in (1, 2, 3, 4)]
    for partie in (1, 2):
        secretary.draw(partie, SEEDS[partie - 1])
        type_all(secretary, scores[partie - 1], list(scores[0]), by_keyboard=2)
    secretary.draw(3, SEEDS[2])
    silent = list(range(1, PHONES + 1))
    phones = []
    slug = re.search(r"/p/([a-z0-9-]+)/", secretary.page.content())[1]
    for token in first.python(CODES.format(tables=silent)).split():
        wait_for(lambda: up_to_date(first), PATIENCE, "the copy is up to date")
        phone = chromium.new_context(viewport={"width": 360, "height": 740}, locale="fr-FR").new_page()
        phone.set_default_timeout(1000 * PATIENCE)
        phone.goto(f"{first.url}/p/{slug}/code/#{token}")
        phone.locator("button[name=camp]").click()
        expect(phone.locator("#phone-second")).to_have_attribute("data-address", f"http://127.0.0.1:{second.port}")
        phones.append(phone)
    phones[0].locator("#phone-donne > summary").click()
    phones[0].locator("#donne-form input[value=NS][name$=-preneur]").check(force=True)
    phones[0].locator("#donne-form input[name$=-points_NS]").fill("100")
    phones[0].locator("#donne-form button:not([name])").click()
    expect(phones[0].locator("#running-form li")).to_have_count(1)
    phones[0].locator("#phone-entry > summary").click()
    type_all(secretary, scores[2], list(range(23, 12, -1)), by_keyboard=2)
    wait_for(lambda: up_to_date(first), PATIENCE, "the copy is up to date")
    safe = {number for (number,) in first.rows(MISSING)}
    type_all(secretary, scores[2], [12], by_keyboard=0)

    # The power goes, and the screen of the laptop with it; the telephones keep what they are told.
    secretary.page.close()
    began = time.monotonic()
    os.killpg(first.pid, signal.SIGKILL)
    first.process.wait(PATIENCE)
    for table, phone in zip(silent, phones, strict=True):
        for camp, points in zip(("NS", "EO"), scores[2][table], strict=True):
            phone.locator(f"#phone-entry input[name=points_{camp}]").fill(str(points))
        phone.get_by_role("button", name="Proposer ce score").click()
        expect(phone.locator("#phone-outbox")).to_contain_text("à envoyer")

    # The page of instructions: open the concours there, go on, type.
    spare.goto(second.url)
    spare.locator(".concours-list a").first.click()
    spare.get_by_role("button", name="L’ordinateur est mort, continuer ici").click()
    spare.get_by_role("button", name="Continuer ici").click()
    spare.wait_for_url(re.compile(r"/concours/\d+/$"))
    there = Secretary(spare, second.url)
    there.base, there.number = re.search(r"/concours/\d+/", spare.url)[0], 3
    missing = sorted({number for (number,) in second.rows(MISSING)}, reverse=True)
    type_all(there, scores[2], missing[:1], by_keyboard=1)
    seconds = time.monotonic() - began
    print(f"the first score on the second computer {seconds:.1f} s after the power cut")
    assert seconds < LONGEST
    assert set(missing) <= safe, "what the copy had when it was up to date is typed only once"

    # The scores of the telephones are there, each once, and the donne that only the first computer had received; the desk
    # types it as it stands on the sheets.
    for phone in phones:
        expect(phone).to_have_url(re.compile(f":{second.port}/t/"), timeout=PATIENCE * 1000)
        expect(phone.locator("#phone-outbox")).to_contain_text("reçu", timeout=PATIENCE * 1000)
        phone.context.close()
    assert second.rows("SELECT number FROM scoring_runningdonne") == [(1,)]
    proposed = (
        "SELECT spot.number FROM scoring_scoresheet AS sheet JOIN tournament_table AS spot ON spot.id = sheet.table_id"
    )
    assert sorted(second.rows(f"{proposed} WHERE sheet.state = 'proposed'")) == [(table,) for table in silent]
    type_all(there, scores[2], missing[1:], by_keyboard=2)
    there.met = secretary.met
    there.draw(4, SEEDS[3])
    type_all(there, scores[3], list(scores[3]), by_keyboard=2)

    shown = there.ranking()
    given = {"file": file, "seeds": SEEDS, "scores": scores}
    assert [list(line) for line in shown] == json.loads(calm.python(UNDISTURBED.format(**given)))
    assert len(shown) == 47
    spare.context.close()

    # The first one comes back: it becomes a copy, and says so.
    first.start()
    copied = "SELECT 1 FROM tournament_tournament WHERE copied_at IS NOT NULL"
    wait_for(lambda: first.rows(copied), PATIENCE, "the first one is a copy")
    secretary.page = secretary.page.context.new_page()
    secretary.go()
    expect(secretary.page.get_by_text("le concours continue sur un autre ordinateur").first).to_be_visible()
