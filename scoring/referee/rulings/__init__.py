# ruff: noqa: F401  # what other modules import
"""A referee's decisions on a table: each is one act, with its reason and article, final and shown to all.

Whatever is decided, nothing is overwritten: a version is kept or a new one is written, a penalty is a line beside it.
"""

from scoring.referee.rulings.context import LABEL_LENGTH, Decision, RulingContext
from scoring.referee.rulings.decisions import (
    HIGHEST_POINTS,
    RULING_KINDS,
    cancel_donne,
    correct_sheet,
    exclude_team,
    fewer,
    give_donne_back,
    give_forfeit,
    give_penalty,
    keep_version,
    rule,
    take_penalty_back,
)
from scoring.referee.rulings.swaps import exchange_sheets, put_back, swap_camps, withdraw_sheet
from scoring.sheets.entry import NewSheet
