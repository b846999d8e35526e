"""How long tables take: laws of the estimate, whatever the hall, and whatever its clock did."""

import random
from dataclasses import replace
from itertools import accumulate
from math import exp, log

import pytest
from hypothesis import assume, example, given, strategies as st
from pytest import approx

from scoring.clock import pace
from scoring.clock.pace import HallPace, PlayingTable, Span

lengths = st.floats(-10_000, 10_000, allow_nan=False)
now = st.floats(0, 600)
playing = st.builds(
    PlayingTable,
    done=st.none() | st.integers(1, 12),
    at=lengths,
    left=st.none() | st.integers(0, 5),
    since=st.floats(0, 600),
)
halls = st.lists(playing, max_size=40)
times = st.lists(lengths, max_size=40)
spans = st.tuples(*[st.floats(0.5, 30)] * 3).map(lambda three: Span(*sorted(three)))
paces = st.builds(
    HallPace,
    span=spans,
    centre=st.floats(0.5, 30).map(log),
    doubt=st.floats(0.01, 0.5),
    spread=st.floats(min(pace.TABLES), max(pace.TABLES)),
)
CLOSE = 0.01  # minutes


def is_range(span):
    return 0 <= span.low <= span.mid <= span.high


@given(times, halls, st.sampled_from([1, 8, 12, 20]), now)
def test_a_pace_is_a_range_of_lengths_that_can_be(finished, tables, units, at):
    found = pace.pace_of(finished, tables, units, at)
    if found is not None:
        assert is_range(found.span) and found.doubt > 0


@given(times, halls, now)
def test_the_order_in_which_sheets_come_changes_nothing(finished, tables, at):
    one, other = (pace.pace_of(finished[::way], tables[::way], 12, at) for way in (1, -1))
    assert one is None and other is None or one.span.mid == approx(other.span.mid)


def test_a_partie_that_has_only_just_begun_has_a_pace():
    assert pace.pace_of([60.0], [PlayingTable(left=12, since=0.0)], 12, 5e-324) is not None


@given(halls, now)
def test_nothing_is_known_where_nothing_was_measured(tables, at):
    unknown = [PlayingTable(left=table.left, since=table.since) for table in tables]
    assert pace.pace_of([], unknown, 12, at) is None
    assert pace.pace_of([-5.0, 0.0], unknown, 12, at) is None


@given(playing, st.sampled_from([1, 12]), now, paces)
def test_a_table_ends_in_time_to_come(table, units, at, hall):
    end = pace.table_end(table, units, at, hall)
    assert is_range(end) and end.low >= at


@given(playing, now, st.floats(0, 120), paces)
@example(PlayingTable(done=1), 534.0, 49.0, HallPace(Span(1.0, 1.0, 1.0), log(15.25), 0.5, 0.25))  # nine hours late
def test_time_that_passes_brings_no_end_forward(table, at, later, hall):
    assume(not at < table.at <= at + later)  # what a table says in between may do so
    hall = replace(hall, doubt=1e-9)  # what time teaches about the hall is another matter
    before, after = (pace.table_end(table, 12, moment, hall) for moment in (at, at + later))
    assert after.mid >= before.mid - CLOSE and after.high >= before.high - CLOSE


@given(st.integers(1, 11), st.floats(1 / 2, 2), paces)
def test_more_donnes_played_in_the_same_time_end_earlier(done, share, hall):
    at = share * done * exp(hall.centre)
    # Where a pace that cannot be becomes one that can, or the other way round, another length is believed.
    assume(pace.DONNE[0] <= at / (done + 1) and at / done <= pace.DONNE[1])
    slow, quick = (pace.table_end(PlayingTable(done=n, at=at), 12, at, hall) for n in (done, done + 1))
    assert quick.mid <= slow.mid + CLOSE


@given(st.integers(1, 10), st.floats(0, 100), paces)
def test_fewer_last_donnes_end_earlier(left, since, hall):
    few, many = (pace.table_end(PlayingTable(left=n, since=since), 12, since, hall) for n in (left, left + 1))
    assert few.mid <= many.mid + CLOSE


@given(st.lists(playing, min_size=1, max_size=8), now, paces)
def test_the_partie_ends_with_its_last_table_and_not_before_any(tables, at, hall):
    end = pace.partie_end(tables, 12, at, hall)
    assert is_range(end)
    for table in tables:
        one = pace.table_end(table, 12, at, hall)
        assert end.mid >= one.mid - CLOSE and end.high >= one.high - CLOSE


@given(spans, st.integers(0, 10), times, times)
def test_the_evening_ends_after_the_partie_and_later_with_each_one_to_come(partie, left, parties, breaks):
    end = pace.evening_end(partie, left, parties, breaks)
    if end is None:
        assert left and not any(pace.PARTIE[0] <= length <= pace.PARTIE[1] for length in parties)
        return
    assert is_range(end) and end.mid >= partie.mid
    more = pace.evening_end(partie, left + 1, parties, breaks)
    assert more is None or more.mid > end.mid


def test_who_still_plays_when_others_have_finished_slows_the_pace():
    """The first to hand in its sheet does not promise its pace to all."""
    alone = pace.pace_of([48.0], [], 12, 60.0)
    with_others = pace.pace_of([48.0], [PlayingTable()] * 9, 12, 60.0)
    assert with_others.span.mid > 1.1 * alone.span.mid


@pytest.mark.parametrize("tables", [4, 16])
@pytest.mark.parametrize("phones", [0.3, 1.0])
def test_four_ranges_out_of_five_hold_what_then_happens(tables, phones):
    """Evenings by lot: tables that differ by a sixth, donnes by a quarter, at half past and at ten to the hour."""
    held = asked = 0
    for seed in range(20):
        chance = random.Random(f"{tables} {phones} {seed}")
        parties = []
        for _table in range(tables):
            each = 5 * chance.lognormvariate(0, 0.13)
            parties.append([each * chance.lognormvariate(0, 0.25) for _ in range(12)])
        ends = [sum(donnes) + pace.HAND_IN for donnes in parties]
        counting = [chance.random() < phones for _ in parties]
        for moment in (30, 50):
            playing = []
            for donnes, end, counts in zip(parties, ends, counting, strict=True):
                past = [at for at in accumulate(donnes) if at <= moment]
                if end > moment:
                    playing.append(PlayingTable(done=len(past), at=past[-1]) if counts and past else PlayingTable())
            hall = pace.pace_of([end for end in ends if end <= moment], playing, 12, moment)
            if hall is not None and playing:
                found = pace.partie_end(playing, 12, moment, hall)
                held += found.low <= max(ends) <= found.high
                asked += 1
    assert asked >= 20
    assert held / asked >= 0.65


def test_more_measures_leave_less_doubt():
    few, many = (pace.measured([5.0] * count, pace.DONNE) for count in (1, 25))
    assert few.high - few.low > 3 * (many.high - many.low) > 0
