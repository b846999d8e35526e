"""Points held over at equality, and who takes them (S0 10.1.3, S1 §1, S2 and S3 Litige)."""

from __future__ import annotations

from rules.donne import OTHER, Donne
from rules.line import LITIGE, Line, Marque
from rules.rule_set import Terms


def hold_over(
    donne: Donne, terms: Terms, full: dict[str, int], own: list[Line], decision: tuple[str, ...], last: bool
) -> Marque:
    """The marque of a litige: the defence marks *own*, the taker's full points stay in play.

    On the *last* donne of a limit of donnes a concours may let the taker keep them (D23).
    """
    taker = donne.preneur
    articles = (terms.article["litige"], *decision)
    if last and terms.litige_derniere_donne == "garde":
        return Marque(LITIGE, (*articles, terms.article["litige_derniere_donne"]), own, None)
    lines = [line for line in own if line.camp == OTHER[taker]]
    lines.append(Line(taker, "litige", 0, terms.article["litige"]))
    return Marque(LITIGE, articles, lines, None, full[taker])


def pot_line(winner: str, pot: int, terms: Terms) -> Line:
    """The line by which the *winner* of a decided donne takes the pot."""
    return Line(winner, "pot", pot, terms.article["pot"])
