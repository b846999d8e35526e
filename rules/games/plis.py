"""Belote by tricks: most tricks (S4 Ma première belote), and what its variant with auction shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.control import Stated, TotalsCheck
from rules.form import Feuille
from rules.games import facts
from rules.games.base import END, MARKS, PLAY, Clause, ReglementPart
from rules.games.clauses import end_clauses, play_clauses
from rules.games.two_camps import DONNE_KEYS, Donne, TwoCamps, TwoCampsTerms, flat_lines
from rules.line import REUSSI, Marque

TRICK_KEYS = DONNE_KEYS | {"plis", "dernier_pli"}


@dataclass(frozen=True, kw_only=True)
class PlisTerms(TwoCampsTerms):
    """The worth of the last trick beyond another's, and of a manche."""

    dernier_pli: int
    manche: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlisDonne(Donne):
    """Tricks of each camp, and the camp of the last one. Nobody takes."""

    plis: Mapping[str, int]
    dernier: str


class Plis(TwoCamps[PlisTerms, PlisDonne]):
    """The camp with most tricks, the last counting double, marks 1."""

    terms_class = PlisTerms
    articles = frozenset({"entame", "passe", "annonces", "fin", "nulle"})
    keys = TRICK_KEYS

    def read(self, raw: facts.Raw) -> PlisDonne:
        if raw.get("preneur") is not None:
            facts.read_camp(raw["preneur"], "preneur")
        facts.refuse_auction(raw)
        atout = facts.read_atout(raw, self.terms.atouts)
        plis, dernier = facts.read_plis(raw, self.terms.plis, None)
        facts.refuse_annonces(raw)
        return PlisDonne(atout=atout, capot=winner_of_all(plis), plis=plis, dernier=dernier)

    def mark(self, donne: PlisDonne, *, last: bool = False) -> Marque:
        terms, article = self.terms, self.terms.article
        tally = {camp: n + (terms.dernier_pli if camp == donne.dernier else 0) for camp, n in donne.plis.items()}
        winner = "NS" if tally["NS"] > tally["EO"] else "EO"
        lines = flat_lines(winner, "manche", terms.manche, "manche", article["manche"])
        return Marque(REUSSI, (article["dernier_pli"],), lines, winner)

    def feuille(self, players: int) -> Feuille:
        terms = self.terms
        return Feuille(fields=("plis", "dernier_pli"), belotes=1, tricks=terms.plis, limit=terms.limite_donnes)

    def control(self, stated: Stated) -> TotalsCheck:
        manche = self.terms.manche
        return control_manches(self.terms, stated, most=manche, least=manche)

    def reglement(self) -> list[ReglementPart]:
        terms = self.terms
        return [(MARKS, _marks(terms)), (END, end_clauses(terms, unit="manches")), (PLAY, play_clauses(terms))]


def winner_of_all(plis: Mapping[str, int]) -> str | None:
    """Return the camp that took every trick, None where both took some."""
    taking = [camp for camp, number in plis.items() if number]
    return taking[0] if len(taking) == 1 else None


def control_manches(terms: TwoCampsTerms, stated: Stated, *, most: int, least: int) -> TotalsCheck:
    """Check that the winner stops at the limit, or within one manche of it, the other below it.

    A manche marks between *least* and *most* in all.
    """
    pair, limit = stated.pair, terms.limite_points
    if limit is None:
        return TotalsCheck(True, "sans_controle")
    high, low = max(pair), min(pair)
    params = {"ns": pair[0], "eo": pair[1], "somme": sum(pair), "limite": limit}
    if stated.donnes is not None:
        fewest, last = stated.fewest, stated.most
        if isinstance(stated.donnes, range):
            if high == low and not stated.nulle:
                return TotalsCheck(False, "egalite_coupure", params=params)
            # Played on after a tie, or ended earlier by the limit.
            last += 1 if high - low <= most else 0
            fewest = 0 if high >= limit else fewest
        if -(-sum(pair) // most) > last:
            return TotalsCheck(False, "somme_impossible", params=params, expected=[last * most])
        if sum(pair) < fewest * least:
            return TotalsCheck(False, "somme_impossible", params=params, expected=[fewest * least])
    if high < limit:
        return TotalsCheck(True) if stated.donnes is not None else TotalsCheck(False, "non_terminee", params=params)
    if low >= limit or high > limit - 1 + most:
        return TotalsCheck(False, "totaux_impossibles", params=params)
    return TotalsCheck(True)


def _marks(terms: PlisTerms) -> Iterator[Clause]:
    yield tricks_clause(terms)
    yield terms.clause(
        "Le camp qui a le plus de plis marque {manche} point.",
        "The camp with most tricks marks {manche} point.",
        "manche",
    )


def tricks_clause(terms: PlisTerms) -> Clause:
    """State how tricks are counted."""
    total = terms.plis + terms.dernier_pli
    return terms.clause(
        "On compte les plis, le dernier double : {total} en tout.",
        "Tricks are counted, the last one double: {total} in all.",
        "dernier_pli",
        total=total,
    )
