"""RULE_SETS: every règlement the engine knows, by id."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.errors import FormError
from rules.games.base import Game
from rules.rule_set import RuleSet
from rules.sets.annonces import ANNONCES
from rules.sets.coinche import COINCHE
from rules.sets.comptoir import COMPTOIR
from rules.sets.departement_classique import DEPARTEMENT_CLASSIQUE
from rules.sets.departement_contree import DEPARTEMENT_CONTREE
from rules.sets.escalier import ESCALIER
from rules.sets.ffb_classique import FFB_CLASSIQUE
from rules.sets.junior_classique import JUNIOR_CLASSIQUE
from rules.sets.junior_encheres import JUNIOR_ENCHERES
from rules.sets.junior_plis import JUNIOR_PLIS
from rules.sets.traditionnelle import TRADITIONNELLE

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            FFB_CLASSIQUE,
            DEPARTEMENT_CLASSIQUE,
            DEPARTEMENT_CONTREE,
            ANNONCES,
            TRADITIONNELLE,
            JUNIOR_PLIS,
            JUNIOR_ENCHERES,
            JUNIOR_CLASSIQUE,
            COINCHE,
            ESCALIER,
            COMPTOIR,
        )
    }
)


def find_rule_set(name: Any, rule_sets: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """Return the rule set of that id. Raises FormError."""
    if not isinstance(name, str) or name not in rule_sets:
        raise FormError("ruleset_inconnu", field="ruleset", read=name, expected=", ".join(rule_sets))
    return rule_sets[name]


def game_of(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None) -> Game[Any]:
    """Return the game of *ruleset* under *options*. Raises RuleError."""
    return (ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)).under(options)
