"""Controls of totals in turn: one at a time for a telephone or a session, and few at once in a process.

Figures that a slip of the pen or somebody on purpose made impossible may take seconds of work where the search for a
partie that gives them is long (docs/limits.md). Telephones and accounts have places of their own, so that no telephone
takes that of the table de marque; who finds none free is told at once to send again.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from scoring.errors import ScoringError
from tournament.places import NoPlaceError, Places

SECONDS = 10  # that a control waits for its place
WAITING = 4  # of one caller, the one under way included

# Who asks in this thread: a group of `_places` and the caller's own mark; nobody outside a request.
_caller: ContextVar[tuple[str, str] | None] = ContextVar("caller", default=None)
_places = {
    "telephones": Places(at_once=2, queue=60, seconds=SECONDS),
    "accounts": Places(at_once=2, queue=60, seconds=SECONDS),
}
_own: dict[tuple[str, str], Places] = {}
_under_way: dict[tuple[str, str], int] = {}
_guard = threading.Lock()


def called_by(group: str, mark: str) -> None:
    """Note who asks in this thread: *group* is “telephones” or “accounts”, *mark* tells one caller from another."""
    _caller.set((group, mark))


@contextmanager
def in_turn() -> Iterator[None]:
    """Hold the places of one control. Raises ScoringError checks_queue."""
    caller = _caller.get()
    if caller is None:
        yield
        return
    with _guard:
        own = _own.setdefault(caller, Places(at_once=1, queue=WAITING - 1, seconds=SECONDS))
        _under_way[caller] = _under_way.get(caller, 0) + 1
    try:
        with own.one(), _places[caller[0]].one():
            yield
    except NoPlaceError:
        raise ScoringError("checks_queue") from None
    finally:
        with _guard:
            _under_way[caller] -= 1
            if not _under_way[caller]:
                del _under_way[caller], _own[caller]
