"""The page of scores in a real browser, in the middle of a hall: telephones, calls, a slow server, quick hands."""

import itertools
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scoring.models import ScoreSheet
from scoring.rounds.ties import ties
from scoring.sheets import photos, selectors as questions
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.support.desk import concours, desk, press, recorded, typist
from tests.support.phase_pages import organiser_of
from tests.support.phases import play as play_on, set_up
from tests.support.photos import picture
from tournament.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
__all__ = ["desk"]

KEY_MS = 30
# Each line takes the server a second and a half; the first line of each of these tables does not reach it.
SLOW_SERVER = """(cut) => {
  const real = window.fetch;
  window.fetch = async (address, options = {}) => {
    if (options.method !== "POST" || String(address).includes("en-cours")) return real(address, options);
    await new Promise((done) => setTimeout(done, 1500));
    const at = cut.indexOf(options.body.get("table"));
    if (at >= 0) { cut.splice(at, 1); throw new TypeError("cut"); }
    return real(address, options);
  };
}"""


def test_calls_and_telephones_come_beside_the_field_and_leave_it_alone(desk):
    tournament = concours(4, counts_when="typist")
    first, second, third, _fourth = Table.objects.order_by("number")
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["4", "Enter", *"10"])
    field = page.locator("#id_points_NS")
    before = field.bounding_box()
    propose(phone(first, "NS"), 1012, key="ns")
    propose(phone(first, "EO"), 1012, key="eo")
    Table.objects.filter(pk=third.pk).update(called_at=timezone.now())
    strip = page.locator("#entry-strip")
    expect(strip).to_contain_text("La table 3 appelle l’arbitre")
    propose(phone(second, "NS"), 1000, key="ns2")
    propose(phone(second, "EO"), 1002, key="eo2")
    expect(strip).to_contain_text(re.compile(r"Arbitre\s: tables\s+3,\s+2"))
    expect(strip).to_contain_text("1 score à confirmer")
    assert strip.evaluate("(it) => it.scrollHeight <= it.clientHeight"), "nothing of it is cut"
    expect(page.locator("#entry-tables")).to_contain_text("les deux camps sont d’accord")
    expect(field).to_be_focused()
    press(page, [*"12"])
    expect(field).to_have_value("1012")
    assert field.bounding_box() == before
    # A button of the lists acts; the line being typed stays where it was.
    page.get_by_role("button", name="Le compter").click()
    expect(page.locator("#entry-said")).to_contain_text("Table 1")
    expect(page.locator("#entry-tables")).to_contain_text("1 / 4")
    assert recorded() == {1: "1012–932"}
    expect(field).to_be_focused()
    expect(field).to_have_value("1012")
    press(page, ["Enter", *"932", "Enter"])
    expect(page.locator("#entry-tables")).to_contain_text("2 / 4")


@pytest.mark.parametrize("typed", [False, True])
def test_a_page_left_open_on_a_partie_goes_on_to_the_next_one(desk, typed):
    """A second typist's page stayed on partie 1: the tables of partie 2 were taken for corrections of it."""
    tournament = concours(2)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["2", "Enter", *"10"] if typed else [])
    builders.partie(tournament, 2, [(1, None, 3, None), (2, None, 4, None)])
    there = reverse("entry-round", args=[tournament.pk, 2])
    if typed:
        expect(page.locator("#entry-later")).to_have_attribute("href", there)
        expect(page.locator("#id_points_NS")).to_have_value("10")
    else:
        page.wait_for_url(f"**{there}")
        expect(page.locator("#id_table")).to_be_focused()
        assert not page.locator("#entry-later").count()


def test_what_both_telephones_said_takes_one_key(desk):
    tournament = concours(2, counts_when="typist")
    for table in Table.objects.all():
        propose(phone(table, "NS"), 1012, key=f"ns{table.number}")
        propose(phone(table, "EO"), 1012, key=f"eo{table.number}")
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    press(page, ["1", "Enter", "Enter"])
    expect(page.locator("#entry-said")).to_contain_text("comme les deux téléphones")
    press(page, ["2", "Enter", *"902", "Enter", *"1042", "Enter"])  # the paper says otherwise
    expect(page.locator("#entry-tables")).to_contain_text("2 / 2")
    assert recorded() == {1: "1012–932", 2: "902–1042"}


@pytest.mark.parametrize("trouble", ["refused", "cut"])
def test_quick_hands_on_a_slow_server_never_put_figures_on_another_table(desk, trouble):
    """A line that is not taken while the next one is typed waits beside it: by Escape, or by simply going on."""
    tournament = concours(6)
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    page.evaluate(SLOW_SERVER, ["1", "4"] if trouble == "cut" else [])
    wrong = "933" if trouble == "refused" else "932"
    lines = [("1", "1012", wrong, ["Escape"]), ("2", "1002", "942", []), ("3", "992", "952", ["Escape"])]
    lines += [("4", "1012", wrong, []), ("5", "982", "962", []), ("6", "972", "972", [])]
    for table, north, east, then in lines:
        for key in (*table, "Enter", *north, "Enter", *east, "Enter", *then):
            page.keyboard.press(key)
            page.wait_for_timeout(KEY_MS)
    expect(page.locator("#entry-tables")).to_contain_text("4 / 6")
    assert recorded() == {2: "1002–942", 3: "992–952", 5: "982–962", 6: "972–972"}
    aside = page.locator("#entry-aside li")
    expect(aside).to_have_count(2)
    expect(aside.first).to_contain_text("Table 1")
    expect(aside.last).to_contain_text("Table 4")
    page.reload()
    for table in (1, 4):
        aside.first.get_by_role("button").click()
        if trouble == "refused":
            expect(page.locator(".errorlist")).to_be_visible()
            expect(page.locator("#id_table")).to_have_value(str(table))
            page.fill("#id_points_EO", "932")
            page.press("#id_points_EO", "Enter")
        expect(page.locator("#entry-said")).to_contain_text(f"Table {table}")
    expect(aside).to_have_count(0)
    expect(page.locator("#entry-tables")).to_contain_text("6 / 6")
    assert ScoreSheet.objects.count() == 6
    assert all(
        questions.figures_text(sheet) in ("1012–932", *recorded().values()) for sheet in ScoreSheet.objects.all()
    )


def test_a_photo_stands_below_the_fields_that_are_typed_from_it(desk):
    tournament = concours(2, counts_when="typist")
    page = desk(typist(tournament), reverse("entry", args=[tournament.pk]))
    photos.add_photo(table_id=Table.objects.get(number=1).pk, data=picture(size=(800, 600)))
    expect(page.locator("#entry-strip")).to_contain_text("1 photo à saisir")
    field, image = page.locator("#id_points_NS"), page.locator("#entry-photos img")
    before = field.bounding_box()
    press(page, ["1", "Enter", *"10"])
    expect(image).to_be_visible()
    assert field.bounding_box() == before
    frame = page.locator(".photo-frame").bounding_box()
    assert frame["y"] + frame["height"] <= 768, "the whole photo is seen with the fields"
    page.get_by_role("button", name="Tourner").click()
    assert "rotate(90deg)" in image.evaluate("image => image.style.transform")
    press(page, [*"12", "Enter", *"932", "Enter"])
    expect(page.locator("#entry-tables")).to_contain_text("1 / 2")
    assert recorded() == {1: "1012–932"}
    expect(image).to_be_hidden()
    expect(page.locator("#entry-strip")).not_to_contain_text("photo")


@pytest.mark.parametrize("place", ["entry", "concours"])
def test_a_slow_press_on_who_goes_on_is_not_lost(desk, place):
    """Other tables send meanwhile, and the page asks again by itself: what is pressed stays until it is let go."""
    tournament = set_up("elimination", 4, phases=[])
    play_on(tournament)
    play_on(tournament, points={pair: 972 for pair in itertools.permutations(range(1, 5), 2)})
    (match,) = ties(tournament)
    team = max(match.sides)
    page = desk(organiser_of(tournament), reverse(place, args=[tournament.pk]))
    button = page.locator(f"#goes-on-{team}")
    button.hover()
    page.mouse.down()
    Table.objects.update(called_at=timezone.now())  # the live parts are other ones from now on
    page.wait_for_timeout(6500 if place == "concours" else 2500)
    page.mouse.up()
    expect(button).to_have_count(0)
    assert Table.objects.get(round__number=2).goes_on.number == team
