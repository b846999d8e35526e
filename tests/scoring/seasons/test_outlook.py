"""The least that somebody needs in one more evening, against a search through every figure it may bring."""

from dataclasses import replace

from hypothesis import given, strategies as st

from scoring.seasons.outlook import Need, outlook
from scoring.seasons.scales import EveningEntry, Scale
from scoring.seasons.table import SeasonEvening, SeasonRules, make_table
from tests.scoring.seasons.builders import entry, seasons

NEXT = SeasonEvening(99, 40)


@given(seasons(), st.sampled_from([1, 2]), st.booleans(), st.integers(0, 4))
def test_the_least_that_is_needed_is_what_a_search_finds(season, weight, same_day, chosen):
    found, some, law = season
    law = replace(law, scale=Scale(presence=law.scale.presence), ties=())
    last = SeasonEvening(99, some[-1].day if same_day else 40, weight)
    table = make_table(found, [*some, last], law)
    if not table.rows:
        return
    row = table.rows[chosen % len(table.rows)]
    stake = outlook(table, row, last, range(1, 7))

    def with_it(points: int):
        more = make_table([*found, EveningEntry(row.who, 99, points, 1)], [*some, last], law)
        return more, more.by_who[row.who]

    assert stake.lacks == with_it(0)[1].lacks
    for need in stake.needs:
        ranks = {}
        for points in range(400):
            more, mine = with_it(points)
            ranks[points] = mine.rank, sum(one.rank != 0 and one.total >= mine.total for one in more.rows) - 1
            if ranks[points][1] < need.rank:
                break
        assert need.level == min(points for points, (rank, _) in ranks.items() if rank <= need.rank)
        assert need.ahead == min(points for points, (_, others) in ranks.items() if others < need.rank)
    if stake.useless is not None:
        assert with_it(stake.useless)[1].total == with_it(0)[1].total < with_it(stake.useless + 1)[1].total
    else:
        assert with_it(1)[1].total > with_it(0)[1].total


def test_an_evening_pushes_out_the_worst_that_counts():
    played = [entry(1, key, points) for key, points in ((1, 50), (2, 30), (3, 40))]
    played += [entry(2, key, 45) for key in (1, 2)] + [entry(3, 1, 60), entry(3, 2, 60)]
    evenings = [SeasonEvening(key, key) for key in (1, 2, 3)]
    table = make_table(played, [*evenings, NEXT], SeasonRules(best=2))
    first, second = table.rows[0], table.rows[1]
    assert (first.who, second.who) == ((3,), (1,))
    stake = outlook(table, second, NEXT)
    assert stake.replaces is not None and stake.replaces.slot == 3
    assert stake.useless == 40
    assert stake.needs == (Need(1, 70, 71),)
    assert outlook(table, first, NEXT).needs == ()


def test_points_per_donne_are_asked_for_exactly():
    played = [entry(1, 1, 100, donnes=8), entry(2, 1, 101, donnes=8)]
    table = make_table(played, [SeasonEvening(1, 1), NEXT], SeasonRules(Scale("per_donne")))
    (need,) = outlook(table, table.by_who[1,], NEXT).needs
    assert table.points(need.level) == table.points(table.by_who[2,].total - table.by_who[1,].total)
    assert need.ahead == need.level + 1


def test_too_few_evenings_need_more_before_any_rank():
    table = make_table([entry(1, 1, 5), entry(2, 1, 9)], [SeasonEvening(1, 1), NEXT], SeasonRules(minimum=3))
    stake = outlook(table, table.rows[0], NEXT, (1, 2))
    assert (stake.lacks, stake.needs) == (1, ())


def test_the_running_evening_counts_what_it_has_brought_already():
    table = make_table([entry(1, 1, 5), entry(2, 1, 9)], [SeasonEvening(1, 1)], SeasonRules(Scale(presence=3)))
    stake = outlook(table, table.by_who[1,], SeasonEvening(1, 1))
    assert stake.needs == (Need(1, 4, 5),)
