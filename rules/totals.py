"""The control of a sheet of totals: can any sequence of donnes under these options give them?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TotalsCheck:
    """What the control says of two totals.

    ``ok``: some sequence of donnes gives them (or nothing can be said: ``code`` is then ``sans_controle``);
    ``doubtful``: possible, but only with litiges lost at the end: worth asking; ``code`` and ``cause`` (the likely slip)
    are "" when there is nothing to say; ``expected``: the nearest sums that are possible.
    """

    ok: bool
    code: str = ""
    cause: str = ""
    doubtful: bool = False
    expected: list[int] = field(default_factory=list)
    params: Mapping[str, Any] = field(default_factory=dict)

    def message(self, lang: str = "fr") -> str:
        """A sentence for the person who types: what was read, what was expected, the likely slip; "" when all is well."""
        return ""


def check_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | None = None,
) -> TotalsCheck:
    """Whether some sequence of donnes gives *totals*; belotes and capots per camp where the sheet states them."""
    return TotalsCheck(True)


def complete_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int | None],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | None = None,
) -> int | None:
    """The total of the camp left out, where the options and the other figures leave one possibility; else None."""
    return None
