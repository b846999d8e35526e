"""Failures that only length shows: answers lost on the way, memory under a hostile corpus, kills by the hundred.

Each is tried a little in `make test` and at length in `make torture` (tests/support/counts.py); the report tells what was tried.
"""

import http.client
import io
import json
import os
import random
import signal
import socket
import threading
import time
import urllib.parse
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis
from PIL import Image

from tests.deploy import bursts
from tests.support.counts import SHARE, TORTURE, tries
from tests.support.fixtures import PATIENCE, Hall, lacking, wait_for
from tests.support.redis import hosted  # noqa: F401  (a fixture)
from tests.tournament.registration import import_files

pytestmark = pytest.mark.slow

MOST_MEMORY = 400_000  # kB, of the process of the pages, at any moment
GROWN = 1.2  # times what it has before, all its threads warm


# --- Answers that are lost ---------------------------------------------------------------------------------------------


class CuttingProxy:
    """Stands before the program; of each request it loses the answer, the request itself, or lets it through twice."""

    def __init__(self, target: int, *, seed: int, cut: float = 0.3) -> None:
        self._target, self._cut, self._chance = target, cut, random.Random(seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.done: Counter[str] = Counter()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                link, _address = self._listening.accept()
            except OSError:
                return
            drawn = self._chance.random()
            fate = next((name for name, end in self._fates() if drawn < end), "passed")
            threading.Thread(target=self._carry, args=(link, fate), daemon=True).start()

    def _fates(self) -> list[tuple[str, float]]:
        return [("answer lost", self._cut), ("request lost", 1.2 * self._cut), ("sent twice", 1.5 * self._cut)]

    def _carry(self, link: socket.socket, fate: str) -> None:
        self.done[fate] += 1
        with link:
            asked = _whole(link)
            if fate == "request lost":
                return
            answer = self._ask(asked)
            if fate == "sent twice":
                answer = self._ask(asked)
            if fate != "answer lost":
                link.sendall(answer)

    def _ask(self, asked: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self._target), timeout=PATIENCE) as onward:
            onward.sendall(asked)
            parts = iter(lambda: onward.recv(65536), b"")
            return b"".join(parts)

    def close(self) -> None:
        self._listening.close()


def _whole(link: socket.socket) -> bytes:
    """A request to its end, as its head says."""
    link.settimeout(PATIENCE)
    asked = b""
    while b"\r\n\r\n" not in asked:
        asked += link.recv(65536)
    head, _, body = asked.partition(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    while len(body) < length:
        part = link.recv(65536)
        asked, body = asked + part, body + part
    return asked


def test_row_27_answers_lost_on_the_way_double_nothing(shared_hall, record_property):
    """27: three answers in ten never arrive; each telephone sends the same key again until it has its receipt, and once
    more, not knowing that it has: two taps, a page opened again."""
    fates: Counter[str] = Counter()
    for cycle in range(tries(1, 21)):
        concours, phones = bursts.phones_of(shared_hall, tables=tries(30, 120))
        random.Random(cycle).shuffle(phones)
        proxy = CuttingProxy(shared_hall.port, seed=cycle)
        burst = bursts.Burst(phones, lambda _phone, proxy=proxy: proxy.port, tries=60).begin()
        burst.end()
        proxy.close()
        fates.update(proxy.done)
        assert len(burst.receipts) == len(phones), "each has its receipt in the end"
        burst.port_of = lambda _phone: shared_hall.port
        burst.replay()
        assert bursts.lost_and_doubled(shared_hall, concours, burst) == (0, 0)
        assert bursts.all_count(shared_hall, concours)
    for fate, count in fates.items():
        record_property(f"requests: {fate}", count)
    assert fates["answer lost"] > 12


# --- Memory and descriptors --------------------------------------------------------------------------------------------


def memory(pid: int, name: str = "VmRSS") -> int:
    """kB of memory of a process now, or at its highest (VmHWM)."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        lacking("proc", "Only Linux tells the memory of another process in a file.")
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


class Organiser:
    """An organiser logged into a running hall, who sends what he likes."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        told = hall.python(
            "import json, uuid\n"
            "from django.contrib.auth import get_user_model, BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY\n"
            "from django.contrib.sessions.backends.db import SessionStore\n"
            "from tests.scoring import builders\n"
            "from tournament.models import Membership\n"
            "user = get_user_model().objects.create_user(uuid.uuid4().hex, password=None)\n"
            "session = SessionStore()\n"
            "session[SESSION_KEY] = str(user.pk)\n"
            "session[BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'\n"
            "session[HASH_SESSION_KEY] = user.get_session_auth_hash()\n"
            "session.create()\n"
            "concours = builders.evening(teams=40, parties=1, missing=6)\n"
            "Membership.objects.create(user=user, club=concours.club, role='organiser')\n"
            "print(json.dumps([session.session_key, concours.pk, concours.slug]))"
        )
        session, self.concours, self.slug = json.loads(told)
        self._cookie = f"dix_session={session}; dix_csrf={bursts.TOKEN}"

    def send(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> int:
        """The status of the answer; 0 where the connection was ended."""
        link = http.client.HTTPConnection("127.0.0.1", self._hall.port, timeout=PATIENCE)
        headers = {"Cookie": self._cookie, "X-CSRFToken": bursts.TOKEN, "Content-Type": kind, "Connection": "close"}
        try:
            link.request(method, path, body or None, headers)
            answer = link.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            link.close()

    def upload(self, path: str, field: str, name: str, content: bytes) -> int:
        mark = uuid.uuid4().hex
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self.send("POST", path, body, f"multipart/form-data; boundary={mark}")

    def hostile(self) -> list:
        """The corpus: calls that send one thing each, dear to read or meant to be."""
        api, door = f"/api/v1/concours/{self.concours}/", f"/concours/{self.concours}/"
        keys = "{" + ",".join(f'"{number}":1' for number in range(150_000)) + "}"
        rows = "joueur 1;joueur 2\n" + "Jean Le Bon;Partenaire\n" * 3_000
        lists = [import_files.bomb(), import_files.heavy(), import_files.entities(), import_files.many_rows(12_000)]
        pictures = [
            picture(5000, 5000, "PNG"),
            picture(3400, 3400, "JPEG"),
            picture(4900, 4900, "WEBP"),
            b"\xff\xd8" * 999,
        ]
        photo = f"{door}parties/1/tables/1/photo/"
        wrong = {"marks": {"NS": {"points": 11_621}, "EO": {"points": 19}}}
        return [
            *(lambda content=content: self.upload(f"{door}inscriptions/importer/", "file", "l.xlsx", content) for content in lists),
            *(lambda content=content: self.upload(photo, "photo", "p.jpg", content) for content in pictures),
            lambda: self.send("POST", "/api/v1/session/", keys.encode()),
            lambda: self.send("POST", f"{api}teams/", b"[" * 1_000_000),
            lambda: self.send("POST", f"{api}teams/", json.dumps({"players": ["é" * 1_000_000, "Bob"]}).encode()),
            lambda: self.send("POST", f"{api}imports/", json.dumps({"pasted": rows}).encode()),
            lambda: self.send("POST", f"{api}totals/check/", json.dumps(wrong).encode()),
            lambda: self.send("POST", f"{door}inscriptions/", urllib.parse.urlencode({f"f{n}": "x" for n in range(1_999)}).encode(), "application/x-www-form-urlencoded"),
            lambda: self.send("GET", f"/p/{self.slug}/?page=" + "9" * 200_000),
            lambda: self.send("GET", f"/p/{self.slug}/"),
            lambda: self.send("GET", f"{door}classement/"),
            lambda: self.send("GET", f"{door}journal/"),
        ]  # fmt: skip


def picture(width: int, height: int, kind: str) -> bytes:
    """A picture of many points in few bytes."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(file, kind)
    return file.getvalue()


def warm_up(corpus: list) -> None:
    """Let the program load all its code, and every thread of it get what it keeps: its connection, pages of the database."""
    for call in corpus:
        call()
    usual = corpus[-4:]
    with ThreadPoolExecutor(48) as pool:
        list(pool.map(lambda call: call(), usual * 20))


def test_memory_stays_bounded_under_the_hostile_corpus_and_comes_back(make_hall, record_property):
    hall = make_hall()
    hall.start()
    organiser = Organiser(hall)
    corpus = organiser.hostile()
    warm_up(corpus)
    began, statuses, marks = memory(hall.pid), Counter(), []
    for turn in range(tries(2, 20)):
        order = corpus * 2
        random.Random(turn).shuffle(order)
        with ThreadPoolExecutor(24) as pool:
            statuses.update(pool.map(lambda call: call(), order))
        marks.append((memory(hall.pid), descriptors(hall.pid)))
    highest = memory(hall.pid, "VmHWM")
    # Free memory is given back every twenty seconds (deploy/laptop/memory.py).
    wait_for(lambda: memory(hall.pid) <= GROWN * began, 60, f"back to {began}: {marks}")
    wait_for(lambda: descriptors(hall.pid) <= marks[0][1] + 40, 30, f"descriptors: {marks}")
    record_property("hostile requests, 24 at once", sum(statuses.values()))
    record_property("kB before", began)
    record_property("kB at the highest", highest)
    record_property("kB after", memory(hall.pid))
    assert 500 not in statuses, statuses
    assert highest <= MOST_MEMORY, highest
    assert hall.get("/healthz")[0] == 200


# --- Kills by the hundred, and an hour ------------------------------------------------------------------------------------


def test_row_7_a_worker_killed_again_and_again_loses_no_job(make_hall, record_property):
    """7: kill -9 of the worker in the middle of a job, each time another one; every job is done."""
    hall = make_hall()
    hall.start()
    notes = str(hall.data / "notes")
    kills = tries(1, 100)
    worker = hall.worker_pid()
    for number in range(kills):
        if number % 4 == 3:
            # A worker that ends at once, again and again, is started after up to 30 seconds: half an hour in all.
            hall.stop()
            hall.start()
            worker = hall.worker_pid(other_than=worker)
        job = hall.enqueue("test.sleep", name=f"job {number}", seconds=0.3, notes=notes)
        hall.wait_for_job(job, "running")
        os.kill(worker, signal.SIGKILL)
        worker = hall.worker_pid(other_than=worker)
        assert hall.wait_for_job(job, "done")["attempts"] == 2
    record_property("kills of the worker", kills)


@pytest.mark.skipif(not TORTURE, reason="once is shown by tests/deploy/test_redis.py")
def test_redis_killed_again_and_again_loses_no_job(hosted, redis_server, record_property):
    hall, worker = hosted
    worker.start()
    notes, kills = str(hall.data / "notes"), tries(1, 100)
    for number in range(kills):
        job = hall.enqueue("test.sleep", name=f"job {number}", seconds=0, notes=notes)
        redis_server.kill()
        redis_server.start()
        wait_for(lambda job=job: worker.supervise() or hall.job(job)["state"] == "done", PATIENCE, "the job is done")
    record_property("kills of Redis", kills)
    assert redis.Redis.from_url(redis_server.url).ping()


@pytest.mark.skipif(not TORTURE, reason="an hour")
def test_an_hour_of_an_evening_grows_neither_memory_nor_descriptors(make_hall, record_property):
    """Scores, pages and hostile requests, a fault each five minutes; from the first tenth on nothing grows.

    A partie of 20 tables is sent each twenty seconds: a hundred evenings in an hour, and room for other tests beside it.
    """
    seconds, pace = 3600 * SHARE, 20 * min(1, SHARE)
    hall = make_hall()
    hall.start()
    organiser = Organiser(hall)
    corpus = organiser.hostile()
    warm_up(corpus)
    began = faulted = time.monotonic()
    worker, faults, scores, base = hall.worker_pid(), 0, 0, None
    highest = 0
    for turn, (concours, phones) in enumerate(bursts.evenings(hall, 1_000, tables=20)):
        turned = time.monotonic()
        burst = bursts.Burst(phones, lambda _phone: hall.port, tries=30).begin()
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda call: call(), random.Random(turn).sample(corpus, 8)))
        if time.monotonic() - faulted > seconds / 12:
            os.kill(worker, signal.SIGKILL)
            worker, faults, faulted = hall.worker_pid(other_than=worker), faults + 1, time.monotonic()
        burst.end()
        burst.replay()
        assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0)
        assert bursts.all_count(hall, concours)
        scores += len(phones)
        passed = time.monotonic() - began
        now = (memory(hall.pid), descriptors(hall.pid))
        if base is None and passed > seconds / 10:
            base = now
        highest = max(highest, now[0])
        if passed > seconds:
            break
        threading.Event().wait(max(0, pace - (time.monotonic() - turned)))
    assert base is not None
    record_property("minutes of the soak", round(seconds / 60, 1))
    record_property("scores of the soak", scores)
    record_property("faults of the soak", faults)
    record_property("soak: kB and descriptors after a tenth", f"{base}")
    record_property("soak: kB and descriptors at the end", f"{now}")
    # Free memory is given back every twenty seconds.
    wait_for(lambda: memory(hall.pid) <= 1.1 * base[0], 60, f"memory: {base}, {now}, {highest}")
    assert now[1] <= base[1] + 40
