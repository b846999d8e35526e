"""Pages on a telephone of 320 px in each browser of the baseline, with long names: none is pushed sideways, no word is torn."""

import pytest
from django.db.models import F
from django.urls import reverse

from scoring.models import Mark
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.support.api import PASSWORD, account
from tests.support.browsers import WebKit
from tests.support.phases import play, set_up
from tests.support.seasons import season_with
from tournament.models import Club, Person, Player, Table, Team, TeamMember, Tournament
from tournament.registration import paying

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
NAMES = ("Maximilien-Alexandre Vandenbroucke", "Anne-Sophie de La Rochefoucauld", "Bernadette Delacroix-Fontenelle")
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Tables of few columns, which need no scrolling.
FIT = "table.career, table.story, table.season, .till-holds, .till-lines table, .door-table"
HIDDEN = f"[...document.querySelectorAll('{FIT}')].map(one => one.closest('.scroll-x')).filter(one => one && one.scrollWidth > one.clientWidth + 1).map(one => one.innerText.slice(0, 60))"
# Words of which a part stands in one line and the rest in the next; a hyphen may end a line.
NAMED = "table.standings td:not(.n), table.season td a, .pool td, .door-table td, .place-list .who, .till-holds td, .till-lines td, .case-teams strong, .palmares-poster td"
TORN = (
    f"[...document.querySelectorAll('{NAMED}')]"
    + """.filter(one => one.offsetParent).reduce((torn, cell) => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/[\\p{L}\\d]+/gu)) {
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) torn.push(word[0]);
    }
    return torn;
}, [])"""
)
# Words in an empty field, to say what it is for, that reach beyond its edge.
CUT = """[...document.querySelectorAll('input[placeholder]')].filter(one => {
    if (!one.offsetParent || one.value) return false;
    const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText(one.placeholder).width > one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
}).map(one => one.placeholder)"""
# Words below the line under their row: Firefox lays letters of two sizes so, where they stand on one line.
BELOW = """[...document.querySelectorAll('tbody td')].filter(one => one.offsetParent && one.innerText.trim()).filter(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().bottom > one.getBoundingClientRect().bottom + 1.5;
}).map(one => one.innerText.slice(0, 40))"""


@pytest.fixture
def evening():
    tournament = builders.evening(teams=12, parties=4, lots=["1er à 12e : un panier garni offert par la boulangerie"])
    Mark.objects.update(points=F("points") + 90_000)  # totals of six figures, as after parties of a hundred donnes
    name_all()
    Club.objects.update(name="Amicale laïque et belotière de Saint-Philbert-de-Grand-Lieu")
    Tournament.objects.update(fee_cents=1400, tills=["Entrée", "Buvette"], club_means=["Chèques-vacances"])
    for number, means in enumerate(("cash", "cheque", "Chèques-vacances"), start=1):
        team = Team.objects.get(number=number)
        paying.set_paid(team_id=team.pk, paid_cents=1400, paid_by=means, till="Entrée", by=None)
    for member in TeamMember.objects.select_related("player"):
        person = Person.objects.create(club=tournament.club, name=member.player.name)
        TeamMember.objects.filter(pk=member.pk).update(person=person)
    play(set_up("poules-4", 8))
    name_all()
    return tournament


def name_all():
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"{NAMES[at % 3]} {chr(65 + at)}.")


def addresses(tournament):
    """Return the addresses of pages of all kinds, the season with everybody in it."""
    season = season_with(tournament)
    last = tournament.rounds.order_by("number").last()
    last.tables.get(number=1).sheets.all().delete()  # a partie whose sheet is awaited, on the page of a team
    seated = last.tables.get(number=1).seats.first().team
    concours = [tournament.pk]
    return {
        "door": reverse("door", args=concours),
        "settings": reverse("concours-settings", args=concours),
        "referee": reverse("referee", args=concours),
        "case": reverse("case", args=[*concours, 1, 1]),
        "standings": reverse("standings", args=concours),
        "till": reverse("till", args=concours),
        "till of several": reverse("till-season", args=[tournament.club_id]),
        "poster": reverse("palmares-poster", args=concours),
        "ranking of telephones": reverse("public-standings", args=[tournament.slug]),
        "tables": reverse("public-tables", args=[tournament.slug]),
        "pools": reverse("public-phases", args=[Tournament.objects.get(preset="poules-4").slug]),
        "team": reverse("public-team", args=[tournament.slug, seated.number]),
        "season": reverse("season", args=[season["season"]]),
        "public season": reverse("public-season", args=[season["season_slug"]]),
        "people": reverse("club-people-came", args=[tournament.club_id]),
        "copies": reverse("copies", args=concours),
    }


def test_no_page_is_wider_than_a_small_telephone(live_server, settings, evening, browser):
    account("anne", evening.club)
    todo = addresses(evening)
    wrong = []
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, browser.host]
    hall = live_server.url.replace("localhost", browser.host)
    browser.fresh()
    browser.goto(f"{hall}{reverse('login')}?next={todo['door']}")
    browser.fill("#id_name", "anne")
    browser.fill("#id_password", f"{PASSWORD}\n")
    browser.until("document.querySelector('#door-search') !== null")
    for page, address in todo.items():
        browser.goto(hall + address)
        browser.until("document.readyState === 'complete'")
        browser.narrow()
        # The small browser of WebKitGTK is never narrower than its own bar.
        browser.until(f"innerWidth <= {450 if isinstance(browser, WebKit) else 320}")
        if (wider := browser.do(WIDER)) > 0:
            wrong.append(f"{page}: {wider} px wider")
        wrong += [f"{page}: a column is hidden: {said}" for said in browser.do(HIDDEN)]
        wrong += [f"{page}: torn: {word}" for word in browser.do(TORN)]
        wrong += [f"{page}: cut in its field: {said}" for said in browser.do(CUT)]
        wrong += [f"{page}: below its line: {said}" for said in browser.do(BELOW)]
    for width in (360, 412):  # two teams beside each other, where they were broken
        browser.goto(hall + todo["case"])
        browser.narrow(width)
        browser.until(f"innerWidth <= {450 if isinstance(browser, WebKit) else width}")
        wrong += [f"case of {width} px: torn: {word}" for word in browser.do(TORN)]
    assert not wrong, "\n".join(wrong)


def test_a_word_of_wide_letters_is_not_torn_where_its_table_is_looked_for(live_server, settings, browser):
    """On 320 px « SCHWEMMENAUMANN » was « SCHWEMMENAUMA » and « NN », for the table that stood beside it."""
    tournament = builders.concours(teams=4)
    builders.partie(tournament, 1, [(1, None, 2, None), (3, None, 4, None)])
    for player, name in zip(
        Player.objects.order_by("pk"), ("SCHWEMMENAUMANN", "WWWWWMMMMMWWWWW", "Ann Albe"), strict=False
    ):
        Player.objects.filter(pk=player.pk).update(name=name)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, browser.host]
    browser.fresh()
    browser.goto(live_server.url.replace("localhost", browser.host) + reverse("public-tables", args=[tournament.slug]))
    browser.narrow()
    browser.until(f"innerWidth <= {450 if isinstance(browser, WebKit) else 320}")
    assert browser.do(f"document.querySelectorAll('.place-list .who').length === 4 && {TORN}.length === 0")
    assert browser.do(WIDER) <= 0


def test_a_score_is_seen_whole_as_it_is_typed(live_server, settings, browser):
    """On a table's telephone of 320 px the first figure of 1012 stood beyond the edge of its field."""
    tournament = builders.concours(teams=2, counts_when="both_camps")
    builders.partie(tournament, 1, [(1, None, 2, None)])
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, browser.host]
    hall = live_server.url.replace("localhost", browser.host)
    browser.fresh()
    browser.goto(hall + reverse("phone-enter", args=[way(Table.objects.get(), "NS").token]))
    browser.click("button[name=camp]")
    browser.until("document.querySelector('#phone-form') !== null && document.readyState === 'complete'")
    browser.narrow()
    for camp in ("NS", "EO"):
        browser.fill(f"#phone-form input[name=points_{camp}]", "10120")
    seen = "[...document.querySelectorAll('input[name^=points]')].filter(one => one.value === '10120' && one.scrollWidth <= one.clientWidth + 1).length === 2"
    assert browser.do(seen)
    account("anne", tournament.club)
    entry = reverse("entry-round", args=[tournament.pk, 1])
    browser.goto(f"{hall}{reverse('login')}?next={entry}")
    browser.fill("#id_name", "anne")
    browser.fill("#id_password", f"{PASSWORD}\n")
    browser.until("document.querySelector('.entry-line') !== null && document.readyState === 'complete'")
    browser.narrow()
    for camp in ("NS", "EO"):
        browser.fill(f"input[name=points_{camp}]", "10120")
    assert browser.do(seen)
