"""Measure the workbooks of a host: 40 clubs ask for one each within a moment, one worker makes them.

Beside them the same workbooks in this process, one after the other, as the machine may be busy.
On PostgreSQL, with Redis: DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_slow_jobs.py -s.
"""

import os
import subprocess
import sys
import time
from collections import Counter

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection, connections

from scoring.workbook.services import ask_workbook, build_workbook
from tests.benchmarks.past_concours import fill
from tests.scoring.builders import evening
from tests.support.api import account
from tests.support.fixtures import (
    PATIENCE,
    ROOT,
    cpu_seconds,
    redis_server,  # noqa: F401
    wait_for,
)
from tournament.jobs import services as jobs
from tournament.jobs.selectors import longest_wait
from tournament.models import Club, Job, Tournament

CLUBS = 40
ALONE = 8
A_SECOND = 4
SLOW = int(os.environ.get("DIX_SLOW_JOBS", "2"))
GREEDY = 3  # workbooks in a second language of the first clubs


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a host is on PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_workbooks_of_all_clubs(redis_server, settings, monkeypatch):
    # As the pages of a host, which give the worker a notice of each job: without, its sweep finds them after 5 to 10 s.
    settings.NOTIFY_WORKERS = True
    monkeypatch.setattr(current_app.conf, "broker_url", redis_server.url)
    tonight = evening(teams=32, parties=4)
    odile = account("odile", tonight.club)
    fill(concours=CLUBS, clubs=CLUBS)
    clubs = list(Club.objects.exclude(pk=tonight.club_id).order_by("pk"))
    copies = list(Tournament.objects.exclude(pk=tonight.pk).order_by("pk"))
    for concours, club in zip(copies, clubs, strict=True):
        Tournament.objects.filter(pk=concours.pk).update(club=club)
    begun, computed = time.perf_counter(), time.process_time()
    for concours in copies[:ALONE]:
        row = ask_workbook(tournament=concours, by=odile, language="en")
        build_workbook(row, lambda *_: None)
        row.delete()
    alone, cost_alone = ALONE / (time.perf_counter() - begun), (time.process_time() - computed) / ALONE
    worker = _worker(redis_server.url)
    try:
        warm = jobs.enqueue("pages", tournament=tonight)
        wait_for(lambda: Job.objects.get(pk=warm.pk).state == "done", PATIENCE, "the worker works")
        begun, computed = time.perf_counter(), _computed(worker)
        for concours in copies:
            ask_workbook(tournament=concours, by=odile, language="fr")
        for concours in copies[:GREEDY]:
            ask_workbook(tournament=concours, by=odile, language="en")
        books = Job.objects.filter(kind="workbook")
        longest = 0.0

        def are_all_done() -> bool:
            nonlocal longest
            longest = max(longest, longest_wait())
            return not books.exclude(state="done").exists()

        wait_for(are_all_done, PATIENCE, "all workbooks are made")
        a_second = books.count() / (time.perf_counter() - begun)
        cost = (_computed(worker) - computed) / books.count()
        turns = list(books.order_by("started_at").values_list("tournament__club", flat=True))
    finally:
        worker.terminate()
        worker.wait(PATIENCE)
        connections.close_all()
    first = max(Counter(turns[:CLUBS]).values())
    print(
        f"\n{a_second:.1f} workbooks a second, {alone:.1f} in one process; processor of each {1000 * cost:.0f} ms, "
        f"{1000 * cost_alone:.0f} in one process; longest wait of /healthz {longest:.1f} s"
    )
    assert first == 1, "every club once before any has a second one"
    assert a_second > min(A_SECOND, 0.7 * alone)


def _computed(worker: subprocess.Popen) -> float:
    """Return the processor seconds of the worker and its children."""
    children = open(f"/proc/{worker.pid}/task/{worker.pid}/children").read().split()
    return sum(map(cpu_seconds, (worker.pid, *map(int, children))))


def _worker(redis: str) -> subprocess.Popen:
    database = connection.settings_dict
    url = f"postgres://{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"
    env = {
        **os.environ,
        "DIX_HOSTED": "1",
        "ALLOWED_HOSTS": "belote.example.org",
        "DATABASE_URL": url,
        "REDIS_URL": redis,
        "SECRET_KEY": settings.SECRET_KEY,
        "DIX_DATA": str(settings.DATA_DIR),
        "DIX_SLOW_JOBS": str(SLOW),
    }
    program = [sys.executable, "manage.py"]
    subprocess.run([*program, "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=env, check=True)
    return subprocess.Popen(
        [*program, "jobs", "--concurrency", str(SLOW + 1)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
