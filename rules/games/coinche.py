"""Coinche of Grimaud Junior (S4), in its three ways of counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.camps import OTHER
from rules.games.auction import Auction, AuctionDonne, AuctionTerms, contract_clauses
from rules.games.base import CONTRACT, END, MARKS, PLAY, Clause, ReglementPart, clause
from rules.games.clauses import (
    belote_clauses,
    end_clauses,
    higher_wins,
    play_clauses,
    rounding_clauses,
    taker_wins,
)
from rules.games.two_camps import AfterDonne, belote_lines, first_at, flat_lines, taker_at
from rules.line import CHUTE, REUSSI, Line, Marque


@dataclass(frozen=True, kw_only=True)
class CoincheTerms(AuctionTerms):
    """``contre`` multiplies the bid; ``capot_demande_annonces`` is what a capot bid is worth where only bids count.

    With ``chute_contrat`` a lost contract adds the bid to ``chute``, and a contre multiplies both; ``surcoinche``
    multiplies in the place of ``contre``, 0 where there is none; ``belote_aide``: the belote helps to make the contract;
    ``capot_fait``: a capot that was not bid.
    """

    decompte: Literal["annonces", "faits", "faits_et_annonces"]
    contre: int
    capot_demande_annonces: int
    chute_contrat: bool
    surcoinche: int
    belote_aide: bool
    capot_fait: int

    @property
    def only_bids(self) -> bool:
        """Tell whether points bid count, and points made do not."""
        return self.decompte == "annonces"

    @property
    def announced_capot(self) -> int:
        """Return the worth of a bid capot."""
        return self.capot_demande_annonces if self.only_bids else self.capot_demande


S4_SCALE = {"chute": 160, "capot": 250, "capot_demande": 350, "arrondi": "point"}


class Coinche(Auction[CoincheTerms]):
    """Coinche: points bid, points made, or both."""

    def __init__(self, terms: CoincheTerms) -> None:
        terms = replace(terms, capot=terms.capot_fait)
        # A value that is not that of S4 stands on the règlement of the club.
        own = [name for name, stated in S4_SCALE.items() if getattr(terms, name) != stated]
        if own:
            terms = replace(terms, article={**terms.article, **dict.fromkeys(own, terms.article["chute_contrat"])})
        super().__init__(replace(terms, contres=("contre", "surcontre")) if terms.surcoinche else terms)

    def made(self, donne: AuctionDonne) -> bool:
        if self.terms.belote_aide or donne.capot is not None or not isinstance(donne.enchere, int):
            return super().made(donne)
        return donne.points[donne.preneur] >= donne.enchere

    terms_class = CoincheTerms
    articles = frozenset(
        "entame passe reussite decompte_annonces decompte_faits decompte_faits_et_annonces belote_chute annonces "
        "renonce fin nulle".split()
    )

    def mark(self, donne: AuctionDonne, *, last: bool = False) -> Marque:
        terms, article = self.terms, self.terms.article
        counting = article[f"decompte_{terms.decompte}"]
        made = self.made(donne)
        winner = donne.preneur if made else OTHER[donne.preneur]
        capot, asked = (_stated_by(terms, counting, name) for name in ("capot", "capot_demande"))
        bid = donne.enchere if isinstance(donne.enchere, int) else terms.announced_capot
        if donne.contre:
            times, name = (terms.contre, "contre") if donne.contre == "contre" else (terms.surcoinche, "surcoinche")
            worth = times * (bid + (terms.chute if terms.chute_contrat else 0))
            lines = flat_lines(
                winner, "coinche", worth, "coinche", article["chute_contrat" if terms.chute_contrat else name]
            )
        elif not made:
            lines = flat_lines(winner, "chute", terms.chute, "dedans", article["chute"])[::-1]
            if terms.chute_contrat:
                lines.append(Line(winner, "enchere", bid, article["chute_contrat"]))
        elif terms.only_bids:
            lines = flat_lines(winner, "enchere", bid, "annonces_seules", counting)
        elif not isinstance(donne.enchere, int):
            lines = flat_lines(winner, "capot_demande", bid, "aucun_pli", asked)
        else:
            if donne.capot:
                lines = flat_lines(winner, "capot", terms.capot, "aucun_pli", capot)
            else:
                lines = [Line(camp, "points", raw, counting) for camp, raw in donne.points.items()]
            if terms.decompte == "faits_et_annonces":
                lines.append(Line(winner, "enchere", bid, counting))
        if not terms.only_bids:
            lines += belote_lines(donne.belotes, terms)
        return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)

    def winner(self, after: AfterDonne[AuctionDonne], limit: int) -> str | None:
        """Return the camp at the limit; both: the taker where points made count, the higher where only bids do (S4)."""
        if self.terms.only_bids:
            return first_at(after.totals, limit)
        return taker_at(after.totals, limit, after.donne.preneur)

    @property
    def end_reads(self) -> frozenset[str]:
        return frozenset() if self.terms.only_bids else frozenset({"preneur"})

    @property
    def plays_on_ties(self) -> bool:
        return self.terms.only_bids

    @property
    def tens(self) -> bool:
        return (self.terms.only_bids and self.terms.chute % 10 == 0) or super().tens

    def reglement(self) -> list[ReglementPart]:
        terms = self.terms
        winner = higher_wins(terms) if terms.only_bids else taker_wins(terms)
        return [
            (CONTRACT, contract_clauses(terms, belote_helps=terms.belote_aide)),
            (MARKS, _marks(terms)),
            (END, end_clauses(terms, [winner])),
            (PLAY, play_clauses(terms)),
        ]


def _stated_by(terms: CoincheTerms, counting: str, *names: str) -> str:
    """Return the article of the values *names*: the club's where one is not that of S4, else that of the *counting*."""
    return next((terms.article[name] for name in names if getattr(terms, name) != S4_SCALE[name]), counting)


def _marks(terms: CoincheTerms) -> Iterator[Clause]:
    article = terms.article
    counting = article[f"decompte_{terms.decompte}"]
    asked = terms.announced_capot
    if terms.decompte == "annonces":
        yield clause(
            "On compte les points annoncés : le preneur qui réussit marque son enchère (capot {asked}), l'autre camp rien.",
            "Points bid are counted: a taker that makes it marks its bid (capot {asked}), the other camp nothing.",
            counting,
            asked=asked,
        )
        if terms.belote_aide:
            yield clause(
                "La belote aide à réussir le contrat, sans rien marquer.",
                "The belote helps to make the contract and marks nothing.",
                counting,
            )
        else:
            yield clause("La belote ne marque rien.", "The belote marks nothing.", counting)
    elif terms.decompte == "faits":
        yield clause(
            "On compte les points faits : contrat réussi, chaque camp marque ses points et sa belote.",
            "Points made are counted: contract made, each camp marks its points and its belote.",
            counting,
        )
        yield clause(
            "Capot {capot}, annoncé {asked}.",
            "Capot {capot}, announced {asked}.",
            _stated_by(terms, counting, "capot", "capot_demande"),
            capot=terms.capot,
            asked=asked,
        )
    else:
        yield clause(
            "On compte les points faits et annoncés : le preneur qui réussit marque ses points, son enchère et sa belote, "
            "l'autre camp ses points et sa belote.",
            "Points made and bid are counted: a taker that makes it marks its points, its bid and its belote, the other "
            "camp its points and its belote.",
            counting,
        )
        yield clause(
            "Capot {capot} et l'enchère ; annoncé {asked}, enchère comprise.",
            "Capot {capot} and the bid; announced {asked}, bid included.",
            _stated_by(terms, counting, "capot", "capot_demande"),
            capot=terms.capot,
            asked=asked,
        )
    yield from _lost_or_doubled(terms)
    if terms.decompte != "annonces":
        yield clause(
            "Chaque camp garde sa belote, même en cas de chute.",
            "Each camp keeps its belote, even on a chute.",
            article["belote_chute"],
        )
    yield from belote_clauses(terms)
    yield from rounding_clauses(terms)


def _lost_or_doubled(terms: CoincheTerms) -> Iterator[Clause]:
    """Return the options of what a lost contract and one that was coinché mark."""
    article, asked = terms.article, terms.announced_capot
    if terms.chute_contrat:
        yield clause(
            "Contrat chuté : l'adversaire marque {chute} et l'enchère (capot {asked}).",
            "Contract lost: the adversary marks {chute} and the bid (capot {asked}).",
            article["chute_contrat"],
            chute=terms.chute,
            asked=asked,
        )
        yield clause(
            "Coinché : le gagnant du contrat marque {times} fois le total de {chute} et de l'enchère, l'autre rien.",
            "Coinché: the winner of the contract marks {times} times the total of {chute} and the bid, the other nothing.",
            article["chute_contrat"],
            times=terms.contre,
            chute=terms.chute,
        )
    else:
        yield clause(
            "Contrat chuté : l'adversaire marque {chute}.",
            "Contract lost: the adversary marks {chute}.",
            article["chute"],
            chute=terms.chute,
        )
        yield clause(
            "Coinché : le gagnant du contrat marque le double de l'enchère (capot {capot}), l'autre rien.",
            "Coinché: the winner of the contract marks twice the bid (capot {capot}), the other nothing.",
            article["contre"],
            capot=asked * terms.contre,
        )
    if terms.surcoinche:
        yield clause(
            "Surcoinché : {times} fois au lieu de {once}.",
            "Surcoinché: {times} times instead of {once}.",
            article["surcoinche"],
            times=terms.surcoinche,
            once=terms.contre,
        )
