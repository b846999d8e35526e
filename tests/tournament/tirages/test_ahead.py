"""Draws that look ahead: the parties announced can be played, whatever came before, if they could at all."""

import random
from itertools import combinations

import pytest

from tests.support.counts import spread, tries
from tests.tournament.tirages.brute import pairings
from tournament.tirages import ImpossibleError, draw, explain, playable_until, relay, replay
from tournament.tirages.ahead import TeamField, enough, possible
from tournament.tirages.outlook import TEAMS_MAX

METHODS = ("sort", "classement", "gagnants", "inscription")


def field_of(n: int, *, clubs: int = 0) -> list[dict]:
    people = [{"number": i, "wins": 0, "points": 0, "met": [], "exempt": 0} for i in range(1, n + 1)]
    return [one | ({"club": f"c{one['number'] % clubs}"} if clubs else {}) for one in people]


def play(people: list[dict], drawn: dict, rng: random.Random) -> None:
    by_number = {one["number"]: one for one in people}
    for table in drawn["tables"]:
        (a,), (b,) = table["camps"]
        by_number[a]["met"].append(b)
        by_number[b]["met"].append(a)
        mark = rng.randint(700, 1244)
        for team, points in ((a, mark), (b, 1944 - mark)):
            by_number[team]["points"] += points
            by_number[team]["wins"] += points > 972
    for number in drawn["exempt"]:
        by_number[number]["exempt"] += 1


def request_of(method: str, partie: int, parties: int, people: list[dict], seed: object, **options: object) -> dict:
    options = {"parties": parties} | options if parties else options
    return {"method": method, "round": partie, "seed": str(seed), "options": options, "entrants": people}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("teams", "parties"),
    [(6, 4), (6, 5), (8, 6), (8, 7), (10, 8), (10, 9), (12, 10), (5, 4), (5, 5), (7, 6), (7, 7), (9, 8)],
)
def test_an_evening_that_can_be_played_is(method, teams, parties):
    rng = random.Random(teams * 100 + parties)
    people = field_of(teams)
    for partie in range(1, parties + 1):
        drawn = draw(request_of(method, partie, parties, people, rng.random()))
        assert drawn["rematches"] == []
        assert drawn.get("ahead", {"until": parties})["until"] == parties
        assert replay(drawn)
        play(people, drawn, rng)
    rests = [one["exempt"] for one in people]
    assert max(rests) - min(rests) <= 1


def test_without_the_announcement_some_of_them_stop():
    """The fault that the announcement mends: three parties for themselves alone leave two threes that have all met."""
    stopped = 0
    for seed in range(40):
        rng = random.Random(seed)
        people = field_of(6)
        try:
            for partie in range(1, 5):
                play(people, draw(request_of("classement", partie, 0, people, rng.random())), rng)
        except ImpossibleError:
            stopped += 1
    assert stopped > 3


def rows_of(teams: int, allowed: list[tuple[int, int]]) -> tuple[int, ...]:
    rows = [0] * teams
    for a, b in allowed:
        rows[a] |= 1 << b
        rows[b] |= 1 << a
    return tuple(rows)


def by_force(teams: int, allowed: frozenset[tuple[int, int]], parties: int) -> bool:
    if not parties:
        return True
    draws = (pairs for pairs in pairings(list(range(teams))) if allowed.issuperset(pairs))
    return any(by_force(teams, allowed.difference(pairs), parties - 1) for pairs in draws)


@pytest.mark.parametrize("teams", [4, 6, 8])
def test_the_search_answers_as_trying_every_draw_does(teams):
    rng = random.Random(teams)
    answers = set()
    for _ in range(60):
        share = rng.choice((0.4, 0.6, 0.8))
        allowed = [pair for pair in combinations(range(teams), 2) if rng.random() < share]
        for parties in range(1, 4):
            answer = possible(TeamField(rows_of(teams, allowed), (0,) * teams), parties, False)
            assert answer == by_force(teams, frozenset(allowed), parties)
            answers.add(answer)
    assert answers == {True, False}


def odd_by_force(
    teams: int, allowed: frozenset[tuple[int, int]], parties: int, rests: tuple[int, ...], outs: tuple[int, ...]
) -> bool:
    """Try every draw of an odd number, one resting at each: the one that *outs* name, else so that the rests end fair."""
    if not parties:
        return bool(outs) or max(rests) - min(rests) <= 1
    for out in outs[-parties:][:1] or range(teams):
        after = tuple(rest + (team == out) for team, rest in enumerate(rests))
        for pairs in pairings([team for team in range(teams) if team != out]):
            if allowed.issuperset(pairs) and odd_by_force(teams, allowed.difference(pairs), parties - 1, after, outs):
                return True
    return False


@pytest.mark.parametrize("in_turn", [False, True], ids=["fair rests", "relay"])
@pytest.mark.parametrize("teams", [5, 7])
def test_of_an_odd_number_the_search_answers_as_trying_every_draw_does(teams, in_turn):
    rng = random.Random(teams)
    answers = set()
    for _ in range(tries(12, 60)):
        share = rng.choice((0.5, 0.7, 0.9))
        allowed = [pair for pair in combinations(range(teams), 2) if rng.random() < share]
        for parties in range(1, 4):
            outs = tuple(rng.sample(range(teams), parties)) if in_turn else ()
            rests = tuple(rng.randint(0, 1) for _team in range(teams))
            answer = possible(TeamField(rows_of(teams, allowed), rests, outs), parties, not in_turn)
            assert answer == odd_by_force(teams, frozenset(allowed), parties, rests, outs)
            answers.add(answer)
    assert answers == {True, False}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("teams", "parties"), spread(4, [(5, 4), (7, 4), (7, 6), (9, 4), (9, 8), (11, 4), (11, 10)]))
def test_a_relay_is_played_to_its_end_and_those_who_make_up_have_not_met(method, teams, parties):
    """Without knowing who rests when, a third to nine in ten of these evenings stopped, or two of them met again."""
    for seed in range(tries(4, 40)):
        rng = random.Random(seed)
        people = field_of(teams)
        by_number = {one["number"]: one for one in people}
        rests = [rest["team"] for rest in relay(by_number, parties, str(seed))["rests"]]
        for partie, resting in enumerate(rests, 1):
            drawn = draw(request_of(method, partie, parties, people, rng.random(), rest=[resting], relay=rests))
            assert drawn["exempt"] == [resting] and drawn["rematches"] == []
            assert partie == parties or drawn["ahead"]["until"] == parties
            assert replay(drawn) and len(explain(drawn)) == len(drawn["tables"]) + 1
            play(people, drawn, rng)
            if partie % 2 == 0:
                one, other = by_number[rests[partie - 2]], by_number[resting]
                assert other["number"] not in one["met"]
                for team, foe in ((one, other), (other, one)):
                    team["met"].append(foe["number"])
                    team["exempt"] = 0


def whole_turns(teams: int) -> range:
    return range(1, teams - 1 + teams % 2 + 1)


@pytest.mark.parametrize("teams", range(2, 13))
def test_a_round_robin_never_stops_whoever_leaves(teams):
    """Every turn is drawn: all meet once, each rests once of an odd number, and whoever is missing frees nobody."""
    everyone = list(range(1, teams + 1))
    met: list[frozenset[int]] = []
    rested: list[int] = []
    for turn in whole_turns(teams):
        drawn = draw(request_of("toutes_rondes", turn, 0, field_of(teams), "", pool=everyone))
        met += [frozenset(n for camp in table["camps"] for n in camp) for table in drawn["tables"]]
        rested += drawn["exempt"]
    assert len(met) == len(set(met)) == teams * (teams - 1) // 2
    assert sorted(rested) == (everyone if teams % 2 else [])


@pytest.mark.parametrize("teams", spread(8, range(2, 10)))
def test_a_round_robin_goes_on_without_any_of_its_teams(teams):
    """Every choice of those who are gone, at every turn: the others sit where the plan has them, and are not refused."""
    everyone = range(1, teams + 1)
    for here in (kept for size in range(2, teams + 1) for kept in combinations(everyone, size)):
        people = [one for one in field_of(teams) if one["number"] in here]
        tables = []
        for turn in whole_turns(teams):
            drawn = draw(request_of("toutes_rondes", turn, 0, people, "", pool=list(everyone)))
            tables += [frozenset(n for camp in table["camps"] for n in camp) for table in drawn["tables"]]
        assert sorted(map(sorted, tables)) == sorted(map(list, combinations(here, 2)))


@pytest.mark.parametrize("clubs", [0, 2, 3, 9])
@pytest.mark.parametrize("apart", ["soft", "hard"])
def test_of_a_large_hall_only_what_the_theorem_proves_is_said(clubs, apart):
    """Above sixty teams: as many teams as may still meet half of the others and one more for each partie, or nothing."""
    teams, parties = TEAMS_MAX + 2, 12
    rng = random.Random(clubs)
    people = field_of(teams, clubs=clubs)
    options = {"club_apart": apart if clubs else "no"}
    own = -(-teams // clubs) if clubs and apart == "hard" else 1
    for partie in range(1, parties + 1):
        drawn = draw(request_of("classement", partie, parties, people, rng.random(), **options))
        # After this draw each may meet the teams of other clubs that it has not met.
        proved = 2 * (teams - own - partie - (parties - partie - 1)) >= teams
        if partie < parties:
            assert drawn.get("ahead") == ({"until": parties} if proved else None)
        assert drawn["rematches"] == []
        play(people, drawn, rng)


@pytest.mark.parametrize("teams", range(4, 13))
def test_up_to_twelve_teams_the_search_always_answers(teams):
    for seed in range(12):
        rng = random.Random(seed)
        people = field_of(teams)
        last = teams - 1 + teams % 2
        for partie in range(1, last):
            try:
                play(people, draw(request_of("sort", partie, 0, people, rng.random())), rng)
            except ImpossibleError:
                break
            met = {(min(one["number"], b) - 1, max(one["number"], b) - 1) for one in people for b in one["met"]}
            allowed = [pair for pair in combinations(range(teams), 2) if pair not in met]
            field = TeamField(rows_of(teams, allowed), tuple(one["exempt"] for one in people))
            for parties in range(1, last - partie + 1):
                assert possible(field, parties, True) is not None
                assert possible(field, parties, False) is not None


def test_the_theorem_is_enough_for_a_hall():
    assert enough(32, 31, 6)
    assert enough(12, 11, 6)
    assert not enough(12, 11, 7)


def closing() -> list[dict]:
    """Six teams after two parties, of which the closest third one leaves two threes that have all met."""
    met = {1: [4, 5], 2: [5, 6], 3: [6, 4], 4: [1, 3], 5: [2, 1], 6: [3, 2]}
    order = {1: 2000, 6: 1990, 2: 1500, 4: 1490, 3: 1000, 5: 990}
    return [{"number": n, "points": order[n], "met": met[n]} for n in met]


def test_the_best_of_what_is_left_is_drawn_and_said():
    plain = draw(request_of("classement", 3, 0, closing(), "x"))
    assert plain["cost"]["points"] == 30
    kept = draw(request_of("classement", 3, 4, closing(), "x"))
    assert kept["optimal"]
    assert kept["ahead"] == {"until": 4, "closer": {"wins": 0, "points": 30}}
    costs = []
    for pairs in pairings([1, 2, 3, 4, 5, 6]):
        people = [dict(one, met=list(one["met"])) for one in closing()]
        by_number = {one["number"]: one for one in people}
        if any(b in by_number[a]["met"] for a, b in pairs):
            continue
        for a, b in pairs:
            by_number[a]["met"].append(b)
            by_number[b]["met"].append(a)
        try:
            draw(request_of("classement", 4, 0, people, "y"))
        except ImpossibleError:
            continue
        costs.append(sum(abs(by_number[a]["points"] - by_number[b]["points"]) for a, b in pairs))
    assert kept["cost"]["points"] == min(costs)
    assert {"kept_open"} <= {reason["code"] for reason in explain(kept)}


def test_by_lot_every_draw_that_is_left_comes_alike():
    drawn = [draw(request_of("sort", 3, 4, closing(), seed)) for seed in range(600)]
    count: dict = {}
    for one in drawn:
        tables = frozenset(frozenset((a, b)) for table in one["tables"] for ((a,), (b,)) in [table["camps"]])
        count[tables] = count.get(tables, 0) + 1
    assert len(count) == 3
    assert min(count.values()) > 150


@pytest.mark.parametrize("method", METHODS)
def test_more_parties_than_can_be_played_is_said_before(method):
    assert playable_until(request_of(method, 1, 7, field_of(6), "") | {"seed": None}) == 5
    assert playable_until(request_of(method, 1, 5, field_of(6), "")) == 5
    assert playable_until(request_of(method, 1, 6, field_of(32), "")) == 6


@pytest.mark.parametrize("method", METHODS)
def test_clubs_apart_are_looked_at_as_well(method):
    """Eight teams of four clubs: whom each may meet are six, and six parties are played."""
    rng = random.Random(method)
    people = field_of(8, clubs=4)
    for partie in range(1, 7):
        drawn = draw(request_of(method, partie, 6, people, rng.random(), club_apart="hard"))
        play(people, drawn, rng)


def test_the_last_registered_sits_out_without_any_lot():
    drawn = draw(request_of("inscription", 1, 0, field_of(7), ""))
    (reason,) = [one for one in explain(drawn) if one["table"] is None]
    assert reason["code"] == "exempt_number"
    assert "sort" not in reason["fr"]


def test_a_team_that_may_meet_nobody_now_is_the_one_that_sits_out():
    """Of five, the fourth has met all but one of its own club: it must not be taken for one that rests already."""
    met = {2: [4, 6], 3: [4, 5], 4: [2, 3, 5], 5: [3, 4], 6: [2]}
    rests, clubs = {2: 0, 3: 1, 4: 0, 5: 1, 6: 1}, {2: "D", 3: "A", 4: "E", 5: "C", 6: "E"}
    people = [{"number": n, "met": met[n], "exempt": rests[n], "club": clubs[n], "wins": 0, "points": 0} for n in met]
    for method in METHODS:
        drawn = draw(request_of(method, 4, 5, people, "R♥ 7♣", club_apart="hard"))
        assert drawn["exempt"] == [4] and len(drawn["tables"]) == 2 and drawn["ahead"]["until"] == 5


def planned(method: str, teams: int, parties: int, seed: int, **options: object) -> int:
    """Return how many parties of a plan that nobody disturbs are drawn; the first says how many before it is cut."""
    people = field_of(teams, clubs=4 if "club_apart" in options else 0)
    if method == "rotation" and not options:
        people[1]["fixed_table"] = 1
    facts = ("number", "club", "fixed_table")
    kept = [{fact: one[fact] for fact in facts if one.get(fact)} for one in people]
    settled = {"pool": list(range(1, teams + 1)), "mended": "yes", "looks_ahead": "yes", "rematch": "never", **options}
    settled |= {"people": kept} if method == "rotation" else {}
    rng = random.Random(seed)
    for partie in range(1, parties + 1):
        request = request_of(method, partie, parties, people, seed)
        request["options"] |= settled
        assert playable_until(request) == parties
        drawn = draw(request)
        assert replay(drawn) and not drawn["rematches"]
        play(people, drawn, rng)
    return parties


@pytest.mark.parametrize(("teams", "parties"), [(6, 4), (6, 5), (8, 6), (5, 4), (7, 5)])
@pytest.mark.parametrize("options", [{}, {"club_apart": "soft"}], ids=["a fixed table", "clubs apart"])
def test_a_plan_drawn_in_advance_looks_ahead(teams, parties, options):
    """Drawn page after page, a plan with clubs apart or a fixed table would stop as any other evening."""
    for seed in range(tries(4, 60)):
        assert planned("rotation", teams, parties, seed, **options) == parties


@pytest.mark.parametrize(("teams", "parties"), [(6, 4), (6, 5), (5, 4), (10, 6)])
def test_odd_stay_even_move_goes_on_after_all_have_met_all(teams, parties):
    """The odd numbers met by all the even ones leave two groups of three or five: nobody could be paired with them."""
    assert planned("impairs_fixes", teams, parties, 1) == parties


def test_a_plan_is_longer_for_those_who_came_since():
    """Six teams have five turns; with two more there are others to meet in the sixth partie."""
    people = field_of(6)
    pool = list(range(1, 7))
    rng = random.Random(6)
    for partie in range(1, 7):
        options = {"pool": pool, "mended": "yes", "looks_ahead": "yes"}
        drawn = draw(request_of("rotation", partie, 6, people, "R♥", **options))
        assert not drawn["rematches"] and not drawn["exempt"]
        play(people, drawn, rng)
        if partie == 2:
            people += [{"number": n, "wins": 0, "points": 0, "met": [], "exempt": 2} for n in (7, 8)]
