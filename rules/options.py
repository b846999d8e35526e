"""Option, and the options a tournament states in writing beforehand, one function or constant each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.sentences import Text, show, text

WHOLE = text("un entier d'au moins {minimum}", "a whole number of at least {minimum}")
OR, OR_NULL = text(" ou ", " or "), text(" ou null", " or null")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice left to a tournament: ``kind`` is ``bool``, ``int`` or ``choice``.

    ``choices`` are the allowed values of a ``choice`` (and of a ``bool``); an ``int`` is at least ``minimum`` and may
    be None where ``nullable``. ``means`` translates the choice into the value the game reads, when they differ.
    ``bases`` are the rule sets under which it is a choice, where its own rule set is played as several.
    """

    name: str
    kind: str
    default: Any
    article: str
    words: Text
    choices: tuple[Any, ...] = ()
    choice_labels: Mapping[Any, Text] = field(default_factory=dict)
    minimum: int = 1
    nullable: bool = False
    means: Mapping[Any, Any] | None = None
    bases: frozenset[str] = frozenset()

    def label(self, lang: str = "fr") -> str:
        """Return its name, in words."""
        return self.words.in_lang(lang)

    def choice_label(self, value: Any, lang: str = "fr") -> str:
        """Return one of its values, in words."""
        label = self.choice_labels.get(value)
        return label.in_lang(lang) if label else str(value)

    def accepts(self, value: Any) -> bool:
        """Tell whether *value* is allowed, types included: 1 is no True, 12.0 is no 12."""
        if value is None:
            return self.nullable
        if self.kind == "int":
            return type(value) is int and value >= self.minimum
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def expected(self, lang: str) -> str:
        """Return what it accepts, in words."""
        if self.kind != "int":
            return OR.in_lang(lang).join(show(choice) for choice in self.choices)
        return WHOLE.say(lang, minimum=self.minimum) + (OR_NULL.in_lang(lang) if self.nullable else "")

    def value_of(self, choice: Any) -> Any:
        """Return the value that the game reads for *choice*."""
        return self.means[choice] if self.means else choice


YES_NO = {True: text("oui", "yes"), False: text("non", "no")}

LITIGE = Option(
    "litige",
    "bool",
    True,
    "S0 10.1.3",
    text("Règle du litige", "Litige rule"),
    choices=(True, False),
    choice_labels=YES_NO,
)
EGALITE = Option(
    "egalite",
    "choice",
    "chute",
    "S0 10.1.3",
    text("Égalité, quand le litige n'est pas joué", "Equality, when litige is not played"),
    choices=("chute", "reussite"),
    choice_labels={
        "chute": text("le contrat est chuté", "the contract is lost"),
        "reussite": text("le contrat est réussi", "the contract is made"),
    },
)
ARRONDI = Option(
    "arrondi",
    "bool",
    False,
    "S0 10.3",
    text("Arrondi à la dizaine", "Rounding to the ten"),
    choices=(True, False),
    choice_labels=YES_NO,
    means={True: "dizaine", False: "point"},
)
VARIANTE = Option(
    "sans_atout_tout_atout",
    "bool",
    False,
    "S0 11.1",
    text("Variante Sans Atout / Tout Atout", "Variant Sans Atout / Tout Atout"),
    choices=(True, False),
    choice_labels=YES_NO,
)
CAPOT = Option(
    "capot",
    "choice",
    252,
    "D22",
    text("Points d'un capot", "Points of a capot"),
    choices=(252, 162),
    choice_labels={
        252: text("252 points", "252 points"),
        162: text("162 points, sans supplément", "162 points, no bonus"),
    },
)
LITIGE_DERNIERE_DONNE = Option(
    "litige_derniere_donne",
    "choice",
    "perdu",
    "D23",
    text("Litige à la dernière donne", "Litige on the last donne"),
    choices=("perdu", "garde"),
    choice_labels={
        "perdu": text("les points du preneur sont perdus", "the taker's points are lost"),
        "garde": text("le preneur garde ses points", "the taker keeps its points"),
    },
)
ANNONCES = Option(
    "annonces",
    "bool",
    False,
    "S1 §1 Contrat",
    text("Annonces (tierce, cinquante, cent, carré)", "Annonces (tierce, cinquante, cent, carré)"),
    choices=(True, False),
    choice_labels=YES_NO,
    means={True: "toutes", False: "aucune"},
)
MEILLEURE_ANNONCE = replace(ANNONCES, article="S3 Les annonces", means={True: "meilleure", False: "aucune"})
FIN = Option(
    "fin",
    "choice",
    "reels",
    "S1 §2 fin de partie",
    text("Fin de partie", "End of the partie"),
    choices=("reels", "arrondis"),
    choice_labels={
        "reels": text("en points réels", "in real points"),
        "arrondis": text("en points arrondis", "in rounded points"),
    },
)
DECOMPTE = Option(
    "decompte",
    "choice",
    "faits",
    "S4 La coinche",
    text("Points comptés", "Points counted"),
    choices=("annonces", "faits", "faits_et_annonces"),
    choice_labels={
        "annonces": text("points annoncés", "points bid"),
        "faits": text("points faits", "points made"),
        "faits_et_annonces": text("points faits et annoncés", "points made and bid"),
    },
)


def limite_donnes(article: str, default: int | None = None) -> Option:
    """Return the option of a limit of donnes; None for no limit."""
    return Option("limite_donnes", "int", default, article, text("Nombre de donnes", "Number of donnes"), nullable=True)


def limite_points(article: str, default: int | None = None) -> Option:
    """Return the option of a limit of points; None for no limit."""
    return Option("limite_points", "int", default, article, text("Limite de points", "Limit of points"), nullable=True)
