"""Belote by tricks with auction (S4 La variante pour les grands, Les bonus)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.camps import CAPOT, OTHER
from rules.cards import SANS_ATOUT, TOUT_ATOUT
from rules.control import Stated, TotalsCheck
from rules.form import Feuille
from rules.games import facts
from rules.games.base import END, MARKS, PLAY, Clause, ReglementPart
from rules.games.clauses import end_clauses, play_clauses
from rules.games.plis import TRICK_KEYS, PlisTerms, control_manches, tricks_clause, winner_of_all
from rules.games.two_camps import BELOTE_KEYS, BeloteDonne, BeloteGame, BeloteTerms
from rules.line import CHUTE, REUSSI, Line, Marque


@dataclass(frozen=True, kw_only=True)
class EncheresTerms(PlisTerms, BeloteTerms):
    """Bids from 1 to ``pari_max``; what a capot, its bid, one missed and a contre add to a manche."""

    pari_max: int
    contres: tuple[str, ...]
    capot: int
    capot_demande: int
    capot_manque: int
    contre: int

    @property
    def bids(self) -> range:
        """Return the bids in tricks; capot comes after them."""
        return range(1, self.pari_max + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EncheresDonne(BeloteDonne):
    """Tricks of each camp and the camp of the last one; ``enchere`` is the taker's bid in tricks, or capot."""

    enchere: int | str
    contre: str | None
    plis: Mapping[str, int]
    dernier: str


class Encheres(BeloteGame[EncheresTerms, EncheresDonne]):
    """The taker bids its tricks; the last and a belote count one more."""

    terms_class = EncheresTerms
    articles = frozenset({"entame", "passe", "annonces", "fin", "nulle"})
    keys = TRICK_KEYS | BELOTE_KEYS

    def read(self, raw: facts.Raw) -> EncheresDonne:
        terms = self.terms
        preneur = facts.read_preneur(raw)
        enchere = facts.read_enchere(raw, terms.bids)
        contre = facts.read_contre(raw, terms.contres)
        atout = facts.read_atout(raw, terms.atouts)
        plis, dernier = facts.read_plis(raw, terms.plis, facts.read_capot(raw))
        belotes, oubliees = facts.read_belotes(raw, atout, 0 if atout in (SANS_ATOUT, TOUT_ATOUT) else 1)
        facts.refuse_annonces(raw)
        return EncheresDonne(
            preneur=preneur,
            enchere=enchere,
            contre=contre,
            atout=atout,
            capot=winner_of_all(plis),
            plis=plis,
            dernier=dernier,
            belotes=belotes,
            oubliees=oubliees,
        )

    def mark(self, donne: EncheresDonne, *, last: bool = False) -> Marque:
        terms, article = self.terms, self.terms.article
        taker = donne.preneur
        made = donne.capot == taker
        if isinstance(donne.enchere, int):
            tally = donne.plis[taker] + terms.belote * donne.belotes[taker]
            made = tally + (terms.dernier_pli if donne.dernier == taker else 0) >= donne.enchere
        winner = taker if made else OTHER[taker]
        label, worth = ("manche", terms.manche)
        if donne.enchere == CAPOT and not made:
            label, worth = ("capot_manque", terms.capot_manque)
        lines = [Line(winner, label, worth, article[label])]
        if donne.capot == winner:
            lines.append(Line(winner, "capot", terms.capot, article["capot"]))
            if donne.enchere == CAPOT and made:
                lines.append(Line(winner, "capot_demande", terms.capot_demande, article["capot_demande"]))
        if donne.contre:
            lines.append(Line(winner, "coinche", terms.contre, article["contre"]))
        lines.append(Line(OTHER[winner], "manche", 0, article["manche"]))
        return Marque(REUSSI if made else CHUTE, (article["pari_max"],), lines, winner)

    def feuille(self, players: int) -> Feuille:
        terms = self.terms
        return Feuille(
            fields=("preneur", "enchere", "contre", "atout", "plis", "dernier_pli", "belote"),
            bids=(*terms.bids, CAPOT),
            contres=terms.contres,
            atouts=(SANS_ATOUT, TOUT_ATOUT) if terms.sans_atout_tout_atout else (),
            belotes=1,
            forgotten=terms.rebelote != "due",
            tricks=terms.plis,
            limit=terms.limite_donnes,
        )

    def control(self, stated: Stated) -> TotalsCheck:
        terms = self.terms
        # The most that one manche marks: a capot bid, made and coinché (S4 Les bonus).
        most = terms.manche + terms.capot + terms.capot_demande + terms.contre
        return control_manches(terms, stated, most=most, least=0)

    def reglement(self) -> list[ReglementPart]:
        terms = self.terms
        return [(MARKS, _marks(terms)), (END, end_clauses(terms)), (PLAY, play_clauses(terms))]


def _marks(terms: EncheresTerms) -> Iterator[Clause]:
    yield tricks_clause(terms)
    yield terms.clause(
        "On parie de 1 à {pari_max} plis ou capot, à une couleur, à Sans Atout ou à Tout Atout.",
        "Bids are 1 to {pari_max} tricks or capot, in a suit, in Sans Atout or in Tout Atout.",
        "pari_max",
    )
    yield terms.clause(
        "Pari tenu : {manche} point ; perdu : {manche} point aux autres, {capot_manque} si c'était un capot.",
        "Bet kept: {manche} point; lost: {manche} point to the others, {capot_manque} if it was a capot.",
        "manche",
    )
    yield terms.clause(
        "Tous les plis : {capot} point de plus ; annoncé : {capot_demande} encore ; coinche : {contre} de plus.",
        "Every trick: {capot} more point; announced: {capot_demande} again; coinche: {contre} more.",
        "capot",
    )
    yield terms.clause(
        "La belote, « belote » puis « rebelote », compte un pli de plus ; pas à Sans Atout ni à Tout Atout.",
        "The belote, “belote” then “rebelote”, counts one more trick; not in Sans Atout nor Tout Atout.",
        "belote",
    )
