"""Prices as the settings have them: the fee of a team with its reductions, and the items that the till sells."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament import names
from tournament.concours.kinds import TextLines, Values
from tournament.errors import TournamentError

NAME_LENGTH = 40
_PRICED = re.compile(r"(.+?)\s*[:=]\s*(0|[1-9][0-9]{0,3})(?:[.,]([0-9]{1,2}))?\s*€?", re.ASCII)
_HOUR = re.compile(r"(?<![0-9])([01]?[0-9]|2[0-3])\s*(?:[hH]|:(?=[0-5][0-9]))\s*([0-5][0-9])?(?![0-9A-Za-z])", re.ASCII)


@dataclass(frozen=True)
class Priced:
    """A name with its price in cents; `served` is the hour that the name says, as 20:00, empty where it says none."""

    name: str
    cents: int
    served: str = ""


def priced(line: str) -> Priced | None:
    """Read a name, a colon and a price; None where *line* is none.

    >>> priced("Repas 20 h : 12,50 €")
    Priced(name='Repas 20 h', cents=1250, served='20:00')
    >>> priced("Jeune: 3").cents, priced("Repas 20:00"), priced("Repas : douze euros")
    (300, None, None)
    """
    match = _PRICED.fullmatch(line)
    if match is None:
        return None
    name, euros, rest = match.groups()
    hour = _HOUR.search(name)
    served = f"{int(hour[1]):02}:{hour[2] or '00'}" if hour else ""
    return Priced(name.strip(), int(euros) * 100 + int((rest or "0").ljust(2, "0")), served)


def prices(lines: Iterable[str]) -> dict[str, Priced]:
    """Return what *lines* name, by name, in their order."""
    return {one.name: one for line in lines if (one := priced(line)) is not None}


@dataclass(frozen=True)
class NameLines(TextLines):
    """Names, one on each line, none twice; none of *taken*, which the program has already."""

    taken: tuple[str, ...] = ()

    def clean(self, value: object, field: str, settings: Values) -> list[str]:
        lines = super().clean(value, field, settings)
        keys = [names.key(self.name(line, field)) for line in lines]
        for line, key in zip(lines, keys, strict=True):
            if keys.count(key) > 1 or not key or line in self.taken:
                raise TournamentError("line_twice", field=field, line=line)
        return lines

    def name(self, line: str, field: str) -> str:
        """Return the name that *line* says."""
        return line


@dataclass(frozen=True)
class PricedLines(NameLines):
    """Names with a price, one on each line."""

    def name(self, line: str, field: str) -> str:
        read = priced(line)
        if read is None or len(read.name) > NAME_LENGTH:
            raise TournamentError("price_line", field=field, line=line)
        return read.name


@dataclass(frozen=True)
class Fee:
    """Compute the price of taking part: *cents* for a team, or with *per_player* for each of its players; *off* are the reductions.

    *singles*: everybody enters alone.
    """

    cents: int
    per_player: bool = False
    singles: bool = False
    off: Mapping[str, int] | None = None

    def owed(self, *, alone: bool, reductions: Iterable[str] = ()) -> int:
        """Return what a team owes, a person still *alone* half of a whole team, rounded up; never less than nothing.

        >>> Fee(1400).owed(alone=False), Fee(1401).owed(alone=True), Fee(700, per_player=True).owed(alone=False)
        (1400, 701, 1400)
        >>> Fee(1400, off={"Jeune": 300}).owed(alone=False, reductions=["Jeune", "Jeune"])
        800
        """
        if self.per_player:
            cents = self.cents * (1 if alone or self.singles else 2)
        else:
            cents = -(-self.cents // 2) if alone else self.cents
        off = self.off or {}
        return max(0, cents - sum(off.get(name, 0) for name in reductions))
