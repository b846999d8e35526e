"""An evening that every method can draw."""

from tournament.tirages import (
    draw,
)


def evening_of(request, parties):
    """Every partie of a method that is planned from its first seed."""
    return [draw({**request, "round": number}) for number in range(1, parties + 1)]
