"""The ranking of clubs and communes: the best of each, equals, those that lack some; against every choice by brute force."""

from itertools import combinations

from hypothesis import given, strategies as st

from scoring.ranking.origins import POINTS, RANKS, Ranked, rank_origins


def team(number: int, rank: int, points: int, *origins: str) -> Ranked:
    return Ranked(number, rank, points, origins)


FOUR = [
    team(1, 1, 4000, "reze"),
    team(2, 2, 3900, "casson"),
    team(3, 3, 3850, "casson"),
    team(4, 4, 3000, "reze"),
    team(5, 5, 2900, "bouaye"),
    team(6, 6, 2000, "casson"),
]


def test_the_best_teams_of_each_are_added_up():
    rows = rank_origins(FOUR, best=2, by=POINTS)
    assert [(row.rank, row.origin, row.total, row.counted, row.others, row.lacks) for row in rows] == [
        (1, "casson", 7750, (2, 3), 1, 0),
        (2, "reze", 7000, (1, 4), 0, 0),
        (0, "bouaye", 2900, (5,), 0, 1),
    ]


def test_equal_sums_of_ranks_are_separated_by_the_best_team():
    rows = rank_origins(FOUR, best=2, by=RANKS)
    assert [(row.rank, row.tied, row.origin, row.total) for row in rows] == [
        (1, False, "reze", 5),
        (2, False, "casson", 5),
        (0, False, "bouaye", 5),
    ]


def test_those_equal_on_everything_share_a_rank():
    both = [team(1, 1, 4000, "casson", "reze"), team(2, 2, 3900, "bouaye")]
    rows = rank_origins(both, best=1, by=POINTS)
    assert [(row.rank, row.tied, row.origin) for row in rows] == [
        (1, True, "casson"),
        (1, True, "reze"),
        (3, False, "bouaye"),
    ]


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 50)), max_size=12),
    st.integers(1, 4),
    st.sampled_from([POINTS, RANKS]),
)
def test_no_choice_of_teams_would_bring_more(teams, best, by):
    # Ranked by points, as a concours does: no choice of as many teams beats the one that counts.
    ordered = sorted(teams, key=lambda one: -one[1])
    ranked = [team(at, at, points, origin) for at, (origin, points) in enumerate(ordered, start=1)]
    rows = rank_origins(ranked, best=best, by=by)
    assert {row.origin for row in rows} == {origin for origin, _ in teams}
    for row in rows:
        figures = [one.points if by == POINTS else one.rank for one in ranked if row.origin in one.origins]
        sums = [sum(chosen) for chosen in combinations(figures, min(best, len(figures)))]
        assert row.total == (max(sums) if by == POINTS else min(sums))
        assert (row.rank == 0) == (len(figures) < best) == (row.lacks > 0)
    totals = [row.total if by == RANKS else -row.total for row in rows if row.rank]
    assert totals == sorted(totals)
