"""Acts let go at the same moment, for tests of what happens when two people do something at once."""

import sys
import threading
import time
from collections.abc import Callable

import pytest
from django.db import Error, connection
from django.db.transaction import Atomic

from deploy.database.sqlite import base as sqlite
from tournament.concours.lock import lock_tournament
from tournament.errors import TournamentError
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Table, Tournament
from tournament.prepared import PreparedQuery
from tournament.rounds.services import AlreadyDrawnError


def at_once(*acts: Callable[[], object]) -> list:
    """Run *acts* each in a thread of its own, let go at the same moment; what each gave or raised, in order.

    A row that another act took away meanwhile is an answer too; anything else that is raised fails the test.
    """
    gate = threading.Barrier(len(acts))
    given: list = [AssertionError("it did not end")] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            gate.wait(60)
            given[place] = act()
        except (TournamentError, AlreadyDrawnError, Table.DoesNotExist, Error) as error:
            given[place] = error
        except BaseException as error:
            given[place] = AssertionError(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    broken = [one for one in given if isinstance(one, AssertionError)]
    assert not broken, broken
    return given


class TellingLock:
    """The lock of an SQLite file, which calls *told* before it makes somebody wait."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._lock, self._told = threading.Lock(), told

    def acquire(self, timeout: float) -> bool:
        if self._lock.acquire(blocking=False):
            return True
        self._told()
        return self._lock.acquire(timeout=timeout)

    def release(self) -> None:
        self._lock.release()


def between(
    monkeypatch: pytest.MonkeyPatch,
    at: tuple[object, str],
    first: Callable[[], object],
    second: Callable[[], object],
) -> list:
    """Return the results of both, as `at_once`; *second* comes while *first* stands before the call *at*.

    *at* is a module and the name of its function. *first* goes on once *second* has ended or waits for a lock of the
    database, whatever the machine is busy with: they meet at the worst place. Who is not met in ten seconds goes on.
    """
    stands, met = threading.Event(), threading.Event()
    called = getattr(*at)
    backends: list[int] = []

    def wait_then_call(*args, **given):
        if not stands.is_set():
            stands.set()
            end = time.monotonic() + 10
            while not met.wait(0.02) and time.monotonic() < end and not _is_blocked(backends):
                pass
        return called(*args, **given)

    def then():
        if connection.vendor == "postgresql":
            backends.append(connection.connection.info.backend_pid)
        assert stands.wait(60), f"{at[1]} was not called"
        try:
            return second()
        finally:
            met.set()

    with monkeypatch.context() as patched:
        patched.setattr(*at, wait_then_call)
        patched.setitem(sqlite._locks, str(connection.settings_dict["NAME"]), TellingLock(met.set))
        return at_once(first, then)


def _is_blocked(backends: list[int]) -> bool:
    """Return whether one of these processes of PostgreSQL waits for a lock of another."""
    if not backends:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", backends)
        return cursor.fetchone()[0]


def meeting() -> Callable[[], None]:
    """Return what the two acts of `at_once` call where each has looked and neither has written: they wait there for each other.

    Alone in the thread of the test nobody waits; who is not met in ten seconds goes on.
    """
    barrier, of_the_test = threading.Barrier(2), threading.current_thread()

    def meet() -> None:
        if threading.current_thread() is of_the_test:
            return
        try:
            barrier.wait(10)
        except threading.BrokenBarrierError:
            barrier.reset()

    return meet


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the lock of a concours by a plain read, in every module that has imported it."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tournament.", "scoring.")) and getattr(module, "lock_tournament", None) is lock_tournament:
            monkeypatch.setattr(module, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk))


def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on no lock and no transaction: each statement stands for itself. For positive controls."""
    without_lock(monkeypatch)
    monkeypatch.setattr("tournament.jobs.services.enqueue", lambda *args, **given: None)  # it locks rows of its own
    for name, module in list(sys.modules.items()):
        if name.startswith(("tournament.", "scoring.", "deploy.")):
            for query in [one for one in vars(module).values() if isinstance(one, PreparedQuery)]:
                monkeypatch.setattr(query, "_known", {})  # what was written with its lock
    monkeypatch.setattr(Atomic, "__enter__", lambda self: None)
    monkeypatch.setattr(Atomic, "__exit__", lambda self, *error: None)


def sound() -> None:
    """Check the invariants of every outcome: the journal is whole, and each table has its versions, one that counts at most."""
    assert broken_line(JournalEntry.objects.order_by("number")) is None
    assert Tournament.objects.get().journal_number == JournalEntry.objects.count()
    for table in Table.objects.all():
        versions = list(table.sheets.order_by("version"))
        assert [sheet.version for sheet in versions] == list(range(1, len(versions) + 1))
        assert sum(sheet.counted for sheet in versions) <= 1


def refusals(given: list) -> list[str]:
    """The codes of the acts that were refused."""
    return [one.code for one in given if isinstance(one, TournamentError)]
