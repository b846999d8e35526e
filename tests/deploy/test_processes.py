"""Start, stop and kill the real program: nothing is lost, nothing is left running."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.support.fixtures import PATIENCE, Hall, alive, cpu_seconds, lacking, wait_for

pytestmark = pytest.mark.slow


def gone(*pids: int, seconds: float = PATIENCE) -> None:
    wait_for(lambda: not any(alive(pid) for pid in pids), seconds, f"processes {pids} are gone")


@pytest.fixture(scope="module")
def one_hall(tmp_path_factory):
    """One program for all that it must survive."""
    if os.name == "nt":
        lacking("signals", "Processes are killed here in the way of Linux and macOS.")
    hall = Hall(tmp_path_factory.mktemp("one") / "data")
    yield hall
    hall.end()


@pytest.fixture
def live_hall(one_hall):
    """Give the program, running, with no job left to do."""
    if one_hall.process is None or one_hall.process.poll() is not None:
        one_hall.start()
    one_hall.worker_pid()
    return one_hall


def notes_of(path) -> list[str]:
    return path.read_text().split("\n")[:-1] if path.exists() else []


def test_asked_to_stop_it_ends_cleanly_and_starts_again_quickly_with_all_data(live_hall, tmp_path):
    key = (live_hall.data / "secret.key").read_text()
    jobs, closed = [], live_hall.output.read_text().count("est fermé")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if jobs:
            live_hall.start()
            assert live_hall.get("/healthz")[0] == 200
            starting = cpu_seconds(live_hall.pid)
        jobs.append(live_hall.enqueue("test.sleep", name="a", seconds=0, notes=str(tmp_path / "notes")))
        live_hall.wait_for_job(jobs[-1], "done")
        worker = live_hall.worker_pid()
        assert live_hall.stop(number) == 0
        gone(live_hall.pid, worker)
        assert live_hall.output.read_text().count("est fermé") == closed + len(jobs)
        assert {live_hall.job(job_id)["state"] for job_id in jobs} == {"done"}
    began = os.times()
    subprocess.run(
        [sys.executable, "-c", "import django; django.setup(); import deploy.urls"], env=live_hall.env, check=True
    )
    ended = os.times()
    reading = ended.children_user + ended.children_system - began.children_user - began.children_system
    assert starting < 3 * reading, "it takes little more than to read the program, on whatever machine"
    assert (live_hall.data / "secret.key").read_text() == key
    assert (live_hall.data / "secret.key").stat().st_mode & 0o077 == 0


def close_by_button(hall: Hall) -> str:
    """Close the program as the page does, by its first account; the last page."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def send(path: str, body: bytes, kind: str) -> bytes:
        token = json.load(browser.open(hall.url + "/api/v1/session/"))["csrf_token"]
        headers = {"Content-Type": kind, "X-CSRFToken": token}
        return browser.open(urllib.request.Request(hall.url + path, body, headers), timeout=PATIENCE).read()

    account = {"club_name": "Nous", "name": "Odile", "password": "le roi de coeur est parti"}
    send("/api/v1/welcome/", json.dumps(account).encode(), "application/json")
    return send("/fermer/", b"", "application/x-www-form-urlencoded").decode()


def test_closed_by_its_button_in_the_middle_of_a_job_it_puts_it_back_and_does_it_next_time(live_hall, tmp_path):
    notes = tmp_path / "notes"
    job_id = live_hall.enqueue("test.sleep", name="long", seconds=5, notes=str(notes))
    wait_for(lambda: notes_of(notes), PATIENCE, "it has begun")
    worker, closed = live_hall.worker_pid(), live_hall.output.read_text().count("est fermé")
    assert "Le programme est arrêté" in close_by_button(live_hall)
    assert live_hall.process.wait(PATIENCE) == 0
    gone(live_hall.pid, worker)
    assert live_hall.output.read_text().count("est fermé") == closed + 1
    assert live_hall.job(job_id) == {
        "state": "queued",
        "progress": live_hall.job(job_id)["progress"],
        "attempts": 0,
        "error": "",
    }
    live_hall.start()
    assert live_hall.wait_for_job(job_id, "done")["attempts"] == 1
    assert notes_of(notes) == ["begin long", "begin long", "end long"]


def test_kill_9_of_the_server_leaves_no_orphan_and_loses_no_job(live_hall, tmp_path):
    notes = tmp_path / "notes"
    first = live_hall.enqueue("test.sleep", name="long", seconds=4, notes=str(notes))
    live_hall.wait_for_job(first, "running")
    others = [live_hall.enqueue("test.sleep", name=str(i), seconds=0, notes=str(notes)) for i in range(2)]
    worker = live_hall.worker_pid()
    live_hall.kill()
    gone(live_hall.pid, worker)
    live_hall.start()
    for job_id in (first, *others):
        live_hall.wait_for_job(job_id, "done")
    assert sum(line == "end long" for line in notes_of(notes)) == 1


def test_a_killed_worker_comes_back_and_does_its_jobs(live_hall, tmp_path):
    notes = tmp_path / "notes"
    first = live_hall.enqueue("test.sleep", name="long", seconds=3, notes=str(notes))
    second = live_hall.enqueue("test.sleep", name="after", seconds=0, notes=str(notes))
    live_hall.wait_for_job(first, "running")
    worker = live_hall.worker_pid()
    os.kill(worker, signal.SIGKILL)
    assert live_hall.get("/healthz")[0] == 200, "the pages go on"
    assert live_hall.worker_pid(other_than=worker) != worker
    assert live_hall.wait_for_job(first, "done")["attempts"] == 2
    live_hall.wait_for_job(second, "done")


def test_a_job_that_kills_its_worker_is_set_aside_and_others_go_on(live_hall, tmp_path):
    notes = tmp_path / "notes"
    poison = live_hall.enqueue("test.poison")
    other = live_hall.enqueue("test.sleep", name="other", seconds=0, notes=str(notes))
    found = live_hall.wait_for_job(poison, "failed")
    assert found["attempts"] == 3
    assert "3 fois" in found["error"]
    live_hall.wait_for_job(other, "done")
    live_hall.python(
        "from tournament.jobs import services as jobs; from tournament.models import Job\n"
        "from django.db import transaction\n"
        "with transaction.atomic():\n"  # not done again: it would kill the worker of the next test
        f"    assert jobs.retry(Job.objects.get(pk='{poison}'))\n"
        f"    assert Job.objects.get(pk='{poison}').error == ''\n"
        f"    Job.objects.filter(pk='{poison}').delete()"
    )


def test_nothing_is_left_when_both_are_killed(live_hall):
    worker = live_hall.worker_pid()
    os.kill(worker, signal.SIGKILL)
    live_hall.kill()
    gone(worker, live_hall.pid)
    wait_for(lambda: live_hall._worker_now() is None, PATIENCE, "no other worker is left")
    assert live_hall.rows("SELECT count(*) FROM tournament_job WHERE state NOT IN ('done', 'failed')") == [(0,)]
    live_hall.start()
    assert live_hall.worker_pid(other_than=worker)


def test_a_second_copy_on_the_same_data_is_refused_with_the_address_of_the_first(shared_hall, make_hall):
    second = make_hall(shared_hall.data)
    with pytest.raises(AssertionError, match="est déjà ouvert avec ces données, à l’adresse http://localhost:"):
        second.start()
    assert second.process.returncode == 3
    assert shared_hall.get("/healthz")[0] == 200


def test_a_busy_port_is_said(make_hall):
    hall = make_hall()
    with socket.socket() as busy:
        busy.bind(("0.0.0.0", hall.port))
        busy.listen()
        with pytest.raises(AssertionError, match=f"Le port {hall.port} est pris par un autre programme"):
            hall.start()
    assert hall.process.returncode == 3


def test_a_damaged_database_is_refused_and_not_replaced(make_hall):
    hall = make_hall()
    hall.data.mkdir()
    database = hall.data / "dix.sqlite3"
    database.write_bytes(b"garbage " * 1000)
    with pytest.raises(AssertionError, match="dix.sqlite3 est abîmé"):
        hall.start()
    assert database.read_bytes() == b"garbage " * 1000


def test_a_database_whose_main_file_is_gone_is_not_begun_anew(make_hall):
    hall = make_hall()
    hall.data.mkdir()
    (hall.data / "dix.sqlite3-wal").write_bytes(b"x" * 100)
    with pytest.raises(AssertionError, match="manque, mais une partie"):
        hall.start()
    assert not (hall.data / "dix.sqlite3").exists()


def test_a_body_too_large_is_answered_413_before_any_view(shared_hall):
    def post(path: str, length: int) -> bytes:
        with socket.create_connection(("127.0.0.1", shared_hall.port), timeout=10) as link:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            link.sendall(head.encode() + b"x" * length)
            answer = b""
            while part := link.recv(65536):
                answer += part
        return answer

    page = post("/", 3_000_000)
    assert page.startswith(b"HTTP/1.1 413 ")
    assert b"trop gros" in page
    answer = post("/api/v1/anything", 3_000_000)
    assert b"Content-Type: application/problem+json\r\n" in answer
    assert b'"code": "too_large"' in answer


def test_a_stranger_host_is_refused_in_a_sentence(shared_hall):
    with socket.create_connection(("127.0.0.1", shared_hall.port), timeout=10) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n")
        answer = b""
        while part := link.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert "Rien n’a été modifié".encode() in answer
