"""So many may do something dear at once, so many more may wait a while, and the others are told at once."""

import threading
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def count_back(counter: Counter[Key], key: Key) -> None:
    """Count *key* once less, and forget it at none."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


class NoPlaceError(Exception):
    """All places are taken, and too many wait already, or none got free in time."""


class Places:
    """*at_once* places in this process, *queue* callers that wait for one, *seconds* long at most."""

    def __init__(self, *, at_once: int, queue: int, seconds: float) -> None:
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(at_once)
        self._callers = threading.BoundedSemaphore(at_once + queue)

    @contextmanager
    def hold(self) -> Iterator[None]:
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


class PlacesOfEach:
    """Give each caller `Places` of its own, as long as it asks for one; nothing is kept of who asked."""

    def __init__(self, *, at_once: int, queue: int, seconds: float) -> None:
        self._new = partial(Places, at_once=at_once, queue=queue, seconds=seconds)
        self._kept: dict[Hashable, tuple[Places, int]] = {}
        self._guard = threading.Lock()

    @contextmanager
    def hold(self, caller: Hashable) -> Iterator[None]:
        """Hold a place of *caller*. Raises NoPlaceError."""
        with self._guard:
            places, asking = self._kept.get(caller) or (self._new(), 0)
            self._kept[caller] = (places, asking + 1)
        try:
            with places.hold():
                yield
        finally:
            with self._guard:
                places, asking = self._kept.pop(caller)
                if asking > 1:
                    self._kept[caller] = (places, asking - 1)

    def callers(self) -> set[Hashable]:
        """Return who holds a place or waits for one."""
        return set(self._kept)


class SharedPlaces:
    """*count* places: a caller has no more than the free ones, so half at most, and *least* at any rate.

    Several that take all they can have halves of halves, and whoever comes after them finds a place. Nobody waits.
    """

    def __init__(self, count: int, *, least: int) -> None:
        self._count = count
        self._least = least
        self._held: Counter[Hashable] = Counter()
        self._guard = threading.Lock()

    @contextmanager
    def hold(self, caller: Hashable) -> Iterator[None]:
        """Hold a place for *caller*. Raises NoPlaceError."""
        with self._guard:
            if self._held[caller] >= max(self._least, self._count - self._held.total()):
                raise NoPlaceError
            self._held[caller] += 1
        try:
            yield
        finally:
            with self._guard:
                count_back(self._held, caller)

    def callers(self) -> set[Hashable]:
        """Return who holds a place."""
        return set(self._held)
