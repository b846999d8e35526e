"""A lock between processes, which the system releases when its holder dies."""

import sys
import time
from pathlib import Path
from typing import TextIO

if sys.platform == "win32":
    import msvcrt

    def _try(file: TextIO) -> None:
        file.seek(1 << 20)  # beyond the text, which others may go on reading
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(file: TextIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockHeldError(Exception):
    """Another process holds the lock; *note* is the text it wrote in the file."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


class Lock:
    """Take the lock at *path* as long as this object and its process live. Raises LockHeldError after *wait_seconds*."""

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
                    raise LockHeldError(note) from None
            time.sleep(0.1)

    def write(self, note: str) -> None:
        """Note in the file who holds the lock."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(note)
        self._file.flush()
