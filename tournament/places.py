"""So many may do something dear at once, so many more may wait a while, and the others are told at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class NoPlaceError(Exception):
    """All places are taken, and too many wait already, or none got free in time."""


class Places:
    """*at_once* places in this process, *queue* callers that wait for one, *seconds* long at most."""

    def __init__(self, *, at_once: int, queue: int, seconds: float) -> None:
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(at_once)
        self._callers = threading.BoundedSemaphore(at_once + queue)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a place. Raises NoPlaceError."""
        if not self._callers.acquire(blocking=False):
            raise NoPlaceError
        try:
            if not self._places.acquire(timeout=self._seconds):
                raise NoPlaceError
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._callers.release()
