"""Write the club or commune of a team made of two who came alone from different ones, and tell by which draws keep it apart."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournament import names
from tournament.registration.models import Team
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


def places_of(origin: str, singles: Sequence[Mapping[str, Any]] | None) -> tuple[str, ...]:
    """Return the clubs or communes of a team with *origin*: both where its players, *singles*, came from different ones.

    What was typed since the team was formed stands.
    """
    if singles:
        first, second = (single["fields"]["origin"] for single in singles)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                if first and second and origin not in (first, second) and origin == both_origins(first, second):
                    return first, second
    return (origin,) if origin else ()


def drawn_origins(team: Team) -> tuple[str, ...]:
    """Return the clubs or communes by which draws keep *team* apart, two at most. One typed since it was formed stands."""
    formed = getattr(team, "formed", None)
    return places_of(team.origin, formed.singles if formed else None)
