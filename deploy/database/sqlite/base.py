"""SQLite with a queue for the write transactions of one process (docs/decisions/sqlite-write-lock.md).

SQLite's own waiting sleeps and tries again without any order, so that under a burst a few writers wait for seconds.
One lock a database file, taken before BEGIN IMMEDIATE and released at the end, makes the threads of the pages fair.
Between processes SQLite's own lock stands.
"""

import threading
from collections import defaultdict

from django.db.backends.sqlite3.base import DatabaseWrapper as SQLiteWrapper
from django.db.utils import OperationalError

_locks: dict[str, threading.Lock] = defaultdict(threading.Lock)


class DatabaseWrapper(SQLiteWrapper):
    """Take the lock of the file before a write transaction begins, and release it when that ends."""

    _turn: "threading.Lock | None" = None

    def _start_transaction_under_autocommit(self) -> None:
        lock = _locks[str(self.settings_dict["NAME"])]
        if not lock.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 20)):
            raise OperationalError("database is locked")
        self._turn = lock
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs leave it out
        except BaseException:
            self._give_turn_back()
            raise

    def _give_turn_back(self) -> None:
        lock, self._turn = self._turn, None
        if lock is not None:
            lock.release()

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]  # the stubs leave it out
        finally:
            # A commit that failed leaves the transaction open: the rollback that follows gives the turn back.
            if self.connection is None or not self.connection.in_transaction:
                self._give_turn_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # the stubs leave it out
        finally:
            self._give_turn_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # the stubs leave it out
        finally:
            self._give_turn_back()
