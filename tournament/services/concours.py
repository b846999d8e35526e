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
from tournament.presets import (
    COUNTS_WHEN,
    EXCLUDED_POLICIES,
    EXEMPT_POLICIES,
    LEAVERS,
    MISSED_POLICIES,
    PENALTY_WAYS,
    PRESETS,
    usual_forfeit,
    usual_penalties,
)
from tournament.tirages import TIRAGES

# What may still be changed while people play, and what even after the palmarès: nobody's result depends on it.
ALWAYS = ("public", "names_online")
# The clock may be set again: an evening that runs late shortens its parties, and no score hangs on it by itself.
CLOCK = {"ready_minutes": (0, 120), "partie_minutes": (0, 600), "cutoff_donnes": (1, 30)}
WHILE_PLAYING = ("name", "date", "place", "max_teams", "lots", *CLOCK, *ALWAYS)
BEFORE_PLAY = (
    "rule_set",
    "rule_options",
    "parties",
    "first_method",
    "next_method",
    "phases",
    "draw_options",
    "criteria",
    "exempt_policy",
    "exempt_points",
    "exempt_wins",
    "forfeit_points",
    "penalties",
    "caps",
    "missed_policy",
    "leavers",
    "excluded_policy",
    "counts_when",
    "fee_cents",
)
SETTINGS = WHILE_PLAYING + BEFORE_PLAY

DRAW_OPTIONS = {
    "rematch": ("never", "least"),
    "club_apart": ("no", "soft", "hard"),
    "apart_when": ("always", "first"),
    "table_one": ("auto", "top", "lot"),
    "ranking": ("points", "wins"),
    "third_place": ("no", "yes"),
}
# Teams of a pool, or players at a table of escalier.
SIZES = (3, 6)
MAX_PHASES = 3
# What a phase may set of its method.
PHASE_OPTIONS = ("placement", "size")
HIGHEST_LIMITS = {"limite_donnes": 100, "limite_points": 20_000}
ESCALIER = "escalier"  # the game, and the one draw that seats each for himself
MAX_PARTIES = 20
MAX_PENALTIES = 8
MOST_PENALTY_POINTS = 9999
MOST_FAULTS = 9
MOST_CAP = 99_999
PENALTY_TEXT = 80
MAX_LOTS = 300
MAX_FEE_CENTS = 100_000
MOST_TEAMS = 9999

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
    settings = _merged(settings, overrides or {})
    if "penalties" not in (overrides or {}):
        settings["penalties"] = usual_penalties(settings["rule_set"], settings["rule_options"].get("base"))
    settings = _checked(settings)
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
    # A forfeit that was in proportion to the donnes stays so, unless another figure is given.
    before, after = (group["rule_options"].get("limite_donnes") for group in (settings, merged))
    if type(before) is int and type(after) is int and before != after and after > 0:
        if settings["forfeit_points"] == merged["forfeit_points"] == usual_forfeit(before):
            merged["forfeit_points"] = usual_forfeit(after)
    return merged


def _checked(settings: dict[str, object]) -> dict[str, object]:
    """*settings* cleaned, or TournamentError for the first that is wrong."""
    checked = settings | {
        "name": _text(settings["name"], "name", 80),
        "place": _text(settings["place"], "place", 80),
        "parties": _integer(settings["parties"], "parties", 1, MAX_PARTIES),
        "max_teams": _integer(settings["max_teams"], "max_teams", 0, MOST_TEAMS),
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
        if option == "size":
            _integer(value, option, *SIZES)
        else:
            _word(value, option, DRAW_OPTIONS.get(option, ()))
    seats = {TIRAGES[checked[setting]].seats for setting in ("first_method", "next_method")}
    # A mêlée seats two singles in a camp, an escalier each for himself: the two cannot follow each other either.
    if len(seats) > 1 or (seats == {"players"} and checked["first_method"] != checked["next_method"]):
        raise TournamentError("methods_mixed", field="first_method")
    game = RULE_SETS[checked["rule_set"]]
    for setting in ("first_method", "next_method"):
        if not game.partners and game.game != ESCALIER and TIRAGES[checked[setting]].seats == "players":
            raise TournamentError("method_of_two", field=setting)
        if (game.game == ESCALIER) != (checked[setting] == ESCALIER):
            raise TournamentError("method_of_game", field=setting)
    checked["phases"] = _phases(checked, seats.pop())
    _word(checked["exempt_policy"], "exempt_policy", EXEMPT_POLICIES)
    _word(checked["counts_when"], "counts_when", COUNTS_WHEN)
    if checked["exempt_policy"] == "relay" and (checked["parties"] % 2 or checked["phases"]):
        raise TournamentError("relay_parties", field="exempt_policy", parties=checked["parties"])
    donnes = checked["rule_options"].get("limite_donnes")
    # Every donne won with a capot and a belote: nobody marks more than that in a partie.
    highest = 272 * donnes if donnes else 99_999
    for setting in ("exempt_points", "forfeit_points"):
        checked[setting] = _integer(checked[setting], setting, 0, highest)
    _word(checked["missed_policy"], "missed_policy", MISSED_POLICIES)
    _word(checked["leavers"], "leavers", LEAVERS)
    _word(checked["excluded_policy"], "excluded_policy", EXCLUDED_POLICIES)
    for setting, (lowest, most) in CLOCK.items():
        _integer(checked[setting], setting, lowest, most)
    checked["penalties"] = _penalties(checked["penalties"])
    checked["caps"] = _caps(checked["caps"])
    return checked


def _penalties(given: object) -> list[dict[str, object]]:
    """The code of penalties, each line complete. A line that is wrong is named by its place: penalty_3."""
    if not isinstance(given, list | tuple) or not all(isinstance(line, Mapping) for line in given):
        raise TournamentError("setting_type", field="penalties", value=given)
    if len(given) > MAX_PENALTIES:
        raise TournamentError("penalties_many", field="penalties", count=len(given), most=MAX_PENALTIES)
    found: list[dict[str, object]] = []
    for place, line in enumerate(given, 1):
        field = f"penalty_{place}"
        if set(line) - {"label", "way", "points", "from_fault", "article"}:
            raise TournamentError("setting_type", field=field, value=", ".join(sorted(map(str, line))))
        label = _text(line.get("label"), field, PENALTY_TEXT)
        if not label:
            raise TournamentError("penalty_label", field=field, line=place)
        if line.get("points") is None:
            raise TournamentError("penalty_points", field=field, line=place)
        if any(names.key(label) == names.key(other["label"]) for other in found):
            raise TournamentError("penalty_twice", field=field, line=place, label=label)
        found.append(
            {
                "label": label,
                "way": _word(line.get("way", "instead"), field, PENALTY_WAYS),
                "points": _integer(line.get("points"), field, 0, MOST_PENALTY_POINTS),
                "from_fault": _integer(line.get("from_fault", 1), field, 1, MOST_FAULTS),
                "article": _text(line.get("article", ""), field, PENALTY_TEXT),
            }
        )
    return found


def _caps(given: object) -> dict[str, int]:
    """The caps of a partie's winner and loser, or none."""
    if not isinstance(given, Mapping) or set(given) - {"from", "winner", "loser"}:
        raise TournamentError("setting_type", field="caps_from", value=given)
    if not given:
        return {}
    if len(given) < 3:
        raise TournamentError("caps_half", field="caps_from")
    caps = {
        "from": _integer(given["from"], "caps_from", 1, MAX_PARTIES),
        "winner": _integer(given["winner"], "caps_winner", 1, MOST_CAP),
        "loser": _integer(given["loser"], "caps_loser", 0, MOST_CAP),
    }
    if caps["winner"] <= caps["loser"]:
        raise TournamentError("caps_order", field="caps_loser", winner=caps["winner"], loser=caps["loser"])
    return caps


def _phases(settings: Mapping[str, object], seats: str) -> list[dict[str, object]]:
    """The phases of *settings*, complete and in order of their first partie."""
    given = settings["phases"]
    if not isinstance(given, list | tuple) or not all(isinstance(phase, Mapping) for phase in given):
        raise TournamentError("setting_type", field="phases", value=given)
    if len(given) > MAX_PHASES:
        raise TournamentError("setting_range", field="phases", value=len(given), lowest=0, highest=MAX_PHASES)
    if given and seats == "players":
        raise TournamentError("phases_of_singles", field="phases")
    found: list[dict[str, object]] = []
    for place, phase in enumerate(given, 1):
        field = f"phase_{place}"
        if set(phase) - {"method", "start", "parties", "who", "count", "options", "third_place"}:
            raise TournamentError("setting_type", field=field, value=", ".join(sorted(phase)))
        teams = [name for name, method in TIRAGES.items() if method.seats == "teams"]
        kept = {
            "method": _word(phase.get("method"), field, teams),
            "start": _integer(phase.get("start"), field, 2, settings["parties"]),
            "parties": _integer(phase.get("parties", 0), field, 0, settings["parties"]),
            "who": _word(phase.get("who", "all"), field, WHO),
            "count": _integer(phase.get("count", 0), field, 0, 9999),
            "options": _phase_options(phase, field),
        }
        if kept["who"] in ("first", "after", "pool_first", "pool_after") and not kept["count"]:
            raise TournamentError("phase_count", field=field)
        if kept["who"].startswith("pool") and settings["next_method"] != POOLS:
            raise TournamentError("phase_without_pools", field=field)
        if phase.get("third_place"):
            if phase["third_place"] is not True or kept["method"] != KNOCK_OUT:
                raise TournamentError("phase_third_place", field=field)
            kept["third_place"] = True
        before = found[-1]["method"] if found else settings["next_method"]
        if kept["who"] == "beaten" and before != KNOCK_OUT:
            raise TournamentError("phase_without_bracket", field=field)
        found.append(kept)
    return sorted(found, key=lambda phase: phase["start"])


def _phase_options(phase: Mapping[str, object], field: str) -> dict[str, object]:
    """The options of a phase; a knock-out or pools of chosen teams go by their ranks unless it is said otherwise."""
    options = dict(phase.get("options", {}))
    known = TIRAGES[phase["method"]].options
    if "placement" in known and phase.get("who", "all") not in ("all", "beaten"):
        options.setdefault("placement", "classement")
    if set(options) - set(PHASE_OPTIONS):
        raise TournamentError("setting_type", field=field, value=", ".join(options))
    for option, value in options.items():
        if option == "size":
            _integer(value, field, *SIZES)
        else:
            _word(value, field, known[option].values if option in known else ())
    return options


def _text(value: object, setting: str, longest: int) -> str:
    if not isinstance(value, str):
        raise TournamentError("setting_type", field=setting, value=value)
    text = names.clean(value)
    if len(text) > longest:
        raise TournamentError("text_long", field=setting, length=len(text), longest=longest)
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
    limits = [options[limit] for limit in HIGHEST_LIMITS if limit in options]
    # Games by tricks or by manches end by themselves: they have no limit to choose.
    if limits and not any(limits):
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
