# ruff: noqa: F401  # what the other packages import
"""The game of belote, plain Python: rule sets, marks explained line by line, control of totals, play of the cards.

Other packages import from here alone, and from `rules.incidents` for the incidents of a règlement.
"""

from collections.abc import Mapping
from typing import Any

from rules.annonces import TYPES as ANNONCE_TYPES
from rules.articles import ARTICLES
from rules.camps import CAMPS, CAPOT, OTHER
from rules.cards import ATOUTS, CARDS, RANKS, SANS_ATOUT, SIGNS, TOUT_ATOUT, conversion_table
from rules.control import MOST_DONNES, UNCHECKED, TotalsCheck
from rules.errors import DonneError, FormError, OptionError, RuleError
from rules.explain import label_text, why
from rules.form import Feuille, is_int
from rules.options import LONGEST_WORDS, Option
from rules.plays import atouts_of, legal_plays, trick_winner
from rules.reglement import KnockOuts, Section, Sentence, reglement
from rules.result import Result, SheetError
from rules.rule_set import RuleSet, house_rules, rule_set
from rules.sets import RULE_SETS, find_rule_set, game_of
from rules.sheet import score_sheet
from rules.sources import NOT_COVERED, SOURCES, Source, anchor, article_text
from rules.winners import NULLE, Winners, check_totals, complete_totals, explain_totals, winners_of

Options = Mapping[str, Any] | None


def complete_options(ruleset: str, options: Options = None) -> dict[str, Any]:
    """Check *options* and complete them with the defaults of *ruleset*. Raises RuleError.

    >>> complete_options("departement-contree", {"fin": "arrondis"})
    {'fin': 'arrondis', 'limite_donnes': None, 'limite_points': 2000}
    """
    return find_rule_set(ruleset).complete(options)


def feuille(ruleset: str, options: Options = None, *, players: int = 4) -> Feuille:
    """Return the columns of a sheet of *ruleset*; *players* sit at the table where each is a camp. Raises RuleError.

    >>> feuille("junior-plis").fields
    ('plis', 'dernier_pli')
    """
    return game_of(ruleset, options).feuille(players)


def limit_of_points(ruleset: str, options: Options = None) -> int | None:
    """Return the points that end the partie; None where there are none to reach. Raises RuleError."""
    return game_of(ruleset, options).limit_of_points


def cards_in_trick(ruleset: str, options: Options = None) -> int | None:
    """Return how many cards make a trick; None where it depends on the number of players. Raises RuleError."""
    cards: int | None = game_of(ruleset, options).terms.cartes_par_pli
    return cards
