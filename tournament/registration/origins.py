"""Write the club or commune of a team whose two players come from different ones."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournament import names
from tournament.registration.services import ORIGIN_LENGTH


def both_origins(first: str, second: str) -> str:
    """Return where a team comes from whose players come from *first* and *second*: both, where they are not one place.

    Two long names are shortened alike, so that both can be read.
    """
    if not first or not second or names.place_key(first) == names.place_key(second):
        return first or second
    both = _("%(first)s and %(second)s")
    room = ORIGIN_LENGTH - len(both % {"first": "", "second": ""})
    for longest in (ORIGIN_LENGTH, max(room // 2, room - min(len(first), len(second)))):
        words = {"first": Truncator(first).chars(longest), "second": Truncator(second).chars(longest)}
        if len(both % words) <= ORIGIN_LENGTH:
            break
    return both % words
