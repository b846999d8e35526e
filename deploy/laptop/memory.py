"""Bound what the processes of a laptop hold in memory, and give the rest back (docs/decisions/weight.md)."""

import contextlib
import ctypes
import gc

_M_ARENA_MAX = -8  # of glibc's malloc.h
POOLS = 2

# Where the C library has no such function (macOS, Windows, musl) nothing is done.
_NONE = (AttributeError, OSError, TypeError)


def bound_pools() -> None:
    """Make forty threads share two pools of memory; glibc gives each its own, and each keeps what it once needed."""
    with contextlib.suppress(*_NONE):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, POOLS)


def give_back() -> None:
    """Return to the system what nobody holds any more: requests in circles with their answers, then what is free in the pools.

    A request that was refused holds its answer, which holds the request and all it sent. Python's own search for such
    circles leaves the oldest for hours, some hundred megabytes of them after a hostile burst.
    """
    gc.collect()
    with contextlib.suppress(*_NONE):
        ctypes.CDLL(None).malloc_trim(0)


def begin_loading() -> None:
    """Switch the search for cycles off: while modules are loaded it looks again and again at what all stays."""
    gc.disable()


def end_loading() -> None:
    """Switch the cyclic collector on again, and exclude from it for ever the objects loaded so far."""
    gc.freeze()
    gc.enable()
