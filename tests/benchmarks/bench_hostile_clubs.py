"""Measure a typist's scores while two other clubs ask for dear pages on a hundred connections each.

Two page processes behind the nginx of the guide, PostgreSQL; the hostile connections ask again a quarter of a second
after a refusal. Alone and beside in turn, as the machine may be busy. On PostgreSQL:
DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_hostile_clubs.py -s.
"""

import os
import secrets
import subprocess
import sys
import threading
import time
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from tests.scoring import builders
from tests.support.api import account
from tests.support.fixtures import ROOT
from tests.support.nginx import SITE, Nginx, Pages
from tournament.models import Table

CLUBS, CONNECTIONS, ACCOUNTS = 2, 100, int(os.environ.get("DIX_HOSTILE_ACCOUNTS", "1"))
TEAMS = 250
PRINTED = 64  # teams of a hostile club
SECONDS = float(os.environ.get("DIX_HOSTILE_SECONDS", "8"))
AT_MOST = 3.0
TOKEN = "x" * 32

# Another process: its computing is not the pages'.
HOSTILE = """
import asyncio, ssl, sys
port, path, seconds, connections = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
cookies = sys.argv[5:]
counts = {}
async def one(number):
    tls = ssl._create_unverified_context()
    head = f"GET {path} HTTP/1.1\\r\\nHost: SITE\\r\\nCookie: {cookies[number % len(cookies)]}\\r\\n\\r\\n"
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(port), ssl=tls)
            while True:
                writer.write(head.encode())
                status = (await reader.readline()).split()[1].decode()
                counts[status] = counts.get(status, 0) + 1
                length = chunked = 0
                while (line := await reader.readline()).strip():
                    name, _, value = line.decode().partition(":")
                    length = int(value) if name.lower() == "content-length" else length
                    chunked = chunked or name.lower() == "transfer-encoding"
                while chunked:
                    size = int((await reader.readline()).strip() or b"0", 16)
                    await reader.readexactly(size + 2)
                    chunked = size
                await reader.readexactly(length)
                if status != "200":
                    await asyncio.sleep(0.25)
        except (OSError, asyncio.IncompleteReadError, IndexError, ValueError):
            counts["broken"] = counts.get("broken", 0) + 1
            await asyncio.sleep(0.25)
async def main():
    tasks = [asyncio.create_task(one(number)) for number in range(connections)]
    await asyncio.sleep(seconds)
    for task in tasks: task.cancel()
asyncio.run(main())
print(counts)
""".replace("SITE", SITE)


def cookie_of(user) -> str:
    client = Client()
    client.force_login(user)
    return f"__Host-sessionid={client.cookies[settings.SESSION_COOKIE_NAME].value}; __Host-csrftoken={TOKEN}"


def scores(nginx: Nginx, tournament: int, tables: list[int], cookie: str, stop: threading.Event) -> list[float]:
    """Type the scores of *tables*, one after the other, until *stop*; return the ms of each, and that none was refused."""
    took = []
    port, address = nginx.port, reverse("entry-round", args=[tournament, 1])
    while tables and not stop.is_set():
        form = {"table": tables.pop(), "points_NS": 900, "points_EO": 1044, "key": secrets.token_urlsafe(16)}
        head = {
            "Cookie": cookie,
            "Referer": f"https://{SITE}:{port}/",
            "X-Requested-With": "fetch",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        begun = time.perf_counter()
        status, _headers, body = nginx.ask("POST", address, urlencode(form | {"csrfmiddlewaretoken": TOKEN}), **head)
        took.append(1000 * (time.perf_counter() - begun))
        assert status == 200, (status, body.decode())
        time.sleep(0.2)
    return took


def for_seconds(seconds: float, act) -> list[float]:
    stop = threading.Event()
    threading.Timer(seconds, stop.set).start()
    return act(stop)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a host is on PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_two_hostile_clubs(tmp_path):
    database = connection.settings_dict
    env = {
        "DATABASE_URL": f"postgres://{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}",
        "SECRET_KEY": settings.SECRET_KEY,
        "DIX_HOSTED": "1",
        "DIX_PROXY": "1",
        "ALLOWED_HOSTS": SITE,
        "DIX_STATIC": str(tmp_path / "static"),
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
    }
    ours = builders.concours(teams=TEAMS)
    builders.partie(ours, 1, [(2 * n + 1, None, 2 * n + 2, None) for n in range(TEAMS // 2)])
    ours_cookie = cookie_of(account("odile", ours.club))
    tables = list(Table.objects.filter(round__tournament=ours).values_list("number", flat=True))
    hostile = []
    for number in range(CLUBS):
        theirs = builders.concours(teams=PRINTED)
        builders.partie(theirs, 1, [(2 * n + 1, None, 2 * n + 2, None) for n in range(PRINTED // 2)])
        users = [account(f"evil{number}-{one}", theirs.club) for one in range(ACCOUNTS)]
        hostile.append((reverse("paper-sheets", args=[theirs.pk, 1]), [cookie_of(user) for user in users]))
    connections.close_all()
    pages = [Pages(tmp_path / f"pages{number}", **env) for number in range(2)]
    nginx = None
    try:
        pages[0].prepare()
        command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
        subprocess.run(command, cwd=ROOT, env=pages[0].env, check=True)
        for one in pages:
            one.start()
        (tmp_path / "nginx").mkdir()
        nginx = Nginx(tmp_path / "nginx", [one.place for one in pages])

        def typist(stop: threading.Event) -> list[float]:
            return scores(nginx, ours.pk, tables, ours_cookie, stop)

        for_seconds(3, typist)
        alone = for_seconds(SECONDS / 2, typist)
        attacks = [
            subprocess.Popen(
                [sys.executable, "-c", HOSTILE, str(nginx.port), path, str(SECONDS + 2), str(CONNECTIONS), *cookies],
                stdout=subprocess.PIPE,
                text=True,
            )
            for path, cookies in hostile
        ]
        time.sleep(1.5)
        beside = for_seconds(SECONDS, typist)
        answered = [attack.communicate()[0].strip() for attack in attacks]
        time.sleep(2)
        alone += for_seconds(SECONDS / 2, typist)
    finally:
        if nginx is not None:
            nginx.end()
        for one in pages:
            one.end()
    alone.sort(), beside.sort()
    half, beside_half = alone[len(alone) // 2], beside[len(beside) // 2]
    print(
        f"\na score alone {half:.0f} ms (worst {alone[-1]:.0f}), beside {beside_half:.0f} ms (worst {beside[-1]:.0f}), "
        f"× {beside_half / half:.1f}; {len(alone)}, {len(beside)} scores; hostile: {answered}"
    )
    assert beside_half < AT_MOST * half
