"""Walls and telephones of 100 halls beside their typists, behind the nginx of the guide with its cache.

10 000 devices that ask as our scripts do (their intervals are read from them), two page processes and the readers', a worker,
PostgreSQL, Redis and nginx on loopback. What counts is the ratio of two turns of one run: scores with the telephones, and without. For each line
of the journal it is looked at how long a page that does not show it yet was left to be read.

`DIX_HALLS=20` has fewer halls. `DIX_READERS=1,97,1,1` says how many devices of a hall show the wall, the ranking, the page of a
team, the page of a table. Two minutes at 100 halls: DATABASE_URL=postgres://… python deploy/bootstrap.py bench -k readers
"""

import bisect
import json
import os
import re
import ssl
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.models import F, Max
from django.urls import reverse
from django.utils import timezone

from scoring.access import services as tokens
from scoring.models import ScoreSheet
from tests.benchmarks.typists import EVERY, SITE, Typist, told
from tests.support.fixtures import (
    PATIENCE,
    ROOT,
    cpu_seconds,
    redis_server,  # noqa: F401
    wait_for,
)
from tests.support.nginx import Nginx, Pages
from tournament.jobs.selectors import unfinished
from tournament.models import Job, JournalEntry

HALLS = int(os.environ.get("DIX_HALLS", "100"))
WALLS, RANKINGS, TEAMS, TABLES = map(int, os.environ.get("DIX_READERS", "1,97,1,1").split(","))
SECONDS = 25.0
SETTLED = 15.0
LINKS = 512
OLDEST = 5.0  # seconds
TENTH = "10"  # the priority that has a tenth of the processor beside another
MOST = 1.2  # times the p99 of a score without telephones


def number(file: str, name: str) -> float:
    """Return a constant of one of our scripts, in seconds."""
    text = (ROOT / "scoring/static/scoring" / file).read_text()
    return int(re.search(rf"{name} = (\d+)", text)[1]) / 1000


def polled(typist: Typist) -> list[dict]:
    """Return the devices of a hall."""
    slug = typist.concours.slug
    jitter = number("live.js", "JITTER_MS")
    public = {"every": 2 - jitter, "jitter": jitter}  # `max-age` of KEPT in scoring/public/serving.py, hosted
    news = reverse("public-news", args=[slug])
    walls = [{"page": reverse("public-wall", args=[slug])} for _ in range(WALLS)]
    rankings = [{"page": reverse("public-standings", args=[slug])} for _ in range(RANKINGS)]
    teams = [
        {"page": reverse("public-team", args=[slug, n % 32 + 1]) + "?part=live", "news": news} for n in range(TEAMS)
    ]
    devices = []
    ways = sorted(tokens.codes_of(round_id=typist.partie.pk).items(), reverse=True) if TABLES else []
    for n in range(TABLES):
        access = ways[n % len(ways)][1]["NS"].access
        secret = tokens.let_in(access=access, camp="NS")[1]
        page = reverse("phone-state", args=[access.pk])
        cookie = f"__Secure-dix_table={secret}"
        every = {"every": number("phone.js", "EVERY_MS"), "jitter": 0.5}
        devices.append({"page": page, "news": news, "access": str(access.pk), "cookie": cookie, **every})
    for kind in (rankings, teams):
        if kind:
            kind[0]["samples"] = []
    return [one | public for one in (*walls, *rankings, *teams)] + devices


class Site:
    """The hosted program on the database of the test, and nginx in front."""

    def __init__(self, folder, redis: str) -> None:
        database = connection.settings_dict
        env = {
            "DIX_HOSTED": "1",
            "DIX_PROXY": "1",
            "ALLOWED_HOSTS": SITE,
            "DATABASE_URL": f"postgres://{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}",
            "REDIS_URL": redis,
            "SECRET_KEY": settings.SECRET_KEY,
            "DIX_STATIC": str(folder / "static"),
        }
        self.pages = [Pages(folder / f"pages{n}", **env) for n in range(2)]
        self.readers = Pages(folder / "readers", **env)
        self.readers.program += ["--threads", "8"]  # as in dix-readers.service
        for one in (*self.pages, self.readers):
            one.prepare()
        quiet = {"cwd": ROOT, "env": self.pages[0].env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([sys.executable, "manage.py", "collectstatic", "--noinput"], check=True, **quiet)
        for one in (*self.pages, self.readers):
            one.start()
        Path(f"/proc/{self.readers.pid}/autogroup").write_text(TENTH)  # as CPUWeight there: its session's
        command = [sys.executable, "manage.py", "jobs", "--concurrency", "1"]
        self.worker = subprocess.Popen(command, start_new_session=True, **quiet)  # as a unit of its own
        (folder / "nginx").mkdir()
        self.nginx = Nginx(folder / "nginx", [one.place for one in self.pages], readers=self.readers.place)
        self._tls = ssl._create_unverified_context()

    def connect(self, number: int) -> HTTPSConnection:
        """Open a connection of a typist, from an address of his own."""
        source = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        return HTTPSConnection("127.0.0.1", self.nginx.port, timeout=60, context=self._tls, source_address=source)

    def cpu(self) -> dict[str, float]:
        """Processor seconds of the pages, of the readers, the worker and nginx, with their children; of all that runs."""
        _name, user, nice, system, _idle, _wait, *interrupts = open("/proc/stat").readline().split()[:8]
        return {
            "pages": sum(cpu_seconds(one.pid) for one in self.pages),
            "readers": cpu_seconds(self.readers.pid),
            "worker": with_children(self.worker.pid),
            "nginx": with_children(self.nginx.pid),
            "machine": sum(map(int, (user, nice, system, *interrupts))) / os.sysconf("SC_CLK_TCK"),
        }

    def end(self) -> None:
        self.nginx.end()
        self.worker.terminate()
        for one in (*self.pages, self.readers):
            one.end()
        self.worker.wait(PATIENCE)


def with_children(pid: int) -> float:
    children = open(f"/proc/{pid}/task/{pid}/children").read().split()
    return sum(map(cpu_seconds, (pid, *map(int, children))))


class Telephones:
    """The devices of all halls, in a program of their own, which has as much of the processor as one of the site's.

    With less it would send in bursts what it missed, as no telephones do.
    """

    def __init__(self, devices: list[dict], port: int) -> None:
        orders = {"site": SITE, "port": port, "links": LINKS, "seconds": SECONDS + SETTLED, "telephones": devices}
        command = [sys.executable, str(ROOT / "tests/benchmarks/telephones.py")]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self._process.stdin.write(json.dumps(orders))
        self._process.stdin.close()

    def told(self) -> dict:
        answer = json.loads(self._process.stdout.read())
        assert self._process.wait(PATIENCE) == 0
        return answer


def oldest(typists: list[Typist], devices: list[dict], samples: list) -> float:
    """Return for how many seconds a page was at most read that did not show a line of the journal."""
    worst = 0.0
    of_slug = {typist.concours.slug: typist.concours.pk for typist in typists}
    for device, seen in zip(devices, samples, strict=True):
        if not seen:
            continue
        concours = of_slug[device["page"].split("/")[2]]
        rows = JournalEntry.objects.filter(tournament=concours).order_by("number").values_list("number", "at")
        numbers, moments = zip(*((line, at.timestamp()) for line, at in rows), strict=True)
        for (_when, shown), (until, _next) in zip(seen, seen[1:], strict=False):
            after = bisect.bisect(numbers, shown)
            if after < len(numbers):
                worst = max(worst, until - moments[after])
    return worst


def pages_made(begun: datetime) -> tuple[float, float]:
    """Return for how many seconds the rankings of a score typed since *begun* waited for the worker, and took, at most."""
    done = Job.objects.filter(kind="pages", state=Job.State.DONE, created_at__gte=begun)
    times = done.aggregate(waited=Max(F("started_at") - F("created_at")), took=Max(F("finished_at") - F("started_at")))
    return times["waited"].total_seconds(), times["took"].total_seconds()


@pytest.mark.django_db(transaction=True)
def test_telephones_leave_the_scores_as_they_are(redis_server, tmp_path):
    if connection.vendor != "postgresql":
        pytest.skip("hosted is PostgreSQL: give DATABASE_URL")
    threading.stack_size(256 * 1024)
    site = Site(tmp_path, redis_server.url)
    try:
        typists = [Typist(number, site.connect) for number in range(HALLS)]
        devices = [device for typist in typists for device in polled(typist)]
        connections.close_all()
        given: dict[str, list] = {}
        spent: dict[str, dict[str, float]] = {}
        lasted = {"alone": SECONDS, "beside": SECONDS + SETTLED}
        with ThreadPoolExecutor(HALLS) as pool:

            def typed(seconds: float) -> list:
                return list(pool.map(lambda typist: typist.scores(int(seconds // EVERY)), typists))

            typed(EVERY)
            wait_for(lambda: not unfinished(outward=False), PATIENCE, "every process has done it once")
            for words in ("alone", "beside", "alone"):
                before, begun = site.cpu(), timezone.now()
                telephones = Telephones(devices, site.nginx.port) if words == "beside" else None
                if telephones:
                    time.sleep(
                        SETTLED
                    )  # all have their page, which they ask for in two seconds here and in a quarter of an hour in a hall
                given.setdefault(words, []).extend(typed(SECONDS))
                if telephones:
                    answered = telephones.told()
                    waited, took = pages_made(begun)
                spent[words] = {name: (value - before[name]) / lasted[words] for name, value in site.cpu().items()}
        asked = sum(answered["statuses"].values())
        (half, most), (half_alone, most_alone) = told(given["beside"]), told(given["alone"])
        age = oldest(typists, devices, answered["samples"])
        seconds = lasted["beside"]
        print(
            f"\n{HALLS} halls, {len(devices)} devices ({WALLS}, {RANKINGS}, {TEAMS}, {TABLES} a hall): {asked / seconds:.0f} requests"
            f" a second, {answered['pages'] / seconds:.0f} of them a page, p50 {answered['p50']:.0f} ms, p99 {answered['p99']:.0f} ms;"
            f" {answered['ways']}, {answered['statuses']}; the generator {answered['cpu'] / seconds:.2f} of a core, late by"
            f" {answered['behind']:.1f} s at most"
        )
        print(f"cores: { ({w: {n: round(v, 2) for n, v in one.items()} for w, one in spent.items()}) }")
        print(
            f"a score: p50 {half_alone:.0f} → {half:.0f} ms, p99 {most_alone:.0f} → {most:.0f} ms, × {most / most_alone:.2f};"
            f" a page is read for {age:.1f} s at most after it is out of date; the rankings waited {waited:.1f} s at most"
            f" for the worker, who made them in {took:.1f} s at most"
        )
        scores = [status for one in (*given["alone"], *given["beside"]) for status, _seconds in one]
        assert set(scores) == {200}
        counted = ScoreSheet.objects.filter(
            counted=True, table__round__tournament__in=[one.concours for one in typists]
        )
        assert counted.count() == len(scores) + HALLS, "acknowledged, then lost"
        assert set(answered["statuses"]) <= {"200", "304"}
        assert age <= OLDEST
        assert most <= MOST * most_alone
    finally:
        site.end()
