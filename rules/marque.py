"""What a donne marks: lines (camp, label, points, article) whose sums are the marks, one function per game."""

from __future__ import annotations

from collections.abc import Callable

from rules.cards import SANS_ATOUT, TOUT_ATOUT
from rules.conversion import convert
from rules.donne import CAPOT, OTHER, Donne
from rules.line import CHUTE, REUSSI, Line, Marque
from rules.litige import hold_over
from rules.rule_set import Terms


def _belote_lines(donne: Donne, terms: Terms, lines: list[Line], to: str | None = None) -> None:
    """Each camp's belotes, or all of them *to* one camp."""
    article = terms.article["belote"]
    for camp, number in donne.belotes.items():
        if number:
            if to is None or to == camp:
                lines.append(Line(camp, "belote", terms.belote * number, article))
            else:
                lines.append(Line(to, "belote_adverse", terms.belote * number, article))


def marque_points(donne: Donne, terms: Terms, last: bool) -> Marque:
    """Belote classique and its kin: S0, S1 §1, S2, S3, S4 La belote classique."""
    article = terms.article
    taker = donne.preneur
    defence = OTHER[taker]
    annonces, belotes = donne.annonces, donne.belotes
    lines: list[Line] = []
    if donne.capot is not None:
        winner, loser = donne.capot, OTHER[donne.capot]
        lines.append(Line(winner, "capot", terms.capot, article["capot"]))
        if annonces:
            lines.append(Line(winner, "annonces", sum(annonces.values()), article["annonces"]))
        lines.append(Line(loser, "aucun_pli", 0, article["capot"]))
        # A taker that took no trick may lose its belote to the defence (S3); a capot defence keeps its own.
        lost = winner == defence and terms.belote_chute == "adverse"
        if lost:
            _belote_lines(donne, terms, lines, to=winner)
        else:
            _belote_lines(donne, terms, lines)
        decision = article["seuil"] if winner == taker else article["echec"]
        issue = REUSSI if winner == taker else CHUTE
        return Marque(issue, (decision, *_variant(donne, article, capot=True)), lines, winner)

    points = donne.points
    if donne.atout == TOUT_ATOUT:
        points = {camp: convert(raw) for camp, raw in points.items()}
    full = {camp: points[camp] + terms.belote * belotes[camp] + annonces.get(camp, 0) for camp in points}
    gap = full[taker] - full[defence] if terms.seuil is None else 2 * (points[taker] - terms.seuil) + 1
    decision_of = _variant(donne, article)
    if gap == 0 and terms.litige:
        return hold_over(donne, terms, full, _own_lines(donne, terms, points, article["litige"]), decision_of, last)
    made = gap > 0 or (gap == 0 and terms.egalite == "reussite")
    decision = article["egalite"] if gap == 0 else article["seuil"] if made else article["echec"]
    if made:
        lines = _own_lines(donne, terms, points, article["faits"])
        return Marque(REUSSI, (decision, *decision_of), lines, taker)
    lines.append(Line(taker, "dedans", 0, article["echec"]))
    lines.append(Line(defence, "chute", terms.chute, article["chute"]))
    if annonces:
        lines.append(Line(defence, "annonces", sum(annonces.values()), article["annonces"]))
    _belote_lines(donne, terms, lines, to=defence if terms.belote_chute == "adverse" else None)
    return Marque(CHUTE, (decision, *decision_of), lines, defence)


def _variant(donne: Donne, article: dict[str, str], *, capot: bool = False) -> tuple[str, ...]:
    if donne.atout == SANS_ATOUT:
        return ("S0 11.2",)
    if donne.atout == TOUT_ATOUT:
        return ("S0 11.3", "D2") if capot else ("S0 11.3",)
    return ()


def _own_lines(donne: Donne, terms: Terms, points: dict[str, int], article: str) -> list[Line]:
    """Each camp marks its own: tricks, conversion in Tout Atout, belotes, annonces."""
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


def _bid_made(donne: Donne, terms: Terms) -> bool:
    """Whether the taker reached its bid: a capot always does, and alone makes a bid capot."""
    if donne.capot is not None:
        return donne.capot == donne.preneur
    if donne.enchere == CAPOT:
        return False
    taker = donne.preneur
    return donne.points[taker] + terms.belote * donne.belotes[taker] >= donne.enchere


def marque_contree(donne: Donne, terms: Terms, last: bool) -> Marque:
    """Belote contrée (S1 §2); rounding comes after, on the whole mark, the rest being tens already."""
    article = terms.article
    taker = donne.preneur
    made = _bid_made(donne, terms)
    winner = taker if made else OTHER[taker]
    loser = OTHER[winner]
    lines: list[Line] = []
    if donne.enchere == CAPOT:
        name = f"capot_{donne.contre}" if donne.contre else "capot_demande"
        flat = article[name if made else "capot_manque"]
        lines.append(Line(winner, name, getattr(terms, name), flat))
        lines.append(Line(loser, "aucun_pli" if made else "dedans", 0, flat))
        _belote_lines(donne, terms, lines, to=None if made and not donne.contre else winner)
    elif donne.contre:
        lines.append(Line(winner, donne.contre, getattr(terms, donne.contre), article[donne.contre]))
        if donne.capot == winner:
            lines.append(Line(winner, "capot", terms.contre_capot, article["contre_capot"]))
        _belote_lines(donne, terms, lines, to=winner)
        lines.append(Line(loser, donne.contre, 0, article[donne.contre]))
    elif made and donne.capot:
        lines.append(Line(winner, "capot", terms.capot, article["capot"]))
        lines.append(Line(loser, "aucun_pli", 0, article["capot"]))
        _belote_lines(donne, terms, lines)
    elif made:
        for camp, raw in donne.points.items():
            lines.append(Line(camp, "points", raw, article["faits"]))
        _belote_lines(donne, terms, lines)
    else:
        flat = "capot" if donne.capot else "chute"
        lines.append(Line(loser, "dedans", 0, article["chute"]))
        lines.append(Line(winner, flat, getattr(terms, flat), article[flat]))
        _belote_lines(donne, terms, lines, to=winner)
    return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)


def marque_coinche(donne: Donne, terms: Terms, last: bool) -> Marque:
    """Coinche (S4) in its three ways of counting."""
    article = terms.article
    decompte = terms.decompte
    counting = article[f"decompte_{decompte}"]
    only_bids = decompte == "annonces"
    taker = donne.preneur
    made = _bid_made(donne, terms)
    winner = taker if made else OTHER[taker]
    loser = OTHER[winner]
    announced = terms.capot_demande_annonces if only_bids else terms.capot_demande
    bid = announced if donne.enchere == CAPOT else donne.enchere
    lines: list[Line] = []
    if donne.contre:
        lines.append(Line(winner, "coinche", terms.contre * bid, article["contre"]))
        lines.append(Line(loser, "coinche", 0, article["contre"]))
    elif not made:
        lines.append(Line(loser, "dedans", 0, article["chute"]))
        lines.append(Line(winner, "chute", terms.chute, article["chute"]))
    elif only_bids:
        lines.append(Line(winner, "enchere", bid, counting))
        lines.append(Line(loser, "annonces_seules", 0, counting))
    elif donne.enchere == CAPOT:
        lines.append(Line(winner, "capot_demande", bid, counting))
        lines.append(Line(loser, "aucun_pli", 0, counting))
    else:
        if donne.capot:
            lines.append(Line(winner, "capot", terms.capot, counting))
            lines.append(Line(loser, "aucun_pli", 0, counting))
        else:
            for camp, raw in donne.points.items():
                lines.append(Line(camp, "points", raw, counting))
        if decompte == "faits_et_annonces":
            lines.append(Line(winner, "enchere", bid, counting))
    if not only_bids:
        _belote_lines(donne, terms, lines)
    return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)


def marque_plis(donne: Donne, terms: Terms, last: bool) -> Marque:
    """By tricks (S4 Ma première belote): the camp with most, the last counting double, marks 1."""
    tally = {camp: n + (terms.dernier_pli if camp == donne.dernier else 0) for camp, n in donne.plis.items()}
    winner = "NS" if tally["NS"] > tally["EO"] else "EO"
    article = terms.article
    lines = [
        Line(winner, "manche", terms.manche, article["manche"]),
        Line(OTHER[winner], "manche", 0, article["manche"]),
    ]
    return Marque(REUSSI, (article["dernier_pli"],), lines, winner)


def marque_encheres(donne: Donne, terms: Terms, last: bool) -> Marque:
    """By tricks with auction (S4 La variante pour les grands, Les bonus)."""
    article = terms.article
    taker = donne.preneur
    if donne.enchere == CAPOT:
        made = donne.capot == taker
    else:
        tally = donne.plis[taker] + terms.belote * donne.belotes[taker]
        made = tally + (terms.dernier_pli if donne.dernier == taker else 0) >= donne.enchere
    winner = taker if made else OTHER[taker]
    failed_capot = donne.enchere == CAPOT and not made
    lines = [
        Line(winner, "capot_manque", terms.capot_manque, article["capot_manque"])
        if failed_capot
        else Line(winner, "manche", terms.manche, article["manche"])
    ]
    if donne.capot == winner:
        lines.append(Line(winner, "capot", terms.capot, article["capot"]))
        if donne.enchere == CAPOT and made:
            lines.append(Line(winner, "capot_demande", terms.capot_demande, article["capot_demande"]))
    if donne.contre:
        lines.append(Line(winner, "coinche", terms.contre, article["contre"]))
    lines.append(Line(OTHER[winner], "manche", 0, article["manche"]))
    return Marque(REUSSI if made else CHUTE, (article["pari_max"],), lines, winner)


MARQUES: dict[str, Callable[[Donne, Terms, bool], Marque]] = {
    "points": marque_points,
    "contree": marque_contree,
    "coinche": marque_coinche,
    "plis": marque_plis,
    "encheres": marque_encheres,
}
