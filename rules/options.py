"""The options a tournament states in writing beforehand, one function or constant each."""

from __future__ import annotations

from dataclasses import replace

from rules.rule_set import Option

YES_NO = {True: ("oui", "yes"), False: ("non", "no")}

LITIGE = Option(
    "litige", "bool", True, "S0 10.1.3", "Règle du litige", "Litige rule", choices=(True, False), choice_labels=YES_NO
)
EGALITE = Option(
    "egalite",
    "choice",
    "chute",
    "S0 10.1.3",
    "Égalité, quand le litige n'est pas joué",
    "Equality, when litige is not played",
    choices=("chute", "reussite"),
    choice_labels={
        "chute": ("le contrat est chuté", "the contract is lost"),
        "reussite": ("le contrat est réussi", "the contract is made"),
    },
)
ARRONDI = Option(
    "arrondi",
    "bool",
    False,
    "S0 10.3",
    "Arrondi à la dizaine",
    "Rounding to the ten",
    choices=(True, False),
    choice_labels=YES_NO,
    means={True: "dizaine", False: "point"},
)
VARIANTE = Option(
    "sans_atout_tout_atout",
    "bool",
    False,
    "S0 11.1",
    "Variante Sans Atout / Tout Atout",
    "Variant Sans Atout / Tout Atout",
    choices=(True, False),
    choice_labels=YES_NO,
)
CAPOT = Option(
    "capot",
    "choice",
    252,
    "D22",
    "Points d'un capot",
    "Points of a capot",
    choices=(252, 162),
    choice_labels={252: ("252 points", "252 points"), 162: ("162 points, sans supplément", "162 points, no bonus")},
)
LITIGE_DERNIERE_DONNE = Option(
    "litige_derniere_donne",
    "choice",
    "perdu",
    "D23",
    "Litige à la dernière donne",
    "Litige on the last donne",
    choices=("perdu", "garde"),
    choice_labels={
        "perdu": ("les points du preneur sont perdus", "the taker's points are lost"),
        "garde": ("le preneur garde ses points", "the taker keeps its points"),
    },
)
ANNONCES = Option(
    "annonces",
    "bool",
    False,
    "S1 §1 Contrat",
    "Annonces (tierce, cinquante, cent, carré)",
    "Annonces (tierce, cinquante, cent, carré)",
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
    "Fin de partie",
    "End of the partie",
    choices=("reels", "arrondis"),
    choice_labels={
        "reels": ("en points réels", "in real points"),
        "arrondis": ("en points arrondis", "in rounded points"),
    },
    means={"reels": "trois_conditions_reels", "arrondis": "trois_conditions_arrondis"},
)
DECOMPTE = Option(
    "decompte",
    "choice",
    "faits",
    "S4 La coinche",
    "Points comptés",
    "Points counted",
    choices=("annonces", "faits", "faits_et_annonces"),
    choice_labels={
        "annonces": ("points annoncés", "points bid"),
        "faits": ("points faits", "points made"),
        "faits_et_annonces": ("points faits et annoncés", "points made and bid"),
    },
)


def limite_donnes(article: str, default: int | None = None) -> Option:
    """A limit of donnes; None for no limit."""
    return Option("limite_donnes", "int", default, article, "Nombre de donnes", "Number of donnes", nullable=True)


def limite_points(article: str, default: int | None = None) -> Option:
    """A limit of points; None for no limit."""
    return Option("limite_points", "int", default, article, "Limite de points", "Limit of points", nullable=True)
