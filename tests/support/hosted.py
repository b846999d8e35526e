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

from deploy.lock import Lock
from tests.support import schema
from tests.support.fixtures import PATIENCE, Hall, free_port, lacking, wait_for

MIGRATED = "dix_migrated"


class Postgres:
    """A PostgreSQL on a folder and a port of its own, run by an account that may run one.

    *follows*: a copy of that server, by streaming replication. *address*: reached there too, by all of its network.
    *new*: made by initdb, in place of a copy of the folder that is kept.
    """

    def __init__(
        self, folder: Path, *, follows: "Postgres | None" = None, address: str = "", new: bool = False
    ) -> None:
        self._programs = _programs()
        self._folder = folder
        # It refuses to be run by root: then by the account that its package has made, to whom the folder is given.
        self._user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        self.port = free_port()
        self._addresses = ",".join(filter(None, ("127.0.0.1", address)))
        self.url = f"postgres://postgres@{address or '127.0.0.1'}:{self.port}/postgres"
        self._server: subprocess.Popen | None = None
        if not new and not follows:
            shutil.copytree(_kept_cluster(), folder, dirs_exist_ok=True)
        if self._user:
            for path in (folder, *folder.rglob("*")):
                shutil.chown(path, **self._user)
        if follows:
            copied = ["--write-recovery-conf", "--checkpoint", "fast", "--dbname", follows.url]
            self._make("pg_basebackup", "--pgdata", folder, *copied)
        elif new:
            options = ["--auth", "trust", "--username", "postgres", "--encoding", "UTF8", "--locale", "C"]
            self._make("initdb", "--pgdata", folder, *options)
        if address:
            with (folder / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {address}/24 trust\n")

    def _make(self, name: str, *arguments: object) -> None:
        command = [self._programs / name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", **self._user)
        if done.returncode:
            lacking("postgres", f"PostgreSQL cannot be started here: {done.stderr.strip()[-200:]}")

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

    def database(self, name: str, *, of: str = "template1") -> str:
        """Return the address of a new database, empty or, *of* MIGRATED, with the tables of the program."""
        create = psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(create.format(psycopg.sql.Identifier(name), psycopg.sql.Identifier(of)))
        return self.address_of(name)

    def address_of(self, name: str) -> str:
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


def _kept_cluster() -> Path:
    """Return the kept folder of a PostgreSQL with a database MIGRATED, and make it first where there is none of today's.

    To run all migrations takes ten seconds of a processor, and initdb two.
    """
    path = schema.FOLDER / f"cluster-{_programs().parent.name}-{schema.fingerprint()}"
    schema.FOLDER.mkdir(parents=True, exist_ok=True)
    lock = Lock(schema.FOLDER / "cluster.lock", wait_seconds=600)
    if not path.exists():
        for old in schema.FOLDER.glob("cluster-*"):
            shutil.rmtree(old)
        unfinished = schema.FOLDER / "cluster-unfinished"
        with tempfile.TemporaryDirectory(prefix="dix-postgres-", ignore_cleanup_errors=True) as folder:
            server = Postgres(Path(folder), new=True)
            try:
                server.start()
                schema.migrate(server.database(MIGRATED))
                server.stop()
            finally:
                server.end()
            shutil.copytree(folder, unfinished)
        unfinished.replace(path)
    del lock
    return path


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
