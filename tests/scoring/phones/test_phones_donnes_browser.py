"""The sheet kept donne by donne on telephones, in a real browser: live on both sides, offline, cut short, a photo."""

import base64
import io
import json
import re

import pytest
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from scoring.models import Photo, RunningDonne, ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.fixtures import wait_for
from tests.support.shots import shot
from tournament.models import Seat, Table
from tournament.rounds import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def short(**more):
    return {"counts_when": "both_camps", "rule_options": {"limite_donnes": 3, "limite_points": None}, **more}


@pytest.fixture
def come_in(live_server, browser_page):
    def scan(table, camp):
        token = way(table, camp).token
        page = browser_page(width=360, height=740)
        page.goto(live_server.url + reverse("phone-enter", args=[token]))
        page.click(f'button[name="camp"][value="{camp}"]')
        page.wait_for_url(re.compile(r"/t/\d+/$"))
        return page

    scan.expected = browser_page.expected
    return scan


def open_donnes(page):
    if not page.locator("#donne-form").is_visible():
        page.click("#phone-donne > summary")


def pick(page, field, value):
    page.locator(f'#donne-form input[name$="-{field}"][value="{value}"]').check(force=True)


def note(page, *, preneur, north=None, capot=""):
    open_donnes(page)
    pick(page, "preneur", preneur)
    if north is not None:
        page.fill('#donne-form input[name$="-points_NS"]', str(north))
    if capot:
        pick(page, "capot", capot)
    page.click("#donne-form button:not([name])")


def seated(**settings):
    builders.partie(builders.concours(teams=2, **short(**settings)), 1, [(1, None, 2, None)])
    return Table.objects.get()


def test_a_sheet_is_kept_seen_taken_over_and_proposed(come_in):
    table = seated()
    north, east = come_in(table, "NS"), come_in(table, "EO")
    assert not Seat.objects.filter(ready_at=None).exists()
    open_donnes(north)
    pick(north, "preneur", "NS")
    north.fill('#donne-form input[name$="-points_NS"]', "100")
    expect(north.locator("#donne-check")).to_contain_text("+100")
    assert north.get_attribute('#donne-form input[name$="-points_EO"]', "placeholder") == "62"
    shot(north, "donne-typed", full_page=True)
    north.fill('#donne-form input[name$="-points_EO"]', "61")
    expect(north.locator("#donne-check")).to_contain_text("162")
    shot(north, "donne-wrong", full_page=True)
    north.fill('#donne-form input[name$="-points_EO"]', "")
    north.click("#donne-form button:not([name])")
    expect(north.locator("#phone-running")).to_contain_text("1 donne sur 3")
    note(north, preneur="EO", north=40)
    expect(east.locator("#phone-running")).to_contain_text("donne 2")
    shot(east, "donne-theirs", full_page=True)
    east.click("#phone-running button")
    expect(east.locator("#phone-running")).to_contain_text("identique")
    note(east, preneur="NS", north=90)
    expect(east.locator("#phone-running")).to_contain_text("proposez la feuille")
    shot(east, "donne-over", full_page=True)
    east.click("#running-form button")
    expect(east.locator("#phone-outbox")).to_contain_text("reçu n°")
    expect(north.locator("#phone-state")).to_contain_text("230 – 256")
    shot(north, "donne-confirm", full_page=True)
    north.click('button[value="yes"]')
    expect(north.locator("#phone-state")).to_contain_text("compte")
    sheet = ScoreSheet.objects.get()
    assert sheet.counted and sheet.kind == "donnes" and len(sheet.content["donnes"]) == 3


def test_donnes_noted_without_wifi_leave_when_it_is_back(come_in):
    table = seated()
    page = come_in(table, "NS")
    note(page, preneur="NS", north=100)
    expect(page.locator("#phone-running")).to_contain_text("1 donne sur 3")
    page.context.set_offline(True)
    note(page, preneur="EO", north=40)
    note(page, preneur="NS", north=90)
    expect(page.locator("#phone-outbox li")).to_have_count(3)
    expect(page.locator("#phone-outbox li").first).to_contain_text("donne 2 40 – 122")
    expect(page.locator("#phone-outbox li").last).to_contain_text("230 – 256")
    shot(page, "donne-offline", full_page=True)
    page.click("#running-form button")
    expect(page.locator("#phone-outbox li")).to_have_count(4)
    assert RunningDonne.objects.count() == 1 and not ScoreSheet.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    expect(page.locator("#phone-running")).to_contain_text("3 donnes sur 3")
    assert RunningDonne.objects.count() == 3
    assert [donne["points"]["NS"] for donne in ScoreSheet.objects.get().content["donnes"]] == [100, 40, 90]
    come_in.expected.clear()


def test_what_a_dead_computer_had_received_of_a_sheet_goes_along_to_the_second_one(come_in):
    page = come_in(seated(), "NS")
    note(page, preneur="NS", north=100)
    expect(page.locator("#phone-running")).to_contain_text("1 donne sur 3")
    page.evaluate("document.getElementById('phone-second').dataset.address = 'http://192.0.2.9:8000'")
    page.context.set_offline(True)
    note(page, preneur="EO", north=40)
    link = page.locator("#phone-elsewhere a")
    expect(link).to_be_visible()
    packed = link.get_attribute("href").rpartition(".")[2]
    notes = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))["notes"]
    assert {at: (one["fields"]["preneur"], one["fields"]["points_NS"]) for at, one in notes.items()} == {
        "1": ("NS", "100"),
        "2": ("EO", "40"),
    }
    assert notes["1"]["sequence"] < notes["2"]["sequence"]
    come_in.expected.clear()


def test_a_noted_donne_is_mended_and_the_last_one_taken_back(come_in):
    table = seated()
    page = come_in(table, "EO")
    note(page, preneur="NS", north=100)
    expect(page.locator("#phone-running")).to_contain_text("1 donne ")
    note(page, preneur="EO", north=40)
    expect(page.locator("#phone-running")).to_contain_text("2 donnes")
    page.click('a[data-donne="1"]')
    assert page.input_value('#donne-form input[name$="-points_NS"]') == "100"
    page.fill('#donne-form input[name$="-points_NS"]', "112")
    page.fill('#donne-form input[name$="-points_EO"]', "")
    page.click("#donne-form button:not([name])")
    expect(page.locator("#phone-running .phone-totals")).to_contain_text("152")
    page.click('a[data-donne="2"]')
    page.click("#donne-form button[value=back]")
    expect(page.locator("#phone-running")).to_contain_text("1 donne sur 3")
    assert RunningDonne.objects.get(number=2).content is None


def test_the_last_donnes_are_announced_and_the_referee_called(come_in):
    table = seated(partie_minutes=60)
    page = come_in(table, "NS")
    note(page, preneur="NS", north=100)
    expect(page.locator("#phone-running")).to_contain_text("1 donne ")
    tournament = table.round.tournament
    clock.start_clock(tournament_id=tournament.pk, number=1, by=None)
    clock.impose_cutoff(tournament_id=tournament.pk, number=1, donnes=1, by=None)
    expect(page.locator("#phone-cutoff")).to_contain_text("annonce")
    assert page.input_value("#phone-cutoff input[name=donnes]") == "1"
    shot(page, "donne-cutoff", full_page=True)
    page.click("#phone-cutoff button")
    expect(page.locator("#phone-cutoff")).to_contain_text("s’arrête à la donne 2")
    note(page, preneur="EO", north=40)
    expect(page.locator("#phone-running")).to_contain_text("proposez la feuille")
    page.click("#running-form button")
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    sheet = ScoreSheet.objects.get()
    assert sheet.content["coupure"] == {"apres_donne": 1, "donnes_restantes": 1}
    page.click('#phone-help button[value="call"]')
    expect(page.locator("#phone-help")).to_contain_text("arbitre appelé")
    table.refresh_from_db()
    assert table.called_at is not None
    page.set_input_files(
        "#photo-form input[type=file]", {"name": "feuille.png", "mimeType": "image/png", "buffer": png()}
    )
    if not page.locator("#photo-form").is_visible():
        page.click("#phone-photo > summary")
    page.click("#photo-form button")
    expect(page.locator("#photo-said")).to_contain_text("gardée")
    shot(page, "donne-photo", full_page=True)
    assert max(Photo.objects.values_list("width", flat=True)) <= 1600


def png():
    written = io.BytesIO()
    Image.new("RGB", (2400, 1800), "white").save(written, "PNG")
    return written.getvalue()


def test_two_telephones_without_wifi_say_the_same_in_any_order(come_in):  # docs/reliability.md 10, row 33
    table = seated()
    north, east = come_in(table, "NS"), come_in(table, "EO")
    for page in (north, east):
        note(page, preneur="NS", north=100)
        expect(page.locator("#phone-running")).to_contain_text("1 donne sur 3")
        page.context.set_offline(True)
    for page in (north, east):
        note(page, preneur="EO", north=40)
        note(page, preneur="NS", north=90)
        page.click("#running-form button")
    refused = []

    def late(route):
        """The second donne fails once more, so that the third and the sheet may overtake it."""
        if 'name="number"\r\n\r\n2\r\n' in (route.request.post_data or "") and not refused:
            refused.append(1)
            route.abort()
        else:
            route.continue_()

    east.route("**/donne/", late)
    east.context.set_offline(False)
    expect(east.locator("#phone-outbox")).to_contain_text("reçu n°")
    north.context.set_offline(False)
    for page in (north, east):
        expect(page.locator("#phone-state")).to_contain_text("compte")
    for page in (north, east):
        expect(page.locator("#phone-outbox li")).to_have_count(1)
    assert refused
    sheet = ScoreSheet.objects.get()
    assert sheet.counted and [donne["points"]["NS"] for donne in sheet.content["donnes"]] == [100, 40, 90]
    assert RunningDonne.objects.count() == 6
    come_in.expected.clear()


def test_the_server_dies_as_it_receives_the_sheet(make_hall, browser_page):
    """The score is written, the answer never leaves: the telephone keeps it, and it is there once."""
    hall = make_hall()
    hall.start()
    told = hall.python(
        "from tests.scoring import builders\n"
        "from scoring.access import services as tokens\n"
        "options = {'limite_donnes': 3, 'limite_points': None}\n"
        "made = builders.concours(teams=2, counts_when='both_camps', rule_options=options)\n"
        "row = builders.partie(made, 1, [(1, None, 2, None)])\n"
        "print(tokens.codes_of(round_id=row.pk)[1]['NS'].token)"
    )
    page = browser_page(width=360, height=740)
    page.goto(hall.url + reverse("phone-enter", args=[told]))
    page.click('button[name="camp"][value="NS"]')
    page.wait_for_url(re.compile(r"/t/\d+/$"))
    for preneur, north in (("NS", 100), ("EO", 40), ("NS", 90)):
        note(page, preneur=preneur, north=north)
    expect(page.locator("#phone-running")).to_contain_text("3 donnes sur 3")
    died = []

    def dies(route):
        if died:
            route.continue_()
            return
        died.append(1)
        route.fetch()
        hall.kill()
        route.abort()

    page.route("**/donnes/", dies)
    page.click("#running-form button")
    expect(page.locator("#phone-away")).to_be_visible()
    expect(page.locator("#phone-outbox")).to_contain_text("à envoyer")
    assert hall.rows("SELECT COUNT(*) FROM scoring_scoresheet") == [(1,)]
    hall.start()
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert hall.rows("SELECT COUNT(*), MAX(kind) FROM scoring_scoresheet") == [(1, "donnes")]
    browser_page.expected.clear()


def test_a_wrong_donne_comes_back_into_the_form(come_in):
    table = seated()
    page = come_in(table, "NS")
    note(page, preneur="NS", north=100)
    expect(page.locator("#phone-running")).to_contain_text("1 donne sur 3")
    open_donnes(page)
    pick(page, "preneur", "EO")
    page.fill('#donne-form input[name$="-points_NS"]', "40")
    page.fill('#donne-form input[name$="-points_EO"]', "61")
    page.click("#donne-form button:not([name])")
    expect(page.locator("#phone-said")).to_contain_text("162")
    assert page.input_value('#donne-form input[name$="-points_EO"]') == "61"
    assert RunningDonne.objects.count() == 1
    page.context.set_offline(True)
    page.click("#donne-form button:not([name])")
    note(page, preneur="NS", north=90)
    page.context.set_offline(False)
    expect(page.locator("#phone-wrong")).to_contain_text("Donne 2 à corriger")
    shot(page, "donne-to-mend", full_page=True)
    page.click("#phone-wrong a")
    expect(page.locator("#donne-form [data-number]")).to_have_text("2")
    page.fill('#donne-form input[name$="-points_EO"]', "122")
    page.click("#donne-form button:not([name])")
    expect(page.locator("#phone-running")).to_contain_text("proposez la feuille")
    assert page.locator("#phone-wrong").inner_text() == ""
    come_in.expected.clear()


def test_quick_hands_never_type_over_a_donne_that_is_received_and_not_shown_yet(come_in):
    table = seated()
    page = come_in(table, "NS")
    page.evaluate(
        """() => {
          const fetched = window.fetch;
          const state = document.querySelector("#phone-live").dataset.url;
          window.holding = true;
          window.held = [];
          window.fetch = async (address, options) => {
            const answer = await fetched(address, options);
            if (window.holding && String(address) === state) await new Promise((release) => window.held.push(release));
            return answer;
          };
        }"""
    )
    wait_for(lambda: page.evaluate("window.held.length"), 15, "an answer that says that nothing is noted is on its way")
    note(page, preneur="NS", north=100)
    wait_for(lambda: RunningDonne.objects.count() == 1, 15, "the first donne is received")
    page.wait_for_timeout(300)  # its receipt has come, and the page still shows what was before
    note(page, preneur="EO", north=40)
    note(page, preneur="NS", north=90)
    page.evaluate("window.holding = false; window.held.forEach((release) => release())")
    expect(page.locator("#phone-running")).to_contain_text("3 donnes sur 3")
    donnes = RunningDonne.objects.order_by("number").values_list("number", "content__points__NS")
    assert list(donnes) == [(1, 100), (2, 40), (3, 90)]
