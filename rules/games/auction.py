"""The auction, which belote contrée and coinche share: bids in points, contre, and a taker who must reach its bid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeVar

from rules.camps import CAMPS, CAPOT
from rules.cards import points_in_play, possible_points
from rules.control import Stated, TotalsCheck
from rules.form import Feuille
from rules.games import facts
from rules.games.base import Clause
from rules.games.ended import control_ended
from rules.games.two_camps import BELOTE_KEYS, DONNE_KEYS, BeloteGame, BeloteTerms, PointsDonne, belote_shares

STEP = 10


@dataclass(frozen=True, kw_only=True)
class AuctionTerms(BeloteTerms):
    """Bids from ``enchere_min`` to ``enchere_max`` by tens, and the contres there are."""

    der: int
    enchere_min: int
    enchere_max: int
    contres: tuple[str, ...]
    chute: int
    capot: int
    capot_demande: int

    @property
    def bids(self) -> range:
        """Return the bids in points; capot comes after them."""
        return range(self.enchere_min, self.enchere_max + 1, STEP)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionDonne(PointsDonne):
    """``enchere`` is the taker's bid in points, or capot."""

    enchere: int | str
    contre: str | None


TA = TypeVar("TA", bound=AuctionTerms)


class Auction(BeloteGame[TA, AuctionDonne], Generic[TA]):
    """A game with an auction in points."""

    keys = DONNE_KEYS | BELOTE_KEYS | {"points"}

    def read(self, raw: facts.Raw) -> AuctionDonne:
        terms = self.terms
        preneur = facts.read_preneur(raw)
        enchere = facts.read_enchere(raw, terms.bids)
        contre = facts.read_contre(raw, terms.contres)
        atout = facts.read_atout(raw, terms.atouts)
        capot = facts.read_capot(raw)
        points: Mapping[str, int] = {}
        if capot is not None:
            flats = {terms.capot, self.capot_bid(contre)} if enchere == CAPOT else {terms.capot}
            facts.check_capot_points(raw, capot, terms.capot, flats)
        else:
            points = facts.read_points(raw, atout, terms.cartes_par_pli)
        belotes, oubliees = facts.read_belotes(raw, atout, facts.most_belotes(atout))
        facts.refuse_annonces(raw)
        return AuctionDonne(
            preneur=preneur,
            enchere=enchere,
            contre=contre,
            atout=atout,
            capot=capot,
            points=points,
            belotes=belotes,
            oubliees=oubliees,
        )

    def capot_bid(self, contre: str | None) -> int:
        """Return what a capot that was bid marks."""
        return self.terms.capot_demande

    def made(self, donne: AuctionDonne) -> bool:
        """Return whether the taker reached its bid: a capot always does, and alone makes a bid capot."""
        if donne.capot is not None:
            return donne.capot == donne.preneur
        if not isinstance(donne.enchere, int):
            return False
        return donne.points[donne.preneur] + self.terms.belote * donne.belotes[donne.preneur] >= donne.enchere

    def raw_points(self, donne: AuctionDonne) -> Mapping[str, int]:
        return donne.points

    def every_donne(self) -> Iterator[tuple[Sequence[int], Callable[[int], AuctionDonne]]]:
        terms = self.terms
        shared = sorted(possible_points(None, terms.cartes_par_pli or 4))
        for preneur, enchere, contre, capot, belotes in product(
            CAMPS, (*terms.bids, CAPOT), (None, *terms.contres), (None, *CAMPS), belote_shares(1)
        ):

            def make(
                points: int,
                preneur: str = preneur,
                enchere: int | str = enchere,
                contre: str | None = contre,
                capot: str | None = capot,
                belotes: Mapping[str, int] = belotes,
            ) -> AuctionDonne:
                return AuctionDonne(
                    preneur=preneur,
                    enchere=enchere,
                    contre=contre,
                    atout=None,
                    capot=capot,
                    points={} if capot else {"NS": points, "EO": points_in_play(None) - points},
                    belotes=belotes,
                    oubliees=(),
                )

            yield shared if capot is None else [0], make

    def control(self, stated: Stated) -> TotalsCheck:
        return control_ended(self, stated)

    def feuille(self, players: int) -> Feuille:
        terms = self.terms
        return Feuille(
            fields=("preneur", "enchere", "contre", "points", "belote", "capot"),
            bids=(*terms.bids, CAPOT),
            contres=terms.contres,
            belotes=1,
            forgotten=terms.rebelote != "due",
            tricks=terms.plis,
            limit=terms.limite_donnes,
        )


def contract_clauses(terms: AuctionTerms, *, belote_helps: bool = True) -> Iterator[Clause]:
    """Yield which bids there are, and when one is reached: the taker's belote counted where it *belote_helps*."""
    low, high = terms.enchere_min, terms.enchere_max
    yield terms.clause(
        "Les enchères vont de {low} à {high} de dix en dix, puis capot ; ni Sans Atout ni Tout Atout.",
        "Bids go from {low} to {high} by tens, then capot; neither Sans Atout nor Tout Atout.",
        "enchere_max",
        low=low,
        high=high,
    )
    if "surcontre" in terms.contres:
        yield terms.clause(
            "Une enchère peut être contrée, puis surcontrée ; les enchères sont alors closes.",
            "A bid may be contré, then surcontré; the auction is then closed.",
            "contres",
        )
    else:
        yield terms.clause(
            "Une enchère peut être coinchée, ce qui clôt les enchères ; on ne surcoinche pas.",
            "A bid may be coinché, which closes the auction; there is no surcoinche.",
            "contres",
        )
    if belote_helps:
        yield terms.clause(
            "Le contrat est réussi si le preneur atteint son enchère en points réels, sa belote comprise ; "
            "un capot du preneur le réussit toujours.",
            "The contract is made when the taker reaches its bid in real points, its belote included; "
            "a capot by the taker always makes it.",
            "reussite",
        )
    else:
        yield terms.clause(
            "Le contrat est réussi si le preneur atteint son enchère en points réels, la belote n'aide pas ; "
            "un capot du preneur le réussit toujours.",
            "The contract is made when the taker reaches its bid in real points, the belote does not help; "
            "a capot by the taker always makes it.",
            "belote_aide",
        )
    yield terms.clause(
        "Si les quatre joueurs passent, la donne ne marque rien et ne compte pas.",
        "When all four pass, the donne marks nothing and does not count.",
        "passe",
    )
