"""The settings of a concours that have parts: options of the rules and of the draw, phases, caps, penalties."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import get_language, gettext as _, gettext_lazy

from rules import LONGEST_WORDS, RULE_SETS, RuleError, complete_options
from tournament import names
from tournament.concours.kinds import (
    Choice,
    Flag,
    Integer,
    Kind,
    SettingPart,
    Text,
    TextLine,
    Values,
    clean_integer,
    clean_text,
    clean_word,
    labelled,
    localized,
    plain_words,
)
from tournament.errors import TournamentError
from tournament.finals.formula import FINAL_LENGTHS, KNOCK_OUT, NO_PLAY_OFFS, POOLS
from tournament.tirages import TIRAGES

# The entrants of a phase, by the keys of tournament.finals.entrants.
WHO = {
    "first": gettext_lazy("the first ones of the ranking, so many:"),
    "after": gettext_lazy("all those after the first ones, so many:"),
    "pool_first": gettext_lazy("the first ones of each pool, so many:"),
    "pool_after": gettext_lazy("those after the first ones of each pool, so many:"),
    "beaten": gettext_lazy("those who lost their first match (consolante)"),
    "all": gettext_lazy("all teams"),
}
MAX_PARTIES = 20
MOST_PENALTIES = 8
MOST_CAP = 99_999
MAX_PHASES = 3
PENALTY_TEXT = 80
HIGHEST_LIMITS = {"limite_donnes": 100, "limite_points": 20_000}
# Teams of a pool, or players at a table of escalier.
SIZE = Integer(3, 6)

METHODS: dict[str, Text] = {name: localized(method.label) for name, method in TIRAGES.items()}
TEAM_METHODS = {name: label for name, label in METHODS.items() if TIRAGES[name].seats == "teams"}


class Options(Kind):
    """Options each changed by itself: those left out of a change stay."""

    def merge(self, current: Any, change: object, field: str, *, same_rules: bool) -> Any:
        if not isinstance(change, Mapping):
            raise TournamentError("setting_type", field=field, value=change)
        return dict(current) | dict(change)


class RuleOptionsKind(Options):
    """The options of a rule set, all of them stated; another game begins with its own."""

    def merge(self, current: Any, change: object, field: str, *, same_rules: bool) -> Any:
        return super().merge(current if same_rules else {}, change, field, same_rules=same_rules)

    def clean(self, value: Any, field: str, settings: Values) -> dict[str, Any]:
        """Return every option with its value (S0 10): those not given have their default."""
        try:
            options = complete_options(settings["rule_set"], value)
        except RuleError as error:
            raise TournamentError("rule_option", field=error.field.rpartition(".")[2], said=str(error)) from error
        for name, option in RULE_SETS[settings["rule_set"]].options.items():
            if option.kind == "text" and name in options:
                options[name] = clean_text(options[name], name, LONGEST_WORDS)
        for limit, highest in HIGHEST_LIMITS.items():
            if options.get(limit) is not None:
                clean_integer(options[limit], limit, 1, highest)
        limits = [options[limit] for limit in HIGHEST_LIMITS if limit in options]
        # Games by tricks or by manches end by themselves: they have no limit to choose.
        if limits and not any(limits):
            raise TournamentError("limit_missing", field="limite_donnes")
        return options

    def words(self, value: Any, settings: Values) -> str | None:
        if not isinstance(value, Mapping):
            return None
        return ", ".join(self._option(settings["rule_set"], name, option) for name, option in value.items())

    def _option(self, rule_set: str, name: str, value: object) -> str:
        option = RULE_SETS[rule_set].options.get(name) if rule_set in RULE_SETS else None
        if option is None:
            return labelled(name, plain_words(value))
        lang = get_language() or "fr"
        words = option.choice_label(value, lang) if option.kind == "choice" else plain_words(value)
        return labelled(option.label(lang), words)


# The further matches of teams beaten in a knock-out, beside the third-place match.
PLAY_OFF_WORDS: dict[str, Text] = {
    NO_PLAY_OFFS: gettext_lazy("have finished"),
    "quarters": gettext_lazy("play on for their places, from the quarter-finals on"),
    "all": gettext_lazy("all play on for their places"),
}

# fmt: off
DRAW_OPTIONS = {option.name: option for option in (
    SettingPart("rematch", Choice({
        "never": gettext_lazy("never"),
        "least": gettext_lazy("as seldom as possible"),
    }), gettext_lazy("Two teams meet again"), default="never"),
    SettingPart("club_apart", Choice({
        "no": gettext_lazy("may meet"),
        "soft": gettext_lazy("are kept apart where possible"),
        "hard": gettext_lazy("never meet"),
    }), gettext_lazy("Teams of the same club or commune"), default="no"),
    SettingPart("apart_when", Choice({
        "always": gettext_lazy("for all the parties"),
        "first": gettext_lazy("for the first partie only"),
    }), gettext_lazy("Clubs kept apart"), default="always"),
    SettingPart("table_one", Choice({
        "auto": gettext_lazy("as the method has it"),
        "top": gettext_lazy("that of the first ones"),
        "lot": gettext_lazy("drawn by lot like the others"),
    }), gettext_lazy("Table 1"), default="auto"),
    SettingPart("third_place", Choice({
        "no": gettext_lazy("is not played for"),
        "yes": gettext_lazy("is played for beside the final"),
    }), gettext_lazy("Third-place match, in a knock-out of all"), default="no"),
    SettingPart("play_offs", Choice(PLAY_OFF_WORDS), gettext_lazy("Those beaten, in a knock-out of all"), default="no"),
    SettingPart(
        "final_donnes", Integer(0, 100, empty=0), gettext_lazy("In a knock-out of all, donnes of the final"),
        gettext_lazy("Empty: as in the other parties."), default=0,
    ),
    SettingPart(
        "final_points", Integer(0, 20_000, empty=0), gettext_lazy("In a knock-out of all, points of the final"),
        default=0,
    ),
    SettingPart("size", SIZE, gettext_lazy("Teams in a pool")),
)}
OF_A_KNOCK_OUT_OF_ALL = ("third_place", "play_offs", *FINAL_LENGTHS)
# Options that a draw records beside those that the organiser chose.
PLACED = Choice({"lot": gettext_lazy("by lot"), "classement": gettext_lazy("by ranking")})
YES_OR_NO = Choice({"no": gettext_lazy("no"), "yes": gettext_lazy("yes")})
DRAWN_OPTIONS = {option.name: option for option in (
    SettingPart("ranking", Choice({"wins": gettext_lazy("games won"), "points": gettext_lazy("points")}),
         gettext_lazy("Ranks by")),
    SettingPart("plan", Choice({
        "partie": gettext_lazy("partie by partie"),
        "soiree": gettext_lazy("for the whole evening at once"),
    }), gettext_lazy("Drawn")),
    SettingPart("parties", Integer(1, MAX_PARTIES), gettext_lazy("Parties")),
    SettingPart("apart_next", Choice({
        "same": gettext_lazy("as in this one"),
        "no": gettext_lazy("no more"),
    }), gettext_lazy("Clubs apart in the parties to come")),
    SettingPart("placement", PLACED, gettext_lazy("Teams are placed")),
    SettingPart("mended", YES_OR_NO, gettext_lazy("The plan is made again for those who are here")),
    SettingPart("looks_ahead", YES_OR_NO, gettext_lazy("The parties announced stay possible")),
)}
# The lists of numbers of a draw, but for the order of a plan.
DRAWN_LISTS = {
    "rest": gettext_lazy("resting: %(numbers)s"),
    "relay": gettext_lazy("resting in turn: %(numbers)s"),
    "third": gettext_lazy("for third place: %(numbers)s"),
    "beside": gettext_lazy("beside, two by two: %(numbers)s"),
    "late": gettext_lazy("come late: %(numbers)s"),
}
# fmt: on
# How an option is called with a method that gives it another meaning.
OPTION_LABELS: Mapping[tuple[str, str], Text] = {("size", "escalier"): gettext_lazy("Players at a table")}
# The words of each option that is a choice.
DRAW_CHOICES = {name: list(part.kind.labels) for name, part in DRAW_OPTIONS.items() if isinstance(part.kind, Choice)}


class DrawOptionsKind(Options):
    """The options of the draws; `ranking` always is what the concours ranks by first."""

    def clean(self, value: Any, field: str, settings: Values) -> dict[str, Any]:
        by_wins = settings["criteria"][0] in ("wins", "match_points")
        options = dict(value) | {"ranking": "wins" if by_wins else "points"}
        for name, chosen in options.items():
            if name == "ranking":
                continue
            if name not in DRAW_OPTIONS:
                clean_word(chosen, name, ())
            DRAW_OPTIONS[name].kind.clean(chosen, name, settings)
        for name, option in FINAL_LENGTHS.items():
            if not options.get(name, 1):
                del options[name]  # as in the other parties
            elif name in options and (
                settings["next_method"] != KNOCK_OUT or option not in RULE_SETS[settings["rule_set"]].options
            ):
                raise TournamentError("phase_length", field=name)
        return options

    def words(self, value: Any, settings: Values) -> str | None:
        if not isinstance(value, Mapping):
            return None
        method = str(settings.get("next_method", ""))
        return ", ".join(draw_option_words(name, option, method) for name, option in value.items())


def draw_option_words(name: str, value: object, method: str) -> str:
    """Return one option of a draw by *method* in words, as the settings name it."""
    if isinstance(value, list):
        listed = DRAWN_LISTS.get(name, gettext_lazy("in this order: %(numbers)s"))
        return str(listed) % {"numbers": ", ".join(map(str, value))}
    option = (DRAW_OPTIONS | DRAWN_OPTIONS).get(name)
    if option is None:
        return labelled(name, value)
    return labelled(OPTION_LABELS.get((name, method), option.label), option.kind.words(value, {}) or value)


AS_OTHERS = gettext_lazy("Empty: as in the other parties.")


def _methods_with(option: str) -> tuple[str, ...]:
    return tuple(method for method in TEAM_METHODS if option in TIRAGES[method].options)


COUNTED = ("first", "after", "pool_first", "pool_after")
# A part of a phase that means something only with some methods, or for some who play it: which part decides, and how.
MEANT_FOR = {
    "count": ("who", COUNTED),
    "placement": ("method", _methods_with("placement")),
    "size": ("method", _methods_with("size")),
} | {name: ("method", (KNOCK_OUT,)) for name in OF_A_KNOCK_OUT_OF_ALL}


class PhasesKind(Kind):
    """Read what follows the parties common to all, each line complete; kept in the order of the first parties."""

    parts = (
        SettingPart(
            "start", Integer(2, MAX_PARTIES), gettext_lazy("from partie"), gettext_lazy("Empty: there is none.")
        ),
        SettingPart("method", Choice(TEAM_METHODS), gettext_lazy("drawn by")),
        SettingPart("who", Choice(WHO), gettext_lazy("played by"), default="all"),
        SettingPart("count", Integer(0, 9999, empty=0), gettext_lazy("how many teams"), default=0),
        SettingPart(
            "parties",
            Integer(0, MAX_PARTIES, empty=0),
            gettext_lazy("for so many parties"),
            gettext_lazy("Empty: to its end."),
            default=0,
        ),
    )
    options = (
        SettingPart(
            "placement",
            PLACED,
            gettext_lazy("teams are placed"),
        ),
        SettingPart("size", SIZE, gettext_lazy("teams in a pool")),
    )
    third_place = SettingPart("third_place", Flag(), gettext_lazy("third-place match"), default=False)
    play_offs = SettingPart(
        "play_offs", Choice(PLAY_OFF_WORDS), gettext_lazy("those beaten in the knock-out"), default=NO_PLAY_OFFS
    )

    # The end of its parties where it differs from the others', each with the option of the rules that it sets.
    lengths = {
        SettingPart("donnes", Integer(0, 100, empty=0), gettext_lazy("donnes of its parties"), AS_OTHERS, default=0): (
            "limite_donnes"
        ),
        SettingPart("points", Integer(0, 20_000, empty=0), gettext_lazy("points of its parties"), default=0): (
            "limite_points"
        ),
        SettingPart("final_donnes", Integer(0, 100, empty=0), gettext_lazy("donnes of its final"), default=0): (
            "limite_donnes"
        ),
        SettingPart("final_points", Integer(0, 20_000, empty=0), gettext_lazy("points of its final"), default=0): (
            "limite_points"
        ),
    }

    def clean(self, value: object, field: str, settings: Values) -> list[dict[str, Any]]:
        lines = _lines(value, field)
        if len(lines) > MAX_PHASES:
            raise TournamentError("setting_range", field=field, value=len(lines), lowest=0, highest=MAX_PHASES)
        if lines and TIRAGES[settings["next_method"]].seats == "players":
            raise TournamentError("phases_of_singles", field=field)
        phases = {
            f"phase_{place}": self._phase(line, f"phase_{place}", settings) for place, line in enumerate(lines, 1)
        }
        in_order = sorted(phases, key=lambda name: phases[name]["start"])
        before = [settings["next_method"]]
        for name in in_order:
            if phases[name]["who"] == "beaten" and KNOCK_OUT not in before:
                raise TournamentError("phase_without_bracket", field=name)
            before.append(phases[name]["method"])
        return [phases[name] for name in in_order]

    def _phase(self, line: Mapping[str, Any], field: str, settings: Values) -> dict[str, Any]:
        """Return one phase, complete."""
        _refuse_others(
            line,
            [
                *(part.name for part in self.parts),
                "options",
                "third_place",
                "play_offs",
                *(part.name for part in self.lengths),
            ],
            field,
        )
        parties = settings["parties"]
        phase: dict[str, Any] = {
            "method": clean_word(line.get("method"), field, TEAM_METHODS),
            "start": clean_integer(line.get("start"), field, 2, parties),
            "parties": clean_integer(line.get("parties", 0), field, 0, parties),
            "who": clean_word(line.get("who", "all"), field, WHO),
            "count": clean_integer(line.get("count", 0), field, 0, 9999),
            "options": self._options(line, field, settings),
        }
        if phase["who"] in COUNTED and not phase["count"]:
            raise TournamentError("phase_count", field=field)
        if phase["who"].startswith("pool") and settings["next_method"] != POOLS:
            raise TournamentError("phase_without_pools", field=field)
        if line.get("third_place"):
            if line["third_place"] is not True or phase["method"] != KNOCK_OUT:
                raise TournamentError("phase_third_place", field=field)
            phase["third_place"] = True
        play_offs = clean_word(line.get("play_offs", NO_PLAY_OFFS), field, PLAY_OFF_WORDS)
        if play_offs != NO_PLAY_OFFS:
            if phase["method"] != KNOCK_OUT:
                raise TournamentError("phase_third_place", field=field)
            phase["play_offs"] = play_offs
        for part, option in self.lengths.items():
            length = part.kind.clean(line.get(part.name, 0), field, settings)
            only_final = part.name.startswith("final") and phase["method"] != KNOCK_OUT
            if length and (only_final or option not in RULE_SETS[settings["rule_set"]].options):
                raise TournamentError("phase_length", field=field)
            phase |= {part.name: length} if length else {}
        return phase

    def _options(self, line: Mapping[str, Any], field: str, settings: Values) -> dict[str, Any]:
        """Return the options of a phase: a knock-out or pools of chosen teams go by their ranks unless told otherwise."""
        options = dict(line.get("options", {}))
        known = TIRAGES[line["method"]].options
        # A consolante after a knock-out of all has no ranking but that of its one match: the lot is as good.
        ranked = not settings["first_method"] == settings["next_method"] == KNOCK_OUT
        if "placement" in known and line.get("who", "all") not in (("all",) if ranked else ("all", "beaten")):
            options.setdefault("placement", "classement")
        _refuse_others(options, [part.name for part in self.options], field)
        for name, value in options.items():
            if name == "size":
                SIZE.clean(value, field, settings)
            else:
                clean_word(value, field, known[name].values if name in known else ())
        return options

    def words(self, value: Any, settings: Values) -> str | None:
        return "\u00a0; ".join(map(self._line, value)) if isinstance(value, list) else None

    def _line(self, phase: Mapping[str, Any]) -> str:
        """Return a phase in one line; a method or a word that the program has since lost stays as it is."""
        method, who = phase.get("method", ""), phase.get("who", "")
        line = _("from partie %(start)s, %(method)s: %(who)s") % {
            "start": phase.get("start"),
            "method": METHODS.get(method, method),
            "who": WHO.get(who, who),
        }
        parts = [f"{line} {phase['count']}" if phase.get("count") else line]
        parts += [str(self.third_place.label)] if phase.get("third_place") else []
        if (play_offs := phase.get("play_offs", NO_PLAY_OFFS)) != NO_PLAY_OFFS:
            parts.append(f"{self.play_offs.label}\u00a0: {PLAY_OFF_WORDS.get(play_offs, play_offs)}")
        parts += [f"{part.label}\u00a0: {phase[part.name]}" for part in self.lengths if phase.get(part.name)]
        return ", ".join(parts)


class CapsKind(Kind):
    """The most that the winner and the loser of a partie keep, from a partie on; all three or none."""

    parts = (
        SettingPart(
            "from",
            Integer(1, MAX_PARTIES),
            gettext_lazy("Caps: from partie"),
            gettext_lazy("Against parties given away. Empty: there are none."),
        ),
        SettingPart("winner", Integer(1, MOST_CAP), gettext_lazy("the winner keeps at most")),
        SettingPart("loser", Integer(0, MOST_CAP), gettext_lazy("the loser keeps at most")),
    )

    def clean(self, value: object, field: str, settings: Values) -> dict[str, int]:
        if not isinstance(value, Mapping) or set(value) - {part.name for part in self.parts}:
            raise TournamentError("setting_type", field="caps_from", value=value)
        if not value:
            return {}
        if len(value) < len(self.parts):
            raise TournamentError("caps_half", field="caps_from")
        caps = {part.name: part.kind.clean(value[part.name], f"caps_{part.name}", settings) for part in self.parts}
        if caps["winner"] <= caps["loser"]:
            raise TournamentError("caps_order", field="caps_loser", winner=caps["winner"], loser=caps["loser"])
        return caps

    def words(self, value: Any, settings: Values) -> str | None:
        if not isinstance(value, Mapping):
            return None
        return _("from partie %(from)s: winner %(winner)s, loser %(loser)s") % value


# How a penalty is marked, always beside the score and to the other camp.
PENALTY_WAYS: dict[str, Text] = {
    "instead": gettext_lazy("in place of the donne, which is cancelled"),
    "as_donne": gettext_lazy("as a donne of its own, which is then not played"),
    "on_top": gettext_lazy("on top of the donnes, as often as it happens"),
}
# The points of a whole donne where they are not 162; 0: the game has no points.
WHOLE_DONNE = {"departement-contree": 160, "coinche": 160, "junior-plis": 0, "junior-encheres": 0, "escalier": 0}


class PenaltiesKind(Kind):
    """The code of penalties: faults and what they cost. A line that is wrong is named by its place: penalty_3."""

    parts = (
        SettingPart("label", TextLine(PENALTY_TEXT), gettext_lazy("Fault")),
        SettingPart("points", Integer(0, 9999), gettext_lazy("Points")),
        SettingPart("way", Choice(PENALTY_WAYS), gettext_lazy("Marked"), default="instead"),
        SettingPart("from_fault", Integer(1, 9, empty=1), gettext_lazy("From fault no."), default=1),
        SettingPart("article", TextLine(PENALTY_TEXT), gettext_lazy("Article"), default=""),
    )

    def clean(self, value: object, field: str, settings: Values) -> list[dict[str, Any]]:
        lines = _lines(value, field)
        if len(lines) > MOST_PENALTIES:
            raise TournamentError("penalties_many", field=field, count=len(lines), most=MOST_PENALTIES)
        penalties: list[dict[str, Any]] = []
        for place, line in enumerate(lines, 1):
            name = f"penalty_{place}"
            _refuse_others(line, [part.name for part in self.parts], name)
            label = clean_text(line.get("label"), name, PENALTY_TEXT)
            if not label:
                raise TournamentError("penalty_label", field=name, line=place)
            if line.get("points") is None:
                raise TournamentError("penalty_points", field=name, line=place)
            if any(names.key(label) == names.key(other["label"]) for other in penalties):
                raise TournamentError("penalty_twice", field=name, line=place, label=label)
            given = {part.name: part.default for part in self.parts} | dict(line)
            penalty = {part.name: part.kind.clean(given[part.name], name, settings) for part in self.parts}
            penalties.append(penalty)
        return penalties

    def words(self, value: Any, settings: Values) -> str | None:
        return "\u00a0; ".join(map(self._line, value)) if isinstance(value, list) else None

    def _line(self, penalty: Mapping[str, Any]) -> str:
        way = PENALTY_WAYS.get(penalty["way"], penalty["way"])
        return _("%(label)s %(points)s, %(way)s, from fault no. %(from_fault)s") % {**penalty, "way": way}


def usual_penalties(settings: Values) -> list[dict[str, Any]]:
    """Return the code of penalties that clubs of a game print: a whole donne to the other camp.

    162 points, 160 in contrée and coinche; none where a game is counted by tricks; comptoir has those of its base. In
    the language of the moment.
    """
    rule_set, base = settings["rule_set"], settings["rule_options"].get("base")
    points = WHOLE_DONNE.get(str(base) if rule_set == "comptoir" else rule_set, 162)
    if not points:
        return []
    code = (
        (_("Renonce: suit not followed, or no trump played when due"), 1),
        (_("Wrong deal, seen once the atout is chosen"), 1),
        (_("Words or signs between partners"), 2),
    )
    return [
        {"label": label, "way": "instead", "points": points, "from_fault": first, "article": ""}
        for label, first in code
    ]


def _lines(value: object, field: str) -> list[Mapping[str, Any]]:
    """Return *value*, a list of objects. Raises TournamentError about *field*."""
    if not isinstance(value, list | tuple) or not all(isinstance(line, Mapping) for line in value):
        raise TournamentError("setting_type", field=field, value=value)
    return list(value)


def _refuse_others(line: Mapping[str, Any], known: Collection[str], field: str) -> None:
    """Raise TournamentError about *field* where *line* has a key that is not one of *known*."""
    if set(line) - set(known):
        raise TournamentError("setting_type", field=field, value=", ".join(sorted(map(str, line))))
