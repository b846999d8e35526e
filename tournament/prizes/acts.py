"""Acts on the list of prizes. Their lines hold numbers: the words of a prize may name who gives it."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, of_concours

_list_act = partial(Act, right="settings", seals=("concours", "lots"), moves_ranking=False)

REMOVE_PRIZES = _list_act(
    "remove_prizes",
    words=_("Prizes taken off the list"),
    undo=_("Type them again: the journal keeps no words of prizes."),
)
ADD_PRIZES = _list_act(
    "add_prizes",
    words=_("Prizes added to the list"),
    undo=Reverse(
        does=_("These prizes leave the list."),
        by=REMOVE_PRIZES,
        to=lambda line: of_concours(line) | {"numbers": line.after["added"]},
    ),
)
CHANGE_PRIZE = _list_act(
    "change_prize", words=_("Prize changed"), undo=_("Change it again: the journal keeps no words of prizes.")
)
RANK_PRIZES = _list_act(
    "rank_prizes", words=_("Prizes given to the free ranks in order"), undo=_("Change them on the list of the prizes.")
)
