"""Coinche of Grimaud Junior (S4), in its three ways of counting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.camps import CAPOT, OTHER
from rules.control import UNCHECKED, Stated, TotalsCheck
from rules.errors import FormError
from rules.form import Feuille
from rules.games.auction import Auction, AuctionDonne, AuctionTerms, contract_clauses
from rules.games.base import CONTRACT, END, MARKS, PLAY, Clause, ReglementPart, clause
from rules.games.clauses import belote_clauses, end_clauses, higher_wins, play_clauses, rounding_clauses, taker_wins
from rules.games.two_camps import AfterDonne, belote_lines, first_at, flat_lines, taker_at
from rules.line import CHUTE, REUSSI, Line, Marque
from rules.sentences import Text, text


@dataclass(frozen=True, kw_only=True)
class CoincheTerms(AuctionTerms):
    """The scale; ``capot_demande_annonces`` is what a capot bid is worth where only bids count.

    With ``chute_contrat`` a lost contract adds the bid to ``chute``, and a contre multiplies both. ``coinche`` and
    ``surcoinche`` multiply, or mark what is flat as in S1; ``belote_aide``: the belote helps to make the contract;
    ``capot_fait``: a capot that was not bid.
    """

    decompte: Literal["annonces", "faits", "faits_et_annonces", "club"]
    marque_club: str
    coinche: Literal["double", "forfait"]
    surcoinche: Literal["non", "triple", "quadruple", "forfait"]
    coinche_forfait: int
    surcoinche_forfait: int
    coinche_capot: int
    capot_coinche: int
    capot_surcoinche: int
    capot_demande_annonces: int
    chute_contrat: bool
    belote_aide: bool
    capot_fait: int

    @property
    def only_bids(self) -> bool:
        """Return whether points bid count, and points made do not."""
        return self.decompte == "annonces"

    @property
    def announced_capot(self) -> int:
        """Return the worth of a bid capot: that of S4 is less where only bids count."""
        s4 = self.capot_demande == S4_SCALE["capot_demande"]
        return self.capot_demande_annonces if s4 and self.only_bids else self.capot_demande

    def flat(self, contre: str | None, enchere: int | str) -> int | None:
        """Return what is marked whatever was bid in points, after that *contre*; None where it multiplies."""
        if contre is None or (self.coinche if contre == "contre" else self.surcoinche) != "forfait":
            return None
        if isinstance(enchere, int):
            return self.coinche_forfait if contre == "contre" else self.surcoinche_forfait
        return self.capot_coinche if contre == "contre" else self.capot_surcoinche


S4_SCALE = {"chute": 160, "capot": 250, "capot_demande": 350, "arrondi": "point"}
TIMES = {"double": 2, "triple": 3, "quadruple": 4}


class Coinche(Auction[CoincheTerms]):
    """Coinche: points bid, points made, or both."""

    def __init__(self, terms: CoincheTerms) -> None:
        terms = replace(terms, capot=terms.capot_fait)
        # A value that is not that of S4 stands on the règlement of the club.
        own = [name for name, stated in S4_SCALE.items() if getattr(terms, name) != stated]
        if own:
            terms = replace(terms, article={**terms.article, **dict.fromkeys(own, terms.article["chute_contrat"])})
        super().__init__(replace(terms, contres=("contre", "surcontre")) if terms.surcoinche != "non" else terms)

    @property
    def totals_alone(self) -> bool:
        return self.terms.decompte == "club"

    @property
    def limit_of_points(self) -> int | None:
        return None if self.totals_alone else super().limit_of_points

    def control(self, stated: Stated) -> TotalsCheck:
        return TotalsCheck(True, UNCHECKED) if self.totals_alone else super().control(stated)

    def feuille(self, players: int) -> Feuille:
        sheet = super().feuille(players)
        return replace(sheet, fields=(), bids=(), contres=()) if self.totals_alone else sheet

    def check_form(self, sheet: Mapping[str, Any]) -> None:
        super().check_form(sheet)
        if self.totals_alone and sheet["donnes"]:
            raise FormError("marque_club", field="donnes")

    def made(self, donne: AuctionDonne) -> bool:
        if self.terms.belote_aide or donne.capot is not None or not isinstance(donne.enchere, int):
            return super().made(donne)
        return donne.points[donne.preneur] >= donne.enchere

    terms_class = CoincheTerms
    articles = frozenset(
        "club entame passe reussite decompte_annonces decompte_faits decompte_faits_et_annonces belote_chute annonces "
        "renonce fin nulle".split()
    )

    def capot_bid(self, contre: str | None) -> int:
        return self.terms.flat(contre, CAPOT) or self.terms.announced_capot

    def mark(self, donne: AuctionDonne, *, last: bool = False) -> Marque:
        terms, article = self.terms, self.terms.article
        made = self.made(donne)
        winner = donne.preneur if made else OTHER[donne.preneur]
        if donne.contre:
            lines = self._contre_lines(donne, donne.contre, winner)
        elif not made:
            lines = flat_lines(winner, "chute", terms.chute, "dedans", article["chute"])[::-1]
            if terms.chute_contrat:
                lines.append(Line(winner, "enchere", self._bid(donne), article["chute_contrat"]))
        else:
            lines = self._made_lines(donne)
        if not terms.only_bids and terms.flat(donne.contre, donne.enchere) is None:
            lines += belote_lines(donne.belotes, terms)
        return Marque(REUSSI if made else CHUTE, (article["reussite"],), lines, winner)

    def _bid(self, donne: AuctionDonne) -> int:
        """Return the bid in points."""
        return donne.enchere if isinstance(donne.enchere, int) else self.terms.announced_capot

    def _contre_lines(self, donne: AuctionDonne, contre: str, winner: str) -> list[Line]:
        """Return the lines of a contre: a multiple of the bid, or what is flat with a capot and belotes besides."""
        terms, article = self.terms, self.terms.article
        name = "coinche" if contre == "contre" else "surcoinche"
        flat = terms.flat(contre, donne.enchere)
        if flat is None:
            worth = TIMES[getattr(terms, name)] * (self._bid(donne) + (terms.chute if terms.chute_contrat else 0))
            return flat_lines(winner, name, worth, name, article["chute_contrat" if terms.chute_contrat else name])
        stated = article[f"{name}_forfait" if isinstance(donne.enchere, int) else f"capot_{name}"]
        lines = flat_lines(winner, name, flat, name, stated)
        if donne.capot == winner and isinstance(donne.enchere, int):
            lines.append(Line(winner, "capot", terms.coinche_capot, article["coinche_capot"]))
        if not terms.only_bids:
            to_winner = belote_lines(donne.belotes, terms, winner)
            lines += [line._replace(article=article[f"{name}_forfait"]) for line in to_winner]
        return lines

    def _made_lines(self, donne: AuctionDonne) -> list[Line]:
        """Return the lines of a contract that is made, without a contre and without belotes."""
        terms = self.terms
        counting = terms.article[f"decompte_{terms.decompte}"]
        capot, asked = (_stated_by(terms, counting, name) for name in ("capot", "capot_demande"))
        taker, bid = donne.preneur, self._bid(donne)
        if not isinstance(donne.enchere, int):
            label, lost = ("enchere", "annonces_seules") if terms.only_bids else ("capot_demande", "aucun_pli")
            return flat_lines(taker, label, bid, lost, asked)
        if terms.only_bids:
            return flat_lines(taker, "enchere", bid, "annonces_seules", counting)
        if donne.capot:
            lines = flat_lines(taker, "capot", terms.capot, "aucun_pli", capot)
        else:
            lines = [Line(camp, "points", raw, counting) for camp, raw in donne.points.items()]
        if terms.decompte == "faits_et_annonces":
            lines.append(Line(taker, "enchere", bid, counting))
        return lines

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
        if self.totals_alone:
            return [(MARKS, _marks_of_the_club(terms)), (END, _end_of_the_club(terms)), (PLAY, play_clauses(terms))]
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


def _marks_of_the_club(terms: CoincheTerms) -> Iterator[Clause]:
    """Yield the club's own words on how it marks, and that nobody checks it."""
    article = terms.article["club"]
    if words := terms.marque_club.strip():
        yield Clause(OWN_WORDS, article, {"words": words if words[-1] in ".!?…" else f"{words}."})
    yield clause(
        "Le club marque à sa manière : la table écrit deux totaux, et le programme ne vérifie rien.",
        "The club marks in its own way: the table writes two totals, and the program checks nothing.",
        article,
    )


def _end_of_the_club(terms: CoincheTerms) -> Iterator[Clause]:
    """Yield when the partie ends, as the club counts, and who wins it."""
    if terms.limite_donnes is not None:
        yield terms.clause(
            "La partie se joue en {donnes} donnes, comptées comme le club le fait.",
            "The partie is played in {donnes} donnes, counted as the club does.",
            "club",
            donnes=terms.limite_donnes,
        )
    if terms.limite_points is not None:
        yield terms.clause(
            "La partie se joue en {points} points, comptés comme le club le fait.",
            "The partie is played to {points} points, counted as the club does.",
            "club",
            points=terms.limite_points,
        )
    yield terms.clause(
        "Le plus haut total gagne ; à égalité, la table dit quel camp a gagné, ou que la partie est nulle.",
        "The higher total wins; equal, the table says which camp won, or that the partie is drawn.",
        "club",
    )


OWN_WORDS = text("Marque du club : {words}", "The club’s marks: {words}")


def _marks(terms: CoincheTerms) -> Iterator[Clause]:
    article = terms.article
    counting = article[f"decompte_{terms.decompte}"]
    yield from _made(terms, counting)
    yield _lost(terms)
    yield from _doubled(terms)
    if terms.decompte != "annonces":
        yield terms.clause(
            "Chaque camp garde sa belote, même en cas de chute{apart}.",
            "Each camp keeps its belote, even on a chute{apart}.",
            "belote_chute",
            apart=FLAT_APART if "forfait" in (terms.coinche, terms.surcoinche) else "",
        )
    yield from belote_clauses(terms)
    yield from rounding_clauses(terms)


def _made(terms: CoincheTerms, counting: str) -> Iterator[Clause]:
    """Yield the clauses on a contract that is made."""
    asked = _stated_by(terms, counting, "capot_demande")
    capots = {"capot": terms.capot, "asked": terms.announced_capot}
    if terms.decompte == "annonces":
        yield clause(
            "On compte les points annoncés : le preneur qui réussit marque son enchère, l'autre camp rien.",
            "Points bid are counted: a taker that makes it marks its bid, the other camp nothing.",
            counting,
        )
        yield clause(
            "Capot annoncé {asked} ; non annoncé, il ne marque rien de plus.",
            "Announced capot {asked}; one that was not announced marks nothing more.",
            asked,
            asked=terms.announced_capot,
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
            **capots,
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
            **capots,
        )


def _lost(terms: CoincheTerms) -> Clause:
    """Return the clause on a lost contract."""
    if terms.chute_contrat:
        return terms.clause(
            "Contrat chuté : l'adversaire marque {chute} et l'enchère (capot {asked}).",
            "Contract lost: the adversary marks {chute} and the bid (capot {asked}).",
            "chute_contrat",
            asked=terms.announced_capot,
        )
    return terms.clause(
        "Contrat chuté : l'adversaire marque {chute}.",
        "Contract lost: the adversary marks {chute}.",
        "chute",
    )


def _doubled(terms: CoincheTerms) -> Iterator[Clause]:
    """Yield the clauses on a contract that was coinché or surcoinché."""
    article, asked = terms.article, terms.announced_capot
    own = article["chute_contrat"]
    if terms.coinche == "forfait":
        yield _flat(terms, "coinche", ONCE)
    elif terms.chute_contrat:
        yield Clause(TIMES_BOTH, own, {"once": ONCE, "times": TIMES[terms.coinche], "chute": terms.chute})
    else:
        yield terms.clause(
            "Coinché : le gagnant du contrat marque le double de l'enchère (capot {capot}), l'autre rien.",
            "Coinché: the winner of the contract marks twice the bid (capot {capot}), the other nothing.",
            "coinche",
            capot=asked * TIMES[terms.coinche],
        )
    if terms.surcoinche == "forfait":
        yield _flat(terms, "surcoinche", AGAIN)
    elif terms.surcoinche != "non" and terms.coinche != "forfait":
        yield terms.clause(
            "Surcoinché : {times} fois au lieu de {once}.",
            "Surcoinché: {times} times instead of {once}.",
            "surcoinche",
            times=TIMES[terms.surcoinche],
            once=TIMES[terms.coinche],
        )
    elif terms.surcoinche != "non" and terms.chute_contrat:
        yield Clause(TIMES_BOTH, own, {"once": AGAIN, "times": TIMES[terms.surcoinche], "chute": terms.chute})
    elif terms.surcoinche != "non":
        yield terms.clause(
            "Surcoinché : le gagnant du contrat marque {times} fois l'enchère (capot {capot}), l'autre rien.",
            "Surcoinché: the winner of the contract marks {times} times the bid (capot {capot}), the other nothing.",
            "surcoinche",
            times=TIMES[terms.surcoinche],
            capot=asked * TIMES[terms.surcoinche],
        )


def _flat(terms: CoincheTerms, name: Literal["coinche", "surcoinche"], once: Text) -> Clause:
    """Return the clause on a contre that marks the same whatever was bid."""
    return Clause(
        FLAT,
        terms.article[f"{name}_forfait"],
        {
            "once": once,
            "flat": getattr(terms, f"{name}_forfait"),
            "more": "" if terms.only_bids else FLAT_BELOTE,
            "capot": terms.coinche_capot,
            "asked": getattr(terms, f"capot_{name}"),
        },
    )


ONCE, AGAIN = text("Coinché", "Coinché"), text("Surcoinché", "Surcoinché")
TIMES_BOTH = text(
    "{once} : le gagnant du contrat marque {times} fois le total de {chute} et de l'enchère, l'autre rien.",
    "{once}: the winner of the contract marks {times} times the total of {chute} and the bid, the other nothing.",
)
FLAT = text(
    "{once} : le gagnant du contrat marque un forfait de {flat} (capot annoncé {asked}){more}, plus {capot} s'il fait "
    "capot sans l'avoir annoncé ; l'autre rien.",
    "{once}: the winner of the contract marks a flat {flat} (announced capot {asked}){more}, plus {capot} for a capot "
    "that was not announced; the other nothing.",
)
FLAT_BELOTE = text(", plus la belote de l'un ou l'autre camp", ", plus the belote of either camp")
FLAT_APART = text(", hors forfait", ", unless a flat sum is marked")
