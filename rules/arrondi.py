"""ARRONDIS: one small function per way of rounding a mark."""

from __future__ import annotations

from collections.abc import Callable


def au_point(points: int) -> int:
    """Leave points as they are (S0 10.3).

    >>> au_point(84)
    84
    """
    return points


def dizaine(points: int) -> int:
    """Round points to the nearest ten, 5 going up (S0 10.3, S1 §2).

    >>> dizaine(84), dizaine(85)
    (80, 90)
    """
    return (points + 5) // 10 * 10


ARRONDIS: dict[str, Callable[[int], int]] = {"point": au_point, "dizaine": dizaine}
