"""The answers of who is called to a final."""

from collections.abc import Mapping

from django.utils.translation import pgettext_lazy

from tournament.languages import AnyText

OPEN, ACCEPTED, DECLINED, LAPSED = "", "accepted", "declined", "lapsed"
ANSWERS: Mapping[str, AnyText] = {
    OPEN: pgettext_lazy("qualified", "asked"),
    ACCEPTED: pgettext_lazy("qualified", "comes"),
    DECLINED: pgettext_lazy("qualified", "does not come"),
    LAPSED: pgettext_lazy("qualified", "did not answer in time"),
}
