"""Evenings with finals, through the acts: played to the end, and not a partie longer."""

import random
import re

import pytest
from django.urls import reverse

from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament
from scoring.evening.selectors import evening_of
from scoring.history.check import check
from scoring.history.selectors import lines_of
from scoring.models import RenderedPage
from scoring.prizes.winners import phase_winners
from scoring.public.serving import public_page
from scoring.referee import rulings
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.rounds.ties import settle_tie, ties
from scoring.standings.boards import board
from scoring.standings.phase_boards import phase_boards
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, standing
from scoring.undo.services import undo
from scoring.workbook.sheets import all_tabs, standings
from scoring.workbook.source import read_source
from tests.scoring.builders import sheet
from tests.scoring.phones.builders import comes_in, phone, propose
from tests.scoring.referee import builders as referees
from tests.support.accounts import logged_in
from tests.support.counts import POSTGRESQL, TORTURE, some, spread, tries
from tests.support.finals import FORMATS, Played, latecomer, play
from tests.support.kept import kept
from tests.support.phase_pages import get, organiser_of
from tests.support.phases import play as play_on, publish_next, set_up
from tests.support.refusals import refuses
from tests.support.rulings import type_in
from tournament import tirages
from tournament.concours.presets import PRESETS
from tournament.concours.services import change_settings
from tournament.finals import words
from tournament.finals.formula import KNOCK_OUT
from tournament.finals.played import played_phases
from tournament.models import Draw, Player, Seat, Table, Team, TeamMember, Tournament
from tournament.people.naming import Audience
from tournament.registration import attendance, services as registration
from tournament.registration.selectors import team_title
from tournament.rounds import services as draws
from tournament.rounds.latecomers import LateEntry, late_entries
from tournament.rounds.selectors import audience_of

pytestmark = pytest.mark.django_db

FINALS = ["poules-4", "elimination", "4x12-finales", "6x12-finales"]


def check_finals(tournament):
    """Every bracket that began has its winner and, where announced, its third; whoever should play one has."""
    found = evening(tournament.pk)
    assert standing(tournament).final
    last = found.parts[-1].number if found.parts else 0
    brackets = [played for played in played_phases(found) if played.rounds]
    finals = []
    for played in brackets:
        assert played.over
        for match in (match for matches in played.rounds for match in matches):
            assert match.winner is not None
        check_places(tournament, played)
        finals.append(max(part.number for part in played.bracket_parts.values()))
    if brackets and tournament.phases and all(phase["method"] == KNOCK_OUT for phase in tournament.phases):
        assert last == max(finals), "the last match drawn is a final"
    for phase in played_phases(found):
        # Of nine teams one alone is beaten before the quarter-finals; the others play for their places, if those are played.
        if phase.phase.who == "beaten" and len(found.teams) > 8 + bool(brackets[0].phase.placed):
            assert phase.rounds, "the consolante is played"
        if phase.phase.who.startswith("pool") and phase.phase.options.get("placement") == "classement":
            check_halves(played_phases(found)[0], phase)


def check_places(tournament, played):
    """Every beaten team that the règlement lets play on has its place, and no other team the same."""
    for _round, match in played.matches:
        assert match.winner is not None
        ours, theirs = match.points
        assert not match.winner or not match.real or ours != theirs or words.decision(played, match, "fr"), (
            "says why it is won"
        )
    if any_gone(tournament) or not played.phase.placed or len(played.rounds) < 2:
        return
    places = played.how_far
    first = max(len(played.rounds) - 1 - played.phase.placed, 0)
    placed = [team for team, out in played.out.items() if out > first or not out]
    assert sorted(places[team] for team in placed) == list(range(1, len(placed) + 1))
    for play_off in played.play_offs:
        final = play_off.rounds[-1][0]
        assert (places[final.winner], places[sum(final.sides) - final.winner]) == (play_off.first, play_off.first + 1)


def any_gone(tournament):
    return Team.objects.filter(tournament=tournament, withdrawn_from__isnull=False).exists()


def check_halves(pools, played):
    """Two of one pool are in opposite halves of the bracket that follows; three or more do not meet at once.

    In a consolante with byes two may be in one half: there the byes stay with the best.
    """
    if not played.rounds:
        return
    first = [match.sides for match in played.rounds[0]]
    stay = played.phase.who == "pool_after" and any(not match.real for match in played.rounds[0])
    for pool in pools.pools:
        halves = [place < len(first) / 2 for place, sides in enumerate(first) for team in sides if team in pool]
        if len(halves) == 2 and len(first) > 1 and not stay:
            assert len(set(halves)) == 2, (pool, first)
        if len(halves) <= len(first) and len(pools.pools) > 1:
            assert not any(set(sides) <= set(pool) for sides in first), (pool, first)


@pytest.mark.parametrize("turn", range(tries(1, 40, hosted=10)))
def test_an_evening_of_any_kind_is_played_to_its_end(turn):
    chance = random.Random(turn)
    kinds = [(preset, {}) for preset in PRESETS] + list(FORMATS.values())
    preset, overrides = FORMATS["third place"] if turn == 0 else chance.choice(kinds)
    teams = chance.randint(3, 200) if TORTURE and turn % 8 == 0 else chance.randint(3, 34)
    tournament = set_up(preset, teams, **overrides)
    if teams < tirages.TIRAGES[preparing.method_for(tournament, 1)].least:
        return check_too_few(tournament)
    play(tournament, seed=turn)
    check_finals(tournament)


@pytest.mark.parametrize("method", tirages.TIRAGES)
def test_too_few_for_a_draw_are_told_how_many_it_takes(method):
    preset = method if method in ("melee", "escalier") else "4x12-points"
    least = tirages.TIRAGES[method].least
    check_too_few(set_up(preset, least - 1, first_method=method, next_method=method))
    played = Played(set_up(preset, least, first_method=method, next_method=method), random.Random(1))
    played.partie()


def check_too_few(tournament):
    """The page of the draw says how many must be here; nothing can be drawn, and nothing is announced as ready."""
    method = preparing.method_for(tournament, 1)
    prepared = preparing.next_draw(tournament, method=method, options={})
    assert (prepared.ready, prepared.least) == (False, tirages.TIRAGES[method].least)
    client = logged_in(organiser_of(tournament))
    assert f"Il faut au moins {prepared.least} inscrits présents" in text_of(get(client, "draws", tournament.pk))
    with refuses("teams_too_few") as refused:
        rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
    assert f"au moins {prepared.least} inscrits" in str(refused.value)


@pytest.mark.parametrize(
    ("preset", "teams"),
    spread(
        2,
        [(preset, teams) for preset in FINALS for teams in (list(range(3, 42)) if TORTURE else [])]
        + [("poules-4", 5), ("elimination", 18)],
    ),
)
def test_finals_of_every_size(preset, teams):
    tournament = set_up(preset, teams)
    play(tournament, seed=teams)
    check_finals(tournament)


@pytest.mark.parametrize("name", spread(3, some(list(FORMATS), turn=1, quick=3)))
def test_formats_that_no_preset_has(name):
    preset, overrides = FORMATS[name]
    # No engine changes a bracket, and on PostgreSQL the same evening takes four times as long.
    for teams in [9] if not TORTURE else range(3, 41, 5 if POSTGRESQL else 1):
        tournament = set_up(preset, teams, **overrides)
        play(tournament, seed=teams)
        check_finals(tournament)


@pytest.mark.parametrize("turn", range(tries(1, 30, hosted=10)))
def test_teams_that_leave_and_come_late_do_not_stop_it(turn):
    chance = random.Random(1000 + turn)
    preset = FINALS[turn % 4]
    tournament = set_up(preset, chance.randint(8, 30))

    def between(played):
        number = len(played.announced) + 1
        if evening_of(tournament).stage != "next":
            return
        here = list(registration.roster.teams_in_round(tournament, number))
        if chance.random() < 0.6 and len(here) > 6:
            gone = chance.choice(here)
            attendance.withdraw_team(team_id=gone.pk, from_round=number, reason="fatigue", by=None)
        if chance.random() < 0.3 and number < 4:
            newcomer = Team.objects.create(tournament=tournament, number=100 + number, present=True, first_round=number)
            player = Player.objects.create(club=tournament.club, name=f"Tard {number}")
            TeamMember.objects.create(team=newcomer, player=player, position=1)

    play(tournament, seed=turn, between=between)
    check_finals(tournament)


def test_nobody_is_told_that_it_is_over_while_a_leaver_may_make_room_in_the_finals():
    """The ninth went home after the last partie of all, and one of the first eight before the finals were drawn."""
    tournament = set_up("6x12-finales", 12)
    played = Played(tournament, random.Random(3))
    for _partie in range(6):
        played.partie()
    assert not played.finished
    best = standing(tournament).rows[0]
    attendance.withdraw_team(team_id=best.team_id, from_round=7, reason="fatigue", by=None)
    played.partie()
    here = {team.number for team in evening(tournament.pk).teams if team.here}
    assert len(here - played.finished) == 4 and len(here) == 11, (
        "those beaten in the quarter-finals, and who was left out"
    )


def test_a_knock_out_in_which_most_would_wait_says_so_before_its_draw(client):
    tournament = set_up("elimination", 34)
    client.force_login(organiser_of(tournament))
    said = "34 équipes, mais 2 matchs au premier tour ; 30 équipes attendent"
    assert all(said in text_of(get(client, name, tournament.pk)) for name in ("concours", "draws"))
    # The choice that it names.
    first = {"method": "elimination", "start": 2, "who": "first", "count": 32}
    changes = {"first_method": "sort", "next_method": "classement", "phases": [first]}
    change_settings(tournament_id=tournament.pk, changes=changes, by=None)
    assert not any("attendent" in text_of(get(client, name, tournament.pk)) for name in ("concours", "draws"))
    played = Played(tournament, random.Random(2))
    played.partie()
    assert Table.objects.filter(round__tournament=tournament).count() == 17
    played.to_the_end()
    check_finals(tournament)


def test_a_team_that_leaves_after_the_pools_keeps_its_rank_there():
    """And who went on is who was drawn: page and workbook say it alike."""
    tournament = set_up("poules-4", 16)
    played = Played(tournament, random.Random(4))
    for _partie in range(3):
        played.partie()
    publish_next(tournament, seed="R♥ 7♣ 10♠")
    before = pool_lines(tournament)
    second = next(number for number, (rank, goes) in before.items() if rank == 2 and goes)
    attendance.withdraw_team(team_id=tournament.teams.get(number=second).pk, from_round=4, reason="fatigue", by=None)
    assert pool_lines(tournament) == before
    source = read_source(Tournament.objects.select_related("club").get(pk=tournament.pk))
    (tab,) = [tab for tab in all_tabs(source) if tab.name == "Poules"]
    heads = [column.heading for column in tab.columns]
    rows = [dict(zip(heads, row, strict=True)) for row in tab.rows]
    assert {row["Équipe"] for row in rows if row["Continue"]} == {
        number for number, (_rank, goes) in before.items() if goes
    }


def test_a_team_that_leaves_between_pools_and_finals_makes_room_for_the_next_of_its_pool():
    tournament = set_up("poules-4", 16)
    played = Played(tournament, random.Random(4))
    for _partie in range(3):
        played.partie()
    before = pool_lines(tournament)
    pool = next(pool for pool in played_phases(evening(tournament.pk))[0].pools)
    first, second, third, _last = sorted(pool, key=lambda number: before[number])
    attendance.withdraw_team(team_id=tournament.teams.get(number=first).pk, from_round=4, reason="fatigue", by=None)
    lines = pool_lines(tournament)
    assert [lines[number] for number in (first, second, third)] == [(1, False), (2, True), (3, True)]
    played.partie()
    main = next(one for one in played_phases(evening(tournament.pk)) if one.phase.who == "pool_first")
    assert {second, third} <= set(main.numbers) and first not in main.numbers


def test_who_stands_behind_a_leaver_of_its_pool_keeps_its_place_for_the_byes():
    """The fourth of a pool whose second had left had a bye in the consolante, before the thirds of other pools."""
    tournament = set_up("poules-4", 20)
    played = Played(tournament, random.Random(4))
    for _partie in range(3):
        played.partie()
    places = {number: place for number, (place, _goes) in pool_lines(tournament).items()}
    rank = {row.number: row.rank for row in standing(tournament).rows}
    last = max((number for number in places if places[number] == 4), key=rank.__getitem__)
    pool = next(pool for pool in played_phases(evening(tournament.pk))[0].pools if last in pool)
    second = next(number for number in pool if places[number] == 2)
    attendance.withdraw_team(team_id=tournament.teams.get(number=second).pk, from_round=4, reason="x", by=None)
    for _phase, part in played.partie().parts:
        here = sorted(
            (entrant["number"] for entrant in part.entrants), key=lambda number: (places[number], rank[number])
        )
        byes = set(part.exempt)
        assert byes == set(here[: len(byes)]) and byes, "the best placed of their pools, then the best ranked"
    assert last not in byes


@pytest.mark.parametrize("kind", ["pool_first", "first"])
def test_a_consolante_that_begins_later_takes_all_who_are_not_in_the_main_bracket(kind):
    """A team that leaves the main bracket meanwhile moves nobody out of the consolante."""
    others, count = ("pool_after", 2) if kind == "pool_first" else ("after", 8)
    phases = [
        {"method": "elimination", "start": 4, "who": kind, "count": count},
        {"method": "elimination", "start": 5, "who": others, "count": count},
    ]
    tournament = set_up("poules-4", 16, phases=phases)
    played = Played(tournament, random.Random(4))
    for _partie in range(4):
        played.partie()
    main = next(one for one in played_phases(evening(tournament.pk)) if one.phase.who == kind)
    gone = main.alive[0]
    attendance.withdraw_team(team_id=tournament.teams.get(number=gone).pk, from_round=5, reason="fatigue", by=None)
    played.partie()
    consolante = next(one for one in played_phases(evening(tournament.pk)) if one.phase.who == others)
    assert set(consolante.numbers) == set(range(1, 17)) - set(main.numbers)


def pool_lines(tournament):
    """Team → (its rank in its pool, whether it goes on)."""
    (board,) = [board for board in phase_boards(tournament, Audience.ORGANISERS) if board.pools]
    return {line.number: (line.rank, line.goes) for _letter, lines in board.pools for line in lines}


# --- What is said of it -----------------------------------------------------------------------------------------------

EVERYWHERE = [("concours", "pk"), ("standings", "pk"), ("draws", "pk"), ("prizes", "pk")]
HALL = [("public-standings", "slug"), ("public-wall", "slug"), ("public-tables", "slug"), ("public-phases", "slug")]
ALL_IN = "Toutes les feuilles sont là"
# Words that no page may say while a match that must be played has no winner.
ENDED = [
    "Il ne manque rien",
    "Classement final",
    "Publier le palmarès<",
    "plus rien à tirer",
    "Toutes les parties sont jouées",
]


def pages_of(client, tournament):
    RenderedPage.objects.all().delete()
    public_page.forget()
    return {name: get(client, name, getattr(tournament, key)) for name, key in EVERYWHERE + HALL}


def test_no_page_says_final_before_the_final_is_played(client):
    tournament = set_up("poules-4", 18)
    client.force_login(organiser_of(tournament))
    door = get(client, "concours", tournament.pk)
    assert (
        "18 équipes au tirage : 3 poules de 4 et 2 poules de 3, 3 parties de poule, puis 4 parties jusqu’à la finale."
        in text_of(door)
    )
    played = Played(tournament, random.Random(3))
    for partie in range(1, 8):
        if partie > 1 and partie % (1 if TORTURE else 6) == 0:
            for name, page in pages_of(client, tournament).items():
                assert not [words for words in ENDED if words in text_of(page)], (partie, name)
            assert f"La partie {partie - 1} sur 7 est complète" in text_of(get(client, "concours", tournament.pk))
        played.partie()
    last = pages_of(client, tournament)
    for name in ("concours", "standings", "draws"):
        assert any(words in text_of(last[name]) for words in ENDED), name
    assert "Classement final" in text_of(last["public-wall"])


@pytest.mark.parametrize(("teams", "first"), [(16, 2), (22, 3)])
def test_settings_finals_and_reglement_say_the_same_partie_for_the_consolante(client, teams, first):
    """With byes the consolante begins a partie later than was set: one figure on every page."""
    tournament = set_up("elimination", teams)
    client.force_login(organiser_of(tournament))
    pages = ("concours-settings", "phases", "reglement", "concours", "draws")
    settings, finals, reglement, *announced = (text_of(get(client, page, tournament.pk)) for page in pages)
    assert f"(à partir de la partie {first})" in finals and f"À partir de la partie {first}, Consolante" in reglement
    said = re.compile(rf"{teams} équipes[^.]*finales comprises\.( Consolante à partir de la partie {first}\.)?")
    for page in (settings, reglement, *announced):
        assert bool(said.search(page)[1]) == (first != 2)


@pytest.mark.parametrize(
    ("rule", "said"),
    [("donne", "une donne de plus"), ("cut", "coupez les cartes"), ("better", "le n° 1, mieux placé avant la partie")],
)
def test_the_sheet_of_a_bracket_says_what_is_done_on_equal_totals(client, rule, said):
    tournament = set_up("4x12-finales", 8, knock_out_tie=rule)
    client.force_login(organiser_of(tournament))
    for number in range(1, 6):
        play_on(tournament)
        page = text_of(get(client, "paper-sheets", tournament.pk, number))
        assert ("Égalité en élimination directe" in page) == (number == 5)
    assert said in page


def test_the_number_follows_those_who_come_and_go_before_the_first_draw(client):
    tournament = set_up("poules-4", 17)
    assert evening_of(tournament).left.last == 7
    Team.objects.filter(tournament=tournament, number=17).update(present=False)
    state = evening_of(tournament)
    assert (state.left.last, len(state.parties)) == (6, 6)
    Played(tournament, random.Random(1)).partie()
    tournament.refresh_from_db()
    assert tournament.parties == 6


def test_an_evening_cut_on_purpose_says_so_where_it_ends(client):
    tournament = set_up("poules-4", 18)
    client.force_login(organiser_of(tournament))
    played = Played(tournament, random.Random(5))
    for _partie in range(5):
        played.partie()
    draws.change_parties(tournament_id=tournament.pk, parties=5, reason="il est tard", by=None)
    state = evening_of(tournament)
    assert state.stage == "finished"
    assert {match.name for match in state.left.matches} >= {"Finale"}
    cut = "Arrêt avant la fin, décidé par l’organisateur : Tableau principal, Consolante."
    for name in ("concours", "standings", "draws"):
        assert cut in text_of(get(client, name, tournament.pk)), name
    assert cut in text_of(get(client, "public-wall", tournament.slug))
    rounds.change_parties(tournament_id=tournament.pk, parties=5, to_the_end=True, reason="on continue", by=None)
    tournament.refresh_from_db()
    assert tournament.parties == 7, "who leaves before the final may say so"
    assert evening_of(tournament).stage == "next"
    assert not evening_of(tournament).left.cut
    close = client.post(reverse("concours-close", args=[tournament.pk]))
    assert close.status_code == 422 or "avant" in close.content.decode()


def test_a_final_without_an_opponent_is_not_asked_for(client):
    tournament = set_up("elimination", 4, phases=[])
    played = Played(tournament, random.Random(2))
    drawn = played.partie()
    finalists = [match.winner for match in played_phases(evening(tournament.pk))[0].rounds[0]]
    gone = Team.objects.get(tournament=tournament, number=finalists[0])
    attendance.withdraw_team(team_id=gone.pk, from_round=2, reason="fatigue", by=None)
    state = evening_of(tournament)
    assert (state.stage, state.left.matches) == ("finished", ())
    assert standing(tournament).final
    bracket = played_phases(evening(tournament.pk))[0]
    assert words.decision(bracket, bracket.rounds[1][0], "fr") == f"départ du n°\u00a0{gone.number}"
    assert drawn.round.number == 1
    for name in ("public-phases", "wall-phases"):
        trees = re.findall(r'<svg class="tree".*?</svg>', get(client, name, tournament.slug), re.DOTALL)
        assert trees and all(tree.count(">départ</text>") == 1 for tree in trees), "marked where it will not play"
    attendance.return_team(team_id=gone.pk, by=None)
    assert evening_of(tournament).stage == "next"


# --- Equal totals -------------------------------------------------------------------------------------------------------


def tied_final(**overrides):
    """A knock-out of four whose final is equal."""
    tournament = set_up("elimination", 4, phases=[], **overrides)
    played = Played(tournament, random.Random(4))
    played.partie()
    final = publish_next(tournament)
    table = Table.objects.get(round=final.round)
    return tournament, table, sorted(table.seats.values_list("team__number", flat=True))


@pytest.mark.parametrize("rule", spread(2, ["donne", "cut"]))
def test_equal_totals_in_a_final_ask_who_goes_on(client, rule):
    tournament, table, (one, other) = tied_final(knock_out_tie=rule)
    client.force_login(organiser_of(tournament))
    data = {"table": "1", "points_NS": "972", "points_EO": "972", "key": "equal-totals-of-final", "base_version": ""}
    entry = reverse("entry-round", args=[tournament.pk, 2])
    first = client.post(entry, data)
    assert "élimination directe" in text_of(first.content.decode()) and not table.sheets.exists()
    client.post(entry, data | {"sure": "972-972"})
    assert table.sheets.filter(counted=True).exists()
    state = evening_of(tournament)
    assert (state.stage, len(state.left.tied)) == ("playing", 1)
    assert not standing(tournament).final
    for name, page in pages_of(client, tournament).items():
        assert not [words for words in (*ENDED, ALL_IN) if words in text_of(page)], name
    with pytest.raises(ScoringError):
        close_tournament(tournament_id=tournament.pk, by=None)
    home = text_of(get(client, "concours", tournament.pk))
    assert f"Le n° {other} continue" in home
    desk = text_of(get(client, "entry", tournament.pk))
    assert f"Le n° {other} continue" in desk and "✓ complète" not in desk, "asked where the score was typed"
    assert "Aucun appel" not in desk and "gagne le match" not in desk
    live = [client.get(reverse("entry-tables", args=[tournament.pk, 2])).content for _look in range(2)]
    assert live[0] == live[1], "nothing is exchanged under a hand where nothing has changed"
    assert "1 match à égalité n’est pas départagé" in text_of(get(client, "standings", tournament.pk))
    wrong = client.post(reverse("tie", args=[tournament.pk, 2]), {"team": 77})
    assert wrong.status_code == 422
    for name in ("concours", "draws", "entry"):  # who answers stays on the page that asks
        sent = re.search(r'name="from" value="(\w+)"', get(client, name, tournament.pk))[1]
        answer = client.post(reverse("tie", args=[tournament.pk, 2]), {"team": other, "from": sent})
        assert answer["Location"] == reverse(name, args=[tournament.pk])
        if name != "entry":
            line = choice_of(tournament).number
            undo(tournament_id=tournament.pk, line=line, reason="erreur", by=None)
    assert evening_of(tournament).stage == "finished"
    assert [row.number for row in standing(tournament).rows][:2] == [other, one]
    decided = {"donne": "à la donne de plus", "cut": "à la carte"}[rule]
    captions = re.findall(r'class="tree-caption"[^>]*>([^<]*)<', get(client, "phases", tournament.pk))
    tied = [one for one in captions if decided in one]
    assert tied and all(one.startswith("table ") for one in tied), "what decided a match does not hide its table"
    record = text_of(get(client, "whole-evening", tournament.pk).split("<h2>Partie 2</h2>")[1].split("</table>")[0])
    assert re.search(rf"{other} Joueur {other}-1 / Joueur {other}-2 ✓ gagne le match \(égalité : {decided}\)", record)
    assert record.count("✓") == 1
    for number, said in ((other, "Match gagné"), (one, "Match perdu")):
        for name, key in (("public-team", tournament.slug), ("why", tournament.pk)):
            assert f"{said} (égalité : {decided})." in text_of(get(client, name, key, number)), (name, number)
    recent = text_of(get(client, "entry", tournament.pk).partition("Dernières saisies")[2].partition("</section>")[0])
    assert re.search(rf"{other} · Joueur {other}-1 / Joueur {other}-2 gagne le match \(égalité : {decided}\)", recent)
    assert recent.count("gagne le match") == 1
    client.post(reverse("tie", args=[tournament.pk, 2]), {"team": one})
    assert standing(tournament).rows[0].number == one, "the last word holds"
    last = tournament.journal.filter(act="settle_tie").order_by("-number")[:1]
    (line,) = lines_of(tournament, last)
    assert (text_of(line.title), line.entry.by.username) == ("Égalité en élimination directe : qui continue", "odile")
    assert f"équipe {one}" in line.where and "table 1" in line.where
    sheet(table, north=1000, east=944)
    assert standing(tournament).rows[0].number == table.seats.get(camp="NS").team.number, "no longer equal"


def test_equal_totals_are_those_with_the_penalties(client):
    """The sheet says 1053–891 and the penalty makes both equal; the sheet says 972–972 and the penalty decides."""
    tournament, table, teams = tied_final(knock_out_tie="donne")
    organiser = organiser_of(tournament)
    client.force_login(organiser)
    east = table.seats.get(camp="EO").team.number
    sheet(table, north=1053, east=891)
    said = {"label": "Renonce", "way": "on_top", "reason": "vu"}
    north = next(team for team in teams if team != east)
    version = table.sheets.get(counted=True).version
    referees.give_penalty(table_id=table.pk, team=north, by=organiser, seen=0, base_version=version, points=162, **said)
    desk = text_of(get(client, "entry", tournament.pk))
    assert f"Le n° {east} continue" in desk and "✓ complète" not in desk and "gagne" not in desk.split("Dernières")[1]
    data = {"table": "1", "points_NS": "972", "points_EO": "972", "key": "the-same-on-the-sheet", "base_version": "1"}
    entry = reverse("entry-round", args=[tournament.pk, 2])
    answer = text_of(client.post(entry, data | {"reason": "relue"}).content.decode())
    assert "Égalité en élimination directe" not in answer
    corrected = {"points_NS": "1053", "points_EO": "891", "key": "equal-by-the-penalty"}
    answer = text_of(client.post(entry, data | corrected | {"reason": "relue"}).content.decode())
    assert "Égalité en élimination directe" in answer


def test_the_program_signs_the_number_of_parties_that_the_finals_need():
    tournament = set_up("poules-4", 8)
    rounds.open_next_round(tournament_id=tournament.pk, by=organiser_of(tournament), seed="7♣")
    line = tournament.journal.get(act="change_parties")
    assert line.by is None and line.reason


def test_equal_totals_keep_the_next_partie_from_being_drawn():
    tournament = set_up("elimination", 4, phases=[], knock_out_tie="donne")
    first = publish_next(tournament, seed="7♣")
    tables = list(Table.objects.filter(round=first.round))
    for table in tables:
        sheet(table, north=972, east=972)
    with refuses("tables_awaited", ScoringError):
        rounds.open_next_round(tournament_id=tournament.pk, by=None)
    winners = [table.seats.get(camp="EO").team.number for table in tables]
    for team in winners:
        settle_tie(tournament_id=tournament.pk, number=1, team=team, by=None)
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert sorted(team for table in second.minutes["tables"] for camp in table["camps"] for team in camp) == sorted(
        winners
    )
    with refuses("tie_drawn", ScoringError):
        settle_tie(tournament_id=tournament.pk, number=1, team=winners[0], by=None)


@kept
def tied_halves():
    """A knock-out of four, both semi-finals equal and both answered: the second side of each goes on."""
    tournament = set_up("elimination", 4, phases=[], knock_out_tie="cut")
    odile = organiser_of(tournament)
    first = publish_next(tournament, by=odile, seed="7♣")
    for table in Table.objects.filter(round=first.round):
        type_in(table, 972, key=f"equal-totals-{table.number}", by=odile)
    for match in ties(tournament):
        settle_tie(tournament_id=tournament.pk, number=1, team=match.sides[1], by=odile)
    return tournament, odile


def choice_of(tournament, table=1):
    """The last line of the journal that says who goes on from *table*."""
    return tournament.journal.filter(act="settle_tie", after__table=table).latest("number")


def test_who_goes_on_is_taken_back_after_its_effects_are_shown(client):
    tournament, odile = tied_halves()
    client.force_login(odile)
    line = choice_of(tournament)
    press = reverse("undo-line", args=[tournament.pk, line.number])
    shown = client.post(press, {"reason": "mauvais bouton"})
    assert not ties(tournament) and "effects" in shown.text, "what it moves is shown first"
    token = re.search(r'value="(keep-[^"]+)"', shown.text)[1]
    client.post(press, {"reason": "mauvais bouton", "effects": token})
    (match,) = ties(tournament)
    assert line.after["team"] == Team.objects.get(tournament=tournament, number=match.sides[1]).pk
    assert tournament.journal.latest("number").act == "void_tie"
    for name in ("concours", "entry", "draws"):
        page = text_of(get(client, name, tournament.pk))
        for team, names in named_sides(tournament, match):
            assert re.search(rf"Le n° {team} continue\W+{names}\W", page), name
    assert not changed_by_hand(tournament)


def changed_by_hand(tournament):
    """Return the rows that differ from their journal line; the teams of these tests have no line."""
    return [found.text for found in check(tournament).differences if found.line]


def named_sides(tournament, match):
    teams = Team.objects.filter(tournament=tournament, number__in=match.sides)
    return [(team.number, re.escape(team_title(team))) for team in teams]


def test_who_goes_on_stays_while_a_draw_builds_on_it(client):
    tournament, odile = tied_halves()
    client.force_login(odile)
    for publishes in (False, True):
        final = rounds.open_next_round(tournament_id=tournament.pk, by=None)
        if publishes:
            draws.publish_draw(draw_id=final.pk, by=None)
        line = choice_of(tournament)
        said = f"La partie 2 est tirée d’après ce choix. Annulez d’abord son tirage n° {final.number}"
        assert text_of(get(client, "undo", tournament.pk)).count(said) == 2
        with refuses("tie_drawn", ScoringError):
            undo(tournament_id=tournament.pk, line=line.number, reason="erreur", by=None)
        draws.cancel_draw(draw_id=final.pk, reason="erreur", by=None)
        undo(tournament_id=tournament.pk, line=line.number, reason="erreur", by=None)
        (match,) = ties(tournament)
        settle_tie(tournament_id=tournament.pk, number=1, team=match.sides[0], by=None)
    final = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert match.sides[0] in [team for table in final.minutes["tables"] for camp in table["camps"] for team in camp]


def test_who_goes_on_was_said_of_one_score():
    """Corrected, taken off, moved to the other camps, a penalty and back: it is asked again where totals are equal."""
    tournament, odile = tied_halves()
    table = Table.objects.get(round__tournament=tournament, number=1)

    def version():
        return table.sheets.filter(counted=True).values_list("version", flat=True).first()

    def decide(kind, **data):
        context = {"table_id": table.pk, "seen": table.rulings.count(), "reason": "faute", "by": odile}
        rulings.rule(rulings.RulingContext(base_version=version(), **context), kind, data)

    def penalty():
        decide("penalty", team=table.seats.first().team.number, label="signes", way="on_top", points=100)
        assert not ties(tournament), "no longer equal"
        decide("penalty_back", penalty=1)

    same = {"table_id": table.pk, "reason": "x", "by": odile}
    changes = [
        lambda: type_in(table, 1002, key="corrected-to-1002", base_version=version(), reason="mal lu", by=odile),
        lambda: type_in(table, 972, key="corrected-to-equal", base_version=version(), reason="mal lu", by=odile),
        lambda: rulings.withdraw_sheet(base_version=version(), **same),
        lambda: type_in(table, 972, key="typed-once-again", by=odile),
        lambda: rulings.swap_camps(key="s" * 20, base_version=version(), **same),
        penalty,
    ]
    choice = choice_of(tournament)
    for change in changes:
        change()
        tied = ties(tournament)
        table.refresh_from_db()
        assert table.goes_on is None
        assert not changed_by_hand(tournament)
        with refuses("tie_void", ScoringError):
            undo(tournament_id=tournament.pk, line=choice.number, reason="erreur", by=odile)
        if version() and table.sheets.get(counted=True).marks.filter(points=972).count() == 2:
            (match,) = tied
            settle_tie(tournament_id=tournament.pk, number=1, team=match.sides[1], by=odile)
            choice = choice_of(tournament)
            assert not ties(tournament)
    entered = tournament.journal.filter(act="enter_sheet", after__table=2).latest("number")
    undo(tournament_id=tournament.pk, line=entered.number, reason="mauvaise table", by=odile)
    acts = [line.act for line in tournament.journal.order_by("-number")[:2]]
    assert acts == ["withdraw_sheet", "void_tie"], "a score goes, and its choice with it"


def test_a_score_made_equal_once_the_next_partie_is_played_asks_nothing_more():
    """The team that sat down in the final goes on, whatever its semi-final says since."""
    tournament, odile = tied_halves()
    final = publish_next(tournament)
    sheet(Table.objects.get(round=final.round), north=1000, east=944)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    chosen = table.goes_on.number
    for points, key in ((1002, "corrected-to-1002"), (972, "corrected-to-equal")):
        base = table.sheets.get(counted=True).version
        type_in(table, points, key=key, base_version=base, reason="mal lu", by=odile)
    assert not ties(tournament) and standing(tournament).final
    (changed,) = [match for match in played_phases(evening(tournament.pk))[0].rounds[0] if match.table == 1]
    assert (changed.winner, changed.sat_down, changed.tied) == (chosen, True, True)
    with refuses("tie_none", ScoringError):
        settle_tie(tournament_id=tournament.pk, number=1, team=chosen, by=None)


def test_equal_totals_where_the_better_placed_goes_on_are_said_before_they_are_kept(client):
    tournament, table, _teams = tied_final()
    Tournament.objects.filter(pk=tournament.pk).update(knock_out_tie="better")
    client.force_login(organiser_of(tournament))
    data = {"table": "1", "points_NS": "972", "points_EO": "972", "key": "equal-totals-of-final", "base_version": ""}
    said = text_of(client.post(reverse("entry-round", args=[tournament.pk, 2]), data).content.decode())
    assert not table.sheets.exists()
    sheet(table, north=972, east=972)
    first = standing(tournament).rows[0].number
    assert f"le n° {first}, mieux placé" in said
    assert evening_of(tournament).stage == "finished"


def text_of(page):
    """The words of a page, its no-break spaces plain."""
    return (
        re.sub(r"\s+", " ", re.sub(r"<(?!button|/button)[^>]+>", " ", page)).replace("\xa0", " ").replace("\u202f", " ")
    )


@pytest.mark.parametrize(
    ("rule", "what"), [("donne", "jouez une donne de plus"), ("cut", "coupez les cartes"), ("better", "mieux placé")]
)
def test_a_telephone_hears_of_equal_totals_before_it_proposes_them(rule, what):
    _tournament, table, _teams = tied_final(knock_out_tie=rule)
    north, address = comes_in(table, "NS")
    said = north.get(f"{address}controle/", {"points_NS": "1012", "points_EO": "932"}).json()
    assert said["state"] == "ok" and what not in said["said"]
    said = north.get(f"{address}controle/", {"points_NS": "972", "points_EO": "972"}).json()
    assert (said["state"], what in said["said"]) == ("wait", True)
    assert what not in north.get(address).text
    propose(phone(table, "NS"), 972, key="equal")
    assert what in comes_in(table, "EO")[0].get(address).text, "so does who confirms it"


def test_the_palmares_names_who_won_each_phase(client, run_jobs):
    """Page, telephones, wall, paper, call of the prizes, workbook and API: the knock-out, its third place, the consolante."""
    tournament = set_up("elimination", 12, draw_options={"third_place": "yes"})
    play(tournament, seed=3)
    found = evening(tournament.pk)
    main, consolante = played_phases(found)
    final = main.rounds[-1][0]
    wanted = {
        "Élimination directe": final.winner,
        "Élimination directe · Finaliste": next(number for number in final.sides if number != final.winner),
        "Élimination directe · Petite finale": main.play_offs[0].rounds[0][0].winner,
        "Consolante": consolante.rounds[-1][0].winner,
    }
    client.force_login(organiser_of(tournament))
    run_jobs()
    addresses = [("standings", tournament.pk), ("print-standings", tournament.pk), ("prizes", tournament.pk)]
    addresses += [("public-standings", tournament.slug), ("public-wall", tournament.slug)]
    for name, key in addresses:
        shown = text_of(get(client, name, key))
        places = ["Vainqueur", "Finaliste", "3e (petite finale)", "Vainqueur de la consolante"]
        for title, number in zip(places, wanted.values(), strict=True):
            assert f"{title} {number} Joueur {number}-1" in shown, (name, title)
        if name != "prizes":
            ranking = get(client, name, key).partition("phase-winners")[2].partition("</dl>")[2]
            heads = re.findall(r'<tr class="part"><td[^>]*>[^<]+</td>|<small class="wall-left">[^<]+</small>', ranking)
            titles = [text_of(head).strip() for head in heads]
            assert titles == ["Élimination directe", "Consolante"], f"{name}: each bracket stands below its name"
            parts = re.findall(r'class="(?:part| wall-part)"(?:(?!<tr|<li).)*?Consolante', ranking, re.DOTALL)
            above = ranking[: ranking.index(parts[0])]
            assert all(f"Joueur {number}-1" not in above for number in consolante.numbers), name
            assert all(f"Joueur {number}-1" in above for number in main.numbers if number not in consolante.numbers)
    answer = client.get(f"/api/v1/public/{tournament.slug}/phases/").json()
    assert {winner["title"]: winner["number"] for winner in answer["winners"]} == wanted
    tabs = {tab.name: tab for tab in standings.prizes_tabs(read_source(tournament))}
    assert [(row[0], row[1]) for row in tabs["Vainqueurs"].rows] == list(wanted.items())


@pytest.mark.parametrize("leavers", ["last", "ranked"])
def test_every_heading_of_a_ranking_is_true_of_the_lines_below_it(leavers):
    """Teams that left stand below a heading of their own, from whichever phase; so do excluded ones."""
    tournament = set_up("poules-4", 12, leavers=leavers)
    played = Played(tournament, random.Random(3))
    for _turn in range(3):
        played.partie()
    attendance.withdraw_team(team_id=tournament.teams.get(number=5).pk, from_round=4, reason="partie", by=None)
    played.partie()
    main, consolante = played_phases(evening(tournament.pk))[1:]
    gone = main.numbers[0]
    attendance.withdraw_team(team_id=tournament.teams.get(number=gone).pk, from_round=5, reason="partie", by=None)
    out = consolante.numbers[0]
    attendance.exclude_team(team_id=tournament.teams.get(number=out).pk, reason="triche", by=None)
    played.partie()
    under: dict[str, list[int]] = {}
    found = evening(tournament.pk)
    for line in board(found, labels(tournament)).lines:
        if line.part:
            assert line.part not in under
            teams = under.setdefault(line.part, [])
        teams.append(line.row.number)
    wanted = {
        "Tableau principal": {*main.numbers} - {gone},
        "Consolante": {*consolante.numbers} - {out},
        "Départs": {5, gone},
        "Exclusions": {out},
    }
    if leavers != "last":
        wanted["Tableau principal"].add(gone)
        del wanted["Départs"]
        wanted["Les autres"] = {5}
    assert {name: {*teams} for name, teams in under.items()} == wanted
    assert not any(line.part for line in board(found, labels(tournament), after_round=3).lines), "one line, no bracket"


def test_no_points_stand_beside_places_that_a_bracket_gave(client):
    """Call by the place won there, in whose order the points do not fall; each lot is named once beside its place."""
    tournament = set_up("elimination", 12, lots=["Jambon", "Vin", "Fromage", "Consolante : 2 terrines"])
    play(tournament, seed=3)
    found = evening(tournament.pk)
    main, consolante = played_phases(found)
    final, best = main.rounds[-1][0], consolante.rounds[-1][0].winner
    beaten = next(number for number in final.sides if number != final.winner)
    third = found.after().rows[2].number
    client.force_login(organiser_of(tournament))
    called = get(client, "prizes", tournament.pk)
    shown = text_of(called)
    for place, number, lot in [
        ("Vainqueur", final.winner, "Jambon"),
        ("Finaliste", beaten, "Vin"),
        ("3e", third, "Fromage"),
        ("Vainqueur de la consolante", best, "2 terrines"),
    ]:
        assert f"{place} {number} Joueur {number}-1 / Joueur {number}-2 · {lot}" in shown
        assert f"{place}</td>" in called
    assert "Points" not in shown
    assert "Consolante : " not in shown.replace("\xa0", " ")


def test_the_firsts_of_pools_that_lead_nowhere_are_named():
    tournament = set_up("poules-4", 8, phases=[])
    play(tournament, seed=1)
    found = evening(tournament.pk)
    won = phase_winners(found, labels(tournament))
    assert [winner.title for winner in won] == ["Poule A", "Poule B"]
    assert [winner.number for winner in won] == [rows[0].number for rows in found.pool_rows(played_phases(found)[0])]


def test_equals_at_the_top_of_a_pool_have_all_won_it():
    """Three that beat each other by the same figures: the page of the winners named the lowest number alone."""
    tournament = set_up("poules-4", 3, phases=[], draw_options={"rematch": "never", "club_apart": "no", "size": 3})
    beats = {(1, 2), (2, 3), (3, 1)}
    points = {pair: 1000 for pair in beats} | {(b, a): 944 for a, b in beats}
    for _partie in range(3):
        play_on(tournament, points=points)
    won = phase_winners(evening(tournament.pk), labels(tournament))
    assert [(winner.title, winner.number) for winner in won] == [("Poule A · 1er ex æquo", n) for n in (1, 2, 3)]


# --- Who comes after the pools are drawn ---------------------------------------------------------------------------------


def newcomers_said(tournament):
    """Return the sentences below the pools about teams that came after their draw."""
    return [
        words.replace("\xa0", " ")
        for board in phase_boards(tournament, audience_of(tournament))
        for words in board.newcomers
    ]


@pytest.mark.parametrize("places", spread(2, [["A", "B"], []]))
def test_a_team_come_late_takes_a_free_place_in_a_pool_or_begins_in_the_consolante(places):
    """A pool of three has a place: nobody there sits out any more. Where all pools are full, the consolante is left."""
    tournament = set_up("poules-4", 6 if places else 8)
    played = Played(tournament, random.Random(1))
    played.partie()
    pools = played_phases(evening(tournament.pk))[0].pools
    latecomer(tournament, 90, 2)
    said = newcomers_said(tournament)
    second = played.partie()
    latecomer(tournament, 91, 3)
    said += newcomers_said(tournament)
    third = played.partie()
    found = played_phases(evening(tournament.pk))[0]
    if places:
        assert found.pools == [[*pools[0], 90], [*pools[1], 91]]
        come = "Arrivée depuis, l’équipe n° {} joue dans la poule {} à partir de la partie {}."
        assert said == [come.format("90 Tard 90", "A", 2), come.format("91 Tard 91", "B", 3)]
        assert not newcomers_said(tournament)
        assert not {90, *pools[0]} & {*second.minutes["exempt"], *third.minutes["exempt"]}
        assert not third.minutes["exempt"]
        assert all(tirages.replay(draw.minutes) for draw in (second, third))
    else:
        assert found.pools == pools
        assert "elle jouera en « Consolante »" in said[0] and "se rencontrent à la partie 3" in said[1]
        assert second.minutes["exempt"] == [90] and third.minutes["options"]["beside"] == [90, 91]
    following = played.partie()
    consolante = next(part for phase, part in following.parts if phase == 2)
    entered = {entrant["number"] for entrant in consolante.entrants}
    assert places or {90, 91} <= entered
    assert not newcomers_said(tournament), "they have a table"
    played.to_the_end()
    check_finals(tournament)


def test_two_teams_come_late_to_full_pools_make_a_table_of_their_own(client):
    """At the door, below the pools, before the draw, in its minutes and on its page: they play, and do not meet again."""
    tournament = set_up("poules-4", 8)
    client.force_login(organiser_of(tournament))
    played = Played(tournament, random.Random(1))
    played.partie()
    pools = played_phases(evening(tournament.pk))[0].pools
    latecomer(tournament, 90, 2)
    door = text_of(get(client, "door", tournament.pk)).replace("\xa0", " ")
    assert "pour une équipe inscrite maintenant, pas de place libre dans une poule : joue contre l’équipe n° 90" in door
    second = latecomer(tournament, 91, 2)
    assert late_entries(tournament) == {
        90: LateEntry(2, phase="Consolante", rests=2, meets=91),
        91: LateEntry(2, phase="Consolante", rests=2, meets=90),
    }
    page = text_of(get(client, "team", tournament.pk, second.pk)).replace("\xa0", " ")
    assert "joue contre l’équipe n° 90, arrivée tard elle aussi, à la partie 2" in page
    assert newcomers_said(tournament) == [
        "Arrivées depuis, les équipes n° 90 Tard 90 et n° 91 Tard 91 se rencontrent à la partie 2."
    ]
    before = text_of(get(client, "draws", tournament.pk)).replace("\xa0", " ")
    assert "Les équipes n° 90 et n° 91 sont arrivées après le tirage des poules" in before
    assert "10 équipes jouent 5 tables" in before
    drawn = played.partie()
    assert drawn.minutes["options"]["beside"] == [90, 91] and not drawn.minutes["exempt"]
    reason = "90 contre 91 : arrivées après le tirage des poules, sans place libre."
    assert reason in text_of(get(client, "draw", tournament.pk, drawn.pk)).replace("\xa0", " ")
    assert played_phases(evening(tournament.pk))[0].pools == pools and tirages.replay(drawn.minutes)
    assert {team: entry.meets for team, entry in late_entries(tournament).items()} == {90: 0, 91: 0}, "they have met"
    latecomer(tournament, 92, 3)
    third = played.partie()
    assert third.minutes["options"]["beside"] == [90, 92] and third.minutes["exempt"] == [91]
    played.to_the_end()
    check_finals(tournament)


def test_a_team_without_a_place_in_a_pool_is_told_so_and_counted_alike(client):
    """At the door, on its page, before the draw and after it: one reason, and counts that add up."""
    tournament = set_up("poules-4", 8)
    client.force_login(organiser_of(tournament))
    played = Played(tournament, random.Random(1))
    played.partie()
    door = text_of(get(client, "door", tournament.pk)).replace("\xa0", " ")
    assert "pour une équipe inscrite maintenant, pas de place libre dans une poule" in door, "said before it registers"
    late = latecomer(tournament, 90, 2)
    no_match = "pas de place libre dans une poule : premier match en « Consolante »"
    for page in (get(client, "door", tournament.pk), get(client, "team", tournament.pk, late.pk)):
        assert no_match in text_of(page).replace("\xa0", " ") and "joue à partir de la partie" not in page
    registered = client.get(reverse("door", args=[tournament.pk]), {"new": late.pk}).text
    rest = "elle marque comme une équipe exempte à partir de la partie 2, et rien pour les parties d’avant"
    assert rest in text_of(registered)
    before = text_of(get(client, "draws", tournament.pk)).replace("\xa0", " ")
    assert "8 équipes jouent 4 tables 1 exempt" in before and "9 équipes engagées" in before
    assert "n° 90 est arrivée après le tirage des poules" in before and "Personne n’est exempt deux fois" not in before
    played.partie()
    assert rest in text_of(get(client, "team", tournament.pk, late.pk)), "partie 2 stays the first, once it is played"
    reason = "90 exempte : pas de place libre dans une poule."
    draw = Draw.objects.get(round__tournament=tournament, round__number=2)
    assert reason in text_of(get(client, "draw", tournament.pk, draw.pk)).replace("\xa0", " ")
    attendance.withdraw_team(team_id=tournament.teams.get(number=1).pk, from_round=3, reason="parti", by=None)
    third = text_of(get(client, "draws", tournament.pk)).replace("\xa0", " ")
    assert "6 équipes jouent 3 tables 1 exempt 1 par forfait" in third
    assert "9 équipes engagées, dont 1 n’est plus là :" in third
    evening_page = text_of(get(client, "concours", tournament.pk)).replace("\xa0", " ")
    assert "Accueil 8 équipes" in evening_page, "those that are there, on both pages"
    played.partie()
    latecomer(tournament, 91, 4)
    latest = late_entries(tournament)
    assert latest == dict.fromkeys([90, 91], LateEntry(4, phase="Consolante")), "no pool is played any more"
    played.partie()
    latecomer(tournament, 92, 5)
    assert late_entries(tournament) == {90: LateEntry(0), 91: LateEntry(0), 92: LateEntry(5)}
    latecomer(tournament, 93, 5)
    tournament.teams.filter(number=93).update(present=False)
    door = get(client, "door", tournament.pk)
    assert "joue à partir de la partie" not in door, "neither of those in the consolante nor of one that is not here"
    assert "plus de match : les finales ont commencé" in text_of(get(client, "door", tournament.pk)).replace(
        "\xa0", " "
    )


def test_a_team_with_a_place_in_a_pool_is_told_which(client):
    tournament = set_up("poules-4", 6)
    client.force_login(organiser_of(tournament))
    Played(tournament, random.Random(1)).partie()
    latecomer(tournament, 90, 2)
    assert "joue dans la poule A à partir de la partie 2" in text_of(get(client, "door", tournament.pk))


def test_a_team_come_late_stays_with_the_pool_of_whom_it_has_played():
    tournament = set_up("poules-4", 6)
    first = publish_next(tournament, seed="7♣")
    pools = played_phases(evening(tournament.pk))[0].pools
    gone = next(team for team in first.minutes["exempt"] if team in pools[0])
    Seat.objects.filter(round=first.round, team__number=gone).delete()
    late = latecomer(tournament, 90, 2)
    draws.seat_late_team(draw_id=first.pk, team=late.number, by=None)
    waits = latecomer(tournament, 91, 2)
    assert late_entries(tournament) == {91: LateEntry(2, pool="A")}, "the other has played in its pool"
    for table in Table.objects.filter(round=first.round):
        sheet(table, north=1000, east=620)
    (board,) = phase_boards(tournament, audience_of(tournament))
    (_a, others), (_b, joined) = board.pools
    (line,) = (row for row in joined if row.number == late.number)
    assert (line.points, line.wins, line.goes, len(joined)) == (620, 0, False, 4), "before the next draw"
    assert [row.number for row in others if row.number not in pools[0]] == [waits.number]
    assert len(board.newcomers) == 1 and f"n°\u00a0{waits.number}" in board.newcomers[0], "the other has played there"
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert [{row.number for row in rows} for _letter, rows in board.pools] == [
        set(pool) for pool in second.main.pools
    ], "the draw makes the pools that were shown"
    assert (second.minutes["options"]["late"], second.minutes["options"]["late_pools"]) == ([90, 91], [2, 1])
    assert not second.minutes["rematches"]


@pytest.mark.parametrize("teams", [20, 16])
def test_a_draw_made_from_pools_says_the_places_there(client, teams):
    """The place in the pool comes before the rank: a team of rank 6 played while one of rank 7 had a bye, unexplained."""
    tournament = set_up("poules-4", teams)
    client.force_login(organiser_of(tournament))
    rule = "Le tableau suit la place dans la poule et, à place égale, le classement à la fin des poules."
    ranked: set[tuple[int, ...]] = set()
    for number in range(1, 7):
        drawn = play_on(tournament)
        page = text_of(get(client, "draw", tournament.pk, drawn.pk))
        assert (rule in page) == (number == 4), "where the draw looks at ranks"
        if number == 4:
            results = evening(tournament.pk)
            pools = results.pool_rows(played_phases(results)[0])
            seated = {team for _phase, part in drawn.parts for table in part.tables for [team] in table["camps"]}
            places = {1: "1er", 2: "2e", 3: "3e", 4: "4e"}
            wanted = {
                row.number: f"{places[row.rank]} de la poule {letter}, rang "
                for letter, rows in zip("ABCDE", pools, strict=False)
                for row in rows
            }
            assert all(wanted[team] in page for team in seated), page
        if number == 5 and teams == 20:
            assert re.search(r"quart de finale, têtes de série n° \d et n° \d", page), (
                "two firsts, both with a bye before"
            )
            assert {tuple(part.about["ranked"]) for _phase, part in drawn.parts} == ranked
        ranked = {tuple(part.about.get("ranked", ())) for _phase, part in drawn.parts}


def test_a_draw_from_the_ranking_speaks_of_no_pool(client):
    tournament = set_up("4x12-points", 8, phases=[{"method": "elimination", "start": 2, "who": "first", "count": 4}])
    client.force_login(organiser_of(tournament))
    play_on(tournament)
    drawn = play_on(tournament)
    page = text_of(get(client, "draw", tournament.pk, drawn.pk))
    assert "poule" not in page and "rang 1" in page


def test_a_number_by_which_nothing_is_drawn_is_shown_nowhere(client):
    """The journal and the minutes put it under « cartes coupées », where the page of the draw says that no lot is drawn."""
    tournament = set_up("poules-4", 8)
    client.force_login(user := organiser_of(tournament))
    play_on(tournament, parties=3)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=user)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    assert drawn.seed_origin == "none" and len(drawn.minutes["seed"]) == 32
    pages = [get(client, "whole-evening", tournament.pk), get(client, "public-minutes", tournament.slug)]
    assert all("rien n’est tiré au sort" in page for page in pages)
    pages += [get(client, "draw", tournament.pk, drawn.pk), get(client, "journal", tournament.pk)]
    cells = [str(row) for tab in all_tabs(read_source(tournament)) for row in tab.rows]
    assert not any(drawn.minutes["seed"][:8] in text for text in pages + cells)
