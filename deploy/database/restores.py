"""Put a copy of the whole database in its place: looked at, laid beside it, then exchanged while no program runs.

On SQLite the copy waits whole beside the database, and the next start exchanges them before anything else. A kill at any point
leaves the former database or the copy, each whole.
"""

import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from deploy.database import checks
from deploy.database.backups import BackupError, database_path, lock_path, run_postgres, sqlite_address
from deploy.laptop import keeper
from deploy.lock import Lock, LockHeldError
from tournament import durable

log = logging.getLogger("dix.copies")

WORKER_ENDS_SECONDS = 10
KEPT = "before-restore-"

_refused: list[BackupError] = []  # why this process left the copy that waited out of its place; none where it did not


@dataclass(frozen=True)
class HeldConcours:
    """A concours in a database; `identity` is the hash of its first line, its name and date where it has none."""

    identity: str
    name: str
    date: str
    club: str
    lines: int


@dataclass(frozen=True)
class Contents:
    """Show what a database holds: its concours by date, its clubs and accounts, and when its last line was written."""

    concours: tuple[HeldConcours, ...]
    clubs: tuple[str, ...]
    accounts: int
    at: datetime | None


def coming_path() -> Path:
    """Return where a whole copy waits for the next start."""
    return database_path().with_name(database_path().name + ".coming")


def is_coming() -> bool:
    """Return whether a copy waits for the next start."""
    return connection.vendor == "sqlite" and coming_path().exists()


def look(source: Path) -> Contents:
    """Return the contents of the copy *source*. Raises BackupError where it cannot be put in place."""
    _check_there(source)
    with _refused_as(source), _reading(source) as link:
        _check(link, source)
        return contents(link)


def lost_by(source: Path) -> dict[str, int]:
    """Return how many lines of each concours that is here the copy *source* lacks, by its identity."""
    with _reading(source) as link:
        link.execute("ATTACH ? AS here", [sqlite_address(database_path().resolve(), "mode=ro")])
        rows = link.execute(
            "SELECT first.hash, count(*) FROM here.tournament_journalentry AS line"
            " JOIN here.tournament_journalentry AS first ON first.tournament_id = line.tournament_id AND first.number = 1"
            " WHERE line.hash NOT IN (SELECT hash FROM main.tournament_journalentry) GROUP BY first.hash"
        )
        return dict(rows.fetchall())


def look_here() -> Contents:
    """Return the contents of the present database."""
    with contextlib.closing(sqlite3.connect(database_path(), timeout=20)) as link:
        return contents(link)


def contents(link: sqlite3.Connection) -> Contents:
    """Return the contents of the database behind *link*, of whatever version it is."""
    clubs = link.execute("SELECT name FROM tournament_club ORDER BY name").fetchall()
    accounts = link.execute("SELECT count(*) FROM auth_user").fetchone()[0]
    last = link.execute("SELECT max(at) FROM tournament_journalentry").fetchone()[0]
    rows = link.execute(
        "SELECT first.hash, concours.name, concours.date, club.name,"
        " (SELECT count(*) FROM tournament_journalentry AS line WHERE line.tournament_id = concours.id)"
        " FROM tournament_tournament AS concours JOIN tournament_club AS club ON club.id = concours.club_id"
        " LEFT JOIN tournament_journalentry AS first ON first.tournament_id = concours.id AND first.number = 1"
        " ORDER BY concours.date DESC, concours.id DESC"
    )
    concours = [
        HeldConcours(first or f"{name} {date}", name, date, club, lines) for first, name, date, club, lines in rows
    ]
    at = datetime.fromisoformat(last).replace(tzinfo=UTC) if last else None
    return Contents(tuple(concours), tuple(name for (name,) in clubs), accounts, at)


def lay(source: Path) -> None:
    """Lay the copy *source* beside the database, checked and whole, for the next start. Raises BackupError."""
    _check_there(source)
    coming = coming_path()
    aside = coming.with_name(database_path().name + ".part")
    try:
        coming.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, aside)
        with _refused_as(source), contextlib.closing(sqlite3.connect(aside)) as link:
            _check(link, source)
            contents(link)
        durable.keep_to_owner(aside)
        durable.put(aside, coming)
        _refused.clear()
    except OSError as error:
        raise refusal_of(error) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def withdraw() -> None:
    """Take back the copy that waits for the next start."""
    coming_path().unlink(missing_ok=True)


def exchange() -> Path | None:
    """Put the copy that waits in the place of the database; return where the former one is kept, None for none.

    The caller holds the lock of the program. Done again after a kill, it goes on where it was. Raises LockHeldError, and
    BackupError; then the former database is in place, and no copy waits.
    """
    if not is_coming():
        return None
    path = database_path()
    # After a kill of the server its worker may still be ending, with this database open.
    worker = Lock(settings.DATA_DIR / "worker.lock", wait_seconds=WORKER_ENDS_SECONDS)
    kept = settings.DATA_DIR / "backups" / f"{KEPT}{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
    was_there = path.exists()
    try:
        if was_there:
            _set_aside(path, kept)
        for rest in (Path(f"{path}-wal"), Path(f"{path}-shm"), keeper.note_path(path)):
            rest.unlink(missing_ok=True)
        durable.put(coming_path(), path)
    except OSError as error:
        if is_coming():
            _rename(kept, path)
        withdraw()
        _refused[:] = [refusal_of(error)]
        raise _refused[0] from error
    del worker
    return kept if was_there else None


def refusal_of(error: Exception) -> BackupError:
    """Return the sentence of *error*, one of the system or of a database; its own words, which are English, go to the log."""
    if isinstance(error, BackupError):
        return error
    log.warning("no copy was put in place: %s", error)
    if not isinstance(error, OSError):
        return BackupError(
            _(
                "The data that are here cannot be read at this moment. Nothing was changed. Start the program again, then "
                "put the copy back."
            )
        )
    kind = durable.refusal_of(error)
    if kind == "full":
        return BackupError(
            _(
                "The copy could not be put in place: the disk of this computer is full. Nothing was changed. Make room "
                "there, then put the copy back again."
            )
        )
    if kind == "read_only":
        return BackupError(
            _(
                "The copy could not be put in place: this account may not use %(file)s. Nothing was changed. Give it the "
                "right to, then put the copy back again."
            )
            % {"file": error.filename or settings.DATA_DIR}
        )
    return BackupError(
        _(
            "The copy could not be put in place: its stick or the disk does not answer. Nothing was changed. Put the stick "
            "in again, then put the copy back again."
        )
    )


def refused_here() -> BackupError | None:
    """Return why this process put the copy that waited for it not in place, None where it did or none waited."""
    return _refused[0] if _refused else None


def kept_last() -> Path | None:
    """Return the database that was set aside last, None where none was."""
    return max((settings.DATA_DIR / "backups").glob(f"{KEPT}*.sqlite3"), default=None)


def restore(source: Path) -> Path | None:
    """Put the copy *source* in the place of the database; return where the former database is kept, None for none.

    On SQLite no program may be running; on PostgreSQL the database must be empty. Raises BackupError.
    """
    try:
        if connection.vendor == "sqlite":
            return _restore_sqlite(source)
        _check_there(source)
        _restore_postgres(source)
    except (DatabaseError, OSError, sqlite3.Error) as error:
        raise refusal_of(error) from error
    return None


def _restore_sqlite(source: Path) -> Path | None:
    database_path().parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(lock_path())
        lay(source)
        kept = exchange()
    except LockHeldError as error:
        raise BackupError(
            _("Dix de Der is open at %(address)s. Stop it first, then put the copy back. Nothing was changed.")
            % {"address": error.note or "?"}
        ) from None
    del lock
    return kept


def _check_there(source: Path) -> None:
    """Raise BackupError where there is no file *source*."""
    there = False
    with contextlib.suppress(OSError, ValueError):
        there = source.is_file()
    if not there:
        raise BackupError(_("There is no file %(file)s. Nothing was changed.") % {"file": source})


@contextlib.contextmanager
def _reading(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open *copy* so that no file is made beside it, wherever it stands."""
    with contextlib.closing(sqlite3.connect(sqlite_address(copy.resolve(), "immutable=1"), uri=True)) as link:
        yield link


@contextlib.contextmanager
def _refused_as(source: Path) -> Iterator[None]:
    """Refuse *source* by a sentence where SQLite, or a column that is missing, says that it is no copy of ours."""
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, OverflowError) as error:
        raise BackupError(
            _("%(file)s is no copy of Dix de Der, or is damaged. Nothing was changed. Choose another copy.")
            % {"file": source}
        ) from error


def _check(link: sqlite3.Connection, source: Path) -> None:
    """Refuse a database that is not ours, is damaged, or was written by a newer version."""
    if link.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("damaged")
    applied = link.execute("SELECT app, name FROM django_migrations").fetchall()
    if not any(app == "tournament" for app, _name in applied):
        raise sqlite3.DatabaseError("of another program")
    if newer := checks.unknown_steps(applied):
        raise BackupError(
            _(
                "%(file)s was written by a newer version of Dix de Der (%(step)s). Nothing was changed. Install that "
                "version, then put the copy back."
            )
            % {"file": source, "step": newer[0]}
        )


def _set_aside(path: Path, kept: Path) -> None:
    """Fold the log of the present database in, and move it among the copies, as *kept*."""
    kept.parent.mkdir(exist_ok=True)
    connection.close()
    # A database that can no longer be read is kept as it is.
    with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(path, timeout=5)) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    _rename(path, kept)
    durable.sync_folder(kept.parent)


def _rename(database: Path, target: Path) -> None:
    """Rename the file *database*, where it is there, with its log where that holds something."""
    for ending in ("-wal", ""):
        file = Path(f"{database}{ending}")
        if file.exists() and (file.stat().st_size or not ending):
            durable.move(file, Path(f"{target}{ending}"))


def _restore_postgres(source: Path) -> None:
    if connection.introspection.table_names():
        raise BackupError(
            _(
                "The database %(name)s is not empty. Nothing was changed. Make an empty one, name it in DATABASE_URL, then "
                "put the copy back into it."
            )
            % {"name": connection.settings_dict["NAME"]}
        )
    run_postgres("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", str(source))
