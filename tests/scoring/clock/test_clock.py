"""The clock of a partie: each act once whatever is pressed, what a table may still say, who is asked for."""

import dataclasses
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.clock import services as sheet_acts
from scoring.clock.selectors import clock_page, clock_state
from scoring.errors import ScoringError
from scoring.models import RunningDonne, ScoreSheet
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.models import JournalEntry, Round, Seat, Table, Tournament
from tournament.rounds import clock, services as draw_acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def concours():
    return builders.seated(4)


def acts_of(tournament):
    return list(tournament.journal.order_by("number").exclude(act__startswith="test").values_list("act", flat=True))


def table(number=1):
    return Table.objects.get(round__number=1, number=number)


def begun(minutes):
    """Partie 1 with its clock started so long ago."""
    Round.objects.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=minutes))


def page(tournament, **after):
    return clock_page(Tournament.objects.get(pk=tournament.pk), now=timezone.now() + timedelta(**after))


def hand_in(place, north=1012, **given):
    given = {"kind": "totals", "marks": {"NS": {"points": north}, "EO": {"points": 1944 - north}}} | given
    return submit_sheet(table_id=place.pk, key=f"key-of-table-{place.pk:08}", by=None, **given).sheet


def refusal(act, **given):
    with pytest.raises(TournamentError) as refused:
        act(**given)
    assert str(refused.value)
    return refused.value.code


def test_a_clock_is_started_once_and_taken_back_once(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    first = clock.start_clock(**given).started_at
    assert clock.start_clock(**given).started_at == first
    assert clock.stop_clock(**given).started_at is None
    assert clock.stop_clock(**given).started_at is None
    assert acts_of(concours) == ["start_clock", "stop_clock"]


def test_a_clock_is_set_with_a_reason_and_only_where_it_shows_something_else(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    clock.start_clock(**given)
    assert refusal(clock.set_clock, **given, reason=" ") == "reason_needed"
    assert refusal(clock.set_clock, **given, reason="panne", minutes=601) == "clock_minutes"
    assert refusal(clock.set_clock, **given, reason="panne", minutes=-1) == "clock_minutes"
    started = clock.set_clock(**given, reason="panne", minutes=20).started_at
    assert abs(timezone.now() - timedelta(minutes=20) - started) < timedelta(seconds=5)
    assert clock.set_clock(**given, reason="panne", minutes=20).started_at == started
    assert acts_of(concours) == ["start_clock", "set_clock"]
    line = concours.journal.last()
    assert (line.reason, line.after["minutes"], line.before["round"]) == ("panne", 20, 1)


@pytest.mark.parametrize("donnes", [0, 31, True, "2", None])
def test_a_number_of_last_donnes_that_cannot_be_is_refused(concours, donnes):
    assert refusal(clock.impose_cutoff, tournament_id=concours.pk, number=1, donnes=donnes, by=None) == "cutoff_donnes"
    assert acts_of(concours) == []


def test_the_last_donnes_are_announced_once_and_changed_by_taking_them_back(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    at = clock.impose_cutoff(**given, donnes=2).cutoff_at
    assert clock.impose_cutoff(**given, donnes=2).cutoff_at == at
    assert refusal(clock.impose_cutoff, **given, donnes=3) == "cutoff_stands"
    clock.start_clock(**given)
    assert refusal(clock.stop_clock, **given) == "clock_cutoff_stands"
    sheet_acts.record_cutoff_after(table_id=table().pk, donnes=9)
    sheet_acts.take_back_cutoff(**given)
    sheet_acts.take_back_cutoff(**given)
    assert table().cutoff_after is None
    assert clock.impose_cutoff(**given, donnes=3).cutoff_donnes == 3
    told = ["impose_cutoff", "start_clock", "record_cutoff_after", "take_back_cutoff", "impose_cutoff"]
    assert acts_of(concours) == told


def test_a_sheet_of_fewer_donnes_keeps_the_last_ones_announced(concours):
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    clock.impose_cutoff(**given, donnes=2)
    whole = hand_in(table(1))
    sheet_acts.take_back_cutoff(**given)
    assert whole.check_code == ""

    clock.impose_cutoff(**given, donnes=2)
    hand_in(table(2), marks={"NS": {"points": 1500}, "EO": {"points": 120}})
    with pytest.raises(ScoringError) as refused:
        sheet_acts.take_back_cutoff(**given)
    assert (refused.value.code, refused.value.params["named"]) == ("cutoff_used", "2")
    assert Round.objects.get().cutoff_donnes == 2


def test_what_a_table_had_played_is_noted_until_its_sheet_counts(concours):
    place = table()
    assert refusal(sheet_acts.record_cutoff_after, table_id=place.pk, donnes=9) == "cutoff_none"
    clock.impose_cutoff(tournament_id=concours.pk, number=1, donnes=2, by=None)
    assert refusal(sheet_acts.record_cutoff_after, table_id=place.pk, donnes=13) == "cutoff_after"
    for _twice in range(2):
        assert sheet_acts.record_cutoff_after(table_id=place.pk, donnes=9, camp="EO").cutoff_after == 9
    line = concours.journal.last()
    assert (line.act, line.after) == ("record_cutoff_after", {"cutoff_after": 9, "camp": "EO"})
    assert acts_of(concours).count("record_cutoff_after") == 1
    hand_in(place, marks={"NS": {"points": 900}, "EO": {"points": 1782 - 900}})
    assert refusal(sheet_acts.record_cutoff_after, table_id=place.pk, donnes=8) == "cutoff_counted"
    assert sheet_acts.record_cutoff_after(table_id=place.pk, donnes=9).cutoff_after == 9


def test_no_last_donnes_in_a_game_of_manches():
    tournament = builders.seated(1, teams=4, rule_set="escalier", rule_options={})
    given = {"tournament_id": tournament.pk, "number": 1, "by": None}
    assert refusal(clock.impose_cutoff, **given, donnes=2) == "cutoff_not_here"


def test_nothing_runs_before_a_draw_is_published_nor_after_the_palmares(concours):
    for act, more in (
        (clock.start_clock, {}),
        (clock.stop_clock, {}),
        (clock.set_clock, {"reason": "panne"}),
        (clock.impose_cutoff, {"donnes": 2}),
        (sheet_acts.take_back_cutoff, {}),
        (clock.all_ready, {}),
    ):
        given = {"tournament_id": concours.pk, "by": None} | more
        assert refusal(act, **given, number=2) == "clock_no_partie"
        Tournament.objects.update(closed_at=timezone.now())
        assert refusal(act, **given, number=1) == "closed"
        Tournament.objects.update(closed_at=None)
    Tournament.objects.update(closed_at=timezone.now())
    for act in (clock.call_referee, clock.cancel_call):
        assert refusal(act, table_id=table().pk) == "closed"
    for act in (clock.seat_ready, clock.seat_missing):
        assert refusal(act, table_id=table().pk, camp="NS") == "closed"
    assert acts_of(concours) == []


def test_the_clock_of_a_partie_that_is_over_stays_as_it_was(concours):
    builders.partie(concours, 2, [(1, None, 3, None), (2, None, 4, None)])
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    for act, more in (
        (clock.start_clock, {}),
        (clock.stop_clock, {}),
        (clock.set_clock, {"reason": "panne"}),
        (clock.impose_cutoff, {"donnes": 2}),
    ):
        assert refusal(act, **given, **more) == "clock_partie_over"
    assert acts_of(concours) == []


def test_of_here_and_not_here_the_last_one_holds(concours):
    place = table()
    seat = Seat.objects.get(table=place, camp="EO")
    assert clock.seat_missing(table_id=place.pk, camp="EO")
    assert not clock.seat_missing(table_id=place.pk, camp="EO")
    seat.refresh_from_db()
    assert (seat.ready_at, seat.missing_at is not None) == (None, True)
    assert clock.seat_ready(table_id=place.pk, camp="EO")
    assert not clock.seat_ready(table_id=place.pk, camp="EO")
    seat.refresh_from_db()
    assert (seat.ready_at is not None, seat.missing_at) == (True, None)
    assert acts_of(concours) == []  # telephones come and go: no line


def test_all_the_others_are_there_but_who_was_said_to_be_missing(concours):
    clock.seat_missing(table_id=table(2).pk, camp="EO")
    clock.seat_ready(table_id=table(1).pk, camp="NS")
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    assert clock.all_ready(**given) == 6
    assert clock.all_ready(**given) == 0
    assert acts_of(concours) == ["all_ready"]
    assert [seat.team.number for seat in Seat.objects.filter(ready_at=None)] == [4]


def test_a_call_is_answered_by_the_referee_or_taken_back_by_the_table(concours):
    place = table()
    assert clock.call_referee(table_id=place.pk)
    assert not clock.call_referee(table_id=place.pk)
    assert clock.cancel_call(table_id=place.pk)
    assert not clock.answer_call(table_id=place.pk, by=None)
    assert acts_of(concours) == []
    clock.call_referee(table_id=place.pk)
    assert clock.answer_call(table_id=place.pk, by=None)
    assert not clock.answer_call(table_id=place.pk, by=None)
    assert acts_of(concours) == ["answer_call"]


def test_a_cancelled_draw_takes_its_clock_with_it():
    tournament = builders.concours(teams=8)
    draw = draw_acts.make_draft(tournament_id=tournament.pk, number=1, ranks={}, method="sort", seed="R♥", by=None)
    draw_acts.publish_draw(draw_id=draw.pk, by=None)
    given = {"tournament_id": tournament.pk, "number": 1, "by": None}
    clock.start_clock(**given)
    clock.impose_cutoff(**given, donnes=2)
    draw_acts.cancel_draw(draw_id=draw.pk, reason="une équipe oubliée", by=None)
    round_ = Round.objects.get()
    assert (round_.started_at, round_.cutoff_donnes, round_.cutoff_at) == (None, None, None)


# --- What the page says -----------------------------------------------------------------------------------------------


def test_the_page_asks_for_what_comes_next(concours):
    assert page(concours).stage == "idle"
    clock.start_clock(tournament_id=concours.pk, number=1, by=None)
    assert [page(concours, minutes=minutes).stage for minutes in (0, 11, 61)] == ["seating", "playing", "over"]
    clock.impose_cutoff(tournament_id=concours.pk, number=1, donnes=2, by=None)
    assert page(concours, minutes=61).stage == "playing"
    for place in Table.objects.all():
        hand_in(place)
    assert page(concours).stage == "done"
    assert clock_state(concours) is None


def test_a_partie_without_limits_is_never_over(concours):
    Tournament.objects.update(ready_minutes=0, partie_minutes=0)
    clock.start_clock(tournament_id=concours.pk, number=1, by=None)
    later = page(concours, hours=5)
    assert (later.stage, later.late, later.face.ready_by, later.face.limit_at) == ("playing", False, None, None)


def test_who_is_not_there_is_listed_the_missing_ones_first(concours):
    clock.start_clock(tournament_id=concours.pk, number=1, by=None)
    clock.seat_ready(table_id=table(1).pk, camp="NS")
    clock.seat_missing(table_id=table(1).pk, camp="EO")
    hand_in(table(4))
    found = page(concours, minutes=10)
    assert found.late and found.phones
    assert [(one.table, one.side.number) for one in found.missing] == [(1, 2)]
    assert [(one.table, one.side.number) for one in found.unknown] == [(2, 3), (2, 4), (3, 5), (3, 6)]


def test_where_no_telephone_says_anything_nobody_is_accused(concours):
    clock.start_clock(tournament_id=concours.pk, number=1, by=None)
    assert page(concours, minutes=11).phones is False


def note(place, donnes, minutes_ago, camp="NS"):
    device = phone(place, camp)
    at = timezone.now() - timedelta(minutes=minutes_ago)
    RunningDonne.objects.bulk_create(
        RunningDonne(device=device, number=n, key=f"{n}".ljust(16, "k"), sequence=n, content={"passe": False}, at=at)
        for n in range(1, donnes + 1)
    )
    return device


def test_tables_that_still_play_are_listed_with_their_progress_the_last_to_end_first(concours):
    begun(40)
    note(table(1), 8, 0)
    device = note(table(2), 4, 0)
    RunningDonne.objects.filter(device=device, number=4).update(content=None)
    ended = hand_in(table(3))
    ScoreSheet.objects.filter(pk=ended.pk).update(at=timezone.now() - timedelta(minutes=2))
    clock.call_referee(table_id=table(2).pk)
    found = page(concours)
    assert [(one.line.number, one.done) for one in found.running[:1]] == [(2, 3)]
    assert {one.line.number: one.done for one in found.running} == {1: 8, 2: 3, 4: None}
    assert found.running[0].slow and found.called == 1
    assert found.finished == 1 and found.measured == 3
    assert found.pace.low <= found.pace.mid <= found.pace.high
    assert found.now <= found.partie_end.low <= found.partie_end.mid <= found.partie_end.high
    # Three parties and as many breaks are still to come.
    assert found.evening_end.mid > found.partie_end.mid + timedelta(minutes=3 * 40)


def test_a_table_whose_score_is_proposed_has_played(concours):
    begun(50)
    Tournament.objects.update(counts_when="both_camps")
    propose(phone(table(1), "NS"), 1012, key="p")
    found = page(concours)
    one = next(one for one in found.running if one.line.number == 1)
    assert one.state == "proposed" and one.end.mid - found.now < timedelta(minutes=3)
    assert found.measured == 1


def test_last_donnes_bring_the_end_nearer(concours):
    begun(60)
    for number in (1, 2, 3, 4):
        note(table(number), 6, 0)
    before = page(concours).partie_end.mid
    clock.impose_cutoff(tournament_id=concours.pk, number=1, donnes=2, by=None)
    assert page(concours).partie_end.mid < before


def test_a_partie_to_points_is_measured_whole():
    tournament = builders.seated(2, rule_options={"limite_donnes": None, "limite_points": 3000})
    begun(45)
    builders.sheet(table(1), north=3010, east=1200)
    found = page(tournament)
    assert not found.by_donne and 44 < found.pace.mid < 55
    assert found.partie_end.mid > found.now


def test_the_end_of_the_evening_is_guessed_before_anything_is_known(concours):
    """Tell it from the usual pace since the first draw, widely, and promise no end of the partie."""
    begun(5)
    found = page(concours)
    assert (found.pace, found.partie_end, found.guessed) == (None, None, True)
    hours = [(end - found.now).total_seconds() / 3600 for end in dataclasses.astuple(found.evening_end)]
    assert 3 < hours[0] < hours[1] - 0.5 < hours[2] - 1 < 8
    begun(60)
    hand_in(table(1))
    assert not page(concours).guessed


def test_a_partie_of_which_nothing_is_measured_is_as_long_as_those_before_it(concours):
    begun(90)
    for place in Table.objects.all():
        hand_in(place)
    between = page(concours).evening_end.mid
    builders.partie(concours, 2, [(1, None, 2, None), (3, None, 4, None)])
    Round.objects.filter(number=2).update(published_at=timezone.now())
    found = page(concours)
    assert found.guessed
    assert abs(found.evening_end.mid - between) < timedelta(minutes=20)


def test_between_two_parties_the_end_of_the_evening_counts_from_now(concours):
    begun(60)
    for place in Table.objects.all():
        hand_in(place)
    found = page(concours, minutes=5)
    assert found.stage == "done"
    left = (found.evening_end.mid - found.now).total_seconds() / 60
    assert 3 * 60 < left < 3 * 80


def test_a_correction_does_not_make_its_partie_longer(concours):
    begun(60)
    for place in Table.objects.all():
        hand_in(place)
    before = page(concours).evening_end.mid
    sheet = ScoreSheet.objects.get(table=table())
    submit_sheet(
        table_id=table().pk,
        key="another-key-of-table-1",
        kind="totals",
        marks={"NS": {"points": 1000}, "EO": {"points": 944}},
        reason="erreur",
        base_version=sheet.version,
        by=None,
    )
    ScoreSheet.objects.filter(version=2).update(at=timezone.now() + timedelta(hours=2))
    assert abs(page(concours).evening_end.mid - before) < timedelta(minutes=1)


@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(days=-20_000)])
def test_a_clock_put_back_is_called_doubtful_and_breaks_nothing(concours, jump):
    begun(40)
    hand_in(table(1))
    note(table(2), 3, 1)
    found = page(concours, seconds=jump.total_seconds())
    assert found.doubtful and found.last_line > found.now
    assert found.minutes == 0 and found.face.seconds(found.now) == 0
    assert not page(concours, seconds=1).doubtful


def test_lines_stand_in_the_order_of_their_numbers_whatever_the_clock_said(concours, monkeypatch):
    """docs/reliability.md 10, row 19: two hours forward, back, and to a dead battery's 1970."""
    now = timezone.now()
    jumps = [0, 7200, -7200, -now.timestamp()]
    given = {"tournament_id": concours.pk, "number": 1, "by": None}
    for place, jump in enumerate(jumps):
        monkeypatch.setattr(timezone, "now", lambda jump=jump: now + timedelta(seconds=jump))
        (clock.start_clock, clock.stop_clock)[place % 2](**given)
    assert acts_of(concours) == ["start_clock", "stop_clock"] * 2
    assert journal.broken_line(JournalEntry.objects.order_by("number")) is None
    assert page(concours).doubtful


def test_the_page_costs_as_many_queries_for_fifty_tables_as_for_two(django_assert_max_num_queries):
    for teams in (4, 100):
        tournament = builders.evening(teams=teams, parties=2, missing=teams // 4, slug=f"c-{teams}")
        now = timezone.now()
        with django_assert_max_num_queries(16):
            assert clock_page(tournament, now=now).tables == teams // 2
