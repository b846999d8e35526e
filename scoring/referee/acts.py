"""Acts of a referee at a table, and swaps and exchanges of sheets."""

from dataclasses import replace
from functools import partial

from django.utils.translation import gettext_lazy as _

from scoring.sheets.acts import SCORE_BEFORE, SHEET_ROWS
from tournament.journal.acts import IS_REVERSE, Act, Reverse

DECISION_BACK = replace(SCORE_BEFORE, action=_("Take this decision back"))

_sheet_act = partial(Act, right="rule", seals=SHEET_ROWS, moves_ranking=True)

RULE_KEEP = _sheet_act("rule_keep", words=_("Referee: one version is kept"), undo=DECISION_BACK, tells="scores")
RULE_CORRECT = _sheet_act("rule_correct", words=_("Referee: score set right"), undo=DECISION_BACK, tells="scores")
RULE_FORFEIT = _sheet_act("rule_forfeit", words=_("Referee: forfeit"), undo=DECISION_BACK, tells="scores")
RULE_DONNE_BACK = _sheet_act(
    "rule_donne_back", words=_("Referee: cancelled donne counts again"), undo=IS_REVERSE, tells="scores"
)
RULE_CANCEL_DONNE = _sheet_act(
    "rule_cancel_donne",
    words=_("Referee: donne cancelled"),
    undo=Reverse(
        does=_("The donne counts again."), right="rule", action=_("Let this donne count again"), corrects=True
    ),
    tells="scores",
)
RULE_PENALTY_BACK = _sheet_act(
    "rule_penalty_back", words=_("Referee: penalty taken back"), undo=IS_REVERSE, tells="scores"
)
RULE_PENALTY = _sheet_act(
    "rule_penalty",
    words=_("Referee: penalty"),
    undo=Reverse(does=_("The penalty is taken back."), right="rule", action=_("Take this penalty back"), corrects=True),
    tells="scores",
)
RULE_EXCLUSION = _sheet_act(
    "rule_exclusion",
    words=_("Referee: exclusion"),
    undo=DECISION_BACK,
    tells="scores",
)
SWAP_CAMPS = _sheet_act(
    "swap_camps",
    words=_("Camps taken for each other, swapped"),
    right="score",
    undo=replace(SCORE_BEFORE, action=_("Swap the camps back")),
    tells="scores",
)
WITHDRAW_SHEET = _sheet_act(
    "withdraw_sheet",
    words=_("Score taken off"),
    right="score",
    undo=Reverse(
        does=_("The score that was taken off counts again."),
        right="score",
        action=_("Let this score count again"),
        corrects=True,
    ),
    tells="scores",
)
EXCHANGE_SHEETS = _sheet_act(
    "exchange_sheets",
    words=_("Sheets of two tables exchanged"),
    right="score",
    undo=Reverse(
        does=_("Both sheets are again where they were."),
        right="score",
        action=_("Exchange the sheets back"),
        corrects=True,
    ),
    tells="scores",
)

# The act of each kind of ruling.
OF_RULING = {
    "keep": RULE_KEEP,
    "correct": RULE_CORRECT,
    "cancel_donne": RULE_CANCEL_DONNE,
    "donne_back": RULE_DONNE_BACK,
    "penalty": RULE_PENALTY,
    "penalty_back": RULE_PENALTY_BACK,
    "forfeit": RULE_FORFEIT,
    "exclusion": RULE_EXCLUSION,
}
