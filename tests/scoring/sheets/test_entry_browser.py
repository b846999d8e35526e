"""The entry page in a real browser, by the keyboard alone."""

import random
import re
import time

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import ScoreSheet
from scoring.referee.rulings.swaps import withdraw_sheet
from scoring.sheets import selectors as questions
from tests.scoring import builders
from tests.support.desk import (
    concours,
    desk,  # noqa: F401
    press,
    recorded,
    typist,
)
from tests.support.fixtures import PATIENCE, busyness
from tournament.models import Round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def until(page, expression):
    """Wait for a truth of the page; its own script may not be made from text (Content-Security-Policy)."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        time.sleep(0.02)


def test_thirty_two_sheets_by_the_keyboard_alone(desk):
    tournament = concours(32)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    chance = random.Random(4)
    order = list(range(1, 33))
    chance.shuffle(order)
    sheets = {}
    began = time.monotonic()
    for table in order:
        north = chance.randint(500, 1444)
        east = 1944 - north + 20 * chance.randint(0, 4)
        keys = [*str(table), "Enter", *str(north), "Enter", *str(east), "Enter"]
        assert press(page, keys) == len(f"{table}{north}{east}") + 3
        sheets[table] = f"{north}–{east}"
    page.get_by_text("32 / 32").wait_for()
    took = time.monotonic() - began
    assert recorded() == sheets
    assert ScoreSheet.objects.count() == 32
    # A person presses four or five keys a second: what the page itself takes must leave room for it in four minutes.
    keys = sum(len(f"{table}{figures}") - 1 + 3 for table, figures in sheets.items())
    assert took < 60 * busyness(), f"{keys} keys in {took:.1f} s"


def test_the_other_total_costs_no_digit(desk):
    tournament = concours(2, rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"})
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["1", "Enter"])
    page.locator("#id_belotes_NS").fill("1")
    page.locator("#id_belotes_EO").fill("0")
    page.locator("#id_capots_NS").fill("0")
    page.locator("#id_capots_EO").fill("0")
    page.locator("#id_points_NS").focus()
    press(page, [*"1012", "Enter", "Enter"])
    page.get_by_text("1 / 2").wait_for()
    assert recorded() == {1: "1012–952"}


def test_names_control_refusal_and_override(desk):
    tournament = concours(3)
    # Totals that cannot be are for an organiser or a referee to record all the same.
    page = desk(typist(tournament, role="organiser"), reverse("entry", args=[tournament.pk]))
    side = questions.tables_of_round(Round.objects.get())[1].sides["EO"]
    press(page, ["2"])
    assert page.locator("#team-EO").inner_text() == f"{side.number} · {side.title}"
    press(page, ["Enter", *"1012", "Enter", *"933"])
    page.locator("#entry-check.bad").wait_for()
    press(page, ["Enter"])
    page.locator("#id_override").wait_for()
    assert page.locator("#id_points_NS").input_value() == "1012"
    assert not ScoreSheet.objects.exists()
    page.locator("#id_override").focus()
    page.keyboard.type("accord des deux camps")
    press(page, ["Enter"])
    page.get_by_text("1 / 3").wait_for()
    assert ScoreSheet.objects.get().override == "accord des deux camps"
    # The recorded table opens with Enter, and a correction asks why.
    press(page, [*"2", "Enter"])
    page.locator("#id_reason").wait_for()
    assert page.evaluate("document.activeElement.name") == "points_NS"
    press(page, [*"1012", "Tab", *"932", "Enter"])
    page.locator(".errorlist").wait_for()
    assert page.evaluate("document.activeElement.name") == "reason"
    page.keyboard.type("mal recopié")
    press(page, ["Enter"])
    page.get_by_text("1012–932").first.wait_for()
    assert recorded() == {2: "1012–932"}


def test_a_forfeit_is_said_with_the_number_of_its_table(desk):
    tournament = concours(2)
    side = questions.tables_of_round(Round.objects.get())[1].sides["EO"]
    tournament.teams.filter(number=side.number).update(present=False)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    notice = page.locator("#entry-forfeit")
    press(page, ["1"])
    assert page.locator("#team-NS").inner_text() and not notice.is_visible()
    link, progress = (
        page.locator("#entry-links").get_by_role("link", name="Un camp est absent"),
        page.locator(".entry-count progress"),
    )
    expect(link).to_have_attribute("href", reverse("sheet-forfeit", args=[tournament.pk, 1, 1]))
    lower = progress.bounding_box()
    press(page, ["Backspace"])
    expect(link).to_be_hidden()
    assert progress.bounding_box() == lower, "nothing moves when the links come and go"
    press(page, ["2"])
    assert f"{side.number} n’est pas là" in notice.inner_text()
    notice.get_by_role("link", name="Un camp est absent").click()
    assert page.locator("input[name=absent][value=EO]").is_checked()


@pytest.mark.parametrize("way", ["keyboard", "mouse"])
@pytest.mark.parametrize("sent", [True, False])
def test_figures_never_pass_to_another_table(desk, way, sent):
    """A sheet came back, or was not sent, and its typist goes on with the next one: that begins empty, this one waits."""
    tournament = concours(8)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["2", "Enter", *"1000", "Enter", *"954"])
    if sent:
        press(page, ["Enter"])
        page.locator(".errorlist").wait_for()
        page.wait_for_timeout(500)  # its typist has seen it
    if way == "keyboard":
        page.locator("#id_table").focus()
        page.locator("#id_table").select_text()
    else:
        page.locator("#id_table").click()
    press(page, ["7", "Enter"])
    expect(page.locator("#id_points_NS")).to_be_focused()
    expect(page.locator("#id_points_NS")).to_have_value("")
    expect(page.locator("#id_points_EO")).to_have_value("")
    expect(page.locator(".errorlist")).to_have_count(0)
    aside = page.locator("#entry-aside")
    expect(aside).to_have_text(re.compile("Table 2, 1000–954"))
    if not sent:
        # Taken up again it is not sent before its typist says so, and gives its place back unsent too.
        press(page, [*"880"])
        aside.get_by_role("button").click()
        expect(page.locator("#id_points_NS")).to_have_value("1000")
        expect(page.locator("#id_points_EO")).to_have_value("954")
        expect(page.locator("#id_table")).to_have_value("2")
        expect(aside).to_have_text(re.compile("Table 7, 880–"))
        aside.get_by_role("button").click()
        expect(page.locator("#id_table")).to_have_value("7")
        expect(aside).to_have_text(re.compile("Table 2, 1000–954"))
        expect(page.locator("#id_points_NS")).to_be_focused()
        page.locator("#id_points_NS").select_text()
    press(page, [*"990", "Enter"])
    expect(page.locator("#id_points_EO")).to_be_focused()
    assert recorded() == {}
    press(page, [*"954", "Enter"])
    page.get_by_text("990–954").first.wait_for()
    assert recorded() == {7: "990–954"}
    press(page, ["2", "Enter", *"1000", "Enter", *"944", "Enter"])
    page.get_by_text("1000–944").first.wait_for()
    expect(page.locator("#entry-aside")).to_be_hidden()  # its sheet is in


def test_a_team_instead_of_a_table_and_escape(desk):
    tournament = concours(3)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, [*"e6", "Enter", *"1012", "Enter", *"932", "Enter"])
    page.get_by_text("1 / 3").wait_for()
    assert recorded() == {3: "1012–932"}
    press(page, [*"1", "Enter", *"55", "Escape"])
    until(page, "document.activeElement.name === 'table' && document.activeElement.value === ''")


def test_two_desks_see_each_other(desk):
    tournament = concours(3)
    anne = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    paul = desk(typist(tournament, "paul"), reverse("entry", args=[tournament.pk]))
    press(anne, ["2", "Enter"])
    paul.get_by_text("Anne saisit la table 2").first.wait_for()
    press(anne, [*"1012", "Enter", *"932", "Enter"])
    paul.get_by_text("1 / 3").wait_for()
    assert paul.get_by_text("Anne saisit la table 2").count() == 0


def test_donne_by_donne_by_the_keyboard(desk):
    tournament = concours(1)
    page = desk(typist(tournament), reverse("sheet-donnes", args=[tournament.pk, 1, 1]))
    for number in range(1, 13):
        until(page, f"document.activeElement.name === 'd{number}-preneur'")
        press(page, ["N" if number % 2 else "E", "Enter", *("100" if number % 2 else "62"), "Enter"])
    page.locator("#total-NS", has_text="972").wait_for()
    assert page.locator("#donne-1 [data-out=why]").inner_text().count("S0") == 2
    assert page.locator("#id_d1-points_EO").input_value() == "62"
    press(page, ["Enter"])
    page.get_by_text("1 / 1").wait_for()
    sheet = ScoreSheet.objects.get()
    assert (sheet.kind, len(sheet.content["donnes"])) == ("donnes", 12)


@pytest.mark.parametrize("width", [360, 1366])
def test_nothing_runs_out_of_the_page(desk, width):
    tournament = builders.evening(teams=47, parties=2, missing=9)
    user = typist(tournament)
    table = ScoreSheet.objects.first().table
    for name, *more in (
        ("entry",),
        ("table", table.round.number, table.number),
        ("sheet-forfeit", 1, 1),
        ("sheet-donnes", 2, 23),
        ("journal",),
        ("overrides",),
    ):
        page = desk(user, reverse(name, args=[tournament.pk, *more]), width=width)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (name, wide)


def test_a_recorded_table_typed_again_is_neither_saved_nor_left_blindly(desk):
    tournament = concours(3)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["2", "Enter", *"1012", "Enter", *"932", "Enter"])
    page.get_by_text("1 / 3").wait_for()
    press(page, ["2", "Enter"])
    page.locator("#id_reason").wait_for()
    press(page, ["Enter", "Enter"])
    page.get_by_text("Rien n’est changé").wait_for()
    assert page.locator("#id_table").input_value() == "2"
    assert page.evaluate("document.activeElement.name") == "points_NS"
    press(page, [*"1000", "Enter", *"944", "Enter"])
    page.locator(".errorlist").wait_for()
    assert page.evaluate("document.activeElement.name") == "reason"
    assert page.locator("#id_points_NS").input_value() == "1000"
    assert page.locator("#id_points_EO").input_value() == "944"
    assert recorded() == {2: "1012–932"}


def test_a_line_that_waits_names_no_score_that_was_taken_off_since(desk):
    """« La table 2 a déjà 1012–932 » stood beside it, though nothing was recorded there any more."""
    tournament = concours(3)
    user = typist(tournament)
    page = desk(user, reverse("entry", args=[tournament.pk]))
    press(page, ["2", "Enter", *"1012", "Enter", *"932", "Enter"])
    page.get_by_text("1 / 3").wait_for()
    press(page, ["2", "Enter"])
    page.locator("#id_reason").wait_for()
    press(page, [*"1000", "Enter", *"944", "Enter"])
    page.locator(".errorlist").wait_for()
    page.locator("#id_table").click()
    press(page, ["3", "Enter"])
    aside = page.locator("#entry-aside")
    expect(aside).to_contain_text("La table 2 a déjà 1012–932")
    sheet = ScoreSheet.objects.get(counted=True)
    withdraw_sheet(table_id=sheet.table_id, base_version=sheet.version, reason="mauvaise table", by=user)
    expect(aside).not_to_contain_text("a déjà")
    expect(aside).to_contain_text("Table 2, 1000–944")


def test_a_line_that_waits_in_two_windows_is_recorded_once_and_waits_no_more(desk):
    """A duplicate of the page has its lines too: « pas encore enregistrée » stood there of one that was."""
    tournament = concours(3)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["2", "Enter", *"1012", "Enter", *"932"])
    page.locator("#id_table").click()
    press(page, ["3", "Enter"])
    with page.context.expect_page() as opened:
        page.evaluate("window.open(location.href)")
    for window in (page, opened.value):
        expect(window.locator("#entry-aside")).to_contain_text("Table 2, 1012–932")
    opened.value.locator("#entry-aside button").click()
    opened.value.locator("#id_points_EO").press("Enter")
    expect(opened.value.locator("#entry-said")).to_contain_text("Table 2")
    expect(page.locator("#entry-aside")).to_be_hidden()
    assert recorded() == {2: "1012–932"} and page.locator("#id_table").input_value() == "3"
