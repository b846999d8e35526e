"""The draw by lot: uniform over every allowed draw, whichever way it is found."""

import hashlib
from collections import Counter

import pytest

from tests.support.counts import spread
from tests.tournament.tirages.brute import Contest
from tournament.tirages import draw, sort
from tournament.tirages.chance import Lot


def request(entrants, **options):
    return {"method": "sort", "round": 1, "seed": "", "options": options, "entrants": entrants}


def met_in_a_ring(count):
    return [{"number": n, "met": [n % count + 1]} for n in range(1, count + 1)]


def chi_square(asked, times):
    """The statistic over all allowed draws, and how many there are."""
    truth = Contest(asked)
    able = truth.exempts()
    best = {exempt: truth.best(exempt)[0] for exempt in able}
    least = min(best.values())
    draws = {
        frozenset(map(frozenset, pairs)): 0
        for exempt in able
        if best[exempt] == least
        for pairs in truth.draws(exempt)
        if truth.broken(pairs) == least
    }
    seen = Counter()
    for number in range(times):
        result = draw({**asked, "seed": f"cards {number}"})
        seen[frozenset(frozenset(n for camp in table["camps"] for n in camp) for table in result["tables"])] += 1
    assert set(seen) == set(draws)
    expected = times / len(draws)
    return sum((seen[one] - expected) ** 2 / expected for one in draws), len(draws)


CASES = {
    "six teams in a ring": request(met_in_a_ring(6)),
    "five, one sits out": request([{"number": n} for n in range(1, 6)]),
    "seven, clubs apart": request(
        [{"number": n, "club": "AABBC"[n % 5], "points": 0} for n in range(1, 8)], club_apart="hard"
    ),
    "fewest rematches": request(
        [{"number": n, "met": [m for m in range(1, 7) if m != n and (n * m) % 5 != 1]} for n in range(1, 7)],
        rematch="least",
    ),
}


@pytest.mark.parametrize("case", spread(2, CASES))
@pytest.mark.parametrize("way", ["rejection", "counting"])
def test_every_allowed_draw_is_as_likely(case, way, monkeypatch):
    if way == "counting":
        monkeypatch.setattr(sort, "PAIRS_MAX", -10_000)
    statistic, draws = chi_square(CASES[case], 3000)
    freedom = draws - 1
    assert statistic < freedom + 3.3 * (2 * freedom) ** 0.5 + 6  # beyond one chance in a thousand


def test_too_many_to_count_is_said_not_to_be_uniform(monkeypatch):
    monkeypatch.setattr(sort, "PAIRS_MAX", -10_000)
    monkeypatch.setattr(sort, "COUNTS_MAX", 0)
    statistic, draws = chi_square(CASES["six teams in a ring"], 1500)
    assert statistic < draws - 1 + 3.3 * (2 * (draws - 1)) ** 0.5 + 6
    assert draw(CASES["six teams in a ring"])["optimal"] is False


def test_tables_and_camps_are_drawn_too():
    first = Counter()
    camp = Counter()
    for number in range(600):
        result = draw({**request([{"number": n} for n in (1, 2, 3, 4)]), "seed": str(number)})
        first[next(t["table"] for t in result["tables"] if [1] in t["camps"])] += 1
        camp[next(t["camps"].index([1]) for t in result["tables"] if [1] in t["camps"])] += 1
    assert all(240 < first[table] < 360 for table in (1, 2))
    assert all(240 < camp[place] < 360 for place in (0, 1))


def test_two_clubs_of_equal_size_meet_one_another():
    entrants = [{"number": n, "club": "AB"[n % 2]} for n in range(1, 41)]
    result = draw({**request(entrants, club_apart="hard"), "seed": "x"})
    assert all((a[0] + b[0]) % 2 for a, b in (table["camps"] for table in result["tables"]))


def test_the_generator_can_be_written_again_from_its_description():
    """SHA-256(SHA-256(text) + counter of 8 bytes), eight words of 32 bits, the incomplete last interval thrown away."""
    key = hashlib.sha256("dix-de-der tirage 1\nsubject\nR♥ 7♣".encode()).digest()
    words = []
    for counter in range(40):
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    expected = [word % 1000 for word in words if word < 2**32 - 2**32 % 1000]
    lot = Lot("subject", "R♥ 7♣")
    assert [lot.below(1000) for _ in expected] == expected


def test_large_numbers_are_in_bounds_and_reach_far():
    lot = Lot("large", "")
    bound = 3 * 2**70
    values = [lot.below(bound) for _ in range(200)]
    assert all(0 <= value < bound for value in values)
    assert max(values) > bound * 0.9
    assert min(values) < bound * 0.1
