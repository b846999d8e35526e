"""The sheet: its form checked whole, then scored. One JSON shape for command line and API (docs/rules.md 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.errors import OptionError
from rules.form import read_mapping
from rules.result import Result
from rules.rule_set import RuleSet
from rules.sets import RULE_SETS, find_rule_set


def score_sheet(
    sheet: Mapping[str, Any], *, explain: bool = True, rule_sets: Mapping[str, RuleSet] = RULE_SETS
) -> Result:
    """Score a sheet; its first error, if any, is in ``Result.errors``.

    Raises FormError (OptionError for an option) when *sheet* is no sheet at all. With ``explain`` False the lines
    are not kept. ``rule_sets`` may hold a club's own beside ours.
    """
    rules = find_rule_set(read_mapping(sheet, "").get("ruleset"), rule_sets)
    game = rules.under(read_options(sheet.get("options")))
    game.check_form(sheet)
    return game.score(sheet, explain=explain)


def read_options(options: Any) -> Mapping[str, Any]:
    """Return the options of a request as a mapping; null is as good as absent. Raises OptionError."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise OptionError("pas_un_objet", field="options", read=options)
    return options
