"""Choices of registration: the contact asked from home, the categories, the qualified."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.concours.kinds import Text

ENTRY_CONTACTS: Mapping[str, Text] = {
    "none": _("nothing"),
    "phone": _("a telephone number"),
    "mail": _("a mail address"),
}

ENTRY_CATEGORIES: Mapping[str, Text] = {
    "all": _("everybody"),
    "women": _("women"),
    "mixed": _("mixed teams"),
    "men": _("men"),
    "young": _("young people"),
}
QUALIFIED_AS: Mapping[str, Text] = {
    "no": _("no"),
    "person": _("each player, with any partner who is qualified too"),
    "team": _("the team as it qualified"),
}
