"""The 32 cards, their order and values at atout, off it, in Sans Atout and Tout Atout; from the 258 points counted in
Tout Atout to the 162 marked (S0 11.3).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

RANKS = ("7", "8", "9", "10", "V", "D", "R", "A")
SUITS = {"♠": "pique", "♥": "coeur", "♦": "carreau", "♣": "trefle"}
SIGNS = {name: sign for sign, name in SUITS.items()}
SANS_ATOUT = "sans-atout"
TOUT_ATOUT = "tout-atout"
ATOUTS = (*SIGNS, SANS_ATOUT, TOUT_ATOUT)

DIX_DE_DER = 10

# Values: S0 6, S1 §2, S3 "Ordre de valeur des cartes", S4 memo.
PLAIN_VALUES = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2, "9": 0, "8": 0, "7": 0}
TRUMP_VALUES = {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3, "8": 0, "7": 0}
# Question: S0 11.2 prints the Valet as 0, which makes 154 with the der while S0 10.2 wants 162. The Valet is 2 (D1).
SANS_ATOUT_VALUES = {"A": 19, "10": 10, "R": 4, "D": 3, "V": 2, "9": 0, "8": 0, "7": 0}

# Strength, weakest first.
PLAIN_ORDER = ("7", "8", "9", "V", "D", "R", "10", "A")
TRUMP_ORDER = ("7", "8", "D", "R", "10", "A", "9", "V")


class Card(NamedTuple):
    """One card: rank (7 8 9 10 V D R A) and suit (pique coeur carreau trefle)."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + SIGNS[self.suit]


CARDS: dict[str, Card] = {rank + sign: Card(rank, suit) for sign, suit in SUITS.items() for rank in RANKS}


def values(atout: str | None) -> dict[Card, int]:
    """Return the points of each of the 32 cards; *atout* None stands for any plain suit.

    >>> sum(values("coeur").values()), sum(values("sans-atout").values()), sum(values("tout-atout").values())
    (152, 152, 248)
    """
    if atout == SANS_ATOUT:
        return {card: SANS_ATOUT_VALUES[card.rank] for card in CARDS.values()}
    if atout == TOUT_ATOUT:
        return {card: TRUMP_VALUES[card.rank] for card in CARDS.values()}
    trump = atout or "coeur"
    return {card: (TRUMP_VALUES if card.suit == trump else PLAIN_VALUES)[card.rank] for card in CARDS.values()}


def points_in_play(atout: str | None) -> int:
    """Return the points of a donne without capot, dix de der included: 162, or 258 in Tout Atout (S0 9.1, 11.3)."""
    return 258 if atout == TOUT_ATOUT else 162


@cache
def possible_points(atout: str | None = None, cards_in_trick: int = 4) -> frozenset[int]:
    """Return every number of points a camp can hold when neither camp is capot, dix de der included.

    Worked out from the card values: a camp holds a whole number of tricks, at least one and not all of them,
    with or without the der.

    >>> sorted(set(range(163)) - possible_points("coeur"))
    [1, 161]
    """
    kind = atout if atout in (SANS_ATOUT, TOUT_ATOUT) else None
    if kind != atout:
        return possible_points(kind, cards_in_trick)
    # sums[n] has bit p set when n cards can be worth p points together.
    sums = [1] + [0] * 32
    for value in values(kind).values():
        for n in range(32, 0, -1):
            sums[n] |= sums[n - 1] << value
    reached = 0
    for n in range(cards_in_trick, 32, cards_in_trick):
        reached |= sums[n] | sums[n] << DIX_DE_DER
    total = points_in_play(kind)
    return frozenset(p for p in range(total + 1) if reached >> p & 1 and reached >> (total - p) & 1)


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
