"""How often the tests try: few times in `make test` and `make test-all`, many in `make torture`.

DIX_TORTURE is the share of the large counts: 1 before a release, 0.1 for a tenth.
"""

import math
import os
from collections.abc import Iterable, Sequence

SHARE = float(os.environ.get("DIX_TORTURE") or 0)
TORTURE = SHARE > 0
POSTGRESQL = bool(os.environ.get("DATABASE_URL"))


def tries(few: int, many: int, *, hosted: int | None = None) -> int:
    """Return how often to try something: *few*, and in `make torture` the share of *many*.

    *hosted*: in place of *many* on PostgreSQL, where each statement travels and the same try takes four times as long.
    """
    return max(few, math.ceil((hosted if POSTGRESQL and hosted is not None else many) * SHARE))


def some(things: Sequence, *, turn: int, quick: int) -> list:
    """Return *quick* of *things*, the next ones for the next *turn*; in `make torture` all, on PostgreSQL a quarter."""
    quick = min(tries(quick, len(things), hosted=len(things) // 4), len(things))
    return [things[(turn * quick + place) % len(things)] for place in range(quick)]


def spread(every: int, cases: Iterable) -> list:
    """Return the *cases* of a parametrized test, all but one in *every* marked slow: those show what it shows."""
    return [_slow(case) if place % every else case for place, case in enumerate(cases)]


def _slow(case):
    import pytest  # the settings of each real program read this module (tests/deploy/hall_settings.py)

    values, marks = (case.values, case.marks) if hasattr(case, "marks") else (case, ())
    values = values if isinstance(values, tuple) else (values,)
    return pytest.param(*values, marks=[*marks, pytest.mark.slow])
