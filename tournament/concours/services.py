"""Acts on a concours as a whole: create it, change its settings."""

import datetime
import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.clubs.models import Club
from tournament.concours.kinds import Values, clean_word
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS, usual_forfeit
from tournament.concours.settings import SETTINGS, checked, frozen_settings, journalled, merged
from tournament.errors import TournamentError
from tournament.journal import services as journal

# Letters and figures that nobody takes for another: 10 of them are 50 bits, and can still be typed on a telephone.
_SLUG_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
_SLUG_LENGTH = 10


def is_frozen(tournament: Tournament) -> bool:
    """Return whether a tirage is published: from then on the play's settings stand as they were announced."""
    return tournament.rounds.filter(state="published").exists()


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    preset: str,
    name: str,
    date: datetime.date,
    place: str = "",
    by: User | None,
    overrides: Mapping[str, object] | None = None,
    is_demo: bool = False,
) -> Tournament:
    """Create a concours of *club*, set as *preset* (a key of PRESETS) says but for *overrides* (names of SETTINGS).

    `rule_options` and `draw_options` in *overrides* may hold only the options that differ. Raises TournamentError,
    its `field` the setting that is wrong; nothing is written then.
    """
    start = PRESETS[clean_word(preset, "preset", PRESETS)].settings | {"name": name, "date": date, "place": place}
    changes = dict(overrides or {})
    settings = merged(start, changes)
    settings |= {
        setting.name: setting.default(settings)
        for setting in SETTINGS
        if callable(setting.default) and setting.name not in changes
    }
    settings = checked(_proportioned(settings, start))
    tournament = Tournament(club=club, preset=preset, slug=_new_slug(), is_demo=is_demo, **settings)
    tournament.save(force_insert=True)
    after = journalled(settings) | {"preset": preset}
    journal.write(tournament, "create_tournament", by, after=after)
    return tournament


@transaction.atomic
def change_settings(*, tournament_id: int, changes: Mapping[str, object], by: User | None) -> Tournament:
    """Make *changes* (names of SETTINGS) to a concours; settings given as they already are count for nothing.

    Raises TournamentError: `settings_frozen` for the play's settings once a tirage is published, `closed` after the
    palmarès, or what is wrong with a value. All or nothing.
    """
    tournament = lock_tournament(tournament_id)
    current = settings_of(tournament)
    settings = checked(_proportioned(merged(current, changes), current))
    changed = {setting: value for setting, value in settings.items() if value != current[setting]}
    if not changed:
        return tournament
    if tournament.closed_at and changed.keys() & frozen_settings(drawn=True, closed=True):
        raise TournamentError("closed")
    standing = frozen_settings(drawn=True, closed=False)
    late = next((setting for setting in changed if setting in standing), None)
    if late is not None and is_frozen(tournament):
        raise TournamentError("settings_frozen", field=late)
    for setting, value in changed.items():
        setattr(tournament, setting, value)
    tournament.save(update_fields=list(changed))
    before = journalled({setting: current[setting] for setting in changed})
    journal.write(tournament, "change_settings", by, before=before, after=journalled(changed))
    return tournament


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of *tournament* by name."""
    return {setting.name: getattr(tournament, setting.name) for setting in SETTINGS}


def _proportioned(settings: Values, before: Values) -> dict[str, Any]:
    """Return *settings* with a forfeit that was in proportion to the donnes still so, unless another figure is given."""
    were, are = (values["rule_options"].get("limite_donnes") for values in (before, settings))
    other_length = type(were) is int and type(are) is int and were != are and are > 0
    if other_length and before["forfeit_points"] == settings["forfeit_points"] == usual_forfeit(were):
        return dict(settings) | {"forfeit_points": usual_forfeit(are)}
    return dict(settings)


def _new_slug() -> str:
    return "".join(secrets.choice(_SLUG_ALPHABET) for _i in range(_SLUG_LENGTH))
