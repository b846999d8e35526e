"""Act of the desk about what teams ask it, and their words; a yes is an act of the door."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

# The words of a team to the desk, by the kind of its request.
REQUEST_WORDS = {
    "here": _("We have come"),
    "leave": _("We leave after this partie"),
    "miss": _("We miss the next partie"),
    "back": _("We are back"),
}

REFUSE_REQUEST = Act(
    "refuse_request",
    words=_("Request of a team refused"),
    right="register",
    seals=(),
    moves_ranking=False,
    undo=_("The team may ask again."),
    leaves=True,
)
