"""Belote contrée (S1 §2): auction by tens, capot bid, contre and surcontre, three conditions to win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.camps import CAPOT, OTHER
from rules.games.auction import Auction, AuctionDonne, AuctionTerms, contract_clauses
from rules.games.base import CONTRACT, END, MARKS, PLAY, Clause, ReglementPart, clause
from rules.games.clauses import belote_clauses, end_clauses, play_clauses, rounding_clauses
from rules.games.two_camps import AfterDonne, belote_lines, flat_lines, reached
from rules.line import CHUTE, REUSSI, Line, Marque


@dataclass(frozen=True, kw_only=True)
class ContreeTerms(AuctionTerms):
    """The worth of contre, surcontre and a capot bid; ``fin`` tells whether the last donne counts unrounded."""

    contre: int
    surcontre: int
    contre_capot: int
    capot_contre: int
    capot_surcontre: int
    fin: Literal["reels", "arrondis"]


class Contree(Auction[ContreeTerms]):
    """Belote contrée; rounding comes after the marks, on the whole of them, the rest being tens already."""

    terms_class = ContreeTerms
    articles = frozenset({"entame", "passe", "reussite", "faits", "capot_manque", "annonces", "renonce", "nulle"})

    def mark(self, donne: AuctionDonne, *, last: bool = False) -> Marque:
        terms, article = self.terms, self.terms.article
        made = self.made(donne)
        winner = donne.preneur if made else OTHER[donne.preneur]
        belotes_to: str | None = winner
        if donne.enchere == CAPOT:
            name = f"capot_{donne.contre}" if donne.contre else "capot_demande"
            flat = article[name if made else "capot_manque"]
            lines = flat_lines(winner, name, self.capot_bid(donne.contre), "aucun_pli" if made else "dedans", flat)
            if made and not donne.contre:
                belotes_to = None
        elif donne.contre:
            return self._mark_contre(donne, donne.contre, made, winner)
        elif made:
            belotes_to = None
            if donne.capot:
                lines = flat_lines(winner, "capot", terms.capot, "aucun_pli", article["capot"])
            else:
                lines = [Line(camp, "points", raw, article["faits"]) for camp, raw in donne.points.items()]
        else:
            label, worth = ("capot", terms.capot) if donne.capot else ("chute", terms.chute)
            lines = [Line(OTHER[winner], "dedans", 0, article["chute"]), Line(winner, label, worth, article[label])]
        lines += belote_lines(donne.belotes, terms, belotes_to)
        return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)

    def _mark_contre(self, donne: AuctionDonne, contre: str, made: bool, winner: str) -> Marque:
        terms, article = self.terms, self.terms.article
        worth = {"contre": terms.contre, "surcontre": terms.surcontre}[contre]
        lines = [Line(winner, contre, worth, article[contre])]
        if donne.capot == winner:
            lines.append(Line(winner, "capot", terms.contre_capot, article["contre_capot"]))
        lines += belote_lines(donne.belotes, terms, winner)
        lines.append(Line(OTHER[winner], contre, 0, article[contre]))
        return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)

    def capot_bid(self, contre: str | None) -> int:
        terms = self.terms
        return {"contre": terms.capot_contre, "surcontre": terms.capot_surcontre}.get(contre or "", terms.capot_demande)

    def winner(self, after: AfterDonne[AuctionDonne], limit: int) -> str | None:
        """Return the camp at the limit, ahead, and in this donne neither capot nor down on its own contract (S1 §2)."""
        points = after.reels if self.terms.fin == "reels" else after.totals
        for camp in reached(points, limit):
            capot = after.donne.capot == OTHER[camp]
            down = after.issue == CHUTE and after.donne.preneur == camp
            if points[camp] > points[OTHER[camp]] and not capot and not down:
                return camp
        return None

    @property
    def end_reads(self) -> frozenset[str]:
        reads = {"capot", "preneur", "issue"}
        return frozenset(reads | {"reels"} if self.terms.fin == "reels" else reads)

    def reglement(self) -> list[ReglementPart]:
        terms = self.terms
        return [
            (CONTRACT, contract_clauses(terms)),
            (MARKS, _marks(terms)),
            (END, end_clauses(terms, _winner(terms))),
            (PLAY, play_clauses(terms)),
        ]


def _winner(terms: ContreeTerms) -> Iterator[Clause]:
    yield terms.clause(
        "Pour gagner : atteindre la limite, avoir plus de points que l'autre camp, et n'être sur cette donne ni capot "
        "ni en chute dans son contrat.",
        "To win: reach the limit, have more points than the other camp, and be in that donne neither capot nor down "
        "on its own contract.",
        "fin",
    )
    if terms.fin == "reels":
        yield clause(
            "Fin en points réels : la dernière donne compte sans arrondi pour gagner ; la marque reste arrondie.",
            "End in real points: the last donne counts unrounded towards winning; the mark stays rounded.",
            "S1 §2 fin de partie A",
        )
    else:
        yield clause(
            "Fin arrondie : la dernière donne compte comme elle est marquée.",
            "Rounded end: the last donne counts as it is marked.",
            "S1 §2 fin de partie B",
        )


def _marks(terms: ContreeTerms) -> Iterator[Clause]:
    yield terms.clause(
        "Contrat réussi, non contré : chaque camp marque ses points et sa belote.",
        "Contract made, not contré: each camp marks its points and its belote.",
        "faits",
    )
    yield terms.clause(
        "Contrat chuté : l'adversaire marque {chute}, ou {capot} s'il a fait capot, plus la belote annoncée.",
        "Contract lost: the adversary marks {chute}, or {capot} if it made capot, plus any belote.",
        "chute",
    )
    yield terms.clause(
        "Capot non demandé : {capot} ; un camp capot garde sa belote, sauf s'il chute son contrat.",
        "Capot not bid: {capot}; a capot camp keeps its belote, unless it fails its own contract.",
        "capot",
    )
    yield terms.clause(
        "Contre {contre}, surcontre {surcontre}, au gagnant du contrat, plus {belote} si une belote "
        "a été annoncée et {contre_capot} s'il a fait capot ; l'autre camp ne marque rien.",
        "Contre {contre}, surcontre {surcontre}, to the winner of the contract, plus {belote} if a "
        "belote was announced and {contre_capot} if it made capot; the other camp marks nothing.",
        "contre",
    )
    yield terms.clause(
        "Capot demandé {capot_demande}, contré {capot_contre}, surcontré {capot_surcontre}.",
        "Capot bid {capot_demande}, contré {capot_contre}, surcontré {capot_surcontre}.",
        "capot_demande",
    )
    yield terms.clause(
        "Manqué, il va à l'adversaire avec la belote ; réussi sans contre, la belote va au camp qui l'a annoncée.",
        "Missed, it goes to the adversary with the belote; made without contre, the belote goes to who announced it.",
        "capot_manque",
    )
    yield from belote_clauses(terms)
    yield from rounding_clauses(terms)
