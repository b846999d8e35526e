"""Coinche of Grimaud Junior (S4), in its three ways of counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    """``contre`` multiplies the bid; ``capot_demande_annonces`` is what a capot bid is worth where only bids count."""

    decompte: Literal["annonces", "faits", "faits_et_annonces"]
    contre: int
    capot_demande_annonces: int

    @property
    def only_bids(self) -> bool:
        """Tell whether points bid count, and points made do not."""
        return self.decompte == "annonces"

    @property
    def announced_capot(self) -> int:
        """Return the worth of a bid capot."""
        return self.capot_demande_annonces if self.only_bids else self.capot_demande


class Coinche(Auction[CoincheTerms]):
    """Coinche: points bid, points made, or both."""

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
        bid = donne.enchere if isinstance(donne.enchere, int) else terms.announced_capot
        if donne.contre:
            lines = flat_lines(winner, "coinche", terms.contre * bid, "coinche", article["contre"])
        elif not made:
            lines = flat_lines(winner, "chute", terms.chute, "dedans", article["chute"])[::-1]
        elif terms.only_bids:
            lines = flat_lines(winner, "enchere", bid, "annonces_seules", counting)
        elif not isinstance(donne.enchere, int):
            lines = flat_lines(winner, "capot_demande", bid, "aucun_pli", counting)
        else:
            if donne.capot:
                lines = flat_lines(winner, "capot", terms.capot, "aucun_pli", counting)
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
        return self.terms.only_bids or super().tens

    def reglement(self) -> list[ReglementPart]:
        terms = self.terms
        winner = higher_wins(terms) if terms.only_bids else taker_wins(terms)
        return [
            (CONTRACT, contract_clauses(terms)),
            (MARKS, _marks(terms)),
            (END, end_clauses(terms, [winner])),
            (PLAY, play_clauses(terms)),
        ]


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
        yield clause(
            "La belote aide à réussir le contrat, sans rien marquer.",
            "The belote helps to make the contract and marks nothing.",
            counting,
        )
    elif terms.decompte == "faits":
        yield clause(
            "On compte les points faits : contrat réussi, chaque camp marque ses points et sa belote.",
            "Points made are counted: contract made, each camp marks its points and its belote.",
            counting,
        )
        yield clause(
            "Capot {capot}, annoncé {asked}.",
            "Capot {capot}, announced {asked}.",
            counting,
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
            counting,
            capot=terms.capot,
            asked=asked,
        )
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
    if terms.decompte != "annonces":
        yield clause(
            "Chaque camp garde sa belote, même en cas de chute.",
            "Each camp keeps its belote, even on a chute.",
            article["belote_chute"],
        )
    yield from belote_clauses(terms)
    yield from rounding_clauses(terms)
