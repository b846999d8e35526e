"""Hosted: the same rows and tasks through a real Redis, which may vanish and come back."""

import os
import signal

import pytest
import redis

from tests.support.fixtures import PATIENCE, alive, busyness, wait_for
from tests.support.redis import hosted  # noqa: F401

pytestmark = pytest.mark.slow


def test_a_committed_job_is_rung_at_once(hosted, redis_server):
    hall, worker = hosted
    job_id = hall.enqueue_by_an_act("test.sleep", name="a", seconds=0, notes=str(hall.data / "notes"))
    queue = redis.Redis.from_url(redis_server.url)
    assert queue.llen("celery") == 1, "notified at the commit, before any sweep"
    worker.start()
    assert hall.wait_for_job(job_id, "done")["attempts"] == 1
    worker.process.terminate()
    assert worker.process.wait(PATIENCE) == 0


def test_without_redis_jobs_are_written_quickly_and_done_when_it_is_back(hosted, redis_server):
    hall, worker = hosted
    worker.start()
    warm = hall.enqueue("test.sleep", name="warm", seconds=0, notes=str(hall.data / "notes"))
    hall.wait_for_job(warm, "done")
    redis_server.kill()
    took = hall.python(
        "import time\nfrom django.core.cache import cache\nfrom django.db import transaction\n"
        "from tournament.jobs import services as jobs\nbegan = time.monotonic()\n"
        "with transaction.atomic():\n"
        f"    row = jobs.enqueue('test.sleep', args=dict(name='cut', seconds=0, notes={str(hall.data / 'notes')!r}))\n"
        "cache.set('a', 1)\nassert cache.get('a', 'none') == 'none'\n"
        "print(time.monotonic() - began, row.pk.hex)"
    )
    seconds, job_id = took.split()
    assert float(seconds) < 5 * busyness(), "the person who entered a score does not wait for Redis"
    assert hall.job(job_id)["state"] in ("queued", "sent")
    redis_server.start()
    # Celery may end when Redis breaks off in the middle of an answer; hosted, a supervisor starts it again.
    wait_for(lambda: worker.supervise() or hall.job(job_id)["state"] == "done", PATIENCE, "the job is done")
    assert hall.job(job_id)["attempts"] == 1


def test_a_killed_child_and_a_killed_worker_lose_no_job(hosted):
    hall, worker = hosted
    worker.start()
    notes = hall.data / "notes"
    running = hall.enqueue("test.sleep", name="long", seconds=3, notes=str(notes))
    hall.wait_for_job(running, "running")
    for pid in worker.children():
        os.kill(pid, signal.SIGKILL)
    hall.wait_for_job(running, "done")
    again = hall.enqueue("test.sleep", name="again", seconds=3, notes=str(notes))
    hall.wait_for_job(again, "running")
    children = worker.children()
    worker.kill_all()
    wait_for(lambda: not any(map(alive, children)), PATIENCE, "the worker's processes are gone")
    worker.start()
    hall.wait_for_job(again, "done")
    ended = [line for line in notes.read_text().splitlines() if line.startswith("end")]
    assert ended == ["end long", "end again"]


def test_jobs_that_nobody_rang_are_found(hosted):
    hall, worker = hosted
    waiting = [hall.enqueue("test.sleep", name=str(n), seconds=0, notes=str(hall.data / "notes")) for n in range(2)]
    worker.start()
    for job_id in waiting:
        hall.wait_for_job(job_id, "done")
