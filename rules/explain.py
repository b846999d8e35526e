"""Explain a line of a mark: its label and its article, in French and in English."""

from __future__ import annotations

from rules.line import Line
from rules.sentences import text, texts
from rules.sources import article_text

LABELS = texts(
    {
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
        "surcoinche": ("surcoinche", "surcoinche"),
        "capot_demande": ("capot demandé", "capot bid"),
        "capot_contre": ("capot demandé et contré", "capot bid, contré"),
        "capot_surcontre": ("capot demandé et surcontré", "capot bid, surcontré"),
        "capot_manque": ("capot annoncé et manqué par l'adversaire", "capot bid and missed by the adversary"),
        "manche": ("manche", "manche"),
        "ecart": ("écart entre l'annonce et les plis", "difference between guess and tricks"),
    }
)


WHY = text("{camp}, {label} : {points}. {article} : {words}", "{camp}, {label}: {points}. {article}: {words}")


def label_text(line: Line, lang: str = "fr") -> str:
    """Return the label of a line in words."""
    return LABELS[line.label].in_lang(lang)


def why(line: Line, lang: str = "fr") -> str:
    """Explain a line: the camp, the label, the points, the article and its text.

    >>> why(Line("NS", "chute", 162, "S0 10.2"), "en")[:37]
    "NS, adversary's chute: 162. S0 10.2: "
    """
    words = article_text(line.article, lang)
    label = label_text(line, lang)
    return WHY.say(lang, camp=line.camp, label=label, points=line.points, article=line.article, words=words)
