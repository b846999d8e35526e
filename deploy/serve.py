"""The program of an evening: the pages in this process, the worker in a child, both ending together.

    python deploy/serve.py [--port 8000] [--local]

``--local`` opens no address to the Wi-Fi. It is started by ``deploy/bootstrap.py run``, which prepares what it needs.
Exit status: 0 stopped by a person, 3 refused to start (the reason is printed).
"""

import argparse
import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Not this folder, where celery.py is ours.
sys.path[0] = str(ROOT)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

import django  # noqa: E402  the two lines above say where it looks

django.setup()

import segno  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import DatabaseError, connection  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402
from django.utils import translation  # noqa: E402
from django.utils.translation import gettext as _  # noqa: E402
from waitress import wasyncore  # noqa: E402
from waitress.server import create_server  # noqa: E402

from deploy import checks, network  # noqa: E402
from deploy.lock import Lock, Taken  # noqa: E402

REFUSED = 3
DEFAULT_PORT = 8000
PORTS_TRIED = 20
DEAF_SECONDS = 30
STARTING_SECONDS = 60
CHILD_ENDS_SECONDS = 6
LONGEST_PAUSE = 30.0
BACKUPS_KEPT = 5
CROWD = 32
GATHER_SECONDS = 0.002

# Ctrl-C in a terminal reaches every process of it; apart from it, the worker ends by its pipe alone, its work put back.
APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}


class Refused(Exception):
    """The program does not start; the text says why and what to do."""


class Worker:
    """The child process, started again when it ends or goes deaf."""

    def __init__(self, *command: str) -> None:
        self._command = command or (sys.executable, str(ROOT / "deploy" / "worker.py"))
        self._stopping = threading.Event()
        self._child: subprocess.Popen | None = None
        self._heard = 0.0
        self._thread = threading.Thread(target=self._keep, daemon=True, name="worker-keeper")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the pipe, and wait: the child puts back what it is doing and ends."""
        self._stopping.set()
        child = self._child
        if child is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()
            try:
                child.wait(CHILD_ENDS_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._thread.join(2)

    def _keep(self) -> None:
        pause = 0.5
        while not self._stopping.is_set():
            started = time.monotonic()
            self._heard = started + STARTING_SECONDS
            # Its standard input is a pipe that only this process holds: when this process is gone, it reads the end.
            self._child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, **APART
            )
            threading.Thread(target=self._listen, args=(self._child,), daemon=True).start()
            while not self._stopping.is_set() and self._child.poll() is None:
                if time.monotonic() - self._heard > DEAF_SECONDS:
                    self._child.kill()
                self._stopping.wait(0.2)
            if self._stopping.is_set():
                return
            if time.monotonic() - started > 60:
                pause = 0.5
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _listen(self, child: subprocess.Popen) -> None:
        for _line in child.stdout:
            self._heard = time.monotonic()


def lock_path() -> Path:
    """Beside the database file, so that two data folders with one database are one."""
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        return database.with_name(database.name + ".lock")
    return settings.DATA_DIR / "dix.lock"


def take_lock() -> Lock:
    path = lock_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return Lock(path)
    except Taken as taken:
        raise Refused(
            _("Dix de Der is already open with these data, at %(address)s. Use it there, or stop it first.")
            % {"address": taken.note or "?"}
        ) from None


def listen(port: int | None, address: str) -> socket.socket:
    """A socket on *port*, or, when the port was not asked for, on the first free one from 8000 on."""
    wanted = [port] if port else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)
    for number in wanted:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "nt":
            # There, a reused address would let two programs answer on one port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, number))
            listening.listen(128)
        except OSError:
            listening.close()
            continue
        return listening
    if port:
        raise Refused(
            _("Port %(port)s is used by another program. Stop that one, or choose another port with DIX_PORT.")
            % {"port": port}
        )
    raise Refused(_("All ports from 8000 to 8019 are used by other programs. Choose one with DIX_PORT."))


def prepare_database() -> None:
    """Bring the tables to this version, with a copy of the database before, and fill a new one with the demo."""
    new = "django_migrations" not in connection.introspection.table_names()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if not new and connection.vendor == "sqlite":
            backup()
        call_command("migrate", verbosity=0, interactive=False)
    if new and os.environ.get("DIX_DEMO", "1") == "1":
        print(_("New database: a concours in mid-evening is loaded as an example…"), flush=True)
        call_command("demo", verbosity=0, stdout=io.StringIO())


def backup() -> None:
    """A whole copy of the database in the data folder, made before its tables are changed."""
    folder = settings.DATA_DIR / "backups"
    folder.mkdir(exist_ok=True)
    target = folder / f"before-upgrade-{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
    aside = target.with_suffix(".part")
    aside.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(aside)])
    aside.replace(target)
    for old in sorted(folder.glob("before-upgrade-*.sqlite3"))[:-BACKUPS_KEPT]:
        old.unlink()


def fold_journal() -> None:
    """Leave one whole database file, which can be copied to a USB stick as it is."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def say_where(port: int, address: str) -> None:
    """The two addresses, and the one for telephones as a code to photograph."""
    print()
    print(_("Dix de Der is open."))
    print(_("  On this computer:  %(address)s") % {"address": f"http://localhost:{port}/"})
    found = network.lan_addresses() if address != "127.0.0.1" else []
    if found:
        phones = f"http://{found[0]}:{port}/"
        print(_("  For telephones:    %(address)s") % {"address": phones})
        print(_("  or:                %(address)s") % {"address": f"http://{network.local_name()}:{port}/"})
        print()
        segno.make(phones, error="l").terminal(compact=True, border=2)
    else:
        print(_("  No network: telephones cannot come. Join the Wi-Fi of the hall, then start again."))
    print(_("To stop: Ctrl-C."), flush=True)


def answer(server, connections: dict) -> None:
    """The loop of *server*, until a person stops it, made for a crowd.

    At each turn waitress asks every one of its *connections* whether anything is new, and lets one more in: with
    hundreds of telephones and a turn for each event, the turns would take longer than the pages. So all who knock are
    let in at one turn, and among many a turn waits a moment for more to have happened.
    """
    let_one_in = server.handle_accept

    def let_all_in() -> None:
        before = -1
        while before < len(connections) < server.adj.connection_limit:
            before = len(connections)
            let_one_in()

    server.handle_accept = let_all_in
    try:
        while connections:
            wasyncore.loop(
                timeout=server.adj.asyncore_loop_timeout,
                use_poll=server.adj.asyncore_use_poll,
                map=connections,
                count=1,
            )
            if len(connections) > CROWD:
                time.sleep(GATHER_SECONDS)
    except (SystemExit, KeyboardInterrupt):
        server.task_dispatcher.shutdown()


def _stop_by_signal(_number, _frame) -> None:
    raise KeyboardInterrupt


def run(port: int | None, address: str) -> None:
    held = take_lock()
    refusals, warnings = checks.start_problems()
    for sentence in warnings:
        print(sentence, file=sys.stderr)
    if refusals:
        raise Refused("\n".join(refusals))
    listening = listen(port, address)
    chosen = listening.getsockname()[1]
    held.write(f"http://localhost:{chosen}/")
    prepare_database()

    from deploy.wsgi import application

    connections: dict = {}
    server = create_server(
        application,
        map=connections,
        sockets=[listening],
        threads=32,
        ident="",
        # Our own page answers a body that is too large, as long as it can be received at all.
        max_request_body_size=8 * settings.BODY_LIMIT,
        connection_limit=1_000 if hasattr(os, "fork") else 400,
        asyncore_use_poll=hasattr(os, "fork"),
        channel_timeout=60,
        clear_untrusted_proxy_headers=True,
    )
    connection.close()
    worker = Worker()
    try:
        worker.start()
        say_where(chosen, address)
        answer(server, connections)
    finally:
        # A second Ctrl-C must not leave the worker half stopped.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        worker.stop()
        server.close()
        fold_journal()
        print(
            "\n" + _("Dix de Der is closed. Everything entered is kept in %(folder)s.") % {"folder": settings.DATA_DIR}
        )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=int(os.environ.get("DIX_PORT") or 0) or None)
    options.add_argument("--local", action="store_true")
    chosen = options.parse_args()
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop_by_signal)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a console of 1990 shows no squares, but must not stop the evening
    translation.activate(settings.LANGUAGE_CODE)
    try:
        run(chosen.port, "127.0.0.1" if chosen.local else "0.0.0.0")
    except Refused as refused:
        print(refused, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
