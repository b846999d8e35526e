"""Controls of totals in turn: one at a time for a telephone or an account, and few at once in a process.

Figures that a slip of the pen or somebody on purpose made impossible may take seconds of work where the search for a
partie that gives them is long (docs/limits.md). Telephones and accounts have places of their own, so that no telephone
takes that of the table de marque; who finds none free is told at once to send again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from scoring.errors import ScoringError
from tournament.places import NoPlaceError, Places, PlacesOfEach

SECONDS = 10  # that a control waits for its place
WAITING = 4  # of one caller, the one under way included

# The caller in this thread: a group of `_places` and the caller's own key; None outside a request.
_caller: ContextVar[tuple[str, str] | None] = ContextVar("caller", default=None)
_places = {
    "telephones": Places(at_once=2, queue=60, seconds=SECONDS),
    "accounts": Places(at_once=2, queue=60, seconds=SECONDS),
}
_own = PlacesOfEach(at_once=1, queue=WAITING - 1, seconds=SECONDS)


def called_by(group: str, mark: str) -> None:
    """Note who asks in this thread: *group* is “telephones” or “accounts”, *mark* tells one caller from another."""
    _caller.set((group, mark))


@contextmanager
def in_turn() -> Iterator[None]:
    """Take the places of one control. Raises ScoringError checks_queue."""
    caller = _caller.get()
    if caller is None:
        yield
        return
    try:
        with _own.hold(caller), _places[caller[0]].hold():
            yield
    except NoPlaceError:
        raise ScoringError("checks_queue") from None
