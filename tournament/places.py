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
    """Limit each caller to *at_once* computations, at most one of them of a page that is read.

    Threads that compute share one processor in turn: two of busy callers make everybody else's request six times as long,
    one three times. So callers that computed for *busy_seconds* of the last ten share one place in turn, and after each it
    rests for as long as it was held: beside other programs that is longer than it computed. A page that is read computes
    without a pause: two of a caller at once end no sooner than one after the other. *queue* more computations of a caller
    wait, *seconds* long at most.
    """

    HALF_LIFE = 5.0  # seconds in which half of what was computed is forgotten
    LONGEST_REST = 1.0

    def __init__(self, *, at_once: int, queue: int, seconds: float, busy_seconds: float) -> None:
        self._at_once = at_once
        self._most = at_once + queue
        self._seconds = seconds
        self._busy_seconds = busy_seconds
        self._asking: Counter[Hashable] = Counter()
        self._at_work: Counter[Hashable] = Counter()
        self._reading: set[Hashable] = set()
        self._computed: dict[Hashable, tuple[float, float]] = {}  # caller -> seconds, when they were counted
        self._rests_until = 0.0
        self._changed = threading.Condition()

    @contextmanager
    def hold(self, caller: Hashable, *, reads: bool = False) -> Iterator[None]:
        """Take a place of *caller*. Raises NoPlaceError."""
        with self._changed:
            if self._asking[caller] >= self._most:
                raise NoPlaceError
            self._asking[caller] += 1
            try:
                self._wait_for_place(caller, reads)
            except BaseException:
                count_back(self._asking, caller)
                self._changed.notify_all()  # it may have been the turn of this one
                raise
            self._at_work[caller] += 1
            if reads:
                self._reading.add(caller)
        begun, computed = time.monotonic(), time.thread_time()
        try:
            yield
        finally:
            with self._changed:
                count_back(self._at_work, caller)
                count_back(self._asking, caller)
                if reads:
                    self._reading.remove(caller)
                self._count(caller, time.thread_time() - computed, held=time.monotonic() - begun)
                self._changed.notify_all()

    def callers(self) -> set[Hashable]:
        """Return who holds a place or waits for one."""
        return set(self._asking)

    def _wait_for_place(self, caller: Hashable, reads: bool) -> None:
        deadline = time.monotonic() + self._seconds
        while not self._has_place(caller, reads):
            now = time.monotonic()
            if now >= deadline:
                raise NoPlaceError
            end_of_rest = self._rests_until if self._rests_until > now else deadline
            self._changed.wait(min(deadline, end_of_rest) - now)

    def _has_place(self, caller: Hashable, reads: bool) -> bool:
        if reads and caller in self._reading:
            return False
        if not self._is_busy(caller):
            return self._at_work[caller] < self._at_once
        if time.monotonic() < self._rests_until or any(map(self._is_busy, self._at_work)):
            return False
        waiting = [one for one, asking in self._asking.items() if asking > self._at_work[one] and self._is_busy(one)]
        return caller == min(waiting, key=lambda one: self._computed[one][1])  # whose last turn is longest ago

    def _is_busy(self, caller: Hashable) -> bool:
        return self._computed_lately(caller) > self._busy_seconds

    def _computed_lately(self, caller: Hashable) -> float:
        seconds, at = self._computed.get(caller, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / self.HALF_LIFE))

    def _count(self, caller: Hashable, seconds: float, *, held: float) -> None:
        now = time.monotonic()
        self._computed[caller] = self._computed_lately(caller) + seconds, now
        if self._is_busy(caller):
            self._rests_until = now + min(held, self.LONGEST_REST)
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
