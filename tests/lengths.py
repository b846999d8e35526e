"""How long the tests try: modestly in `make test`, the same at length in `make torture` (DIX_TORTURE=1)."""

import os
from collections.abc import Sequence

TORTURE = os.environ.get("DIX_TORTURE") == "1"


def tries(quick: int, long: int) -> int:
    """Return how often to try something: *quick* in `make test`, *long* in `make torture`."""
    return long if TORTURE else quick


def some(things: Sequence, *, turn: int, quick: int) -> list:
    """Return all of *things* in `make torture`, else *quick* of them: the next ones for the next *turn*."""
    if TORTURE or quick >= len(things):
        return list(things)
    return [things[(turn * quick + place) % len(things)] for place in range(quick)]
