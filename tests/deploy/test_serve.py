"""The parts of the program of an evening that need no program running."""

import sys
import time

import pytest

from deploy import lock, serve
from tests.fixtures import alive, wait_for

# A worker that says it lives as long as its file says so, notes each start, and ends with its pipe.
CHILD = """
import os, sys, threading, time
starts, deaf = sys.argv[1], sys.argv[2]
open(starts, "a").write(f"{os.getpid()}\\n")
threading.Thread(target=lambda: (os.read(0, 1), os._exit(0)), daemon=True).start()
while True:
    if not os.path.exists(deaf):
        print("alive", flush=True)
    time.sleep(0.05)
"""


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "DEAF_SECONDS", 1)
    monkeypatch.setattr(serve, "STARTING_SECONDS", 4)
    starts, deaf = tmp_path / "starts", tmp_path / "deaf"
    worker = serve.Worker(sys.executable, "-c", CHILD, str(starts), str(deaf))
    worker.start()
    yield worker, lambda: [int(pid) for pid in starts.read_text().split()] if starts.exists() else [], deaf
    worker.stop()


def test_a_deaf_worker_is_replaced(kept):
    _worker, starts, deaf = kept
    wait_for(starts, 20, "it started")
    time.sleep(2)
    assert len(starts()) == 1, "a worker that speaks is left alone"
    deaf.touch()
    wait_for(lambda: len(starts()) == 2, 20, "another one")
    deaf.unlink()


def test_a_worker_ends_with_the_pipe_and_is_not_started_again(kept):
    worker, starts, _deaf = kept
    wait_for(starts, 20, "it started")
    began = time.monotonic()
    worker.stop()
    assert time.monotonic() - began < serve.CHILD_ENDS_SECONDS
    time.sleep(1)
    assert len(starts()) == 1
    assert not alive(starts()[0])


def test_a_lock_has_one_holder_and_tells_who(tmp_path):
    first = lock.Lock(tmp_path / "a.lock")
    first.write("http://localhost:8000/")
    with pytest.raises(lock.LockHeldError) as taken:
        lock.Lock(tmp_path / "a.lock")
    assert taken.value.note == "http://localhost:8000/"
    del first
    lock.Lock(tmp_path / "a.lock", wait_seconds=2)


@pytest.mark.django_db(transaction=True)
def test_an_upgrade_keeps_a_whole_copy_and_the_last_five(settings, tmp_path):
    if serve.connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    for day in range(1, 8):
        (tmp_path / "backups" / f"before-upgrade-2026010{day}-000000.sqlite3").touch()
    serve.backup()
    kept = sorted((tmp_path / "backups").iterdir())
    assert len(kept) == serve.BACKUPS_KEPT
    assert kept[-1].read_bytes().startswith(b"SQLite format 3")
    assert kept[0].name == "before-upgrade-20260104-000000.sqlite3"
