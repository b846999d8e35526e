"""The pages of a new concours in a real browser: what they counted does not stand beside other figures."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from rules.options import COINCHE
from tests.support.accounts import account, sign_in
from tournament.models import Club, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def sit(live_server, browser_page):
    """Opens an address as an organiser."""
    club = Club.objects.create(name="Amicale")
    odile = account("odile", club)

    def open_(address):
        page = browser_page()
        sign_in(page, live_server, odile)
        page.goto(live_server.url + address)
        return page

    return open_


def test_the_end_that_was_planned_is_counted_again_with_other_donnes_and_other_teams(sit):
    page = sit(reverse("concours-new") + "?preset=poules-4&teams=33&end=23:25&start=14:00")
    planned, stale = page.locator("[data-planned]"), page.get_by_text("cette heure ne vaut plus")
    page.fill("[name=name]", "Concours de printemps")
    expect(planned).to_contain_text("fin vers 23:25")
    donnes = page.locator("[name=option_limite_donnes]")
    donnes.fill("5")
    expect(planned).to_contain_text("33 équipes")
    expect(planned).not_to_contain_text("23:25")
    shorter = planned.inner_text()
    page.get_by_label("Équipes attendues").fill("16")
    expect(planned).to_contain_text("16 équipes")
    assert planned.inner_text()[-6:] < shorter[-6:], "fewer matches to the final"
    expect(page.locator("[data-announced]")).to_contain_text(
        "16 équipes : 4 poules de 4, 3 parties de poule, puis 3 parties"
    )
    donnes.fill("9999")
    stale.wait_for()
    expect(planned).to_be_hidden()
    page.get_by_label("Équipes attendues").fill("33")
    donnes.fill("10")
    expect(planned).to_contain_text("fin vers 23:25")
    expect(stale).to_be_hidden()
    page.locator("summary", has_text="Règles du jeu").click()
    page.select_option("[name=rules]", "departement-contree")
    page.get_by_role("button", name="Changer de règle du jeu").click()
    expect(planned).to_contain_text("33 équipes, fin vers")
    assert page.input_value("[name=option_limite_donnes]") == "10"
    expect(page.locator("[data-announced]")).to_contain_text(
        "33 équipes : 6 poules de 4 et 3 poules de 3, 3 parties de poule"
    )


def test_a_game_chosen_without_its_button_is_shown_first_and_enter_makes_the_concours(sit):
    page = sit(reverse("concours-new") + "?preset=melee&teams=24")
    page.locator("summary", has_text="Règles du jeu").click()
    page.select_option("[name=rules]", "coinche")
    page.fill("[name=name]", "Mêlée")
    page.fill("[name=option_limite_donnes]", "8")
    page.get_by_role("button", name="Créer le concours").click()
    expect(page.get_by_role("alert")).to_contain_text("Coinche")
    assert not Tournament.objects.exists()
    assert page.input_value("[name=option_limite_donnes]") == "8"
    page.press("[name=name]", "Enter")
    expect(page.get_by_text("est prêt")).to_be_visible()
    made = Tournament.objects.get()
    assert (made.rule_set, made.name, made.rule_options["limite_donnes"]) == ("coinche", "Mêlée", 8)


def test_the_hours_of_the_ways_to_play_are_those_before_until_counted_again(sit):
    page = sit(reverse("concours-plan"))
    stale = page.get_by_text("encore celles d’avant")
    assert not stale.is_visible()
    page.fill("[name=teams]", "33")
    stale.wait_for()
    page.get_by_role("button", name="Recalculer").click()
    stale.wait_for(state="hidden")
    assert page.input_value("[name=teams]") == "33"


CUT = """() => [...document.querySelectorAll("select")].filter((one) => {
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const longest = Math.max(...[...one.options].map((option) => pen.measureText(option.text).width));
  return one.checkVisibility() && longest > one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
}).map((one) => one.name)"""


def test_no_choice_of_a_setting_is_cut_on_the_laptop(sit):
    page = sit(reverse("concours-new") + "?preset=elimination")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert page.evaluate(CUT) == []


def test_a_phase_shows_the_parts_that_its_method_has(sit):
    """A part that means nothing goes as long as it is empty; one that is filled in stays to be seen."""
    page = sit(reverse("concours-new") + "?preset=poules-4")
    page.get_by_text("Tableau principal", exact=False).first.wait_for()
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    size, third, count = (page.locator(f"[name=phase_1_{part}]") for part in ("size", "third_place", "count"))
    assert third.is_visible() and count.is_visible() and not size.is_visible()
    third.check()
    page.select_option("[name=phase_1_method]", "poules")
    size.wait_for()
    assert third.is_visible(), "a ticked one would be refused unseen"
    third.uncheck()
    third.wait_for(state="hidden")
    count.fill("")
    page.select_option("[name=phase_1_who]", "all")
    count.wait_for(state="hidden")


def test_the_scale_of_coinche_goes_where_the_club_marks_in_its_own_way(sit):
    page = sit(reverse("concours-new") + "?preset=coinche-4x2000-contrat")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    scale = [option.name for option in COINCHE]
    fields = {name: page.locator(f"[name=option_{name}]") for name in (*scale, "marque_club", "limite_points")}
    chosen = {name: fields[name].input_value() for name in scale}
    assert fields["chute_contrat"].is_visible() and not fields["marque_club"].is_visible()
    page.select_option("[name=option_decompte]", "club")
    fields["marque_club"].wait_for()
    assert [name for name, field in fields.items() if field.is_visible()] == ["marque_club", "limite_points"]
    page.select_option("[name=option_decompte]", "faits")
    fields["chute_contrat"].wait_for()
    assert {name: fields[name].input_value() for name in scale} == chosen


def test_a_closed_fold_never_shows_the_figure_of_before(sit):
    page = sit(reverse("concours-new") + "?preset=4x12-points")
    fold = page.locator("details", has=page.locator("[name=forfeit_points]")).first
    told = fold.locator("summary .group-summary").first
    saved = told.inner_text()
    fold.locator("summary").first.click()
    usual = page.input_value("[name=forfeit_points]")
    page.fill("[name=forfeit_points]", "777")
    fold.locator("summary").first.click()
    assert told.inner_text() == "modifié, pas encore enregistré"
    fold.locator("summary").first.click()
    page.fill("[name=forfeit_points]", usual)
    assert told.inner_text() == saved


@pytest.mark.parametrize("width", [360, 1366])
def test_the_title_of_a_closed_fold_stands_apart_from_what_is_chosen_in_it(sit, width):
    """« Le classement » went on in « D’abord : Parties gagnées », on two lines."""
    page = sit(reverse("concours-new") + "?preset=elimination")
    page.set_viewport_size({"width": width, "height": 768})
    touching = page.locator(".settings summary:visible").evaluate_all("""all => all.map((summary) => {
        const title = document.createRange();
        title.selectNode(summary.firstChild);
        const told = summary.querySelector(".group-summary");
        if (!told || !told.checkVisibility()) return "";
        const [one, other] = [title.getBoundingClientRect(), told.getBoundingClientRect()];
        return one.right + 8 <= other.left || one.bottom <= other.top + 1 ? "" : summary.textContent.trim();
    }).filter(Boolean)""")
    assert touching == []
