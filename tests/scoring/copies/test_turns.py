"""Turns with the write lock: on a laptop a score waits for each that the worker takes (docs/decisions/copies-beside-typing.md)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from scoring.copies import sending, services
from scoring.models import StandingsSnapshot
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line, brought, second_program
from tournament.jobs import services as jobs
from tournament.models import Job, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
WRITES = ("INSERT", "UPDATE", "DELETE")
State = Job.State


@pytest.fixture
def turns(monkeypatch) -> Callable[[Callable[[], object]], int]:
    """Counts the write transactions of what is called; a statement outside of any is one too."""
    engine = type(connections["default"])
    commit, counted, wrote = engine._commit, list[str](), list[str]()

    def counting(self) -> None:
        commit(self)
        counted.extend(wrote[:1])
        wrote.clear()

    def see(execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(WRITES):
            (wrote if connection.in_atomic_block else counted).append(sql)
        return execute(sql, params, many, context)

    monkeypatch.setattr(engine, "_commit", counting)

    def count(act: Callable[[], object]) -> int:
        counted.clear()
        with connection.execute_wrapper(see):
            act()
        return len(counted)

    return count


def typed(table: Table) -> None:
    """Type the score of a table, in a process of pages: the kinds of jobs are known to the worker alone."""
    marks = {camp: {"points": points, "belotes": None, "capots": None} for camp, points in (("NS", 900), ("EO", 1044))}
    with pytest.MonkeyPatch.context() as here:
        here.setattr(jobs, "KINDS", {})
        submit_sheet(table_id=table.pk, key=f"key-of-table-{table.number:04}", kind="totals", marks=marks, by=None)


def worked() -> None:
    """Do what the worker of a laptop does now."""
    for job_id in jobs.claim_due(limit=4, single=True):
        jobs.run(job_id)


def rested() -> None:
    """Let the time pass that pages of one concours rest between two."""
    Job.objects.filter(state=State.DONE).update(started_at=None)
    Job.objects.filter(state=State.QUEUED).update(not_before=timezone.now())


def test_a_score_costs_the_worker_two_turns_and_less_while_its_pages_rest(turns):
    evening = builders.evening(teams=8, parties=1, missing=4)
    tables = list(evening.rounds.get(number=1).tables.order_by("-number"))[:4]
    # The first score of a concours makes its rows.
    typed(tables[0])
    worked()
    rested()
    assert turns(lambda: typed(tables[1])) == 1
    assert turns(worked) == 2, "it is begun; the standing is there, and the job done"
    now = Tournament.objects.get(pk=evening.pk)
    assert StandingsSnapshot.objects.get(tournament=evening).journal_number == now.journal_number
    assert set(Job.objects.values_list("state", flat=True)) == {State.DONE}

    took = timedelta(seconds=2)
    Job.objects.update(finished_at=timezone.now(), started_at=timezone.now() - took)
    assert turns(lambda: typed(tables[2])) == 1
    assert turns(worked) == 1, "it is put off once"
    put_off = Job.objects.get(state=State.QUEUED).not_before
    assert put_off is not None
    assert turns(lambda: typed(tables[3])) == 1
    assert turns(worked) == 0 and Job.objects.get(state=State.QUEUED).not_before == put_off, (
        "a score makes it due no sooner"
    )
    rested()
    assert turns(worked) == 2
    now.refresh_from_db()
    assert StandingsSnapshot.objects.get(tournament=evening).journal_number == now.journal_number


def test_a_job_handed_over_is_not_handed_over_twice_and_again_after_its_process_died(monkeypatch):
    row = jobs.enqueue("pages", tournament=builders.concours(teams=2))
    assert jobs.claim_due(limit=4, single=True) == [str(row.pk)]
    assert jobs.claim_due(limit=4, single=True) == []
    monkeypatch.setattr(jobs, "_handed", {})
    assert jobs.claim_due(limit=4, single=True) == [str(row.pk)], "no row says what a dead process had in mind"
    jobs.release([str(row.pk)])
    worked()
    row.refresh_from_db()
    assert row.state == State.DONE and not jobs._handed


def test_a_standing_of_a_run_given_up_for_dead_is_not_written(monkeypatch):
    evening = builders.evening(teams=4, parties=1)
    StandingsSnapshot.objects.all().delete()
    row = jobs.enqueue("pages", tournament=evening)
    finish = jobs._finish

    def another_run_began(given: Job, **values) -> int:
        Job.objects.filter(pk=given.pk).update(attempts=7)
        return finish(given, **values)

    monkeypatch.setattr(jobs, "_finish", another_run_began)
    assert not jobs.run(str(row.pk))
    row.refresh_from_db()
    assert row.state == State.RUNNING and not StandingsSnapshot.objects.exists()


def test_a_copy_takes_one_turn_whatever_the_places(turns, monkeypatch, tmp_path):
    brought(monkeypatch)
    evening = builders.evening(teams=4, parties=1)
    odile = account("odile", evening.club)
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        services.add_folder(club=evening.club, folder=str(tmp_path / name), by=odile)
    assert turns(lambda: sending.serve(evening.pk)) == 1
    add_line(evening)
    assert turns(lambda: sending.serve(evening.pk)) == 1
    assert turns(sending._due_concours) == 0


def test_the_rows_of_a_copy_rest_and_are_there_when_somebody_goes_on_there(monkeypatch):
    brought(monkeypatch)
    evening = builders.evening(teams=4, parties=1)
    other, zoe = second_program(monkeypatch)
    services.pair_program(
        club=evening.club, address="192.168.1.31:8000", code=other.show(), by=account("odile", evening.club)
    )
    for _time in range(2):
        sending.deliver()
        other.work()
        add_line(evening)
    copy = Tournament.objects.get(club=other.club)
    lines = copy.journal_number
    sending.deliver()
    waiting = Job.objects.get(kind="copy-rows", state=State.QUEUED)
    assert not jobs.run(str(waiting.pk))
    waiting.refresh_from_db()
    last = Job.objects.filter(kind="copy-rows", state=State.DONE).latest("finished_at")
    took = last.finished_at - last.started_at
    assert waiting.not_before == last.finished_at + min(5 * took, jobs.SPACED_LONGEST)
    copy.refresh_from_db()
    assert copy.journal_number == lines, "the file is here, its rows follow"
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=zoe)
    assert taken.journal_number == lines + 2
