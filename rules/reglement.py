"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.rule_set import RuleSet, terms
from rules.sheet import find_rule_set


class Sentence(NamedTuple):
    """One sentence and the article it stands on."""

    text: str
    article: str


class Section(NamedTuple):
    """A titled group of sentences."""

    title: str
    sentences: tuple[Sentence, ...]


def reglement(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None, lang: str = "fr") -> list[Section]:
    """The sections of the règlement of *ruleset* under *options*. Raises RuleError."""
    rules = ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)
    agreed = terms(rules, options)
    colon = ": " if lang == "en" else " : "
    chosen = [
        Sentence(f"{spec.label(lang)}{colon}{spec.choice_label(agreed.options[name], lang)}.", spec.article)
        for name, spec in rules.options.items()
        if name in agreed.options
    ]
    return [Section(rules.title(lang), tuple(chosen))]
