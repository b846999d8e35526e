"""A flood of registrations from home: 10 000 submissions in a minute from 500 addresses, and 30 people among them.

Two hosted processes on a PostgreSQL of its own; the reverse proxy is left out: addresses come in its header. The flood has
a good form each time, and waits for no answer before it sends the next.
"""

import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from statistics import median
from urllib.parse import urlencode

import psycopg

from tests.support.fixtures import ROOT, cpu_seconds, free_port, wait_for
from tests.support.hosted import (
    HostedHall,
    postgres,  # noqa: F401
)

SITE = "belote.example.org"
ADDRESSES, SUBMISSIONS, SECONDS, PEOPLE = 500, 10_000, 60, 30
LINKS = 96  # at once
MAKE = """
import datetime
from django.utils import timezone
from tests.scoring import builders
from tournament.models import Tournament
made = builders.concours(teams=1, max_teams=60)
day = timezone.localdate() + datetime.timedelta(days=9)
Tournament.objects.filter(pk=made.pk).update(entries_days=30, date=day, public=True)
print(made.slug)
"""


class Visitor:
    """A visitor with an address of its own."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.head = {"Host": SITE, "X-Forwarded-Proto": "https", "X-Forwarded-For": address}
        self.head |= {"Referer": f"https://{SITE}/"}

    def ask(self, path: str, form: dict | None = None) -> tuple[int, dict, str]:
        link = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            more = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
            link.request("POST" if form else "GET", path, urlencode(form) if form else None, self.head | more)
            answer = link.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            link.close()

    def form(self, path: str) -> dict[str, str]:
        _status, headers, page = self.ask(path)
        self.head["Cookie"] = headers["Set-Cookie"].split(";")[0]
        names = ("csrfmiddlewaretoken", "token")
        found = {name: re.search(f'name="{name}" value="([^"]+)"', page)[1] for name in names}
        return found | {"commune": "Casson", "consent": "on"}


def test_a_flood_leaves_honest_people_through(postgres, tmp_path):
    hall = HostedHall(tmp_path / "data", DATABASE_URL=postgres.url, SECRET_KEY="k" * 50)
    hall.data.mkdir()
    env = hall.env | {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    env |= {"DIX_HOSTED": "1", "DIX_PROXY": "1", "ALLOWED_HOSTS": SITE}
    for act in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        subprocess.run([sys.executable, "manage.py", *act], cwd=ROOT, env=env, check=True)
    slug = hall.python(MAKE).splitlines()[-1]
    path = f"/p/{slug}/inscription/"
    ports = [free_port(), free_port()]
    servers = [
        subprocess.Popen(
            [sys.executable, "manage.py", "pages", "--listen", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=env,
            stderr=subprocess.DEVNULL,
        )
        for port in ports
    ]
    try:
        for port in ports:
            wait_for(lambda port=port: _answers(port), 90, "the pages answer")
        flood(path, ports, [server.pid for server in servers], postgres)
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(60)


def _answers(port: int) -> bool:
    try:
        return Visitor(port, "10.9.9.9").ask("/healthz")[0] > 0
    except (OSError, HTTPException):
        return False


def flood(path: str, ports: list[int], pids: list[int], postgres) -> None:
    chance = random.Random(1)
    model = Visitor(ports[0], "10.8.8.8")
    good = model.form(path)
    turns = list(range(SUBMISSIONS))
    lock, began = threading.Lock(), time.monotonic()
    statuses: Counter = Counter()
    took: list[float] = []

    def send() -> None:
        while True:
            with lock:
                if not turns:
                    return
                turn = turns.pop(0)
            due = began + turn * SECONDS / SUBMISSIONS
            time.sleep(max(0.0, due - time.monotonic()))
            if time.monotonic() - began > SECONDS:
                return
            one = Visitor(chance.choice(ports), f"10.1.{turn % ADDRESSES // 250}.{turn % 250}")
            one.head["Cookie"] = model.head["Cookie"]
            token = f"{turn:032}"
            names = {"player_1": f"Faux {_letters(turn)}", "player_2": f"Vrai {_letters(turn)}"}
            try:
                status = one.ask(path, good | names | {"token": token})[0]
            except (OSError, HTTPException) as error:
                status = type(error).__name__
            with lock:
                statuses[status] += 1

    def person(number: int) -> None:
        time.sleep(chance.uniform(5, SECONDS - 10))
        one, start = Visitor(chance.choice(ports), f"10.200.0.{number + 1}"), time.monotonic()
        form = one.form(path) | {"player_1": f"Jean {_letters(number)}", "player_2": f"Anne {_letters(number)}"}
        status, headers, _page = one.ask(path, form)
        assert status == 302, status
        assert one.ask(headers["Location"])[0] == 200
        took.append(time.monotonic() - start)

    before = sum(map(cpu_seconds, pids))
    threads = [threading.Thread(target=send) for _ in range(LINKS)]
    threads += [threading.Thread(target=person, args=[number]) for number in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    with psycopg.connect(postgres.url) as link:
        ((kept,),) = link.execute("SELECT count(*) FROM tournament_homeentry WHERE player_1 LIKE 'Faux%'")
    cpu = sum(map(cpu_seconds, pids)) - before
    print(
        f"\n{sum(statuses.values())} answers in {seconds:.0f} s, {sum(statuses.values()) / seconds:.0f} a second: {statuses}"
    )
    print(f"processor of the pages {cpu:.0f} s; registrations of the flood {kept}")
    print(
        f"{len(took)} of {PEOPLE} people in: median {median(took):.1f} s, longest {max(took):.1f} s (three pages each)"
    )
    assert len(took) == PEOPLE
    assert sum(statuses.values()) / seconds > SUBMISSIONS / SECONDS * 0.9


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number)).capitalize()
