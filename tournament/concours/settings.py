"""The settings of a concours: one table, over which form, check, freeze, API, journal, règlement and workbook loop.

A new setting is one row here, one column of `Tournament` and one line of the tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules import RULE_SETS
from tournament.concours import clauses, draw_clauses
from tournament.concours.clauses import PRIZE_RULES, SettingClause, by_choice, if_set
from tournament.concours.criteria import CRITERIA
from tournament.concours.entry_choices import ENTRY_CATEGORIES, ENTRY_CONTACTS, QUALIFIED_AS
from tournament.concours.kinds import (
    NO_DEFAULT,
    Cents,
    Choice,
    Choices,
    Day,
    Flag,
    Integer,
    Points,
    SettingPart,
    Text,
    TextLine,
    TextLines,
    Values,
    check_ages,
    check_entries,
    check_methods,
    check_play_offs,
    check_relay,
    clean_word,
    localized,
)
from tournament.concours.money import NameLines, PricedLines
from tournament.concours.setting_groups import ADMISSION, FIRST
from tournament.concours.structured import (
    MAX_PARTIES,
    METHODS,
    CapsKind,
    DrawOptionsKind,
    PenaltiesKind,
    PhasesKind,
    RuleOptionsKind,
    usual_penalties,
)
from tournament.errors import TournamentError


class Freezes(Enum):
    """From when on a setting stands as it was announced."""

    NEVER = "never"  # nobody's result depends on it
    AT_CLOSING = "at closing"
    AT_FIRST_DRAW = "at the first published draw"


@dataclass(frozen=True, kw_only=True)
class Setting(SettingPart):
    """One setting: a column of `Tournament` of the same *name*.

    *group* is a key of GROUPS, where the form shows it; *journal* its name in the journal and the workbook; *check*
    what it must agree with; *clause* what the règlement says of it, None where another setting's clause does.
    """

    group: str
    journal: Text
    freezes: Freezes = Freezes.AT_FIRST_DRAW
    check: Callable[[Values], None] | None = None
    clause: SettingClause | None = None


# A row may rest on those above it: the draw options on the criteria, the points on the options of the rules. Inside a
# group of the form and a section of the règlement the order here is the order there. Set by hand, to be read as a
# table.
# fmt: off
SETTINGS: tuple[Setting, ...] = (
    Setting(
        "name", TextLine(80, missing="name_missing"), group=FIRST, freezes=Freezes.AT_CLOSING,
        label=_("Name of the concours"), journal=_("name"),
    ),
    Setting(
        "date", Day(), group=FIRST, freezes=Freezes.AT_CLOSING,
        label=_("Day"), journal=_("date"),
    ),
    Setting(
        "place", TextLine(80, example=_("Salle des fêtes")), default="", group=FIRST, freezes=Freezes.AT_CLOSING,
        label=_("Place"), journal=_("place"),
    ),
    Setting(
        "rehearsal", Flag(), default=False, group=FIRST, freezes=Freezes.AT_CLOSING,
        label=_("This is a rehearsal"), journal=_("rehearsal"),
        help=_("It counts in no measured pace, no list of players and no calendar. Each page says so, and one click erases it."),
        clause=SettingClause("entrants", if_set(_("This is a rehearsal: nothing of it counts."))),
    ),
    Setting(
        "max_teams", Integer(0, 9999, empty=0), default=0, group=FIRST, freezes=Freezes.AT_CLOSING,
        label=_("Number of places"), journal=_("places in the concours"),
        help=_("Beyond that number, people go on the waiting list. Empty: no limit."),
        clause=SettingClause("entrants", if_set(
            _("There are %(value)s places; who comes later is on a waiting list, in the order of arrival.")
        )),
    ),
    Setting(
        "parties", Integer(1, MAX_PARTIES), group=FIRST,
        label=_("Parties"), journal=_("parties"),
        help=_("With pools or a knock-out it follows from the number of teams."),
        clause=SettingClause("parties", clauses.parties),
    ),
    Setting(
        "rule_set", Choice({key: localized(game.title) for key, game in RULE_SETS.items()}), default="ffb-classique",
        group="marque", journal=_("rules"),
    ),
    Setting("rule_options", RuleOptionsKind(), default={}, group="marque", journal=_("options of the rules")),
    Setting(
        "criteria", Choices({key: wording.label for key, wording in CRITERIA.items()}),
        default=("points", "wins", "difference"), group="ranking", journal=_("order of the ranking"),
        clause=SettingClause("ranking", clauses.ranking),
    ),
    Setting(
        "origin_teams", Integer(0, 20, empty=0), default=0, group="ranking", freezes=Freezes.AT_CLOSING,
        label=_("Ranking of clubs and communes: the best teams of each that count"), journal=_("teams of a club that count"),
        help=_("0: none. A club or commune with fewer teams has no rank."),
        clause=SettingClause("ranking", clauses.origins),
    ),
    Setting(
        "origin_by", Choice({"points": _("the points of these teams"), "ranks": _("their ranks, the smallest sum first")}),
        default="points", group="ranking", freezes=Freezes.AT_CLOSING,
        label=_("Added up for a club or commune are"), journal=_("added up for a club"),
    ),
    Setting(
        "first_method", Choice(METHODS), default="sort", group="draws",
        label=_("First partie"), journal=_("first draw"),
        clause=SettingClause("draws", draw_clauses.methods),
    ),
    Setting(
        "next_method", Choice(METHODS), default="classement", check=check_methods, group="draws",
        label=_("Following parties"), journal=_("next draws"),
    ),
    Setting(
        "phases", PhasesKind(), default=(), group="phases", journal=_("finals, main table, consolante"),
        clause=SettingClause("draws", draw_clauses.phases),
    ),
    Setting(
        "parties_fixed", Flag(), default=False, group="draws",
        label=_("Stop after the number of parties above, even before the finals are played"),
        journal=_("stops before its finals"),
        help=_(
            "Otherwise finals and consolante are played to their end: the number of parties follows from the teams."
        ),
    ),
    Setting(
        "knock_out_tie", Choice({
            "best_cut": _("the one better placed before the partie, else the one that cuts the higher card"),
            "better": _("the one better placed before the partie, else the lower number"),
            "donne": _("the winner of one more donne, which counts for nothing else"),
            "cut": _("the one that cuts the higher card"),
        }),
        default="best_cut", group="draws",
        label=_("In a knock-out, of two camps with as many points goes on"), journal=_("equal in a knock-out"),
    ),
    # An organiser whose next round has scores may still let a result be set right.
    Setting(
        "changed_results", Choice({
            "stays": _("set right: the tables stay, who sat down plays on"),
            "refused": _("refused until the draw that follows is taken back"),
        }),
        default="stays", group="draws", freezes=Freezes.AT_CLOSING,
        label=_("In a knock-out, another winner of a match that a draw followed is"),
        journal=_("another winner after the next draw"),
    ),
    Setting(
        "draw_options", DrawOptionsKind(), default={"rematch": "never", "club_apart": "no"}, check=check_play_offs,
        group="draws",
        journal=_("options of the draw"),
        clause=SettingClause("draws", draw_clauses.draw_options),
    ),
    Setting(
        "counts_when", Choice({
            "typist": _("one person types it at the table de marque"),
            "two_readers": _("two persons of the table de marque have read the same figures"),
            "both_camps": _("both camps have agreed to it"),
        }),
        default="typist", group="scores",
        label=_("A score counts when"), journal=_("a score counts when"),
        help=_("Players propose their score from their telephones in every case."),
        clause=SettingClause("parties", clauses.counts_when),
    ),
    # The clock may be set again while people play: an evening that runs late shortens its parties.
    Setting(
        "ready_minutes", Integer(0, 120), default=10, group="clock", freezes=Freezes.AT_CLOSING,
        label=_("Minutes after which a team that is not ready has lost the partie"), journal=_("minutes to be ready"),
        help=_("0: nobody waits by the clock."),
        clause=SettingClause("lateness", clauses.ready_minutes),
    ),
    Setting(
        "partie_minutes", Integer(0, 600), default=60, group="clock", freezes=Freezes.AT_CLOSING,
        label=_("Minutes after which the last donnes may be imposed"), journal=_("minutes before the last donnes"),
        help=_("0: a partie takes the time it takes. With another number of donnes they follow, unless you type another."),
        clause=SettingClause("parties", clauses.partie_minutes),
    ),
    Setting(
        "cutoff_donnes", Integer(1, 30), default=2, group="clock", freezes=Freezes.AT_CLOSING,
        label=_("Donnes still to play then"), journal=_("last donnes"),
        help=_("Proposed to you when the time comes; you may announce another number."),
    ),
    Setting(
        "exempt_policy", Choice({
            "zero": _("nothing"),
            "half": _("half of the points of the partie"),
            "mean": _("the mean of its other parties"),
            "flat": _("a number of points fixed beforehand"),
            "catch_up": _("what it marks in a catch-up game, against a team that has finished"),
            "relay": _("as the others: four teams rest in turn and make it up (relay A, B, C, D)"),
        }),
        default="half", check=check_relay, group="absent",
        label=_("With an odd number of teams, the exempt team marks"), journal=_("exempt team"),
        clause=SettingClause("exempt", draw_clauses.exempt),
    ),
    Setting(
        "exempt_points", Points(), default=0, group="absent",
        label=_("Number of points fixed beforehand"), journal=_("points of an exempt team"),
        help=_("Only counts where that is the rule chosen."),
    ),
    Setting(
        "exempt_wins", Flag(), default=False, group="absent",
        label=_("The exempt partie counts as won"), journal=_("exempt partie counts as won"),
    ),
    Setting(
        "forfeit_points", Points(), default=0, group="absent",
        label=_("Points of a team whose opponents do not come or give up"), journal=_("points of a forfeit"),
        help=_("They follow the number of donnes, unless you type another figure: 1100 for 12, in proportion, to the ten."),
        clause=SettingClause("lateness", clauses.forfeit),
    ),
    Setting(
        "missed_policy", Choice({"zero": _("nothing"), "exempt": _("as much as an exempt team")}), default="zero",
        group="incidents",
        label=_("A team that comes late, or is away for a partie, marks for it"), journal=_("for a partie missed"),
        clause=SettingClause("lateness", by_choice({
            "zero": _("A team that comes later enters at the next partie; it marks nothing for those it missed."),
            "exempt": _(
                "A team that comes later enters at the next partie; for those it missed it marks as much as an "
                "exempt team, neither won nor lost."
            ),
        })),
    ),
    Setting(
        "leavers", Choice({"last": _("after all the others"), "ranked": _("where its points put it")}), default="last",
        group="incidents",
        label=_("A team that leaves before the end is ranked"), journal=_("a team that leaves is ranked"),
        clause=SettingClause("lateness", clauses.leavers),
    ),
    Setting(
        "pool_leavers", Choice({
            "annulled": _("annulled, unless it has finished its pool"),
            "stand": _("all kept, with a win by forfeit for those it has not met"),
            "played": _("kept, but forfeits do not count in the difference"),
        }),
        default="annulled", group="incidents",
        label=_("Of a team that leaves its pool, or is excluded, the matches are"), journal=_("a team that leaves its pool"),
        clause=SettingClause("lateness", clauses.pool_leavers),
    ),
    Setting(
        "excluded_policy", Choice({
            "kept": _("what they marked against it"),
            "forfeit": _("a win by forfeit, with what they marked if that is more"),
        }),
        default="kept", group="incidents",
        label=_("When a team is excluded, those it has met keep"), journal=_("the opponents of an excluded team keep"),
        clause=SettingClause("lateness", clauses.exclusion),
    ),
    Setting(
        "caps", CapsKind(), default={}, group="incidents", journal=_("caps"),
        clause=SettingClause("ranking", clauses.caps),
    ),
    Setting(
        "penalties", PenaltiesKind(), default=usual_penalties, group="penalties", journal=_("code of penalties"),
        clause=SettingClause("penalties", clauses.penalties),
    ),
    Setting(
        "fee_cents", Cents(0, 100_000), default=0, group="fee",
        label=_("Fee, in euros"), journal=_("fee"),
        help=_(
            "For the till: a person still without a partner owes half of the fee of a team. No prize is computed from it."
        ),
        clause=SettingClause("entrants", clauses.fee),
    ),
    Setting(
        "fee_per", Choice({"team": _("each team"), "player": _("each player")}), default="team", group="fee",
        label=_("The fee is for"), journal=_("fee for"),
    ),
    Setting(
        "reductions", PricedLines(60, most=10), default=(), group="fee", freezes=Freezes.NEVER,
        label=_("Reductions of the fee, one on each line"), journal=_("reductions"),
        help=_("A name, a colon, what the player pays less: “Under 18: 3 €”. They are chosen on the page of a team."),
        clause=SettingClause("entrants", clauses.reductions),
    ),
    Setting(
        "sales", PricedLines(60, most=60), default=(), group="till", freezes=Freezes.NEVER,
        label=_("Meals and sales, one on each line"), journal=_("what the till sells"),
        help=_("A name, a colon, a price: “Meal 20:00: 12 €”, “Coffee: 1 €”. A name with an hour is counted for the kitchen."),
    ),
    Setting(
        "club_means", NameLines(30, most=8, taken=("cash", "cheque", "card", "other", "due")), default=(), group="till",
        freezes=Freezes.NEVER, label=_("Other means of payment, one on each line"), journal=_("means of payment of the club"),
        help=_("Beside cash, cheque and card: “Holiday vouchers”, “Card reader of the bar”."),
    ),
    Setting(
        "tills", NameLines(30, most=8), default=(), group="till", freezes=Freezes.NEVER,
        label=_("Tills, one on each line"), journal=_("tills"),
        help=_("“Door”, “Bar”: each counts for itself, and all add up. Empty: there is one till."),
    ),
    Setting(
        "lots", TextLines(120, most=300), default=(), group="fee", freezes=Freezes.AT_CLOSING,
        label=_("Prizes, one on each line, the first prize first"), journal=_("number of prizes"),
        help=_(
            "Line 1 is for the first of the whole ranking, and so on; “Last: 2 packets of noodles” is for the last team, "
            "“5th to 8th: a bottle” for each of these. A line that begins with the name of a bracket is for its winner, the "
            "next one for its finalist, then for its third: “Consolante: 2 hams”, “Consolante: 2 pâtés”. A line may end with "
            "its value and its giver, “1st: a ham (50 €, Morel the butcher)”; once a line says its rank, all do."
        ),
        clause=SettingClause("prizes", clauses.prizes),
    ),
    Setting(
        "prize_rule", Choice(PRIZE_RULES), default="every", group="fee", freezes=Freezes.AT_CLOSING,
        label=_("A team that has won several prizes"), journal=_("a team that has won several prizes"),
        help=_("The prize that it leaves goes to the next that may have it. The table of the prizes says why, for each of them."),
        clause=SettingClause("prizes", clauses.prize_rule),
    ),
    Setting(
        "prizes_chosen", Flag(), default=False, group="fee", freezes=Freezes.AT_CLOSING,
        label=_("In the order of the ranking each chooses a prize among those left"), journal=_("prizes chosen"),
        help=_("For the prizes of the ranking. Those of brackets, categories and so on are set."),
        clause=SettingClause("prizes", if_set(_("In the order of the ranking each chooses a prize among those left."))),
    ),
    Setting(
        "prizes_last_first", Flag(), default=False, group="fee", freezes=Freezes.NEVER,
        label=_("The prizes are called from the last to the first"), journal=_("called from the last"),
        help=_("Wall and call list follow it."),
    ),
    Setting(
        "hold_ranking", Flag(), default=False, group="names", freezes=Freezes.NEVER,
        label=_("Keep the ranking of the last partie for the prize giving"), journal=_("last ranking held back"),
        help=_(
            "Walls and telephones then show the ranking before the last partie, until you show it from the list of "
            "the prizes. The brackets of finals are not hidden."
        ),
        clause=SettingClause("prizes", if_set(
            _("The ranking of the last partie is shown at the prize giving, not before.")
        )),
    ),
    Setting(
        "public", Flag(), default=True, group="names", freezes=Freezes.NEVER,
        label=_("Players may read tables and ranking on their telephones"), journal=_("public pages"),
        clause=SettingClause("names", clauses.names),
    ),
    Setting(
        "names_online", Flag(), default=False, group="names", freezes=Freezes.NEVER,
        label=_("Names are shown on these pages outside the hall as well"), journal=_("names on the web"),
        help=_("Only if the players were told when they registered. Otherwise initials are shown."),
    ),
    Setting(
        "listed", Flag(), default=False, group="names", freezes=Freezes.NEVER,
        label=_("Other sites may announce it"), journal=_("announced"),
        help=_("On a site open on the Internet: its name, day, place and the address of these pages stand in a list for everybody."),
        clause=SettingClause("names", if_set(_("The concours and the address of its pages may be announced on the Internet."))),
    ),
    Setting(
        "commune", TextLine(60, example=_("44170 Nozay")), default="", group="names", freezes=Freezes.NEVER,
        label=_("Postal code and commune"), journal=_("postal code and commune"),
        help=_("For the calendar, where concours are looked for by the department that begins the postal code."),
    ),
    Setting(
        "entries_days", Integer(0, 366, empty=0), default=0, group="entries", freezes=Freezes.NEVER,
        label=_("Opens so many days before"), journal=_("registration from home, days before"),
        help=_("Empty: nobody registers from home."),
        clause=SettingClause("entrants", clauses.entries),
    ),
    Setting(
        "entries_end_days", Integer(0, 366, empty=0), default=0, group="entries", freezes=Freezes.NEVER,
        label=_("Closes so many days before"), journal=_("closing of registration from home, days before"),
        help=_("Empty: on the day itself."), check=check_entries,
    ),
    Setting(
        "entries_end_hour", Integer(0, 24, empty=18), default=18, group="entries", freezes=Freezes.NEVER,
        label=_("At what hour"), journal=_("hour at which registration from home closes"),
        help=_("From 0 to 24. Empty: 18."),
    ),
    Setting(
        "entries_contact", Choice(ENTRY_CONTACTS), default="none", group="entries", freezes=Freezes.NEVER,
        label=_("What is asked beside names and commune"), journal=_("asked at registration from home"),
        help=_("Ask only for what you will use: the desk alone sees it."),
    ),
    Setting(
        "entries_consent", TextLine(200), default="", group="entries", freezes=Freezes.NEVER,
        label=_("The sentence to be agreed to"), journal=_("sentence of agreement"),
        help=_("Empty: “We agree that the organiser writes down our names for this concours.”"),
    ),
    Setting(
        "entry_members", Flag(), default=False, group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Members of the club only"), journal=_("members only"),
        help=_("A person is marked as a member on its page among the regulars."),
        clause=SettingClause("entrants", if_set(_("The concours is for members of the club."))),
    ),
    Setting(
        "entry_age_from", Integer(0, 120, empty=0), default=0, group=ADMISSION, freezes=Freezes.NEVER,
        label=_("From what age"), journal=_("lowest age"),
        help=_("Reached in the year of the concours. Empty: any. Birth years are then kept among the regulars, and erased after it."),
        clause=SettingClause("entrants", clauses.ages),
    ),
    Setting(
        "entry_age_to", Integer(0, 120, empty=0), default=0, group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Up to what age"), journal=_("highest age"), check=check_ages,
        clause=SettingClause("entrants", clauses.ages_up_to),
    ),
    Setting(
        "entry_category", Choice(ENTRY_CATEGORIES), default="all", group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Category"), journal=_("category of who may register"),
        clause=SettingClause("entrants", clauses.category),
    ),
    Setting(
        "entry_qualified", Choice(QUALIFIED_AS), default="no", group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Qualified only"), journal=_("qualified only"),
        help=_("On the page “Qualified” you say from which concours or season the first come."),
        clause=SettingClause("entrants", clauses.qualified),
    ),
    Setting(
        "answer_end_days", Integer(0, 366, empty=0), default=7, group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Who is qualified answers until so many days before"), journal=_("answers of the qualified, days before"),
        help=_("Then the next of the ranking is called."),
    ),
    Setting(
        "answer_days", Integer(1, 60, empty=3), default=3, group=ADMISSION, freezes=Freezes.NEVER,
        label=_("Who steps in answers within so many days"), journal=_("days to answer for who steps in"),
    ),
    Setting(
        "model_name", TextLine(60, example=_("Our Friday evening")), default="", group="model", freezes=Freezes.NEVER,
        label=_("Offer these settings for new concours under the name"), journal=_("model"),
        help=_("The name stands first where a new concours is begun. Leave it empty for none."),
    ),
)
# fmt: on
BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def with_defaults(given: Values) -> dict[str, Any]:
    """Return *given* and the usual value of every other setting that has one."""
    settings = dict(given)
    for setting in SETTINGS:
        if setting.name not in settings and setting.default is not NO_DEFAULT:
            settings[setting.name] = setting.default(settings) if callable(setting.default) else setting.default
    return settings


def merged(current: Values, changes: Values) -> dict[str, Any]:
    """Return *current* with *changes*, the groups of options taken one option at a time.

    Raises TournamentError for a setting that does not exist, or options that are none.
    """
    for name in changes:
        if name not in BY_NAME:
            raise TournamentError("setting_unknown", field=name, value=name)
    rule_set = clean_word(changes.get("rule_set", current["rule_set"]), "rule_set", RULE_SETS)
    same_rules = rule_set == current["rule_set"]
    # Options of another game are not those of the game before, even where no change names them.
    touched = dict(changes) if same_rules else {"rule_options": {}, **changes}
    return dict(current) | {
        name: BY_NAME[name].kind.merge(current[name], change, name, same_rules=same_rules)
        for name, change in touched.items()
    }


def checked(settings: Values) -> dict[str, Any]:
    """Return *settings* as they are kept, in the order of the table. Raises TournamentError for the first wrong one."""
    kept: dict[str, Any] = {}
    for setting in SETTINGS:
        kept[setting.name] = setting.kind.clean(settings[setting.name], setting.name, kept)
        if setting.check is not None:
            setting.check(kept)
    return kept


def journalled(settings: Values) -> dict[str, object]:
    """Return *settings* as the journal keeps them."""
    return {name: BY_NAME[name].kind.journalled(value) for name, value in settings.items()}


def frozen_settings(*, drawn: bool, closed: bool) -> set[str]:
    """Return the names of the settings that stand, once a draw is published or the palmarès is."""
    standing = {Freezes.AT_CLOSING, Freezes.AT_FIRST_DRAW} if closed else {Freezes.AT_FIRST_DRAW} if drawn else set()
    return {setting.name for setting in SETTINGS if setting.freezes in standing}
