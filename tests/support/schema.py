"""The migrated schema, made once and kept until a migration changes: each test process begins with a copy of it."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connections

from deploy.lock import Lock

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".pytest_cache" / "schema"
TABLES_OF = ("tournament", "scoring", "deploy")


def fingerprint() -> str:
    """Return a short name of the migrations as they stand, and of what runs them."""
    said = hashlib.sha256(f"{version('django')} {sys.version}".encode())
    said.update((ROOT / "deploy" / "settings.py").read_bytes())
    for path in sorted(path for package in TABLES_OF for path in (ROOT / package).rglob("migrations/*.py")):
        said.update(path.name.encode() + path.read_bytes())
    return said.hexdigest()[:16]


def migrate(address: str) -> None:
    """Run every migration on the database at *address*, in a process of its own."""
    kept = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, cwd=ROOT, env=kept | {"DATABASE_URL": address}, check=True)


def sqlite_file() -> Path:
    """Return the kept database file, migrated and empty, and make it first where there is none for these migrations."""
    return _kept("empty", "")


def brought_up(dump: Path) -> Path:
    """Return the kept database file that the migrations of today made of *dump*, and make it first as `sqlite_file`."""
    script = dump.read_text("utf-8")
    return _kept(f"{dump.stem}-{hashlib.sha256(script.encode()).hexdigest()[:16]}", script)


def _kept(name: str, script: str) -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    now = fingerprint()
    path = FOLDER / f"{name}-{now}.sqlite3"
    lock = Lock(FOLDER / f"{name}.lock", wait_seconds=600)
    if not path.exists():
        for old in FOLDER.glob("*.sqlite3*"):
            if now not in old.name:
                old.unlink(missing_ok=True)
        unfinished = path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        if script:
            with contextlib.closing(sqlite3.connect(unfinished)) as link:
                link.executescript(script)
        migrate(f"sqlite:///{unfinished}")
        unfinished.replace(path)
    del lock
    return path


@contextlib.contextmanager
def copied(name: str) -> Iterator[None]:
    """Let the default connection lead to *name*, a new database of this process, until the block ends."""
    told = connections["default"].settings_dict
    before = told["NAME"]
    embedded = connections["default"].vendor == "sqlite"
    # A file, as in real life: threads and processes share it.
    new = str(Path(tempfile.gettempdir()) / f"{name}.sqlite3") if embedded else name
    connections.close_all()
    (_copy_file if embedded else _copy_database)(new)
    try:
        told["NAME"] = settings.DATABASES["default"]["NAME"] = new
        yield
    finally:
        connections.close_all()
        told["NAME"] = settings.DATABASES["default"]["NAME"] = before
        (_drop_file if embedded else _drop_database)(new)


def _copy_file(path: str) -> None:
    shutil.copy(sqlite_file(), path)


def _drop_file(path: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(path + suffix).unlink(missing_ok=True)


def _copy_database(name: str) -> None:
    kept = f"dix_schema_{fingerprint()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as link:
        # One process makes it while the others wait; a database with connections cannot be copied.
        link.execute("SELECT pg_advisory_lock(4475224)")
        if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [kept]).fetchone():
            unfinished = f"{kept}_unfinished"
            link.execute(f'DROP DATABASE IF EXISTS "{unfinished}"')
            link.execute(f'CREATE DATABASE "{unfinished}"')
            migrate(_address_of(unfinished))
            link.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{kept}"')
        link.execute(f'CREATE DATABASE "{name}" TEMPLATE "{kept}"')


def _drop_database(name: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as link:
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _address_of(name: str) -> str:
    """Return DATABASE_URL with another name of database."""
    server, mark, options = os.environ["DATABASE_URL"].partition("?")
    return f"{server.rpartition('/')[0]}/{name}{mark}{options}"
