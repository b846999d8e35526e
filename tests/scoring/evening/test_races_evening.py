"""Two people at the same moment over the evening itself: the draw, the closing, a correction, a departure.

Each race is run several times; where the order decides, either outcome is right and nothing between them is. The last
tests take the guard away, to see that the races are there.
"""

import contextlib
import itertools
import threading

import pytest

from scoring.evening import closing
from scoring.models import Palmares, ScoreSheet
from scoring.public import pages
from scoring.rounds import services as rounds
from scoring.sheets import entry, locked_table, reception
from scoring.sheets.reception import Receipt
from scoring.standings.selectors import snapshot_alarm, standing
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.scoring.races import at_once, between, refusals, without_lock
from tests.support.accounts import account
from tests.support.phases import publish_next
from tournament import tirages
from tournament.journal.services import broken_line
from tournament.models import Draw, JournalEntry, Round, Seat, Table, Team, Tournament
from tournament.registration import attendance, services as registration
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 5
TOTAL = 12 * 162
_keys = (f"key-{number:020d}" for number in itertools.count())


@pytest.fixture
def played():
    """A concours of eight teams, its only partie played, nothing closed."""
    return builders.evening(teams=8, parties=1)


def submit(table: Table, north: int, **more):
    marks = {"NS": {"points": north}, "EO": {"points": TOTAL - north}}
    return entry.submit_sheet(table_id=table.pk, key=next(_keys), kind="totals", marks=marks, **({"by": None} | more))


def correct(table: Table, north: int):
    version = ScoreSheet.objects.get(table=table, counted=True).version
    return submit(table, north, base_version=version, reason="misread")


def sound(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    lines = JournalEntry.objects.filter(tournament=tournament).order_by("number")
    assert broken_line(lines) is None
    assert tournament.journal_number == lines.count()
    for table in Table.objects.filter(round__tournament=tournament):
        assert table.sheets.filter(counted=True).count() <= 1
    places = list(Seat.objects.filter(round__tournament=tournament, counts=True).values_list("round", "team"))
    assert len(places) == len(set(places)), "each team sits once"


def acts_after(tournament: Tournament, number: int) -> list[str]:
    lines = JournalEntry.objects.filter(tournament=tournament, number__gt=number)
    return list(lines.order_by("number").values_list("act", flat=True))


def test_row_38_a_correction_while_the_palmares_is_published(played):
    """38: the correction is in before, and counted, or refused; the palmarès never goes out without it."""
    table = Table.objects.first()
    outcomes = set()
    for run in range(RUNS):
        before = played.journal_number
        figures = 700 + run
        fix, closed = at_once(
            lambda figures=figures: correct(table, figures),
            lambda: closing.close_tournament(tournament_id=played.pk, by=None, reason="it is late"),
        )
        assert isinstance(closed, Tournament)
        sound(played)
        said = acts_after(played, before)
        counted = ScoreSheet.objects.get(table=table, counted=True)
        if isinstance(fix, Receipt):
            assert said == ["correct_sheet", "close_tournament"]
            assert counted.content["totals"]["NS"] == figures
        else:
            assert (fix.code, said) == ("closed", ["close_tournament"])
        outcomes.add(said[0])
        team = table.seats.get(camp="NS").team.number
        points = {row.number: row.points for row in standing(played).rows}
        assert points[team] == next(mark.points for mark in counted.marks.all() if mark.camp == "NS")
        closing.reopen_tournament(tournament_id=played.pk, by=None, reason="again")
        played.refresh_from_db()
    assert outcomes


def test_row_38_a_contest_while_the_palmares_is_published():
    """38: a score that is still contested is never closed over."""
    for _run in range(RUNS):
        tournament = builders.seated(1, counts_when="both_camps", parties=1)
        table = Table.objects.get(round__tournament=tournament)
        propose(phone(table, "NS"), 1012, key=next(_keys))
        given = at_once(
            lambda table=table: propose(phone(table, "EO"), 1012, key=next(_keys)),
            lambda tournament=tournament: closing.close_tournament(tournament_id=tournament.pk, by=None),
        )
        tournament.refresh_from_db()
        assert refusals(given) in ([], ["tables_missing"])
        assert bool(tournament.closed_at) == (refusals(given) == [])
        assert table.sheets.get().counted
        sound(tournament)


def test_two_organisers_publish_the_palmares(played):
    """44: once, whoever was first."""
    act = lambda: closing.close_tournament(tournament_id=played.pk, by=None, reason="it is late")  # noqa: E731
    given = at_once(act, act)
    assert refusals(given) == ["closed"]
    assert acts_after(played, 0).count("close_tournament") == 1
    sound(played)


def test_row_39_one_draw_published_twice_and_by_two(played):
    """39: one tirage, published once; nobody is told that it failed."""
    for _run in range(RUNS):
        before = Tournament.objects.get(pk=played.pk).journal_number
        drawn = rounds.open_next_round(tournament_id=played.pk, by=None, seed="7♣")
        act = lambda drawn=drawn: draws.publish_draw(draw_id=drawn.pk, by=None)  # noqa: E731
        given = at_once(act, act)
        assert [one.state for one in given] == ["published"] * 2
        assert acts_after(played, before) == ["make_draw", "publish_draw"]
        draws.cancel_draw(draw_id=drawn.pk, reason="again", by=None)
    sound(played)


def test_row_39_published_and_cancelled_at_once(played):
    """39: in either order the tables are all there or all gone."""
    for _run in range(RUNS):
        drawn = rounds.open_next_round(tournament_id=played.pk, by=None, seed="7♣")
        given = at_once(
            lambda drawn=drawn: draws.publish_draw(draw_id=drawn.pk, by=None),
            lambda drawn=drawn: draws.cancel_draw(draw_id=drawn.pk, reason="wrong seed", by=None),
        )
        assert refusals(given) in ([], ["draw_cancelled"])
        row = Round.objects.get(tournament=played, number=2)
        assert (row.state, row.published_at, row.tables.count(), row.seats.count()) == ("draft", None, 0, 0)
        sound(played)


def test_row_40_a_team_registers_while_the_draw_is_made(played):
    """40: it is in the tirage or not, and then the draft says that somebody came."""
    for run in range(RUNS):
        names = [f"Zoé Nouvelle {run}", f"Yann Nouveau {run}"]
        given = at_once(
            lambda: rounds.open_next_round(tournament_id=played.pk, by=None, seed="7♣"),
            lambda names=names: registration.register_team(tournament_id=played.pk, players=names, by=None),
        )
        drawn = next(one for one in given if isinstance(one, Draw))
        team = next(one for one in given if isinstance(one, Team))
        entrants = [entrant["number"] for entrant in drawn.minutes["entrants"]]
        assert sorted(drawn.round.seats.values_list("team__number", flat=True)) == entrants
        came, left = draws.check_pool(drawn, played)
        assert (came, left) == ([] if team.number in entrants else [team.number], [])
        assert tirages.fingerprint(drawn.minutes) == drawn.minutes["fingerprint"]
        draws.cancel_draw(draw_id=drawn.pk, reason="again", by=None)
        sound(played)


def test_row_40_a_team_leaves_while_the_draw_is_published(played):
    """40: published without it there is no seat for it; published with it, its table is known to be incomplete."""
    for number in range(1, RUNS + 1):
        drawn = rounds.open_next_round(tournament_id=played.pk, by=None, seed="7♣")
        team = Team.objects.get(tournament=played, number=number)
        given = at_once(
            lambda drawn=drawn: draws.publish_draw(draw_id=drawn.pk, by=None),
            lambda team=team: attendance.withdraw_team(team_id=team.pk, from_round=2, reason="unwell", by=None),
        )
        assert refusals(given) in ([], ["draw_stale"])
        drawn.refresh_from_db()
        assert (drawn.state == "published") == (refusals(given) == [])
        team.refresh_from_db()
        assert team.withdrawn_from == 2
        sound(played)
        draws.cancel_draw(draw_id=drawn.pk, reason="again", by=None)


def test_row_42_a_correction_while_the_next_partie_is_drawn(played):
    """42: the ranks drawn from are those of the journal line that the minutes name, whichever came first."""
    tables = list(Table.objects.filter(round__tournament=played, round__number=1))
    for run in range(RUNS):
        table = tables[run % len(tables)]
        given = at_once(
            lambda: rounds.open_next_round(tournament_id=played.pk, by=None),
            lambda table=table, run=run: correct(table, 1200 + run),
        )
        drawn = next(one for one in given if isinstance(one, Draw))
        assert refusals(given) == []
        line = JournalEntry.objects.filter(tournament=played, act="correct_sheet").latest("number")
        corrected_first = line.number <= drawn.journal_number
        points = {entrant["number"]: entrant["points"] for entrant in drawn.minutes["entrants"]}
        team = table.seats.get(camp="NS").team.number
        assert (points[team] == 1200 + run) == corrected_first
        seated = {
            frozenset(seat.team.number for seat in one.seats.select_related("team")) for one in drawn.round.tables.all()
        }
        assert seated == {frozenset(camp[0] for camp in one["camps"]) for one in drawn.minutes["tables"]}, (
            "nobody moved"
        )
        draws.cancel_draw(draw_id=drawn.pk, reason="again", by=None)
        sound(played)


def test_a_sheet_arrives_while_its_draw_is_cancelled(played):
    """A table that has handed in a sheet stays; one that is gone says so, and keeps nothing by half."""
    for run in range(RUNS):
        drawn = publish_next(played, seed="7♣")
        table = Table.objects.filter(round=drawn.round).first()
        device = phone(table, "NS") if run % 2 else None
        given = at_once(
            (lambda device=device: propose(device, 1012, key=next(_keys)))
            if device
            else (lambda table=table: submit(table, 1012)),
            lambda drawn=drawn: draws.cancel_draw(draw_id=drawn.pk, reason="wrong seed", by=None),
        )
        drawn.refresh_from_db()
        kept = ScoreSheet.objects.filter(table=table.pk).exists()
        assert kept == (drawn.state == "published"), given
        assert kept == (refusals(given) == ["draw_has_sheets"]), given
        sound(played)
        if kept:
            return
    assert not Table.objects.filter(round__number=2).exists()


def test_a_telephone_and_the_table_de_marque_at_once():
    """31, 32: the same figures agree, others do not count twice; what was received is there."""
    tournament = builders.seated(RUNS)
    anne = account("anne")
    for run, table in enumerate(Table.objects.order_by("number")):
        device, by = phone(table, "NS"), anne if run % 4 < 2 else None
        proposed, typed = at_once(
            lambda device=device, run=run: propose(device, 1012 + run % 2, key=next(_keys)),
            lambda table=table, by=by: submit(table, 1012, by=by),
        )
        assert isinstance(proposed, Receipt)
        assert typed.sheet.counted
        assert ScoreSheet.objects.get(table=table, counted=True).content["totals"]["NS"] == 1012
        if run % 2:
            said = ScoreSheet.objects.get(pk=proposed.sheet.pk)
            assert said.late or said.state == "replaced", "kept, and not counted"
    sound(tournament)


def test_a_score_is_typed_while_the_public_pages_are_made(played):
    """64: a page says which journal line it stands on, and shows the scores of that line, never half of an act."""
    table = Table.objects.first()
    team = table.seats.get(camp="NS").team.number
    for run in range(RUNS):
        at_once(
            lambda run=run: correct(table, 800 + run),
            lambda: pages.refresh_pages(tournament_id=played.pk),
        )
        played.refresh_from_db()
        snapshot = played.standings
        snapshot.refresh_from_db()
        assert snapshot.journal_number in (played.journal_number - 1, played.journal_number)
        pages.refresh_pages(tournament_id=played.pk)
        assert snapshot_alarm(pages.evening(played.pk)) == []
        assert {row.number: row.points for row in standing(played).rows}[team] == 800 + run


# --- The races are there: what happens without the guard ------------------------------------------------------------


def test_without_the_lock_the_palmares_goes_out_without_the_correction(played, monkeypatch):
    """The positive control of row 38: both look before either writes."""
    without_lock(monkeypatch)
    monkeypatch.setattr(reception, "_receive", reception._receive.__wrapped__)
    table = Table.objects.first()
    wrong = 0

    def correct_somehow(north: int) -> None:
        with contextlib.suppress(Exception):  # without its guard it may trip over the other one; what it wrote stays
            correct(table, north)

    def close_unguarded() -> None:
        with contextlib.suppress(Exception):
            closing.close_tournament.__wrapped__(tournament_id=played.pk, by=None, reason="it is late")

    for run in range(RUNS):
        at = (locked_table, "flush")
        between(monkeypatch, at, lambda run=run: correct_somehow(700 + run), close_unguarded)
        closed = Tournament.objects.filter(pk=played.pk, closed_at__isnull=False).exists()
        # The correction is written later than the palmarès, and counts all the same.
        wrong += closed and ScoreSheet.objects.filter(table=table, counted=True, marks__points=700 + run).exists()
        Tournament.objects.filter(pk=played.pk).update(closed_at=None)
        Palmares.objects.all().delete()
    assert wrong >= RUNS / 2


def test_without_the_lock_a_draw_is_published_over_a_departure(played, monkeypatch):
    """The positive control of row 40: the pool is looked at, then it changes."""
    without_lock(monkeypatch)
    drawn = rounds.open_next_round(tournament_id=played.pk, by=None, seed="7♣")
    team = Team.objects.get(tournament=played, number=1)
    check, looked, gone = draws.check_pool, threading.Event(), threading.Event()

    def check_then_pause(*given):
        found = check(*given)
        looked.set()
        gone.wait(10)
        return found

    def leave():
        looked.wait(10)
        try:
            attendance.withdraw_team.__wrapped__(team_id=team.pk, from_round=2, reason="unwell", by=None)
        finally:  # without its guard it may trip over something after it has written
            gone.set()

    monkeypatch.setattr(draws, "check_pool", check_then_pause)
    at_once(lambda: draws.publish_draw.__wrapped__(draw_id=drawn.pk, by=None), leave)
    drawn.refresh_from_db()
    _came, left = check(drawn, played)
    assert (drawn.state, left) == ("published", [1]), "published though somebody had left before"
