"""Why a line stands: its label and its article, in French and in English."""

from __future__ import annotations

from rules.line import Line
from rules.sources import article_text

LABELS: dict[str, tuple[str, str]] = {
    "points": ("points des plis", "points of the tricks"),
    "conversion": ("conversion Tout Atout (258 en 162)", "Tout Atout conversion (258 to 162)"),
    "belote": ("belote", "belote"),
    "belote_adverse": ("belote de l'adversaire", "adversary's belote"),
    "annonces": ("annonces", "annonces"),
    "capot": ("capot", "capot"),
    "aucun_pli": ("aucun pli", "no trick"),
    "dedans": ("contrat chuté", "contract lost"),
    "chute": ("chute de l'adversaire", "adversary's chute"),
    "litige": ("litige, points remis en jeu", "litige, points held over"),
    "pot": ("points du litige", "litige points"),
    "arrondi": ("arrondi", "rounding"),
    "enchere": ("enchère réussie", "bid made"),
    "annonces_seules": ("seule l'annonce réussie compte", "only the bid made counts"),
    "contre": ("contre", "contre"),
    "surcontre": ("surcontre", "surcontre"),
    "coinche": ("coinche", "coinche"),
    "capot_demande": ("capot demandé", "capot bid"),
    "capot_contre": ("capot demandé et contré", "capot bid, contré"),
    "capot_surcontre": ("capot demandé et surcontré", "capot bid, surcontré"),
    "capot_manque": ("capot annoncé et manqué par l'adversaire", "capot bid and missed by the adversary"),
    "manche": ("manche", "manche"),
    "ecart": ("écart entre l'annonce et les plis", "difference between guess and tricks"),
}


def label_text(line: Line, lang: str = "fr") -> str:
    """What a line is for, in words."""
    return LABELS[line.label][lang == "en"]


def why(line: Line, lang: str = "fr") -> str:
    """Why a line stands: points, what for, the article and what it says.

    >>> why(Line("NS", "chute", 162, "S0 10.2"), "en")[:37]
    "NS, adversary's chute: 162. S0 10.2: "
    """
    colon = ": " if lang == "en" else " : "
    said = article_text(line.article, lang)
    return f"{line.camp}, {label_text(line, lang)}{colon}{line.points}. {line.article}{colon}{said}"
