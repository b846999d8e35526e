"""Acts of the till: sales, other money, counts, and the lines that correct them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import IS_REVERSE, Act, Reverse, WrittenLine


def _lines_written(line: WrittenLine) -> dict[str, Any]:
    return {"tournament_id": line.tournament_id, "numbers": line.after["movements"]}


CORRECT_MONEY = Act(
    "correct_money",
    words=_("Line of the till corrected"),
    right="till",
    seals=("till",),
    moves_ranking=False,
    undo=IS_REVERSE,
    leaves=True,
)
_CORRECTED = Reverse(
    does=_("A line of the opposite amount corrects it; both stay."),
    by=CORRECT_MONEY,
    to=_lines_written,
    after_end=True,
)
SELL = Act("sell", words=_("Sale"), right="till", seals=("till",), moves_ranking=False, undo=_CORRECTED, leaves=True)
PAY_DUE = Act(
    "pay_due",
    words=_("What was owed is paid"),
    right="till",
    seals=("till",),
    moves_ranking=False,
    undo=_CORRECTED,
    leaves=True,
)
NOTE_MONEY = Act(
    "note_money",
    words=_("Money of the till noted"),
    right="till",
    seals=("till",),
    moves_ranking=False,
    undo=_CORRECTED,
    leaves=True,
)
COUNT_TILL = Act(
    "count_till",
    words=_("Till counted"),
    right="till",
    seals=("till",),
    moves_ranking=False,
    undo=_CORRECTED,
    leaves=True,
)
