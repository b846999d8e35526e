"""Serve an evening: the pages in this process, the worker in a child, both ending together.

    dix-de-der serve [--port 8000] [--local] [--browser]        (in a checkout: python manage.py serve)

``--local`` opens no address to the Wi-Fi, ``--browser`` shows the first page. In a checkout ``deploy/bootstrap.py run``
prepares what it needs and starts it. Exit status: 0 stopped by a person, 3 refused to start (the reason is printed).
"""

import _thread
import argparse
import contextlib
import ctypes
import gc
import io
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from typing import Any, cast

import django

from deploy.laptop.data_folder import UNWRITABLE, data_folder, keep_to_this_account, leave_program_folder
from deploy.laptop.memory import begin_loading, bound_pools, end_loading

try:
    begin_loading()
    LEFT = leave_program_folder()
    keep_to_this_account(data_folder())
    django.setup()
except OSError as problem:
    log = logging.getLogger("dix.serve")
    log.error("not started: %s", problem)
    print(UNWRITABLE, file=sys.stderr)
    sys.exit(3)

import segno
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.urls import get_resolver
from django.utils import translation
from django.utils.translation import gettext as _
from waitress.adjustments import Adjustments

from deploy.database import backups, checks, restores
from deploy.database.checks import is_to_be_migrated
from deploy.laptop import closing, network, windows
from deploy.laptop.hall_server import LOOK_SECONDS, THREADS, HallServer
from deploy.laptop.keeper import UPGRADES_KEPT, Keeper, keep_copy
from deploy.lock import Lock, LockHeldError
from deploy.web.request_timeout import MAX_HEAD
from tournament import program
from tournament.clubs.services import speak_words_of_this_machine

log = logging.getLogger("dix.serve")

REFUSED = 3
DEFAULT_PORT = 8000
PORTS_TRIED = 20
DEAF_SECONDS = 30
LOOK_PAUSE = 0.2  # between two looks at the worker; when one takes longer than the next figure, nothing ran meanwhile
SLEPT_SECONDS = 10
ONLY_HERE = "127.0.0.1"  # the address that this computer alone reaches
STARTING_SECONDS = 60
CHILD_ENDS_SECONDS = 6
PORT_FREE_SECONDS = 45
LONGEST_PAUSE = 30.0
CONNECTIONS, OTHER_FILES = 1_000, 150  # the database, the worker's pipes, uploads

# Ctrl-C in a terminal reaches every process of it; in a group of its own the worker ends by its pipe alone.
APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


class StartRefusedError(Exception):
    """The program cannot start; the text says why and what to do.

    *address*: where it is open already, "" where it is not.
    """

    def __init__(self, text: str, address: str = "") -> None:
        super().__init__(text)
        self.address = address


class Worker:
    """Supervise the worker process: start it again when it ends or no longer answers."""

    def __init__(self, *command: str) -> None:
        self._command = command or program.command("worker")
        self._stopping = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._heard = 0.0
        self._thread = threading.Thread(target=self._keep, daemon=True, name="worker-keeper")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the pipe, and wait until the child has requeued its work and ended."""
        self._stopping.set()
        child = self._child
        if child is not None:
            with contextlib.suppress(OSError):
                if child.stdin:
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
            try:
                # Its standard input is a pipe that only this process holds: when this process is gone, it reads the end.
                self._child = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **APART)
            except OSError as error:
                log.error("the worker was not started: %s", error)
            else:
                self._look_after(self._child)
            if time.monotonic() - started > 60:
                pause = 0.5
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _look_after(self, child: subprocess.Popen[bytes]) -> None:
        """Wait for the end of *child*, or of this program; kill one that is silent."""
        threading.Thread(target=self._listen, args=(child,), daemon=True).start()
        while not self._stopping.is_set() and child.poll() is None:
            looked = time.monotonic()
            if looked - self._heard > DEAF_SECONDS:
                child.kill()
            self._stopping.wait(LOOK_PAUSE)
            if (slept := time.monotonic() - looked) > SLEPT_SECONDS:
                self._heard += slept  # the computer slept, and the worker with it

    def _listen(self, child: subprocess.Popen[bytes]) -> None:
        for _line in child.stdout or ():
            self._heard = time.monotonic()


def take_lock() -> Lock:
    """Lock the data for this program. Raises StartRefusedError when it runs already."""
    path = backups.lock_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return Lock(path)
    except LockHeldError as error:
        raise StartRefusedError(
            _("Dix de Der is already open with these data, at %(address)s. Use it there, or stop it first.")
            % {"address": error.note or "?"},
            error.note,
        ) from None


def exchange_databases() -> None:
    """Put a copy that waits in the place of the database, before anything reads it. Raises StartRefusedError."""
    try:
        if kept := restores.exchange():
            print(_("A copy is in place. The former database is kept: %(file)s.") % {"file": kept})
    except backups.BackupError as error:
        print(error, file=sys.stderr)
    except LockHeldError:
        raise StartRefusedError(
            _("The former program is still ending. Wait a minute, then start Dix de Der again.")
        ) from None


def begin_again(port: int, address: str) -> None:
    """Start this program anew at the same address, in the place of this process; on Windows as its child."""
    command = program.command("serve", "--port", str(port), *(["--local"] if address == ONLY_HERE else []))
    if sys.platform == "win32":
        sys.exit(subprocess.call(command))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.execv(command[0], command)


def listen(port: int | None, address: str, *, wait_seconds: float = 0) -> socket.socket:
    """Listen on *port*, or, where none was asked for, on the first free one from 8000 on.

    *wait_seconds*: for a port that the program had before: Windows keeps it as long as a telephone that went away could
    still answer.
    """
    candidates = [port] if port else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)
    end = time.monotonic() + wait_seconds
    while (listening := _listen_on_one(candidates, address)) is None and time.monotonic() < end:
        time.sleep(0.2)
    if listening:
        return listening
    if port:
        raise StartRefusedError(
            _("Port %(port)s is used by another program. Stop that one, or choose another port with DIX_PORT.")
            % {"port": port}
        )
    raise StartRefusedError(_("All ports from 8000 to 8019 are used by other programs. Choose one with DIX_PORT."))


def _listen_on_one(ports: Iterable[int], address: str) -> socket.socket | None:
    """Listen on the first of *ports* that is free; return None where none is."""
    for number in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform == "win32":
            # On Windows a reused address would let two programs answer on one port.
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
    return None


def prepare_database() -> None:
    """Migrate the tables after a backup of the database, and fill a new one with the demo."""
    new = "django_migrations" not in connection.introspection.table_names()
    if newer := checks.unknown_migrations():
        raise StartRefusedError(
            _(
                "These data were written by a newer version of Dix de Der (%(step)s). Start that version, or put a copy "
                "from %(folder)s in their place. Nothing was changed."
            )
            % {"step": newer[0], "folder": settings.DATA_DIR / "backups"}
        )
    if is_to_be_migrated():
        end_loading()  # the steps make many cycles, of models that are gone at the next one
        if not new and connection.vendor == "sqlite":
            keep_before_upgrade()
        call_command("migrate", verbosity=0, interactive=False)
    if new and os.environ.get("DIX_DEMO", "1") == "1":
        print(_("New database: a concours in mid-evening is loaded as an example…"), flush=True)
        call_command("demo", verbosity=0, stdout=io.StringIO())


def keep_before_upgrade() -> None:
    """Copy the whole database into the data folder before its tables are changed."""
    database = sqlite3.connect(backups.database_path(), timeout=20)
    with connection.wrap_database_errors, contextlib.closing(database) as link:
        keep_copy(link, settings.DATA_DIR / "backups", "before-upgrade", UPGRADES_KEPT)


def fold_journal() -> None:
    """Fold the write-ahead log into the database file, which can then be copied to a USB stick as it is."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def connections_at_most() -> int:
    """Return how many connections this system has room for, after asking for all the files it gives one program."""
    try:
        import resource
    except ImportError:
        return 400  # Windows looks at 512 sockets at once
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(50, min(CONNECTIONS, soft - OTHER_FILES))


def print_addresses(port: int, address: str) -> None:
    """Print the addresses, and the one for telephones as a QR code."""
    print()
    print(_("Dix de Der is open."))
    print(_("  On this computer:  %(address)s") % {"address": f"http://localhost:{port}/"})
    addresses = network.lan_addresses() if address != ONLY_HERE else []
    if addresses:
        phones = f"http://{addresses[0]}:{port}/"
        print(_("  For telephones:    %(address)s") % {"address": phones})
        print(_("  or:                %(address)s") % {"address": f"http://{network.local_name()}:{port}/"})
        print()
        segno.make(phones, error="l").terminal(compact=True, border=2)
    elif address == ONLY_HERE:
        print(_("  Telephones cannot come: the program was started with --local."))
    else:
        print(_("  No network: telephones cannot come. Join the Wi-Fi of the hall, then start again."))
    print(_("To stop: “Close the program” at the foot of a page, or Ctrl-C here."), flush=True)


def stop_from_a_page() -> None:
    """Stop this process as a signal does, from a thread of its own."""
    _thread.interrupt_main(signal.SIGTERM)


def _stop_by_signal(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def run(port: int | None, address: str, *, browser: bool = False) -> None:
    """Check, prepare and serve until a person stops it. Raises StartRefusedError."""
    try:
        lock = take_lock()
        opens_again = restores.is_coming()
        exchange_databases()
        refusals, warnings = checks.start_problems()
        for sentence in warnings:
            print(sentence, file=sys.stderr)
        if refusals:
            raise StartRefusedError("\n".join(refusals))
        if address == ONLY_HERE and isinstance(settings.ALLOWED_HOSTS, network.HallHosts):
            settings.ALLOWED_HOSTS.stay_here()
        listening = listen(port, address, wait_seconds=PORT_FREE_SECONDS if opens_again else 0)
        opened = listening.getsockname()[1]
        lock.write(f"http://localhost:{opened}/")
        prepare_database()
        speak_words_of_this_machine()
    except (OSError, DatabaseError) as error:
        log.error("not started: %s", error)
        raise StartRefusedError(checks.unwritable_words()) from error

    from deploy.wsgi import application

    len(get_resolver().url_patterns)  # every page's modules, which the first page would load
    end_loading()
    server = HallServer(
        application,
        _sock=listening,
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        most=connections_at_most(),
        adj=Adjustments(
            threads=THREADS,
            ident="",
            # Our own page answers a body that is too large, as long as it can be received at all.
            max_request_body_size=settings.PHOTO_LIMIT + settings.BODY_LIMIT,
            max_request_header_size=MAX_HEAD,
            cleanup_interval=LOOK_SECONDS,
            connection_limit=sys.maxsize,
            asyncore_use_poll=hasattr(os, "fork"),
            channel_timeout=60,
            clear_untrusted_proxy_headers=True,
        ),
    )
    connection.close()
    worker = Worker()
    keeper = Keeper(backups.database_path(), settings.DATA_DIR / "backups") if connection.vendor == "sqlite" else None
    try:
        worker.start()
        if keeper:
            keeper.start()
        print_addresses(opened, address)
        if browser:
            # In a thread: some systems wait until the browser is closed.
            threading.Thread(target=webbrowser.open, args=(f"http://localhost:{opened}/",), daemon=True).start()
        closing.offer(stop_from_a_page)
        server.run()
    finally:
        closing.offer(None)
        # A second Ctrl-C must not interrupt the stopping of the worker.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        worker.stop()
        server.close()
        if keeper:
            keeper.stop()
        fold_journal()
        print(
            "\n" + _("Dix de Der is closed. Everything entered is kept in %(folder)s.") % {"folder": settings.DATA_DIR}
        )
        if restores.is_coming():
            del lock
            gc.collect()  # on Windows no file can be exchanged that a thread, gone by now, had open here
            sys.stdout.flush()
            begin_again(opened, address)


def main() -> int:
    bound_pools()
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=int(os.environ.get("DIX_PORT") or 0) or None)
    options.add_argument("--local", action="store_true")
    options.add_argument("--browser", action="store_true")
    arguments = options.parse_args()
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop_by_signal)
    if sys.platform == "win32":
        windows.keep_going(ctypes.windll.kernel32)
    for stream in (sys.stdout, sys.stderr):
        # Legacy Windows code pages lack the blocks of the QR code.
        cast(io.TextIOWrapper, stream).reconfigure(errors="replace")
    translation.activate(settings.LANGUAGE_CODE)
    if LEFT:
        print(
            _(
                "The data now stand apart from the program, in %(folder)s. The former folder is kept as a copy: %(copy)s."
            )
            % {"folder": settings.DATA_DIR, "copy": LEFT}
        )
    try:
        run(arguments.port, ONLY_HERE if arguments.local else "0.0.0.0", browser=arguments.browser)
    except StartRefusedError as error:
        print(error, file=sys.stderr)
        if arguments.browser and error.address:
            webbrowser.open(error.address)  # clicked a second time: the page was closed, not the program
        return REFUSED
    except KeyboardInterrupt:
        pass
    return 0
