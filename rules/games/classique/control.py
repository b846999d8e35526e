"""The control of totals for belote classique and its kin: exact, with the likely slip where they cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rules.camps import CAMPS
from rules.control import HIGHEST, MOST_DONNES, Pair, Stated, TotalsCheck
from rules.games.classique.marks import ClassiqueTerms
from rules.games.classique.reach import Known, Reach
from rules.games.outcomes import Feasibility
from rules.games.parties import Parties
from rules.slips import neighbours, one_digit_less

MOST_EXPECTED = 3
DIGIT_SLIPS = ("chiffre_en_trop", "chiffres_inverses", "un_chiffre")


# One reading a slip away: the camp, the figure meant, totals, belotes, capots.
Reading = tuple[str, int, Pair, Pair | None, Pair | None]


class Control:
    """One control: the totals as read, and the neighbouring readings tried when they cannot be."""

    def __init__(self, terms: ClassiqueTerms, reach: Reach, parties: Parties, stated: Stated) -> None:
        self.terms = terms
        self.reach = reach
        self.parties = parties
        self.stated = stated
        self.pair, self.belotes, self.capots = stated.pair, stated.belotes, stated.capots
        # Counted donnes at the end of a cutoff: nothing but equal totals is played on.
        self.due = stated.most if isinstance(stated.donnes, range) and not stated.nulle else None
        self.numbers = self._numbers()
        self.params = {
            "ns": self.pair[0],
            "eo": self.pair[1],
            "somme": sum(self.pair),
            "donnes": stated.donnes if stated.donnes is not None else terms.limite_donnes,
            "belotes": sum(self.belotes or ()),
            "capots": sum(self.capots or ()),
            "capot": terms.capot,
            "limite": terms.limite_points,
        }

    def _numbers(self) -> range:
        """Return how many counted donnes the partie may have had."""
        stated, limit = self.stated, self.terms.limite_donnes
        if stated.donnes is not None:
            most = stated.most
            # The limit of points may have ended the partie before its last donnes.
            early = isinstance(stated.donnes, range) and self._ended_by_points()
            if stated.fewest < most:
                most = max(stated.fewest, self._most(most))
            return range(1 if early else stated.fewest, most + 1)
        if self.terms.limite_points is None:
            return range(limit, limit + 1) if limit is not None else range(0)
        return range(1, self._most(limit) + 1)

    def _most(self, limit: int | None) -> int:
        """Return the most counted donnes these totals can hold: a litige whose points are lost adds least."""
        fewest = self.reach.litige_points or self.reach.least
        most = sum(self.pair) // fewest + 1
        if self.terms.limite_points is not None:
            most = min(most, 2 * self.terms.limite_points // fewest + 2)
        return min(most, limit or most, MOST_DONNES)

    def known(self, number: int) -> Known:
        """Return the facts beside the totals for that many counted donnes."""
        return Known(number, self.belotes, self.capots)

    def check(self) -> TotalsCheck:
        """Check the totals; where they cannot be, look for the likely slip."""
        terms, pair = self.terms, self.pair
        refused = self._refused()
        if refused is not None:
            return refused
        way = self.find()
        if way is not None and way.proved and not way.lost:
            return TotalsCheck(True)
        if way is None and terms.arrondi == "dizaine" and (pair[0] % 10 or pair[1] % 10):
            return TotalsCheck(False, "pas_dizaine", params=self.params)
        expected = self._expected()
        cause, params = self._cause(expected)
        params = {**self.params, **params}
        if way is not None:
            if not way.lost:
                return TotalsCheck(True, "litige_arrondi", cause, True, expected, params)
            params["perdus"] = way.lost
            # One litige lost happens; several in a row are less likely than a slip.
            if self.due is not None and pair[0] == pair[1]:
                cause = "donne_de_plus"
            elif way.lost == 1 or not cause:
                cause = "litige_perdu"
            return TotalsCheck(True, "litige_perdu", cause, True, expected, params)
        code = "totaux_impossibles" if sum(pair) in expected else "somme_impossible"
        if expected and sum(pair) > max(self.sums) > min(self.sums):
            # The nearest ones would ask for capots in every donne, and all end alike.
            params["au_plus"], cause = max(self.sums), "" if cause == "dernier_chiffre" else cause
        if self.due is not None and pair[0] == pair[1] and self._quick(pair, self.belotes, self.capots):
            return TotalsCheck(False, "egalite_coupure", params=self.params)
        return TotalsCheck(False, code, cause, False, expected, params)

    def _refused(self) -> TotalsCheck | None:
        """Answer what needs no figure to be tried, or cannot be tried at all."""
        terms = self.terms
        limit = terms.limite_donnes
        fixed = limit if self.stated.donnes is None else self.stated.most
        if self.stated.donnes is not None and limit is not None and self.stated.most > limit:
            return TotalsCheck(False, "donnes_trop", params={**self.params, "limite": limit})
        endless = limit is None and (terms.limite_points or 0) > HIGHEST
        if (fixed is not None and fixed > MOST_DONNES) or not self.numbers or (endless and self.stated.donnes is None):
            return TotalsCheck(True, "sans_controle", params=self.params)
        if fixed is not None:
            if sum(self.belotes or ()) > fixed * self.reach.most_belotes:
                return TotalsCheck(False, "belotes_trop", params=self.params)
            if sum(self.capots or ()) > fixed:
                return TotalsCheck(False, "capots_trop", params=self.params)
        points = terms.limite_points
        if points is not None and self.stated.donnes is None and limit is None:
            if max(self.pair) < points or (self.pair[0] == self.pair[1] and terms.fin == "plus_haut"):
                return TotalsCheck(False, "non_terminee", params=self.params)
        return None

    def find(self) -> Feasibility | None:
        """Find the way that loses fewest litiges, over every number of donnes the partie may have had."""
        if self.terms.limite_points is not None or self.terms.comparaison == "sans_belote":
            return self.parties.find_stated(self.stated)
        ways = [self.reach.find(*self.pair, self.known(number)) for number in self.numbers if self._may_end(number)]
        if self.due is not None and not any(way is not None and _doubt(way) == NO_DOUBT for way in ways):
            ways.append(self.parties.find_stated(self.stated))  # equal totals are played on
        return min((way for way in ways if way is not None), key=_doubt, default=None)

    def certain(self) -> bool:
        """Return whether the totals can be, no litige lost and nothing doubtful."""
        way = self.find()
        return way is not None and _doubt(way) == NO_DOUBT

    def _may_end(self, number: int) -> bool:
        """Return whether a partie of that many donnes may stop there: equal totals are played on after a cutoff."""
        return number == self.terms.limite_donnes or self.due is None or self.pair[0] != self.pair[1]

    def _ended_by_points(self) -> bool:
        """Return whether a camp is at the limit of points and has won."""
        limit, pair = self.terms.limite_points, self.pair
        tie = pair[0] == pair[1] and self.terms.fin == "plus_haut"
        return limit is not None and max(pair) >= limit and not tie

    @cached_property
    def sums(self) -> set[int]:
        """Return the sums of both totals that lose no litige."""
        return {value for number in self.numbers for value in self.reach.sums(self.known(number))}

    def _expected(self) -> list[int]:
        """Return the nearest of `sums`."""
        total = sum(self.pair)
        return sorted(sorted(self.sums, key=lambda value: (abs(value - total), value))[:MOST_EXPECTED])

    def _cause(self, expected: list[int]) -> tuple[str, dict[str, Any]]:
        """Return the likely slip and its figures: the first kind of reading next to this one that is possible."""
        for cause, readings in self._readings(expected):
            possible = [
                (camp, meant) for camp, meant, pair, belotes, capots in readings if self._quick(pair, belotes, capots)
            ]
            if not possible:
                continue
            if cause in DIGIT_SLIPS:
                if len(possible) <= MOST_EXPECTED:
                    return cause, {"voulus": possible}
            else:
                return cause, {"camps": [camp for camp, _ in possible]}
        if isinstance(self.stated.donnes, range):
            for number in range(1, self._most(self.terms.limite_donnes) + 1):
                if self.reach.plainly(*self.pair, self.known(number)):
                    return "autres_donnes", {"nombre": number}
        digits = {value % 10 for value in expected}
        if len(digits) == 1 and sum(self.pair) % 10 not in digits:
            return "dernier_chiffre", {"chiffre": digits.pop()}
        if self.terms.limite_points is None:
            for cause, shift in (("donne_manquante", -1), ("donne_en_trop", 1)):
                if self._quick(self.pair, self.belotes, self.capots, shift):
                    return cause, {}
        return "", {}

    def _quick(self, pair: Pair, belotes: Pair | None, capots: Pair | None, shift: int = 0) -> bool:
        """Return whether some number of donnes, *shift* more or fewer, gives another reading, no litige among them."""
        return any(
            number + shift >= 0 and self.reach.plainly(*pair, Known(number + shift, belotes, capots))
            for number in self.numbers
        )

    def _readings(self, expected: list[int]) -> Iterator[tuple[str, list[Reading]]]:
        """Yield the readings one slip away, likeliest first: (camp, figure meant, totals, belotes, capots) by slip."""
        pair, belotes, capots = self.pair, self.belotes, self.capots
        both = tuple(enumerate(CAMPS))
        if belotes is not None:
            yield "belote_oubliee", [(camp, 0, pair, _plus(belotes, n, 1), capots) for n, camp in both]
            yield (
                "belote_en_trop",
                [(camp, 0, pair, _plus(belotes, n, -1), capots) for n, camp in both if belotes[n]],
            )
        if capots is not None and self.reach.capot_counts:
            yield (
                "capot_compte_162",
                [(camp, 0, pair, belotes, _plus(capots, n, -1)) for n, camp in both if capots[n]],
            )
            yield "capot_oublie", [(camp, 0, pair, belotes, _plus(capots, n, 1)) for n, camp in both]
        if sum(pair) > 2 * max(expected, default=0):  # far beyond any sum: more than another digit
            yield (
                "chiffre_en_trop",
                [
                    (camp, meant, _plus(pair, n, meant - pair[n]), belotes, capots)
                    for n, camp in both
                    for meant in one_digit_less(pair[n])
                ],
            )
        slips = [(code, n, camp, meant) for n, camp in both for code, meant in neighbours(pair[n])]
        for wanted in ("chiffres_inverses", "der_oublie", "un_chiffre"):
            if wanted == "der_oublie":
                if self.terms.arrondi == "point":
                    yield wanted, [(camp, 0, _plus(pair, n, 10), belotes, capots) for n, camp in both]
                continue
            yield (
                wanted,
                [
                    (camp, meant, _plus(pair, n, meant - pair[n]), belotes, capots)
                    for code, n, camp, meant in slips
                    if code == wanted and sum(pair) - pair[n] + meant in expected
                ],
            )


NO_DOUBT = (0, False)


def _doubt(way: Feasibility) -> tuple[int, bool]:
    """Return how doubtful a way is: litiges lost, then not being proved."""
    return way.lost, not way.proved


def _plus(pair: Pair, n: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if n == 0 else (pair[0], pair[1] + more)
