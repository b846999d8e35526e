"""The line and its prover against every pairing, ties, heavy tails, priced and dense conflicts included."""

import random
from functools import lru_cache

import pytest

from tournament.tirages import neighbours
from tournament.tirages.matching import cheapest_pairing, largest_matching, obstacle
from tournament.tirages.neighbours import best_pairing


def least(keys, foes, levels):
    """The least (levels, cost) of all perfect pairings, or None."""
    n = len(keys)

    @lru_cache(None)
    def rest(mask):
        if mask == (1 << n) - 1:
            return 0, 0
        a = next(i for i in range(n) if not mask >> i & 1)
        found = []
        for b in range(a + 1, n):
            if mask >> b & 1 or (b in foes[a] and (a, b) not in levels):
                continue
            after = rest(mask | 1 << a | 1 << b)
            if after is not None:
                level = levels[a, b] if b in foes[a] else 0
                found.append((after[0] + level, after[1] + keys[a] - keys[b]))
        return min(found, default=None)

    return rest(0)


def line(rng):
    n = rng.choice((2, 4, 6, 8, 10, 12))
    figure = rng.choice(
        (lambda: rng.randrange(5), lambda: int(2 ** rng.uniform(0, 14)), lambda: rng.randrange(3000), lambda: 7)
    )
    keys = sorted((figure() for _ in range(n)), reverse=True)
    density, near = rng.choice((0.05, 0.1, 0.2, 0.4, 0.6, 0.8)), rng.random() < 0.5
    foes = [set() for _ in range(n)]
    for a in range(n):
        for b in range(a + 1, n):
            if rng.random() < density and (not near or b - a <= 3):
                foes[a].add(b)
                foes[b].add(a)
    levels = {}
    if rng.random() < 0.4:
        share = rng.choice((0.5, 1))
        levels = {(a, b): rng.choice((1, n)) for a in range(n) for b in foes[a] if a < b and rng.random() < share}
    return keys, foes, levels


@pytest.mark.parametrize("states", [0, 3, neighbours.STATES_MAX])
def test_the_pairing_is_the_cheapest(monkeypatch, states):
    monkeypatch.setattr(neighbours, "STATES_MAX", states)  # 0: every block goes to the general matching
    rng = random.Random(states)
    for _ in range(1200):
        keys, foes, levels = line(rng)
        truth = least(tuple(keys), foes, levels)
        found = best_pairing(keys, foes, levels)
        if truth is None:
            assert found is None, (keys, foes, levels)
            continue
        assert found is not None, (keys, foes, levels)
        pairs = [(a, b) for a, b in enumerate(found.mate) if a < b]
        assert sorted(place for pair in pairs for place in pair) == list(range(len(keys)))
        level = sum(levels[a, b] for a, b in pairs if b in foes[a])
        assert (level, sum(keys[a] - keys[b] for a, b in pairs)) == truth, (keys, foes, levels)
        assert found.proven


def test_a_general_matching_is_the_cheapest():
    rng = random.Random(5)
    for _ in range(800):
        n = rng.choice((2, 4, 6, 8, 10))
        share = rng.choice((0.3, 0.5, 0.8, 1))
        edges = [(a, b, rng.randrange(-20, 60)) for a in range(n) for b in range(a + 1, n) if rng.random() < share]
        cost = {(a, b): c for a, b, c in edges}
        foes = [{b for b in range(n) if b != a and (min(a, b), max(a, b)) not in cost} for a in range(n)]

        @lru_cache(None)
        def rest(mask, n=n, cost=cost):
            if mask == (1 << n) - 1:
                return 0
            a = next(i for i in range(n) if not mask >> i & 1)
            after = [
                (cost[a, b], rest(mask | 1 << a | 1 << b))
                for b in range(a + 1, n)
                if (a, b) in cost and not mask >> b & 1
            ]
            return min((c + r for c, r in after if r is not None), default=None)

        found = cheapest_pairing(n, edges)
        assert (None if found is None else sum(cost[a, b] for a, b in enumerate(found) if a < b)) == rest(0)
        wall = obstacle(n, foes)
        assert (wall.missing == 0) == (found is not None)
        assert wall.missing == largest_matching(n, foes).count(-1)


def test_an_odd_crowd_names_who_may_sit_out():
    rng = random.Random(9)
    for _ in range(300):
        n = rng.choice((3, 5, 7))
        foes = [set() for _ in range(n)]
        for a in range(n):
            for b in range(a):
                if rng.random() < 0.6:
                    foes[a].add(b)
                    foes[b].add(a)
        wall = obstacle(n, foes)
        able = []
        for out in range(n):
            left = [v for v in range(n) if v != out]
            smaller = [{left.index(w) for w in foes[v] if w != out} for v in left]
            if -1 not in largest_matching(n - 1, smaller):
                able.append(out)
        assert able == (wall.loose if wall.missing == 1 else [])


def test_a_long_line_is_cut_into_blocks_and_stays_exact():
    """Against the general matching on the whole line, clubs of ten included."""
    for seed in range(6):
        rng = random.Random(seed)
        n = 60
        keys = sorted((rng.randrange(2000) for _ in range(n)), reverse=True)
        foes = [set() for _ in range(n)]
        club = [rng.randrange(6 if seed % 2 else 20) for _ in range(n)]
        for a in range(n):
            for b in range(n):
                if a != b and (club[a] == club[b] or abs(a - b) < 9 and (a * b + seed) % 5 == 0):
                    foes[a].add(b)
                    foes[b].add(a)
        edges = [(a, b, keys[a] - keys[b]) for a in range(n) for b in range(a + 1, n) if b not in foes[a]]
        whole = cheapest_pairing(n, edges)
        found = best_pairing(keys, foes)
        assert found.proven
        assert sum(abs(keys[a] - keys[b]) for a, b in enumerate(found.mate)) == sum(
            abs(keys[a] - keys[b]) for a, b in enumerate(whole)
        )


def test_no_table_is_wider_than_it_need_be():
    assert best_pairing([10, 10, 0, 0], [{1}, {0}, {3}, {2}]).mate == [2, 3, 0, 1]  # 1-3, 2-4 rather than 1-4, 2-3
