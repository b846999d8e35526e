"""A referee's decisions on a table: each is one act, with its reason and article, final and shown to all.

Whatever is decided, nothing is overwritten: a version is kept or a new one is written, a penalty is a line beside it.
"""

from scoring.referee.rulings.context import (
    LABEL_LENGTH as LABEL_LENGTH,
    Decision as Decision,
    RulingContext as RulingContext,
)
from scoring.referee.rulings.decisions import (
    HIGHEST_POINTS as HIGHEST_POINTS,
    RULING_KINDS as RULING_KINDS,
    cancel_donne as cancel_donne,
    correct_sheet as correct_sheet,
    exclude_team as exclude_team,
    fewer as fewer,
    give_donne_back as give_donne_back,
    give_forfeit as give_forfeit,
    give_penalty as give_penalty,
    keep_version as keep_version,
    rule as rule,
    take_penalty_back as take_penalty_back,
)
from scoring.referee.rulings.swaps import (
    exchange_sheets as exchange_sheets,
    put_back as put_back,
    swap_camps as swap_camps,
    withdraw_sheet as withdraw_sheet,
)
from scoring.sheets.entry import NewSheet as NewSheet
