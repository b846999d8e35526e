"""Acts on the places of copies, in the club's journal, and on what a former home still had, in the concours' own."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import A_FACT, Act

_place_act = partial(Act, right="settings", seals=(), moves_ranking=False)

ADD_COPY_PLACE = _place_act(
    "add_copy_place",
    words=_("Place for copies added"),
    undo=_("A place is removed on the page of the copies."),
)
REMOVE_COPY_PLACE = _place_act(
    "remove_copy_place",
    words=_("Place for copies removed"),
    undo=_("A place is added again on the page of the copies."),
)
SETTLE_LEFT_LINE = Act(
    "settle_left_line",
    words=_("Line of the former computer settled"),
    right="rule",
    seals=(),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
)
