"""Name the clubs or communes of a team whose players come from different ones, and by which draws keep it apart."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.registration.models import Team
from tournament.registration.origins import both_origins


def places_of(origin: str, singles: Sequence[Mapping[str, Any]] | None) -> tuple[str, ...]:
    """Return the clubs or communes of a team with *origin*, two at most: both where its players, *singles*, came apart.

    What was typed since the team was formed stands. Two that are written together, as a list or a person at the door
    does, are two here as well.
    """
    if singles:
        first, second = (single["fields"]["origin"] for single in singles)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                if first and second and origin not in (first, second) and origin == both_origins(first, second):
                    return first, second
    for joining in _joining_words():
        first, _and, second = origin.partition(joining)
        if first.strip() and second.strip():
            return first.strip(), second.strip()
    return (origin,) if origin else ()


@cache
def _joining_words() -> tuple[str, ...]:
    """Return " and " in each language: asked once, not for each team of a draw."""
    found = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.append(_("%(first)s and %(second)s") % {"first": "", "second": ""})
    return tuple(found)


def drawn_origins(team: Team) -> tuple[str, ...]:
    """Return the clubs or communes by which draws keep *team* apart, two at most."""
    formed = getattr(team, "formed", None)
    return places_of(team.origin, formed.singles if formed else None)
