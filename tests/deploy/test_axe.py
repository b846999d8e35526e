"""Every page in the middle of an evening, tried by axe-core and by a small telephone, in daylight and in the dark."""

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.evening.closing import close_tournament
from tests.deploy.pages import make_evening
from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tests.support.axe import LOOKED_AT, addresses, log_in, look, look_in_sizes
from tournament.models import Job, Player, Team, Tournament
from tournament.registration import paying, services as registration

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SIZES = ((320, 640), (1366, 768))

LONG = ("Wolfeschlegelsteinhausenbergerdorff Anne", "O’Connor-Kerguiduff Jean-Baptiste", "Maximilien Vandenbroucke")
# The names of a list that run into the number beside them.
RUNS_ON = """() => [...document.querySelectorAll('.door-names li')].filter(one => {
    const range = document.createRange();
    range.selectNodeContents(one.querySelector('span'));
    return range.getBoundingClientRect().right > one.querySelector('strong').getBoundingClientRect().left + 1;
}).map(one => one.innerText)"""

# When a page's scripts have run, whether or not the browser has made a picture of it.
EARLY = """addEventListener('DOMContentLoaded', () => {
    const first = document.querySelector('[autofocus]');
    window.early = !first || document.activeElement === first;
})"""


def test_every_page_can_be_read_and_worked_by_everybody(live_server, browser_page):
    """Every page, narrow and wide."""
    evening = make_evening()
    Job.objects.update(state=Job.State.DONE)
    page = browser_page(reduced_motion="reduce")
    page.add_init_script(EARLY)
    log_in(page, live_server, evening)
    wrong, titles, narrow = [], {}, dict(zip(("width", "height"), SIZES[0], strict=True))
    for turn, (name, address) in enumerate(addresses(evening)):
        page.set_viewport_size(narrow)
        page.goto(live_server.url + address)
        if not page.evaluate("window.early"):
            wrong.append(f"{name}: a key typed at once goes to no field")
        wrong += look_in_sizes(page, name, SIZES, titles, turn=turn)
    browser_page.expected[:] = [one for one in browser_page.expected if "422" not in one]
    assert len(titles) > 35
    assert not wrong, "\n".join(wrong)


def test_no_page_of_a_closed_evening_misses_what_its_scripts_look_for(live_server, browser_page):
    """Open every page of a closed evening: no form is left, nor its script, whose error would fail here."""
    evening = make_evening()
    Job.objects.update(state=Job.State.DONE)
    Tournament.objects.update(closed_at=timezone.now())
    page = browser_page(width=320, height=640, reduced_motion="reduce")
    log_in(page, live_server, evening)
    wrong, titles = [], {}
    for name, address in addresses(evening):
        page.goto(live_server.url + address)
        wrong += look(page, name, 320, titles, axe=False)
    assert len(titles) > 35
    assert not wrong, "\n".join(wrong)


def test_the_pages_of_the_prize_giving_with_long_names(live_server, browser_page):
    """They show a final ranking, which an evening under way has not; the poster's title was black on dark at night."""
    tournament = builders.evening(teams=6, parties=4, lots=["1er à 3e : un jambon"])
    Player.objects.update(name="Marie-Christine Vandenbroucke")
    user = account("anne", tournament.club)
    close_tournament(tournament_id=tournament.pk, by=user)
    page = browser_page(width=320, height=640, reduced_motion="reduce")
    sign_in(page, live_server, user)
    wrong, titles = [], {}
    for name in ("prizes", "prize-why", "palmares-poster", "palmares-diplomas", "standings"):
        page.goto(live_server.url + reverse(name, args=[tournament.pk]))
        wrong += look(page, name, 320, titles, axe=name.startswith("palmares"))
    page.goto(live_server.url)
    wrong += look(page, "home", 320, titles, axe=False)
    assert not wrong, "\n".join(wrong)


def test_the_doors_of_the_program(live_server, browser_page):
    """First run, log-in, and a page that is not there."""
    page = browser_page(width=360, height=740, reduced_motion="reduce")
    wrong, titles = [], {}
    page.goto(live_server.url + "/")
    assert page.url.endswith(reverse("welcome"))
    wrong += look(page, "welcome", 360, titles)
    make_evening()
    page.goto(live_server.url + "/")
    assert reverse("login") in page.url
    wrong += look(page, "login", 360, titles)
    page.goto(live_server.url + "/nulle-part/")
    wrong += look(page, "404", 360, titles)
    browser_page.expected[:] = [one for one in browser_page.expected if "404" not in one]
    assert not wrong, "\n".join(wrong)


def test_the_door_where_people_come_alone(live_server, browser_page):
    evening = make_evening()
    for name in ("Ann Albe", "Bob Bor", "Cal Cor"):
        registration.register_team(tournament_id=evening.tournament.pk, players=[name], alone=True, by=None)
    page = browser_page(width=360, height=740, reduced_motion="reduce")
    log_in(page, live_server, evening)
    wrong, titles = [], {}
    for name in ("door", "partners", "draws"):
        page.goto(live_server.url + reverse(name, args=[evening.tournament.pk]))
        wrong += look(page, name, 360, titles)
    assert not wrong, "\n".join(wrong)


def test_what_a_club_names_fits_a_small_telephone(live_server, browser_page):
    """Long communes in a choice and several means of payment in a sum were wider than the screen."""
    evening = make_evening()
    tournament = evening.tournament
    tournament.club_means = ["Chèques-vacances", "Lecteur de la buvette", "Bons du comité"]
    tournament.save()
    Team.objects.filter(tournament=tournament, number=1).update(origin="Saint-Aubin-des-Châteaux-sur-Isac")
    for number, means in enumerate((*tournament.club_means, "cash", "cheque"), 1):
        team = Team.objects.get(tournament=tournament, number=number)
        paying.set_paid(team_id=team.pk, paid_cents=1400, paid_by=means, by=None)
    page = browser_page(width=320, height=640, reduced_motion="reduce")
    log_in(page, live_server, evening)
    wrong, titles = [], {}
    for name in ("door", "standings", "till"):
        page.goto(live_server.url + reverse(name, args=[tournament.pk]))
        wrong += look(page, name, 320, titles, axe=False)
    assert not wrong, "\n".join(wrong)


def test_lists_of_long_names_fit_every_screen_on_which_they_are_looked_at(live_server, browser_page):
    """Between a telephone and a laptop (as at a zoom of 200 %) names of the poster stood beyond its edge, those of the list
    for the door in the next column, and one of a single long word pushed the ranking sideways."""
    tournament = builders.evening(teams=12, parties=4, lots=["1er à 3e : un jambon de pays entier désossé"])
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"{LONG[at % len(LONG)]} {at}")
    user = account("anne", tournament.club)
    close_tournament(tournament_id=tournament.pk, by=user)
    page = browser_page(width=320, height=640)
    sign_in(page, live_server, user)
    addresses = [reverse(name, args=[tournament.pk]) for name in ("door-print", "palmares-poster", "standings")]
    wrong = []
    for address in [*addresses, reverse("public-standings", args=[tournament.slug])]:
        page.goto(live_server.url + address)
        for width in (320, 683, 800, 1024, 1366):
            page.set_viewport_size({"width": width, "height": 640})
            if (wider := page.evaluate(LOOKED_AT, 0)["overflow"]) > 0:
                wrong.append(f"{address} {width}: {wider} px wider")
            wrong += [f"{address} {width}: below its number: {name}" for name in page.evaluate(RUNS_ON)]
    assert not wrong, "\n".join(wrong)


def test_what_a_finger_presses_is_large_enough(live_server, browser_page):
    """Fields and buttons of the entry page at 48 px, and the field that has the keyboard is seen to have it."""
    evening = make_evening()
    page = browser_page(width=360, height=740)
    log_in(page, live_server, evening)
    page.goto(live_server.url + reverse("entry", args=[evening.tournament.pk]))
    small = page.evaluate(
        """() => [...document.querySelectorAll('main form input:not([type=hidden]), main form button, main form select')]
        .filter(one => one.offsetParent && !['checkbox', 'radio'].includes(one.type))
        .map(one => [one.name || one.textContent.trim(), Math.round(one.getBoundingClientRect().height)])
        .filter(([_, height]) => height < 48)"""
    )
    assert not small, small
    zooms = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), label, select, summary')]
        .filter(one => getComputedStyle(one).touchAction !== 'manipulation').map(one => one.outerHTML.slice(0, 80))"""
    assert page.evaluate(zooms) == [], "two quick taps would make the page larger"
    unseen = []
    for _step in range(25):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => {
                const one = document.activeElement, style = getComputedStyle(one);
                const drawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                return [one.outerHTML.slice(0, 80), drawn || style.boxShadow !== 'none', one === document.body];
            }"""
        )
        if not told[1] and not told[2]:
            unseen.append(told[0])
    assert not unseen, unseen


@pytest.mark.parametrize("letters", [24, 32])
def test_no_page_is_pushed_sideways_by_the_large_letters_of_a_telephone(live_server, browser_page, letters):
    """With letters of 24 px as the browser's own the header was wider than the screen, and each page with it; with 32 px
    the names of « Ma table » stood letter below letter.
    """
    evening = make_evening()
    page = browser_page(width=360, height=740)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
    log_in(page, live_server, evening)
    wrong = []
    of_concours = ("concours", "door", "entry", "draws", "clock", "cases", "standings", "till", "concours-settings")
    addresses = {name: reverse(name, args=[evening.tournament.pk]) for name in of_concours}
    for name in ("public-standings", "public-tables"):
        addresses[name] = reverse(name, args=[evening.tournament.slug])
    for name, address in addresses.items():
        page.goto(live_server.url + address)
        seen = page.evaluate(LOOKED_AT, 0)
        names = page.locator(".place-list .who").evaluate_all("all => all.map(one => one.offsetWidth)")
        wrong += [f"{name}: names in {width} px" for width in set(names) if width < 5 * letters]
        if seen["overflow"] > 0:
            wrong.append(f"{name}: {seen['overflow']} px wider: {seen['widest']}")
    larger = page.evaluate("getComputedStyle(document.body).fontSize")
    assert (wrong, larger) == ([], {24: "27px", 32: "36px"}[letters])


def test_what_is_chosen_is_seen_in_forced_colours(live_server, browser_page):
    """A ticked box was as empty as another one, white on white; the page that is open and a name proposed had no ground."""
    evening = make_evening()
    page = browser_page(forced_colors="active", color_scheme="light")
    log_in(page, live_server, evening)
    page.goto(live_server.url + reverse("door", args=[evening.tournament.pk]))
    boxes = page.locator("#door-form [type=checkbox]")
    boxes.first.check()
    assert set(boxes.evaluate_all("all => all.map(one => getComputedStyle(one).appearance)")) == {"auto"}
    ground = "all => new Set(all.map(one => getComputedStyle(one).backgroundColor)).size"
    assert page.locator("nav.evening a").evaluate_all(ground) == 2
    assert page.locator("button.toggle").evaluate_all(ground) == 2
    page.locator("#id_player_1").press_sequentially("Mart")
    page.locator(".door-regulars li").first.wait_for()
    page.keyboard.press("ArrowDown")
    assert page.locator(".door-regulars li").evaluate_all(f"all => ({ground})([...all, document.body])") == 2
