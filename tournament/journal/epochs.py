"""Epochs: the homes that a concours has had, one after the other. Each line names its own, and its hash covers that.

The first home has no name. Whoever goes on elsewhere begins the next epoch, whose number is one higher and whose name
is drawn there, so that two who go on from the same line differ.
"""

import secrets
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Epoch:
    """A home of a concours: its number, 1 for the first one, and the name that was drawn for it.

    >>> Epoch.read("2/9f3a61c0") > Epoch.read("")
    True
    """

    number: int = 1
    home: str = ""

    @classmethod
    def read(cls, stored: str) -> "Epoch":
        """Return the epoch that a line or a concours keeps. Raises ValueError for a text that is none."""
        if not stored:
            return cls()
        number, _slash, home = stored.partition("/")
        if not (number.isascii() and number.isdecimal() and home.isascii() and home.isalnum()) or len(stored) > 24:
            raise ValueError(f"no epoch: {stored[:40]!r}")
        return cls(int(number), home)

    def __str__(self) -> str:
        """Return it as lines keep it.

        >>> str(Epoch(2, "9f3a61c0")), str(Epoch())
        ('2/9f3a61c0', '')
        """
        return f"{self.number}/{self.home}" if self.home else ""

    def following(self) -> "Epoch":
        """Return the epoch of somebody who goes on from here."""
        return Epoch(self.number + 1, secrets.token_hex(4))
