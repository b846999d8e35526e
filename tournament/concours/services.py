"""Acts on a concours as a whole: create it, change its settings, remove it."""

import datetime
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils import timezone

from tournament import names
from tournament.clubs.models import Club
from tournament.concours import acts
from tournament.concours.kinds import Values, clean_word
from tournament.concours.lock import lock_tournament, note_activity
from tournament.concours.lots import keep_rows
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.concours.presets import IN_PROPORTION, PRESETS
from tournament.concours.settings import SETTINGS, checked, frozen_settings, journalled, merged
from tournament.errors import TournamentError
from tournament.journal import services as journal

log = logging.getLogger("dix.concours")

# Letters and figures that nobody takes for another: 10 of them are 50 bits, and can still be typed on a telephone.
_SLUG_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
_SLUG_LENGTH = 10
# A line of the prizes may name a bracket, which another course of the evening has not.
_PRIZES_FOLLOW = {"lots", "phases", "first_method", "next_method", "draw_options", "parties", "parties_fixed"}


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
    like: Tournament | None = None,
    is_demo: bool = False,
    series: str = "",
) -> Tournament:
    """Create a concours of *club*, set as *preset* (a key of PRESETS) says but for *overrides* (names of SETTINGS).

    *like* is an earlier concours whose settings are taken instead of the preset's. `rule_options` and `draw_options` in
    *overrides* may hold only the options that differ. *series* is the key of the series that it is one evening of. Raises TournamentError, its `field` the setting that is wrong;
    nothing is written then.
    """
    given = PRESETS[clean_word(preset, "preset", PRESETS)].settings if like is None else settings_for_another(like)
    start = given | {"name": name, "date": date, "place": place}
    changes = dict(overrides or {})
    settings = merged(start, changes)
    # Settings in proportion to others follow the changed ones, unless an earlier concours is copied.
    if like is None or settings["rule_set"] != start["rule_set"]:
        settings |= {
            setting.name: setting.default(settings)
            for setting in SETTINGS
            if callable(setting.default) and setting.name not in changes
        }
    settings = checked(_proportioned(settings, start))
    tournament = Tournament(club=club, preset=preset, slug=_new_slug(), is_demo=is_demo, **settings)
    tournament.series, tournament.series_day = series, date if series else None
    tournament.save(force_insert=True)
    keep_rows(tournament)
    note_activity(club)
    after = journalled(settings) | {"preset": preset} | ({"like": like.pk} if like else {})
    after |= {"prizes": len(tournament.lots)} if tournament.lots else {}
    journal.write(tournament, acts.CREATE_TOURNAMENT, by, after=after)
    return tournament


@transaction.atomic
def change_settings(*, tournament_id: int, changes: Mapping[str, object], by: User | None) -> Tournament:
    """Make *changes* (names of SETTINGS) to a concours; settings given as they already are count for nothing.

    Raises TournamentError: `settings_frozen` for the play's settings once a tirage is published, `closed` after the
    palmarès, `name_in_use` for a till, a means or a reduction that is taken off its list, `till_first`, `qualified_called`,
    `prize_handed`, or what is wrong with a value. All or nothing.
    """
    tournament = lock_tournament(tournament_id)
    current = settings_of(tournament)
    settings = checked(_proportioned(merged(current, changes), current))
    # A concours of an earlier version lacks the options that came since: filling them in changes nothing.
    completed = checked(current)
    changed = {setting: value for setting, value in settings.items() if value != completed[setting]}
    if not changed:
        return tournament
    if tournament.closed_at and changed.keys() & frozen_settings(drawn=True, closed=True):
        raise TournamentError("closed")
    standing = frozen_settings(drawn=True, closed=False)
    late = next((setting for setting in changed if setting in standing), None)
    if late is not None and is_frozen(tournament):
        raise TournamentError("settings_frozen", field=late)
    _check_in_use(tournament, changed)
    for setting, value in changed.items():
        setattr(tournament, setting, value)
    tournament.save(update_fields=list(changed))
    before, after = journalled({setting: current[setting] for setting in changed}), journalled(changed)
    if changed.keys() & _PRIZES_FOLLOW and (tournament.lots or current["lots"]):
        keep_rows(tournament, before=current["lots"])
        after |= {"prizes": len(tournament.lots)}
    journal.write(tournament, acts.CHANGE_SETTINGS, by, before=before, after=after)
    return tournament


def _check_in_use(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    """Raise TournamentError name_in_use where a name that money or a team has would leave its list, till_first,
    qualified_called, prize_handed.
    """
    teams, lines = tournament.teams.order_by(), tournament.movements.order_by()
    in_use: dict[str, Callable[[], Iterable[str]]] = {
        "tills": lambda: lines.values_list("till", flat=True),
        "club_means": lambda: chain(
            lines.values_list("means", flat=True), *teams.values_list("paid_by", "partner_paid_by")
        ),
        "reductions": lambda: chain.from_iterable(teams.values_list("reductions", flat=True)),
    }
    for setting in in_use.keys() & changed.keys():
        left = set(prices(getattr(tournament, setting)) if setting == "reductions" else getattr(tournament, setting))
        left -= set(prices(changed[setting]) if setting == "reductions" else changed[setting])
        if name := next((name for name in in_use[setting]() if name in left), ""):
            raise TournamentError("name_in_use", field=setting, name=name)
    # Money without the name of a till lies in the first one. What the account of the club paid lies in none.
    of_account = models.Q(kind__in=("lots", "expense")) & ~models.Q(means__in=("", "cash"))
    unnamed = lines.filter(till="").exclude(of_account)
    if changed.get("tills") and tournament.tills[:1] not in ([], changed["tills"][:1]) and unnamed.exists():
        raise TournamentError("till_first", field="tills", name=tournament.tills[0])
    # Those called each alone are no team that qualified, nor is a team two who were called.
    as_team = "team" in (changed.get("entry_qualified"), tournament.entry_qualified)
    if "entry_qualified" in changed and as_team and tournament.qualified.exists():
        raise TournamentError("qualified_called", field="entry_qualified")
    if "prizes_chosen" in changed and (one := tournament.handed_prizes.filter(slot__startswith="rank:").first()):
        raise TournamentError("prize_handed", field="prizes_chosen", prize=one.what)


@transaction.atomic
def remove_tournament(*, tournament_id: int, by: User | None, while_played: bool = False) -> Tournament:
    """Put a concours away: its pages, telephones and walls find nothing any more until it is restored.

    Nothing is erased. *while_played* says that it goes although tables may be playing. Raises TournamentError
    `removed_while_played` without it, `removed` where it was removed already.
    """
    tournament = lock_tournament(tournament_id, closed_club=True)
    if may_be_played(tournament) and not while_played:
        raise TournamentError("removed_while_played", field="while_played", name=tournament.name)
    tournament.removed_at = timezone.now()
    tournament.save(update_fields=["removed_at"])
    journal.write(tournament, acts.REMOVE_TOURNAMENT, by, after={"removed_at": tournament.removed_at.isoformat()})
    return tournament


def may_be_played(tournament: Tournament) -> bool:
    """Return whether tables of *tournament* may be playing: a draw is published, the palmarès is not. A demo is not played."""
    return not tournament.is_demo and tournament.closed_at is None and is_frozen(tournament)


@transaction.atomic
def restore_tournament(*, tournament_id: int, by: User | None) -> Tournament:
    """Bring a removed concours back as it was. Raises TournamentError not_removed."""
    tournament = lock_tournament(tournament_id, removed=True, closed_club=True)
    before = {"removed_at": tournament.removed_at.isoformat() if tournament.removed_at else None}
    tournament.removed_at = None
    tournament.save(update_fields=["removed_at"])
    journal.write(tournament, acts.RESTORE_TOURNAMENT, by, before=before)
    return tournament


@transaction.atomic
def purge_tournament(*, tournament_id: int, name: str, by: User | None) -> None:
    """Erase a removed concours with all that it holds, its journal too; the players stay in the club's list of names.

    *name* is its name, typed again. Raises TournamentError not_removed, name_differs; nothing is erased then.
    """
    tournament = lock_tournament(tournament_id, removed=True)
    if names.clean(name) != tournament.name and names.spelling(name) != (names.spelling(tournament.name) or None):
        raise TournamentError("name_differs", field="name", name=tournament.name, read=name[:80])
    erase(tournament, by=by)


def erase(tournament: Tournament, *, by: User | None) -> None:
    """Erase *tournament*, which is locked, with all that it holds, its journal too."""
    for rows in rows_below(tournament):
        rows.delete()
    Tournament.every.filter(pk=tournament.pk).delete()
    log.warning("concours %s purged by account %s", tournament.pk, by.pk if by else None)


def rows_below(tournament: Tournament) -> list[models.QuerySet[Any]]:
    """Return all rows that belong to *tournament*, those of each model before those of the models it refers to.

    Read from the foreign keys themselves, so that a model of any application that is added later is erased as well.
    """
    order: list[type[models.Model]] = []

    def walk(model: type[models.Model]) -> None:
        for key in _keys_to(model):
            if key.model not in order:
                walk(key.model)
        order.append(model)

    walk(Tournament)
    paths: dict[type[models.Model], str] = {Tournament: "pk"}
    for model in reversed(order):
        for key in _keys_to(model):
            # A foreign key that may be null leads to some of the rows only.
            if model is Tournament or not key.null:
                paths.setdefault(key.model, key.name if model is Tournament else f"{key.name}__{paths[model]}")
    return [model._default_manager.filter(**{paths[model]: tournament.pk}) for model in order[:-1]]


def _keys_to(model: type[models.Model]) -> "list[models.ForeignObject[Any, Any]]":
    """Return the foreign keys that forbid to delete rows of *model*; the key of a club, which names many, is left out."""
    return [
        relation.field
        for relation in model._meta.related_objects
        if not relation.many_to_many and relation.field.remote_field.on_delete is not models.SET_NULL
    ]


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of *tournament* by name."""
    return {setting.name: getattr(tournament, setting.name) for setting in SETTINGS}


def settings_for_another(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of *tournament* that a concours made like it begins with: it is no rehearsal and no model again."""
    return settings_of(tournament) | {"rehearsal": False, "model_name": ""}


def _proportioned(settings: Values, before: Values) -> dict[str, Any]:
    """Return *settings*, those in proportion to the donnes computed again where no other figure is given."""
    were, are = (values["rule_options"].get("limite_donnes") for values in (before, settings))
    other_length = type(were) is int and type(are) is int and were != are and are > 0
    if not other_length:
        return dict(settings)
    return dict(settings) | {
        name: figure(are) for name, figure in IN_PROPORTION.items() if before[name] == settings[name] == figure(were)
    }


def free_slug(wanted: str) -> str:
    """Return *wanted* as the address of public pages, another one where a concours here has it."""
    return _new_slug() if Tournament.every.filter(slug=wanted).exists() else wanted


def _new_slug() -> str:
    return "".join(secrets.choice(_SLUG_ALPHABET) for _i in range(_SLUG_LENGTH))
