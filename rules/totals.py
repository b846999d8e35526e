"""The control of a sheet of totals: can any sequence of donnes under these options give them, and if not, which slip?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.donne import CAMPS, is_int
from rules.messages import show
from rules.reach import Found, Known, Reach, reach
from rules.rule_set import Terms, terms
from rules.sheet import find_rule_set
from rules.slips import neighbours

LONGEST = 60  # donnes; no partie of a concours is longer, and the control stops there
HIGHEST = 4000  # points; beyond that limit a partie may be longer
MOST_EXPECTED = 3
DIGIT_SLIPS = ("chiffres_inverses", "un_chiffre")

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TotalsCheck:
    """What the control says of two totals.

    ``ok``: some sequence of donnes gives them, or nothing can be said (``code`` is then ``sans_controle``).
    ``doubtful``: possible, but only with points of a litige lost at the end (or, under arrondi in a long partie, not
    excluded, with a chain of litiges and a camp that marks next to nothing): worth asking the person.
    ``code`` and ``cause`` (the likely slip) are "" when there is nothing to say; ``expected``: the nearest sums.
    """

    ok: bool
    code: str = ""
    cause: str = ""
    doubtful: bool = False
    expected: list[int] = field(default_factory=list)
    params: Mapping[str, Any] = field(default_factory=dict)

    def message(self, lang: str = "fr") -> str:
        """A sentence for the person who types: what was read, what was expected, the likely slip; "" when all is well."""
        if not self.code:
            return ""
        english = lang == "en"
        words = {name: show(value) for name, value in self.params.items()}
        words["attendu"] = (" or " if english else " ou ").join(str(total) for total in self.expected) or "—"
        words["pour"] = ""
        donnes = self.params.get("donnes")
        if isinstance(donnes, range):
            ends = sorted({donnes[0], donnes[-1]})
            words["donnes"] = (" to " if english else " à ").join(str(end) for end in ends)
            words["pour"] = f" for {words['donnes']} donnes" if english else f" pour {words['donnes']} donnes"
        camps = self.params.get("camps", ())
        words["de"] = f" ({CAMP_WORDS[camps[0]][english]})" if len(camps) == 1 else ""
        words["voulus"] = (" or " if english else " ou ").join(
            f"{voulu} ({CAMP_WORDS[camp][english]})" for camp, voulu in self.params.get("voulus", ())
        )
        lost = self.params.get("perdus", 0)
        if english:
            words["litiges"] = f"of {lost} litiges" if lost > 1 else "of a litige"
        else:
            words["litiges"] = f"de {lost} litiges" if lost > 1 else "d'un litige"
        # The sum itself may be one of those expected, only not shared out in this way.
        shared = self.code == "litige_perdu" and self.params.get("somme") in self.expected
        said = MESSAGES["litige_perdu_camps" if shared else self.code][english].format(**words)
        slip = CAUSES[self.cause][english].format(**words) if self.cause else ""
        return f"{said} {slip}".strip()


CAMP_WORDS = {"NS": ("Nord-Sud", "North-South"), "EO": ("Est-Ouest", "East-West")}

MESSAGES: dict[str, tuple[str, str]] = {
    "sans_controle": (
        "Ce règlement n'a pas de total de contrôle : relisez les deux totaux.",
        "This rule set has no control total: read both totals again.",
    ),
    "type": ("Les totaux sont des nombres entiers.", "Totals are whole numbers."),
    "negatif": ("Un total, une belote ou un capot ne peut être négatif.", "No total, belote or capot can be negative."),
    "belotes_trop": (
        "{belotes} belotes pour {donnes} donnes : il y en a trop.",
        "{belotes} belotes for {donnes} donnes: too many.",
    ),
    "capots_trop": (
        "{capots} capots pour {donnes} donnes : il y en a trop.",
        "{capots} capots for {donnes} donnes: too many.",
    ),
    "donnes_trop": (
        "{donnes} donnes, la limite est de {limite}.",
        "{donnes} donnes, the limit is {limite}.",
    ),
    "pas_dizaine": (
        "Sous ce règlement chaque total finit par 0 : lu {ns} et {eo}.",
        "Under this rule set each total ends in 0: read {ns} and {eo}.",
    ),
    "non_terminee": (
        "Aucun camp n'a gagné : {ns} et {eo}, il faut {limite} points.",
        "No camp has won: {ns} and {eo}, {limite} points are needed.",
    ),
    "somme_impossible": (
        "{ns} + {eo} = {somme}, il faudrait {attendu}{pour}.",
        "{ns} + {eo} = {somme}, {attendu} was expected{pour}.",
    ),
    "totaux_impossibles": (
        "La somme {somme} est possible, mais pas {ns} d'un côté et {eo} de l'autre.",
        "The sum {somme} is possible, but not {ns} on one side and {eo} on the other.",
    ),
    "egalite_coupure": (
        "{ns} partout après les dernières donnes imposées : on joue une donne de plus, jusqu'à ce qu'un camp soit devant.",
        "{ns} each after the last donnes imposed: one more donne is played, until a camp is ahead.",
    ),
    "litige_arrondi": (
        "{ns} et {eo} : possible seulement avec des litiges, et un camp qui ne marque presque rien.",
        "{ns} and {eo}: possible only with litiges, one camp marking next to nothing.",
    ),
    "litige_perdu_camps": (
        "{ns} et {eo} : possible seulement si les points {litiges} ont été perdus à la fin.",
        "{ns} and {eo}: possible only if the points {litiges} were lost at the end.",
    ),
    "litige_perdu": (
        "{ns} + {eo} = {somme} au lieu de {attendu} : possible seulement si les points {litiges} ont été perdus à la fin.",
        "{ns} + {eo} = {somme} instead of {attendu}: possible only if the points {litiges} were lost at the end.",
    ),
}

CAUSES: dict[str, tuple[str, str]] = {
    "belote_oubliee": (
        "1 belote oubliée{de} ? Il y en a une de plus dans les totaux.",
        "1 belote forgotten{de}? The totals hold one more.",
    ),
    "belote_en_trop": (
        "1 belote en trop{de} ? Elle n'est pas dans les totaux.",
        "1 belote too many{de}? It is not in the totals.",
    ),
    "capot_oublie": (
        "1 capot oublié{de} ? Il y en a un de plus dans les totaux.",
        "1 capot forgotten{de}? The totals hold one more.",
    ),
    "capot_compte_162": (
        "Un capot{de} compté 162 au lieu de {capot} ?",
        "A capot{de} counted 162 instead of {capot}?",
    ),
    "der_oublie": ("Dix de der oublié{de} ?", "Dix de der forgotten{de}?"),
    "chiffres_inverses": ("Chiffres inversés : {voulus} ?", "Digits swapped: {voulus}?"),
    "un_chiffre": ("Un chiffre faux : {voulus} ?", "One wrong digit: {voulus}?"),
    "dernier_chiffre": (
        "Les deux derniers chiffres ajoutés doivent finir par {chiffre}.",
        "The two last digits added must end in {chiffre}.",
    ),
    "autres_donnes": ("Ces totaux vont avec {nombre} donnes.", "These totals go with {nombre} donnes."),
    "donne_manquante": ("Une donne oubliée ?", "One donne forgotten?"),
    "donne_en_trop": ("Une donne comptée deux fois ?", "One donne counted twice?"),
    "litige_perdu": ("Y a-t-il eu litige à la dernière donne ?", "Was there a litige on the last donne?"),
    "donne_de_plus": (
        "{ns} partout après les dernières donnes imposées : a-t-on joué la donne de plus ?",
        "{ns} each after the last donnes imposed: was the one more donne played?",
    ),
}


def check_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
    nulle: bool = False,
) -> TotalsCheck:
    """Whether some sequence of donnes gives *totals*; belotes and capots per camp where the sheet states them.

    *donnes*: counted donnes, where something else than the options fixed them; a range where a cutoff did: as many as
    it may have been, ended earlier by a limit, or played on while the totals were equal (S1 Règlement du championnat),
    which *nulle* lets stand where points beside the sheet have settled who won. Raises RuleError for an unknown rule
    set or option.
    """
    agreed = terms(find_rule_set(ruleset), options)
    counts = [totals, *(given for given in (belotes, capots) if given is not None)]
    numbers = [given.get(camp, None if given is totals else 0) for given in counts for camp in CAMPS]
    if not all(is_int(number) for number in numbers) or not (donnes is None or _is_number(donnes)):
        return TotalsCheck(False, "type")
    if min(numbers) < 0 or (donnes is not None and _ends(donnes)[0] < 0):
        return TotalsCheck(False, "negatif")
    control = CONTROLS.get(agreed.game, no_control)
    return control(
        agreed,
        (totals["NS"], totals["EO"]),
        None if belotes is None else (belotes.get("NS", 0), belotes.get("EO", 0)),
        None if capots is None else (capots.get("NS", 0), capots.get("EO", 0)),
        donnes,
        nulle,
    )


def _is_number(donnes: object) -> bool:
    """Whether it is a number of donnes, or a range of some."""
    return is_int(donnes) or (isinstance(donnes, range) and len(donnes) > 0)


def _ends(donnes: int | range) -> tuple[int, int]:
    """The fewest and the most donnes."""
    return (donnes[0], donnes[-1]) if isinstance(donnes, range) else (donnes, donnes)


def complete_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int | None],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
    nulle: bool = False,
) -> int | None:
    """The total of the camp left out, where the options and the other figures leave one possibility; else None.

    *donnes* and *nulle* as for `check_totals`; a donne played on after equal totals is too rare to be thought of here.
    """
    agreed = terms(find_rule_set(ruleset), options)
    given = [camp for camp in CAMPS if is_int(totals.get(camp))]
    if len(given) != 1 or not _controlled(agreed):
        return None
    number = donnes if donnes is not None else agreed.limite_donnes
    if not _is_number(number) or not (0 < _ends(number)[0] and _ends(number)[1] <= LONGEST):
        return None
    there = totals[given[0]]
    known = [None if by is None else (by.get("NS", 0), by.get("EO", 0)) for by in (belotes, capots)]
    first, last = _ends(number)
    if agreed.limite_points is not None and not is_int(donnes):
        first = 1
    possible: set[int] = set()
    for total in sorted({total for n in range(first, last + 1) for total in reach(agreed).sums(Known(n, *known))}):
        pair = (there, total - there) if given == ["NS"] else (total - there, there)
        found = _Control(agreed, pair, *known, donnes, nulle).find()
        if found is not None and _doubt(found) == NO_DOUBT:
            possible.add(total - there)
            if len(possible) > 1:
                return None
    return possible.pop() if possible else None


def _controlled(agreed: Terms) -> bool:
    """Whether marks add up to something known: belote classique and its kin, without annonces."""
    return agreed.game == "points" and agreed.annonces == "aucune"


def no_control(
    agreed: Terms, pair: Pair, belotes: Pair | None, capots: Pair | None, donnes: int | range | None, nulle: bool
) -> TotalsCheck:
    """Nothing adds up: only that marks are tens, where they all are (contrée, coinche by bids)."""
    tens = getattr(agreed, "arrondi", "") == "dizaine" or getattr(agreed, "decompte", "") == "annonces"
    if tens and (pair[0] % 10 or pair[1] % 10):
        return TotalsCheck(False, "pas_dizaine", params={"ns": pair[0], "eo": pair[1]})
    if isinstance(donnes, range) and pair[0] == pair[1] and not nulle and agreed.limite_donnes not in donnes:
        return TotalsCheck(False, "egalite_coupure", params={"ns": pair[0], "eo": pair[1]})
    limit = getattr(agreed, "limite_points", None)
    # A last donne that counts with its real points may be marked up to 4 less (S1 §2 fin de partie).
    if limit is not None and donnes is None and agreed.limite_donnes is None and max(pair) + 4 * tens < limit:
        return TotalsCheck(False, "non_terminee", params={"ns": pair[0], "eo": pair[1], "limite": limit})
    return TotalsCheck(True, "sans_controle")


def control_tricks(
    agreed: Terms, pair: Pair, belotes: Pair | None, capots: Pair | None, donnes: int | range | None, nulle: bool
) -> TotalsCheck:
    """Belote by tricks: the winner stops at the limit, or within one manche of it; the other is below."""
    high, low = max(pair), min(pair)
    limit = agreed.limite_points
    params = {"ns": pair[0], "eo": pair[1], "somme": sum(pair), "limite": limit}
    # The most that one manche marks: a capot bid, made and coinché, is 4; by tricks alone, 1 (S4 Les bonus).
    most = agreed.manche
    if agreed.game == "encheres":
        most += agreed.capot + agreed.capot_demande + agreed.contre
    if donnes is not None:
        fewest, last = _ends(donnes)
        if isinstance(donnes, range):
            if high == low and not nulle:
                return TotalsCheck(False, "egalite_coupure", params=params)
            # Played on after a tie, or ended earlier by the limit.
            last += 1 if high - low <= most else 0
            fewest = 0 if high >= limit else fewest
        if -(-sum(pair) // most) > last:
            return TotalsCheck(False, "somme_impossible", params=params, expected=[last * most])
        if agreed.game == "plis" and sum(pair) < fewest * agreed.manche:
            return TotalsCheck(False, "somme_impossible", params=params, expected=[fewest * agreed.manche])
    if high < limit:
        return TotalsCheck(True) if donnes is not None else TotalsCheck(False, "non_terminee", params=params)
    if low >= limit or high > limit - 1 + most:
        return TotalsCheck(False, "totaux_impossibles", params=params)
    return TotalsCheck(True)


def control_points(
    agreed: Terms, pair: Pair, belotes: Pair | None, capots: Pair | None, donnes: int | range | None, nulle: bool
) -> TotalsCheck:
    """Belote classique and its kin, exactly."""
    if not _controlled(agreed):
        return no_control(agreed, pair, belotes, capots, donnes, nulle)
    return _Control(agreed, pair, belotes, capots, donnes, nulle).check()


CONTROLS: dict[str, Callable[..., TotalsCheck]] = {
    "points": control_points,
    "plis": control_tricks,
    "encheres": control_tricks,
}


class _Control:
    """One control: the totals as read, and the neighbouring readings tried when they cannot be."""

    def __init__(
        self,
        agreed: Terms,
        pair: Pair,
        belotes: Pair | None,
        capots: Pair | None,
        donnes: int | range | None,
        nulle: bool,
    ) -> None:
        self.agreed = agreed
        self.reach: Reach = reach(agreed)
        self.pair = pair
        self.belotes = belotes
        self.capots = capots
        self.donnes = donnes
        self.nulle = nulle
        # Counted donnes at the end of a cutoff: nothing but equal totals is played on.
        self.due = donnes[-1] if isinstance(donnes, range) and not nulle else None
        self.numbers = self._numbers(pair)
        self.params = {
            "ns": pair[0],
            "eo": pair[1],
            "somme": sum(pair),
            "donnes": donnes if donnes is not None else agreed.limite_donnes,
            "belotes": sum(belotes or ()),
            "capots": sum(capots or ()),
            "capot": agreed.capot,
            "limite": agreed.limite_points,
        }

    def _numbers(self, pair: Pair) -> range:
        """How many counted donnes the partie may have had."""
        if self.donnes is not None:
            fewest, most = _ends(self.donnes)
            # The limit of points may have ended the partie before its last donnes.
            early = isinstance(self.donnes, range) and self._ended_by_points(pair)
            if fewest < most:
                most = max(fewest, self._most(most))
            return range(1 if early else fewest, most + 1)
        limit = self.agreed.limite_donnes
        if self.agreed.limite_points is None:
            return range(limit, limit + 1) if limit is not None else range(0)
        return range(1, self._most(limit) + 1)

    def _most(self, limit: int | None) -> int:
        """The most counted donnes these totals can hold: the least that one adds is a litige whose points are lost."""
        most = sum(self.pair) // (self.reach.litige_points or self.reach.least) + 1
        return min(most, limit or most, LONGEST)

    def every(self) -> range:
        """The numbers of donnes, those played on after equal totals too."""
        if self.due is None:
            return self.numbers
        return range(self.numbers[0], max(self.numbers[-1], self._most(self.agreed.limite_donnes)) + 1)

    def known(self, number: int) -> Known:
        """What is known when that many donnes counted."""
        return Known(number, self.belotes, self.capots)

    def check(self) -> TotalsCheck:
        agreed, pair = self.agreed, self.pair
        refused = self._refused()
        if refused is not None:
            return refused
        found = self.find()
        if found is not None and found.proved and not found.lost:
            return TotalsCheck(True)
        if found is None and agreed.arrondi == "dizaine" and (pair[0] % 10 or pair[1] % 10):
            return TotalsCheck(False, "pas_dizaine", params=self.params)
        expected = self._expected()
        cause, params = self._cause(expected)
        params = {**self.params, **params}
        if found is not None:
            if not found.lost:
                return TotalsCheck(True, "litige_arrondi", cause, True, expected, params)
            params["perdus"] = found.lost
            # One litige lost happens; several in a row are less likely than a slip.
            if self.due is not None and pair[0] == pair[1]:
                cause = "donne_de_plus"
            elif found.lost == 1 or not cause:
                cause = "litige_perdu"
            return TotalsCheck(True, "litige_perdu", cause, True, expected, params)
        code = "totaux_impossibles" if sum(pair) in expected else "somme_impossible"
        if self.due is not None and pair[0] == pair[1] and self._quick(pair, self.belotes, self.capots):
            return TotalsCheck(False, "egalite_coupure", params=self.params)
        return TotalsCheck(False, code, cause, False, expected, params)

    def _refused(self) -> TotalsCheck | None:
        """What is refused before any figure is tried, or cannot be tried at all."""
        agreed = self.agreed
        limit = agreed.limite_donnes
        fixed = limit if self.donnes is None else _ends(self.donnes)[1]
        if self.donnes is not None and limit is not None and fixed > limit:
            return TotalsCheck(False, "donnes_trop", params={**self.params, "limite": limit})
        endless = limit is None and (agreed.limite_points or 0) > HIGHEST
        if (fixed is not None and fixed > LONGEST) or not self.numbers or (endless and self.donnes is None):
            return TotalsCheck(True, "sans_controle", params=self.params)
        if fixed is not None:
            if sum(self.belotes or ()) > fixed * self.reach.most_belotes:
                return TotalsCheck(False, "belotes_trop", params=self.params)
            if sum(self.capots or ()) > fixed:
                return TotalsCheck(False, "capots_trop", params=self.params)
        points = agreed.limite_points
        if points is not None and self.donnes is None and limit is None:
            if max(self.pair) < points or (self.pair[0] == self.pair[1] and agreed.fin == "plus_haut"):
                return TotalsCheck(False, "non_terminee", params=self.params)
        return None

    def find(self) -> Found | None:
        """The way that loses fewest litiges, over every number of donnes the partie may have had."""
        points = self.agreed.limite_points
        best: Found | None = None
        for number in self.every():
            known = self.known(number)
            if not self._may_end(self.pair, number):
                found = None
            elif points is None and (self.due is None or number <= self.due):
                found = self.reach.find(*self.pair, known)
            else:
                found = self.reach.find_ended(*self.pair, known, points, self.due)
            if found is not None and (best is None or _doubt(found) < _doubt(best)):
                best = found
                if _doubt(best) == NO_DOUBT:
                    break
        return best

    def _may_end(self, pair: Pair, number: int) -> bool:
        """Whether a partie may stop there: by a fixed number of donnes, or with a winner at the limit of points."""
        if number == self.agreed.limite_donnes:
            return True
        if self.donnes is not None and number >= _ends(self.donnes)[0]:
            return self.due is None or pair[0] != pair[1]
        return self.agreed.limite_points is None or self._ended_by_points(pair)

    def _ended_by_points(self, pair: Pair) -> bool:
        """Whether a camp is at the limit of points and has won."""
        limit = self.agreed.limite_points
        tie = pair[0] == pair[1] and self.agreed.fin == "plus_haut"
        return limit is not None and max(pair) >= limit and not tie

    def _expected(self) -> list[int]:
        """The nearest sums, of those that lose no litige."""
        total = sum(self.pair)
        sums = {value for number in self.numbers for value in self.reach.sums(self.known(number))}
        return sorted(sorted(sums, key=lambda value: (abs(value - total), value))[:MOST_EXPECTED])

    def _cause(self, expected: list[int]) -> tuple[str, dict[str, Any]]:
        """The likely slip and its figures: the first kind of reading next to this one that is possible."""
        for cause, readings in self._readings(expected):
            possible = [(camp, voulu) for camp, voulu, *reading in readings if self._quick(*reading)]
            if not possible:
                continue
            if cause in DIGIT_SLIPS:
                if len(possible) <= MOST_EXPECTED:
                    return cause, {"voulus": possible}
            else:
                return cause, {"camps": [camp for camp, _ in possible]}
        if isinstance(self.donnes, range):
            for number in range(1, self._most(self.agreed.limite_donnes) + 1):
                if self.reach.plainly(*self.pair, self.known(number)):
                    return "autres_donnes", {"nombre": number}
        digits = {value % 10 for value in expected}
        if len(digits) == 1 and sum(self.pair) % 10 not in digits:
            return "dernier_chiffre", {"chiffre": digits.pop()}
        if self.agreed.limite_points is None:
            for cause, shift in (("donne_manquante", -1), ("donne_en_trop", 1)):
                if self._quick(self.pair, self.belotes, self.capots, shift):
                    return cause, {}
        return "", {}

    def _quick(self, pair: Pair, belotes: Pair | None, capots: Pair | None, shift: int = 0) -> bool:
        """Whether some number of donnes, *shift* more or fewer, gives another reading, no litige among them."""
        return any(
            number + shift >= 0 and self.reach.plainly(*pair, Known(number + shift, belotes, capots))
            for number in self.numbers
        )

    def _readings(self, expected: list[int]) -> Iterator[tuple[str, list[tuple]]]:
        """The readings one slip away, likeliest first: (camp, figure meant, totals, belotes, capots) by slip."""
        pair, belotes, capots = self.pair, self.belotes, self.capots
        both = tuple(enumerate(CAMPS))
        if belotes is not None:
            yield "belote_oubliee", [(camp, 0, pair, _plus(belotes, n, 1), capots) for n, camp in both]
            fewer = [(camp, 0, pair, _plus(belotes, n, -1), capots) for n, camp in both if belotes[n]]
            yield "belote_en_trop", fewer
        if capots is not None and self.reach.capot_counts:
            fewer = [(camp, 0, pair, belotes, _plus(capots, n, -1)) for n, camp in both if capots[n]]
            yield "capot_compte_162", fewer
            yield "capot_oublie", [(camp, 0, pair, belotes, _plus(capots, n, 1)) for n, camp in both]
        slips = [(code, n, camp, meant) for n, camp in both for code, meant in neighbours(pair[n])]
        for wanted in ("chiffres_inverses", "der_oublie", "un_chiffre"):
            if wanted == "der_oublie":
                if self.agreed.arrondi == "point":
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


def _doubt(found: Found) -> tuple[int, bool]:
    """How much a way is to be doubted: litiges lost, then not being proved."""
    return found.lost, not found.proved


def _plus(pair: Pair, n: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if n == 0 else (pair[0], pair[1] + more)
