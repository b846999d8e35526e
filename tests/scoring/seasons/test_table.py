"""The table of a season: scales, best n of m, minimum, weights, days, ties, and the lines that explain each figure."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from scoring.ranking.results import LOST, WON
from scoring.seasons.scales import KINDS, Scale
from scoring.seasons.table import SeasonEvening, SeasonMove, SeasonRules, make_table, moves
from tests.scoring.seasons.builders import entry, seasons

FRIDAYS = [SeasonEvening(key, 7 * key) for key in range(1, 7)]


def totals(table) -> list[tuple[int, int, Fraction]]:
    return [(row.rank, row.who[0], table.points(row.total)) for row in table.rows]


def test_each_scale_counts_what_it_says():
    played = [
        entry(1, 1, 1620, 1, donnes=12, results="wwl", final=WON),
        entry(2, 1, 1500, 2, donnes=16, results="wdl", final=LOST),
        entry(3, 1, 900, 9, results="l"),
    ]
    figures = {
        kind: [
            value
            for _, _, value in totals(make_table(played, FRIDAYS, SeasonRules(Scale(kind, ranks=(10, 8), beyond=1))))
        ]
        for kind in KINDS
    }
    assert figures == {
        "points": [1620, 1500, 900],
        "per_donne": [135, Fraction(375, 4), 0],
        "results": [10, 9, 2],
        "rank": [10, 8, 1],
    }
    bonus = SeasonRules(Scale("rank", ranks=(10, 8), beyond=1, presence=5, final_won=4, final_lost=2))
    assert [value for _, _, value in totals(make_table(played, FRIDAYS, bonus))] == [19, 15, 6]


@given(seasons())
def test_the_best_evenings_are_those_that_brute_force_finds(season):
    found, some, law = season
    table = make_table(found, some, law)
    assert {row.who for row in table.rows} == {one.who for one in found}
    for row in table.rows:
        values = [slot.value for slot in (*row.counted, *row.dropped)]
        size = min(law.best, len(values)) if law.best else len(values)
        assert row.total == max(sum(chosen) for chosen in combinations(values, size))
        assert len(row.counted) == size
        assert all(slot.value <= min(one.value for one in row.counted) for slot in row.dropped)
        assert (row.rank == 0) == (len(values) < law.minimum) == (row.lacks > 0)


@given(seasons())
def test_the_lines_of_an_evening_add_up_to_its_value(season):
    table = make_table(*season)
    for row in table.rows:
        for slot in (*row.counted, *row.dropped):
            assert sum(line.value for line in table.lines(slot)) == table.points(slot.value)


@given(seasons(), st.randoms())
def test_the_order_of_entries_moves_nothing_and_ranks_go_down_with_totals(season, random):
    found, some, law = season
    table = make_table(found, some, law)
    mixed = list(found)
    random.shuffle(mixed)
    assert make_table(mixed, some, law) == table
    ranked = [row for row in table.rows if row.rank]
    for place, (above, row) in enumerate(zip(ranked, ranked[1:], strict=False), start=2):
        assert above.total >= row.total
        assert row.rank == (above.rank if not row.separated_by else place)
        if row.separated_by == "total":
            assert above.total > row.total
        elif row.separated_by:
            assert above.total == row.total
            assert above.values[row.separated_by] != row.values[row.separated_by]


def test_the_final_evening_counts_double_and_a_day_of_two_evenings_once():
    day = [SeasonEvening(1, 10), SeasonEvening(2, 10), SeasonEvening(3, 20, 2)]
    played = [entry(1, 1, 30), entry(1, 2, 40), entry(1, 3, 25), entry(2, 2, 60), entry(2, 3, 10)]
    law = SeasonRules(Scale(presence=1), one_a_day=True, best=1)
    assert totals(make_table(played, day, law)) == [(1, 1, 71), (2, 2, 61)]
    apart = SeasonRules(Scale(presence=1), best=2)
    assert totals(make_table(played, day, apart)) == [(1, 1, 93), (2, 2, 83)]


def test_too_few_evenings_give_no_rank():
    played = [entry(1, 1, 90), entry(2, 1, 10), entry(2, 2, 10)]
    table = make_table(played, FRIDAYS, SeasonRules(minimum=2))
    assert [(row.rank, row.who[0], row.lacks, row.separated_by) for row in table.rows] == [
        (1, 2, 0, ""),
        (0, 1, 1, "minimum"),
    ]


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("wins", [(1, 2), (2, 1)]),
        ("difference", [(1, 1), (2, 2)]),
        ("capots", [(1, 2), (2, 1)]),
        ("best", [(1, 1), (2, 2)]),
        ("firsts", [(1, 1), (2, 2)]),
        ("direct", [(1, 2), (2, 1)]),
        ("lot", [(1, 2), (2, 1)]),
    ],
)
def test_a_criterion_separates_equals(key, order):
    played = [
        entry(1, 1, 70, 3, conceded=10),
        entry(1, 2, 30, 1, results="l"),
        entry(2, 1, 50, 2, conceded=30, results="w", capots=1),
        entry(2, 3, 50, 4),
    ]
    table = make_table(played, FRIDAYS, SeasonRules(ties=(key,)), [[(1,), (2,)], [(2,), (1,)]])
    assert [(row.rank, row.who[0]) for row in table.rows] == order
    assert table.rows[1].separated_by == key
    assert [row.rank for row in make_table(played, FRIDAYS, SeasonRules()).rows] == [1, 1]


def test_without_a_common_evening_or_a_card_equals_stay_equal():
    played = [entry(1, 1, 70), entry(2, 2, 70)]
    table = make_table(played, FRIDAYS, SeasonRules(ties=("direct", "lot")), [[(1,), (3,)]])
    assert [(row.rank, row.tied) for row in table.rows] == [(1, True), (1, True)]


def test_a_category_has_its_own_ranks():
    played = [
        entry(1, 1, 90),
        entry(2, 1, 80, category="women"),
        entry(3, 1, 80, category="women"),
        entry(4, 1, 10, category="women"),
        entry(4, 2, 10, category="men"),
    ]
    table = make_table(played, FRIDAYS, SeasonRules())
    assert [(rank, row.who[0]) for rank, row in table.in_category("women")] == [(1, 2), (1, 3)]
    assert [(rank, row.who[0]) for rank, row in table.in_category("men")] == [(1, 4)]


def test_a_correction_says_who_moved():
    before = make_table([entry(1, 1, 90), entry(2, 1, 80), entry(3, 1, 5)], FRIDAYS, SeasonRules())
    after = make_table([entry(1, 1, 70), entry(2, 1, 80), entry(4, 1, 1)], FRIDAYS, SeasonRules())
    assert moves(before, after) == [
        SeasonMove((2,), 2, 1, 80, 80),
        SeasonMove((1,), 1, 2, 90, 70),
        SeasonMove((4,), 0, 3, None, 1),
        SeasonMove((3,), 3, 0, 5, None),
    ]
    assert not moves(before, before)
