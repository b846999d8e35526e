"""The bibliography: the five sources, and which of their articles are not covered.

An article key is a source id and its own heading: ``S0 10.1.3``, ``S1 §2 le contre`` (rules/articles.toml).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.articles import ARTICLES
from rules.sentences import Text, text, typeset


class Source(NamedTuple):
    """One document: title, where it comes from, date it was read, what it is."""

    title: str
    address: str
    read: str
    about: Text


def _source(title: str, address: str, read: str, fr: str, en: str) -> Source:
    return Source(typeset(title), typeset(address), read, text(fr, en))


SOURCES: dict[str, Source] = {
    "S0": _source(
        "Règles officielles de la Belote",
        "http://www.ffbelote.org/wp-content/uploads/2016/01/regles-officielles-de-la-Belote-27-01-2016.pdf",
        "2026-11-20",
        "Règles officielles de la Fédération française de belote : belote classique, variante Sans Atout / Tout Atout.",
        "Official rules of the French belote federation: classic belote, variant Sans Atout / Tout Atout.",
    ),
    "S1": _source(
        "Règlement concours départemental de belote",
        "Alpes-Maritimes (document remis aux équipes)",
        "2026-11-20",
        "Règlement d'un concours départemental : § 1 belote classique, § 2 belote contrée, incidents, droit à l'image.",
        "Regulation of a departmental concours: §1 classic belote, §2 contrée, incidents, image rights.",
    ),
    "S2": _source(
        "Les règles officielles de la Belote (résumé, stratégie de belote)",
        "page d'un site de jeu en ligne",
        "2026-11-20",
        "Belote avec annonces, renonce, tolérance sur « rebelote », mode défi.",
        "Belote with annonces, renonce, tolerance on “rebelote”, challenge mode.",
    ),
    "S3": _source(
        "La belote (billet du 5 août 2009)",
        "page d'un blog de jeux",
        "2026-11-20",
        "Belote traditionnelle : tous les points à la défense en cas de chute, variante avec annonces.",
        "Traditional belote: every point to the defence on a chute, variant with annonces.",
    ),
    "S4": _source(
        "Belote Junior, mes premiers jeux de cartes (Grimaud)",
        "livret joint au jeu",
        "2026-11-20",
        "Belote aux plis, aux enchères, classique, coinche, escalier et comptoir.",
        "Belote by tricks, with auction, classic, coinche, escalier and comptoir.",
    ),
}

NOT_COVERED: dict[str, Text] = {
    "S0 3": text(
        "Distribution, mélange et coupe : gestes de la table, sans effet sur la marque.",
        "Dealing, shuffling and cutting: acts of the table, without effect on the marks.",
    ),
    "S0 4.1": text(
        "Ordre de parole et mots des enchères : la feuille ne porte que le contrat joué.",
        "Order and words of the auction: the sheet bears only the contract played.",
    ),
    "S1 §3": text(
        "La cession du droit à l'image pour trente ans n'est pas reprise : le consentement est libre et séparé.",
        "The thirty-year image clause is not taken up: consent is free and separate.",
    ),
    "S2 B": text(
        "Moment de dire et de montrer une annonce : geste de la table ; seule la renonce laisse une trace.",
        "When an annonce is said and shown: an act of the table; only a renonce leaves a trace.",
    ),
    "S4 L'escalier": text(
        "Carte sur le front à la première et à la dernière manche : geste de la table.",
        "Card held on the forehead in the first and last manche: an act of the table.",
    ),
}


def anchor(article: str) -> str:
    """Return the name of an article inside an address.

    >>> anchor("S1 §2 le contre")
    'S1-2-le-contre'
    """
    return re.sub(r"\W+", "-", article).strip("-")


def article_text(key: str, lang: str = "fr") -> str:
    """Return the text of article *key*, in our words; the key itself where it is a club's own.

    >>> article_text("S0 8", "en")
    'Classic belote has no annonces.'
    """
    article = ARTICLES.get(key)
    return article.in_lang(lang) if article else key
