"""So many may do something dear at once, so many more may wait a while, and the others are told at once."""

import threading
import time
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
        """Take a place. Raises NoPlaceError."""
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
    """Provide each caller with `Places` of its own, as long as it asks for one; nothing is kept of who asked."""

    def __init__(self, *, at_once: int, queue: int, seconds: float) -> None:
        self._new = partial(Places, at_once=at_once, queue=queue, seconds=seconds)
        self._kept: dict[Hashable, tuple[Places, int]] = {}
        self._guard = threading.Lock()

    @contextmanager
    def hold(self, caller: Hashable) -> Iterator[None]:
        """Take a place of *caller*. Raises NoPlaceError."""
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


class ComputingPlaces:
    """Limit each caller to *at_once* computations, to one where it computed for *busy_seconds* of the last ten.

    Threads that compute share one processor in turn: three of each of two busy callers make everybody else's request
    seven times as long. *queue* more wait, *seconds* long at most.
    """

    HALF_LIFE = 5.0  # seconds in which half of what was computed is forgotten

    def __init__(self, *, at_once: int, queue: int, seconds: float, busy_seconds: float) -> None:
        self._at_once = at_once
        self._most = at_once + queue
        self._seconds = seconds
        self._busy_seconds = busy_seconds
        self._asking: Counter[Hashable] = Counter()
        self._at_work: Counter[Hashable] = Counter()
        self._computed: dict[Hashable, tuple[float, float]] = {}  # caller -> seconds, when they were counted
        self._changed = threading.Condition()

    @contextmanager
    def hold(self, caller: Hashable) -> Iterator[None]:
        """Take a place of *caller*. Raises NoPlaceError."""
        with self._changed:
            if self._asking[caller] >= self._most:
                raise NoPlaceError
            self._asking[caller] += 1
            try:
                if not self._changed.wait_for(lambda: self._has_place(caller), self._seconds):
                    raise NoPlaceError
            except BaseException:
                count_back(self._asking, caller)
                raise
            self._at_work[caller] += 1
        begun = time.thread_time()
        try:
            yield
        finally:
            with self._changed:
                count_back(self._at_work, caller)
                count_back(self._asking, caller)
                self._count(caller, time.thread_time() - begun)
                self._changed.notify_all()

    def callers(self) -> set[Hashable]:
        """Return who holds a place or waits for one."""
        return set(self._asking)

    def _has_place(self, caller: Hashable) -> bool:
        busy = self._computed_lately(caller) > self._busy_seconds
        return self._at_work[caller] < (1 if busy else self._at_once)

    def _computed_lately(self, caller: Hashable) -> float:
        seconds, at = self._computed.get(caller, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / self.HALF_LIFE))

    def _count(self, caller: Hashable, seconds: float) -> None:
        now = time.monotonic()
        self._computed[caller] = self._computed_lately(caller) + seconds, now
        long_ago = [one for one, (_seconds, at) in self._computed.items() if now - at > 12 * self.HALF_LIFE]
        for one in long_ago:
            del self._computed[one]


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
        """Take a place for *caller*. Raises NoPlaceError."""
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
