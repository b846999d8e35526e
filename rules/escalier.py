"""L'escalier (S4): 3 to 6 single players, a point lost per trick of difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.donne import is_int
from rules.errors import DonneError
from rules.line import Line
from rules.partie import DonneResult, Result, SheetError
from rules.rule_set import Terms


def cards_due(players: int, terms: Terms) -> list[int]:
    """Cards of each manche: 1, 2, … max, … 2, 1."""
    top = terms.cartes_max[players]
    return [*range(1, top), *range(top, 0, -1)]


def score_escalier(
    joueurs: Sequence[str], manches: Sequence[Mapping[str, Any]], terms: Terms, *, explain: bool = True
) -> Result:
    """Every manche in order, up to the first that is refused."""
    due = cards_due(len(joueurs), terms)
    totals = dict.fromkeys(joueurs, 0)
    scored: list[DonneResult] = []
    errors: tuple[SheetError, ...] = ()
    for number, raw in enumerate(manches, start=1):
        try:
            if number > len(due):
                raise DonneError("partie_terminee", champ="donne", limite_donnes=len(due))
            lines = _manche(raw, joueurs, due[number - 1], terms)
        except DonneError as error:
            errors = (SheetError(number, error.champ, error.code, error.params, manche=True),)
            break
        marks = {line.camp: line.points for line in lines}
        totals = {name: totals[name] + marks[name] for name in joueurs}
        article = terms.article["ecart"]
        scored.append(DonneResult("reussi", marks, totals, 0, (article,), tuple(lines) if explain else ()))
    over = len(scored) == len(due)
    best = max(totals.values())
    winners = tuple(name for name in joueurs if totals[name] == best) if over else ()
    return Result(
        donnes=tuple(scored),
        total=totals,
        terminee=over,
        vainqueur=winners[0] if len(winners) == 1 else None,
        nulle=False,
        donnes_comptees=len(scored),
        pot=0,
        errors=errors,
        vainqueurs=winners,
    )


def _manche(raw: Mapping[str, Any], joueurs: Sequence[str], due: int, terms: Terms) -> list[Line]:
    cartes = raw.get("cartes")
    if not is_int(cartes):
        raise DonneError("type", champ="cartes", lu=cartes, attendu=str(due))
    if cartes != due:
        raise DonneError("plis_invalides", champ="cartes", raison="cartes", lu=cartes, total=due)
    annonces = _by_player(raw.get("annonces"), "annonces", joueurs, cartes)
    plis = _by_player(raw.get("plis"), "plis", joueurs, cartes)
    if sum(annonces.values()) == cartes:
        raise DonneError("plis_invalides", champ="annonces", raison="annonces", lu=cartes, total=cartes)
    if sum(plis.values()) != cartes:
        raise DonneError("plis_invalides", champ="plis", raison="somme", lu=sum(plis.values()), total=cartes)
    article = terms.article["ecart"]
    return [Line(name, "ecart", terms.ecart * abs(annonces[name] - plis[name]), article) for name in joueurs]


def _by_player(raw: Any, champ: str, joueurs: Sequence[str], cartes: int) -> dict[str, int]:
    if not isinstance(raw, Mapping):
        raise DonneError("type", champ=champ, lu=raw, attendu=f"0–{cartes}")
    for name in joueurs:
        if not is_int(raw.get(name)):
            raise DonneError("type", champ=f"{champ}.{name}", lu=raw.get(name), attendu=f"0–{cartes}")
    for name in joueurs:
        if raw[name] < 0:
            raise DonneError("points_negatifs", champ=f"{champ}.{name}", lu=raw[name])
        if raw[name] > cartes:
            raise DonneError("plis_invalides", champ=f"{champ}.{name}", raison="trop", lu=raw[name], total=cartes)
    return {name: raw[name] for name in joueurs}
