"""The rules of a season as they are stored, and the ones of the pure table."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from scoring.seasons.scales import Scale
from scoring.seasons.table import SeasonRules

# The usual rules: a season's row holds those that differ.
RULES: dict[str, Any] = {
    "scale": "points",
    "won": 4,
    "drawn": 3,
    "lost": 2,
    "ranks": [],
    "beyond": 0,
    "presence": 0,
    "final_won": 0,
    "final_lost": 0,
    "best": 0,
    "minimum": 0,
    "one_a_day": False,
    "origins": 0,  # the best of a commune that count in the ranking of communes
    "ties": ["wins", "points", "direct", "lot"],
}


def whole_rules(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return all the rules of a season, those that its row leaves out too."""
    return {name: stored.get(name, usual) for name, usual in RULES.items()}


def table_rules(stored: Mapping[str, Any]) -> SeasonRules:
    """Return the rules by which the table is made."""
    rules = whole_rules(stored)
    figures = {field.name: rules[field.name] for field in fields(Scale) if field.name in rules}
    figures["ranks"] = tuple(rules["ranks"])
    return SeasonRules(
        scale=Scale(kind=rules["scale"], **figures),
        best=rules["best"],
        minimum=rules["minimum"],
        one_a_day=rules["one_a_day"],
        ties=tuple(rules["ties"]),
    )
