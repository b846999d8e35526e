"""Acts on a concours as a whole: create it, change its settings."""

import datetime
import secrets
from collections.abc import Collection, Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from rules import RULE_SETS, RuleError, complete_options
from tournament import journal, names
from tournament.criteria import CRITERIA
from tournament.errors import TournamentError
from tournament.models import Club, Round, Tournament
from tournament.phases import KNOCK_OUT, POOLS, WHO
from tournament.presets import COUNTS_WHEN, EXEMPT_POLICIES, PRESETS
from tournament.tirages import TIRAGES

# What may still be changed while people play, and what even after the palmarès: nobody's result depends on it.
ALWAYS = ("public", "names_online")
WHILE_PLAYING = ("name", "date", "place", "lots", *ALWAYS)
BEFORE_PLAY = (
    "rule_set",
    "rule_options",
    "parties",
    "first_method",
    "next_method",
    "draw_options",
    "criteria",
    "exempt_policy",
    "exempt_points",
    "exempt_wins",
    "forfeit_points",
    "fee_cents",
    "counts_when",
)
SETTINGS = WHILE_PLAYING + BEFORE_PLAY

DRAW_OPTIONS = {
    "rematch": ("never", "least"),
    "club_apart": ("no", "soft", "hard"),
    "ranking": ("points", "wins"),
}
HIGHEST_LIMITS = {"limite_donnes": 100, "limite_points": 20_000}
MAX_PARTIES = 20
MAX_LOTS = 300
MAX_FEE_CENTS = 100_000

# Letters and figures that nobody takes for another: 10 of them are 50 bits, and can still be typed on a telephone.
_SLUG_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
_SLUG_LENGTH = 10


def is_frozen(tournament: Tournament) -> bool:
    """Whether a tirage has been published: from then on the play's settings stand as they were announced."""
    return Round.objects.filter(tournament=tournament, state="published").exists()


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    preset: str,
    name: str,
    date: datetime.date,
    place: str = "",
    by: AbstractBaseUser | None,
    overrides: Mapping[str, object] | None = None,
    is_demo: bool = False,
) -> Tournament:
    """A new concours of *club*, set as *preset* (a key of PRESETS) says but for *overrides* (names of SETTINGS).

    `rule_options` and `draw_options` in *overrides* may hold only the options that differ. Raises TournamentError,
    its `field` the setting that is wrong; nothing is written then.
    """
    _word(preset, "preset", PRESETS)
    start = PRESETS[preset]
    settings = {setting: getattr(start, setting) for setting in SETTINGS if hasattr(start, setting)}
    settings |= {"name": name, "date": date, "place": place}
    settings = _checked(_merged(settings, overrides or {}))
    tournament = Tournament(club=club, preset=preset, slug=_new_slug(), is_demo=is_demo, **settings)
    tournament.save(force_insert=True)
    journal.write(tournament=tournament, act="create_tournament", by=by, after=_for_journal(settings, preset=preset))
    return tournament


@transaction.atomic
def change_settings(*, tournament_id: int, changes: Mapping[str, object], by: AbstractBaseUser | None) -> Tournament:
    """The concours with *changes* (names of SETTINGS) made; settings given as they already are count for nothing.

    Raises TournamentError: `settings_frozen` for the play's settings once a tirage is published, `closed` after the
    palmarès, or what is wrong with a value. All or nothing.
    """
    tournament = journal.lock_tournament(tournament_id)
    current = {setting: getattr(tournament, setting) for setting in SETTINGS}
    wanted = _checked(_merged(current, changes))
    changed = {setting: value for setting, value in wanted.items() if value != current[setting]}
    if not changed:
        return tournament
    if tournament.closed_at and not set(changed) <= set(ALWAYS):
        raise TournamentError("closed")
    late = [setting for setting in changed if setting in BEFORE_PLAY]
    if late and is_frozen(tournament):
        raise TournamentError("settings_frozen", field=late[0])
    for setting, value in changed.items():
        setattr(tournament, setting, value)
    tournament.save(update_fields=list(changed))
    before = {setting: current[setting] for setting in changed}
    journal.write(
        tournament=tournament, act="change_settings", by=by, before=_for_journal(before), after=_for_journal(changed)
    )
    return tournament


def _new_slug() -> str:
    return "".join(secrets.choice(_SLUG_ALPHABET) for _i in range(_SLUG_LENGTH))


def _for_journal(settings: Mapping[str, object], **more: object) -> dict[str, object]:
    """*settings* as the journal keeps them: lots are counted, since a donor's name may stand in one."""
    kept = {**settings, **more}
    if "date" in kept:
        kept["date"] = kept["date"].isoformat()
    if "lots" in kept:
        kept["lots"] = len(kept["lots"])
    return kept


def _merged(settings: dict[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """*settings* with *changes*, the two groups of options taken one option at a time."""
    for setting in changes:
        if setting not in SETTINGS:
            raise TournamentError("setting_unknown", field=setting, value=setting)
    merged = settings | dict(changes)
    _word(merged["rule_set"], "rule_set", RULE_SETS)
    same_rules = merged["rule_set"] == settings["rule_set"]
    for setting, kept in (("rule_options", same_rules), ("draw_options", True)):
        given = changes.get(setting, {})
        if not isinstance(given, Mapping):
            raise TournamentError("setting_type", field=setting, value=given)
        merged[setting] = (dict(settings[setting]) if kept else {}) | dict(given)
    return merged


def _checked(settings: dict[str, object]) -> dict[str, object]:
    """*settings* cleaned, or TournamentError for the first that is wrong."""
    checked = settings | {
        "name": _text(settings["name"], "name", 80),
        "place": _text(settings["place"], "place", 80),
        "parties": _integer(settings["parties"], "parties", 1, MAX_PARTIES),
        "fee_cents": _integer(settings["fee_cents"], "fee_cents", 0, MAX_FEE_CENTS),
        "rule_options": _rule_options(settings["rule_set"], settings["rule_options"]),
        "criteria": _criteria(settings["criteria"]),
        "lots": _lots(settings["lots"]),
    }
    if not checked["name"]:
        raise TournamentError("name_missing", field="name")
    if type(checked["date"]) is not datetime.date:
        raise TournamentError("date_wrong", field="date", value=checked["date"])
    for setting in ("public", "names_online", "exempt_wins"):
        if not isinstance(checked[setting], bool):
            raise TournamentError("setting_type", field=setting, value=checked[setting])
    for setting in ("first_method", "next_method"):
        _word(checked[setting], setting, TIRAGES)
    by_wins = checked["criteria"][0] in ("wins", "match_points")
    # The tirage goes by the same ranking as the concours, whatever was asked.
    checked["draw_options"] = checked["draw_options"] | {"ranking": "wins" if by_wins else "points"}
    for option, value in checked["draw_options"].items():
        _word(value, option, DRAW_OPTIONS.get(option, ()))
    _word(checked["exempt_policy"], "exempt_policy", EXEMPT_POLICIES)
    donnes = checked["rule_options"].get("limite_donnes")
    # Every donne won with a capot and a belote: nobody marks more than that in a partie.
    highest = 272 * donnes if donnes else 99_999
    for setting in ("exempt_points", "forfeit_points"):
        checked[setting] = _integer(checked[setting], setting, 0, highest)
    return checked


def _text(value: object, setting: str, longest: int) -> str:
    if not isinstance(value, str):
        raise TournamentError("setting_type", field=setting, value=value)
    text = names.clean(value)
    if len(text) > longest:
        raise TournamentError("text_long", field=setting, length=len(text), longest=longest)
    _word(checked["counts_when"], "counts_when", COUNTS_WHEN)
    if checked["exempt_policy"] == "relay" and (checked["parties"] % 2 or checked["phases"]):
        raise TournamentError("relay_parties", field="exempt_policy", parties=checked["parties"])
    return text


def _word(value: object, setting: str, known: Collection[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise TournamentError("setting_word", field=setting, value=value, known=", ".join(known))
    return value


def _integer(value: object, setting: str, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise TournamentError("setting_range", field=setting, value=value, lowest=lowest, highest=highest)
    return value


def _lots(value: object) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(lot, str) for lot in value):
        raise TournamentError("setting_type", field="lots", value=value)
    lots = [_text(lot, "lots", 120) for lot in value]
    lots = [lot for lot in lots if lot]
    if len(lots) > MAX_LOTS:
        raise TournamentError("lots_many", field="lots", count=len(lots), most=MAX_LOTS)
    return lots


def _rule_options(rule_set: str, given: object) -> dict[str, object]:
    """Every option of *rule_set* with its value, as S0 10 wants them stated: those not given have their default."""
    try:
        options = complete_options(rule_set, given)
    except RuleError as error:
        raise TournamentError("rule_option", field=error.champ.rpartition(".")[2], said=str(error)) from error
    for limit, highest in HIGHEST_LIMITS.items():
        if options.get(limit) is not None:
            _integer(options[limit], limit, 1, highest)
    if options.get("limite_donnes") is None and options.get("limite_points") is None:
        raise TournamentError("limit_missing", field="limite_donnes")
    return options


def _criteria(value: object) -> list[str]:
    if not isinstance(value, list | tuple) or not value:
        raise TournamentError("criteria_missing", field="criteria")
    for criterion in value:
        _word(criterion, "criteria", CRITERIA)
    if len(set(value)) < len(value):
        raise TournamentError("criterion_twice", field="criteria")
    return list(value)
