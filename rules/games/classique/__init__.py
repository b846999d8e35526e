"""Belote classique and its kin: two camps count points, the taker needs more than the defence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from rules.annonces import Annonce, check_together, every_worth, points_that_count, read_annonce
from rules.camps import CAMPS, OTHER
from rules.cards import SANS_ATOUT, SIGNS, TOUT_ATOUT, points_in_play, possible_points
from rules.control import MOST_DONNES, Pair, Stated, TotalsCheck
from rules.errors import DonneError
from rules.form import Feuille, is_int
from rules.games import facts
from rules.games.base import ReglementPart
from rules.games.classique.control import Control
from rules.games.classique.marks import ClassiqueDonne, ClassiqueTerms, mark
from rules.games.classique.reach import Known, Reach
from rules.games.classique.reglement import classique_reglement
from rules.games.ended import control_ended
from rules.games.parties import parties_of
from rules.games.two_camps import BELOTE_KEYS, DONNE_KEYS, AfterDonne, BeloteGame, belote_shares, first_at, taker_at
from rules.line import Marque


class Classique(BeloteGame[ClassiqueTerms, ClassiqueDonne]):
    """Belote classique: litige, annonces, Sans Atout and Tout Atout where the terms have them."""

    terms_class = ClassiqueTerms
    articles = frozenset({"entame", "passe", "echec", "pot", "faits", "belote_capot", "nulle"})
    keys = DONNE_KEYS | BELOTE_KEYS | {"points"}

    def read(self, raw: facts.Raw) -> ClassiqueDonne:
        terms = self.terms
        preneur = facts.read_preneur(raw)
        facts.refuse_auction(raw)
        atout = facts.read_atout(raw, terms.atouts)
        capot = facts.read_capot(raw)
        points: Mapping[str, int] = {}
        if capot is not None:
            facts.check_capot_points(raw, capot, terms.capot, {terms.capot})
        else:
            points = facts.read_points(raw, atout, terms.cartes_par_pli)
        belotes, oubliees = facts.read_belotes(raw, atout, facts.most_belotes(atout))
        return ClassiqueDonne(
            preneur=preneur,
            atout=atout,
            capot=capot,
            points=points,
            belotes=belotes,
            oubliees=oubliees,
            annonces=self._annonces(raw, atout),
        )

    def _annonces(self, raw: facts.Raw, atout: str | None) -> Mapping[str, int]:
        """Return the points of the annonces that count, by camp. Raises DonneError."""
        if self.terms.annonces == "aucune":
            facts.refuse_annonces(raw)
            return {}
        renonce = raw.get("renonce")
        annonces = _read_annonces(raw.get("annonces"))
        if renonce is None:
            return points_that_count(annonces, atout, best_only=self.terms.annonces == "meilleure")
        facts.read_camp(renonce, "renonce")
        if not self.terms.renonce or not annonces[renonce]:
            raise DonneError("annonce_invalide", field="renonce", reason="renonce", camp=renonce)
        # S2 D: all the annonces go to the adversary, its own included; nothing is compared.
        return {OTHER[renonce]: sum(annonce.points for camp in CAMPS for annonce in annonces[camp])}

    def raw_points(self, donne: ClassiqueDonne) -> Mapping[str, int]:
        return donne.points

    def mark(self, donne: ClassiqueDonne, *, last: bool = False) -> Marque:
        return mark(donne, self.terms, last=last)

    def winner(self, after: AfterDonne[ClassiqueDonne], limit: int) -> str | None:
        totals, capot = after.totals, after.donne.capot
        if self.terms.fin == "preneur":
            return taker_at(totals, limit, after.donne.preneur)
        if self.terms.fin == "plus_haut_non_capot" and capot is not None:
            # Nobody wins on a donne in which it took no trick (S2 A).
            return capot if totals[capot] >= limit else None
        return first_at(totals, limit)

    def every_donne(self) -> Iterator[tuple[Sequence[int], Callable[[int], ClassiqueDonne]]]:
        terms = self.terms
        kinds: tuple[str | None, ...] = (None, SANS_ATOUT, TOUT_ATOUT) if terms.sans_atout_tout_atout else (None,)
        counting: list[Mapping[str, int]] = [{}]
        if terms.annonces != "aucune":
            worth = every_worth(best_only=terms.annonces == "meilleure", renonce=terms.renonce)
            counting += [{camp: points} for camp in CAMPS for points in worth]
        for atout, capot, preneur, annonces in product(kinds, (None, *CAMPS), CAMPS, counting):
            shares = sorted(possible_points(atout, terms.cartes_par_pli or 4)) if capot is None else [0]
            for belotes in belote_shares(facts.most_belotes(atout)):

                def make(
                    points: int,
                    preneur: str = preneur,
                    atout: str | None = atout,
                    capot: str | None = capot,
                    belotes: Mapping[str, int] = belotes,
                    annonces: Mapping[str, int] = annonces,
                ) -> ClassiqueDonne:
                    return ClassiqueDonne(
                        preneur=preneur,
                        atout=atout,
                        capot=capot,
                        points={} if capot else {"NS": points, "EO": points_in_play(atout) - points},
                        belotes=belotes,
                        oubliees=(),
                        annonces=annonces,
                    )

                yield shares, make

    @property
    def end_reads(self) -> frozenset[str]:
        return {"preneur": frozenset({"preneur"}), "plus_haut_non_capot": frozenset({"capot"})}.get(
            self.terms.fin, frozenset()
        )

    @property
    def plays_on_ties(self) -> bool:
        return self.terms.fin != "preneur"

    def feuille(self, players: int) -> Feuille:
        terms = self.terms
        annonces = terms.annonces != "aucune"
        suits = tuple(SIGNS) if annonces else ()  # equal annonces are settled by the one in trump
        atouts = suits + ((SANS_ATOUT, TOUT_ATOUT) if terms.sans_atout_tout_atout else ())
        in_play = points_in_play(None)
        fixed = not annonces and terms.arrondi == "point"
        return Feuille(
            fields=(
                "preneur",
                *(("atout",) if atouts else ()),
                "points",
                "belote",
                "capot",
                *(("annonces",) if annonces else ()),
            ),
            atouts=atouts,
            belotes=4 if TOUT_ATOUT in atouts else 1,
            forgotten=terms.rebelote != "due",
            renonce=annonces and terms.renonce,
            tricks=terms.plis,
            limit=terms.limite_donnes,
            sum=in_play if fixed else None,
            capot_more=terms.capot - in_play if fixed else 0,
        )

    def reglement(self) -> list[ReglementPart]:
        return classique_reglement(self.terms)

    @property
    def reach(self) -> Reach:
        """Return the totals that some sequence of donnes can give."""
        return _reach(self)

    def control(self, stated: Stated) -> TotalsCheck:
        if self.terms.annonces != "aucune":
            return control_ended(self, stated)
        return Control(self.terms, self.reach, parties_of(self), stated).check()

    def complete(self, stated: Stated, camp: str) -> int | None:
        """Return the total of *camp*; a donne played on after equal totals is too rare to be thought of here."""
        terms = self.terms
        if terms.annonces != "aucune":
            return None
        number = stated.donnes if stated.donnes is not None else terms.limite_donnes
        known = Stated(stated.pair, stated.belotes, stated.capots, number, stated.nulle)
        if number is None or not 0 < known.fewest <= known.most <= MOST_DONNES:
            return None
        early = terms.limite_points is not None and not is_int(stated.donnes)
        sums = {
            total
            for counted in range(1 if early else known.fewest, known.most + 1)
            for total in self.reach.sums(Known(counted, stated.belotes, stated.capots))
        }
        possible: set[int] = set()
        other = sum(stated.pair)
        for total in sorted(sums):
            pair = (total - other, other) if camp == "NS" else (other, total - other)
            tried = Stated(pair, stated.belotes, stated.capots, stated.donnes, stated.nulle)
            if Control(terms, self.reach, parties_of(self), tried).certain():
                possible.add(total - other)
                if len(possible) > 1:
                    return None
        return possible.pop() if possible else None

    def explain_totals(self, stated: Stated) -> list[Pair]:
        number = stated.donnes if stated.donnes is not None else self.terms.limite_donnes
        if self.terms.annonces != "aucune" or self.terms.limite_points is not None or not is_int(number):
            return []
        return self.reach.explain(sum(stated.pair), Known(number, stated.belotes, stated.capots))


@lru_cache(maxsize=256)
def _reach(game: Classique) -> Reach:
    return Reach(game)


def _read_annonces(given: Any) -> Mapping[str, tuple[Annonce, ...]]:
    """Return the annonces of each camp, possible together. Raises DonneError."""
    annonces: dict[str, tuple[Annonce, ...]] = {camp: () for camp in CAMPS}
    if given is None:
        return annonces
    if not isinstance(given, Mapping):
        raise DonneError("type", field="annonces", read=given, expected="objet")
    for camp in CAMPS:
        listed = given.get(camp)
        if listed is None:
            continue
        if not isinstance(listed, list | tuple):
            raise DonneError("type", field=f"annonces.{camp}", read=listed, expected="liste")
        annonces[camp] = tuple(read_annonce(annonce, f"annonces.{camp}.{n}") for n, annonce in enumerate(listed))
    check_together(annonces)
    return annonces
