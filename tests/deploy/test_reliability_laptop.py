"""Break the real program of a laptop: rows of docs/reliability.md 10, each test named after its row."""

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time

import pytest

import deploy.settings
from tests.deploy import bursts
from tests.deploy.hall_settings import REQUEST_SECONDS
from tests.support.fixtures import PATIENCE, Hall, busyness, lacking, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def hall(shared_hall):
    return shared_hall


@pytest.fixture
def small_disk(tmp_path):
    """A disk of its own, just large enough for the program to start; where this account may not make one, none."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = os.name != "nt" and os.geteuid() == 0
    if mounted:
        command = ["mount", "-t", "tmpfs", "-o", "size=230m", "tmpfs", str(folder)]
        mounted = subprocess.run(command, capture_output=True).returncode == 0
    if not mounted:
        lacking("tmpfs", "Only root may make a small disk: a full one is not tried here.")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_row_14_a_full_disk_refuses_whole_and_takes_again_by_itself(make_hall, small_disk):
    """14: 503 with a sentence, nothing by half; once there is room the same sending is accepted, without a restart."""
    hall = make_hall(small_disk / "data")
    hall.output = small_disk.with_name("output.txt")
    hall.start()
    concours, phones = bursts.phones_of(hall, tables=24)
    before, during = phones[:16], phones[16:]
    for phone in before:
        assert bursts.send(hall.port, phone)[0] == 200
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 65536):
                pass
        except OSError:
            pass
    # Scores may be taken as long as the log of the database has room; then everything is refused.
    burst = bursts.Burst(during, lambda _phone: hall.port).begin()
    burst.end()
    assert burst.statuses <= {200, 503} and 503 in burst.statuses
    status, body = hall.get("/healthz")
    assert status in (200, 503)
    refused = next(phone for phone in during if phone not in burst.receipts)
    status, said = bursts.send(hall.port, refused)
    assert (status, said) == (503, {"retry": "5"})
    filler.unlink()
    burst.replay()
    assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0)
    assert bursts.all_count(hall, concours)
    assert hall.rows("PRAGMA integrity_check") == [("ok",)]


def test_row_18_a_laptop_that_slept_goes_on_where_it_was(hall):
    """18: what was sent meanwhile is answered within five seconds of waking; nothing is closed or counted by itself."""
    concours, phones = bursts.phones_of(hall, tables=12)
    for phone in phones[:6]:
        assert bursts.send(hall.port, phone)[0] == 200
    asleep = [hall.pid, hall.worker_pid()]
    for pid in asleep:
        os.kill(pid, signal.SIGSTOP)
    burst = bursts.Burst(phones[6:], lambda _phone: hall.port).begin()
    time.sleep(2)
    assert not burst.receipts
    woke = time.monotonic()
    for pid in asleep:
        os.kill(pid, signal.SIGCONT)
    burst.end()
    assert time.monotonic() - woke < 5 * busyness()
    assert burst.statuses == {200}
    burst.replay()
    assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0)
    assert hall.rows(f"SELECT state, COUNT(*) FROM tournament_round WHERE tournament_id = {concours}") == [
        ("published", 1)
    ]
    assert hall.rows(f"SELECT closed_at FROM tournament_tournament WHERE id = {concours}") == [(None,)]
    assert bursts.all_count(hall, concours)


def test_row_47_many_at_once_are_all_taken(hall):
    """47: 200 telephones at the same moment, none refused (500 are measured in bench_proposals)."""
    concours, phones = bursts.phones_of(hall, tables=100)
    given = bursts.at_once(hall.port, [phone.request for phone in phones])
    assert {status for status, _seconds in given} == {200}
    assert bursts.all_count(hall, concours)
    assert "queue depth" not in hall.output.read_text(), "no line for each that waits its turn"


def test_row_48_slow_telephones_hold_up_nobody(hall):
    """48: 200 connections that dribble a request byte by byte; the others are answered as if they were not there, and
    after their time (half a minute in earnest) each of the slow ones is cut, and the one who is fast is not."""
    assert deploy.settings.REQUEST_SECONDS == 30
    _concours, phones = bursts.phones_of(hall, tables=10)
    slow = [socket.create_connection(("127.0.0.1", hall.port), timeout=20) for _ in range(200)]
    text = b"POST /t/1/proposer/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\n" + b"x" * 400
    began = time.monotonic()
    open_links, cut = set(slow), []

    def dribble() -> None:
        for place in range(len(text)):
            for link in list(open_links):
                try:
                    link.send(text[place : place + 1])
                    link.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        if link.recv(1) == b"":
                            raise ConnectionResetError
                except OSError:
                    open_links.discard(link)
                    cut.append(time.monotonic() - began)
            if not open_links:
                return
            time.sleep(0.5)

    thread = threading.Thread(target=dribble, daemon=True)
    thread.start()
    time.sleep(1)
    took = []
    for phone in phones:
        asked = time.monotonic()
        assert bursts.send(hall.port, phone)[0] == 200
        took.append(time.monotonic() - asked)
    # Requests held up by them would be answered when they are cut.
    assert sorted(took)[len(took) // 2] < REQUEST_SECONDS / 4 and max(took) < REQUEST_SECONDS - 2
    wait_for(lambda: not open_links, PATIENCE, "all the slow ones are cut")
    assert len(cut) == 200 and min(cut) > REQUEST_SECONDS - 1 and max(cut) < REQUEST_SECONDS + PATIENCE
    for link in slow:
        link.close()
    assert hall.get("/healthz")[0] == 200


def test_row_23_a_second_program_on_the_same_file_is_refused_while_scores_go_on(make_hall, hall):
    """23: the second copy says so and ends; the first does not notice."""
    concours, phones = bursts.phones_of(hall, tables=10)
    burst = bursts.Burst(phones, lambda _phone: hall.port).begin()
    second: Hall = make_hall(hall.data)
    with pytest.raises(AssertionError, match="est déjà ouvert"):
        second.start()
    burst.end()
    assert burst.statuses == {200}
    assert bursts.all_count(hall, concours)
    wait_for(lambda: hall.get("/healthz")[0] == 200, PATIENCE, "it lives")
