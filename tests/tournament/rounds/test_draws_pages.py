"""The pages of the tirages: each role, each page, each refusal; the public ones; and the whole way in a browser."""

import json
import re
import subprocess
import sys

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rounds import services as rounds
from tests.scoring.builders import concours, evening, partie, sheet
from tests.support.accounts import account, sign_in
from tests.support.html import laid_out
from tournament.models import Draw, Round, Table, Team
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db

HALL = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture
def tournament(db):
    return concours(teams=9)


@pytest.fixture
def organiser(client, tournament):
    user = account("odile", tournament.club)
    client.force_login(user)
    return user


def make(tournament, *, published=False, seed="R♥ 7♣ 10♠", **more):
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed=seed, **more)
    return draws.publish_draw(draw_id=drawn.pk, by=None) if published else drawn


def test_before_the_draw_one_sees_who_plays_and_the_fingerprint(client, tournament, organiser):
    Team.objects.filter(tournament=tournament, number=3).update(present=False)
    Team.objects.filter(tournament=tournament, number=4).update(present=False)
    page = client.get(reverse("draws", args=[tournament.pk]))
    text = page.content.decode()
    assert page.status_code == 200
    assert "7 est un nombre impair" in text
    assert "972" in text, "what the exempt team will mark"
    assert text.count('<span class="state wait">absent</span>') == 2
    shown = page.context["fingerprint"]
    assert f"{shown[:4]} {shown[4:8]} {shown[8:12]}" in text
    client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "r co 7 tr", "fingerprint": shown})
    assert Draw.objects.get().minutes["fingerprint"] == shown


def test_one_key_draws_and_the_draft_explains_itself(client, tournament, organiser):
    answer = client.post(reverse("draw-make", args=[tournament.pk]), {"seed": ""})
    drawn = Draw.objects.get()
    assert answer.status_code == 302
    assert answer.url == reverse("draw", args=[tournament.pk, drawn.pk])
    assert drawn.by == organiser
    text = client.get(answer.url).content.decode()
    assert text.count("tirées au sort") >= 4
    assert "Publier ces tables" in text
    assert "Exempt" in text
    assert client.get(reverse("draws", args=[tournament.pk])).url == answer.url, "a draft that waits is shown at once"


def test_the_second_organiser_is_taken_to_the_first_ones_draw(client, tournament, organiser):
    drawn = make(tournament)
    answer = client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "A♠"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("draw", args=[tournament.pk, drawn.pk])
    assert "déjà tirée" in answer.content.decode()
    assert Draw.objects.count() == 1


def test_a_pool_changed_meanwhile_keeps_what_was_typed(client, tournament, organiser):
    shown = client.get(reverse("draws", args=[tournament.pk])).context["fingerprint"]
    Team.objects.filter(tournament=tournament, number=9).update(present=False)
    answer = client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "R♥ 7♣", "fingerprint": shown})
    assert answer.status_code == 422
    assert 'value="R♥ 7♣"' in answer.content.decode()
    assert answer.context["fingerprint"] != shown
    assert not Draw.objects.exists()


def test_a_seed_too_long_is_said(client, tournament, organiser):
    answer = client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "7♣ " * 60})
    assert answer.status_code == 422
    assert not Draw.objects.exists()


def test_another_method_can_be_prepared_and_is_part_of_what_is_frozen(client, tournament, organiser):
    url = reverse("draws", args=[tournament.pk])
    by_lot = client.get(url).context["fingerprint"]
    page = client.get(url, {"method": "inscription"})
    assert page.context["fingerprint"] != by_lot
    assert "ne laisse rien au hasard" in page.content.decode()
    client.post(
        reverse("draw-make", args=[tournament.pk]),
        {"method": "inscription", "fingerprint": page.context["fingerprint"]},
    )
    drawn = Draw.objects.get()
    assert drawn.minutes["tables"][0]["camps"] == [[1], [2]]
    shown = client.get(reverse("draw", args=[tournament.pk, drawn.pk])).text
    assert "rien n’est tiré au sort" in shown and "Code de la liste" not in shown, "there is nothing that it guards"
    assert client.get(url, {"method": "nonsense"}, follow=True).status_code == 200


def test_missing_tables_are_listed_with_a_link_to_each(client):
    tournament = evening(teams=8, parties=1, missing=2)
    client.force_login(account("odile", tournament.club))
    page = client.get(reverse("draws", args=[tournament.pk]))
    for number in (3, 4):
        assert reverse("table", args=[tournament.pk, 1, number]) in page.content.decode()
    assert "draw-form" not in page.content.decode()
    refused = client.post(reverse("draw-make", args=[tournament.pk]), {"seed": ""})
    assert refused.status_code == 422
    assert "3, 4)" in refused.content.decode()


def test_rematches_that_cannot_be_avoided_are_said_with_their_proof(client):
    tournament = concours(teams=4, parties=5)
    partie(tournament, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944)])
    partie(tournament, 2, [(1, 1000, 3, 944), (2, 1000, 4, 944)])
    partie(tournament, 3, [(1, 1000, 4, 944), (2, 1000, 3, 944)])
    client.force_login(account("odile", tournament.club))
    make_url = reverse("draw-make", args=[tournament.pk])
    refused = client.post(make_url, {"seed": ""})
    assert refused.status_code == 422
    assert "Impossible" in refused.content.decode()
    done = client.post(make_url, {"seed": "", "rematch": "least"}, follow=True)
    assert "revanches n’ont pas pu être évitées" in done.content.decode()
    assert "Impossible" in done.content.decode(), "the proof"


def test_publish_then_print_wall_and_telephone(client, tournament, organiser):
    drawn = make(tournament)
    assert "pas encore tirées" in client.get(reverse("public-tables", args=[tournament.slug])).content.decode()
    answer = client.post(reverse("draw-publish", args=[tournament.pk, drawn.pk]), follow=True)
    assert "publiées" in answer.content.decode()
    for by, words in (("tables", "Nord-Sud"), ("teams", "numéro"), ("names", "Où suis-je")):
        page = client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, by]))
        assert words in page.content.decode()
        assert len(re.findall(r"[Tt]able", page.content.decode())) >= 4
    assert client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, "colour"])).status_code == 404
    assert client.get(reverse("wall-draw", args=[tournament.slug])).status_code == 200


def test_cancel_needs_a_reason_and_keeps_the_minutes(client, tournament, organiser):
    drawn = make(tournament)
    url = reverse("draw-cancel", args=[tournament.pk, drawn.pk])
    assert client.post(url, {"reason": " "}).status_code == 422
    assert client.post(url, {"reason": "x" * 300}).status_code == 422
    assert client.post(url, {"reason": "L’équipe 12 a été oubliée"}).url == reverse("draws", args=[tournament.pk])
    assert "L’équipe 12 a été oubliée" in client.get(reverse("draws", args=[tournament.pk])).content.decode()
    gone = client.get(reverse("draw", args=[tournament.pk, drawn.pk]))
    assert gone.status_code == 200
    again = client.post(url, {"reason": "encore"})
    assert again.status_code == 422
    assert client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, "tables"])).status_code == 404


def test_a_draw_whose_scores_came_in_cannot_be_cancelled(client, tournament, organiser):
    drawn = make(tournament, published=True)
    sheet(Table.objects.filter(round=drawn.round).first(), north=1000, east=944)
    assert (
        reverse("draw-cancel", args=[tournament.pk, drawn.pk])
        not in client.get(reverse("draw", args=[tournament.pk, drawn.pk])).content.decode()
    )
    refused = client.post(reverse("draw-cancel", args=[tournament.pk, drawn.pk]), {"reason": "Erreur"})
    assert refused.status_code == 422
    assert "une table a déjà un score" in refused.content.decode()


def test_an_exchange_is_shown_before_it_is_made(client, tournament, organiser):
    drawn = make(tournament)
    one, two = drawn.minutes["tables"][0]["camps"][0][0], drawn.minutes["tables"][1]["camps"][0][0]
    url = reverse("draw-swap", args=[tournament.pk, drawn.pk])
    shown = client.get(url, {"first": one, "second": two})
    assert "pas de revanche" in shown.content.decode()
    assert Draw.objects.get(pk=drawn.pk).changes == []
    done = client.post(url, {"first": one, "second": two}, follow=True)
    assert "ont échangé leurs places" in done.content.decode()
    assert "changée à la main" in done.content.decode()
    for wrong in ({"first": one, "second": one}, {"first": one, "second": 99}, {"first": "x"}, {}):
        answer = client.get(url, wrong)
        assert answer.status_code == 422
        assert "notice error" in answer.content.decode()


def test_an_exchange_that_breaks_a_rule_asks_for_a_deliberate_yes(client):
    tournament = concours(teams=4)
    partie(tournament, 1, [(1, 1100, 2, 844), (3, 1000, 4, 944)])
    client.force_login(account("odile", tournament.club))
    drawn = make(tournament)
    first, second = drawn.minutes["tables"][0]["camps"]
    met = {1: 2, 2: 1, 3: 4, 4: 3}
    other = met[first[0]]
    url = reverse("draw-swap", args=[tournament.pk, drawn.pk])
    shown = client.get(url, {"first": second[0], "second": other}).content.decode()
    assert "se sont déjà rencontrés" in shown
    assert 'name="confirm" required' in shown
    refused = client.post(url, {"first": second[0], "second": other})
    assert refused.status_code == 422
    assert Draw.objects.get(pk=drawn.pk).changes == []
    client.post(url, {"first": second[0], "second": other, "confirm": "on"})
    assert len(Draw.objects.get(pk=drawn.pk).changes) == 1


def test_a_late_team_takes_the_place_against_the_exempt_one(client, tournament, organiser):
    drawn = make(tournament, published=True)
    Team.objects.create(tournament=tournament, number=10, first_round=2)
    Team.objects.create(tournament=tournament, number=11, first_round=2, present=True)
    page = client.get(reverse("draw", args=[tournament.pk, drawn.pk])).content.decode()
    offered = re.search(r'<select name="team">(.*?)</select>', page, re.DOTALL)[1]
    assert re.findall(r'<option value="(\d*)"', offered) == ["11", "10"], "who is there comes first"
    Team.objects.filter(number=11).delete()
    page = client.get(reverse("draw", args=[tournament.pk, drawn.pk])).content.decode()
    assert "retardataire" in page
    against = re.search(r'<select name="against">(.*?)</select>', page, re.DOTALL)[1]
    assert re.findall(r'<option value="(\d*)"', against) == [str(drawn.minutes["exempt"][0])], "nobody plays himself"
    door = reverse("door", args=[tournament.pk])
    seat = f"{reverse('draw', args=[tournament.pk, drawn.pk])}#late"
    assert seat in client.get(door).text, "told where one registers"
    url = reverse("draw-late", args=[tournament.pk, drawn.pk])
    assert client.post(url, {"team": "x"}).status_code == 422
    assert "table 5" in client.post(url, {"team": "10"}, follow=True).content.decode()
    assert client.post(url, {"team": "10"}).status_code == 422
    assert seat not in client.get(door).text


def test_a_latecomer_is_offered_each_exempt_team_while_the_partie_is_played(client, tournament, organiser):
    drawn = make(tournament, published=True)
    last = Table.objects.get(round=drawn.round, number=4)
    last.seats.update(table=None, camp="")
    last.delete()
    exempt = list(drawn.round.seats.filter(table=None).order_by("team__number").values_list("team__number", flat=True))
    door, page = (reverse(name, args=[tournament.pk, *more]) for name, more in (("door", ()), ("draw", [drawn.pk])))
    assert f"Les n°\u00a0{', '.join(map(str, exempt))} sont exempts" in client.get(door).text
    shown = client.get(page).text
    assert 'id="late"' in shown and "Inscrivez d’abord le retardataire" in shown and "joue contre un exempt" in shown
    Team.objects.create(tournament=tournament, number=10, first_round=2)
    against = re.search(r'<select name="against">(.*?)</select>', client.get(page).text, re.DOTALL)[1]
    assert re.findall(r'<option value="(\d*)"', against) == [str(number) for number in exempt]
    sent = {"team": "10", "against": str(exempt[1])}
    answer = client.post(reverse("draw-late", args=[tournament.pk, drawn.pk]), sent, follow=True).text
    assert f"10 et {exempt[1]} jouent" in answer
    for table in drawn.round.tables.all():
        assert f"{page}#late" in client.get(door).text, "a table plays still"
        sheet(table, north=1000, east=944)
    assert f"{page}#late" not in client.get(door).text
    assert 'id="late"' in client.get(page).text
    draws.publish_draw(draw_id=rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣").pk, by=None)
    assert 'id="late"' not in client.get(page).text, "the partie is over"


def test_one_partie_more(client, tournament, organiser):
    url = reverse("draw-parties", args=[tournament.pk])
    assert client.post(url, {"parties": "30", "reason": "x"}).status_code == 422
    assert client.post(url, {"parties": "5", "reason": ""}).status_code == 422
    assert client.post(url, {"parties": "5", "reason": "La salle a voté"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.parties == 5


def test_all_parties_drawn(client):
    tournament = evening(teams=6, parties=2)
    tournament.parties = 2
    tournament.save()
    client.force_login(account("odile", tournament.club))
    page = client.get(reverse("draws", args=[tournament.pk]))
    assert "plus rien à tirer" in page.content.decode()
    assert "draw-form" not in page.content.decode()


ACTS = ("draw-make", "draw-publish", "draw-cancel", "draw-swap", "draw-late", "draw-parties")


@pytest.mark.parametrize("role", ["reader", "scorer", "referee"])
def test_only_the_organiser_draws_and_sees_a_draft(client, tournament, role):
    drawn = make(tournament)
    client.force_login(account("autre", tournament.club, role))
    for name in ACTS:
        args = [tournament.pk] if name in ("draw-make", "draw-parties") else [tournament.pk, drawn.pk]
        assert client.post(reverse(name, args=args), {"reason": "x", "team": 1, "seed": ""}).status_code == 403, name
    page = client.get(reverse("draws", args=[tournament.pk]))
    assert page.status_code == 200
    assert "examine le tirage" in page.content.decode()
    assert client.get(reverse("draw", args=[tournament.pk, drawn.pk])).status_code == 404
    assert client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, "tables"])).status_code == 404
    draws.publish_draw(draw_id=drawn.pk, by=None)
    assert client.get(reverse("draw", args=[tournament.pk, drawn.pk])).status_code == 200
    assert client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, "names"])).status_code == 200


def test_another_clubs_draw_does_not_exist(client, tournament):
    drawn = make(tournament, published=True)
    other = concours(teams=4, slug="autre")
    client.force_login(account("voisin", other.club))
    for name in ("draws", *ACTS):
        short = name in ("draws", "draw-make", "draw-parties")
        url = reverse(name, args=[tournament.pk] if short else [tournament.pk, drawn.pk])
        answer = client.get(url) if name in ("draws", "draw-swap") else client.post(url, {})
        assert answer.status_code == 404, name
    # Its own concours, the other's tirage.
    for name in ("draw-publish", "draw-cancel", "draw-late"):
        assert client.post(reverse(name, args=[other.pk, drawn.pk]), {"reason": "x"}).status_code == 404
    assert Draw.objects.get().state == "published"


def test_a_stranger_is_asked_to_log_in(client, tournament):
    make(tournament)
    assert "/connexion/" in client.get(reverse("draws", args=[tournament.pk])).url


# --- Pages for the hall ---------------------------------------------------------------------------------------------


def test_the_wifi_reads_the_public_pages_alone(client, tournament, organiser):
    drawn = make(tournament, published=True)
    for name in ("public-tables", "public-minutes", "wall-draw"):
        assert client.get(reverse(name, args=[tournament.slug]), **HALL).status_code == 200, name
    assert client.get(reverse("public-minutes-file", args=[tournament.slug, 1, 1]), **HALL).status_code == 200
    assert client.get(reverse("draws", args=[tournament.pk]), **HALL).status_code == 403
    assert client.get(reverse("draw", args=[tournament.pk, drawn.pk]), **HALL).status_code == 403


def test_nothing_public_where_the_pages_are_closed(client, tournament):
    make(tournament, published=True)
    tournament.public = False
    tournament.save(update_fields=["public"])
    for name in ("public-tables", "public-minutes", "wall-draw"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 404


@pytest.mark.parametrize("asked", ["4", "04", "emile tho", "ROUX", "Thomas Émile"])
def test_one_finds_his_table_by_number_or_name_without_javascript(client, tournament, asked):
    make(tournament, published=True)
    for player in tournament.club.players.all():
        player.save()  # with the key that real registrations give
    page = client.get(reverse("public-tables", args=[tournament.slug]), {"q": asked})
    assert "my-table" in page.content.decode()


@pytest.mark.parametrize("asked", ["999", "zzz", "<script>", "²", "’", "9" * 50, "%%s"])
def test_one_who_is_not_found_is_told_and_still_has_the_list(client, tournament, asked):
    make(tournament, published=True)
    page = client.get(reverse("public-tables", args=[tournament.slug]), {"q": asked})
    text = page.content.decode()
    assert page.status_code == 200
    assert "my-table" not in text
    assert text.count("place-list") == 1
    assert "<script>" not in text.replace('<script type="module"', "")


@pytest.mark.parametrize("name", ["public-tables", "wall-draw"])
def test_a_page_that_lives_is_asked_again_for_almost_nothing(client, tournament, name):
    url = reverse(name, args=[tournament.slug])
    before = client.get(url, {"part": "live"})
    etag = before["ETag"]
    with CaptureQueriesContext(connection) as queries:
        same = client.get(url, {"part": "live"}, headers={"If-None-Match": etag})
    assert (same.status_code, same.content) == (304, b"")
    assert len(queries) == 1
    make(tournament, published=True)
    after = client.get(url, {"part": "live"}, headers={"If-None-Match": etag})
    assert after.status_code == 200
    assert after["ETag"] != etag


def test_names_stay_in_the_hall_unless_it_was_decided(client, tournament, settings):
    make(tournament, published=True)
    player = tournament.teams.first().members.first().player
    url = reverse("public-tables", args=[tournament.slug])
    assert player.name in client.get(url).content.decode()
    settings.EMBEDDED = False
    for name in ("public-tables", "wall-draw", "public-minutes"):
        assert player.name not in client.get(reverse(name, args=[tournament.slug])).content.decode()
    tournament.names_online = True
    tournament.save(update_fields=["names_online"])
    assert player.name in client.get(url).content.decode()


def test_the_minutes_of_every_draw_are_public_but_not_a_drafts_result(client, tournament):
    first = make(tournament)
    url = reverse("public-minutes", args=[tournament.slug])
    page = client.get(url).content.decode()
    assert first.minutes["fingerprint"] in page
    assert "R♥ 7♣ 10♠" in page
    assert "minutes-tables" not in page
    assert client.get(reverse("public-minutes-file", args=[tournament.slug, 1, 1])).status_code == 404
    draws.cancel_draw(draw_id=first.pk, reason="Cartes mal lues", by=None)
    make(tournament, published=True, seed="A♠")
    page = client.get(url).content.decode()
    assert "Cartes mal lues" in page
    assert page.count('class="minutes-tables"') == 2
    assert page.index("tirage n°\u00a01") < page.index("tirage n°\u00a02")


def test_anyone_replays_the_minutes_without_the_site(client, tournament, tmp_path):
    drawn = make(tournament)
    draws.cancel_draw(draw_id=drawn.pk, reason="Erreur", by=None)
    answer = client.get(reverse("public-minutes-file", args=[tournament.slug, 1, 1]))
    assert "tirage-1-1.json" in answer["Content-Disposition"]
    assert json.loads(answer.content)["about"]["reason"] == "Erreur"
    path = tmp_path / "tirage.json"
    path.write_bytes(answer.content)
    again = subprocess.run(
        [sys.executable, "-m", "tournament.tirages", "replay", str(path)], capture_output=True, text=True, timeout=60
    )
    assert again.returncode == 0, again.stderr
    false = json.loads(answer.content)
    false["tables"][0]["camps"], false["tables"][1]["camps"] = false["tables"][1]["camps"], false["tables"][0]["camps"]
    path.write_text(json.dumps(false))
    lied = subprocess.run(
        [sys.executable, "-m", "tournament.tirages", "replay", str(path)], capture_output=True, text=True, timeout=60
    )
    assert lied.returncode != 0


def test_pages_ask_the_database_the_same_whatever_the_size(client):
    counts = {}
    for size in (8, 60):
        tournament = concours(teams=size, slug=f"s{size}")
        client.force_login(account(f"odile{size}", tournament.club))
        drawn = make(tournament, published=True)
        for name, args in (
            ("draws", [tournament.pk]),
            ("draw", [tournament.pk, drawn.pk]),
            ("public-tables", [tournament.slug]),
            ("public-minutes", [tournament.slug]),
        ):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name, args=args)).status_code == 200
            counts.setdefault(name, []).append(len(queries))
    assert all(len(set(both)) == 1 for both in counts.values()), counts


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [360, 1366])
def test_the_whole_way_in_a_browser(live_server, browser_page, width):
    tournament = concours(teams=9)
    user = account("odile", tournament.club)
    page = browser_page(width=width)
    sign_in(page, live_server, user)
    phone = browser_page(width=360)
    phone.goto(live_server.url + reverse("public-tables", args=[tournament.slug]))
    wall = browser_page(width=1920, height=1080)
    wall.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))

    page.goto(live_server.url + reverse("draws", args=[tournament.pk]))
    assert page.evaluate("document.activeElement.id") == "seed"
    page.get_by_text("Choisir les cartes avec des boutons").click()
    page.locator('[data-card="R♥"]').click()
    page.keyboard.type(" 7 tr")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Publier ces tables").wait_for()
    drawn = Draw.objects.get()
    assert drawn.minutes["seed"] == "R♥ 7♣"

    one, two = drawn.minutes["tables"][0]["camps"][0][0], drawn.minutes["tables"][1]["camps"][0][0]
    page.locator(f'.drawn [data-team="{one}"]').click()
    page.locator(f'.drawn [data-team="{two}"]').click()
    page.keyboard.press("Enter")
    page.get_by_text("pas de revanche").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("ont échangé leurs places").first.wait_for()

    page.get_by_role("button", name="Publier ces tables").press("Enter")
    page.get_by_text("Imprimer par nom").wait_for()
    assert Round.objects.get().state == "published"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    phone.locator(".place-list li").first.wait_for()
    assert phone.locator(".place-list li").count() == 9
    wall.locator("[data-list=tables] li").first.wait_for()
    wall.keyboard.press("ArrowRight")
    wall.locator("[data-list=names] li").first.wait_for()
    assert wall.evaluate("document.documentElement.scrollHeight <= window.innerHeight + 1")

    phone.locator("#q").fill(str(one))
    phone.keyboard.press("Enter")
    seat = drawn.round.seats.select_related("table").get(team__number=one)
    phone.get_by_text(f"Table {seat.table.number}", exact=True).wait_for()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_link_to_a_fold_opens_it(live_server, browser_page):
    """By the address, by a link of the same page, and again once it was closed; folds within folds too."""
    tournament = concours(teams=9)
    drawn = make(tournament, published=True)
    page = browser_page()
    sign_in(page, live_server, account("odile", tournament.club))
    page.goto(live_server.url + reverse("door", args=[tournament.pk]))
    page.get_by_role("link", name="Placer l’équipe en retard").click()
    page.locator("#late[open]").wait_for()
    assert page.url.endswith(reverse("draw", args=[tournament.pk, drawn.pk]) + "#late")
    page.evaluate("""() => {
      const main = document.querySelector("main");
      main.innerHTML = '<a href="#inner">x</a><details><summary>1</summary><details><p id="inner">2</p></details></details>';
    }""")
    for _press in range(2):
        page.get_by_role("link", name="x", exact=True).click()
        page.locator("#inner").wait_for(state="visible")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; })")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("teams", [16, 47, 150])
def test_the_wall_shows_everyone_in_turn_and_nothing_falls_off(live_server, browser_page, teams):
    tournament = concours(teams=teams)
    make(tournament, published=True)
    wall = browser_page(width=1920, height=1080)
    wall.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))
    tables, names, pages = set(), [], 0
    for _turn in range(20):
        state = wall.evaluate(
            """() => {
                const section = [...document.querySelectorAll("[data-list]")].find((one) => !one.hidden);
                const shown = [...section.querySelectorAll("li")].filter((line) => !line.hidden);
                return {
                    list: section.dataset.list,
                    lines: shown.map((line) => line.textContent),
                    first: shown[0].querySelector(".to").textContent,
                    lowest: Math.max(...shown.map((line) => line.getBoundingClientRect().bottom)),
                    size: parseFloat(getComputedStyle(shown[0]).fontSize),
                };
            }"""
        )
        if state["list"] == "tables" and tables and state["lines"][0] in tables:
            break
        (tables.update if state["list"] == "tables" else names.extend)(state["lines"])
        pages += 1
        assert state["lowest"] <= 1080, state["list"]
        assert state["size"] >= 1080 / 54, "read from the back of the hall"
        wall.keyboard.press("ArrowRight")
    assert len(tables) == (teams + 1) // 2
    assert len(names) == 2 * teams
    assert pages <= {16: 2, 47: 2, 150: 4}[teams]


def test_cancelled_tables_are_said_to_be_cancelled_until_the_next_are_published(client, tournament):
    first = make(tournament, published=True)
    seated = Table.objects.filter(round=first.round)
    for table in seated:
        sheet(table, north=1000, east=944)
    second = make(tournament, published=True, seed="A♠")
    draws.cancel_draw(draw_id=second.pk, reason="Une équipe oubliée", by=None)
    told = "Le tirage de la partie 2 a été annulé"
    for name in ("public-tables", "wall-draw"):
        page = client.get(reverse(name, args=[tournament.slug]), **HALL).content.decode()
        assert told in page and "place-list" not in page and "data-list" not in page
    asked = client.get(reverse("public-tables", args=[tournament.slug]), {"q": "1"}, **HALL).content.decode()
    assert told in asked and "my-table-number" not in asked
    third = make(tournament, seed="A♥")
    assert told in client.get(reverse("public-tables", args=[tournament.slug])).content.decode()
    draws.publish_draw(draw_id=third.pk, by=None)
    assert told not in client.get(reverse("public-tables", args=[tournament.slug])).content.decode()


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("public-tables", "Ma table"),
        ("public-minutes", "Tirages"),
        ("public-reglement", "Règlement"),
        ("public-phases", ""),
    ],
)
def test_public_pages_have_one_header_and_no_way_to_the_log_in_page(client, tournament, name, here):
    page = laid_out(client.get(reverse(name, args=[tournament.slug]), **HALL).content.decode())
    menu = re.search(r'<nav class="evening".*?</nav>', page, re.DOTALL)[0]
    links = re.findall(r'<a href="([^"]+)"[^>]*?( aria-current="page")?>([^<]+)</a>', menu)
    assert [text for _, _, text in links] == ["Classement", "Ma table", "Notre score", "Tirages", "Règlement"]
    assert "".join(text for _, current, text in links if current) == here
    assert f'href="{reverse("home")}"' not in page and reverse("login") not in page
    english = client.get(reverse(name, args=[tournament.slug]), {"lang": "en"}, **HALL).content.decode()
    assert '<html lang="en">' in english and "My table" in english
