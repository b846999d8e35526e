"""Acts on the list of prizes. Their lines hold numbers: the words of a prize may name who gives it."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, WrittenLine


def _added(line: WrittenLine) -> dict[str, Any]:
    return {"tournament_id": line.tournament_id, "numbers": line.after["added"]}


REMOVE_PRIZES = Act(
    "remove_prizes",
    words=_("Prizes taken off the list"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=_("Type them again: the journal keeps no words of prizes."),
)
ADD_PRIZES = Act(
    "add_prizes",
    words=_("Prizes added to the list"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=Reverse(does=_("These prizes leave the list."), by=REMOVE_PRIZES, to=_added),
)
CHANGE_PRIZE = Act(
    "change_prize",
    words=_("Prize changed"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=_("Change it again: the journal keeps no words of prizes."),
)
RANK_PRIZES = Act(
    "rank_prizes",
    words=_("Prizes given to the free ranks in order"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=False,
    undo=_("Change them on the list of the prizes."),
)
