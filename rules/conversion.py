"""Tout Atout: from the 258 points counted to the 162 marked (S0 11.3)."""

from __future__ import annotations

from rules.cards import points_in_play

PLEIN = points_in_play("tout-atout")


def convert(points: int) -> int:
    """Return the points marked for *points* counted in Tout Atout, belotes and capot apart, to the nearest.

    >>> convert(198), convert(129), convert(258)
    (124, 81, 162)
    """
    return (2 * points * 162 + PLEIN) // (2 * PLEIN)


def conversion_table() -> list[tuple[int, int]]:
    """Return the table an organiser must put before the players: (points counted, points marked), 0 to 258."""
    return [(points, convert(points)) for points in range(PLEIN + 1)]
