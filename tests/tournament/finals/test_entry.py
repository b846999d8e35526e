"""Entrants of a phase: the first ones, the others, the beaten; those of one pool far from each other."""

import itertools
import random

import networkx
import pytest

from tests.support.counts import some, tries
from tournament.finals.entrants import PhaseEntry, parted
from tournament.tirages.elimination import rounds_needed, seeding
from tournament.tirages.tables import even_sizes


def test_a_consolante_takes_those_beaten_in_their_first_match():
    assert PhaseEntry(who="beaten", count=0, ranking=[1, 6, 5, 3, 2], beaten=[2, 3]).teams() == [3, 2]


def test_the_first_and_the_others_enter_the_phases_that_follow():
    ranking = list(range(20, 0, -1))
    assert PhaseEntry(who="all", count=0, ranking=ranking).teams() == ranking
    assert PhaseEntry(who="first", count=8, ranking=ranking).teams() == list(range(20, 12, -1))
    assert PhaseEntry(who="after", count=8, ranking=ranking).teams() == list(range(12, 0, -1))
    groups = [[1, 2, 3], [4, 5, 6, 7]]
    assert PhaseEntry(who="pool_first", count=2, ranking=[], pools=groups).teams() == [1, 4, 2, 5]
    assert PhaseEntry(who="pool_after", count=2, ranking=[], pools=groups).teams() == [6, 3, 7], (
        "6 and 7 do not meet at once"
    )


@pytest.mark.parametrize("turn", range(tries(30, 2000)))
def test_a_consolante_begins_with_no_more_rematches_than_its_pools_make_unavoidable(turn):
    """Those of one pool have all met, and a few others in the parties before; where one cannot be helped, it is one."""
    chance = random.Random(turn)
    order = chance.sample(range(1, 40), chance.randint(2, 14))
    shuffled, size = chance.sample(order, len(order)), chance.randint(3, 6)
    met = {team: {*shuffled[place // size * size :][:size]} - {team} for place, team in enumerate(shuffled)}
    for one, other in (chance.sample(order, 2) for _ in range(chance.randint(0, 2 * len(order)))):
        met[one].add(other)
        met[other].add(one)
    teams = parted(order, met)
    places = seeding(1 << rounds_needed(len(teams)))
    pairs = [(one, other) for one, other in zip(places[::2], places[1::2], strict=True) if max(one, other) < len(teams)]
    beginning = [teams[seed] for pair in pairs for seed in pair]
    assert sorted(teams) == sorted(order) and len(beginning) == 2 * len(pairs)
    assert [team for team in teams if team not in beginning] == [team for team in order if team not in beginning]
    new = networkx.Graph((one, other) for one, other in itertools.combinations(beginning, 2) if other not in met[one])
    again = [pair for pair in pairs if teams[pair[1]] in met[teams[pair[0]]]]
    assert len(again) == len(pairs) - len(networkx.max_weight_matching(new, maxcardinality=True))


def test_two_of_a_pool_come_to_opposite_halves_for_any_number_of_teams():
    """And the byes are for the best, as the evening ranks them: of the firsts of the pools, or of the consolante.

    There one pool at most has two teams in one half, and it is for a bye.
    """
    for teams in some(range(8, 201), turn=4, quick=24):
        chance = random.Random(teams)
        sizes = even_sizes(teams, 4)
        ranking = chance.sample(range(teams), teams)
        pool_of = chance.sample([pool for pool, size in enumerate(sizes) for _team in range(size)], teams)
        pools = [[team for team in ranking if pool_of[team] == pool] for pool in range(len(sizes))]
        for who, best in (("pool_first", len(pools)), ("pool_after", teams)):
            entry = PhaseEntry(who=who, count=2, ranking=ranking, pools=pools)
            order = entry.teams()
            byes = min((1 << rounds_needed(len(order))) - len(order), best)
            assert set(order[:byes]) == set(entry.by_rank()[:byes]), (teams, who)
            seeds = seeding(1 << rounds_needed(len(order)))
            places = [order[seed] if seed < len(order) else None for seed in seeds]
            halves = [[places.index(team) * 2 // len(places) for team in pool if team in places] for pool in pools]
            near = sum(len(set(own)) < len(own) for own in halves)
            assert near <= (who == "pool_after" and byes > 0), (teams, who)
