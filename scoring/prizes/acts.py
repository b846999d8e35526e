"""Acts of the prize giving."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, WrittenLine

SETTLE_PRIZES = Act(
    "settle_prizes",
    words=_("Equal for a prize: the card's order"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=_("Set it again on the page of the prizes."),
    leaves=True,
)
CALL_PRIZE = Act(
    "call_prize",
    words=_("Prize called"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=Reverse(does=_("What was handed over is as it was before this call."), after_end=True),
    leaves=True,
)
GIVE_PRIZE = Act(
    "give_prize",
    words=_("Prize given to another"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=Reverse(does=_("The prize is again whose it was."), after_end=True),
    leaves=True,
)
MISS_PRIZE = Act(
    "miss_prize",
    words=_("Called for its prize, absent"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=Reverse(does=_("It is called in its turn again."), after_end=True),
    leaves=True,
)
DRAW_PRIZE = Act(
    "draw_prize",
    words=_("Prize drawn among those present"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=_("The hall has seen the draw. Draw it again on the page of the prizes where the wrong ones were present."),
    leaves=True,
)
NOTE_YEARS = Act(
    "note_years",
    words=_("Ages noted for the prize of the youngest"),
    right="close",
    seals=("prizes",),
    moves_ranking=False,
    undo=_("Type them again on the page of the prizes: the journal keeps no ages."),
    leaves=True,
)


def _of_photo(line: WrittenLine) -> dict[str, Any]:
    return {"tournament_id": line.tournament_id, "number": line.after["lot"]}


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
    undo=Reverse(does=_("The photo is removed."), by=REMOVE_PRIZE_PHOTO, to=_of_photo),
)
