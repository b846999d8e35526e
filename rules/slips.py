"""The likely slip behind a figure that cannot be: der forgotten, belote counted, digits swapped, one digit off."""

from __future__ import annotations

from collections.abc import Iterator

LONGEST = 99_999  # no total of a partie has more figures


def neighbours(value: int) -> Iterator[tuple[str, int]]:
    """Yield the figures one slip of the pen away from *value*: (code of the slip, figure meant)."""
    if not 0 <= value <= LONGEST:
        return
    text = str(value)
    for n in range(len(text) - 1):
        if text[n] != text[n + 1]:
            yield "chiffres_inverses", int(text[:n] + text[n + 1] + text[n] + text[n + 2 :])
    for n, digit in enumerate(text):
        for other in "0123456789":
            if other != digit and not (n == 0 and other == "0" and len(text) > 1):
                yield "un_chiffre", int(text[:n] + other + text[n + 1 :])


def one_digit_less(value: int) -> list[int]:
    """Return the figures that *value* may have been before one digit too many was typed, the largest first.

    >>> one_digit_less(20100)
    [2100, 2010, 2000]
    """
    text = str(value)
    if not 100 <= value <= LONGEST:
        return []
    return sorted({int(text[:n] + text[n + 1 :]) for n in range(len(text)) if n or text[1] != "0"}, reverse=True)


def points_slip(ns: int | None, eo: int | None, total: int) -> dict[str, int | str]:
    """Return the likely slip when the points of a donne do not make *total*: ``{"code": …}`` and its figures, or {}."""
    if ns is None or eo is None:
        value = ns if ns is not None else eo
        if value in (252, 250):
            return {"code": "capot_a_indiquer"}
        if value is not None and total < value <= total + 20:
            return {"code": "belote_comptee"}
        return {}
    gap = ns + eo - total
    if gap == -10:
        return {"code": "der_oublie"}
    if gap == 20:
        return {"code": "belote_comptee"}
    if {ns, eo} in ({252, 0}, {250, 0}):
        return {"code": "capot_a_indiquer"}
    for camp, value in (("NS", ns), ("EO", eo)):
        for code, meant in neighbours(value):
            if meant == value - gap:
                return {"code": code, "camp": camp, "read": value, "meant": meant}
    return {}
