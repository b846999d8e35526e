"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.rule_set import RuleSet
from rules.sets import game_of


class Sentence(NamedTuple):
    """One sentence and the article it stands on."""

    text: str
    article: str


class Section(NamedTuple):
    """A titled group of sentences."""

    title: str
    sentences: tuple[Sentence, ...]


def reglement(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None, lang: str = "fr") -> list[Section]:
    """Return the sections of the règlement of *ruleset* under *options*, every option stated. Raises RuleError."""
    sections = []
    for title, clauses in game_of(ruleset, options).reglement():
        sentences = tuple(Sentence(clause.say(lang), clause.article) for clause in clauses)
        if sentences:
            sections.append(Section(title.in_lang(lang), sentences))
    return sections
