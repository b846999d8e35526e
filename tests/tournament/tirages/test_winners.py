"""Winners against winners, group by group, against the general matching on all pairs."""

import random

import pytest

from tests.support.counts import tries
from tournament.tirages import winners
from tournament.tirages.winners import best_by_wins


def contest(rng, sizes):
    """Teams by wins then points, past opponents mostly close in the ranking."""
    count = rng.choice(sizes)
    groups, spread = rng.choice((2, 3, 4, 5)), rng.choice((6, 100, 3000))
    teams = sorted(((rng.randrange(groups), rng.randrange(spread)) for _ in range(count)), reverse=True)
    foes = [set() for _ in range(count)]
    for _ in range(rng.randrange(5) * count // 2):
        a = rng.randrange(count)
        b = min(count - 1, a + rng.randrange(1, 4)) if rng.random() < 0.6 else rng.randrange(count)
        if a != b:
            foes[a].add(b)
            foes[b].add(a)
    return [wins for wins, _ in teams], [points for _, points in teams], foes


def gaps(pairing, wins, points):
    return tuple(
        sum(abs(figure[i] - figure[j]) for i, j in enumerate(pairing.mate) if i < j) for figure in (wins, points)
    )


@pytest.mark.parametrize(("sizes", "quick"), [((6, 10), 150), ((16, 24), 60), ((30, 40, 50), 25)])
def test_the_pairing_is_the_best_in_wins_then_in_points(monkeypatch, sizes, quick):
    general = winners._general
    chains = []
    solve = winners._Chain.solve
    monkeypatch.setattr(winners._Chain, "solve", lambda self: chains.append(solve(self)) or chains[-1])
    monkeypatch.setattr(winners, "SMALL", 0)
    rng = random.Random(sizes[0])
    tried = tries(quick, 2500)
    for _ in range(tried):
        wins, points, foes = contest(rng, sizes)
        truth = general(range(len(wins)), wins, points, foes, {})
        found = best_by_wins(wins, points, foes)
        if truth is None:
            assert found is None
            continue
        assert found.proven
        assert all(found.mate[j] == i and j not in foes[i] for i, j in enumerate(found.mate))
        assert gaps(found, wins, points) == gaps(truth, wins, points), (wins, points, foes)
    assert sum(chain is not None for chain in chains) > 0.4 * tried


def test_who_floats_is_the_one_closest_below():
    """Not always the last of its group: the one that leaves the least sum of gaps."""
    found = best_by_wins([3, 3, 3, 1, 1, 1], [900, 800, 790, 790, 400, 390], [set()] * 6)
    assert found.mate == [1, 0, 3, 2, 5, 4]
    found = best_by_wins([3, 3, 3, 1, 1, 1], [900, 700, 690, 890, 400, 390], [set()] * 6)
    assert found.mate == [3, 2, 1, 0, 5, 4]


def test_knots_too_large_for_a_proof_are_said_unproved(monkeypatch):
    monkeypatch.setattr(winners, "SMALL", 0)
    monkeypatch.setattr(winners, "GENERAL_MAX", 0)
    wins, points = [2, 2, 1, 1], [50, 40, 30, 20]
    assert best_by_wins(wins, points, [{1}, {0}, set(), set()]).proven is False  # two pairs must cross
    assert best_by_wins(wins, points, [set()] * 4).proven is True
