"""Option, and the options a tournament states in writing beforehand, one function or constant each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.sentences import Text, show, text

LONGEST_WORDS = 800  # of a text: more would not fit the page of a règlement
WORDS = text("un texte d'au plus {longest} caractères", "a text of at most {longest} characters")
WHOLE = text("un entier d'au moins {minimum}", "a whole number of at least {minimum}")
OR, OR_NULL = text(" ou ", " or "), text(" ou null", " or null")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice left to a tournament: ``kind`` is ``bool``, ``int``, ``choice`` or ``text``.

    ``choices`` are the allowed values of a ``choice`` (and of a ``bool``); an ``int`` is at least ``minimum`` and may
    be None where ``nullable``. ``means`` translates the choice into the value the game reads, when they differ.
    ``bases`` are the rule sets under which it is a choice, where its own rule set is played as several; ``unless`` is the
    value of another option with which it counts for nothing.
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
    unless: tuple[str, Any] | None = None

    def label(self, lang: str = "fr") -> str:
        """Return its name, in words."""
        return self.words.in_lang(lang)

    def choice_label(self, value: Any, lang: str = "fr") -> str:
        """Return one of its values, in words."""
        label = self.choice_labels.get(value)
        return label.in_lang(lang) if label else str(value)

    def accepts(self, value: Any) -> bool:
        """Return whether *value* is allowed, types included: 1 is no True, 12.0 is no 12."""
        if value is None:
            return self.nullable
        if self.kind == "text":
            return isinstance(value, str) and len(value) <= LONGEST_WORDS
        if self.kind == "int":
            return type(value) is int and value >= self.minimum
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def expected(self, lang: str) -> str:
        """Return what it accepts, in words."""
        if self.kind == "text":
            return WORDS.say(lang, longest=LONGEST_WORDS)
        if self.kind != "int":
            return OR.in_lang(lang).join(show(choice) for choice in self.choices)
        return WHOLE.say(lang, minimum=self.minimum) + (OR_NULL.in_lang(lang) if self.nullable else "")

    def counts(self, options: Mapping[str, Any]) -> bool:
        """Return whether it counts beside the other *options*."""
        return self.unless is None or options.get(self.unless[0]) != self.unless[1]

    def value_of(self, choice: Any) -> Any:
        """Return the value that the game reads for *choice*."""
        return self.means[choice] if self.means else choice


def choice(
    name: str,
    article: str,
    words: tuple[str, str],
    choices: Mapping[Any, tuple[str, str]],
    *,
    kind: str = "choice",
    means: Mapping[Any, Any] | None = None,
) -> Option:
    """Return the option among *choices*, each with its words, the first by default."""
    labels = {value: text(*both) for value, both in choices.items()}
    default, *_ = choices
    return Option(name, kind, default, article, text(*words), tuple(choices), labels, means=means)


def yes_or_no(name: str, article: str, french: str, english: str, *, means: tuple[Any, Any] | None = None) -> Option:
    """Return the option of a yes or a no, no by default; *means* are the values that the game reads for them."""
    answers = {True: ("oui", "yes"), False: ("non", "no")}
    meant = means and dict(zip(answers, means, strict=True))
    return replace(choice(name, article, (french, english), answers, kind="bool", means=meant), default=False)


LITIGE = replace(yes_or_no("litige", "S0 10.1.3", "Règle du litige", "Litige rule"), default=True)
EGALITE = choice(
    "egalite",
    "S0 10.1.3",
    ("Égalité, quand le litige n'est pas joué", "Equality, when litige is not played"),
    {
        "chute": ("le contrat est chuté", "the contract is lost"),
        "reussite": ("le contrat est réussi", "the contract is made"),
    },
)
ARRONDI = yes_or_no("arrondi", "S0 10.3", "Arrondi à la dizaine", "Rounding to the ten", means=("dizaine", "point"))
VARIANTE = yes_or_no(
    "sans_atout_tout_atout", "S0 11.1", "Variante Sans Atout / Tout Atout", "Variant Sans Atout / Tout Atout"
)
CAPOT = choice(
    "capot",
    "D22",
    ("Points d'un capot", "Points of a capot"),
    {252: ("252 points", "252 points"), 162: ("162 points, sans supplément", "162 points, no bonus")},
)
LITIGE_DERNIERE_DONNE = choice(
    "litige_derniere_donne",
    "D23",
    ("Litige à la dernière donne", "Litige on the last donne"),
    {
        "perdu": ("les points du preneur sont perdus", "the taker's points are lost"),
        "garde": ("le preneur garde ses points", "the taker keeps its points"),
    },
)
COMPARAISON = choice(
    "comparaison",
    "D27",
    ("Pour savoir si le contrat est réussi", "To tell whether the contract is made"),
    {
        "avec_belote": ("la belote compte", "the belote counts"),
        "sans_belote": ("la belote ne compte pas", "the belote does not count"),
    },
)
LITIGE_SUITE = choice(
    "litige_suite",
    "D28",
    ("Après un litige", "After a litige"),
    {
        "report": ("les points du preneur vont à la donne suivante", "the taker's points go to the next donne"),
        "redonne": ("la donne est rejouée", "the donne is played again"),
    },
)
ANNONCES = yes_or_no(
    "annonces",
    "S1 §1 Contrat",
    "Annonces (tierce, cinquante, cent, carré)",
    "Annonces (tierce, cinquante, cent, carré)",
    means=("toutes", "aucune"),
)
MEILLEURE_ANNONCE = replace(ANNONCES, article="S3 Les annonces", means={True: "meilleure", False: "aucune"})
FIN = choice(
    "fin",
    "S1 §2 fin de partie",
    ("Fin de partie", "End of the partie"),
    {"reels": ("en points réels", "in real points"), "arrondis": ("en points arrondis", "in rounded points")},
)
DECOMPTE = replace(
    choice(
        "decompte",
        "S4 La coinche",
        ("Points comptés", "Points counted"),
        {
            "annonces": ("points annoncés", "points bid"),
            "faits": ("points faits", "points made"),
            "faits_et_annonces": ("points faits et annoncés", "points made and bid"),
            "club": ("marque du club, sans contrôle", "the club’s own marks, unchecked"),
        },
    ),
    default="faits",
)

MARQUE_CLUB = Option(
    "marque_club", "text", "", "D30", text("Marque du club, dans ses mots", "The club's marks, in its words")
)

# The scale of a club in the place of that of S4: each is a sentence of its règlement (D29). None counts
# where the club marks in its own way.
_SCALE = (
    choice(
        "chute",
        "D29",
        ("Contrat chuté", "Contract lost"),
        {160: ("160 points", "160 points"), 162: ("162 points", "162 points")},
    ),
    yes_or_no("chute_contrat", "D29", "Contrat chuté : l'enchère en plus", "Contract lost: the bid is added"),
    choice(
        "coinche",
        "S1 §2 le contre",
        ("Coinche", "Coinche"),
        {
            "double": ("double l'enchère", "doubles the bid"),
            "forfait": ("forfait de 320 points", "a flat 320 points"),
        },
    ),
    choice(
        "surcoinche",
        "D29",
        ("Surcoinche", "Surcoinche"),
        {
            "non": ("on ne surcoinche pas", "there is none"),
            "triple": ("multiplie par 3", "multiplies by 3"),
            "quadruple": ("multiplie par 4", "multiplies by 4"),
            "forfait": ("forfait de 640 points", "a flat 640 points"),
        },
    ),
    choice(
        "capot_fait",
        "D29",
        ("Capot non annoncé", "Capot not announced"),
        {250: ("250 points", "250 points"), 350: ("350 points", "350 points"), 500: ("500 points", "500 points")},
    ),
    choice(
        "capot_demande",
        "D29",
        ("Capot annoncé", "Announced capot"),
        {
            350: ("350 points (250 en points annoncés)", "350 points (250 for points bid)"),
            250: ("250 points", "250 points"),
            500: ("500 points", "500 points"),
        },
    ),
    replace(
        yes_or_no("belote_aide", "D29", "La belote aide au contrat", "The belote helps the contract"), default=True
    ),
    replace(ARRONDI, article="D29"),
)
COINCHE = tuple(replace(option, unless=("decompte", "club")) for option in _SCALE)


def limite_donnes(article: str, default: int | None = None) -> Option:
    """Return the option of a limit of donnes; None for no limit."""
    return Option("limite_donnes", "int", default, article, text("Nombre de donnes", "Number of donnes"), nullable=True)


def limite_points(article: str, default: int | None = None) -> Option:
    """Return the option of a limit of points; None for no limit."""
    return Option("limite_points", "int", default, article, text("Limite de points", "Limit of points"), nullable=True)


def limits(article: str, points: int) -> tuple[Option, Option]:
    """Return both limits, of donnes (none at first) and of *points*, where one article states them."""
    return limite_donnes(article), limite_points(article, points)
