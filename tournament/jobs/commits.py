"""Commits that need not wait for the disk: those of work that is made again where a power cut takes its last lines."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

# Per engine: do not wait for the disk; wait again. Neither can lose a commit and keep a later one.
_SQL = {
    "sqlite": ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"),
    "postgresql": ("SET synchronous_commit TO off", "RESET synchronous_commit"),
}


@contextmanager
def unsynced() -> Iterator[None]:
    """Commit without waiting for the disk in this thread: a killed program loses nothing, a power cut the last lines.

    On a laptop whoever waits to write a score waits for the disk of the one before him.
    """
    if connection.in_atomic_block:  # SQLite changes nothing within a transaction
        yield
        return
    begin, end = _SQL[connection.vendor]
    _execute(begin)
    try:
        yield
    finally:
        try:
            _execute(end)
        except DatabaseError:
            connection.close()  # the next one waits for the disk


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
