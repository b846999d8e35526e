"""Look after the laptop's database while the program runs: note the writes, fold in the log, copy and check the file.

Every round takes milliseconds. It reads through a connection of its own, so that no request waits for it.
"""

import contextlib
import json
import logging
import sqlite3
import threading
import time
from datetime import datetime
from pathlib import Path

from deploy.laptop.memory import give_back
from tournament import durable
from tournament.journal.acts import ACTS

log = logging.getLogger("dix.keeper")

ROUND_SECONDS = 2.0
COPY_SECONDS = 300  # of activity; a tirage and a closing are copied at once
COPIES_KEPT = 12
UPGRADES_KEPT = 5  # copies made before an upgrade of the tables
MEMORY_SECONDS = 20
_LINES = "SELECT seq FROM sqlite_sequence WHERE name = 'tournament_journalentry'"
_MOMENTS = [act.key for act in ACTS.values() if act.copied_at_once]
_MOMENT = f"SELECT 1 FROM tournament_journalentry WHERE id > ? AND act IN ({','.join('?' * len(_MOMENTS))}) LIMIT 1"

_DAMAGE = ("database disk image is malformed", "file is not a database")

_damaged = threading.Event()


def is_damaged() -> bool:
    """Return whether the file of the database was seen to be damaged since the start."""
    return _damaged.is_set()


def tells_damage(error: BaseException) -> bool:
    """Return whether *error* is SQLite's word for a damaged file, and keep that in mind.

    Its whole sentences are looked for: a server may call other things malformed, an array it was sent for instance.
    """
    said = str(error)
    found = any(sentence in said for sentence in _DAMAGE)
    if found and not _damaged.is_set():
        log.error("the file of the database is damaged: %s", said)
        _damaged.set()
    return found


def note_path(database: Path) -> Path:
    """Return where it is noted how many lines of the journal were written, apart from the database."""
    return database.with_name(database.name + ".note")


def lines_written(database: Path) -> int:
    """Return how many lines of all journals *database* has ever had, those of concours since deleted included."""
    with contextlib.closing(sqlite3.connect(database, timeout=5)) as link:
        try:
            row = link.execute(_LINES).fetchone()
        except sqlite3.OperationalError:
            return 0  # no tables yet
    return int(row[0]) if row else 0


def lines_missing(database: Path) -> int:
    """Return how many lines of the journal were noted and are not in *database*: its last part was taken away."""
    try:
        noted = int(json.loads(note_path(database).read_text())["lines"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return max(0, noted - lines_written(database)) if database.exists() else 0


def keep_copy(link: sqlite3.Connection, folder: Path, kind: str, most: int) -> None:
    """Copy the database of *link* into *folder*, as it is at this moment, beside the *most* - 1 copies of its *kind* before it."""
    folder.mkdir(exist_ok=True)
    target = folder / f"{kind}-{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        link.execute("VACUUM INTO ?", [str(part)])
        durable.put(part, target)
    finally:
        part.unlink(missing_ok=True)
    for old in sorted(folder.glob(f"{kind}-*.sqlite3"))[:-most]:
        with contextlib.suppress(OSError):  # one that another program reads goes the next time
            old.unlink(missing_ok=True)


class Keeper:
    """Look after *database* every two seconds, with its copies in *folder*."""

    def __init__(self, database: Path, folder: Path) -> None:
        self._database, self._folder = database, folder
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True, name="keeper")
        self._version: object = None
        self._noted: int | None = None
        self._copied = lines_written(database)
        self._copied_at = time.monotonic()

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """End after the round that is under way."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _keep(self) -> None:
        given_back = time.monotonic()
        with contextlib.closing(sqlite3.connect(self._database, timeout=1)) as link:
            while not self._stopping.wait(ROUND_SECONDS):
                self.attend(link)
                if time.monotonic() - given_back > MEMORY_SECONDS:
                    give_back()
                    given_back = time.monotonic()

    def attend(self, link: sqlite3.Connection) -> None:
        """Do one round; a full disk or a lock leaves it for the next, damage is kept in mind."""
        try:
            self.look(link)
        except (sqlite3.Error, OSError) as error:
            if not tells_damage(error):
                log.warning("not looked after this time: %s", error)

    def look(self, link: sqlite3.Connection) -> None:
        """Do one round: note the last line, fold the log in where nothing was written since, copy when it is time."""
        version = link.execute("PRAGMA data_version").fetchone()[0]
        quiet, self._version = version == self._version, version
        row = link.execute(_LINES).fetchone()
        lines = row[0] if row else 0
        if lines != self._noted:
            _replace(note_path(self._database), json.dumps({"lines": lines}).encode())
            self._noted = lines
        if quiet:
            link.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if lines > self._copied and (
            time.monotonic() - self._copied_at >= COPY_SECONDS
            or link.execute(_MOMENT, (self._copied, *_MOMENTS)).fetchone()
        ):
            self._copy(link)
            self._copied, self._copied_at = lines, time.monotonic()

    def _copy(self, link: sqlite3.Connection) -> None:
        """Copy the whole database, as it is at this moment, after a look at every page of it."""
        found = link.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            tells_damage(sqlite3.DatabaseError(f"{_DAMAGE[0]}: {found}"))
            return
        keep_copy(link, self._folder, "evening", COPIES_KEPT)


def _replace(path: Path, content: bytes) -> None:
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(content)
    durable.put(aside, path)
