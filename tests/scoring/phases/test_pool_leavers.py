"""A team that leaves its pool: its matches annulled, kept, or kept without the difference of forfeits."""

import random

import pytest

from scoring.ranking import PartieResult, TeamResults, rank
from scoring.ranking.results import FORFEIT, LOST, PLAYED, WON, annulled_in_pool, counted_in_pool
from scoring.standings.reading import evening
from scoring.workbook.sheets import draws
from scoring.workbook.source import read_source
from tests.support.accounts import logged_in
from tests.support.counts import tries
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import play, set_up
from tournament.finals.played import played_phases
from tournament.models import Team, Tournament
from tournament.registration import attendance

CRITERIA = ("wins", "difference", "points")


def a_pool(chance: random.Random, teams: int, gone: set[int]) -> dict[int, tuple[PartieResult, ...]]:
    """Every two meet once; of who has *gone* the last matches are won by forfeit."""
    results: dict[int, list[PartieResult]] = {team: [] for team in range(1, teams + 1)}
    for one in results:
        for other in range(one + 1, teams + 1):
            partie, points = other - one, chance.randint(600, 1300)
            away = gone & {one, other} if chance.random() < 0.5 else set()
            for team, opponent, mine in ((one, other, points), (other, one, 1944 - points)):
                if not away:
                    outcome = WON if mine > 972 else LOST
                    result = PartieResult(partie, PLAYED, 1, "NS", mine, 1944 - mine, (opponent,), outcome)
                elif team not in away:
                    result = PartieResult(partie, FORFEIT, points=972, opponents=(opponent,), outcome=WON)
                else:
                    continue
                results[team].append(result)
    return {team: tuple(own) for team, own in results.items()}


def order(results, gone, **leavers):
    lines = [TeamResults(t, own, t, t in gone) for t, own in results.items()]
    return [row.number for row in rank(lines, CRITERIA, **leavers)]


@pytest.mark.parametrize("leavers_last", [True, False])
@pytest.mark.parametrize("seed", range(tries(60, 3000)))
def test_with_annulled_matches_the_pool_is_ranked_as_if_the_team_had_not_been_there(seed, leavers_last):
    """A few leave, or the whole pool: the matches that `stayed` are those of two who have finished it or are still here."""
    chance = random.Random(seed)
    teams = chance.randint(3, 6)
    gone = set(chance.sample(range(1, teams + 1), chance.randint(1, teams)))
    results = a_pool(chance, teams, gone)
    unfinished = {
        team
        for team in gone
        if any(
            all(other not in result.opponents or result.outcome not in (WON, LOST) for result in results[team])
            for other in results
            if other != team
        )
    }
    stayed = {
        team: tuple(result for result in own if not unfinished & set(result.opponents))
        for team, own in results.items()
        if team not in unfinished
    }
    ranked = order(counted_in_pool(results, gone, "annulled"), gone, leavers_last=leavers_last)
    stays = order(stayed, gone, leavers_last=leavers_last)
    assert [team for team in ranked if team not in unfinished] == stays
    # It was before those that had conceded more points than they had marked, whose places in the draw were others.
    here = [place for place, team in enumerate(ranked) if team not in gone]
    assert all(ranked.index(team) > max(here, default=-1) for team in unfinished)
    assert annulled_in_pool(results, gone, "annulled") == unfinished
    assert counted_in_pool(results, gone, "stand") is results


def test_matches_that_are_annulled_stay_so_when_others_leave_too():
    """They counted again once those it had not met were gone, and where a whole pool left nothing was annulled."""
    played = PartieResult(1, PLAYED, 1, "NS", 1000, 944, (2,), WON)
    lost = PartieResult(1, PLAYED, 1, "EO", 944, 1000, (1,), LOST)
    other = PartieResult(1, PLAYED, 2, "NS", 1000, 944, (4,), WON)
    beaten = PartieResult(1, PLAYED, 2, "EO", 944, 1000, (3,), LOST)
    results = {1: (played,), 2: (lost,), 3: (other,), 4: (beaten,)}
    for gone in ({1}, {1, 3}, {1, 3, 4}, {1, 2, 3, 4}):
        assert annulled_in_pool(results, gone, "annulled") == gone
    # A win by forfeit against a team gone before is a meeting.
    finished = {
        1: (),
        2: (PartieResult(1, FORFEIT, points=972, opponents=(1,), outcome=WON), played._replace(opponents=(3,))),
        3: (lost._replace(opponents=(2,)), PartieResult(2, FORFEIT, points=972, opponents=(1,), outcome=WON)),
    }
    assert annulled_in_pool(finished, {1, 2}, "annulled") == {1}


def test_a_forfeit_moves_no_difference_where_the_club_says_so():
    """Team 8 lost both matches it played, and stood before team 5, which had beaten it."""
    results = {
        2: (PartieResult(1, PLAYED, 1, "NS", 1000, 940, (5,), WON),),
        4: (
            PartieResult(1, PLAYED, 2, "NS", 1000, 940, (8,), WON),
            PartieResult(2, FORFEIT, points=920, opponents=(2,), outcome=WON),
        ),
        5: (
            PartieResult(1, PLAYED, 1, "EO", 940, 1000, (2,), LOST),
            PartieResult(2, PLAYED, 2, "NS", 1000, 940, (8,), WON),
            PartieResult(3, PLAYED, 1, "NS", 940, 1000, (4,), LOST),
        ),
        8: (
            PartieResult(1, PLAYED, 2, "EO", 940, 1000, (4,), LOST),
            PartieResult(2, PLAYED, 2, "EO", 940, 1000, (5,), LOST),
            PartieResult(3, FORFEIT, points=920, opponents=(2,), outcome=WON),
        ),
    }
    assert order(results, {2}) == [4, 8, 5, 2]
    assert order(counted_in_pool(results, {2}, "played"), {2})[:3] == [4, 5, 8]
    assert order(counted_in_pool(results, {2}, "annulled"), {2})[:3] == [4, 5, 8]


@pytest.mark.django_db
@pytest.mark.parametrize("policy", ["annulled", "stand", "played"])
def test_the_choice_is_said_before_a_team_leaves_and_where_the_pools_stand(policy):
    tournament = set_up("poules-4", 8, pool_leavers=policy)
    play(tournament)
    client = logged_in(organiser_of(tournament))
    pools = played_phases(evening(tournament.pk))[0].pools
    gone, mate = pools[0][0], pools[0][1]
    page = text_of(get(client, "team", tournament.pk, Team.objects.get(tournament=tournament, number=gone).pk))
    reglement = text_of(get(client, "public-reglement", tournament.slug))
    words = {"annulled": "sont annulés dans le classement", "stand": "comptent aussi", "played": "ne comptent pas"}[
        policy
    ]
    assert words in page and words in reglement
    pk = Team.objects.get(tournament=tournament, number=gone).pk
    attendance.withdraw_team(team_id=pk, from_round=2, reason="fatigue", by=None)
    play(tournament), play(tournament)
    results = evening(tournament.pk)
    rows = {row.number: row for row in results.pool_rows(played_phases(results)[0])[0]}
    assert len(rows[mate].results) == (2 if policy == "annulled" else 3)
    assert len(results.seated[mate]) == 3, "the general ranking keeps what was marked"
    shown = text_of(get(client, "public-phases", tournament.slug))
    assert ("pas fini sa poule" in shown) == (policy == "annulled")
    notes = {
        cell
        for one in draws.phases_tabs(read_source(tournament))[:1]
        for row in one.rows
        for cell in row
        if isinstance(cell, str)
    }
    assert any("matchs annulés" in note for note in notes) == (policy == "annulled")
    # Each partie says so where the rank is explained, of the team that left and of those that it had met.
    said = {}
    for number in (gone, mate):
        parties = client.get(f"/api/v1/public/{tournament.slug}/teams/{number}/").json()["parties"]
        said[number] = [one["parts"] for one in parties if one["annulled"]]
    words = "Annulé dans le classement de la poule"
    opponent = f"{words}\u00a0: le n°\u00a0{gone} en est parti avant d’avoir rencontré toutes les autres."
    assert said[mate] == ([[opponent]] if policy == "annulled" else [])
    assert [words in part for parts in said[gone] for part in parts] == [True] * (policy == "annulled")
    assert (" ".join(opponent.split()) in text_of(get(client, "why", tournament.pk, mate))) == (policy == "annulled")
    pools = client.get(f"/api/v1/public/{tournament.slug}/phases/").json()["phases"][0]["pools"]
    assert [team["number"] for pool in pools for team in pool["teams"] if team["annulled"]] == (
        [gone] if policy == "annulled" else []
    )


@pytest.mark.django_db
def test_a_concours_made_before_the_choice_keeps_every_match_and_a_new_one_annuls():
    assert Tournament().pool_leavers == "stand"
    assert set_up("poules-4", 8).pool_leavers == "annulled"
