"""The life of a job row, on both engines."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import worker_shutting_down
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from deploy import celery, dispatcher
from deploy.hosting import jobs as worker_command
from tests.scoring import builders
from tests.scoring.races import at_once
from tests.support.fixtures import ROOT
from tournament.jobs import services as jobs
from tournament.jobs.selectors import longest_wait
from tournament.jobs.services import job
from tournament.jobs.upkeep import purge_finished, requeue_lost
from tournament.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

State = Job.State


class Mendable(Exception):
    code = "table_missing"

    def __str__(self) -> str:
        return "Table 12 : la feuille manque."


@pytest.fixture(autouse=True)
def kinds(monkeypatch):
    monkeypatch.setattr(jobs, "KINDS", {})

    @job("count")
    def count(row, progress):
        progress(50, "à moitié")
        return {"attempt": row.attempts, "half": Job.objects.get(pk=row.pk).progress}

    @job("break", retries=2)
    def broken(row, progress):
        raise ValueError("Dupont")

    @job("mendable")
    def mendable(row, progress):
        raise Mendable

    @job("passing", fleeting=True)
    def passing(row, progress):
        pass

    @job("pages", spaced=2)
    def pages(row, progress):
        pass

    @job("heavy", slow=True)
    def heavy(row, progress):
        pass


@pytest.fixture
def handed(monkeypatch) -> list[str]:
    """The jobs that a dispatcher hands to Celery."""
    given: list[str] = []
    monkeypatch.setattr(dispatcher, "run_job", SimpleNamespace(delay=given.append))
    return given


def test_a_job_is_handed_over_at_the_next_turn_after_any_rest(handed, settings):
    settings.NOTIFY_WORKERS = False
    turns = dispatcher.JobDispatcher()
    for _rest in range(3):
        turns._hand_over()
    for _job in range(2):
        row = enqueued_apart()
        turns._hand_over()
        assert handed.pop() == str(row.pk)
    # One that is put off is not written again when it is due.
    row = enqueued_apart(not_before=timezone.now() + timedelta(seconds=1))
    turns._hand_over()
    assert not handed
    time.sleep(1)
    turns._hand_over()
    assert handed == [str(row.pk)]


def test_a_process_that_does_no_jobs_knows_their_kinds():
    """Those of the pages knew none: what waits for other computers took a place of the worker, and all lanes were one."""
    asks = "import deploy.wsgi; from tournament.jobs.services import kinds; print(kinds('outward'), kinds('slow'))"
    done = subprocess.run([sys.executable, "-c", asks], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['copies', 'webhooks'] ['draw', 'workbook', 'copy-rows']"


def test_with_notices_what_goes_elsewhere_is_begun_within_a_second_or_two(settings, monkeypatch):
    """Of the rest the worker is told: the dispatcher looks every five seconds for what no notice reached."""
    settings.NOTIFY_WORKERS = True
    turns, waits, looked = dispatcher.JobDispatcher(), [], []
    monkeypatch.setattr(
        turns._stopping, "wait", lambda seconds: waits.append(seconds) or len(waits) > 2 and turns.stop()
    )
    monkeypatch.setattr(turns, "_begin_outward", lambda: looked.append("outward"))
    monkeypatch.setattr(jobs, "claim_due", lambda **_which: looked.append("due") or [])
    turns.run()
    assert looked == ["due", "outward", "outward", "outward"] and max(waits) == dispatcher.OUTWARD_PAUSE


def enqueued_apart(**about) -> Job:
    """The new job, written by another connection, as all are that a dispatcher finds."""

    def enqueue() -> Job:
        try:
            return jobs.enqueue("count", **about)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(enqueue).result()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL tells nobody whether anything was written.")
def test_while_no_job_waits_a_turn_asks_only_whether_anything_was_written(
    handed, settings, monkeypatch, django_assert_num_queries
):
    settings.NOTIFY_WORKERS = False
    turns = dispatcher.JobDispatcher()
    turns._hand_over()
    with django_assert_num_queries(1):
        turns._hand_over()
    monkeypatch.setattr(dispatcher, "REST_PAUSE", 0)
    with django_assert_num_queries(4):
        turns._hand_over()


def test_an_outward_job_broken_off_by_the_database_is_taken_up_again_at_the_next_look(monkeypatch):
    """Its heartbeat would end it a minute later only: no copy was made meanwhile."""
    turns, ran, update = dispatcher.JobDispatcher(), [], jobs._update_own

    def away(*_row, **_values) -> None:
        raise OperationalError("the connection is lost")

    @job("far", outward=True)
    def far(row, _progress):
        ran.append(row.attempts)
        if len(ran) == 1:
            monkeypatch.setattr(jobs, "_update_own", away)
            away()

    row = jobs.enqueue("far")
    for _look in range(2):
        turns._looked = float("-inf")
        turns._begin_outward()
        turns._outward["far"].join()
        monkeypatch.setattr(jobs, "_update_own", update)
    row.refresh_from_db()
    assert ran == [1, 2] and row.state == State.DONE


def test_a_job_keeps_its_progress_and_its_result():
    row = jobs.enqueue("count")
    assert jobs.run(str(row.pk))
    row.refresh_from_db()
    assert (row.state, row.progress, row.result) == (State.DONE, 100, {"attempt": 1, "half": 50})
    assert row.finished_at >= row.started_at
    assert not row.open


def test_steps_that_follow_each_other_at_once_are_one_commit(monkeypatch):
    """A workbook has twenty of them in a fifth of a second, and each would wait for the disk."""
    written = []

    @job("hasty")
    def hasty(row, progress):
        for percent in range(1, 21):
            progress(percent, "")
        written.append(Job.objects.get(pk=row.pk).progress)
        monkeypatch.setattr(jobs, "PROGRESS_SECONDS", 0)
        unhurried = jobs._WrittenProgress(row)
        unhurried(30, "")
        unhurried(40, "")
        written.append(Job.objects.get(pk=row.pk).progress)

    assert jobs.run(str(jobs.enqueue("hasty").pk))
    assert written == [1, 40]


def test_a_second_delivery_does_nothing():
    row = jobs.enqueue("count")
    assert jobs.run(str(row.pk))
    assert not jobs.run(str(row.pk))
    row.refresh_from_db()
    assert row.attempts == 1


def test_of_many_simultaneous_deliveries_one_does_it():
    row = jobs.enqueue("count")
    assert sorted(at_once(*[lambda: jobs.run(str(row.pk))] * 6)) == [False] * 5 + [True]


def test_an_act_rolled_back_asks_for_nothing():
    with pytest.raises(RuntimeError), transaction.atomic():
        jobs.enqueue("count")
        raise RuntimeError
    assert not Job.objects.exists()


def test_a_failure_is_tried_again_later_then_set_aside_with_a_sentence_and_can_be_started_again():
    row = jobs.enqueue("break")
    assert jobs.run(str(row.pk))
    row.refresh_from_db()
    assert (row.state, row.attempts) == (State.QUEUED, 1)
    assert row.not_before > timezone.now()
    assert not jobs.run(str(row.pk)), "it is put off"
    assert jobs.claim_due(limit=5) == []
    Job.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert jobs.claim_due(limit=5) == [str(row.pk)]
    jobs.run(str(row.pk))
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert "2 fois" in row.error
    assert "Dupont" not in row.error
    assert jobs.retry(row)
    row.refresh_from_db()
    assert (row.state, row.attempts, row.error) == (State.QUEUED, 0, "")
    assert not jobs.retry(row)


def test_what_a_person_can_mend_is_not_tried_in_vain():
    row = jobs.enqueue("mendable")
    jobs.run(str(row.pk))
    row.refresh_from_db()
    assert (row.state, row.attempts, row.error) == (State.FAILED, 1, "Table 12 : la feuille manque.")


def test_an_unknown_kind_is_set_aside_and_others_go_on():
    unknown, known = jobs.enqueue("of a later version"), jobs.enqueue("count")
    for job_id in jobs.claim_due(limit=5):
        jobs.run(job_id)
    unknown.refresh_from_db()
    known.refresh_from_db()
    assert (unknown.state, known.state) == (State.FAILED, State.DONE)


def test_a_run_given_up_for_dead_writes_nothing_more():
    @job("inner")
    def inner(row, progress):
        Job.objects.filter(pk=row.pk).update(attempts=9)
        progress(10, "")

    row = jobs.enqueue("inner")
    assert not jobs.run(str(row.pk))
    row.refresh_from_db()
    assert (row.state, row.progress) == (State.RUNNING, 0)


def test_orphans_are_taken_back_at_once_by_a_single_worker():
    row = jobs.enqueue("count")
    jobs.claim_due(limit=1)
    assert requeue_lost(stale_seconds=60) == 0
    assert requeue_lost(stale_seconds=None) == 1
    row.refresh_from_db()
    assert row.state == State.QUEUED


def test_with_several_workers_only_silent_jobs_are_taken_back():
    row = jobs.enqueue("count")
    jobs.claim_due(limit=1)
    Job.objects.update(heartbeat=timezone.now() - timedelta(seconds=61))
    assert requeue_lost(stale_seconds=60) == 1
    row.refresh_from_db()
    assert row.state == State.QUEUED


def test_a_job_that_kills_its_workers_is_set_aside():
    row = jobs.enqueue("break")
    Job.objects.filter(pk=row.pk).update(state=State.RUNNING, attempts=2)
    assert requeue_lost(stale_seconds=None) == 1
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert row.error


def test_equal_waiting_jobs_are_one():
    with transaction.atomic():
        first = jobs.enqueue("count", once=True)
        assert jobs.enqueue("count", once=True) == first
        assert jobs.enqueue("count", args={"other": 1}, once=True) != first
    jobs.run(str(first.pk))
    with transaction.atomic():
        assert jobs.enqueue("count", once=True) != first, "begun: it may have read before this act"


def test_spaced_jobs_of_a_concours_leave_it_a_rest():
    one, other = builders.concours(teams=2), builders.concours(teams=2)
    first, second = jobs.enqueue("pages", tournament=one), jobs.enqueue("pages", tournament=one, args={"n": 2})
    assert jobs.run(str(first.pk))
    took = timedelta(seconds=2)
    now = timezone.now()
    Job.objects.filter(pk=first.pk).update(started_at=now - took, finished_at=now)
    assert not jobs.run(str(second.pk))
    second.refresh_from_db()
    assert second.state == State.QUEUED and second.not_before == now + 2 * took and second.attempts == 0
    assert jobs.claim_due(limit=9) == []
    assert jobs.run(str(jobs.enqueue("pages", tournament=other).pk)), "another concours has its own pages"
    assert jobs.run(str(jobs.enqueue("count", tournament=one).pk))
    Job.objects.filter(pk=second.pk).update(not_before=None)
    Job.objects.filter(pk=first.pk).update(finished_at=now - 2 * took, started_at=now - 3 * took)
    assert jobs.run(str(second.pk)), "rested enough"


def test_of_a_spaced_kind_a_concours_has_one_at_a_time():
    concours = builders.concours(teams=2)
    first, second = (jobs.enqueue("pages", tournament=concours, args={"n": n}) for n in (1, 2))
    Job.objects.filter(pk=first.pk).update(state=State.RUNNING, heartbeat=timezone.now())
    assert not jobs.run(str(second.pk))
    Job.objects.filter(pk=second.pk).update(not_before=None)
    Job.objects.filter(pk=first.pk).update(heartbeat=timezone.now() - timedelta(minutes=1))
    assert jobs.run(str(second.pk)), "one whose worker is dead keeps nobody"


@pytest.mark.parametrize("back", [timedelta(hours=2), timedelta(days=20_000)])
def test_a_clock_put_back_gives_spaced_jobs_no_long_rest(back):
    concours = builders.concours(teams=2)
    first, second = (jobs.enqueue("pages", tournament=concours, args={"n": n}) for n in (1, 2))
    jobs.run(str(first.pk))
    later = timezone.now() + back
    Job.objects.filter(pk=first.pk).update(started_at=later, finished_at=later + timedelta(seconds=1))
    assert jobs.run(str(second.pk))


def test_one_slow_job_at_a_time():
    slow = [jobs.enqueue("heavy"), jobs.enqueue("heavy")]
    quick = jobs.enqueue("count")
    assert jobs.claim_due(limit=4) == [str(slow[0].pk), str(quick.pk)]
    jobs.run(str(slow[0].pk))
    assert jobs.claim_due(limit=4) == [str(slow[1].pk)]


def test_the_longest_wait_is_of_a_job_that_is_due():
    assert longest_wait() == 0
    row = jobs.enqueue("count")
    Job.objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(seconds=130))
    assert 129 < longest_wait() < 140
    Job.objects.filter(pk=row.pk).update(not_before=timezone.now() + timedelta(seconds=9))
    assert longest_wait() == 0


@pytest.mark.parametrize("back", [timedelta(hours=2), timedelta(days=20_000)])
def test_a_clock_put_back_keeps_no_job_waiting(monkeypatch, back):
    """Jobs that waited are done, and so are equal ones asked for since (docs/reliability.md 10, row 19)."""
    waiting, failed = jobs.enqueue("count"), jobs.enqueue("break")
    jobs.run(str(failed.pk))
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now - back)
    with transaction.atomic():
        assert jobs.enqueue("count", once=True) == waiting
    assert set(jobs.claim_due(limit=4, wait_seconds=5)) == {str(waiting.pk), str(failed.pk)}
    assert all(jobs.run(str(row.pk)) for row in (waiting, failed))
    assert Job.objects.get(pk=waiting.pk).state == State.DONE
    assert Job.objects.get(pk=failed.pk).state == State.FAILED
    later = jobs.enqueue("break")
    jobs.run(str(later.pk))
    assert jobs.claim_due(limit=4) == [], "a pause still is one"


def test_a_long_silent_work_shows_that_it_lives(monkeypatch):
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.05)
    seen = threading.Event()

    @job("silent")
    def silent(row, progress):
        first = Job.objects.get(pk=row.pk).heartbeat
        for _i in range(100):
            if Job.objects.get(pk=row.pk).heartbeat > first:
                seen.set()
                return
            seen.wait(0.05)

    jobs.run(str(jobs.enqueue("silent").pk))
    assert seen.is_set()


def test_fleeting_jobs_are_forgotten_an_hour_after_they_are_done():
    rows = [jobs.enqueue(kind) for kind in ("passing", "passing", "passing", "count")]
    waiting = jobs.enqueue("passing")
    for row in rows:
        assert jobs.run(str(row.pk))
    long_ago = timezone.now() - 2 * jobs.KEPT
    Job.objects.filter(pk__in=[rows[0].pk, rows[1].pk, rows[3].pk]).update(finished_at=long_ago)
    assert purge_finished() == 2
    assert set(Job.objects.values_list("pk", flat=True)) == {rows[2].pk, rows[3].pk, waiting.pk}
    assert purge_finished() == 0


def test_of_slow_jobs_one_is_done_at_a_time_whoever_brings_the_notice():
    first, second = jobs.enqueue("heavy"), jobs.enqueue("heavy")
    assert not jobs.run(str(second.pk)), "the first one has its turn"
    assert jobs.claim_due(limit=5) == [str(first.pk)]
    assert jobs.claim_due(limit=5) == [], "one at a time"
    assert not jobs.run(str(second.pk))
    assert jobs.run(str(first.pk))
    assert jobs.run(str(second.pk)), "the next one begins with its notice"


def test_with_redis_the_next_slow_job_is_sent_when_one_ends(monkeypatch, settings):
    """The next sweep may be five seconds away, and a workbook takes a quarter of one."""
    settings.NOTIFY_WORKERS = True
    sent, redis = [], [True]
    monkeypatch.setattr(jobs, "_send_now", lambda job_id: sent.append(job_id) or redis[0])
    greedy, other = builders.concours(teams=2), builders.concours(teams=2)
    theirs = [jobs.enqueue("heavy", tournament=greedy, args={"number": number}) for number in range(3)]
    mine = jobs.enqueue("heavy", tournament=other)
    sent.clear()
    assert jobs.run(*jobs.claim_due(limit=1))
    assert sent == [str(mine.pk)], "the clubs in turn"
    assert jobs.run(sent[-1])
    assert sent[-1] == str(theirs[1].pk)
    redis[0] = False
    assert jobs.run(sent[-1])
    assert Job.objects.get(pk=theirs[2].pk).state == State.QUEUED, "without Redis the sweep finds it"


@pytest.mark.parametrize("kind", ["heavy", "count"])
def test_a_hundred_jobs_of_a_club_are_no_alarm(kind):
    """Those that are done one after the other, and those of a club that asks for a hundred files."""
    rows = [jobs.enqueue(kind) for _ in range(3)]
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=500))
    assert longest_wait() > 499, "none was begun"
    assert jobs.run(*jobs.claim_due(limit=1))
    assert longest_wait() < 5
    begun = Job.objects.filter(pk__in=[row.pk for row in rows]).exclude(state=State.QUEUED)
    assert begun.update(started_at=timezone.now() - timedelta(seconds=300)) == 1
    assert longest_wait() > 299, "and then no other"
    long = jobs.enqueue(kind)
    now = timezone.now()
    Job.objects.filter(pk=long.pk).update(state=State.RUNNING, started_at=now - timedelta(seconds=200), heartbeat=now)
    assert longest_wait() < 5, "one that takes long shows that it lives"


def test_a_job_that_waits_behind_one_under_way_counts_from_what_that_one_shows():
    rows = [jobs.enqueue("heavy") for _ in range(2)]
    now = timezone.now()
    Job.objects.update(created_at=now - timedelta(seconds=9))
    assert longest_wait() > 8
    Job.objects.filter(pk=rows[0].pk).update(state=State.RUNNING, started_at=now, heartbeat=now)
    assert longest_wait() < 5


def test_a_lane_that_stands_still_is_an_alarm_beside_one_that_goes_on():
    jobs.enqueue("heavy")
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=500))
    assert jobs.run(str(jobs.enqueue("count").pk))
    assert longest_wait() > 499


def test_two_slow_jobs_at_a_time_are_of_two_clubs(settings):
    settings.SLOW_JOBS = 2
    greedy, other, third = (builders.concours(teams=2) for _ in range(3))
    theirs = [jobs.enqueue("heavy", tournament=greedy, args={"number": number}) for number in range(3)]
    assert jobs.claim_due(limit=5) == [str(theirs[0].pk)], "the second place is not for the same club"
    mine, last = jobs.enqueue("heavy", tournament=other), jobs.enqueue("heavy", tournament=third)
    assert jobs.claim_due(limit=5) == [str(mine.pk)]
    assert jobs.claim_due(limit=5) == [] and not jobs.run(str(last.pk)), "two at a time"
    assert jobs.run(str(theirs[0].pk))
    assert jobs.run(str(last.pk)), "before the second of the club that had its turn"
    assert jobs.claim_due(limit=5) == [str(theirs[1].pk)]


def test_the_slow_jobs_of_the_clubs_are_done_in_turn_and_keep_no_other_waiting():
    greedy, other = builders.concours(teams=2), builders.concours(teams=2)
    theirs = [jobs.enqueue("heavy", tournament=greedy, args={"number": number}) for number in range(30)]
    mine = jobs.enqueue("heavy", tournament=other)
    standing = jobs.enqueue("count")
    done = []
    for _turn in range(3):
        claimed = jobs.claim_due(limit=4)
        done += claimed
        for pk in claimed:
            assert jobs.run(pk)
    assert done == [str(row.pk) for row in (theirs[0], standing, mine, theirs[1])]


@pytest.mark.parametrize(
    ("worked", "signalled", "again"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_worker_that_ends_by_itself_is_started_again(monkeypatch, settings, worked, signalled, again):
    """Celery ends where Redis is killed in the middle of an answer; not every host has a supervisor."""
    settings.HOSTED, settings.REDIS_URL = True, "redis://127.0.0.1:1/0"
    started: list[list[str]] = []
    monkeypatch.setattr(worker_command, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(os, "execv", lambda _program, command: started.append(command))
    monkeypatch.setattr(sys, "orig_argv", ["python", "manage.py", "jobs", "--concurrency", "2"])
    monkeypatch.setattr(celery, "dispatchers", [dispatcher.JobDispatcher()] if worked else [])

    def end(_arguments: list[str]) -> None:
        if signalled:
            worker_shutting_down.send(sender=None, sig="SIGTERM", how="Warm", exitcode=0)

    monkeypatch.setattr(celery.app, "worker_main", end)
    before = list(worker_shutting_down.receivers)
    try:
        assert worker_command.main() == 0
    finally:
        worker_shutting_down.receivers = before
    assert started == ([[sys.executable, "manage.py", "jobs", "--concurrency", "2"]] if again else [])


@pytest.mark.engine
def test_a_worker_keeps_its_connection_from_one_job_to_the_next():
    task = SimpleNamespace(request=SimpleNamespace(is_eager=False))
    around = DjangoWorkerFixup(celery.app)
    connection.ensure_connection()
    kept = connection.connection
    for _turn in range(3):
        around.on_task_prerun(task)
        celery._look_at_connections(task)
        assert Job.objects.count() == 0
        around.on_task_postrun(task)
    assert connection.connection is kept


UNSYNCED = {
    "sqlite": "SELECT synchronous = 1 FROM pragma_synchronous",
    "postgresql": "SELECT source = 'session' AND setting = 'off' FROM pg_settings WHERE name = 'synchronous_commit'",
}


def unsynced() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(UNSYNCED[connection.vendor])
        return bool(cursor.fetchone()[0])


@pytest.mark.engine
@pytest.mark.parametrize("fleeting", [True, False])
def test_only_what_can_be_made_again_waits_for_no_disk(fleeting):
    told = []

    @job("look", retries=1, fleeting=fleeting)
    def look(_row, _progress):
        told.append(unsynced())
        raise ValueError("Dupont")

    jobs.run(str(jobs.enqueue("look").pk))
    assert (told, unsynced()) == ([fleeting], False)
