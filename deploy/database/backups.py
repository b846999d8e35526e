"""Copies of the whole database, made by a person: SQLite by itself, PostgreSQL by its own two programs."""

import contextlib
import os
import re
import sqlite3
import subprocess
from datetime import datetime
from pathlib import Path, PurePath

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from scoring.transfer.models import WrittenFile
from scoring.workbook.models import Export
from tournament import durable

# Made again from the rest when somebody asks: three quarters of a host's copy. The one file of a laptop has them.
MADE_AGAIN = (Export, WrittenFile)
SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".dump"}


class BackupError(Exception):
    """A copy cannot be made or put back; the text says why and what to do. The data are as they were."""


def database_path() -> Path:
    """Return the file of the database on a laptop."""
    return Path(connection.settings_dict["NAME"])


def lock_path() -> Path:
    """Return where the lock stands: beside the database file, so that two data folders with one database share it."""
    if connection.vendor == "sqlite":
        return database_path().with_name(database_path().name + ".lock")
    return settings.DATA_DIR / "dix.lock"


def backup(target: Path) -> Path:
    """Copy the whole database to *target*, or to a file named by the time in the folder *target*; return the file.

    A name without an ending is a folder, which is made where it is not there yet.

    The program may be running: the copy is as the database is at one moment. The file is on its disk under its name, and
    was read back, when this returns. Raises BackupError; nothing of the copy is left then.
    """
    try:
        return _backup(target)
    except (DatabaseError, OSError) as error:
        raise BackupError(_refusal(error) % {"folder": target}) from error


def _refusal(error: Exception) -> str:
    """Return why a disk or stick took no copy, and what to do: it is full, write-protected, or does not answer."""
    kind = durable.refusal_of(error)
    if kind == "full":
        return _("No copy was made: %(folder)s is full. Make room there, or choose another stick, then copy again.")
    if kind == "read_only":
        return _(
            "No copy was made: nothing may be written to %(folder)s. Unlock the stick, or choose another folder, then "
            "copy again."
        )
    return _(
        "No copy was made: %(folder)s does not answer, or is no folder. Put the stick in again, or choose another one, then "
        "copy again."
    )


def _backup(target: Path) -> Path:
    if not target.suffix and not target.exists():
        # A file in the place of the folder would stop every copy that comes after.
        target.mkdir(parents=True, exist_ok=True)
    if target.is_dir():
        target /= f"dix-de-der-{datetime.now():%Y%m%d-%H%M%S}{SUFFIXES[connection.vendor]}"
    if target.exists():
        raise BackupError(_("%(file)s exists already, and was left as it is. Choose another name.") % {"file": target})
    aside = target.with_name(target.name + ".part")
    aside.unlink(missing_ok=True)
    try:
        if connection.vendor == "sqlite":
            copy_sqlite(aside)
        else:
            left_out = [f"--exclude-table-data={model._meta.db_table}" for model in MADE_AGAIN]
            run_postgres("pg_dump", "--format=custom", "--no-owner", "--no-privileges", *left_out, "--file", str(aside))
        durable.keep_to_owner(aside)
        durable.put(aside, target)
    finally:
        # A stick that was pulled out has nothing to clean.
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
    if connection.vendor == "sqlite":
        _read_back(target)
    return target


def _read_back(copy: Path) -> None:
    """Raise BackupError, and remove *copy*, unless every page of it is sound as it stands on its disk."""
    try:
        # Immutable: no file is made beside the copy to read it.
        with contextlib.closing(sqlite3.connect(sqlite_address(copy.resolve(), "immutable=1"), uri=True)) as link:
            sound = link.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.Error:
        sound = False
    if not sound:
        with contextlib.suppress(OSError):
            copy.unlink()
        raise BackupError(
            _("The copy on %(folder)s cannot be read back and was removed. Choose another stick, then copy again.")
            % {"folder": copy.parent}
        )


def sqlite_address(file: PurePath, options: str) -> str:
    """Return the address by which SQLite opens *file*; it takes the name of a share's computer as the start of the path."""
    return f"{re.sub('^file://(?!/)', 'file:////', file.as_uri())}?{options}"


def copy_sqlite(target: Path) -> None:
    """Write the database, as it is at this moment, to the new file *target*."""
    # A connection of its own: inside a transaction of the caller's no copy can be made.
    with connection.wrap_database_errors, contextlib.closing(sqlite3.connect(database_path(), timeout=20)) as link:
        link.execute("VACUUM INTO ?", [str(target)])


def run_postgres(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs on the database of the settings. Raises BackupError with what it says."""
    given = connection.get_connection_params()
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    environment = os.environ | {name: str(given[key]) for key, name in names.items() if given.get(key)}
    try:
        done = subprocess.run(
            [program, "--dbname", given["dbname"], *arguments],
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except FileNotFoundError:
        raise BackupError(
            _("%(program)s is missing. Install PostgreSQL's client programs, then try again. Nothing was changed.")
            % {"program": program}
        ) from None
    if done.returncode:
        raise BackupError(
            _("%(program)s refused: %(reason)s Nothing was changed.")
            % {"program": program, "reason": done.stderr.strip()}
        )
