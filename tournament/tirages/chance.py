"""Chance anyone can replay: SHA-256 of a key and a counter, the same on every machine and version for ever.

The standard `random` module promises its sequences for `random()` alone, hence this one.
"""

import hashlib
import struct
from collections.abc import Collection, MutableSequence
from typing import Any

WORD = 2**32
WORDS = struct.Struct(">8I")


class Lot:
    """Whole numbers drawn from *seed*, bound to *subject* so that two questions never share their chance.

    Each block of 8 words of 32 bits is SHA-256(SHA-256(subject, seed), counter). A word in the incomplete last
    interval is thrown away, so every value is equally likely.
    """

    def __init__(self, subject: str, seed: str) -> None:
        text = "\n".join(("dix-de-der tirage 1", subject, seed))
        self._key = hashlib.sha256(text.encode()).digest()
        self._counter = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, all equally likely."""
        if bound > WORD:
            return self._large(bound)
        top = WORD - WORD % bound
        while True:
            word = self._word()
            if word < top:
                return word % bound

    def _word(self) -> int:
        if not self._words:
            self._fill()
        return self._words.pop()

    def _fill(self) -> None:
        block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
        self._words += WORDS.unpack(block)[::-1]
        self._counter += 1

    def _large(self, bound: int) -> int:
        count = -(-bound.bit_length() // 32)
        top = WORD**count - WORD**count % bound
        while True:
            value = 0
            for _ in range(count):
                value = value * WORD + self._word()
            if value < top:
                return value % bound

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put *items* in an order drawn by lot (Fisher-Yates), in place."""
        words = self._words
        for last in range(len(items) - 1, 0, -1):
            # As `below`, written out: thousands of equals are shuffled in one draw.
            bound = last + 1
            top = WORD - WORD % bound
            while True:
                if not words:
                    self._fill()
                word = words.pop()
                if word < top:
                    break
            other = word % bound
            items[last], items[other] = items[other], items[last]


def by_cards(shown: str, seed: str, equals: Collection[int]) -> list[int]:
    """Return the teams *equals*, which no criterion separates where only some of them enter a phase, as the cards order them.

    *shown* is the fingerprint of the whole pool that the room saw before the cards, these teams being in the order of
    their numbers; *seed* are the cards.

    >>> {by_cards("", cards, [8, 3])[0] for cards in ("R♥ 7♣", "10♠ V♦", "A♣ 9♥")}
    {8, 3}
    """
    order = sorted(equals)
    Lot(f"{shown} equals {order}", seed).shuffle(order)
    return order
