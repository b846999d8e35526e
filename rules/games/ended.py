"""The control of totals where the sum of a donne depends on bids or annonces: can a partie end with these two totals?"""

from __future__ import annotations

from typing import Any

from rules.camps import CAMPS
from rules.control import HIGHEST, MOST_DONNES, Pair, Stated, TotalsCheck, uncontrolled
from rules.games.outcomes import Feasibility
from rules.games.parties import parties_of
from rules.games.two_camps import BeloteGame
from rules.slips import neighbours, one_digit_less

MOST_MEANT = 4  # figures that may have been meant; more say nothing
MOST_SHARES = 200  # of the belotes and capots stated; with more they are counted, and not followed donne by donne
MOST_FREE = 24  # donnes, where the sums of a donne are many


def control_ended(game: BeloteGame[Any, Any], stated: Stated) -> TotalsCheck:
    """Check both totals, belotes and capots against every partie there can be; name the likely slip."""
    terms, pair = game.terms, stated.pair
    params = {
        "ns": pair[0],
        "eo": pair[1],
        "somme": sum(pair),
        "donnes": stated.donnes if stated.donnes is not None else terms.limite_donnes,
        "belotes": sum(stated.belotes or ()),
        "capots": sum(stated.capots or ()),
        "limite": terms.limite_points if stated.donnes is None else terms.limite_donnes,
    }
    plain = uncontrolled(stated, tens=game.tens, limite_donnes=terms.limite_donnes, limite_points=terms.limite_points)
    fixed = terms.limite_donnes if stated.donnes is None else stated.most
    endless = fixed is None and (terms.limite_points is None or terms.limite_points > HIGHEST)
    many = parties_of(game).many
    if not plain.ok or endless or (fixed or 0) > (MOST_FREE if many else MOST_DONNES):
        return plain
    if fixed is not None:
        if stated.donnes is not None and terms.limite_donnes is not None and fixed > terms.limite_donnes:
            return TotalsCheck(False, "donnes_trop", params=params)
        most = max(i + j for i, j, _capot in (outcome.kind for outcome in parties_of(game).decided))
        for code, counted, highest in (("belotes_trop", "belotes", most * fixed), ("capots_trop", "capots", fixed)):
            if params[counted] > highest:
                return TotalsCheck(False, code, params=params)
    shares = 1
    for number in (*(stated.belotes or ()), *(stated.capots or ())):
        shares *= number + 1
    if many or shares > MOST_SHARES:
        stated = Stated(pair, None, None, stated.donnes, stated.nulle)
    way = _find(game, stated, pair)
    if way is not None and not way.lost:
        return TotalsCheck(True)
    if way is not None:
        return TotalsCheck(True, "litige_perdu", "litige_perdu", True, [sum(pair)], {**params, "perdus": way.lost})
    params |= reason_against(game, stated, fixed)
    causes = ("chiffre_en_trop", "chiffres_inverses", "un_chiffre")
    for cause in causes[:1] if many and fixed else causes:
        meant = _meant(game, stated, cause)
        if 0 < len(meant) <= MOST_MEANT:
            return TotalsCheck(False, "fin_impossible", cause, params={**params, "voulus": meant})
    return TotalsCheck(False, "fin_impossible", params=params)


def reason_against(game: BeloteGame[Any, Any], stated: Stated, fixed: int | None) -> dict[str, Any]:
    """Return why no partie ends with these totals, as ``raison`` and its figures; {} where that cannot be said.

    *fixed* is the number of donnes at most. A limit of points that nobody reached ended nothing before the last donne.
    """
    parties, limit, pair = parties_of(game), game.terms.limite_points, stated.pair
    total, high = sum(pair), max(pair)
    least, most = parties.least * parties.unit, parties.most * parties.unit
    if fixed is not None:
        fewest = stated.fewest or fixed
        if (limit is None or high < limit) and total < fewest * least:
            return {"raison": "trop_peu", "nombre": fewest, "donne": least, "borne": fewest * least}
        if total > fixed * most:
            return {"raison": "trop", "nombre": fixed, "donne": most, "borne": fixed * most}
    elif limit is not None and high >= limit + most:
        return {"raison": "au_dela", "total": high, "points": limit, "donne": most}
    alone = next((figure for figure in pair if not parties.reaches(figure)), None)
    return {} if alone is None else {"raison": "jamais", "total": alone}


def _find(game: BeloteGame[Any, Any], stated: Stated, pair: Pair) -> Feasibility | None:
    return parties_of(game).find_stated(Stated(pair, stated.belotes, stated.capots, stated.donnes, stated.nulle))


def _meant(game: BeloteGame[Any, Any], stated: Stated, cause: str) -> list[tuple[str, int]]:
    """Return the figures one slip away that a partie can end with, no litige lost; one too many at most."""
    if stated.belotes is not None or stated.capots is not None:
        bare = Stated(stated.pair, None, None, stated.donnes, stated.nulle)
        likely = _meant(game, bare, cause)
        possible = [slip for slip in likely if _find(game, stated, _read_as(stated.pair, slip))]
        return possible if len(likely) <= MOST_MEANT else likely
    found: list[tuple[str, int]] = []
    # The figure that is out of all proportion is looked at first, and has the digit too many where one has.
    longest = max(len(str(figure)) for figure in stated.pair)
    for n in sorted(range(len(CAMPS)), key=lambda n: -stated.pair[n]):
        camp, read = CAMPS[n], stated.pair[n]
        if cause == "chiffre_en_trop" and len(str(read)) < longest:
            continue
        slips = [("chiffre_en_trop", less) for less in one_digit_less(read)]
        for code, figure in slips if cause == "chiffre_en_trop" else neighbours(read):
            pair = _read_as(stated.pair, (camp, figure))
            if code != cause or (camp, figure) in found or (game.tens and figure % 10):
                continue
            way = _find(game, stated, pair)
            if way is not None and not way.lost:
                found.append((camp, figure))
                if len(found) > MOST_MEANT:
                    return found
    return found


def _read_as(pair: Pair, slip: tuple[str, int]) -> Pair:
    """Return *pair* with the figure of one camp as it may have been meant."""
    camp, figure = slip
    return (figure, pair[1]) if camp == "NS" else (pair[0], figure)
