"""The parts of the program of an evening that need no program running."""

import gc
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from deploy import lock, settings as deploy_settings
from deploy.laptop import serve, windows
from deploy.web import health
from tests.support.fixtures import PATIENCE, ROOT, alive, wait_for
from tournament import program

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


# A program that comes to a folder of data with others, at the moment when they are all there; it stays while its pipe does.
COMER = """
import sys
from pathlib import Path
from deploy import lock
if sys.argv[2] == "unguarded":
    lock._try = lambda file: None
print("here", flush=True)
sys.stdin.readline()
try:
    held = lock.Lock(Path(sys.argv[1]))
    print("held", flush=True)
except lock.LockHeldError:
    print("refused", flush=True)
sys.stdin.readline()
"""


class Clock:
    """The clock of the program, which a test sets on."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.skipped


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(serve, "time", clock)
    return clock


@pytest.fixture
def kept(tmp_path, monkeypatch, clock):
    monkeypatch.setattr(serve, "STARTING_SECONDS", 10_000)
    monkeypatch.setattr(serve, "CHILD_ENDS_SECONDS", PATIENCE)
    starts, deaf = tmp_path / "starts", tmp_path / "deaf"
    worker = serve.Worker(sys.executable, "-c", CHILD, str(starts), str(deaf))
    worker.start()
    yield worker, lambda: [int(pid) for pid in starts.read_text().split()] if starts.exists() else [], deaf
    worker.stop()


@pytest.mark.slow
def test_a_deaf_worker_is_replaced(kept, clock):
    worker, starts, deaf = kept
    wait_for(starts, PATIENCE, "it started")
    for _ in range(3):
        clock.skipped += serve.DEAF_SECONDS / 2
        now = clock.monotonic()
        wait_for(lambda now=now: now < worker._heard < now + 5000, PATIENCE, "it has spoken")
    assert len(starts()) == 1, "a worker that speaks is left alone"
    deaf.touch()

    def another() -> bool:
        clock.skipped += 1
        return len(starts()) == 2

    wait_for(another, PATIENCE, "another one")


def test_a_worker_that_slept_with_the_computer_is_left_alone(kept, clock):
    worker, starts, deaf = kept
    wait_for(starts, PATIENCE, "it started")
    deaf.touch()
    now = clock.monotonic()
    wait_for(lambda: worker._heard < now + 5000, PATIENCE, "it has spoken")
    clock.skipped += 3600
    time.sleep(5 * serve.LOOK_PAUSE)
    assert len(starts()) == 1


def test_a_worker_that_cannot_be_started_is_tried_again(tmp_path, monkeypatch, caplog):
    """A scanner of Windows has Python open, or the computer has no more processes: that passes."""
    monkeypatch.setattr(serve, "CHILD_ENDS_SECONDS", PATIENCE)
    python, starts = tmp_path / "python", tmp_path / "starts"
    worker = serve.Worker(str(python), "-c", CHILD, str(starts), str(tmp_path / "deaf"))
    worker.start()
    try:
        wait_for(lambda: "the worker was not started" in caplog.text, PATIENCE, "it was tried")
        python.symlink_to(sys.executable)
        wait_for(starts.exists, PATIENCE, "it started")
    finally:
        worker.stop()


def test_a_port_of_before_is_waited_for_and_one_of_another_program_refused_at_once():
    with socket.create_server(("127.0.0.1", 0)) as former:
        port = former.getsockname()[1]
        with pytest.raises(serve.StartRefusedError, match=str(port)):
            serve.listen(port, "127.0.0.1")
        threading.Timer(0.5, former.close).start()
        serve.listen(port, "127.0.0.1", wait_seconds=PATIENCE).close()


class Kernel:
    """The part of Windows that is asked; *mode* is that of the window's input, None without a window."""

    def __init__(self, mode: int | None) -> None:
        self.mode, self.errors, self.awake = mode, 2, 0

    def GetErrorMode(self) -> int:
        return self.errors

    def SetErrorMode(self, mode: int) -> None:
        self.errors = mode

    def SetThreadExecutionState(self, state) -> None:
        self.awake = state.value

    def GetStdHandle(self, number: int) -> int:
        return 80 if number == -10 else 0

    def GetConsoleMode(self, handle, mode) -> int:
        if self.mode is None or handle.value != 80:
            return 0
        mode._obj.value = self.mode
        return 1

    def SetConsoleMode(self, handle, mode) -> None:
        assert handle.value == 80
        self.mode = mode.value


def test_on_windows_a_click_in_the_window_stops_nothing_and_the_computer_stays_awake(monkeypatch):
    ends = []
    monkeypatch.setattr(windows.atexit, "register", lambda *call: ends.append(call))
    kernel = Kernel(0x1F7)
    windows.keep_going(kernel)
    assert kernel.mode == 0x1B7, "no selection by a click, and the rest as it was"
    assert kernel.errors == 3 and kernel.awake == 0x80000001
    ((put_back, *arguments),) = ends
    put_back(*arguments)
    assert kernel.mode == 0x1F7
    without = Kernel(None)
    windows.keep_going(without)
    assert without.mode is None and without.awake and len(ends) == 1


def test_the_tests_themselves_give_their_memory_back():
    """The module of `serve`, imported above, leaves the search for cycles off until its `main` has loaded the program."""
    assert gc.isenabled()


def test_a_worker_ends_with_the_pipe_and_is_not_started_again(kept):
    worker, starts, _deaf = kept
    wait_for(starts, PATIENCE, "it started")
    worker.stop()
    assert worker._child.returncode == 0, "it ended by itself"
    wait_for(lambda: not worker._thread.is_alive(), PATIENCE, "nobody would start another one")
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


def answers_of_programs(path: Path, guard: str) -> list[str]:
    """Return what each of five programs is told that lock *path* at the same moment, with the lock or `unguarded`."""
    command = [sys.executable, "-c", COMER, str(path), guard]
    comers = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _number in range(5)
    ]
    try:
        assert [comer.stdout.readline() for comer in comers] == ["here\n"] * 5
        for comer in comers:
            comer.stdin.write("\n")
            comer.stdin.flush()
        return sorted(comer.stdout.readline().strip() for comer in comers)
    finally:
        for comer in comers:
            comer.communicate()


def test_of_programs_that_start_at_once_one_holds_the_data(tmp_path):
    assert answers_of_programs(tmp_path / "a.lock", "guarded") == ["held", *["refused"] * 4]


def test_without_the_lock_all_that_start_at_once_hold_the_data(tmp_path):
    assert answers_of_programs(tmp_path / "a.lock", "unguarded") == ["held"] * 5


@pytest.mark.django_db(transaction=True)
def test_an_upgrade_keeps_a_whole_copy_and_the_last_five(settings, tmp_path):
    if serve.connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    for day in range(1, 8):
        (tmp_path / "backups" / f"before-upgrade-2026010{day}-000000.sqlite3").touch()
    serve.keep_before_upgrade()
    kept = sorted((tmp_path / "backups").iterdir())
    assert len(kept) == serve.UPGRADES_KEPT
    assert kept[-1].read_bytes().startswith(b"SQLite format 3")
    assert kept[0].name == "before-upgrade-20260104-000000.sqlite3"


@pytest.mark.django_db
def test_tables_of_a_newer_version_are_refused_before_anything_is_changed(client):
    assert client.get("/readyz").status_code == 200
    MigrationRecorder(serve.connection).record_applied("scoring", "9999_from_a_later_year")
    with pytest.raises(serve.StartRefusedError) as refused:
        serve.prepare_database()
    assert "scoring.9999_from_a_later_year" in str(refused.value) and "backups" in str(refused.value)
    answer = client.get("/readyz")
    assert answer.status_code == 503 and answer.json()["database"] == "of a newer version"


@pytest.mark.django_db
@pytest.mark.parametrize(("older", "said"), [(True, "to be migrated"), (False, "away")])
def test_health_tells_tables_that_are_not_made_yet_from_a_database_that_is_away(client, monkeypatch, older, said):
    def unanswered() -> float:
        raise OperationalError("no such table: tournament_job")

    monkeypatch.setattr(health, "longest_wait", unanswered)
    monkeypatch.setattr(health, "is_to_be_migrated", lambda: older)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, said)


def test_an_empty_key_is_made_anew_and_a_whole_one_kept(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(deploy_settings, "DATA_DIR", tmp_path)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret.key").touch()
    made = deploy_settings._secret_key()
    assert len(made) > 40 and deploy_settings._secret_key() == made == (tmp_path / "secret.key").read_text()


def test_a_key_that_cannot_be_written_leaves_no_empty_file(tmp_path, monkeypatch):
    monkeypatch.setattr(deploy_settings, "DATA_DIR", tmp_path)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(deploy_settings.Path, "chmod", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space"):
        deploy_settings._secret_key()
    assert not list(tmp_path.iterdir())


def file_for_a_folder(data):
    data.touch()


def folder_for_the_lock(data):
    (data / "dix.sqlite3.lock").mkdir(parents=True)


@pytest.mark.parametrize("spoil", [file_for_a_folder, folder_for_the_lock])
def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path, spoil):
    data = tmp_path / "data"
    spoil(data)
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "SECRET_KEY")}
    done = subprocess.run(
        [*program.command("serve"), "--local", "--port", "1"],
        env=environment | {"DIX_DATA": str(data)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == serve.REFUSED
    assert "Traceback" not in done.stderr and "dossier des données" in done.stderr


@pytest.mark.parametrize("options", [["--browser"], []])
def test_a_second_click_opens_the_page_of_the_program_that_is_open(tmp_path, options):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    held = lock.Lock(tmp_path / "dix.sqlite3.lock")
    held.write("http://localhost:8003/")
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "SECRET_KEY")}
    done = subprocess.run(
        [*program.command("serve"), "--local", *options],
        env=environment | {"DIX_DATA": str(tmp_path), "BROWSER": str(browser)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == serve.REFUSED and "http://localhost:8003/" in done.stderr
    assert opened.exists() == bool(options) and (not options or opened.read_text() == "http://localhost:8003/\n")


@pytest.mark.parametrize(("status", "waits"), [(0, False), (3, True)])
def test_the_menu_of_linux_leaves_a_refusal_on_the_screen(tmp_path, status, waits):
    """Its terminal closes with the command; a sentence that nobody has read is then gone."""
    (tmp_path / "dix-de-der").write_text(f'#!/bin/sh\necho "$@" status {status}; exit {status}\n')
    (tmp_path / "dix-de-der").chmod(0o755)
    entry = (ROOT / "deploy/packaging/starters/dix-de-der.desktop").read_text("utf-8")
    (command,) = [line.removeprefix("Exec=") for line in entry.splitlines() if line.startswith("Exec=")]
    done = subprocess.Popen(
        shlex.split(command),
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.stdout.readline() == f"serve --browser status {status}\n"
    assert done.stdout.readline() == ("Entrée ferme cette fenêtre.\n" if waits else "")
    if waits:
        assert done.poll() is None
    done.communicate("\n", timeout=20)


@pytest.mark.parametrize(("gives", "most"), [(256, 106), (4096, serve.CONNECTIONS), (100, 50)])
def test_no_more_connections_than_the_system_has_files(gives, most, monkeypatch):
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (min(256, gives), gives))
    monkeypatch.setattr(
        resource, "setrlimit", lambda _what, limits: monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    )
    assert serve.connections_at_most() == most


def test_the_window_of_a_program_that_serves_this_computer_alone_says_why(capsys):
    """It told to join the Wi-Fi, which ``--local`` leaves aside."""
    serve.print_addresses(8000, serve.ONLY_HERE)
    said = capsys.readouterr().out
    assert "--local" in said and "Wi-Fi" not in said
