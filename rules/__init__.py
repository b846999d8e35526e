"""The game of belote, plain Python: rule sets, marks explained line by line, control of totals, play of the cards.

Other packages import from here alone, and from `rules.incidents` for the incidents of a règlement.
"""

from collections.abc import Mapping
from typing import Any

from rules.annonces import TYPES
from rules.articles import ARTICLES as ARTICLES
from rules.camps import (
    CAMPS as CAMPS,
    CAPOT as CAPOT,
    OTHER as OTHER,
)
from rules.cards import (
    ATOUTS as ATOUTS,
    CARDS as CARDS,
    RANKS as RANKS,
    SANS_ATOUT as SANS_ATOUT,
    SIGNS as SIGNS,
    TOUT_ATOUT as TOUT_ATOUT,
    conversion_table as conversion_table,
)
from rules.control import (
    MOST_DONNES as MOST_DONNES,
    UNCHECKED as UNCHECKED,
    TotalsCheck as TotalsCheck,
)
from rules.errors import (
    DonneError as DonneError,
    FormError as FormError,
    OptionError as OptionError,
    RuleError as RuleError,
)
from rules.explain import (
    label_text as label_text,
    why as why,
)
from rules.form import (
    Feuille as Feuille,
    is_int as is_int,
)
from rules.options import (
    LONGEST_WORDS as LONGEST_WORDS,
    Option as Option,
)
from rules.plays import (
    atouts_of as atouts_of,
    legal_plays as legal_plays,
    trick_winner as trick_winner,
)
from rules.reglement import (
    KnockOuts as KnockOuts,
    Section as Section,
    Sentence as Sentence,
    reglement as reglement,
)
from rules.result import (
    Result as Result,
    SheetError as SheetError,
)
from rules.rule_set import (
    RuleSet as RuleSet,
    house_rules as house_rules,
    rule_set as rule_set,
)
from rules.sets import (
    RULE_SETS as RULE_SETS,
    find_rule_set as find_rule_set,
    game_of as game_of,
)
from rules.sheet import score_sheet as score_sheet
from rules.sources import (
    NOT_COVERED as NOT_COVERED,
    SOURCES as SOURCES,
    Source as Source,
    anchor as anchor,
    article_text as article_text,
)
from rules.winners import (
    NULLE as NULLE,
    Winners as Winners,
    check_totals as check_totals,
    complete_totals as complete_totals,
    explain_totals as explain_totals,
    winners_of as winners_of,
)

ANNONCE_TYPES = TYPES

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
