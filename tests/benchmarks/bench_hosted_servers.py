"""Three servers behind the reverse proxy, on the real pages with PostgreSQL: figures of docs/decisions/server-hosted.md.

Each has two processes of eight threads. The processor is that of the server's own processes, so that it holds on a busy
machine too; the memory is what they alone use (PSS). What is not installed is left out; with PostgreSQL only.
"""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from importlib.util import find_spec
from itertools import cycle
from statistics import median
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.public.pages import refresh_pages
from tests.scoring import builders
from tests.support.api import account
from tests.support.fixtures import ROOT, cpu_seconds, free_port, wait_for
from tournament.models import Table

SITE = "belote.example.org"
PROCESSES, THREADS = 2, 8
CLIENTS = (1, 16, 64)
REQUESTS = 192
APPLICATION = "deploy.wsgi:application"


def _waitress(port: int) -> list[list[str]]:
    """waitress is one process: two of them on two ports, between which the proxy takes turns."""
    options = ["--threads", str(THREADS), "--connection-limit", "1000", "--no-clear-untrusted-proxy-headers"]
    listen = [f"127.0.0.1:{port + number}" for number in range(PROCESSES)]
    return [[sys.executable, "-m", "waitress", "--listen", one, *options, APPLICATION] for one in listen]


def _granian(port: int) -> list[list[str]]:
    options = ["--interface", "wsgi", "--port", str(port), "--workers", str(PROCESSES), "--no-ws"]
    return [[sys.executable, "-m", "granian", *options, "--blocking-threads", str(THREADS), APPLICATION]]


def _gunicorn(port: int) -> list[list[str]]:
    options = ["--bind", f"127.0.0.1:{port}", "--workers", str(PROCESSES), "--worker-class", "gthread"]
    return [[sys.executable, "-m", "gunicorn", *options, "--threads", str(THREADS), APPLICATION]]


SERVERS = {"waitress": _waitress, "granian": _granian, "gunicorn": _gunicorn}


class Server:
    """A running server: what it used, and how it is asked."""

    def __init__(self, name: str, cookies: str) -> None:
        self.port = free_port()
        kept = {key: value for key, value in os.environ.items() if key not in ("REDIS_URL", "DJANGO_SETTINGS_MODULE")}
        database = connection.settings_dict
        address = f"postgres://{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"
        given = {"DIX_HOSTED": "1", "DIX_PROXY": "1", "ALLOWED_HOSTS": SITE, "DATABASE_URL": address}
        from django.conf import settings

        given |= {"SECRET_KEY": settings.SECRET_KEY, "DIX_DATA": str(settings.DATA_DIR)}
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=kept | given, check=True
        )
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        commands = SERVERS[name](self.port)
        self.processes = [subprocess.Popen(one, cwd=ROOT, env=kept | given, **quiet) for one in commands]
        self.ports = [self.port + number for number in range(len(commands))]
        self._head = {"Host": SITE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.1.2.3", "Cookie": cookies}
        self._head["Referer"] = f"https://{SITE}/"
        for port in self.ports:
            wait_for(lambda port=port: self._answers(port), 90, f"{name} answers")

    def _answers(self, port: int) -> bool:
        try:
            return self.ask(HTTPConnection("127.0.0.1", port, timeout=10), "GET", "/healthz")[0] > 0
        except OSError:
            return False

    def ask(self, link: HTTPConnection, method: str, path: str, form: dict | None = None) -> tuple[int, float]:
        """The status and the seconds of one request."""
        began = time.perf_counter()
        body = urlencode(form) if form else None
        more = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        link.request(method, path, body, self._head | more)
        answer = link.getresponse()
        answer.read()
        return answer.status, time.perf_counter() - began

    def pids(self) -> list[int]:
        found = [process.pid for process in self.processes]
        for pid in found:  # grows while it is read: the children of the children too
            path = f"/proc/{pid}/task/{pid}/children"
            found += [int(child) for child in open(path).read().split()]
        return found

    def cpu(self) -> float:
        return sum(cpu_seconds(pid) for pid in self.pids())

    def memory(self) -> float:
        """MB that these processes alone use, what they share counted once (PSS)."""
        found = 0
        for pid in self.pids():
            lines = open(f"/proc/{pid}/smaps_rollup").read().splitlines()
            found += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return found / 1024

    def end(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def measure(server: Server, requests: list[tuple], clients: int) -> tuple[float, float, float]:
    """(processor ms a request, median ms, 99th percentile ms) of *requests*, sent by so many clients at once."""
    shares = [requests[number::clients] for number in range(clients)]
    ports = cycle(server.ports)
    jobs = [(next(ports), share) for share in shares]

    def one(job: tuple[int, list[tuple]]) -> list[float]:
        link = HTTPConnection("127.0.0.1", job[0], timeout=120)
        given = [server.ask(link, *request) for request in job[1]]
        link.close()
        wrong = {status for status, _seconds in given} - {200, 204, 302, 304}
        assert not wrong, wrong
        return [seconds for _status, seconds in given]

    before = server.cpu()
    with ThreadPoolExecutor(clients) as pool:
        took = sorted(seconds for share in pool.map(one, jobs) for seconds in share)
    used = server.cpu() - before
    return used / len(took) * 1000, median(took) * 1000, took[int(len(took) * 0.99)] * 1000


@pytest.mark.django_db(transaction=True)
def test_servers_behind_the_proxy():
    if connection.vendor != "postgresql":
        pytest.skip("hosted is PostgreSQL: give DATABASE_URL")
    tournament = builders.evening(teams=64, parties=3, public=True)
    client = Client()
    client.force_login(account("odile", tournament.club))
    refresh_pages(tournament_id=tournament.pk)
    token = "x" * 32
    cookies = f"__Host-sessionid={client.cookies['dix_session'].value}; __Host-csrftoken={token}"
    ranking = reverse("standings", args=[tournament.pk])
    wall = reverse("public-wall", args=[tournament.slug])
    # Scores of tables that nobody has typed yet: a concours of its own for each measurement.
    fresh = 0

    def scores(amount: int) -> list[tuple]:
        nonlocal fresh
        fresh += 1
        concours = builders.concours(teams=2 * amount)
        concours.club.memberships.create(user=tournament.club.memberships.get().user, role="organiser")
        played = builders.partie(concours, 1, [(2 * i + 1, None, 2 * i + 2, None) for i in range(amount)])
        address = reverse("entry-round", args=[concours.pk, 1])
        forms = [
            {
                "csrfmiddlewaretoken": token,
                "table": n,
                "points_NS": 900,
                "points_EO": 1044,
                "key": f"k{fresh:06}-{n:09}",
            }
            for n in Table.objects.filter(round=played).values_list("number", flat=True)
        ]
        return [("POST", address, form) for form in forms]

    for name in SERVERS:
        if not find_spec(name):
            print(f"{name}: not installed")
            continue
        server = Server(name, cookies)
        try:
            link = HTTPConnection("127.0.0.1", server.ports[0], timeout=60)
            for path in (ranking, wall):
                assert server.ask(link, "GET", path)[0] == 200, path
            print(f"{name}: {server.memory():.0f} MB at rest")
            for clients in CLIENTS:
                work = {"score": scores(64), "ranking": [("GET", ranking)] * 64, "wall": [("GET", wall)] * REQUESTS}
                for what, requests in work.items():
                    cost, middle, slow = measure(server, requests, clients)
                    print(
                        f"{name:9} {clients:3} clients {what:8} {cost:6.1f} ms cpu  p50 {middle:6.0f} ms  p99 {slow:6.0f} ms"
                    )
            print(f"{name}: {server.memory():.0f} MB after")
        finally:
            server.end()
