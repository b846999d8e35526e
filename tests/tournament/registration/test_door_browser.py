"""The door in a real browser, by the keyboard alone; and without scripts."""

import datetime
import re
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse

from scoring.evening.closing import show_message
from tests.support.accounts import account, sign_in
from tests.support.shots import shot
from tests.tournament.registration import import_files as files
from tournament.models import Club, JournalEntry, Round, Team, Tournament
from tournament.people import selectors as people
from tournament.registration import selectors as roster, services as registration

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def concours():
    club = Club.objects.create(name="Amicale")
    odile = account("odile", club)
    common = {"club": club, "date": datetime.date(2026, 11, 21), "preset": "4x12-points", "parties": 4}
    before = Tournament.objects.create(name="Avant", slug="avant", **common)
    registration.register_team(
        tournament_id=before.pk, players=["Michel Ducasse", "Aimé Muñoz"], origin="Pons", by=odile
    )
    return Tournament.objects.create(name="Concours", slug="abc", fee_cents=1400, **common)


@pytest.fixture
def sit(live_server, browser_page, concours):
    """Opens an address of the concours as its organiser."""

    def open_(name="door", *more, **options):
        page = browser_page(**options)
        sign_in(page, live_server, get_user_model().objects.get(username="odile"))
        page.goto(live_server.url + reverse(name, args=[concours.pk, *more]))
        return page

    return open_


def type_team(page, one, two, number):
    """Two names and two Enters; waits until the team is shown with its number."""
    page.keyboard.type(one)
    page.keyboard.press("Enter")
    page.keyboard.type(two)
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.door-registered[data-registered="{number}"]')


def test_players_who_enter_alone_without_the_mouse(sit, concours):
    Tournament.objects.filter(pk=concours.pk).update(first_method="melee", next_method="melee")
    page = sit()
    for number, name in enumerate(("Ann Albe", "Bob Bor", "Cal Cor"), start=1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.door-registered[data-registered="{number}"]')
        assert page.evaluate("document.activeElement.id") == "id_player_1" and not page.input_value("#id_player_1")
    assert Team.objects.filter(tournament=concours).count() == 3


def test_a_person_alone_without_the_mouse(sit, concours):
    page = sit()
    page.keyboard.type("Ann Albe")
    for key in ("Enter", "Enter", "Space", "Enter"):  # no partner's name: the cursor goes to « Seul »
        page.keyboard.press(key)
    page.wait_for_selector('.door-registered[data-registered="1"]')
    type_team(page, "Bob Bor", "Cal Cor", 2)
    assert list(Team.objects.filter(tournament=concours).values_list("alone", flat=True)) == [True, False]


def test_five_teams_without_the_mouse(sit, concours):
    page = sit()
    pairs = [("Ann Albe", "Bob Bor"), ("Cal Cor", "Dan Dol"), ("Eve Est", "Fay Fol"), ("Guy Gel", "Hal Hic")]
    for number, pair in enumerate(pairs, start=1):
        type_team(page, *pair, number)
        assert page.evaluate("document.activeElement.id") == "id_player_1"
    # The fifth with its number, its club and its money, all by Tab.
    page.keyboard.type("Ida Ivy")
    page.keyboard.press("Enter")
    page.keyboard.type("Jo Juc")
    for keys in ("Tab", "Tab"):
        page.keyboard.press(keys)
    page.keyboard.type("12")
    page.keyboard.press("Tab")
    page.keyboard.type("Casson")
    for _ in range(4):  # category, without partner, present, paid
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_selector('.door-registered[data-registered="12"]')
    assert list(Team.objects.filter(tournament=concours).values_list("number", "origin", "paid_cents", "present")) == [
        (1, "", None, True),
        (2, "", None, True),
        (3, "", None, True),
        (4, "", None, True),
        (12, "Casson", 1400, True),
    ]
    assert page.locator("#door-rows > tr").count() == 5
    assert page.locator("#id_number").get_attribute("placeholder") == "5"
    assert not page.is_checked("#id_paid")
    # One that is expected later: it is about this team alone.
    page.uncheck("#id_present")
    page.focus("#id_player_1")
    type_team(page, "Max Mor", "Noa Nil", 5)
    assert page.is_checked("#id_present")
    assert list(Team.objects.filter(tournament=concours, present=False).values_list("number", flat=True)) == [5]
    # A team that an earlier search would hide is seen: the search is over.
    page.fill("#door-search", "hal")
    page.wait_for_selector('#door-list[data-found="1"]')
    page.focus("#id_player_1")
    type_team(page, "Kim Kol", "Lou Lac", 6)
    assert not page.input_value("#door-search") and page.locator("#door-rows > tr").count() == 7


def test_names_typed_ahead_of_the_server_are_not_lost(sit, concours):
    page = sit()
    page.keyboard.type("Ann Albe")
    page.keyboard.press("Enter")
    page.keyboard.type("Bob Bor")
    page.keyboard.press("Enter")
    page.keyboard.type("Cal Cor")
    page.wait_for_selector('.door-registered[data-registered="1"]')
    assert page.input_value("#id_player_1") == "Cal Cor"
    page.keyboard.press("Enter")
    page.keyboard.type("Dan Dol")
    page.keyboard.press("Enter")
    page.wait_for_selector('.door-registered[data-registered="2"]')
    assert [roster.team_title(team) for team in roster.teams_of(concours)] == [
        "Ann Albe / Bob Bor",
        "Cal Cor / Dan Dol",
    ]


def test_a_regular_is_proposed_and_taken_with_an_arrow(sit, concours):
    page = sit()
    page.keyboard.type("mun")
    page.wait_for_selector("#door-regulars li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value("#id_player_1") == "Aimé Muñoz"
    assert page.input_value("#id_origin") == "Pons"
    assert page.evaluate("document.activeElement.id") == "id_player_2"
    page.keyboard.type("DUC")
    page.wait_for_selector("#door-regulars li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value("#id_player_2") == "Michel Ducasse"
    page.keyboard.press("Enter")
    page.wait_for_selector('.door-registered[data-registered="1"]')
    assert Team.objects.get(tournament=concours).origin == "Pons"


def test_the_usual_partner_of_a_regular_is_one_click_away(sit, concours, monkeypatch):
    regular = people.Regular("Aimé Muñoz", "Pons", 4, partner="Michel Ducasse")
    monkeypatch.setattr(people, "find_people", lambda club, text: [regular] if text == "mun" else [])
    page = sit()
    for taken in (True, False):
        page.keyboard.type("mun")
        page.click("#door-regulars li")
        assert page.inner_text("#door-regulars") == "Michel Ducasse\npartenaire habituel"
        if taken:
            page.click("#door-regulars li")
            assert page.input_value("#id_player_2") == "Michel Ducasse"
            page.fill("#id_player_2", "")
            page.fill("#id_player_1", "")
            page.focus("#id_player_1")
        else:
            page.keyboard.type("Zoé Dru")
            page.keyboard.press("Enter")
            page.wait_for_selector('.door-registered[data-registered="1"]')
    assert [roster.team_title(team) for team in roster.teams_of(concours)] == ["Aimé Muñoz / Zoé Dru"]


def test_a_proposal_that_no_longer_fits_is_never_taken(sit, concours, monkeypatch):
    """The answer to an earlier text is still on the screen when the arrow and Enter come."""
    page = sit()
    page.keyboard.type("mu")
    page.wait_for_selector("#door-regulars li")
    find = people.find_people

    def slowly(*arguments, **names):
        time.sleep(0.5)
        return find(*arguments, **names)

    monkeypatch.setattr(people, "find_people", slowly)
    page.keyboard.type("ller Max", delay=30)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("Odile Roux", delay=30)
    page.keyboard.press("Enter")
    page.wait_for_selector('.door-registered[data-registered="1"]')
    assert [roster.team_title(team) for team in roster.teams_of(concours)] == ["muller Max / Odile Roux"]


def test_a_namesake_is_said_at_once_and_registered_on_a_second_word(sit, browser_page, concours):
    page = sit()
    type_team(page, "Michel Ducasse", "Aimé Muñoz", 1)
    page.keyboard.type("muñoz AIME")
    page.wait_for_selector("#door-check >> text=Aimé Muñoz est déjà inscrit\u00a0: n° 1")
    page.keyboard.press("Enter")
    page.keyboard.type("Odile Roux")
    page.keyboard.press("Enter")
    # The question stands above the line, which is free for the next team at once.
    page.wait_for_selector(".door-held >> text=Aimé Muñoz (n° 1)")
    assert Team.objects.filter(tournament=concours).count() == 1
    assert page.input_value(".door-held [name=player_2]") == "Odile Roux"
    browser_page.expected.clear()
    type_team(page, "Ann Albe", "Bob Bor", 2)
    page.click("text=Ce sont d’autres personnes")
    page.wait_for_selector('.door-registered[data-registered="3"]')
    assert page.locator(".door-held").count() == 0
    type_team(page, "Cal Cor", "Dan Dol", 4)


def test_nothing_typed_is_lost_when_names_resemble_each_other(sit, browser_page, concours, monkeypatch):
    """22 teams at 30 ms a key on a slowed server: each is registered, or stands on the page with its question."""
    checked = roster.likeness

    def slowly(*arguments, **names):
        time.sleep(0.15)
        return checked(*arguments, **names)

    monkeypatch.setattr(roster, "likeness", slowly)
    page = sit()
    pairs = [(f"Martin Jean{letter}", f"Durand Paul{letter}") for letter in "abcdefghijklmnopqrstuv"]
    for pair in pairs:
        for name in pair:
            page.keyboard.type(name, delay=30)
            page.keyboard.press("Enter", delay=30)
    page.keyboard.type("Zoé")
    page.wait_for_selector("#door-waiting", state="hidden")
    written = [roster.team_title(team).split(" / ") for team in roster.teams_of(concours)]
    cards = page.locator(".door-held")
    held = [[card.locator(f"[name=player_{n}]").input_value() for n in (1, 2)] for card in cards.all()]
    assert len(held) > 10 and sorted(written + held) == sorted(map(list, pairs))
    assert page.input_value("#id_player_1") == "Zoé" and page.evaluate("document.activeElement.id") == "id_player_1"
    # By keys: from the line back to the last card; mended there, it is another team.
    browser_page.expected.clear()
    count = cards.count()
    cards.last.locator("[name=player_1]").fill("Quentin Ozanne")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".door-held:nth-child({count})", state="detached")
    assert Team.objects.filter(tournament=concours, players__name="Quentin Ozanne").count() == 1


def test_marks_from_the_search_box(sit, concours):
    for one, two in (("Ann Albe", "Bob Bor"), ("Cal Cor", "Dan Dol"), ("Eve Est", "Fay Fol")):
        registration.register_team(tournament_id=concours.pk, players=[one, two], present=False, by=None)
    page = sit()
    page.focus("#door-search")
    page.keyboard.type("dol")
    page.wait_for_selector('#door-list[data-found="1"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#door-rows .toggle.on[id^=present]")
    page.keyboard.press("+")
    page.wait_for_selector("#door-rows .toggle.on[id^=paid]")
    assert list(Team.objects.filter(tournament=concours).values_list("present", "paid_cents")) == [
        (False, None),
        (True, 1400),
        (False, None),
    ]
    # The next key typed replaces the name.
    page.keyboard.type("3")
    page.wait_for_selector("#door-rows >> text=Eve Est")
    assert page.locator("#door-counts >> text=présent").count() == 1


def test_a_key_is_about_what_was_typed_before_it_however_fast(sit, concours, monkeypatch):
    """30 ms a key on a slowed server: each number marks its own team, twice is no harm, nobody else is touched."""
    for letter in "ABCDEFGHIJKLMNOPQRSTUVW":
        registration.register_team(
            tournament_id=concours.pk, players=[f"Ann {letter}o", f"Bob {letter}u"], present=False, by=None
        )
    seen = roster.team_lines

    def slowly(*arguments, **names):
        time.sleep(0.2)
        return seen(*arguments, **names)

    monkeypatch.setattr(roster, "team_lines", slowly)
    page = sit()
    page.focus("#door-search")
    for number in (1, 10, 2, 20, 21, 22, 2, 12):
        page.keyboard.type(str(number), delay=30)
        page.keyboard.press("Enter", delay=30)
    page.keyboard.type("23", delay=30)
    page.keyboard.press("+", delay=30)
    page.keyboard.type("99", delay=30)
    page.keyboard.press("Enter", delay=30)
    page.wait_for_selector("#door-said >> text=Rien trouvé pour « 99 »")
    there = Team.objects.filter(tournament=concours, present=True).values_list("number", flat=True)
    assert sorted(there) == [1, 2, 10, 12, 20, 21, 22]
    assert list(Team.objects.filter(tournament=concours, paid_cents=1400).values_list("number", flat=True)) == [23]


def test_every_field_that_searches_as_one_types_is_held_by_a_test_above():
    """One that is added somewhere needs its own test with quick keys on a slowed server, or no keys that act."""
    templates = Path(settings.BASE_DIR, "templates")
    searches = re.compile(r'type="search"[^>]*hx-get|hx-trigger="[^"]*\b(?:input|keyup)\b|data-regulars', re.DOTALL)
    found = {
        str(page.relative_to(templates)): len(searches.findall(page.read_text())) for page in templates.rglob("*.html")
    }
    assert {page: count for page, count in found.items() if count} == {
        # Enter and + in the search box; the names of regulars, twice, and what is said of the names (no key acts on it).
        "tournament/registration/door.html": 2,
        "tournament/registration/_door_form.html": 3,
    }


def test_without_scripts(sit, browser_page, concours):
    page = sit(java_script_enabled=False)
    page.fill("#id_player_1", "Ann Albe")
    page.keyboard.press("Enter")
    page.wait_for_selector(".field-error >> text=Il manque le partenaire")
    # A browser notes a refused form as an error.
    browser_page.expected.clear()
    page.keyboard.type("Bob Bor")
    page.keyboard.press("Enter")
    page.wait_for_selector('.door-registered[data-registered="1"]')
    page.click("#door-rows button[id^=paid]")
    page.wait_for_selector("#door-rows .toggle.on[id^=paid]")
    assert Team.objects.get(tournament=concours).paid_cents == 1400


@pytest.mark.parametrize("width", [360, 1366])
def test_a_list_from_the_file_to_the_hall(sit, concours, width):
    page = sit("import-new", width=width)
    page.set_input_files(
        "input[type=file]", {"name": "liste.xlsx", "mimeType": "application/zip", "buffer": files.evening_list()}
    )
    page.click("text=Regarder la liste")
    page.wait_for_selector("text=6 inscriptions à faire")
    page.fill("input[name=player_2-12]", "Odile Roux")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=7 inscriptions à faire")
    page.check("input[name=take-11]")
    page.click("text=Importer les lignes cochées")
    page.wait_for_selector("text=8 inscriptions faites depuis la liste")
    assert page.locator("#door-rows > tr").count() == 8
    assert page.evaluate("document.querySelector('#door-list').scrollWidth <= window.innerWidth")


def test_a_link_to_a_line_of_an_import_shows_its_box_below_the_head(sit, concours):
    letters = [one + other for one in "abcdef" for other in "mnopq"]
    registered = "\n".join(f"Paul Roux{at}\tJean Martin{at}" for at in letters)
    page = sit("import-new")
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.fill(
        "textarea",
        f"{registered}\nPaul Rouxan\tJean Martinan\n" + "\n".join(f"Luc Petit{at}\tMarc Durand{at}" for at in letters),
    )
    page.locator("main form button").first.click()
    page.wait_for_url("**/importer/*/")
    shown = page.evaluate(
        """() => {
          const bar = document.querySelector(".bottom-bar").getBoundingClientRect().top;
          return [...document.querySelectorAll(".import-table tbody tr")]
            .filter((row) => row.getBoundingClientRect().bottom <= bar)
            .map((row) => row.querySelector(".import-result .state").getBoundingClientRect().right);
        }"""
    )
    assert len(shown) >= 8 and max(shown) <= 1366, "a laptop shows eight lines, each with what becomes of it"
    page.locator('.import-summary a[href^="#row-"]').first.click()
    assert page.evaluate(
        """() => {
          const box = document.querySelector(location.hash + " input[type=checkbox]");
          const { left, top, width, height } = box.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === box;
        }"""
    ), "the head of the table covers the box that the link is for"
    names = page.locator(".import-table td").evaluate_all(
        "(cells) => cells.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    )
    assert names == [], "what is cut off"


def test_a_list_of_names_is_as_wide_as_its_longest_name(sit, concours):
    long = "Marie-Antoinette Rochefoucauld de Montmorency"
    for name in (long, "Jean Martin"):
        registration.register_team(tournament_id=concours.pk, players=[name], alone=True, by=None)
    page = sit("partners")
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    cut = page.locator("select[name=first]").evaluate(
        """(select) => {
          const free = select.cloneNode(true);
          free.style = "position: absolute; width: auto; min-width: 0";
          document.body.append(free);
          return free.offsetWidth > select.offsetWidth;
        }"""
    )
    assert not cut


def test_the_words_of_a_departure_go_where_their_label_stands(sit, concours):
    """Tables are drawn: the registration above asks for a reason of its own."""
    one = registration.register_team(tournament_id=concours.pk, players=["Anne Vidal", "Paul Petit"], by=None)
    Round.objects.create(tournament=concours, number=1, state="published")
    page = sit("team", one.pk)
    page.get_by_text("Départ", exact=True).click()
    page.get_by_role("button", name="Noter le départ").click()
    page.get_by_text("Indiquez le motif en quelques mots").wait_for()
    page.locator("label[for=leave_reason]").click()
    page.keyboard.type("malaise")
    page.get_by_role("button", name="Noter le départ").click()
    page.get_by_text("ne joue plus à partir de la partie").first.wait_for()
    assert JournalEntry.objects.filter(act="withdraw_team").get().reason == "malaise"


def test_a_text_is_not_cut_at_its_longest_and_says_how_much_is_left(sit, concours):
    """Typed or pasted: nothing vanishes, the form waits until it is shorter."""
    page = sit("concours")
    field, send = page.locator("[name=text]"), page.get_by_role("button", name="Le montrer")
    field.press_sequentially("La soupe est prête. " * 5)
    page.get_by_text("Caractères restants : 20").wait_for()
    words = "Les lots sont dehors. " * 6
    field.fill("")
    assert not page.get_by_text("Caractères").count()
    field.evaluate("(field, words) => { field.focus(); document.execCommand('insertText', false, words); }", words)
    page.get_by_text("Caractères de trop : 12").wait_for()
    send.click()
    assert field.input_value() == words and field.evaluate("one => document.activeElement === one")
    field.press("End")
    for _sign in range(12):
        field.press("Backspace")
    send.click()
    page.get_by_role("button", name="Le retirer").wait_for()
    concours.refresh_from_db()
    assert concours.hall_message == words[:120].strip()


def test_a_message_whose_time_ends_is_no_longer_said_to_be_shown(sit, concours):
    show_message(tournament_id=concours.pk, text="La soupe est prête", minutes=10, by=None)
    page = sit("concours")
    away = page.get_by_role("button", name="Le retirer")
    at = int(away.locator("xpath=..").get_attribute("data-ends"))
    # Looked at in the same breath: the page itself hears the time every second.
    told = """(at) => {
        document.dispatchEvent(new CustomEvent('server:time', {detail: new Date(at).toUTCString()}));
        return document.querySelector('form[data-ends]').checkVisibility();
    }"""
    assert page.evaluate(told, at - 60_000) is True
    assert page.evaluate(told, at + 60_000) is False


def test_the_columns_of_a_doubtful_list_are_set_by_a_click_on_one(sit):
    page = sit("import-new")
    page.fill("#id_pasted", "Ixelle;Vantor;Bleu\nOrlanc;Zubec;Vert\nPastrel;Quincet;Noir")
    page.locator("main form button").first.click()
    page.get_by_text("Dans quelles colonnes sont les noms").wait_for()
    for width in (360, 1366):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        shot(page, f"columns-{width}", full_page=True)
    page.locator("td label", has_text="Quincet").click()
    assert page.evaluate("document.activeElement.id") == "guess-1"
    page.select_option("#guess-1", "first_1")
    page.select_option("#guess-0", "last_1")
    page.get_by_role("button", name="Les colonnes sont justes").click()
    page.locator("#import-form").wait_for()
    assert page.locator("input[name=player_1-3]").input_value() == "Pastrel Quincet"


def test_a_question_leaves_the_first_team_and_the_search_on_the_screen(sit, browser_page, concours):
    """With a line set aside and people without a partner, the list began at the lower edge of a small laptop."""
    for one, two in (("Ann Albe", "Bob Bor"), ("Cal Cor", "Dan Dru")):
        registration.register_team(tournament_id=concours.pk, players=[one, two], by=None)
    registration.register_team(tournament_id=concours.pk, players=["Eve Est"], alone=True, by=None)
    page = sit(width=1366, height=768)
    page.keyboard.type("Ann Albe")
    page.keyboard.press("Enter")
    page.keyboard.type("Guy Gré")
    page.keyboard.press("Enter")
    page.wait_for_selector("#door-held form")
    browser_page.expected.clear()
    for place in ("#door-search", "#door-rows tr"):
        box = page.locator(place).first.bounding_box()
        assert box["y"] + box["height"] <= 768, place


def test_the_acts_under_more_close_by_escape_or_a_press_elsewhere(sit):
    page = sit()
    page.locator(".door-more summary").press("Enter")
    page.locator(".door-more[open] button").first.press("Escape")
    assert page.locator(".door-more[open]").count() == 0
    assert page.evaluate("document.activeElement.matches('.door-more summary')")
    page.locator(".door-more summary").click()
    page.locator("#door-counts").click()
    assert page.locator(".door-more[open]").count() == 0


def test_the_second_click_of_a_double_click_takes_nothing_back(sit, concours):
    """It came once the line was drawn anew, on the button that marks the team absent."""
    registration.register_team(tournament_id=concours.pk, players=["Ann Albe", "Bob Bor"], by=None)
    Team.objects.update(present=False)
    page = sit()
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    page.locator("#door-rows .toggle").first.evaluate(
        """button => { for (const detail of [1, 2]) button.dispatchEvent(
            new MouseEvent("click", { detail, clientX: 5, clientY: 5, bubbles: true, cancelable: true })); }"""
    )
    page.locator("#door-rows .toggle.on").wait_for()
    page.wait_for_load_state("networkidle")
    assert len(sent) == 1 and Team.objects.get(tournament=concours).present


HASTY = """const { set, get } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { get, set(ms) { set.call(this, ms / 20); } });"""


def test_a_search_whose_answer_the_network_swallows_does_not_hold_the_next_one(sit, concours, browser_page):
    """Each later search waited behind the first for as long as the browser does: minutes."""
    registration.register_team(tournament_id=concours.pk, players=["Luc Petit", "Max Roy"], by=None)
    page = sit("door")
    page.add_init_script(HASTY)
    page.reload()
    page.route("**/liste/**", lambda route: None)
    page.fill("#door-search", "nobody")
    page.wait_for_event("requestfailed")
    page.unroute("**/liste/**")
    page.fill("#door-search", "luc")
    page.wait_for_function("document.querySelector('#door-list').dataset.found === '1'")
    browser_page.expected.clear()
