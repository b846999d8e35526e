"""Laws of the ranking, whatever the concours, and one small concours ranked by hand."""

import random

import pytest
from hypothesis import given, strategies as st

from scoring.ranking import (
    CRITERIA,
    EXEMPT,
    FORFEIT,
    PENDING,
    ExemptPolicy,
    PartieResult,
    TeamResults,
    gaps,
    half_partie,
    rank,
    settle_table,
    team_results,
)
from scoring.ranking.criteria import lot
from tournament.concours.criteria import CRITERIA as WORDS

# Six teams, two parties of twelve donnes. Partie 1: 1-2, 3-4, 5-6. Partie 2: 1-3, 5-2, 4-6.
#   team   partie 1        partie 2         points won        difference
#   1      1100 against 2   972 against 3   2072   1, 1 drawn   +256
#   2       844 against 1   872 against 5   1716   0            -456
#   3       972 against 4   972 against 1   1944   0, 2 drawn      0
#   4       972 against 3  1072 against 6   2044   1, 1 drawn   +200
#   5      1072 against 6  1072 against 2   2144   2            +400
#   6       872 against 5   872 against 4   1744   0            -400
GOLDEN = [
    (1, [(1, {"NS": 1, "EO": 2}, 1100, 844), (2, {"NS": 3, "EO": 4}, 972, 972), (3, {"NS": 5, "EO": 6}, 1072, 872)]),
    (2, [(1, {"NS": 1, "EO": 3}, 972, 972), (2, {"NS": 5, "EO": 2}, 1072, 872), (3, {"NS": 4, "EO": 6}, 1072, 872)]),
]


def golden() -> list[TeamResults]:
    seated: dict[int, dict[int, PartieResult]] = {number: {} for number in range(1, 7)}
    for partie, tables in GOLDEN:
        for table, teams, north, east in tables:
            camps = {camp: (team,) for camp, team in teams.items()}
            for team, result in settle_table(partie, table, camps, {"NS": (north, 0), "EO": (east, 0)}):
                seated[team][partie] = result
    return [TeamResults(n, team_results((1, 2), results, ExemptPolicy())) for n, results in seated.items()]


def ranks(rows) -> list[tuple[int, int]]:
    return [(row.rank, row.number) for row in rows]


def test_a_small_concours_by_sum_of_points():
    assert ranks(rank(golden(), ["points"])) == [(1, 5), (2, 1), (3, 4), (4, 3), (5, 6), (6, 2)]


def test_a_small_concours_by_wins_then_points():
    rows = rank(golden(), ["wins", "points"])
    assert ranks(rows) == [(1, 5), (2, 1), (3, 4), (4, 3), (5, 6), (6, 2)]
    assert [row.wins for row in rows] == [2, 1, 1, 0, 0, 0]
    assert [(row.ties, row.losses) for row in rows] == [(0, 0), (1, 0), (1, 0), (2, 0), (0, 2), (0, 2)]


def test_a_small_concours_by_every_other_criterion():
    rows = {row.number: row.values for row in rank(golden(), ["match_points", "difference", "conceded", "buchholz"])}
    assert [rows[n]["match_points"] for n in range(1, 7)] == [5, 2, 4, 5, 6, 2]
    assert [rows[n]["difference"] for n in range(1, 7)] == [256, -456, 0, 200, 400, -400]
    assert [rows[n]["conceded"] for n in range(1, 7)] == [1816, 2172, 1944, 1844, 1744, 2144]
    # The opponents of team 1 are 2 and 3: 2 + 4 match points.
    assert [rows[n]["buchholz"] for n in range(1, 7)] == [6, 11, 10, 6, 4, 11]
    by_points = {row.number: row.values for row in rank(golden(), ["points", "buchholz", "best_round", "first_round"])}
    assert by_points[1] == {"points": 2072, "buchholz": 1716 + 1944, "best_round": 1100, "first_round": 1100}


def test_what_separates_a_team_from_its_neighbours():
    rows = rank(golden(), ["wins", "points"])
    above, beside, below = gaps(rows, 4)
    assert (above.other.number, above.criterion, above.mine, above.theirs) == (1, "points", 2044, 2072)
    assert (below.other.number, below.criterion, below.mine, below.theirs) == (3, "wins", 1, 0)
    assert beside == []
    assert gaps(rows, 5)[0] is None and gaps(rows, 2)[2] is None
    with pytest.raises(KeyError):
        gaps(rows, 99)


def team(number: int, *points: int, withdrawn: bool = False) -> TeamResults:
    return TeamResults(
        number,
        tuple(PartieResult(i + 1, "played", 1, "NS", p, 1944 - p) for i, p in enumerate(points)),
        withdrawn=withdrawn,
    )


def test_equal_teams_share_the_rank_and_the_next_is_skipped():
    rows = rank([team(9, 1000), team(2, 1200), team(4, 1000), team(7, 900)], ["points"])
    assert ranks(rows) == [(1, 2), (2, 4), (2, 9), (4, 7)]
    assert [row.tied for row in rows] == [False, True, True, False]
    assert [row.separated_by for row in rows] == ["", "points", "", "points"]
    _above, beside, below = gaps(rows, 9)
    assert [row.number for row in beside] == [4] and below.other.number == 7


def test_a_team_that_left_comes_last_whatever_it_has():
    rows = rank([team(1, 1900, withdrawn=True), team(2, 100), team(3, 200)], ["points"])
    assert ranks(rows) == [(1, 3), (2, 2), (3, 1)]
    assert gaps(rows, 1)[0].criterion == "withdrawn" and gaps(rows, 2)[2].criterion == "withdrawn"


def meeting(number: int, outcome: str, *opponents: int, points: int = 972) -> PartieResult:
    return PartieResult(number, "played", 1, "NS", points, 1944 - points, opponents, outcome)


def test_direct_meeting_decides_between_two_that_met():
    first = TeamResults(1, (meeting(1, "lost", 2, points=900), meeting(2, "won", 3, points=1044)))
    second = TeamResults(2, (meeting(1, "won", 1, points=1044), meeting(2, "lost", 4, points=900)))
    rows = rank([first, second], ["points", "direct"])
    assert ranks(rows) == [(1, 2), (2, 1)]
    assert rows[1].separated_by == "direct" and rows[0].values["direct"] == 1 and rows[1].values["direct"] == -1


def test_direct_meeting_does_not_apply_where_one_has_not_met_another():
    one = TeamResults(1, (meeting(1, "won", 2), meeting(2, "lost", 8)))
    two = TeamResults(2, (meeting(1, "lost", 1), meeting(2, "won", 9)))
    three = TeamResults(3, (meeting(1, "won", 7), meeting(2, "won", 6)))
    rows = rank([one, two, three], ["points", "direct"])
    assert [row.rank for row in rows] == [1, 1, 1]
    assert [row.values["direct"] for row in rows] == [None, None, None]


def test_direct_meeting_of_three_in_a_ring_leaves_them_equal():
    ring = [
        TeamResults(1, (meeting(1, "won", 2), meeting(2, "lost", 3))),
        TeamResults(2, (meeting(1, "lost", 1), meeting(2, "won", 3))),
        TeamResults(3, (meeting(1, "lost", 2), meeting(2, "won", 1))),
    ]
    assert [row.rank for row in rank(ring, ["points", "direct"])] == [1, 1, 1]


@pytest.mark.parametrize(
    ("policy", "brings"),
    [
        (ExemptPolicy("zero", half=972), 0),
        (ExemptPolicy("half", half=972), 972),
        (ExemptPolicy("flat", half=972, flat=1000), 1000),
        (ExemptPolicy("mean", half=972), 1001),  # 1000 and 1001: 1000.5, a half going up
        (ExemptPolicy("half", half=0), 1001),  # half of a partie is unknown: its own mean
    ],
)
def test_what_an_exempt_team_marks(policy, brings):
    played = {1: PartieResult(1, "played", points=1000), 3: PartieResult(3, "played", points=1001)}
    results = team_results((1, 2, 3), played | {2: None}, policy)
    assert results[1].points == results[1].conceded == brings
    assert results[1].kind == EXEMPT and results[1].outcome == ""


def test_the_mean_counts_neither_forfeits_nor_what_is_awaited_nor_later_parties():
    seated = {
        1: PartieResult(1, "played", points=800),
        2: None,
        3: PartieResult(3, FORFEIT, points=1100),
        4: PartieResult(4, PENDING),
        5: PartieResult(5, "played", points=1400),
    }
    policy = ExemptPolicy("mean", half=972)
    assert team_results((1, 2, 3, 4), seated, policy)[1].points == 800
    assert team_results((1, 2, 3, 4, 5), seated, policy)[1].points == 1100
    assert team_results((2,), seated, policy)[0].points == 972, "nothing played yet: half of a partie"


def test_an_exempt_partie_can_count_as_won_and_moves_no_difference():
    seated = {1: None}
    won = TeamResults(1, team_results((1,), seated, ExemptPolicy("half", half=972, wins=True)))
    row = rank([won], ["wins", "points", "difference", "conceded", "match_points"])[0]
    assert row.values == {"wins": 1, "points": 972, "difference": 0, "conceded": 972, "match_points": 3}
    assert row.exempt_count == 1


def test_a_late_team_has_nothing_for_what_it_missed():
    late = team_results((1, 2), {2: PartieResult(2, "played", points=1000, outcome="won")}, ExemptPolicy())
    row = rank([TeamResults(1, late)], ["points"])[0]
    assert (row.points, row.wins, row.losses) == (1000, 1, 0)
    assert row.results[0].kind == "absent"


def test_a_forfeit_is_won_by_who_is_there_even_where_it_brings_nothing():
    settled = dict(settle_table(1, 4, {"NS": (1,), "EO": (2,)}, {"NS": (0, 0), "EO": (0, 0)}, frozenset(["NS"])))
    assert (settled[1].outcome, settled[2].outcome) == ("lost", "won")
    rows = {r.number: r for r in rank([TeamResults(n, (settled[n],)) for n in (1, 2)], ["match_points"])}
    assert (rows[1].values["match_points"], rows[2].values["match_points"]) == (0, 2)


def test_a_table_of_singles_where_each_sits_for_himself():
    settled = dict(settle_table(1, 1, {"A": (1,), "B": (2,), "C": (3,)}, {"A": (50, 0), "B": (50, 0), "C": (20, 0)}))
    assert [settled[n].outcome for n in (1, 2, 3)] == ["drawn", "drawn", "lost"]
    assert settled[1].opponents == (2, 3) and settled[1].conceded == 70


def test_two_singles_of_a_camp_have_the_camp_s_result():
    settled = dict(settle_table(1, 1, {"NS": (1, 4), "EO": (2, 3)}, {"NS": (1000, 1), "EO": (944, 0)}))
    assert (settled[1].partners, settled[4].partners, settled[2].partners) == ((4,), (1,), (3,))
    assert settled[1]._replace(partners=()) == settled[4]._replace(partners=())
    assert settled[1].opponents == (2, 3) and settled[1].capots == 1


def test_a_team_alone_in_its_camp_has_no_partner():
    settled = dict(settle_table(1, 1, {"NS": (1,), "EO": (2,)}, {"NS": (1000, 0), "EO": (944, 0)}))
    assert settled[1].partners == settled[2].partners == ()


def test_half_of_a_partie():
    assert [half_partie(12, None), half_partie(10, 1000), half_partie(None, 1001), half_partie(None, None)] == [
        972,
        810,
        500,
        0,
    ]


def test_the_lot_is_the_same_for_the_same_seed_and_another_for_another():
    assert lot("R♥ 7♣", 12) == lot("R♥ 7♣", 12)
    orders = {
        tuple(row.number for row in rank([team(n, 1000) for n in range(1, 9)], ["lot"], seed=s)) for s in "abcdef"
    }
    assert len(orders) > 1


def test_the_lot_of_an_evening_played_long_ago_is_what_it_was():
    assert [lot("R♥ 7♣ 10♠", 12), lot("", 1)] == [997_167, 758_828]


def test_every_criterion_has_its_words():
    assert set(CRITERIA) == set(WORDS)


@st.composite
def fields(draw):
    """Teams with few different results, so that many are equal, and criteria in any order."""
    teams = draw(st.integers(2, 12))
    parties = draw(st.integers(0, 3))
    chance = random.Random(draw(st.integers(0, 10_000)))
    seated: dict[int, dict[int, PartieResult | None]] = {n: {} for n in range(1, teams + 1)}
    for partie in range(1, parties + 1):
        hat = [n for n in seated if chance.random() < 0.9]
        chance.shuffle(hat)
        if len(hat) % 2:
            seated[hat.pop()][partie] = None
        for table, (north, east) in enumerate(zip(hat[::2], hat[1::2], strict=True), 1):
            points = chance.choice((900, 972, 1044))
            marks = {"NS": (points, 0), "EO": (1944 - points, chance.randint(0, 1))}
            for team_number, result in settle_table(
                partie, table, {"NS": (north,), "EO": (east,)}, marks if chance.random() < 0.9 else None
            ):
                seated[team_number][partie] = result
    policy = ExemptPolicy(chance.choice(("zero", "half", "mean", "flat")), 972, 1000, chance.random() < 0.5)
    rounds = tuple(range(1, parties + 1))
    found = [
        TeamResults(n, team_results(rounds, results, policy), withdrawn=chance.random() < 0.1)
        for n, results in seated.items()
    ]
    criteria = draw(st.lists(st.sampled_from(sorted(CRITERIA)), min_size=1, max_size=5, unique=True))
    return found, criteria


@given(fields(), st.randoms(use_true_random=False))
def test_laws_of_a_ranking(found, chance):
    teams, criteria = found
    rows = rank(teams, criteria, seed="s")
    shuffled = list(teams)
    chance.shuffle(shuffled)
    assert rank(shuffled, criteria, seed="s") == rows, "the order they come in means nothing"
    assert sorted(row.number for row in rows) == sorted(t.number for t in teams), "each team once"
    assert sum(row.points for row in rows) == sum(r.points for t in teams for r in t.results), "no point lost"
    assert sum(row.difference for row in rows) == 0, "what one camp marks the other concedes"
    for place, row in enumerate(rows):
        same = [other for other in rows if other.rank == row.rank]
        assert row.tied == (len(same) > 1)
        assert row.rank == 1 + next(i for i, other in enumerate(rows) if other.rank == row.rank)
        if place and rows[place - 1].rank == row.rank:
            assert rows[place - 1].values == row.values and rows[place - 1].number < row.number
            assert rows[place - 1].withdrawn == row.withdrawn
        elif place and row.separated_by != "withdrawn":
            key = row.separated_by
            before = criteria[: criteria.index(key)]
            above = rows[place - 1]
            better = (
                above.values[key] < row.values[key]
                if CRITERIA[key].fewer_is_better
                else (above.values[key] > row.values[key])
            )
            assert better and [above.values[k] for k in before] == [row.values[k] for k in before]


@given(fields())
def test_another_numbering_moves_nobody(found):
    """No hidden order by number: numbers turned round give the same rank to the same results."""
    teams, criteria = found
    criteria = [key for key in criteria if key != "lot"] or ["points"]
    turn = {t.number: len(teams) + 1 - t.number for t in teams}
    turned = [
        t._replace(
            number=turn[t.number],
            results=tuple(r._replace(opponents=tuple(turn[o] for o in r.opponents)) for r in t.results),
        )
        for t in teams
    ]
    ours = {row.number: row.rank for row in rank(teams, criteria)}
    theirs = {row.number: row.rank for row in rank(turned, criteria)}
    assert {turn[number]: place for number, place in ours.items()} == theirs
