"""Count the donnes that were played at a table, wherever its partie ended."""

from collections.abc import Collection, Mapping
from typing import Any


def donnes_played(limits: Mapping[str, Any], *, after: int | None, last: int | None, cancelled: int) -> int:
    """Return the donnes of a sheet of totals: those after which the partie ends, 0 where *limits* do not say it.

    *after* so many, where it is known, the *last* ones were imposed. Those that the referee *cancelled* are none.

    >>> donnes_played({"limite_donnes": 12}, after=5, last=3, cancelled=0)
    8
    >>> donnes_played({"limite_donnes": 12}, after=None, last=3, cancelled=1)
    11
    """
    donnes = limits.get("limite_donnes") or 0
    if after is not None and last is not None:
        donnes = min(donnes, after + last)
    return max(donnes - cancelled, 0)


def donnes_noted(donnes: Collection[Mapping[str, Any]], *, instead: int) -> int:
    """Return the donnes of a sheet that notes each of them: not those that were passed, but those for which a penalty
    stands *instead*.

    >>> donnes_noted([{"preneur": "NS"}, {"passe": True}], instead=1)
    2
    """
    return sum(not donne.get("passe") for donne in donnes) + instead
