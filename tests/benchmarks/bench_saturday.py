"""A federation's Saturday: k concours in clubs of their own, a typist with a score every five seconds in each.

Two page processes, one worker, PostgreSQL and Redis, loopback only. The same processes answer a view that writes one
row and does nothing else, asked at the same rate before and after: the figures are ratios to it, since the machine may
be busy. `DIX_SATURDAY=50,100` measures these k alone. Beside some 0.2 s of a quiet machine for each concours that is
made, each k takes about a minute.
"""

import itertools
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from scoring.models import ScoreSheet
from tests.benchmarks.figures import p99
from tests.scoring import builders
from tests.support.fixtures import (
    PATIENCE,
    ROOT,
    cpu_seconds,
    free_port,
    redis_server,  # noqa: F401
    wait_for,
)
from tournament.models import Job, Membership

SITE = "belote.example.org"
CONCOURS = [int(k) for k in os.environ.get("DIX_SATURDAY", "50,100,200,400").split(",")]
TABLES = 16
PROCESSES, THREADS = 2, 32
EVERY = 5.0
SECONDS, BARE_SECONDS, JOBS_SECONDS = 25.0, 5.0, 10.0
TOKEN = "x" * 32


class Typist:
    """A typist on a connection of his own, who sends the next table's score every EVERY seconds."""

    def __init__(self, number: int) -> None:
        tournament = builders.concours(teams=2 * TABLES, public=True)
        builders.partie(tournament, 1, [(2 * n + 1, None, 2 * n + 2, None) for n in range(TABLES)])
        client = Client()
        user = User.objects.create(username=f"typist{number}")  # no password: its hash is all that an account costs
        Membership.objects.create(user=user, club=tournament.club, role="scorer")
        client.force_login(user)
        self.tournament = tournament.pk
        self.score = reverse("entry-round", args=[tournament.pk, 1])
        self.desk = reverse("entry-tables", args=[tournament.pk, 1])
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self._head = {
            "Host": SITE,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}",
            "Referer": f"https://{SITE}/",
            "X-Requested-With": "fetch",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"__Host-sessionid={session}; __Host-csrftoken={TOKEN}",
        }
        self._number, self._table = number, 0

    def scores(self, ports: list[int], amount: int) -> list[tuple[int, float]]:
        """(status, seconds) of so many scores; 0 where no answer came."""
        forms = [
            {"table": self._table + n + 1, "points_NS": 900, "points_EO": 1044, "key": secrets.token_urlsafe(16)}
            for n in range(amount)
        ]
        self._table += amount
        return self._send(ports, self.score, forms)

    def bare(self, ports: list[int], amount: int) -> list[tuple[int, float]]:
        """The same of the bare view."""
        return self._send(ports, "/bare/", [{"tournament": self.tournament}] * amount)

    def _send(self, ports: list[int], path: str, forms: list[dict]) -> list[tuple[int, float]]:
        link = HTTPConnection("127.0.0.1", ports[self._number % len(ports)], timeout=60)
        begin = time.monotonic() + EVERY * secrets.randbelow(1000) / 1000
        given = []
        for turn, form in enumerate(forms):
            time.sleep(max(0.0, begin + turn * EVERY - time.monotonic()))
            began = time.monotonic()
            try:
                link.request("POST", path, urlencode(form | {"csrfmiddlewaretoken": TOKEN}), self._head)
                answer = link.getresponse()
                answer.read()
                given.append((answer.status, time.monotonic() - began))
            except (OSError, HTTPException):
                link.close()
                given.append((0, time.monotonic() - began))
        link.close()
        return given


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


def told(given: list[list[tuple[int, float]]]) -> tuple[float, float]:
    """(median, 99th percentile) in ms of what every typist was answered."""
    took = sorted(1000 * seconds for one in given for _status, seconds in one)
    return took[len(took) // 2], p99(took)


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
            typists = [Typist(next(numbers)) for _ in range(k)]
            connections.close_all()
            with ThreadPoolExecutor(k) as pool:

                def at_once(act, seconds: float, pool=pool, typists=typists):
                    amount = int(seconds // EVERY)
                    return list(pool.map(lambda typist: act(typist, program.ports, amount), typists))

                at_once(Typist.scores, EVERY)  # every process has done it once
                idle, _worker = program.cpu()
                bare = at_once(Typist.bare, BARE_SECONDS)
                pages, worker = program.cpu()
                of_bare = (pages - idle) / sum(map(len, bare))
                given = at_once(Typist.scores, SECONDS)
                unfinished = Job.objects.filter(kind="pages", state__in=("queued", "sent", "running"))
                end = time.monotonic() + JOBS_SECONDS
                while unfinished.exists() and time.monotonic() < end:
                    time.sleep(0.2)
                left = unfinished.count()
                pages, worker = (after - before for before, after in zip((pages, worker), program.cpu(), strict=True))
                bare += at_once(Typist.bare, BARE_SECONDS)
            done = sum(status == 200 for one in given for status, _seconds in one)
            sent = sum(map(len, given))
            (half, most), (bare_half, bare_most) = told(given), told(bare)
            print(
                f"| {k} | {k / EVERY:.0f} | {half:.0f} ms | {most:.0f} ms | {half / bare_half:.1f} | {most / bare_most:.1f} "
                f"| {1000 * pages / sent:.1f} ms | {1000 * of_bare:.1f} ms | {1000 * worker / sent:.1f} ms | {left} "
                f"| {sent - done} | {time.monotonic() - began:.0f} s |"
            )
            counted = ScoreSheet.objects.filter(
                counted=True, table__round__tournament__in=[one.tournament for one in typists]
            )
            assert counted.count() >= done + k, "acknowledged, then lost"
    finally:
        program.end()
