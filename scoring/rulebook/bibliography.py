"""List every article of the règlements: where it counts, what is left out and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules import ARTICLES, NOT_COVERED, RULE_SETS, SOURCES, Source, anchor

DECISIONS = "D"


@dataclass(frozen=True)
class Article:
    """One article: its key, its anchor on the page, what it says, the rule sets that cite it."""

    key: str
    anchor: str
    text: str
    rule_sets: list[str]


@dataclass(frozen=True)
class Chapter:
    """One source with its articles and those not used; `source` None for our own decisions."""

    key: str
    source: Source | None
    about: str
    articles: list[Article]
    left_out: list[Article]


def bibliography(lang: str) -> list[Chapter]:
    """List every source in order, then our decisions."""
    users = _users()

    def articles(texts: Mapping[str, Any], source: str) -> list[Article]:
        return [
            Article(
                key,
                anchor(key),
                text.in_lang(lang),
                [RULE_SETS[rule_set].title(lang) for rule_set in users.get(key, ())],
            )
            for key, text in texts.items()
            if _source_of(key) == source
        ]

    chapters = [
        Chapter(
            key,
            source,
            source.about.in_lang(lang),
            articles(ARTICLES, key),
            articles(NOT_COVERED, key),
        )
        for key, source in SOURCES.items()
    ]
    return [*chapters, Chapter(DECISIONS, None, "", articles(ARTICLES, DECISIONS), articles(NOT_COVERED, DECISIONS))]


def _source_of(article: str) -> str:
    """Return the source of an article key; D for a decision (D1, D2…)."""
    first = article.split(" ")[0]
    return first if first in SOURCES else DECISIONS


@cache
def _users() -> dict[str, list[str]]:
    """Return the rule sets that cite each article, through their values, their options or their bases."""
    by_article: dict[str, list[str]] = {}
    for rules in RULE_SETS.values():
        for article in sorted(rules.cited_articles()):
            by_article.setdefault(article, []).append(rules.id)
    return by_article
