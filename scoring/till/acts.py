"""Acts of the till: sales, other money, counts, and the lines that correct them."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import IS_REVERSE, Act, Reverse, of_concours

_till_act = partial(Act, right="till", seals=("till",), moves_ranking=False, leaves=True)

CORRECT_MONEY = _till_act("correct_money", words=_("Line of the till corrected"), undo=IS_REVERSE)
_CORRECTED = Reverse(
    does=_("A line of the opposite amount corrects it; both stay."),
    by=CORRECT_MONEY,
    to=lambda line: of_concours(line) | {"numbers": line.after["movements"]},
    after_end=True,
)
SELL = _till_act("sell", words=_("Sale"), undo=_CORRECTED)
PAY_DUE = _till_act("pay_due", words=_("What was owed is paid"), undo=_CORRECTED)
NOTE_MONEY = _till_act("note_money", words=_("Money of the till noted"), undo=_CORRECTED)
COUNT_TILL = _till_act("count_till", words=_("Till counted"), undo=_CORRECTED)
