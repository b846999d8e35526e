"""The control of a sheet of totals, as it is asked and as it answers; the games hold what each can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.sentences import read_beside, show, text, texts

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

_READ = read_beside(__file__)
MESSAGES, REASONS, CAUSES = texts(_READ["messages"]), texts(_READ["reasons"]), texts(_READ["causes"])
