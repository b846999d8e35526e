"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.rule_set import RuleSet
from rules.sets import game_of
from rules.sources import ARTICLES, anchor


class Sentence(NamedTuple):
    """One sentence and the article it stands on."""

    text: str
    article: str

    @property
    def anchor(self) -> str:
        """Return where the bibliography says what the article holds, nothing for an article of the club's own."""
        return anchor(self.article) if self.article in ARTICLES else ""


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
