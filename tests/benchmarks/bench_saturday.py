"""A federation's Saturday: k concours in clubs of their own, a typist with a score every five seconds in each.

Two page processes, one worker, PostgreSQL and Redis, loopback only. The same processes answer a view that writes one
row and does nothing else, asked at the same rate before and after: the figures are ratios to it, since the machine may
be busy. `DIX_SATURDAY=50,100` measures these k alone. Beside some 0.2 s of a quiet machine for each concours that is
made, each k takes about a minute.
"""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from django.conf import settings
from django.db import connection, connections

from scoring.models import ScoreSheet
from tests.benchmarks.typists import EVERY, SITE, Typist, told
from tests.support.fixtures import (
    PATIENCE,
    ROOT,
    cpu_seconds,
    free_port,
    redis_server,  # noqa: F401
    wait_for,
)
from tournament.models import Job

CONCOURS = [int(k) for k in os.environ.get("DIX_SATURDAY", "50,100,200,400").split(",")]
PROCESSES, THREADS = 2, 32
SECONDS, BARE_SECONDS, JOBS_SECONDS = 25.0, 5.0, 10.0


class Program:
    """Two page processes and a worker of the hosted program, on the database of the test."""

    def __init__(self, redis: str) -> None:
        database = connection.settings_dict
        given = {
            "DIX_HOSTED": "1",
            "DIX_PROXY": "1",
            "ALLOWED_HOSTS": SITE,
            "DATABASE_URL": f"postgres://{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}",
            "REDIS_URL": redis,
            "SECRET_KEY": settings.SECRET_KEY,
            "DIX_DATA": str(settings.DATA_DIR),
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.saturday_settings",
        }
        env = {**os.environ, **given}
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=env, check=True
        )
        self.ports = [free_port() for _ in range(PROCESSES)]
        options = ["--threads", str(THREADS), "--connection-limit", "1000", "--no-clear-untrusted-proxy-headers"]
        serve = [sys.executable, "-m", "waitress", *options]
        quiet = {"cwd": ROOT, "env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.pages = [
            subprocess.Popen([*serve, "--listen", f"127.0.0.1:{port}", "deploy.wsgi:application"], **quiet)
            for port in self.ports
        ]
        worker = [sys.executable, "manage.py", "jobs", "--concurrency", "1"]
        self.worker = subprocess.Popen(worker, **quiet)
        for port in self.ports:
            wait_for(lambda port=port: self._answers(port), PATIENCE, "the pages answer")

    def connect(self, number: int) -> HTTPConnection:
        """Open a connection to the process whose turn it is."""
        return HTTPConnection("127.0.0.1", self.ports[number % len(self.ports)], timeout=60)

    @staticmethod
    def _answers(port: int) -> bool:
        try:
            link = HTTPConnection("127.0.0.1", port, timeout=10)
            link.request("GET", "/healthz", headers={"Host": SITE, "X-Forwarded-Proto": "https"})
            return link.getresponse().status > 0
        except OSError:
            return False

    def cpu(self) -> tuple[float, float]:
        """Processor seconds of the pages, and of the worker with its children."""
        children = open(f"/proc/{self.worker.pid}/task/{self.worker.pid}/children").read().split()
        return (
            sum(cpu_seconds(process.pid) for process in self.pages),
            sum(map(cpu_seconds, (self.worker.pid, *map(int, children)))),
        )

    def end(self) -> None:
        for process in (*self.pages, self.worker):
            process.send_signal(signal.SIGTERM)
        for process in (*self.pages, self.worker):
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def bare_rows(typist: Typist, amount: int) -> list[tuple[int, float]]:
    """(status, seconds) of so many rows of the bare view."""
    return typist.send("/bare/", [{"tournament": typist.concours.pk}] * amount)


@pytest.mark.django_db(transaction=True)
def test_a_saturday(redis_server):
    if connection.vendor != "postgresql":
        pytest.skip("hosted is PostgreSQL: give DATABASE_URL")
    threading.stack_size(256 * 1024)
    numbers = itertools.count()
    program = Program(redis_server.url)
    try:
        print(
            "\n| concours | scores/s | p50 | p99 | × bare p50 | × bare p99 | pages | bare | worker | jobs left "
            "| lost or refused | took |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|---|---|")
        for k in CONCOURS:
            began = time.monotonic()
            typists = [Typist(next(numbers), program.connect) for _ in range(k)]
            connections.close_all()
            with ThreadPoolExecutor(k) as pool:

                def at_once(act, seconds: float, pool=pool, typists=typists):
                    amount = int(seconds // EVERY)
                    return list(pool.map(lambda typist: act(typist, amount), typists))

                at_once(Typist.scores, EVERY)  # every process has done it once
                idle, _worker = program.cpu()
                bare = at_once(bare_rows, BARE_SECONDS)
                pages, worker = program.cpu()
                of_bare = (pages - idle) / sum(map(len, bare))
                given = at_once(Typist.scores, SECONDS)
                unfinished = Job.objects.filter(kind="pages", state__in=("queued", "sent", "running"))
                end = time.monotonic() + JOBS_SECONDS
                while unfinished.exists() and time.monotonic() < end:
                    time.sleep(0.2)
                left = unfinished.count()
                pages, worker = (after - before for before, after in zip((pages, worker), program.cpu(), strict=True))
                bare += at_once(bare_rows, BARE_SECONDS)
            done = sum(status == 200 for one in given for status, _seconds in one)
            sent = sum(map(len, given))
            (half, most), (bare_half, bare_most) = told(given), told(bare)
            print(
                f"| {k} | {k / EVERY:.0f} | {half:.0f} ms | {most:.0f} ms | {half / bare_half:.1f} | {most / bare_most:.1f} "
                f"| {1000 * pages / sent:.1f} ms | {1000 * of_bare:.1f} ms | {1000 * worker / sent:.1f} ms | {left} "
                f"| {sent - done} | {time.monotonic() - began:.0f} s |"
            )
            counted = ScoreSheet.objects.filter(
                counted=True, table__round__tournament__in=[one.concours for one in typists]
            )
            assert counted.count() >= done + k, "acknowledged, then lost"
    finally:
        program.end()
