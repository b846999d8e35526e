"""Pages of pools, brackets, mêlées and long draws, by those who look at them."""

import re

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from scoring.evening.selectors import evening_of
from scoring.models import Export
from scoring.public.serving import public_live, public_page
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.standings import reading as standings
from scoring.standings.phase_boards import phase_boards
from scoring.workbook.services import ask_workbook
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import enter, play, publish_next, set_up, tables
from tests.support.workbooks import made_book, rows_of
from tournament import tirages
from tournament.concours.selectors import phase_titles
from tournament.figures import ordinal
from tournament.models import Draw, Job, Seat, Table, Team, Tournament
from tournament.people.naming import Audience
from tournament.registration import attendance
from tournament.registration.selectors import teams_in_round
from tournament.rounds import services as draws
from tournament.rounds.selectors import audience_of

pytestmark = pytest.mark.django_db


def test_nobody_is_shown_to_go_on_before_a_pool_has_an_order(client):
    tournament = set_up("poules-4", 16)
    drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
    assert '<tr class="goes"' not in get(client, "public-phases", tournament.slug)
    enter(Table.objects.filter(round=drawn.round).first())
    shown = get(client, "public-phases", tournament.slug)
    assert shown.count('<tr class="goes"') == 2, (
        "on the screen and on paper: the second place is still that of two equals"
    )
    assert "les cartes coupées" not in shown, "they have still to play"


def test_no_card_is_asked_for_a_bracket_whose_places_the_ranking_gives(client):
    tournament = set_up("poules-4", 16)
    client.force_login(organiser_of(tournament))
    play(tournament, parties=3)
    page = get(client, "draws", tournament.pk)
    assert 'name="seed"' not in page and "on ne coupe pas de cartes" in page
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert drawn.seed_origin == "none"
    for _phase, minutes in drawn.parts:
        again = {key: minutes.written[key] for key in ("method", "round", "options", "entrants")}
        assert tirages.draw(again | {"seed": "7♣"})["tables"] == tirages.draw(again | {"seed": "R♥"})["tables"]
        assert minutes.seed, "its next parties go on with it"
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for table in Table.objects.filter(round=drawn.round):
        enter(table)
    following = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    for draw in (drawn, following):
        shown = get(client, "draw", tournament.pk, draw.pk)
        assert (draw.seeds, draw.seed_origin) == ([], "none")
        assert "rien n’est tiré au sort" in shown and draw.minutes["seed"][:8] not in shown


def test_the_line_that_names_a_bracket_is_as_wide_as_its_ranking(client, monkeypatch):
    monkeypatch.setattr("scoring.public.views.online", lambda _tournament: True)  # a frame of another site
    tournament = set_up("elimination", 8, names_online=True)
    Team.objects.filter(tournament=tournament).update(category="mixed")
    play(tournament, parties=3)
    client.force_login(organiser_of(tournament))
    asked = [("standings", tournament.pk, {}), ("standings", tournament.pk, {"category": "mixed"})]
    asked += [(name, tournament.slug, {}) for name in ("public-standings", "public-embed")]
    for name, key, data in [*asked, ("print-standings", tournament.pk, {})]:
        (table,) = re.findall(r'<table class="tight standings.*?</table>', get(client, name, key, **data), re.S)
        assert {*re.findall(r'colspan="(\d+)"', table)} == {str(table.count("<th "))}, (name, data)


def test_the_page_of_finals_says_what_is_to_come_and_when(client):
    tournament = set_up("poules-4", 8)
    client.force_login(organiser_of(tournament))
    brackets = (
        "Tableau principal, pour les 2 premiers de chaque poule (à partir de la partie 4) · "
        "Consolante, pour ceux qui suivent les 2 premiers de leur poule (à partir de la partie 4)."
    )

    def shown():
        organiser = text_of(get(client, "phases", tournament.pk))
        assert ("À venir" in organiser) == ("À venir" in text_of(get(client, "public-phases", tournament.slug)))
        return organiser

    first = f"À venir : Poules, pour tous (à partir de la partie 1) · {brackets}"
    assert first in shown() and first in text_of(get(client, "wall-phases", tournament.slug))
    for _partie in range(3):
        play(tournament)
        assert f"À venir : {brackets}" in shown()
    assert "À venir" not in text_of(get(client, "wall-phases", tournament.slug)), "the wall has its pools to show"
    main, *others = tournament.phases
    Tournament.objects.filter(pk=tournament.pk).update(phases=[main | {"third_place": True}, *others])
    assert "(à partir de la partie 4), avec une petite finale ·" in shown()
    play(tournament)
    assert "À venir" not in shown()
    nobody = set_up("elimination", 0, club=tournament.club)
    assert "Les tableaux apparaissent ici" in text_of(get(client, "phases", nobody.pk)), "it has no pools"
    assert "À venir : Élimination directe, pour tous (à partir de la partie 1) · Consolante" in text_of(
        get(client, "phases", nobody.pk)
    )


def test_no_method_is_named_where_several_phases_are_drawn_by_their_own(client):
    tournament = set_up("4x12-finales", 11)
    client.force_login(organiser_of(tournament))
    play(tournament, parties=4)
    asked = text_of(get(client, "draws", tournament.pk)).split("Tirages faits")[0]
    assert "11 équipes" in asked and "· 11 équipes" not in asked


def test_the_draw_says_once_that_the_settings_are_frozen_by_it(client):
    tournament = set_up("poules-4", 8)
    client.force_login(organiser_of(tournament))
    for number in (1, 2):
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
        shown = get(client, "draw", tournament.pk, drawn.pk)
        assert "Personne ne les voit avant." in shown
        assert ("les réglages du jeu ne changent plus" in shown) == (number == 1)
        draws.publish_draw(draw_id=drawn.pk, by=None)
        for table in Table.objects.filter(round=drawn.round):
            enter(table)


@pytest.mark.parametrize(("preset", "teams"), [("poules-4", 26), ("elimination", 6), ("4x12-points", 9)])
def test_those_who_play_fill_the_tables_and_the_exempt_are_beside_them(client, preset, teams):
    tournament = set_up(preset, teams)
    client.force_login(organiser_of(tournament))
    tiles = re.findall(r'class="tile"><span class="big-number">(\d+)', get(client, "draws", tournament.pk))
    playing, tables, exempt, _absent = map(int, tiles)
    assert (playing, playing + exempt) == (2 * tables, teams)


def test_a_page_and_a_draw_read_the_evening_once(client, monkeypatch):
    tournament = set_up("poules-4", 16, knock_out_tie="donne")
    client.force_login(organiser_of(tournament))
    play(tournament)
    readings = []
    read = standings._read
    monkeypatch.setattr(standings, "_read", lambda tournament: readings.append(tournament.pk) or read(tournament))
    get(client, "draws", tournament.pk)
    assert len(readings) == 1
    readings.clear()
    rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert len(readings) == 1


def test_the_codes_of_a_draw_are_shown_before_it_where_cards_are_cut_and_after_it_always(client):
    """In pools drawn beforehand the room was asked to note a code in giant letters, though nothing was drawn by lot."""
    tournament = set_up("poules-4", 8)
    client.force_login(organiser_of(tournament))
    for partie in range(1, 5):
        answer = client.get(reverse("draws", args=[tournament.pk]))
        page, before = laid_out(answer.text), [code for _title, code in answer.context["fingerprints"]]
        cards = 'name="seed"' in page
        assert cards == (partie == 1) == ("Avant de couper les cartes" in page), partie
        assert re.findall(r'class="fingerprint" title="(\w+)"', page) == (before if cards else []), partie
        assert ("montrez à la salle" in page, "on ne coupe pas de cartes" in page) == (cards, partie == 4), partie
        drawn = play(tournament)
        after = get(client, "draw", tournament.pk, drawn.pk)
        assert re.findall(r'<code title="(\w+)"', after) == before
        why = get(client, "why", tournament.pk, 1)
        assert ("La place atteinte dans les finales compte d’abord" in why) == (partie == 4)
    assert len(before) == 2


def test_those_who_have_finished_are_not_called_absent(client):
    """« 2 absents », said the page, above « Inscrits absents de ce tirage », a list of six: four had finished."""
    tournament = set_up("elimination", 10, phases=[])
    Team.objects.filter(tournament=tournament, number__gt=8).update(present=False)
    client.force_login(organiser_of(tournament))
    play(tournament)
    page = get(client, "draws", tournament.pk)
    (heading, listed), *_others = re.findall(r"<summary>([^<]*)</summary>\s*<ul>(.*?)</ul>", page, re.DOTALL)
    assert "2 absents" in text_of(page)
    assert (listed.count(">absent<"), listed.count(">a fini<")) == (2, 4)
    assert "absent" not in heading.lower()


@pytest.mark.parametrize(("preset", "teams"), [("poules-4", 11), ("elimination", 13), ("4x12-finales", 9)])
def test_a_draw_names_each_bracket_beside_its_code_and_who_waits_and_speaks_of_cards_where_they_decide(
    client, preset, teams
):
    tournament = set_up(preset, teams)
    client.force_login(organiser_of(tournament))
    waited = set()
    while evening_of(tournament).stage in ("door", "next"):
        before = text_of(get(client, "draws", tournament.pk))
        asked = "montrez à la salle" in before
        drawn = play(tournament)
        page, wall = (
            text_of(get(client, "draw", tournament.pk, drawn.pk)),
            text_of(get(client, "wall-draw", tournament.slug)),
        )
        titles = phase_titles(tournament)
        several = len(drawn.parts) > 1
        for phase, minutes in drawn.parts:
            named, code = f"{titles[phase]} :" if several else "", minutes.fingerprint
            shown = f"{code[:4]} {code[4:8]} {code[8:12]}"
            assert f"{named} {shown}".strip() in page
            assert (f"{titles[phase] if several else ''} {shown}".strip() in before) == asked
            if minutes.method == "elimination" and (waiting := minutes.exempt):
                waited.add(phase)
                title = f"{titles[phase]}. " if several else ""
                names = page.split(f"{title}Sans match à cette partie, directement au tour suivant : ")[1]
                assert [int(n) for n in re.findall(r"(\d+) Joueur \d+-1", names)[: len(waiting)]] == sorted(waiting)
                assert re.search(rf"{named} {len(waiting)} équipes? sans match".strip(), wall)
        if all(minutes.method == "elimination" for _phase, minutes in drawn.parts):
            cut = "cut" in drawn.minutes.get("about", {})
            assert ("Les cartes ne départagent que les ex æquo" in page) <= cut
            assert "Le tirage, lui, ne regarde" not in page
    assert waited or "finales" in preset


@pytest.mark.parametrize("teams", [11, 16])
def test_a_draw_names_the_places_of_each_match_for_a_place(client, teams):
    tournament = set_up("elimination", teams, phases=[], draw_options={"play_offs": "all"})
    client.force_login(organiser_of(tournament))
    named = set()
    while not standings.evening(tournament.pk).is_final():
        drawn = play(tournament)
        reasons = {
            line.reason
            for line in client.get(reverse("draw", args=[tournament.pk, drawn.pk])).context["page"].lines
            if "match de classement" in line.reason
        }
        minutes = drawn.parts[0][1]
        assert len(reasons) == len(minutes.beside) // 2
        assert all(re.search(r"classement\. (\d+e place|Places \d+ à \d+)\.$", reason) for reason in reasons), reasons
        named |= {reason.split("classement. ")[1] for reason in reasons}
    assert {"Places 5 à 8.", "5e place.", "7e place."} <= named


@pytest.mark.parametrize("teams", [17, 18, 19])
def test_before_the_draw_of_odd_pools_each_is_said_to_rest_once(client, teams):
    tournament = set_up("poules-4", teams)
    client.force_login(organiser_of(tournament))
    text = text_of(get(client, "draws", tournament.pk))
    assert "Dans une poule en nombre impair, chacun est exempt une fois. L’exempt marque la moitié" in text
    assert "est un nombre impair" not in text


def test_pools_and_brackets_for_the_organiser_telephones_and_wall(client):
    tournament = set_up("poules-4", 16)
    play(tournament, parties=4)
    client.force_login(organiser_of(tournament))
    shown = get(client, "phases", tournament.pk)
    assert shown.count('class="tight pool"') == 2 * 4, "on the screen and on paper"
    assert "Tableau principal" in shown
    assert "Consolante" in shown
    assert "Quarts de finale, n°\u00a04" in shown
    assert shown.count("vainqueur de «\u00a0Demi-finales, n°\u00a01\u00a0»") == 2, "in both brackets"
    telephone, wall = (get(client, name, tournament.slug) for name in ("public-phases", "wall-phases"))
    assert shown.count('class="paper-tree"') == telephone.count('class="paper-tree"') == 2, "the wide trees are printed"
    assert "Tableau principal" in wall and "paper-tree" not in wall
    assert "Tableau principal" in get(client, "draws", tournament.pk)
    fifth = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    page = get(client, "draw", tournament.pk, fifth.pk)
    assert "Consolante" in page
    draws.publish_draw(draw_id=fifth.pk, by=None)
    minutes = get(client, "public-minutes", tournament.slug)
    assert "tirage-5-1" not in minutes
    assert reverse("public-minutes-part", args=[tournament.slug, 5, 1, 1]) in minutes
    told = client.get(reverse("public-minutes-part", args=[tournament.slug, 5, 1, 1])).json()
    assert told["about"]["phase"] == 2
    for by in ("teams", "names"):
        get(client, "print-draw", tournament.pk, fifth.pk, by)
    record = get(client, "whole-evening", tournament.pk).split('id="parties"')[1]
    titles = re.findall(r'<tr class="record-bracket"><th[^>]*>(.*?)</th>', record)
    assert titles == ["Tableau principal", "Consolante"] * 2, "parties 4 and 5, and none in the pools"
    printed = get(client, "print-draw", tournament.pk, fifth.pk, "tables")
    assert re.findall(r"<h2>(.*?)</h2>", printed) == ["Tableau principal · Demi-finales", "Consolante · Demi-finales"]
    by_bracket = [re.findall(r'"team-number">(\d+)', part) for part in printed.split("<h2>")[1:]]
    assert by_bracket == [[str(n) for pair in pairs for n in pair] for pairs in tables(fifth).values()]
    assert client.get(reverse("public-minutes-part", args=[tournament.slug, 5, 1, 7])).status_code == 404


def test_a_team_that_never_came_is_absent_in_the_finals_too(client):
    """It has finished nothing; and few finalists are no sign of arrivals that nobody marked."""
    tournament = set_up("poules-4", 8)
    never = tournament.teams.get(number=8)
    tournament.teams.filter(pk=never.pk).update(present=False)
    client.force_login(organiser_of(tournament))
    for _partie in range(6):
        page = client.get(reverse("draws", args=[tournament.pk]))
        pool = page.context["pool"]
        assert pool.absent == [never]
        if pool.out:
            break
        play(tournament)
    assert pool.out and never not in pool.out
    assert "1 absent" in text_of(page.content.decode()).replace("\xa0", " ") and not page.context["many_absent"]


def test_the_match_for_the_third_place_stands_below_the_final_from_the_first_draw_on(client):
    tournament = set_up("elimination", 9, draw_options={"third_place": "yes"})
    client.force_login(organiser_of(tournament))
    drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
    for name, key in (("phases", tournament.pk), ("public-phases", tournament.slug), ("wall-phases", tournament.slug)):
        page = get(client, name, key)
        trees = [tree.split("</svg>", 1)[0] for tree in page.split('<svg class="tree"')[1:]]
        assert trees, name
        assert all("Finale" in tree and "Petite finale" in tree for tree in trees), name
    main = phase_boards(tournament, Audience.ORGANISERS)[0]
    assert main.third and [step for step, _matches in main.trees[0].rounds][-1] == "Petite finale"
    printed = get(client, "print-draw", tournament.pk, drawn.pk, "tables")
    assert printed.count('class="table-number"') == 1 and "Exempt" not in printed
    record = get(client, "whole-evening", tournament.pk).split('id="parties"')[1]
    assert "record-bracket" not in record and re.search(r"<p>Exempt\xa0: <b>", record), "all play the same bracket"
    waiting = printed.split("directement au tour suivant")[1]
    assert len(re.findall(r'<li><b class="team-number">', waiting)) == 7
    for table in Table.objects.filter(round=drawn.round):
        enter(table)
    for _partie in range(3):
        drawn = play(tournament)
    printed = get(client, "print-draw", tournament.pk, drawn.pk, "tables")
    titles = re.findall(r"<h2>(.*?)</h2>", printed)
    assert titles == [
        "Élimination directe · Finale",
        "Élimination directe · Petite finale",
        "Consolante · Demi-finales",
    ]
    assert len(main.rounds[-1][1]) == 1, "the rounds of the bracket end with its final"


def test_a_melee_is_shown_with_both_partners_everywhere(client, run_jobs):
    tournament = set_up("melee", 9)
    user = organiser_of(tournament)
    client.force_login(user)
    play(tournament)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    page = get(client, "draw", tournament.pk, drawn.pk)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for team in Team.objects.filter(tournament=tournament):
        assert f"Joueur {team.number}-1" in page
    for by in ("tables", "teams", "names"):
        get(client, "print-draw", tournament.pk, drawn.pk, by)
    first = Draw.objects.get(round__number=1).minutes
    seated = [camp for table in drawn.minutes["tables"] for camp in table["camps"]]
    one, mate = next(camp for camp in seated if camp[0] not in first["exempt"])
    assert f"Joueur {mate}-1" in get(client, "public-tables", tournament.slug, q=str(one))
    get(client, "wall-draw", tournament.slug)
    entry = get(client, "entry", tournament.pk)
    assert f"Joueur {mate}-1" in entry
    get(client, "standings", tournament.pk)
    earlier = next(camp for table in first["tables"] for camp in table["camps"] if one in camp)
    before = next(number for number in earlier if number != one)
    for page in (get(client, "why", tournament.pk, one), get(client, "public-team", tournament.slug, one)):
        assert f"avec Joueur {before}-1 ({before})" in page
        assert f"Avec Joueur {mate}-1 ({mate})" in page
    listed = get(client, "public-tables", tournament.slug)
    assert f"avec {mate} · Joueur {mate}-1" in listed
    signed = get(client, "paper-sheets", tournament.pk, 2)
    assert f"({min(one, mate)} + {max(one, mate)})" in signed
    ask_workbook(tournament=tournament, by=user, language="fr")
    run_jobs()
    assert Export.objects.get().size > 1000


def test_public_pages_speak_of_players_where_everybody_enters_alone(client, run_jobs):
    tournament = set_up("melee", 8)
    client.force_login(organiser_of(tournament))
    play(tournament)
    run_jobs()
    standings = get(client, "public-standings", tournament.slug)
    assert "Ma place" in standings and "les ex æquo sont rangés par numéro" in standings
    story = get(client, "public-team", tournament.slug, 3)
    assert "Joueur n°\u00a03" in story and "sur 8" in story
    assert "joueur n°\u00a0" in story
    shown = [standings, story]
    shown += [get(client, name, tournament.slug) for name in ("public-tables", "public-wall", "wall-draw")]
    shown += [get(client, "public-standings", tournament.slug, q="99"), get(client, "why", tournament.pk, 3)]
    assert "Numéro ou nom introuvable" in shown[-2]
    for page in shown:
        said = re.sub(r'(href|value)="[^"]*"', "", page.split("<main", 1)[1])
        assert "quipe" not in said, said[max(said.find("quipe") - 200, 0) :][:300]


def test_public_pages_speak_of_teams_where_two_enter_together(client, run_jobs):
    tournament = set_up("4x12-points", 8)
    play(tournament)
    run_jobs()
    assert "Ma place" in get(client, "public-standings", tournament.slug)
    story = get(client, "public-team", tournament.slug, 3)
    assert "Équipe 3" in story and "sur 8" in story and "Joueur n°" not in story


def test_an_escalier_is_drawn_printed_and_shown(client):
    tournament = set_up("escalier", 11)
    client.force_login(organiser_of(tournament))
    get(client, "draws", tournament.pk)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    get(client, "draw", tournament.pk, drawn.pk)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for by in ("tables", "teams", "names"):
        assert "Joueur 11-1" in get(client, "print-draw", tournament.pk, drawn.pk, by)
    get(client, "public-tables", tournament.slug)
    get(client, "wall-draw", tournament.slug)


def test_singles_register_with_one_name(client):
    tournament = set_up("melee", 0)
    client.force_login(organiser_of(tournament))
    address = reverse("door", args=[tournament.pk])
    assert "player_2" not in get(client, "door", tournament.pk).replace("id_player_2", "")
    assert client.post(address, {"player_1": "Jeanne Martin", "present": "on"}).status_code == 302
    assert Team.objects.get().players.count() == 1
    refused = client.post(address, {"player_1": "A", "player_2": "B", "present": "on"})
    assert refused.status_code == 422


def test_a_team_misses_one_partie_and_comes_back(client):
    tournament = set_up("4x12-points", 7)
    client.force_login(organiser_of(tournament))
    play(tournament)
    address = reverse("draw-away", args=[tournament.pk])
    assert client.post(address, {"team": 3, "round": 1}).status_code == 422
    assert client.post(address, {"team": 3, "round": 2}).status_code == 302
    assert "absent pour cette partie" in get(client, "draws", tournament.pk)
    second = play(tournament)
    assert 3 not in [entrant["number"] for entrant in second.minutes["entrants"]]
    assert 3 in teams_in_round(tournament, 3).values_list("number", flat=True)
    client.post(address, {"team": 4, "round": 3})
    client.post(address, {"team": 4})
    assert not Team.objects.filter(tournament=tournament, number=4, away_in__isnull=False)


def test_a_catch_up_game_is_seated_from_the_page(client):
    tournament = set_up("4x12-points", 5, exempt_policy="catch_up")
    client.force_login(organiser_of(tournament))
    first = publish_next(tournament, seed="7♣")
    assert "rattrapage" in get(client, "draw", tournament.pk, first.pk)
    for table in Table.objects.filter(round=first.round):
        enter(table)
    exempt, guest = first.minutes["exempt"][0], first.minutes["tables"][0]["camps"][0][0]
    address = reverse("draw-catch-up", args=[tournament.pk, first.pk])
    assert client.post(address, {"exempt": guest, "guest": exempt}).status_code == 422
    assert client.post(address, {"exempt": exempt, "guest": guest}).status_code == 302
    get(client, "draw", tournament.pk, first.pk)
    get(client, "entry", tournament.pk)
    get(client, "public-tables", tournament.slug)


def test_a_long_draw_is_a_job_with_its_progress(client, run_jobs, monkeypatch):
    monkeypatch.setattr(preparing, "LONG", 6)
    tournament = set_up("4x12-points", 8)
    client.force_login(organiser_of(tournament))
    told = preparing.next_draw(tournament, method="sort", options={})
    data = {"seed": "R♥ 7♣", "fingerprint": told.fingerprint}
    address = reverse("draw-make", args=[tournament.pk])
    assert client.post(address, data).url == reverse("draws", args=[tournament.pk])
    client.post(address, data)
    job = Job.objects.get(kind="draw")
    page = get(client, "draws", tournament.pk)
    assert 'id="draw-job"' in page
    assert "<progress" in page
    assert 'id="draw-form"' not in page
    run_jobs()
    drawn = Draw.objects.get()
    assert drawn.minutes["seed"] == "R♥ 7♣"
    assert drawn.seed_origin == "public"
    assert drawn.by is not None
    job.refresh_from_db()
    assert job.result == {"draw": drawn.pk}
    assert client.get(reverse("draws", args=[tournament.pk])).status_code == 302
    answer = client.get(reverse("draw-job", args=[tournament.pk, job.pk]), headers={"hx-request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_a_long_draw_whose_pool_changed_draws_nothing_and_says_so(client, monkeypatch):
    monkeypatch.setattr(preparing, "LONG", 6)
    tournament = set_up("4x12-points", 8)
    client.force_login(organiser_of(tournament))
    told = preparing.next_draw(tournament, method="sort", options={})
    client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "7♣", "fingerprint": told.fingerprint})
    Team.objects.filter(number=8).update(present=False)
    from tournament.jobs import services as jobs

    jobs.run(str(Job.objects.get(kind="draw").pk))
    assert not Draw.objects.exists()
    page = get(client, "draws", tournament.pk)
    assert "code de la liste" in page
    assert 'id="draw-form"' in page


@pytest.mark.parametrize("teams", [3, 7, 11])
def test_who_has_no_match_in_a_bracket_is_told_of_the_next_round_and_of_no_points(client, teams):
    tournament = set_up("elimination", teams)
    client.force_login(organiser_of(tournament))
    before = get(client, "draws", tournament.pk)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣")
    after = get(client, "draw", tournament.pk, drawn.pk)
    for page in (before, after):
        notice = page[page.index("atch à cette partie") :][:400]
        assert "points" not in notice and "la moitié" not in page


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("preset", "teams", "parties"), [("elimination", 45, 1), ("poules-4", 32, 3)])
def test_the_wall_of_brackets_shows_every_match_and_pool_in_turn(live_server, browser_page, preset, teams, parties):
    tournament = set_up(preset, teams)
    play(tournament, parties=parties)
    drawn = publish_next(tournament, seed="R♥ 7♣")
    wall = browser_page(width=1920, height=1080)
    wall.goto(live_server.url + reverse("wall-phases", args=[tournament.slug]))
    wall.wait_for_function("document.querySelector('[data-where]').textContent.includes('/')")
    pages = int(wall.locator("[data-where]").text_content().split("/")[1])
    seen = set()
    for _page in range(pages):
        seen |= set(
            wall.evaluate(
                """() => [...document.querySelectorAll('.tree-match:not(.bye), .pool')]
                    .filter((one) => {
                        const box = one.getBoundingClientRect();
                        return box.height && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
                    })
                    .flatMap((one) => [...one.querySelectorAll('.tree-number, .tree-caption, caption')])
                    .map((one) => one.textContent)"""
            )
        )
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "nothing falls off the wall"
        wall.keyboard.press("ArrowRight")
    tables = [table for _phase, part in drawn.parts for table in part.tables]
    assert {str(number) for table in tables for camp in table["camps"] for number in camp} <= seen
    assert {f"table {number}" for number in range(1, len(tables) + 1)} <= seen
    if preset == "poules-4":
        assert {f"Poule {letter}" for letter in "ABCDEFGH"} <= seen


def test_the_page_of_a_team_says_its_place_in_its_pool(client):
    """It gave the rank of the whole concours alone, and the pool decides who goes on."""
    tournament = set_up("poules-4", 16)
    for partie in range(5):
        play(tournament)
        # A public page keeps its last answer for a moment.
        public_live.forget()
        public_page.forget()
        for letter, rows in next(
            board for board in phase_boards(tournament, audience_of(tournament)) if board.pools
        ).pools:
            for line in rows:
                page = get(client, "public-team", tournament.slug, line.number)
                equal = "ex æquo, " if line.tied else ""
                assert f"{ordinal(line.rank)} {equal}de la poule {letter}" in text_of(page), (partie, line.number)
                first = re.search(r'class="tile">.*?</div>', page, re.DOTALL)
                # Once finals are drawn the rank in the concours is what a player looks for: it stands first.
                assert ("de la poule" in first.group()) == (partie < 3), (partie, line.number)


def test_the_page_of_a_team_names_no_pool_where_there_is_none(client):
    tournament = set_up("elimination", 4)
    play(tournament)
    assert "de la poule" not in text_of(get(client, "public-team", tournament.slug, 1))


def test_the_record_of_a_draw_names_the_tables_of_the_hall(client):
    tournament = set_up("elimination", 8)
    play(tournament)
    drawn = play(tournament)
    assert len(drawn.parts) == 2, "the main table, and the consolante beside it"
    seated = {table.number: [] for table in Table.objects.filter(round=drawn.round)}
    for seat in Seat.objects.filter(round=drawn.round).select_related("table", "team").order_by("-camp"):
        seated[seat.table.number].append(seat.team.number)
    record = text_of(get(client, "public-minutes", tournament.slug)).split("Partie 2, tirage")
    assert len(seated) == 4 and all(f"Table {n} : {a} – {b}" in " ".join(record[1:]) for n, (a, b) in seated.items())
    rows = rows_of(made_book(tournament, account("anne", tournament.club))["Tirages par équipe"])
    drawn_at = {row["Équipe"]: row["Table tirée"] for row in rows if row["Partie"] == 2}
    assert drawn_at == {team: n for n, teams in seated.items() for team in teams}


@pytest.mark.parametrize(("teams", "begins"), [(6, 3), (8, 2)])
def test_who_waits_for_the_consolante_has_not_finished(client, teams, begins):
    """With byes the consolante begins once all have played; the beaten of the first partie sit out the second."""
    tournament = set_up("elimination", teams)
    client.force_login(organiser_of(tournament))
    first = play(tournament)
    beaten = [max(pair) for pair in tables(first)[0]]
    page, expected = get(client, "draws", tournament.pk), f"Consolante à partir de la partie {begins}"
    assert "a fini" not in page
    waiting = beaten if begins > 2 else []  # drawn now, where it begins with the next partie

    def named(page):
        """Return the teams that the notice of a page of the draw names as waiting."""
        notice = re.search(r"<b>2 équipes attendent.*?</ul>", page.replace("\xa0", " "), re.S)
        assert notice is None or expected in notice[0]
        return [int(number) for number in re.findall(r"<b>(\d+)</b>", notice[0])] if notice else []

    assert named(page) == waiting and ("2 attendent" in text_of(page)) == bool(waiting)
    for team in range(1, teams + 1):
        assert (expected in text_of(get(client, "public-team", tournament.slug, team))) == (team in beaten)
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert named(get(client, "draw", tournament.pk, second.pk)) == waiting
    draws.publish_draw(draw_id=second.pk, by=None)
    assert named(get(client, "draw", tournament.pk, second.pk)) == waiting
    for table in Table.objects.filter(round=second.round):
        enter(table)
    assert text_of(get(client, "wall-draw", tournament.slug)).count(expected) == len(waiting)
    for by in ("tables", "teams"):
        assert text_of(get(client, "print-draw", tournament.pk, second.pk, by)).count(expected) == len(waiting)
    in_list = re.compile(rf"{expected}(?!\.)")  # the sentence of the announcement ends there
    assert len(in_list.findall(text_of(get(client, "public-tables", tournament.slug)))) == len(waiting)
    own = text_of(get(client, "public-tables", tournament.slug, q=beaten[0]))
    assert len(in_list.findall(own)) == (len(waiting) + 1 if waiting else 0), "its own place, then the list"
    places = client.get(f"/api/v1/public/{tournament.slug}/tables/").json()["results"]
    assert {*waiting}.isdisjoint(place["number"] for place in places), "the partie is not theirs"
    while Draw.objects.filter(round__number=begins).count() == 0:
        play(tournament)
    public_live.forget()
    public_page.forget()
    assert expected not in text_of(get(client, "public-team", tournament.slug, beaten[0])), "it has its match"


def test_the_cards_of_every_phase_are_shown_whole_wherever_a_draw_is(client):
    """The consolante is drawn in partie 2 with cards of its own; the main bracket goes on with those of partie 1."""
    tournament = set_up("elimination", 8)
    client.force_login(organiser_of(tournament))
    first, cut = "R♥ 7♣ 10♠", "D♦ 8♣ 9♠"
    play(tournament)
    second = publish_next(tournament, seed=cut)
    assert [(seed.whole, seed.text) for seed in second.seeds] == [(first, first), (cut, cut)]
    assert second.seeds[0].origin != second.seeds[1].origin, "one was cut for partie 1"
    page = text_of(get(client, "draw", tournament.pk, second.pk))
    assert f"Élimination directe : {first} comme au premier tirage de cette phase" in page
    assert f"Consolante : {cut} cartes coupées en public" in page
    made = text_of(get(client, "draws", tournament.pk)).split("Tirages faits")[1]
    assert made.count(first) == 2 and made.count(cut) == 1
    assert f"{first} · {cut}" in text_of(get(client, "journal", tournament.pk))
    for name in ("public-minutes", "whole-evening"):
        page = text_of(get(client, name, tournament.slug if name == "public-minutes" else tournament.pk))
        assert cut in page and "R♥ 7♣ 1…" not in page
    for table in Table.objects.filter(round=second.round):
        enter(table)
    third = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert [seed.text for seed in third.seeds] == [first, cut], "what goes on is not cut off"
    alone = Draw(round=second.round, minutes=second.minutes | {"round": 1, "seed": "f" * 32}, seed_origin="machine")
    assert [seed.text for seed in alone.seeds] == ["ffffffff…"]


def test_exempt_teams_are_counted_in_words_and_a_bracket_shows_no_gap(client):
    """« Exempt : 2. » reads as team no. 2; nobody seeks equals in a bracket, so that its gaps say nothing."""
    tournament = set_up("elimination", 6)
    client.force_login(organiser_of(tournament))
    page = text_of(get(client, "draws", tournament.pk))
    assert "2 équipes exemptes." in page and "Exempt :" not in page
    play(tournament)
    assert "Écart de points" not in text_of(get(client, "draw", tournament.pk, play(tournament).pk))
    by_ranks = set_up("4x12-finales", 8, club=tournament.club)
    play(by_ranks)
    assert "Écart de points" in text_of(get(client, "draw", by_ranks.pk, play(by_ranks).pk))


def test_the_lists_of_tables_name_the_round_of_each_bracket(client):
    """A hall looks for its final: the wall and the paper say of each table which match it is."""
    tournament = set_up("elimination", 8, draw_options={"third_place": "yes"})
    client.force_login(organiser_of(tournament))
    expected = [
        ("Quarts de finale", {"Quarts de finale": 4}),
        ("Demi-finales", {"Élimination directe · Demi-finales": 2, "Consolante · Demi-finales": 2}),
        (
            "Finale",
            {"Élimination directe · Finale": 1, "Élimination directe · Petite finale": 1, "Consolante · Finale": 1},
        ),
    ]
    for title, tables_named in expected:
        drawn = play(tournament)
        public_live.forget()
        public_page.forget()
        wall = text_of(get(client, "wall-draw", tournament.slug))
        paper = text_of(get(client, "print-draw", tournament.pk, drawn.pk, "tables"))
        assert {name: wall.count(name) for name in tables_named} == tables_named, title
        assert all(paper.count(name) == 1 for name in tables_named), title
    assert "finale" not in text_of(get(client, "wall-draw", play_plain(tournament.club).slug)).lower()


def play_plain(club):
    plain = set_up("4x12-finales", 8, club=club)
    play(plain)
    return plain


@pytest.mark.parametrize(("preset", "leavers"), [("poules-4", "last"), ("4x12-points", "ranked")])
def test_the_fold_of_a_team_that_leaves_says_what_becomes_of_its_rank_and_its_finals(client, preset, leavers):
    tournament = set_up(preset, 8, leavers=leavers)
    client.force_login(organiser_of(tournament))
    team = tournament.teams.get(number=1)
    page = text_of(get(client, "team", tournament.pk, team.pk))
    assert ("La suivante y prend sa place" in page) == (preset == "poules-4")
    assert ("après toutes celles qui restent" in page) == (leavers == "last")
    if preset == "poules-4":
        for _partie in range(3):
            play(tournament)
        _name, pool = next(board for board in phase_boards(tournament, Audience.ORGANISERS) if board.pools).pools[0]
        first, second, third = (line.number for line in pool[:3])
        attendance.withdraw_team(team_id=tournament.teams.get(number=first).pk, from_round=4, reason="malade", by=None)
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
        entered = {entrant["number"] for entrant in drawn.minutes["entrants"]}
        assert {second, third} <= entered and first not in entered


@pytest.mark.parametrize(("preset", "asked"), [("elimination", True), ("poules-4", True), ("4x12-points", False)])
def test_a_sheet_of_an_earlier_partie_says_that_who_plays_may_change_where_it_may(client, preset, asked):
    tournament = set_up(preset, 8)
    play(tournament)
    play(tournament)
    client.force_login(organiser_of(tournament))
    for name, more in (("entry-round", ()), ("table", (1,)), ("sheet-donnes", (1,))):
        page = text_of(get(client, name, tournament.pk, 1, *more))
        assert "Vous êtes dans la partie 1, mais la partie 2 est déjà tirée. Vous pouvez corriger" in page, name
        assert ("sauf si la correction change qui joue" in page) == asked, name


@pytest.mark.parametrize(
    ("preset", "settings", "title"),
    [
        ("elimination", {}, "Finales"),
        ("poules-4", {}, "Poules et finales"),
        ("poules-4", {"phases": []}, "Poules"),
        ("4x12-finales", {}, "Finales"),
    ],
)
def test_the_page_of_the_finals_is_called_by_what_it_shows(client, preset, settings, title):
    """A knock-out has no pool; the name of the concours and its date stand on every printed sheet."""
    tournament = set_up(preset, 14, name="Coupe du Beaujolais", **settings)
    client.force_login(organiser_of(tournament))
    drawn = play(tournament)
    while not Draw.objects.filter(round__tournament=tournament, minutes__method="elimination").exists():
        if title == "Poules":
            break
        play(tournament)
    pages = {name: get(client, name, tournament.pk) for name in ("phases", "draws", "whole-evening")}
    pages["draw"] = get(client, "draw", tournament.pk, drawn.pk)
    pages |= {name: get(client, name, tournament.slug) for name in ("public-phases", "wall-phases")}
    for name, page in pages.items():
        assert title in page and ("Poules et finales" in page) == (title == "Poules et finales"), name
    for name in ("phases", "whole-evening"):
        sheets = re.split(r'<section[^>]* class="paper-(?:trees across|pools page)">', pages[name])[1:]
        assert sheets
        for sheet in sheets:
            assert text_of(sheet).startswith(f"{title} · Coupe du Beaujolais, {date_of(tournament)}"), name


def date_of(tournament):
    return date_format(tournament.date, "j F Y")


@pytest.mark.parametrize(("preset", "teams", "settings"), [("elimination", 14, {}), ("4x12-finales", 12, {})])
def test_the_telephone_of_a_team_that_has_nothing_left_to_play_says_so(client, preset, teams, settings):
    """Those beaten in a quarter-final go home, as those whom the ranking leaves out of the finals; with the place at the end."""
    tournament = set_up(preset, teams, **settings)

    def told():
        public_live.forget()
        public_page.forget()
        pages = {team: text_of(get(client, "public-team", tournament.slug, team)) for team in range(1, teams + 1)}
        return {team for team, page in pages.items() if "Votre concours est terminé" in page}, pages

    first = play(tournament)
    over, pages = told()
    assert over == set()
    while standings.evening(tournament.pk).outstanding.over is False:
        before = over
        drawn = play(tournament)
        over, pages = told()
        assert before <= over
        if preset == "elimination" and drawn.round.number == 2:
            beaten = {max(pair) for pair in tables(drawn)[0]}
            assert over == beaten - set(first.minutes["exempt"]), "who had a bye goes on in the consolante"
            assert all("Votre place sera connue à la fin" in pages[team] for team in over)
    assert over == set(range(1, teams + 1))
    assert all(
        re.search(rf"Votre concours est terminé : \d+(er|re|e)( ex æquo,)? sur {teams}\.", pages[team]) for team in over
    )
    if preset == "elimination":
        both = next(page for page in pages.values() if page.count("dernier match perdu") == 2)
        assert "Élimination directe, dernier match perdu" in both and "Consolante, dernier match perdu" in both
