"""Acts of the prize giving."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, of_concours

_prize_act = partial(Act, right="close", seals=("prizes",), moves_ranking=False, leaves=True)

SETTLE_PRIZES = _prize_act(
    "settle_prizes", words=_("Equal for a prize: the card's order"), undo=_("Set it again on the page of the prizes.")
)
CALL_PRIZE = _prize_act(
    "call_prize",
    words=_("Prize called"),
    undo=Reverse(does=_("What was handed over is as it was before this call."), after_end=True),
)
GIVE_PRIZE = _prize_act(
    "give_prize",
    words=_("Prize given to another"),
    undo=Reverse(does=_("The prize is again whose it was."), after_end=True),
)
MISS_PRIZE = _prize_act(
    "miss_prize",
    words=_("Called for its prize, absent"),
    undo=Reverse(does=_("It is called in its turn again."), after_end=True),
)
DRAW_PRIZE = _prize_act(
    "draw_prize",
    words=_("Prize drawn among those present"),
    undo=_("The hall has seen the draw. Draw it again on the page of the prizes where the wrong ones were present."),
)
NOTE_YEARS = _prize_act(
    "note_years",
    words=_("Ages noted for the prize of the youngest"),
    undo=_("Type them again on the page of the prizes: the journal keeps no ages."),
)


REMOVE_PRIZE_PHOTO = Act(
    "remove_prize_photo",
    words=_("Photo of a prize removed"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=_("Take the photo again: a removed one is kept nowhere."),
)
ADD_PRIZE_PHOTO = Act(
    "add_prize_photo",
    words=_("Photo of a prize kept"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=Reverse(
        does=_("The photo is removed."),
        by=REMOVE_PRIZE_PHOTO,
        to=lambda line: of_concours(line) | {"number": line.after["lot"]},
    ),
)
