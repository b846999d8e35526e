"""The table of docs/devices.md: phone, walls, desk and door in each browser of the baseline, on plain http."""

import time

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import ScoreSheet
from scoring.prizes.views import TWICE_MS
from tests.scoring import builders
from tests.scoring.phones.builders import answer, phone, way
from tests.support.api import PASSWORD, account
from tests.support.desk import recorded
from tests.support.seasons import season_with
from tournament.models import Table, Team, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
WITHIN = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
# Pico's own rules are there, whose selectors Chromium 80 does not have.
STYLED = "getComputedStyle(document.body).fontFamily.includes('sans-serif') && parseFloat(getComputedStyle(document.querySelector('main button:not([hidden])')).borderRadius) > 0"
APART = """[...document.querySelectorAll('.wall-lines li:not(.wall-labels)')].every(line => {
    const words = document.createRange();
    words.selectNodeContents(line.querySelector('.wall-team'));
    const figure = line.querySelector('.wall-figure').getBoundingClientRect();
    return words.getBoundingClientRect().right <= figure.left && figure.right <= line.getBoundingClientRect().right;
})"""
IN_LINE = """[...document.querySelectorAll('.wall-prize')].filter(one => one.offsetParent).every(one =>
    one.offsetHeight <= one.parentElement.offsetHeight)"""
SHOWS = "document.querySelector({0!r}) !== null && document.querySelector({0!r}).innerText.includes({1!r})"


def shows(selector, text):
    return SHOWS.format(selector, text)


@pytest.fixture
def hall(live_server, settings, browser):
    """The address of the program under a name that the browser does not take for this computer's: plain http, as in a hall."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, browser.host]
    return live_server.url.replace("localhost", browser.host)


@pytest.fixture
def table():
    tournament = builders.concours(teams=2, counts_when="both_camps")
    builders.partie(tournament, 1, [(1, None, 2, None)])
    return Table.objects.get()


def sit(browser, hall, tournament, name, role):
    """Log in by the form, and open the page *name* of the concours."""
    account("anne", tournament.club, role)
    browser.goto(f"{hall}{reverse('login')}?next={reverse(name, args=[tournament.pk])}")
    browser.fill("#id_name", "anne")
    browser.fill("#id_password", f"{PASSWORD}\n")


def come_in(browser, hall, table, camp="NS"):
    """Open the square of *camp* and touch its name."""
    browser.goto(hall + reverse("phone-enter", args=[way(table, camp).token]))
    browser.click(f"button[name=camp][value={camp}]")


def propose(browser, ours, theirs):
    browser.fill("#phone-form input[name=points_NS]", str(ours))
    browser.fill("#phone-form input[name=points_EO]", str(theirs))
    browser.until("/\\d/.test(document.querySelector('#phone-check').textContent)")  # controlled as it is typed
    browser.do("document.querySelector('#phone-check').textContent = ''")
    browser.fill("#phone-form input[name=points_EO]", f"{theirs}\n")


def test_phone(browser, hall, table):
    browser.fresh()
    browser.goto(hall + reverse("public-code", args=[table.round.tournament.slug]))
    assert browser.do("window.isSecureContext") is False
    browser.fill("#code", "nothing1\n")
    browser.until(shows("[role=alert]", "code"))
    browser.fill("#code", f"{way(table, 'NS').code}\n")
    browser.click("button[name=camp]")
    browser.until(shows("#phone-state", "pas encore de score"))
    assert browser.do(f"{WITHIN} && {STYLED}")
    propose(browser, 900, 721)
    browser.until(shows("#phone-check.bad", "rien n’a été enregistré"))
    assert browser.do("document.querySelector('#phone-form input[name=points_NS]').value") == "900"
    propose(browser, 1012, 932)
    browser.until(shows("#phone-outbox", "reçu n°"))
    browser.until(shows("#phone-state", "proposé"))
    assert "1621" not in browser.do("document.body.innerText")
    browser.goto(browser.do("location.href"))
    browser.until(shows("#phone-state", "1012 – 932"))
    answer(phone(table, "EO"), 1, key="yes")
    browser.until(shows("#phone-state", "validé"))
    browser.click("#phone-help button[value=call]")
    browser.until(shows("#phone-help", "arbitre appelé"))
    assert recorded() == {1: "1012–932"}


def test_phone_as_a_plain_form(browser, hall, table):
    """The form sent without a script, and the address of its refusal loaded again."""
    browser.fresh()
    come_in(browser, hall, table)
    for ours in (900, 1012):
        browser.until("document.querySelector('#phone-form') !== null && document.readyState === 'complete'")
        for camp, points in (("NS", ours), ("EO", 932)):
            browser.fill(f"#phone-form input[name=points_{camp}]", str(points))
        browser.do("HTMLFormElement.prototype.submit.call(document.querySelector('#phone-form'))")
        if ours == 900:
            browser.until(shows("[role=alert]", "1832"))
            browser.goto(browser.do("location.href"))
            browser.until(shows("#phone-state", "pas encore de score"))
            assert browser.do("location.pathname") == reverse("phone-table", args=[table.access.pk])
    browser.until(shows("#phone-state", "1012 – 932"))
    assert ScoreSheet.objects.get().table == table


def test_what_was_typed_is_there_again_when_one_comes_back(browser, hall, table):
    """Safari emptied the score, and at the desk it put the recorded one beside the control of the one that was typed."""
    browser.fresh()
    come_in(browser, hall, table)
    browser.fill("#phone-form input[name=points_NS]", "900")
    browser.goto(hall + reverse("public-standings", args=[table.round.tournament.slug]))
    browser.do("history.back()")
    browser.until("document.querySelector('#phone-form[autocomplete=off] input[name=points_NS]')?.value === '900'")
    time.sleep(1)  # Safari emptied it a while after the page was there
    assert browser.do("document.querySelector('#phone-form input[name=points_NS]').value") == "900"


def test_phone_without_storage(browser, hall, table):
    browser.fresh("storage")
    come_in(browser, hall, table)
    propose(browser, 1012, 932)
    browser.until(shows("#phone-keep", "ne peut pas garder"))
    browser.until(shows("#phone-outbox", "reçu n°"))
    assert ScoreSheet.objects.get().table == table


def test_phone_and_log_in_without_cookies(browser, hall, table):
    browser.fresh("cookies")
    come_in(browser, hall, table)
    browser.until(shows("main", "cookies"))
    browser.goto(hall + reverse("public-standings", args=[table.round.tournament.slug]))
    assert browser.do("document.querySelector('h1') !== null")
    sit(browser, hall, table.round.tournament, "entry", "scorer")
    browser.until(shows("main", "cookies"))


def test_walls(browser, hall):
    browser.fresh()
    tournament = builders.concours(teams=8)
    builders.partie(tournament, 1, [(n, None, n + 4, None) for n in (1, 2, 3, 4)])
    dark = "getComputedStyle(document.body).backgroundColor === 'rgb(6, 20, 13)'"
    whole = "document.documentElement.scrollWidth <= innerWidth"
    browser.goto(hall + reverse("wall-draw", args=[tournament.slug]))
    browser.until("document.querySelectorAll('.draw-wall-list li').length >= 4")
    assert browser.do(f"{dark} && {whole}")
    browser.goto(hall + reverse("public-wall", args=[tournament.slug]))
    browser.until(shows("main", "premier score"))
    for table in Table.objects.all():
        builders.sheet(table, north=1012, east=932)
    browser.until("document.querySelectorAll('.wall-lines li:not(.wall-labels)').length === 8")
    assert browser.do(f"{dark} && {whole}")
    assert browser.do(APART), "a name runs into its points"
    season = season_with(tournament)["season_slug"]
    for name, lasting in (("public-season-wall", dark), ("public-season", "true")):
        browser.goto(hall + reverse(name, args=[season]))
        browser.until(shows("main", "Challenge"))
        assert browser.do(f"{lasting} && {whole}")
    Table.objects.filter(number=1).update(called_at=timezone.now())
    browser.goto(hall + reverse("wall-evening", args=[tournament.slug]))
    frame = "document.querySelector('.wall-frame.shown')"
    browser.until(
        f"{frame} !== null && {frame}.contentDocument.querySelector('.wall-lines li, .draw-wall-list li') !== null"
    )


def test_call_of_the_prizes(browser, hall):
    browser.fresh()
    prize = "un panier garni de la ferme de la Grand-Combe, offert par la boulangerie du village"
    tournament = builders.evening(teams=12, parties=1, lots=[f"1er à 12e : {prize}"])
    Tournament.objects.update(parties=1)
    sit(browser, hall, tournament, "prizes", "organiser")
    browser.until(shows("main", "12 appels à faire"))
    time.sleep(TWICE_MS / 1000)  # somebody reads the page: what comes sooner is the second click on the one before
    browser.click("#main-button")
    browser.until(shows("main", "11 appels à faire"))
    browser.goto(hall + reverse("wall-prizes", args=[tournament.slug]))
    browser.until("document.querySelectorAll('.wall-lines li:not(.wall-labels)').length === 12")
    assert browser.do(f"{IN_LINE} && document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("refused", ["", "storage"])
def test_desk(browser, hall, refused):
    browser.fresh(refused)
    tournament = builders.concours(teams=4)
    builders.partie(tournament, 1, [(1, None, 2, None), (3, None, 4, None)])
    sit(browser, hall, tournament, "entry", "scorer")
    for table, north, east in ((1, 1012, 933), (1, 1012, 932), (2, 902, 1042)):
        browser.fill("#id_table", f"{table}\n")
        browser.until("document.activeElement.id === 'id_points_NS'")
        browser.fill("#id_points_NS", f"{north}\n")
        browser.until("document.activeElement.id === 'id_points_EO'")
        browser.fill("#id_points_EO", f"{east}\n")
        if east == 933:
            browser.until(shows(".errorlist", "1945"))
            assert browser.do("document.querySelector('#id_points_NS').value") == "1012"
        else:
            browser.until(shows("#entry-said", f"Table {table}"))
    browser.until(shows("#entry-tables", "2 / 2"))
    assert recorded() == {1: "1012–932", 2: "902–1042"}


@pytest.mark.parametrize("refused", ["", "storage"])
def test_door(browser, hall, refused):
    browser.fresh(refused)
    tournament = builders.concours(teams=0, fee_cents=1400)
    sit(browser, hall, tournament, "door", "organiser")
    for number, (one, two) in enumerate((("Ann Albe", "Bob Bor"), ("Éva Fine", "Zoé Dru")), start=1):
        browser.fill("#id_player_1", f"{one}\n")
        browser.until("document.activeElement.id === 'id_player_2'")
        if number == 2:
            browser.click("#id_present")
        browser.fill("#id_player_2", f"{two}\n")
        browser.until(f"document.querySelector('.door-registered[data-registered=\"{number}\"]') !== null")
    browser.fill("#id_player_1", "Ann Albe\n")
    browser.fill("#id_player_2", "Carl Dru\n")
    browser.until(shows("main", "Déjà inscrit"))
    browser.fill("#door-search", "zoé")
    browser.until("document.querySelector('#door-list').dataset.found === '1'")
    browser.fill("#door-search", "zoé\n")
    browser.until(shows("#door-rows", "✓"))
    assert [team.present for team in Team.objects.order_by("number")] == [True, True]
