"""FINS: who has won by the limit of points, one small function per règlement."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.donne import OTHER, Donne
from rules.line import CHUTE
from rules.rule_set import Terms


class Etat(NamedTuple):
    """Where a partie stands after a donne: marked totals, real totals (last donne unrounded), that donne, its issue."""

    totals: dict[str, int]
    reels: dict[str, int]
    donne: Donne
    issue: str


def higher(totals: dict[str, int]) -> str | None:
    """The camp with the higher total, None when equal."""
    ns, eo = totals["NS"], totals["EO"]
    return None if ns == eo else "NS" if ns > eo else "EO"


def _reached(totals: dict[str, int], limit: int) -> list[str]:
    return [camp for camp, total in totals.items() if total >= limit]


def plus_haut(etat: Etat, terms: Terms) -> str | None:
    """The camp at the limit; both: the higher; equal: nobody yet (S0 10.4.2)."""
    reached = _reached(etat.totals, terms.limite_points)
    if len(reached) == 2:
        return higher(etat.totals)
    return reached[0] if reached else None


def plus_haut_non_capot(etat: Etat, terms: Terms) -> str | None:
    """The same, but nobody wins on a donne in which it took no trick (S2 A)."""
    capot = etat.donne.capot
    reached = [camp for camp in _reached(etat.totals, terms.limite_points) if capot is None or camp == capot]
    if len(reached) == 2:
        return higher(etat.totals)
    return reached[0] if reached else None


def preneur(etat: Etat, terms: Terms) -> str | None:
    """Both at the limit in the same donne: its taker (S4 La belote classique)."""
    reached = _reached(etat.totals, terms.limite_points)
    if len(reached) == 2:
        return etat.donne.preneur
    return reached[0] if reached else None


def preneur_ou_plus_haut(etat: Etat, terms: Terms) -> str | None:
    """Coinche: the taker where points made count, the higher total where only bids do (S4)."""
    return plus_haut(etat, terms) if terms.decompte == "annonces" else preneur(etat, terms)


def _trois_conditions(etat: Etat, terms: Terms, points: dict[str, int]) -> str | None:
    """S1 §2: at the limit, ahead, and in this donne neither capot nor down on its own contract."""
    for camp in _reached(points, terms.limite_points):
        capot = etat.donne.capot == OTHER[camp]
        down = etat.issue == CHUTE and etat.donne.preneur == camp
        if points[camp] > points[OTHER[camp]] and not capot and not down:
            return camp
    return None


def trois_conditions_reels(etat: Etat, terms: Terms) -> str | None:
    """The three conditions, the last donne in real points (S1 §2 fin de partie A)."""
    return _trois_conditions(etat, terms, etat.reels)


def trois_conditions_arrondis(etat: Etat, terms: Terms) -> str | None:
    """The three conditions, the last donne as marked (S1 §2 fin de partie B)."""
    return _trois_conditions(etat, terms, etat.totals)


FINS: dict[str, Callable[[Etat, Terms], str | None]] = {
    "plus_haut": plus_haut,
    "plus_haut_non_capot": plus_haut_non_capot,
    "preneur": preneur,
    "preneur_ou_plus_haut": preneur_ou_plus_haut,
    "trois_conditions_reels": trois_conditions_reels,
    "trois_conditions_arrondis": trois_conditions_arrondis,
}
