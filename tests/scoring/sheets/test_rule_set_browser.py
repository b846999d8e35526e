"""Every rule set in a real browser: typed as a person types, computed while it is typed, fit for a telephone."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from rules import RULE_SETS, score_sheet
from scoring.models import ScoreSheet
from scoring.sheets import selectors as questions
from tests.support.accounts import sign_in
from tests.support.paper import sheets_of
from tests.support.rule_set_pages import PARTIES, as_fields, concours, escalier
from tournament.models import Membership

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def desk(live_server, browser_page):
    def sit(tournament, name="sheet-donnes", args=(1, 1), **size):
        user, _new = get_user_model().objects.get_or_create(username="anne")
        Membership.objects.get_or_create(user=user, club=tournament.club, role="referee")
        page = browser_page(**size)
        sign_in(page, live_server, user)
        page.goto(live_server.url + reverse(name, args=[tournament.pk, *args]))
        return page

    return sit


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("rule_set", PARTIES)
def test_a_partie_typed_in_the_browser(rule_set, desk):
    options, donnes = PARTIES[rule_set]
    tournament = concours(rule_set, options)
    page = desk(tournament, width=360, height=740)
    assert fits(page)
    for number, donne in enumerate(donnes, start=1):
        if not page.locator(f"#donne-{number}").count():
            page.locator('button[value="more"]').click()
            page.locator(f"#donne-{number}").wait_for()
        for name, value in as_fields(number, donne).items():
            field = page.locator(f"[name='{name}']")
            for fold in field.locator("xpath=ancestor::details[not(@open)]").all():
                fold.locator("> summary").click()
            if field.evaluate("place => place.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
    expected = score_sheet({"ruleset": rule_set, "options": tournament.rule_options, "donnes": donnes})
    page.locator("#donnes-said", has_text="La partie est finie").wait_for()
    for number, donne in enumerate(expected.donnes, start=1):
        for camp, mark in donne.marque.items():
            assert page.locator(f"#donne-{number} [data-out={camp}]").inner_text().strip() == str(mark)
    for camp, total in expected.total.items():
        assert page.locator(f"#total-{camp}").inner_text() == str(total)
    assert fits(page)
    page.locator("#donne-1 details.why summary").first.click()
    assert page.locator("#donne-1 details.why a.article").first.is_visible()
    page.locator('button[value="save"]').first.click()
    page.get_by_text("1 / 1").wait_for()
    recorded = {camp: figures["points"] for camp, figures in questions.marks_of(ScoreSheet.objects.get()).items()}
    assert recorded == dict(expected.total)


def test_a_contree_by_the_keyboard_alone(desk):
    tournament = concours("departement-contree", {"limite_points": 600})
    page = desk(tournament)
    # 100 bid and 104 made; then a capot bid, contré and made: the points are left empty, the last list says who.
    for key in ["N", "Enter", *"100", "Enter", "Enter", *"104", "Enter"]:
        page.keyboard.press(key)
    for key in ["N", "Enter", *"cap", "Enter", "c", "Enter", "Enter", "Enter", "Enter", "N", "Enter"]:
        page.keyboard.press(key)
    page.locator("#donnes-said", has_text="NS gagne").wait_for()
    assert page.locator("#total-NS").inner_text() == "1100"
    assert page.locator("#total-EO").inner_text() == "60"


def test_an_escalier_by_the_keyboard_alone_on_a_telephone(desk):
    tournament = escalier(3)
    page = desk(tournament, width=360, height=740)
    cards = [*range(1, 10), *range(10, 0, -1)]
    for n in cards:
        for camp in "ABC":
            for key in ["0", "Enter", *(str(n) if camp == "A" else "0"), "Enter"]:
                page.keyboard.press(key)
    page.locator("#donnes-said", has_text="B, C").wait_for()
    assert page.locator("#total-A").inner_text() == f"−{sum(cards)}"
    assert fits(page)
    page.keyboard.press("Enter")
    page.get_by_text("1 / 1").wait_for()


@pytest.mark.parametrize("width", [360, 1366])
def test_a_disputed_trick_is_laid_with_a_tap_or_with_the_keyboard(desk, width):
    tournament = concours("ffb-classique", {})
    page = desk(tournament, "referee", (), width=width)
    assert fits(page)
    page.locator("[name=atout]").first.select_option("coeur")
    for card in ("7♠", "A♠"):
        page.locator(f".hand input[value='{card}']").click()
    page.locator("[name=lay][value=hand]").check()
    page.locator(".hand input[value='8♥']").click()
    page.locator(".hand input[value='R♦']").focus()
    page.keyboard.press("Space")
    answer = page.locator("#trick-answer")
    answer.get_by_text("S0 5.2").first.wait_for()
    assert answer.locator(".card-face").all_inner_texts() == ["8♥"]
    page.locator("[name=lay][value=played]").check()
    page.locator(".hand input[value='R♦']").click()
    answer.get_by_text("n’était pas permise").wait_for()
    assert fits(page)


@pytest.mark.parametrize("width", [360, 1366])
def test_tricks_before_a_fault_are_laid_with_taps_and_the_donne_goes_into_the_sheet(desk, width):
    tournament = concours("departement-contree", {})
    page = desk(tournament, "referee", (), width=width)
    incident = page.locator("#incident-form")
    incident.locator("[name=partie]").fill("1")
    incident.locator("[name=table]").fill("1")
    incident.locator("[name=donne]").fill("3")
    incident.locator("[name=trick]").fill("3")
    incident.locator("[name=at_fault]").focus()  # leaving the field asks for the places of its tricks
    pad = incident.locator(".card-pad")
    pad.wait_for()
    assert fits(page)
    for card in ("A♠", "7♠", "10♠", "R♠", "D♠", "7♥", "8♠", "9♠"):
        pad.locator(f"button[value='{card}']").click()
    assert pad.locator("button[value='7♥']").get_attribute("data-lies") == "2"
    incident.locator("[name=atout]").select_option("coeur")
    incident.locator("[name=lead]").select_option("NS")
    incident.locator("[name=d3-preneur]").select_option("NS")
    incident.locator("[name=d3-enchere]").select_option("90")
    incident.get_by_role("button", name="Conséquences").click()
    page.locator("#ruling .big-copy", has_text="137").wait_for()
    assert fits(page)
    page.get_by_role("button", name="La reporter sur la feuille").click()
    page.wait_for_url("**/donnes/?donne=3*")
    assert page.locator("[name=d3-points_NS]").input_value() == "25"
    assert page.locator("[name=d3-points_EO]").input_value() == "137"
    assert fits(page)


@pytest.mark.parametrize("width", [360, 1366])
def test_what_everybody_may_read_fits_the_page(live_server, browser_page, width):
    page = browser_page(width=width)
    addresses = [reverse(name) for name in ("public-rules", "public-sources", "public-conversion", "public-referee")]
    for key in RULE_SETS:
        addresses += [reverse("public-rule-set", args=[key]), reverse("public-blank-sheet", args=[key])]
    for address in addresses:
        page.goto(live_server.url + address)
        assert fits(page), address


def test_texts_sheets_and_the_tout_atout_table_fit_one_sheet_of_paper(live_server, browser_page, pages_of):
    page, papers = browser_page(), {}
    for rule_set in RULE_SETS:
        for name in ("public-rule-set", "public-blank-sheet"):
            page.goto(live_server.url + reverse(name, args=[rule_set]))
            papers[rule_set, name] = pages_of(page)
    assert papers and {paper: pages for paper, pages in papers.items() if pages != 1} == {}
    page.goto(live_server.url + reverse("public-conversion"))
    assert pages_of(page) == 1
    assert page.get_by_text("258", exact=True).first.is_visible()


@pytest.fixture
def pages_of(tmp_path):
    return lambda page: sheets_of(page, tmp_path / "paper.pdf")
