"""Mêlée and tables of singles: nobody meets again as long as known schedules allow."""

from collections import Counter
from itertools import combinations

import pytest

from tests.support.tirages import evening_of
from tournament.tirages import BadRequestError, ImpossibleError, draw
from tournament.tirages.designs import WHIST_BASES, strict, strict_parties, whist


def ask(method, entrants, round_number=1, **options):
    return {"method": method, "round": round_number, "seed": "cartes", "options": options, "entrants": entrants}


def players(count):
    return [{"number": n, "met": [], "partners": [], "exempt": 0} for n in range(1, count + 1)]


def together(tables):
    return Counter(
        pair for table in tables for pair in combinations(sorted(n for camp in table["camps"] for n in camp), 2)
    )


def partners(tables):
    return Counter(tuple(sorted(camp)) for table in tables for camp in table["camps"])


@pytest.mark.parametrize(
    ("count", "parties"), [(16, 5), (20, 5), (24, 7), (28, 9), *((n, 8) for n in range(32, 200, 4))]
)
def test_strict_schedules_seat_nobody_twice_together(count, parties):
    assert strict_parties(count) >= parties
    meetings = Counter()
    for tables in strict(count):
        assert sorted(p for table in tables for p in table) == list(range(count))
        meetings.update(pair for table in tables for pair in combinations(sorted(table), 2))
    assert set(meetings.values()) == {1}


@pytest.mark.parametrize("count", [400, 1000, 1200])
def test_strict_schedules_go_far(count):
    found = strict(count)
    assert len(found) >= 8
    meetings = Counter(pair for tables in found[:8] for table in tables for pair in combinations(sorted(table), 2))
    assert set(meetings.values()) == {1}


@pytest.mark.parametrize("count", sorted(WHIST_BASES))
def test_whist_schedules_join_once_and_oppose_twice(count):
    joined, faced = Counter(), Counter()
    for tables in whist(count):
        assert sorted(p for table in tables for p in table) == list(range(count))
        for a, b, c, d in tables:
            joined.update(tuple(sorted(pair)) for pair in ((a, b), (c, d)))
            faced.update(tuple(sorted(pair)) for pair in ((a, c), (a, d), (b, c), (b, d)))
    assert joined == Counter(combinations(range(count), 2))
    assert set(faced.values()) == {2}


@pytest.mark.parametrize(("count", "parties"), [(16, 5), (28, 8), (64, 8)])
def test_an_evening_planned_is_drawn_and_without_repeat(count, parties):
    evening = evening_of(ask("melee", players(count), plan="soiree", parties=parties), parties)
    assert set(together([t for partie in evening for t in partie["tables"]]).values()) == {1}
    other = evening_of({**ask("melee", players(count), plan="soiree", parties=parties), "seed": "autres"}, 1)
    assert other[0]["tables"] != evening[0]["tables"]
    with pytest.raises(ImpossibleError):
        draw(ask("melee", players(count), parties + 1, plan="soiree", parties=parties))


@pytest.mark.parametrize(("count", "parties"), [(9, 6), (11, 4), (14, 7)])
def test_an_evening_planned_lets_everybody_sit_out_before_anybody_does_so_twice(count, parties):
    evening = evening_of(ask("melee", players(count), plan="soiree", parties=parties), parties)
    times = Counter(dict.fromkeys(range(1, count + 1), 0))
    for partie in evening:
        times.update(partie["exempt"])
    assert max(times.values()) - min(times.values()) <= 1


def test_a_small_evening_never_joins_the_same_partners():
    evening = evening_of(ask("melee", players(8), plan="soiree", parties=7), 7)
    joined = partners([t for partie in evening for t in partie["tables"]])
    assert set(joined.values()) == {1}
    assert len(joined) == 28


def play(count, parties, **options):
    """An evening drawn partie by partie, as `met` and `partners` grow."""
    people = players(count)
    evening = []
    for round_number in range(1, parties + 1):
        result = draw(ask("melee", people, round_number, **options))
        assert len(result["exempt"]) == count % 4
        for table in result["tables"]:
            one, two = table["camps"]
            for camp, others in ((one, two), (two, one)):
                for n in camp:
                    people[n - 1]["met"] += others
                    people[n - 1]["partners"] += [m for m in camp if m != n]
        for n in result["exempt"]:
            people[n - 1]["exempt"] += 1
        evening.append(result)
    return evening, people


@pytest.mark.parametrize(("count", "parties"), [(21, 4), (30, 6), (41, 8), (43, 8), (66, 8)])
def test_partie_by_partie_nobody_meets_again(count, parties):
    evening, people = play(count, parties)
    assert set(together([t for result in evening for t in result["tables"]]).values()) == {1}
    assert all(result["optimal"] and not result["rematches"] for result in evening)
    assert max(p["exempt"] for p in people) - min(p["exempt"] for p in people) <= 1


@pytest.mark.parametrize(("count", "parties"), [(5, 4), (8, 5), (9, 6), (11, 6), (14, 6)])
def test_few_people_still_get_new_partners(count, parties):
    evening, _ = play(count, parties)
    assert set(partners([t for result in evening for t in result["tables"]]).values()) == {1}
    for result in evening:
        assert result["optimal"] is not bool(result["rematches"]) or not result["rematches"]


def test_someone_missing_leaves_the_plan_for_what_was_played():
    people = [p for p in players(16) if p["number"] != 3]
    result = draw(ask("melee", people, 2, plan="soiree", parties=5, pool=list(range(1, 17))))
    assert len(result["exempt"]) == 3


def test_too_few_players():
    for method, count in (("melee", 3), ("escalier", 2)):
        with pytest.raises(BadRequestError):
            draw(ask(method, players(count)))


@pytest.mark.parametrize("count", range(3, 31))
@pytest.mark.parametrize("size", [3, 4, 6])
def test_tables_of_singles_seat_everybody(count, size):
    result = draw(ask("escalier", players(count), size=size))
    sizes = [len(table["camps"]) for table in result["tables"]]
    assert sum(sizes) == count
    assert result["exempt"] == []
    assert all(3 <= one <= 6 for one in sizes)
    assert max(sizes) - min(sizes) <= 1


def test_singles_meet_new_faces_or_their_rank():
    people = players(36)
    seen = []
    for round_number in range(1, 5):
        result = draw(ask("escalier", people, round_number))
        for table in result["tables"]:
            for (n,) in table["camps"]:
                people[n - 1]["met"] += [m for (m,) in table["camps"] if m != n]
        seen += result["tables"]
    assert set(together(seen).values()) == {1}
    ranked = [{"number": n, "points": 10 * n} for n in range(1, 9)]
    assert draw(ask("escalier", ranked, placement="classement"))["tables"][0]["camps"] == [[8], [7], [6], [5]]


def test_one_who_rests_beside_a_plan_that_holds_sits_out():
    pool = list(range(1, 9))
    request = {
        "method": "melee",
        "round": 1,
        "seed": "7♣",
        "options": {"plan": "soiree", "parties": 3, "pool": pool, "rest": [9]},
        "entrants": [{"number": number} for number in [*pool, 9]],
    }
    assert draw(request)["exempt"] == [9]
