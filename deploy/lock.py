"""One program at a time on one thing: a lock the system takes back when its holder dies."""

import os
import time
from pathlib import Path

if os.name == "nt":
    import msvcrt

    def _try(file) -> None:
        file.seek(1 << 20)  # beyond the text, which others may go on reading
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(file) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Taken(Exception):
    """Somebody holds the lock; *note* is what they wrote in it."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


class Lock:
    """Held as long as this object and its process live. Raises Taken after *wait_seconds*."""

    def __init__(self, path: Path, *, wait_seconds: float = 0) -> None:
        self._file = path.open("a+", encoding="utf-8")
        end = time.monotonic() + wait_seconds
        while True:
            try:
                _try(self._file)
                return
            except OSError:
                if time.monotonic() >= end:
                    self._file.seek(0)
                    note = self._file.read().strip()
                    self._file.close()
                    raise Taken(note) from None
            time.sleep(0.1)

    def write(self, note: str) -> None:
        """Tell whoever finds the lock taken who holds it."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(note)
        self._file.flush()
