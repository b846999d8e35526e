"""Two people at the clock at the same moment: one line, one announcement, and what happens without the guard."""

import pytest
from django.utils import timezone

from scoring.clock import services as sheet_acts
from scoring.models import ScoreSheet
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.scoring.races import at_once, meeting, without_lock
from tournament.errors import TournamentError
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Round, Seat, Table, Tournament
from tournament.rounds import clock

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 5


@pytest.fixture
def concours():
    return builders.seated(2)


def lines(act):
    return JournalEntry.objects.filter(act=act).count()


def sound():
    assert broken_line(JournalEntry.objects.order_by("number")) is None
    assert Tournament.objects.get().journal_number == JournalEntry.objects.count()


def announce(concours, *numbers):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    return at_once(*(lambda n=n: clock.impose_cutoff(**given, donnes=n) for n in numbers))


def test_three_presses_start_one_clock(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    for _run in range(RUNS):
        rounds = at_once(*[lambda: clock.start_clock(**given)] * 3)
        assert len({one.started_at for one in rounds}) == 1
        at_once(*[lambda: clock.stop_clock(**given)] * 3)
    assert (lines("start_clock"), lines("stop_clock")) == (RUNS, RUNS)
    sound()


def test_of_two_announcements_one_stands_and_the_other_is_told_of_it(concours):
    for run in range(RUNS):
        told = [one for one in announce(concours, 2, 3) if isinstance(one, TournamentError)]
        assert [error.code for error in told] == ["cutoff_stands"]
        assert told[0].params["donnes"] == Round.objects.get().cutoff_donnes
        assert lines("impose_cutoff") == run + 1
        clock.take_back_cutoff(tournament_id=concours.pk, number=1, by=None)
    sound()


def test_without_the_guard_both_announcements_are_made(concours, monkeypatch):
    """The positive control: no lock, no transaction, a pause between the check and the writing."""
    without_lock(monkeypatch)
    monkeypatch.setattr(clock.journal, "write", lambda *line, **facts: None)
    monkeypatch.setattr(clock, "impose_cutoff", clock.impose_cutoff.__wrapped__)
    may, meet = clock.has_cutoff, meeting()
    monkeypatch.setattr(clock, "has_cutoff", lambda tournament: meet() or may(tournament))
    assert not any(isinstance(one, TournamentError) for one in announce(concours, 2, 3))


def test_a_sheet_that_ends_by_the_last_donnes_and_their_being_taken_back(concours):
    """Whichever comes first: no sheet counts by an announcement that is gone."""
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    for run in range(RUNS):
        if Round.objects.get().cutoff_donnes is None:
            clock.impose_cutoff(**given, donnes=2)
        place = Table.objects.get(number=1 + run % 2)
        ScoreSheet.objects.all().delete()
        at_once(
            lambda: sheet_acts.take_back_cutoff(**given),
            lambda table=place, run=run: submit_sheet(
                table_id=table.pk,
                key=f"key-of-this-sheet-{run}",
                kind="totals",
                marks={"NS": {"points": 200}, "EO": {"points": 124}},  # two donnes
                by=None,
            ),
        )
        stands = Round.objects.get().cutoff_donnes is not None
        counts = place.sheets.filter(counted=True).exists()
        assert stands == counts
    sound()


def test_arrivals_calls_and_reports_at_once_are_each_kept_once(concours):
    place = Table.objects.get(number=1)
    for _run in range(RUNS):
        first = at_once(*[lambda: clock.call_referee(table_id=place.pk)] * 3)
        assert sorted(first) == [False, False, True]
        answered = at_once(*[lambda: clock.answer_call(table_id=place.pk, by=None)] * 2)
        assert sorted(answered) == [False, True]
        at_once(
            lambda: clock.seat_ready(table_id=place.pk, camp="NS"),
            lambda: clock.seat_missing(table_id=place.pk, camp="NS"),
            lambda: clock.all_ready(tournament_id=concours.pk, number=1, by=None),
        )
        for seat in Seat.objects.filter(table=place):
            assert (seat.ready_at is None) != (seat.missing_at is None)
        Seat.objects.update(ready_at=None, missing_at=None)
    assert lines("answer_call") == RUNS
    sound()


def test_the_palmares_published_meanwhile_stops_the_clock_for_good(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}

    def close():
        Tournament.objects.filter(pk=concours.pk).update(closed_at=timezone.now())

    _closed, started = at_once(close, lambda: clock.start_clock(**given))
    if isinstance(started, TournamentError):
        assert started.code == "closed" and Round.objects.get().started_at is None
    sound()
