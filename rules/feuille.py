"""Feuille: what one line of a score sheet asks for, from the game and its terms."""

from __future__ import annotations

from dataclasses import dataclass

from rules.camps import CAMPS


@dataclass(frozen=True, slots=True, kw_only=True)
class Feuille:
    """The columns of a score sheet, read by the entry page and the paper.

    ``fields`` are keys of the sheet format in the order of entry. ``atouts`` are those worth writing down, ``belotes``
    the most that one donne can hold, ``forgotten`` whether a forgotten “rebelote” may be forgiven, ``tricks`` those of
    a donne. ``sum`` is the points both camps mark together on a donne, where that is fixed but for belotes and
    ``capot_more`` for a capot. ``manches`` are the cards of each manche where every player marks alone, else ().
    """

    camps: tuple[str, ...] = CAMPS
    fields: tuple[str, ...]
    bids: tuple[int | str, ...] = ()
    contres: tuple[str, ...] = ()
    atouts: tuple[str, ...] = ()
    belotes: int = 0
    forgotten: bool = False
    renonce: bool = False
    tricks: int = 8
    manches: tuple[int, ...] = ()
    limit: int | None = None
    sum: int | None = None
    capot_more: int = 0

    @property
    def totals_alone(self) -> bool:
        """Return whether a sheet is two totals that the club marks in its own way: no donnes, and nothing is checked."""
        return not self.fields

    @property
    def by_manches(self) -> bool:
        """Return whether players guess their tricks, manche after manche."""
        return bool(self.manches)
