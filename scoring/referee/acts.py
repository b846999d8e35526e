"""Acts of a referee at a table, and swaps and exchanges of sheets."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.sheets.acts import SCORE_BEFORE
from tournament.journal.acts import IS_REVERSE, Act, Reverse

DECISION_BACK = replace(SCORE_BEFORE, action=_("Take this decision back"))

RULE_KEEP = Act(
    "rule_keep",
    words=_("Referee: one version is kept"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=DECISION_BACK,
    tells="scores",
)
RULE_CORRECT = Act(
    "rule_correct",
    words=_("Referee: score set right"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=DECISION_BACK,
    tells="scores",
)
RULE_FORFEIT = Act(
    "rule_forfeit",
    words=_("Referee: forfeit"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=DECISION_BACK,
    tells="scores",
)
RULE_DONNE_BACK = Act(
    "rule_donne_back",
    words=_("Referee: cancelled donne counts again"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=IS_REVERSE,
    tells="scores",
)
RULE_CANCEL_DONNE = Act(
    "rule_cancel_donne",
    words=_("Referee: donne cancelled"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=Reverse(
        does=_("The donne counts again."), right="rule", action=_("Let this donne count again"), corrects=True
    ),
    tells="scores",
)
RULE_PENALTY_BACK = Act(
    "rule_penalty_back",
    words=_("Referee: penalty taken back"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=IS_REVERSE,
)
RULE_PENALTY = Act(
    "rule_penalty",
    words=_("Referee: penalty"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=Reverse(does=_("The penalty is taken back."), right="rule", action=_("Take this penalty back"), corrects=True),
)
RULE_EXCLUSION = Act(
    "rule_exclusion",
    words=_("Referee: exclusion"),
    right="rule",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=_("Take back the exclusion, which stands on a line of its own."),
)
SWAP_CAMPS = Act(
    "swap_camps",
    words=_("Camps taken for each other, swapped"),
    right="score",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=replace(SCORE_BEFORE, action=_("Swap the camps back")),
    tells="scores",
)
WITHDRAW_SHEET = Act(
    "withdraw_sheet",
    words=_("Score taken off"),
    right="score",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
    undo=Reverse(
        does=_("The score that was taken off counts again."),
        right="score",
        action=_("Let this score count again"),
        corrects=True,
    ),
    tells="scores",
)
EXCHANGE_SHEETS = Act(
    "exchange_sheets",
    words=_("Sheets of two tables exchanged"),
    right="score",
    seals=("sheets", "reading", "rulings", "photos", "partie"),
    moves_ranking=True,
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
