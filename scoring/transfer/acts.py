"""The act of a concours that comes from another computer."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import A_FACT, Act

TAKE_IN = Act(
    "take_in",
    words=_("Concours taken in from another computer"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
    copied_at_once=True,
)
