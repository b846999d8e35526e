"""The telephone's page in a real browser: the Wi-Fi goes in the middle, answers are lost, the page is loaded again."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import RunningDonne, ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tests.scoring.referee.builders import give_penalty, keep_version
from tests.support.api import account
from tests.support.shots import shot
from tournament.models import Table
from tournament.rounds import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# Fill the browser's storage to the last letter.
FULL = """() => {
    for (let size = 1 << 22, at = 0; size; ) {
        try { localStorage.setItem(`full${at}`, "x".repeat(size)); at += 1; } catch { size >>= 1; }
    }
}"""


@pytest.fixture
def table(transactional_db):
    builders.seated(1, counts_when="both_camps")
    return Table.objects.get()


@pytest.fixture
def come_in(live_server, browser_page, table):
    """A telephone that scans the QR of the table and taps its team."""

    def scan(camp):
        token = way(table, camp).token
        page = browser_page(width=360, height=740)
        page.goto(live_server.url + reverse("phone-enter", args=[token]))
        shot(page, "phone-enter", full_page=True)
        page.click(f'button[name="camp"][value="{camp}"]')
        page.wait_for_url(re.compile(r"/t/\d+/$"))
        return page

    scan.expected = browser_page.expected
    return scan


def propose(page, ours, theirs, camp="NS"):
    other = "EO" if camp == "NS" else "NS"
    page.fill(f'input[name="points_{camp}"]', str(ours))
    page.fill(f'input[name="points_{other}"]', str(theirs))
    page.click("#phone-form button:not([name])")


def delete(tournament):
    """The concours taken out of the database, as where an older copy of it is put back."""
    tournament.rounds.all().delete()
    tournament.delete()


def test_the_token_after_the_sign_of_an_address_lets_in_and_leaves_the_address(live_server, browser_page, table):
    page = browser_page(width=360, height=740)
    door = reverse("public-code", args=[table.round.tournament.slug])
    page.goto(f"{live_server.url}{door}#{way(table, 'EO').token}")
    page.click('button[name="camp"][value="EO"]')
    page.wait_for_url(re.compile(r"/t/\d+/$"))
    expect(page.locator("#phone-state")).to_be_visible()


def test_one_proposes_the_other_confirms(come_in):
    north, east = come_in("NS"), come_in("EO")
    north.fill('input[name="points_NS"]', "1012")
    north.fill('input[name="points_EO"]', "933")
    expect(north.locator("#phone-check")).to_contain_text("1945")
    shot(north, "phone-check", full_page=True)
    propose(north, 1012, 932)
    expect(north.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert north.locator("#phone-outbox").inner_text().lower().count("reçu") == 1
    expect(east.locator("#phone-state")).to_contain_text("932 – 1012")
    shot(east, "phone-confirm", full_page=True)
    east.click('button[value="yes"]')
    expect(east.locator("#phone-state")).to_contain_text("compte")
    expect(north.locator("#phone-outbox")).to_contain_text("validé")
    shot(north, "phone-counted", full_page=True)
    assert ScoreSheet.objects.get().counted


def test_a_score_that_came_in_is_not_denied_until_the_page_is_asked_anew(come_in):
    """« Pas encore de score » stood beside the receipt for a moment, for as long as the Wi-Fi took."""
    north = come_in("NS")
    expect(north.locator(".phone-nothing")).to_be_visible()
    north.route("**/etat/", lambda route: None)  # the question hangs
    propose(north, 1012, 932)
    expect(north.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert not north.locator(".phone-nothing").is_visible()


def test_once_both_agree_no_form_asks_for_another_score(come_in, table):
    """An empty form stood open below « Les deux camps sont d’accord », its button the largest of the page."""
    type(table.round.tournament).objects.update(counts_when="typist")
    north, east = come_in("NS"), come_in("EO")
    expect(east.locator("#phone-entry")).to_have_attribute("open", "")
    propose(north, 1012, 932)
    east.click('button[value="yes"]')
    expect(east.locator("#phone-state")).to_have_attribute("data-state", "agreed")
    assert east.locator("#phone-entry").get_attribute("open") is None
    expect(east.get_by_role("button", name="Proposer ce score")).to_be_hidden()
    shot(east, "phone-agreed", full_page=True)


def test_what_was_answered_goes_when_the_referee_has_decided(come_in, table):
    north, east = come_in("NS"), come_in("EO")
    propose(north, 1012, 932)
    east.click('button[value="no"]')
    expect(east.locator("#phone-said")).to_be_visible()
    expect(east.locator("#phone-state")).to_have_attribute("data-state", "disputed")
    # No empty form asks for more: the one button under the hand calls the referee.
    entry = east.locator("#phone-entry")
    assert entry.get_attribute("open") is None and entry.locator("> summary").inner_text() == "Saisir d’autres chiffres"
    shot(east, "phone-contested", full_page=True)
    calls = east.get_by_role("button", name="Appeler l’arbitre")
    expect(calls).to_have_count(1)
    calls.click()
    expect(east.locator("#phone-help")).to_contain_text("arbitre appelé à")
    expect(calls).to_have_count(0)
    expect(east.locator("#phone-state")).to_contain_text("L’arbitre est appelé")
    shot(east, "phone-called", full_page=True)
    rene = account("rene", table.round.tournament.club, "referee")
    keep_version(table_id=table.pk, version=1, seen=0, reason="the paper says so", by=rene)
    expect(east.locator("#phone-state")).to_have_attribute("data-state", "counted")
    expect(east.locator("#phone-said")).to_be_hidden()


def test_the_answer_to_a_call_goes_when_the_referee_has_given_a_penalty(come_in, table):
    """No score changes by it: « Arrêtez de jouer » stood above the decision that let them play on."""
    east = come_in("EO")
    east.get_by_role("button", name="Appeler l’arbitre").click()
    expect(east.locator("#phone-said")).to_contain_text("Arrêtez de jouer")
    expect(east.locator("#phone-help")).to_contain_text("arbitre appelé à")
    rene = account("rene", table.round.tournament.club, "referee")
    team = table.seats.get(camp="NS").team.number
    fault = {"label": "Renonce", "way": "on_top", "points": 162, "reason": "vu"}
    give_penalty(table_id=table.pk, team=team, by=rene, seen=0, base_version=None, **fault)
    expect(east.locator("#phone-rulings")).to_contain_text("Renonce")
    expect(east.locator("#phone-said")).to_be_hidden()


def test_two_scores_call_the_referee(come_in, table):
    """« Appelez l’arbitre » stood on beside the figures once he was called, and again once he had come to the table."""
    north, east = come_in("NS"), come_in("EO")
    propose(north, 1012, 932)
    expect(east.locator("#phone-state")).to_contain_text("à confirmer")
    propose(east, 952, 992, camp="EO")
    for page in (north, east):
        expect(page.locator("#phone-state")).to_contain_text("arbitre")
    shot(east, "phone-disputed", full_page=True)
    east.get_by_role("button", name="Appeler l’arbitre").click()
    for page in (north, east):
        expect(page.locator("#phone-state")).to_contain_text("L’arbitre est appelé")
        expect(page.locator("main")).not_to_contain_text("appelez l’arbitre", ignore_case=True)
    clock.answer_call(table_id=table.pk, by=account("rene", table.round.tournament.club, "referee"))
    for page in (north, east):
        expect(page.locator("#phone-state")).to_contain_text("l’arbitre tranche")
        expect(page.locator("main")).not_to_contain_text("appelez l’arbitre", ignore_case=True)
    assert set(ScoreSheet.objects.values_list("state", flat=True)) == {"disputed"}


def test_nothing_typed_is_lost_when_the_wifi_goes(come_in):
    page = come_in("NS")
    page.context.set_offline(True)
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("à envoyer")
    expect(page.locator("#phone-away")).to_be_visible()
    shot(page, "phone-offline", full_page=True)
    assert not ScoreSheet.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert ScoreSheet.objects.count() == 1
    come_in.expected.clear()


def test_an_answer_that_is_lost_is_asked_again_and_nothing_is_doubled(come_in):  # docs/reliability.md 10, row 27
    page = come_in("NS")
    lost = []

    def cut(route):
        route.fetch()  # the server has it; its answer never arrives
        lost.append(1)
        route.abort() if len(lost) < 3 else route.continue_()

    page.route("**/proposer/", cut)
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert len(lost) == 3
    sheet = ScoreSheet.objects.get()
    expect(page.locator("#phone-outbox")).to_contain_text(sheet.receipt)
    come_in.expected.clear()


def test_what_was_typed_and_what_waits_survive_a_reload(come_in):
    page = come_in("NS")
    page.fill('input[name="points_NS"]', "1012")
    page.reload()
    assert page.input_value('input[name="points_NS"]') == "1012"
    page.route("**/proposer/", lambda route: route.abort())
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("à envoyer")
    page.unroute("**/proposer/")
    page.reload()
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert ScoreSheet.objects.count() == 1
    come_in.expected.clear()


def test_what_waits_in_a_tab_that_is_closed_leaves_from_another_one(come_in):
    """A square that is scanned again opens a second tab: it wrote its own empty list over what the first had kept."""
    first = come_in("NS")
    second = first.context.new_page()
    second.goto(first.url)
    second.context.set_offline(True)
    propose(first, 1012, 932)
    first.click("#phone-donne > summary")
    first.locator('#donne-form input[inputmode="numeric"]').first.fill("92")
    first.click("#donne-form button:not([name])")
    waiting = "#phone-outbox .state.wait"
    expect(first.locator(waiting)).to_have_count(2)
    first.close()
    expect(second.locator(waiting)).to_have_count(0)
    second.evaluate("dispatchEvent(new Event('focus'))")
    expect(second.locator(waiting)).to_have_count(2)
    second.context.set_offline(False)
    expect(second.locator("#phone-outbox")).to_contain_text("reçu n°")
    expect(second.locator("#phone-running")).to_contain_text("1 donne")
    assert ScoreSheet.objects.count() == RunningDonne.objects.count() == 1
    come_in.expected.clear()


def test_a_refused_score_comes_back_to_be_mended(come_in):
    page = come_in("NS")
    propose(page, 1012, 933)
    expect(page.locator("#phone-check")).to_contain_text("rien n’a été enregistré")
    assert page.get_by_text("rien n’a été enregistré").count() == 1
    assert page.input_value('input[name="points_EO"]') == "933"
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")
    assert page.get_by_text("rien n’a été enregistré").count() == 0
    assert ScoreSheet.objects.count() == 1
    come_in.expected.clear()


def test_a_telephone_that_cannot_keep_says_so(come_in):
    page = come_in("NS")
    expect(page.locator("#phone-keep")).to_be_hidden()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    page.reload()
    expect(page.locator("#phone-keep")).to_be_visible()
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("reçu n°")


def test_a_full_storage_is_told_as_long_as_a_score_is_not_kept(come_in):
    """The sentence went after a moment: the empty list of the donnes was small enough to be kept."""
    page = come_in("NS")
    page.route("**/proposer/", lambda route: route.abort())
    page.evaluate(FULL)
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("à envoyer")
    expect(page.locator("#phone-keep")).to_be_visible()
    for _looks in range(2):
        with page.expect_response(re.compile(r"/etat/")):
            pass
    expect(page.locator("#phone-keep")).to_be_visible()
    come_in.expected.clear()


def test_row_35_what_a_telephone_keeps_of_a_table_that_is_gone_is_there_to_be_copied(come_in, table):
    """A score that waits for the Wi-Fi, a donne noted, figures half typed: the concours is gone when it comes back."""
    page = come_in("NS")
    page.context.set_offline(True)
    propose(page, 1012, 932)
    expect(page.locator("#phone-outbox")).to_contain_text("à envoyer")
    page.locator("#phone-entry > summary").click()
    page.fill('input[name="points_NS"]', "972")
    page.locator("#phone-donne > summary").click()
    page.locator('#donne-form input[inputmode="numeric"]').first.fill("92")
    page.click("#donne-form button:not([name])")
    expect(page.locator("#phone-outbox")).to_contain_text("donne 1")
    delete(table.round.tournament)
    page.context.set_offline(False)
    kept = "Partie 1, table 1: NS 1012, EO 932"
    expect(page.locator("#phone-outbox")).to_contain_text(kept)
    expect(page.locator("#phone-outbox")).to_contain_text("non retenu")
    expect(page.locator("#phone-outbox")).to_contain_text("donne 1: ")
    expect(page.locator("#phone-gone")).to_contain_text("ce que vous avez tapé reste ici", ignore_case=True)
    expect(page.locator("#phone-away")).to_be_hidden()
    shot(page, "phone-gone-live", full_page=True)
    page.reload()
    expect(page.locator("h1")).to_have_text("Cette table est fermée")
    for text in (kept, "donne 1: ", "NS 972"):
        expect(page.locator("#phone-kept")).to_contain_text(text)
    shot(page, "phone-gone", full_page=True)
    page.reload()
    expect(page.locator("#phone-kept")).to_contain_text(kept)
    come_in.expected.clear()


def test_a_telephone_without_anything_kept_is_told_where_to_go(come_in, table):
    page = come_in("NS")
    page.clock.install()
    page.reload()
    delete(table.round.tournament)
    expect(page.locator("#phone-gone")).to_be_visible()
    expect(page.locator("#phone-gone")).to_contain_text("le code de sa feuille")
    # It asks no more, every three seconds and for hours, but once when somebody comes back to it.
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(30_000)
    with page.expect_response(re.compile(r"/etat/")):
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    assert len(asked) == 1
    page.reload()
    expect(page.locator("#phone-kept")).to_be_hidden()
    expect(page.locator("main")).to_contain_text("scannez", ignore_case=True)
    come_in.expected.clear()


HASTY = "const wait = setTimeout; window.setTimeout = (act, ms, ...more) => wait(act, ms === 8000 ? 400 : ms, ...more);"


def test_a_network_that_swallows_every_word_counts_as_none(come_in):
    """The page waited for minutes for an answer that was lost, said nothing, and stood still long after the Wi-Fi was back."""
    page, other = come_in("NS"), come_in("EO")
    page.add_init_script(HASTY)
    page.reload()
    page.route("**/etat/", lambda route: None)
    expect(page.locator("#phone-away")).to_be_visible()
    page.unroute("**/etat/")
    propose(other, 932, 1012, "EO")
    expect(page.locator("#phone-state")).to_contain_text("1012")
    expect(page.locator("#phone-away")).to_be_hidden()
    come_in.expected.clear()


def test_an_answer_that_did_not_leave_is_told(come_in):
    """Nothing was said but that a score leaves by itself: a confirmation does not."""
    page, other = come_in("NS"), come_in("EO")
    propose(other, 932, 1012, "EO")
    page.route("**/reponse/", lambda route: route.abort())
    page.click('button[name="answer"][value="yes"]')
    expect(page.locator("#phone-said")).to_have_text("Rien n’est parti : appuyez de nouveau.")
    page.unroute("**/reponse/")
    page.click('button[name="answer"][value="yes"]')
    expect(page.locator("#phone-state")).to_contain_text("validé")
    expect(page.locator("#phone-said")).not_to_contain_text("Rien n’est parti")
    come_in.expected.clear()


def test_what_one_tab_has_sent_is_corrected_in_another(come_in):
    """The tab that still had the figures sent others under the same key, and was told to open the table again."""
    first = come_in("NS")
    first.fill('input[name="points_NS"]', "1012")
    first.fill('input[name="points_EO"]', "932")
    second, third = first.context.new_page(), first.context.new_page()
    second.goto(first.url)
    third.goto(first.url)
    propose(first, 1012, 932)
    expect(first.locator("#phone-outbox")).to_contain_text("reçu n°")
    propose(second, 1000, 944)
    expect(second.locator("#phone-state")).to_contain_text("1000 – 944")
    assert ScoreSheet.objects.count() == 2
    third.click("#phone-form button:not([name])")
    expect(third.locator("#phone-outbox li")).to_have_count(2)
    assert third.input_value('input[name="points_NS"]') == ""
    assert ScoreSheet.objects.count() == 2
    come_in.expected.clear()


def test_a_page_whose_script_did_not_come_says_that_it_stands_still(come_in):
    page = come_in("NS")
    assert page.locator("#phone-still").count() == 0
    page.route("**/phone.js", lambda route: route.abort())
    page.reload()
    assert page.locator("#phone-still").bounding_box()["height"] == 0
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert page.locator("#phone-still").bounding_box()["height"] > 20
    come_in.expected.clear()


def test_our_word_and_theirs_stand_above_their_fields_on_each_telephone(come_in):
    """On a wide telephone « Eux » stood beside its field, « Nous » above the other one."""
    page = come_in("NS")
    for width in (320, 390, 430, 600):
        page.set_viewport_size({"width": width, "height": 800})
        for fold in ("#phone-donne", "#phone-entry"):
            page.eval_on_selector(fold, "fold => { fold.open = true; }")
            beside = page.eval_on_selector_all(
                f"{fold} .phone-line label",
                """all => all.filter(one => { const word = document.createRange();
                    word.selectNode(one.firstChild);
                    return word.getBoundingClientRect().bottom > one.querySelector('input').getBoundingClientRect().top + 1;
                }).map(one => one.innerText)""",
            )
            assert beside == [], width
