"""A hosted program of two page processes and its own PostgreSQL, to be killed."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg
import psycopg.sql
import pytest

from tests.support.fixtures import PATIENCE, Hall, free_port, lacking, wait_for


class Postgres:
    """A PostgreSQL on a folder and a port of its own, run by an account that may run one.

    *follows*: a copy of that server, by streaming replication. *address*: reached there too, by all of its network.
    """

    def __init__(self, folder: Path, *, follows: "Postgres | None" = None, address: str = "") -> None:
        self._programs = _programs()
        self._folder = folder
        # It refuses to be run by root: then by the account that its package has made, to whom the folder is given.
        self._user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        self.port = free_port()
        self._addresses = ",".join(filter(None, ("127.0.0.1", address)))
        self.url = f"postgres://postgres@{address or '127.0.0.1'}:{self.port}/postgres"
        self._server: subprocess.Popen | None = None
        if self._user:
            shutil.chown(folder, **self._user)
        if follows:
            copied = ["--write-recovery-conf", "--checkpoint", "fast", "--dbname", follows.url]
            command = [self._programs / "pg_basebackup", "--pgdata", folder, *copied]
        else:
            options = ["--auth", "trust", "--username", "postgres", "--encoding", "UTF8", "--locale", "C"]
            command = [self._programs / "initdb", "--pgdata", folder, *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", **self._user)
        if done.returncode:
            lacking("postgres", f"PostgreSQL cannot be started here: {done.stderr.strip()[-200:]}")
        if address:
            with (folder / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {address}/24 trust\n")

    def start(self) -> None:
        options = {"port": self.port, "listen_addresses": self._addresses, "unix_socket_directories": ""}
        command = [self._programs / "postgres", "-D", self._folder]
        command += [part for k, v in options.items() for part in ("-c", f"{k}={v}")]
        self._server = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True, **self._user
        )
        wait_for(self._answers, PATIENCE, "PostgreSQL answers")

    @property
    def pid(self) -> int:
        return self._server.pid

    def database(self, name: str) -> str:
        """Return the address of a new, empty database."""
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
        return f"{self.url.rpartition('/')[0]}/{name}"

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def kill(self) -> None:
        """Kill -9 of the postmaster and every process of it."""
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._server.pid)], capture_output=True, text=True
        ).stdout.split()
        for pid in (self._server.pid, *map(int, children)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._server.wait(PATIENCE)

    def stop(self) -> None:
        """A clean stop that breaks off what is going on, as an upgrade of its package does."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(PATIENCE)

    def end(self) -> None:
        if self._server is not None and self._server.poll() is None:
            self.kill()


def _programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = [
        path for path in (shutil.which("initdb"), *map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb"))) if path
    ]
    if os.name == "nt" or not found:
        lacking("postgres", "No PostgreSQL is installed here: its death is not tried.")
    return Path(found[0]).resolve().parent


class HostedHall(Hall):
    """The program on PostgreSQL, and on Redis where one is given."""

    def rows(self, query: str) -> list[tuple]:
        with psycopg.connect(self.env["DATABASE_URL"]) as link:
            return link.execute(query).fetchall()


@pytest.fixture(scope="module")
def postgres():
    # Not in the folder of the tests, which is closed to the account that runs it.
    with tempfile.TemporaryDirectory(prefix="dix-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.start()
        yield server
        server.end()
