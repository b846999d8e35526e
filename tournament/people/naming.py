"""Decide who is named to whom: the settings of a concours, and what each person said of its own name."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import pgettext_lazy

from tournament import names
from tournament.languages import AnyText

AGREED, REFUSED = "agreed", "refused"
NAMING = {
    "": pgettext_lazy("naming", "has said nothing: as the concours does"),
    AGREED: pgettext_lazy("naming", "agrees to be named on the web"),
    REFUSED: pgettext_lazy("naming", "does not want to be named"),
}


def naming_choices() -> list[tuple[str, AnyText]]:
    """Return the answers as (key, label); a function, so that a new one makes no migration."""
    return list(NAMING.items())


class Audience(Enum):
    """Distinguish for whom names are written."""

    ORGANISERS = "organisers"  # everybody is named
    NAMED = "named"  # those who refused have initials: the hall, its walls and what is posted there
    INITIALS = "initials"  # those who agreed are named, all others have initials

    def may_name(self, naming: str | None) -> bool:
        """Return whether a person of this *naming* is named; None for a player who is nobody's person.

        >>> Audience.NAMED.may_name("refused"), Audience.INITIALS.may_name(""), Audience.INITIALS.may_name("agreed")
        (False, False, True)
        """
        if self is Audience.ORGANISERS:
            return True
        return naming != REFUSED if self is Audience.NAMED else naming == AGREED

    @property
    def whole(self) -> bool:
        """Return whether names are shown, those of a few left out."""
        return self is not Audience.INITIALS


def public_audience(*, online: bool, leaves: bool = False) -> Audience:
    """Return who reads the public pages of a concours whose names are *online*; of the hall alone, unless it *leaves* that."""
    return Audience.NAMED if online or (settings.EMBEDDED and not leaves) else Audience.INITIALS


class Named(NamedTuple):
    """A player as it is written: its name, and what its person said of it."""

    name: str
    naming: str | None = ""

    def shown(self, audience: Audience) -> str:
        """Return the name that *audience* reads."""
        return self.name if audience.may_name(self.naming) else initials(self.name)


def initials(name: str) -> str:
    """Return the initials of a person, at most three.

    >>> initials("Jean-Pierre Le Goff")
    'J. P. L.'
    """
    return " ".join(f"{word[0].upper()}." for word in name.replace("-", " ").split()[:3])


def team_shown(own: str, players: Iterable[Named], audience: Audience) -> str:
    """Return the name of a team: its *own* one where all its players may be named, else its players'.

    >>> team_shown("Les As", [Named("Jean Brun"), Named("Zoé Roux", "refused")], Audience.NAMED)
    'Jean Brun / Z. R.'
    """
    players = list(players)
    return own if own and named(players, audience) else names.together(player.shown(audience) for player in players)


def named(players: Sequence[Named], audience: Audience) -> bool:
    """Return whether *audience* reads the names of all *players* of a team; of a team without any where names are shown."""
    return all(audience.may_name(player.naming) for player in players) if players else audience.whole
