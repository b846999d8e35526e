"""Checks of the machine and the database before anybody enters a score.

``manage.py check`` runs the cheap ones; ``start_problems`` all of them, before the pages open.
"""

import shutil
import sqlite3
import sys
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from deploy.laptop import keeper

REFUSE_BYTES = 200_000_000
WARN_BYTES = 1_000_000_000
SQLITE_HEADER = b"SQLite format 3\x00"
SYNCED_FOLDERS = ("onedrive", "dropbox", "google drive", "googledrive", "icloud", "nextcloud", "owncloud", "kdrive")


def start_problems() -> tuple[list[str], list[str]]:
    """Return the sentences that forbid the start and those that warn. Connects to the database if the file allows."""
    refusals, warnings = _disk()
    warnings += _synced_folder()
    refusals += _file() if connection.vendor == "sqlite" else []
    if not refusals:
        refusals += _connection()
    return refusals, warnings


def unknown_migrations() -> list[str]:
    """List the steps that the tables have been through and this program does not know: a newer one wrote them.

    Scores would be refused by columns that this program leaves empty, one by one, in mid-evening.
    """
    return unknown_steps(MigrationRecorder(connection).applied_migrations())


def unknown_steps(applied: Iterable[tuple[str, str]]) -> list[str]:
    """List those of *applied*, pairs of application and step, that this program does not know."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations) | {old for one in loader.disk_migrations.values() for old in one.replaces}
    return [f"{app}.{name}" for app, name in sorted(set(applied) - known) if app in loader.migrated_apps]


def free_bytes() -> int:
    """Return how much room is left on the disk of the data."""
    return shutil.disk_usage(settings.DATA_DIR).free


def _disk() -> tuple[list[str], list[str]]:
    free = free_bytes()
    if free < REFUSE_BYTES:
        return [
            _(
                "Only %(free)s MB are free on the disk; 200 MB are needed. Nothing was changed. Make room, then start again."
            )
            % {"free": free // 1_000_000}
        ], []
    if free < WARN_BYTES:
        return [], [
            _("Only %(free)s MB are free on the disk. Make room before the evening.") % {"free": free // 1_000_000}
        ]
    return [], []


def _synced_folder() -> list[str]:
    parts = [part.lower() for part in settings.DATA_DIR.parts]
    if any(name in part for part in parts for name in SYNCED_FOLDERS):
        return [
            _(
                "The data folder %(folder)s is copied to the Internet while you work, which can damage the database. "
                "Set DIX_DATA to a folder of this computer alone."
            )
            % {"folder": settings.DATA_DIR.name}
        ]
    return []


def _file() -> list[str]:
    """Check the database file. A damaged one is never replaced by an empty one: it holds the evening."""
    path = Path(connection.settings_dict["NAME"])
    if not path.exists():
        leftover = path.with_name(path.name + "-wal")
        if leftover.exists() and leftover.stat().st_size:
            return [
                _(
                    "The database %(name)s is missing, but part of it (%(part)s) is there. Nothing was changed. "
                    "Put the file back beside it, or restore the last backup."
                )
                % {"name": path.name, "part": leftover.name}
            ]
        return []
    try:
        with path.open("r+b") as file:
            header = file.read(16)
    except OSError:
        return [
            _("The database %(name)s cannot be written. Nothing was changed. Give this account the right to write it.")
            % {"name": path.name}
        ]
    if header == b"":
        return []
    if header != SQLITE_HEADER:
        return [_not_a_database(path)]
    try:
        with sqlite3.connect(path, timeout=5) as link:
            answer = link.execute("PRAGMA quick_check(1)").fetchone()[0]
        link.close()
    except sqlite3.DatabaseError:
        return [_not_a_database(path)]
    if answer != "ok":
        return [_not_a_database(path)]
    if missing := keeper.lines_missing(path):
        return [
            _(
                "The last %(count)s lines of the journal are missing from %(name)s: the file %(part)s beside it was taken "
                "away, or an older copy was put in its place. Nothing was changed. Put the missing file back; or, to go on "
                "with what is there, delete %(note)s and start again: what is missing is typed again from the sheets."
            )
            % {"count": missing, "name": path.name, "part": path.name + "-wal", "note": keeper.note_path(path).name}
        ]
    return []


def is_to_be_migrated() -> bool:
    """Return whether the tables are older than this version."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def unready_words() -> str:
    """Return why no command can read the data: no answer, or tables of another version; "" where they can be read."""
    try:
        migrate = is_to_be_migrated()
    except DatabaseError:
        return _unanswered()
    if not migrate:
        return ""
    if settings.HOSTED:
        return _("The tables are not those of this version yet. Run dix-de-der migrate, then try again.")
    return _("The tables are not those of this version yet. Start the program once, then try again.")


def unwritable_words() -> str:
    """Return why nothing starts where the folder of the data cannot be written."""
    return _(
        "The data folder %(folder)s cannot be written. What was entered before is kept. Make room, or let this "
        "account write there, then start again."
    ) % {"folder": settings.DATA_DIR}


def _unanswered() -> str:
    if connection.vendor == "sqlite":
        return unwritable_words()
    return _("The database does not answer. Nothing was changed. Check DATABASE_URL and that the server runs.")


def _not_a_database(path: Path) -> str:
    return _(
        "The file %(name)s is damaged: it cannot be read as a database. Nothing was changed, and no new one was made. "
        "Put the last backup in its place, or move the file away to begin with an empty database."
    ) % {"name": path.name}


def _connection() -> list[str]:
    """Ask the open connection for its settings, whatever the file of settings says."""
    try:
        with connection.cursor() as cursor:
            wrong = _sqlite_answers(cursor) if connection.vendor == "sqlite" else _postgres_answers(cursor)
    except DatabaseError:
        return [_unanswered()]
    return [_unsafe(wrong)] if wrong else []


def _sqlite_answers(cursor: CursorWrapper) -> list[str]:
    expected: dict[str, object] = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 20_000}
    if sys.platform == "darwin":
        expected["fullfsync"] = 1
    wrong = []
    for name, value in expected.items():
        cursor.execute(f"PRAGMA {name}")
        read = cursor.fetchone()[0]
        if read != value:
            wrong.append(f"{name}={read} ({value})")
    mode = getattr(connection, "transaction_mode", None)
    if mode != "IMMEDIATE":
        wrong.append(f"transaction_mode={mode} (IMMEDIATE)")
    return wrong


def _postgres_answers(cursor: CursorWrapper) -> list[str]:
    wrong = []
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        cursor.execute(f"SHOW {name}")
        if (read := cursor.fetchone()[0]) != "on":
            wrong.append(f"{name}={read} (on)")
    return wrong


def _unsafe(wrong: list[str]) -> str:
    return _(
        "The database could lose a score that was acknowledged: %(read)s. In brackets what is needed. "
        "Nothing was changed. Put the data folder on this computer's own disk and start again."
    ) % {"read": ", ".join(wrong)}


@checks.register(checks.Tags.database)
def sqlite_settings(app_configs: object, **_kwargs: object) -> list[checks.CheckMessage]:
    """Check the settings that make SQLite safe and fair under a burst (docs/reliability.md 2)."""
    database = settings.DATABASES["default"]
    if "sqlite" not in database["ENGINE"]:
        return []
    options = database.get("OPTIONS", {})
    pragmas = options.get("init_command", "")
    holds = (
        options.get("transaction_mode") == "IMMEDIATE"
        and "journal_mode=WAL" in pragmas
        and "synchronous=FULL" in pragmas
        and options.get("timeout", 0) >= 20
        and not database.get("ATOMIC_REQUESTS")
    )
    return [] if holds else [checks.Error("SQLite without its settings loses scores or refuses them.", id="dix.E001")]
