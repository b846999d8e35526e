"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from rules.articles import ARTICLES
from rules.games.clauses import TIED_PARTIE
from rules.rule_set import RuleSet
from rules.sentences import text
from rules.sets import game_of
from rules.sources import anchor

# How many parties of a concours are of a knock-out.
KnockOuts = Literal["none", "some", "all"]
OUTSIDE_KNOCK_OUTS = text(", hors élimination directe", ", knock-outs apart")


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


def reglement(
    ruleset: str | RuleSet,
    options: Mapping[str, Any] | None = None,
    lang: str = "fr",
    *,
    knock_outs: KnockOuts = "none",
) -> list[Section]:
    """Return the sections of the règlement of *ruleset* under *options*, every option stated. Raises RuleError.

    A knock-out has no drawn partie: the organisers say what decides it.
    """
    sections = []
    for title, every in game_of(ruleset, options).reglement():
        clauses = [one for one in every if one.text is not TIED_PARTIE or knock_outs != "all"]
        if knock_outs == "some":
            clauses = [
                one._replace(values={"where": OUTSIDE_KNOCK_OUTS}) if one.text is TIED_PARTIE else one
                for one in clauses
            ]
        sentences = tuple(Sentence(clause.say(lang), clause.article) for clause in clauses)
        if sentences:
            sections.append(Section(title.in_lang(lang), sentences))
    return sections
