"""Line and Marque: what a donne marks and why, the words every game shares."""

from __future__ import annotations

from typing import NamedTuple

REUSSI, CHUTE, LITIGE, PASSE = "reussi", "chute", "litige", "passe"


class Line(NamedTuple):
    """One line of a mark: the camp (or player), its label, the points, the article that gives them."""

    camp: str
    label: str
    points: int
    article: str


class Marque(NamedTuple):
    """The outcome of a donne before pot and arrondi.

    ``decision``: the articles that settle the contract; ``winner``: the camp that takes a pot, None for a litige;
    ``to_pot``: the points this donne leaves in play; ``again``: it marks nothing, does not count, and is played again.
    """

    issue: str
    decision: tuple[str, ...]
    lines: list[Line]
    winner: str | None
    to_pot: int = 0
    again: bool = False
