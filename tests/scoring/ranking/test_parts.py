"""The parts of a partie's points: sheet, penalties, caps, exclusion; who won after them; absences, leavers, excluded."""

from collections.abc import Collection
from itertools import product

import pytest
from hypothesis import given, strategies as st

from scoring.ranking import (
    ABSENT,
    FORFEIT,
    PENDING,
    Caps,
    ExemptPolicy,
    ForfeitedTeams,
    PartieResult,
    TeamResults,
    gaps,
    rank,
    settle_table,
    team_results,
)

TWO = {"NS": (1,), "EO": (2,)}
GRAND_COMBE = Caps(start=3, winner=1280, loser=664)


def settled(ours: int, theirs: int, *, partie: int = 3, **more) -> tuple[PartieResult, PartieResult]:
    found = dict(settle_table(partie, 1, TWO, {"NS": (ours, 0), "EO": (theirs, 0)}, **more))
    return found[1], found[2]


def figures(result: PartieResult) -> tuple[int, int, int, int, str]:
    return result.points, result.conceded, result.penalty, result.capped, result.outcome


def test_a_penalty_is_beside_the_sheet_and_moves_who_won():
    ours, theirs = settled(900, 882, credited={"EO": 162})
    assert figures(ours) == (900, 1044, 0, 0, "lost")
    assert figures(theirs) == (1044, 900, 162, 0, "won")
    assert (theirs.on_sheet, ours.on_sheet) == (882, 900)


def test_a_penalty_can_make_a_drawn_partie_and_a_warning_makes_nothing():
    assert [result.outcome for result in settled(972, 810, credited={"EO": 162})] == ["drawn", "drawn"]
    assert settled(1000, 944, credited={"EO": 0}) == settled(1000, 944)


def test_penalties_wait_for_the_sheet():
    awaited = dict(settle_table(1, 1, TWO, None, credited={"NS": 162}))
    assert awaited[1] == PartieResult(1, PENDING, 1, "NS", opponents=(2,))


def test_a_penalty_counts_beside_a_forfeit_but_does_not_make_the_absent_win():
    found = dict(
        settle_table(
            1, 1, TWO, {"NS": (1100, 0), "EO": (0, 0)}, frozenset(["EO"]), credited={"EO": 1500}, caps=GRAND_COMBE
        )
    )
    assert figures(found[1]) == (1100, 1500, 0, 0, "won")
    assert figures(found[2]) == (1500, 1100, 1500, 0, "lost")


@pytest.mark.parametrize(
    ("ours", "theirs", "credited", "kept"),
    [
        (1500, 444, {}, (1280, 444)),
        (1000, 944, {}, (1000, 664)),
        (1300, 644, {"EO": 162}, (1280, 664)),
        (972, 972, {}, (972, 972)),  # drawn: nobody is the loser
        (1300, 1300, {}, (1280, 1280)),
        (900, 1044, {"NS": 162}, (1062, 664)),  # the penalty makes the winner, and the other has the cap of the loser
    ],
)
def test_caps_hold_after_penalties_for_who_won_after_them(ours, theirs, credited, kept):
    found = settled(ours, theirs, credited=credited, caps=GRAND_COMBE)
    assert tuple(result.points for result in found) == kept
    assert (found[0].conceded, found[1].conceded) == (kept[1], kept[0])
    assert [result.on_sheet for result in found] == [ours, theirs]


def test_caps_begin_with_their_partie_and_spare_forfeits():
    assert [result.points for result in settled(1500, 444, partie=2, caps=GRAND_COMBE)] == [1500, 444]
    assert [result.points for result in settled(1500, 444, partie=4, caps=GRAND_COMBE)] == [1280, 444]
    absent = dict(settle_table(3, 1, TWO, {"NS": (1500, 0), "EO": (0, 0)}, frozenset(["EO"]), caps=GRAND_COMBE))
    assert absent[1].points == 1500


@given(
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.integers(0, 500),
    st.integers(0, 500),
    st.tuples(st.integers(0, 2000), st.integers(1, 2000)),
    st.integers(1, 4),
)
def test_laws_of_penalties_and_caps(ours, theirs, to_us, to_them, cap, partie):
    loser, more = cap
    caps = Caps(3, loser + more, loser)
    found = settled(ours, theirs, partie=partie, credited={"NS": to_us, "EO": to_them}, caps=caps)
    before = settled(ours, theirs, partie=partie, credited={"NS": to_us, "EO": to_them})
    assert [result.on_sheet for result in found] == [ours, theirs], "the sheet can always be told from the rest"
    assert [result.outcome for result in found] == [result.outcome for result in before], "a cap never changes who won"
    assert found[0].points == found[1].conceded and found[1].points == found[0].conceded
    assert all(0 <= result.capped == other.points - result.points for result, other in zip(found, before, strict=True))
    if found[0].outcome == "drawn":
        assert found[0].points == found[1].points
    else:
        won, lost = sorted(found, key=lambda result: result.outcome != "won")
        assert won.points > lost.points


# --- An excluded team -------------------------------------------------------------------------------------------------


def evening(*tables: tuple[int, dict, dict], excluded: Collection[int] = ()) -> dict[int, dict[int, PartieResult]]:
    seated: dict[int, dict[int, PartieResult]] = {}
    for partie, camps, marks in tables:
        figures = {camp: (points, 1) for camp, points in marks.items()}
        for team, result in settle_table(partie, 1, camps, figures, exclusion=ForfeitedTeams(excluded, 1100)):
            seated.setdefault(team, {})[partie] = result
    return seated


def test_parties_of_an_excluded_team_are_lost_by_forfeit_and_its_opponents_keep_the_better():
    tables = (
        (1, {"NS": (1,), "EO": (2,)}, {"NS": 1500, "EO": 444}),
        (2, {"NS": (1,), "EO": (3,)}, {"NS": 700, "EO": 1244}),
        (2, {"NS": (2,), "EO": (4,)}, {"NS": 1000, "EO": 944}),
    )
    seated, found = evening(*tables), evening(*tables, excluded={1})
    assert [(r.points, r.conceded, r.outcome, r.awarded, r.capots) for r in found[1].values()] == [
        (0, 1100, "lost", -1500, 0),
        (0, 1244, "lost", -700, 0),
    ]
    assert (found[2][1].points, found[2][1].outcome, found[2][1].awarded) == (1100, "won", 656)
    assert (found[3][2].points, found[3][2].outcome, found[3][2].awarded) == (1244, "won", 0)
    assert found[3][2].conceded == 0
    assert [r.lost_by_forfeit for r in [*found[1].values(), *found[2].values()]] == [True, True, False, False]
    assert not seated[2][1].lost_by_forfeit, "lost at the table"
    assert found[4] == seated[4] and found[2][2] == seated[2][2], "what the team had no part in stays"
    assert [result.on_sheet for result in found[1].values()] == [1500, 700], "the sheet is still told"
    assert [result.marked for result in found[2].values()] == [444, 1000], "nobody marked what an exclusion brought"


def test_two_excluded_teams_that_met_have_nothing_of_it():
    found = evening((1, {"NS": (1,), "EO": (2,)}, {"NS": 1500, "EO": 444}), excluded={1, 2})
    assert [(found[n][1].points, found[n][1].conceded, found[n][1].outcome) for n in (1, 2)] == [(0, 0, "lost")] * 2


def test_the_partner_of_an_excluded_person_keeps_what_they_marked():
    table = (1, {"NS": (1, 4), "EO": (2, 3)}, {"NS": 1500, "EO": 444})
    seated, found = evening(table), evening(table, excluded={1})
    assert found[4] == seated[4] and found[1][1].points == 0
    assert found[2][1].points == found[3][1].points == 1100


def test_an_exclusion_leaves_no_match_point_and_makes_no_better_best_partie():
    """The excluded team keeps nothing of the partie; who met it has really played for what it marked, and no more."""
    found = evening((1, TWO, {"NS": 1000, "EO": 944}), (2, TWO, {"NS": 900, "EO": 1044}), excluded={1})
    teams = [TeamResults(number, tuple(found[number].values())) for number in (1, 2)]
    rows = {row.number: row.values for row in rank(teams, ["points", "match_points", "best_round"])}
    # Partie 1 is won by forfeit, partie 2 was won at the table.
    assert rows[2] == {"points": 2200, "match_points": 2 + 3, "best_round": 1044}
    assert rows[1] == {"points": 0, "match_points": 0, "best_round": 0}


@pytest.mark.parametrize(("ours", "match_points"), [(0, 3), (900, 3), (972, 2), (1044, 2), (1944, 2)])
def test_an_exclusion_leaves_a_win_at_the_table_its_match_points_and_makes_the_others_a_forfeit(ours, match_points):
    """The règlement says forfeit, 2 match points, and that nobody marks less for it; the excluded keep nothing of 0 too."""
    found = evening((1, TWO, {"NS": ours, "EO": 1944 - ours}), excluded={1})
    rows = rank([TeamResults(number, tuple(found[number].values())) for number in (1, 2)], ["match_points"])
    assert {row.number: row.values["match_points"] for row in rows} == {1: 0, 2: match_points}
    assert found[1][1].lost_by_forfeit and not any(
        one.decided_by_rule for team in found.values() for one in team.values()
    )


def test_an_exclusion_leaves_escalier_forfeits_awaited_sheets_and_those_who_never_met_the_team():
    table = (1, {"A": (1,), "B": (2,), "C": (3,)}, {"A": 5, "B": -2, "C": -4})
    assert evening(table, excluded={1}) == evening(table)
    out = ForfeitedTeams({1}, 1100)
    forfeit = {"marks": {"NS": (0, 0), "EO": (1100, 0)}, "absent": frozenset(["NS"])}
    assert settle_table(2, 1, TWO, **forfeit, exclusion=out) == settle_table(2, 1, TWO, **forfeit)
    assert {result.kind for _team, result in settle_table(2, 1, TWO, **forfeit, exclusion=out)} == {FORFEIT}
    assert settle_table(3, 1, TWO, None, exclusion=out) == settle_table(3, 1, TWO, None)
    played = (1, TWO, {"NS": 1500, "EO": 444})
    assert evening(played, excluded={99}) == evening(played)


def team(number: int, *points: int, **more) -> TeamResults:
    results = tuple(PartieResult(i + 1, "played", 1, "NS", p, 1944 - p) for i, p in enumerate(points))
    return TeamResults(number, results, **more)


def test_an_excluded_team_is_last_whatever_leavers_are():
    teams = [
        team(1, 1900, withdrawn=True, excluded=True),
        team(2, 100),
        team(3, 1500, withdrawn=True),
        team(4, 1200),
    ]
    last = rank(teams, ["points"])
    assert [(row.rank, row.number, row.separated_by) for row in last] == [
        (1, 4, ""),
        (2, 2, "points"),
        (3, 3, "withdrawn"),
        (4, 1, "excluded"),
    ]
    ranked = rank(teams, ["points"], leavers_last=False)
    assert [(row.rank, row.number, row.separated_by) for row in ranked] == [
        (1, 3, ""),
        (2, 4, "points"),
        (3, 2, "points"),
        (4, 1, "excluded"),
    ]
    assert [row.withdrawn for row in ranked] == [True, False, False, True]
    assert gaps(ranked, 1)[0].criterion == "excluded"
    assert [row.rank for row in rank([teams[0]], ["points"])] == [1], "alone, there is nobody to be last after"


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["", "withdrawn", "excluded"])), min_size=1, max_size=10),
    st.booleans(),
)
def test_laws_of_who_is_last(drawn, leavers_last):
    teams = [
        team(number, points, withdrawn=bool(gone), excluded=gone == "excluded")
        for number, (points, gone) in enumerate(drawn, 1)
    ]
    rows = rank(teams, ["points"], leavers_last=leavers_last)
    assert sorted(row.number for row in rows) == [t.number for t in teams]
    order = [(row.excluded, row.withdrawn and leavers_last and not row.excluded) for row in rows]
    assert order == sorted(order), "staying, then leavers where the règlement says so, then excluded"
    for one, other in product(rows, rows):
        if one.rank == other.rank:
            assert (one.points, one.excluded) == (other.points, other.excluded)


# --- A partie missed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["zero", "half", "mean", "flat"])
@pytest.mark.parametrize("wins", [False, True])
def test_a_partie_missed_brings_as_much_as_an_exemption_and_is_neither_won_nor_lost(kind, wins):
    policy = ExemptPolicy(kind, half=972, flat=800, wins=wins)
    seated = {2: PartieResult(2, "played", points=1000, outcome="won"), 3: None}
    results = team_results((1, 2, 3), seated, policy, missed=[1])
    missed, _played, exempt = results
    assert missed == PartieResult(1, ABSENT, points=exempt.points, conceded=exempt.points)
    row = rank([TeamResults(1, results)], ["points", "wins", "difference", "match_points"])[0]
    assert row.points == 1000 + 2 * exempt.points and row.difference == 1000
    assert row.exempt_count == 1, "an absence is no exemption: the next odd number may fall on it"
    assert row.wins == 1 + wins


def test_a_partie_not_seated_brings_nothing_unless_it_was_missed():
    assert [r.points for r in team_results((1, 2), {}, ExemptPolicy("half", 972))] == [0, 0]
    assert [r.points for r in team_results((1, 2), {}, ExemptPolicy("half", 972), missed={2})] == [0, 972]
