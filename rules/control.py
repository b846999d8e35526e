"""The control of a sheet of totals, as it is asked and as it answers; the games hold what each can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.sentences import show, text, texts

MOST_DONNES = 60  # no partie of a concours is longer, and the control stops there
HIGHEST = 4000  # points; beyond that limit a partie may be longer

UNCHECKED = "marque_club"  # the code of totals that the club marks in its own way

Pair = tuple[int, int]


def pair_of(by_camp: Mapping[str, int] | None) -> Pair | None:
    """Return the figures of both camps; a camp left out had none."""
    return None if by_camp is None else (by_camp.get("NS", 0), by_camp.get("EO", 0))


@dataclass(frozen=True, slots=True)
class Stated:
    """The figures of a sheet of totals: totals, belotes and capots of NS and EO (None where unstated), counted donnes.

    ``donnes`` is a range where a cutoff fixed them; ``nulle`` lets equal totals stand at its end.
    """

    pair: Pair
    belotes: Pair | None
    capots: Pair | None
    donnes: int | range | None
    nulle: bool

    @property
    def fewest(self) -> int:
        """Return the fewest counted donnes, 0 where nothing is stated."""
        return self.donnes[0] if isinstance(self.donnes, range) else self.donnes or 0

    @property
    def most(self) -> int:
        """Return the most counted donnes, 0 where nothing is stated."""
        return self.donnes[-1] if isinstance(self.donnes, range) else self.donnes or 0


@dataclass(frozen=True, slots=True)
class TotalsCheck:
    """The answer of the control.

    ``ok``: some sequence of donnes gives the totals, or nothing can be said (``code`` is then ``sans_controle``, or ``marque_club``).
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
        """Return a sentence for the typist: the totals, the sums expected, the likely slip; "" when all is well."""
        if not self.code:
            return ""
        either = OR.in_lang(lang)
        words = {name: show(value) for name, value in self.params.items()}
        words["expected"] = either.join(str(total) for total in self.expected) or "—"
        words["over"] = ""
        donnes = self.params.get("donnes")
        if isinstance(donnes, range):
            words["donnes"] = TO.in_lang(lang).join(str(end) for end in sorted({donnes[0], donnes[-1]}))
            words["over"] = OVER.say(lang, donnes=words["donnes"])
        camps = self.params.get("camps", ())
        words["of_camp"] = f" ({CAMP_NAMES[camps[0]].in_lang(lang)})" if len(camps) == 1 else ""
        words["meant"] = either.join(
            f"{meant} ({CAMP_NAMES[camp].in_lang(lang)})" for camp, meant in self.params.get("voulus", ())
        )
        lost = self.params.get("perdus", 0)
        words["litiges"] = (LITIGES if lost > 1 else LITIGE).say(lang, number=lost)
        # The sum itself may be one of those expected, only not shared out in this way.
        shared = self.code == "litige_perdu" and self.params.get("somme") in self.expected
        code = "litige_perdu_camps" if shared else "somme_trop_grande" if "au_plus" in self.params else self.code
        message = MESSAGES[code].say(lang, **words)
        reason = REASONS[words["raison"]].say(lang, **words) if "raison" in words else ""
        slip = CAUSES[self.cause].say(lang, **words) if self.cause else ""
        return " ".join(filter(None, (message, reason, slip)))


def uncontrolled(
    stated: Stated, *, tens: bool = False, limite_donnes: int | None = None, limite_points: int | None = None
) -> TotalsCheck:
    """Check what holds where nothing adds up: marks that are all *tens*, and an end that was reached."""
    pair, donnes = stated.pair, stated.donnes
    params = {"ns": pair[0], "eo": pair[1]}
    if tens and (pair[0] % 10 or pair[1] % 10):
        return TotalsCheck(False, "pas_dizaine", params=params)
    if isinstance(donnes, range) and pair[0] == pair[1] and not stated.nulle and limite_donnes not in donnes:
        return TotalsCheck(False, "egalite_coupure", params=params)
    # A last donne that counts with its real points may be marked up to 4 less (S1 §2 fin de partie).
    if limite_points is not None and donnes is None and limite_donnes is None and max(pair) + 4 * tens < limite_points:
        return TotalsCheck(False, "non_terminee", params={**params, "limite": limite_points})
    return TotalsCheck(True, "sans_controle")


CAMP_NAMES = texts({"NS": ("Nord-Sud", "North-South"), "EO": ("Est-Ouest", "East-West")})
OR, TO = text(" ou ", " or "), text(" à ", " to ")
OVER = text(" pour {donnes} donnes", " for {donnes} donnes")
LITIGE = text("d'un litige", "of a litige")
LITIGES = text("de {number} litiges", "of {number} litiges")

MESSAGES = texts(
    {
        "sans_controle": (
            "Ce règlement n'a pas de total de contrôle : relisez les deux totaux.",
            "This rule set has no control total: read both totals again.",
        ),
        "marque_club": (
            "Le club marque à sa manière : le programme ne vérifie rien, relisez les deux totaux.",
            "The club marks in its own way: the program checks nothing, read both totals again.",
        ),
        "type": ("Les totaux sont des nombres entiers.", "Totals are whole numbers."),
        "negatif": (
            "Un total, une belote ou un capot ne peut être négatif.",
            "No total, belote or capot can be negative.",
        ),
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
            "Sous ce règlement, chaque total finit par 0 : relisez {ns} et {eo}.",
            "Under this rule set each total ends in 0: read {ns} and {eo}.",
        ),
        "non_terminee": (
            "Aucun camp n'a gagné : {ns} et {eo}, il faut {limite} points.",
            "No camp has won: {ns} and {eo}, {limite} points are needed.",
        ),
        "somme_impossible": (
            "{ns} + {eo} = {somme}, il faudrait {expected}{over}.",
            "{ns} + {eo} = {somme}, {expected} was expected{over}.",
        ),
        "somme_trop_grande": (
            "{ns} + {eo} = {somme}, c'est plus que tout ce qui peut se marquer{over} : {au_plus} au plus.",
            "{ns} + {eo} = {somme}, more than all that can be marked{over}: {au_plus} at most.",
        ),
        "totaux_impossibles": (
            "La somme {somme} est possible, mais pas {ns} d'un côté et {eo} de l'autre.",
            "The sum {somme} is possible, but not {ns} on one side and {eo} on the other.",
        ),
        "fin_impossible": (
            "Aucune partie ne peut finir à {ns} et {eo}.",
            "No partie can end at {ns} and {eo}.",
        ),
        "egalite_coupure": (
            "{ns} partout après les dernières donnes imposées : on joue une donne de plus, "
            "jusqu'à ce qu'un camp soit devant.",
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
            "{ns} + {eo} = {somme} au lieu de {expected} : possible seulement si les points {litiges} "
            "ont été perdus à la fin.",
            "{ns} + {eo} = {somme} instead of {expected}: possible only if the points {litiges} were lost at the end.",
        ),
    }
)

# Why no partie can end with two totals, where a figure says it.
REASONS = texts(
    {
        "trop_peu": (
            "La somme est trop petite : {ns} + {eo} = {somme}, et {nombre} donnes donnent au moins {borne} ({nombre} × {donne}).",
            "The sum is too small: {ns} + {eo} = {somme}, and {nombre} donnes give at least {borne} ({nombre} × {donne}).",
        ),
        "trop": (
            "La somme est trop grande : {ns} + {eo} = {somme}, et {nombre} donnes donnent au plus {borne} ({nombre} × {donne}).",
            "The sum is too large: {ns} + {eo} = {somme}, and {nombre} donnes give at most {borne} ({nombre} × {donne}).",
        ),
        "au_dela": (
            "Un total de {total} est trop grand : la partie finit à {points} points, et une donne rapporte {donne} au plus.",
            "A total of {total} is too large: the partie ends at {points} points, and a donne gives {donne} at most.",
        ),
        "jamais": (
            "Aucune suite de donnes ne fait {total} pour un camp.",
            "No sequence of donnes gives a camp {total}.",
        ),
    }
)

CAUSES = texts(
    {
        "belote_oubliee": (
            "1 belote oubliée{of_camp} ? Il y en a une de plus dans les totaux.",
            "1 belote forgotten{of_camp}? The totals hold one more.",
        ),
        "belote_en_trop": (
            "1 belote en trop{of_camp} ? Elle n'est pas dans les totaux.",
            "1 belote too many{of_camp}? It is not in the totals.",
        ),
        "capot_oublie": (
            "1 capot oublié{of_camp} ? Il y en a un de plus dans les totaux.",
            "1 capot forgotten{of_camp}? The totals hold one more.",
        ),
        "capot_compte_162": (
            "Un capot{of_camp} compté 162 au lieu de {capot} ?",
            "A capot{of_camp} counted 162 instead of {capot}?",
        ),
        "der_oublie": ("Dix de der oublié{of_camp} ?", "Dix de der forgotten{of_camp}?"),
        "chiffres_inverses": ("Chiffres inversés : {meant} ?", "Digits swapped: {meant}?"),
        "chiffre_en_trop": ("Un chiffre de trop : {meant} ?", "One digit too many: {meant}?"),
        "un_chiffre": ("Un chiffre faux : {meant} ?", "One wrong digit: {meant}?"),
        "dernier_chiffre": (
            "La somme doit se terminer par {chiffre}.",
            "The sum must end in {chiffre}.",
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
)
