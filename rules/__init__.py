"""The game of belote, plain Python: rule sets, marks explained line by line, control of totals, play of the cards."""

from collections.abc import Mapping
from typing import Any

from rules.conversion import conversion_table
from rules.errors import DonneError, FormError, OptionError, RuleError
from rules.explain import label_text, why
from rules.line import Line
from rules.partie import DonneResult, Result, SheetError
from rules.plays import Plays, legal_plays, trick_winner
from rules.reglement import Section, Sentence, reglement
from rules.rule_set import Option, RuleSet, complete_options_of, house_rules, rule_set
from rules.sets import RULE_SETS
from rules.sheet import find_rule_set, score_sheet
from rules.sources import ARTICLES, NOT_COVERED, SOURCES, article_text
from rules.totals import TotalsCheck, check_totals, complete_totals

__all__ = [
    "ARTICLES",
    "NOT_COVERED",
    "RULE_SETS",
    "SOURCES",
    "DonneError",
    "DonneResult",
    "FormError",
    "Line",
    "Option",
    "OptionError",
    "Result",
    "Plays",
    "RuleError",
    "RuleSet",
    "Section",
    "Sentence",
    "SheetError",
    "TotalsCheck",
    "article_text",
    "check_totals",
    "complete_options",
    "complete_totals",
    "conversion_table",
    "house_rules",
    "label_text",
    "legal_plays",
    "reglement",
    "rule_set",
    "score_sheet",
    "trick_winner",
    "why",
]


def complete_options(ruleset: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """*options* checked and completed with the defaults of *ruleset*. Raises RuleError.

    >>> complete_options("departement-contree", {"fin": "arrondis"})
    {'fin': 'arrondis', 'limite_donnes': None, 'limite_points': 2000}
    """
    return complete_options_of(find_rule_set(ruleset), options)
