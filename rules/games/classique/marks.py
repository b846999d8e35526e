"""Belote classique and its kin (S0, S1 §1, S2, S3, S4 La belote classique): terms, donne, and its marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.camps import OTHER
from rules.cards import SANS_ATOUT, TOUT_ATOUT, convert
from rules.games.two_camps import BeloteTerms, PointsDonne, belote_lines
from rules.line import CHUTE, LITIGE, REUSSI, Line, Marque


@dataclass(frozen=True, kw_only=True)
class ClassiqueTerms(BeloteTerms):
    """``seuil`` is None where the taker needs more than the other camp, belote included, else the raw points due."""

    der: int
    seuil: int | None
    litige: bool
    egalite: Literal["chute", "reussite"]
    chute: int
    capot: int
    belote_chute: Literal["garde", "adverse"]
    annonces: Literal["aucune", "toutes", "meilleure"]
    renonce: bool
    litige_derniere_donne: Literal["perdu", "garde"]
    comparaison: Literal["avec_belote", "sans_belote"]
    litige_suite: Literal["report", "redonne"]
    fin: Literal["plus_haut", "plus_haut_non_capot", "preneur"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassiqueDonne(PointsDonne):
    """``annonces`` are the points of those that count, by camp."""

    annonces: Mapping[str, int]


def mark(donne: ClassiqueDonne, terms: ClassiqueTerms, *, last: bool = False) -> Marque:
    """Mark a donne, before pot and arrondi."""
    if donne.capot is not None:
        return _mark_capot(donne, donne.capot, terms)
    article, taker, defence = terms.article, donne.preneur, OTHER[donne.preneur]
    points = donne.points
    if donne.atout == TOUT_ATOUT:
        points = {camp: convert(raw) for camp, raw in points.items()}
    full = {
        camp: marked + terms.belote * donne.belotes[camp] + donne.annonces.get(camp, 0)
        for camp, marked in points.items()
    }
    compared = full
    if terms.comparaison == "sans_belote":
        compared = {camp: points - terms.belote * donne.belotes[camp] for camp, points in full.items()}
    gap = compared[taker] - compared[defence] if terms.seuil is None else 2 * (points[taker] - terms.seuil) + 1
    variant = (*_variant(donne), *((article["comparaison"],) if compared is not full else ()))
    if gap == 0 and terms.litige:
        if terms.litige_suite == "redonne":
            return Marque(LITIGE, (article["litige_suite"], *variant), [], None, again=True)
        own = _own_lines(donne, terms, points, article["litige"])
        return _hold_over(taker, terms, compared[taker], own, variant, last)
    made = gap > 0 or (gap == 0 and terms.egalite == "reussite")
    decision = article["egalite"] if gap == 0 else article["seuil"] if made else article["echec"]
    if made:
        return Marque(REUSSI, (decision, *variant), _own_lines(donne, terms, points, article["faits"]), taker)
    lines = [Line(taker, "dedans", 0, article["echec"]), Line(defence, "chute", terms.chute, article["chute"])]
    if donne.annonces:
        lines.append(Line(defence, "annonces", sum(donne.annonces.values()), article["annonces"]))
    lines += belote_lines(donne.belotes, terms, defence if terms.belote_chute == "adverse" else None)
    return Marque(CHUTE, (decision, *variant), lines, defence)


def _mark_capot(donne: ClassiqueDonne, winner: str, terms: ClassiqueTerms) -> Marque:
    article, loser = terms.article, OTHER[winner]
    lines = [Line(winner, "capot", terms.capot, article["capot"])]
    if donne.annonces:
        lines.append(Line(winner, "annonces", sum(donne.annonces.values()), article["annonces"]))
    lines.append(Line(loser, "aucun_pli", 0, article["capot"]))
    made = winner == donne.preneur
    # A taker that took no trick may lose its belote to the defence (S3); a capot defence keeps its own.
    lines += belote_lines(donne.belotes, terms, winner if not made and terms.belote_chute == "adverse" else None)
    decision = article["seuil"] if made else article["echec"]
    return Marque(REUSSI if made else CHUTE, (decision, *_variant(donne)), lines, winner)


def _hold_over(
    taker: str, terms: ClassiqueTerms, held: int, own: list[Line], variant: tuple[str, ...], last: bool
) -> Marque:
    """Mark a litige: the defence marks its *own* lines, the points *held* of the taker stay in play.

    On the *last* donne of a limit of donnes a concours may let the taker keep them (D23).
    """
    article = terms.article["litige"]
    if last and terms.litige_derniere_donne == "garde":
        return Marque(LITIGE, (article, *variant, terms.article["litige_derniere_donne"]), own, None)
    # A belote that was not compared is its camp's, and is not held over (D27).
    kept = ("belote",) if terms.comparaison == "sans_belote" else ()
    lines = [line for line in own if line.camp != taker or line.label in kept]
    return Marque(LITIGE, (article, *variant), [*lines, Line(taker, "litige", 0, article)], None, held)


def _variant(donne: ClassiqueDonne) -> tuple[str, ...]:
    if donne.atout == SANS_ATOUT:
        return ("S0 11.2",)
    if donne.atout == TOUT_ATOUT:
        return ("S0 11.3",) if donne.capot is None else ("S0 11.3", "D2")
    return ()


def _own_lines(donne: ClassiqueDonne, terms: ClassiqueTerms, points: Mapping[str, int], article: str) -> list[Line]:
    """Mark for each camp its own: tricks, conversion in Tout Atout, belotes, annonces."""
    lines = []
    for camp, raw in donne.points.items():
        lines.append(Line(camp, "points", raw, article))
        if points is not donne.points:
            lines.append(Line(camp, "conversion", points[camp] - raw, "S0 11.3"))
        if donne.belotes[camp]:
            lines.append(Line(camp, "belote", terms.belote * donne.belotes[camp], terms.article["belote"]))
        if camp in donne.annonces:
            lines.append(Line(camp, "annonces", donne.annonces[camp], terms.article["annonces"]))
    return lines
