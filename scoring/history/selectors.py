"""Read the journal: its lines in words, filtered, and whether the chain of its hashes is whole."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from scoring.sheets.models import SHEET_KINDS, SHEET_STATES, ScoreSheet
from scoring.sheets.selectors import shown_name
from tournament.concours.acts import CHANGE_SETTINGS
from tournament.concours.kinds import TextLines, euros, plain_words
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS
from tournament.concours.settings import BY_NAME, SETTINGS
from tournament.concours.structured import PENALTY_WAYS, Options
from tournament.entries.acts import REQUEST_WORDS
from tournament.journal.acts import act_text, keys_of
from tournament.journal.keys import Keys
from tournament.journal.models import JournalEntry
from tournament.ledger.booking import means_words
from tournament.ledger.models import KINDS as MONEY_KINDS
from tournament.names import together
from tournament.registration.models import CATEGORIES, Player, Team
from tournament.registration.payments import MONEY
from tournament.registration.selectors import team_title, teams_of
from tournament.rounds.acts import CHOOSE_PARTNERS, DRAW_PARTNERS
from tournament.rounds.models import DRAW_STATES, FormedTeam, Seat
from tournament.tirages import TIRAGES
from tournament.tokens.models import SCOPE_WORDS

# The acts by which people who came alone became teams: they name both numbers that were.
_OF_PARTNERS = keys_of([DRAW_PARTNERS, CHOOSE_PARTNERS])

# The keys of journal lines beside the settings, in words; a key that is not listed is shown as it is.
FIELDS = {
    "active": gettext_lazy("is told"),
    "events": gettext_lazy("told of"),
    "host": gettext_lazy("other site"),
    "webhook": gettext_lazy("other site no."),
    "alone": gettext_lazy("without a partner"),
    "announced": gettext_lazy("parties announced"),
    "article": gettext_lazy("article"),
    "away_in": gettext_lazy("does not play partie"),
    "by_cards": gettext_lazy("equal, in the order of the cards"),
    "called_at": gettext_lazy("referee called at"),
    "called": gettext_lazy("called"),
    "camp": gettext_lazy("camp"),
    "card_rank": gettext_lazy("equal at rank"),
    "category": gettext_lazy("category"),
    "closed_at": gettext_lazy("closed at"),
    "club_apart": gettext_lazy("clubs apart"),
    "confirmed": gettext_lazy("confirmed all the same"),
    "cutoff_after": gettext_lazy("donnes played then"),
    "donne": gettext_lazy("donne"),
    "digest": gettext_lazy("fingerprint of the photo"),
    "draw": gettext_lazy("tirage no."),
    "ends_on": gettext_lazy("last day"),
    "added": gettext_lazy("prizes added, by number"),
    "away": gettext_lazy("absent at the call"),
    "cards": gettext_lazy("cards drawn"),
    "excluded": gettext_lazy("excluded"),
    "lot": gettext_lazy("prize no."),
    "answer": gettext_lazy("answer"),
    "let_in": gettext_lazy("let in all the same"),
    "qualified_late": gettext_lazy("not answered in time, by place"),
    "qualified_place": gettext_lazy("place of a qualified"),
    "qualified_places": gettext_lazy("places called"),
    "qualifying": gettext_lazy("rankings that qualify"),
    "ranked": gettext_lazy("prizes given to ranks, by number"),
    "removed": gettext_lazy("prizes taken off, by number"),
    "fingerprint": gettext_lazy("fingerprint"),
    "first_round": gettext_lazy("may be drawn from partie"),
    "fixed_table": gettext_lazy("fixed table"),
    "kind": pgettext_lazy("journal", "typed"),
    "absent": gettext_lazy("camp that did not play"),
    "marks": gettext_lazy("score"),
    "cents": gettext_lazy("amount"),
    "corrected": gettext_lazy("lines of the till corrected"),
    "counted": gettext_lazy("counted"),
    "expected": gettext_lazy("expected"),
    "items": gettext_lazy("sold"),
    "means": gettext_lazy("by"),
    "money": gettext_lazy("the money"),
    "movements": gettext_lazy("lines of the till"),
    "till": gettext_lazy("till"),
    "to_till": gettext_lazy("to the till"),
    "what": gettext_lazy("what for"),
    "other_absent": gettext_lazy("camp that did not play at the other table"),
    "other_winner": gettext_lazy("winner at the other table by the règlement"),
    "winner": gettext_lazy("winner by the règlement"),
    "method": gettext_lazy("method"),
    "minutes": gettext_lazy("minutes shown"),
    "numbers": gettext_lazy("teams"),
    "left_line": gettext_lazy("line of the former computer"),
    "lines": gettext_lazy("lines of the journal taken in"),
    "origin": gettext_lazy("club"),
    "other_marks": gettext_lazy("score of the other table"),
    "other_tables": gettext_lazy("tables that would be others"),
    "other_parties": gettext_lazy("parties made up for"),
    "other_table": gettext_lazy("other table"),
    "override": gettext_lazy("control refused, recorded all the same"),
    "paid_by": gettext_lazy("means of payment"),
    "paid_cents": gettext_lazy("paid"),
    "palmares": gettext_lazy("palmarès no."),
    "penalty": gettext_lazy("penalty no."),
    "penalty_points": gettext_lazy("points of the penalty"),
    "places": gettext_lazy("places"),
    "partner_cents": gettext_lazy("of that by another means"),
    "partner_paid_by": gettext_lazy("the other means"),
    "partners": gettext_lazy("drawing of partners no."),
    "players": gettext_lazy("players"),
    "present": gettext_lazy("present"),
    "prize": gettext_lazy("prize chosen"),
    "preset": gettext_lazy("preset"),
    "receipt": gettext_lazy("receipt no."),
    "removed_at": gettext_lazy("removed at"),
    "request": gettext_lazy("request"),
    "ruling": gettext_lazy("decision"),
    "seated_since": gettext_lazy("tables already seated, up to partie"),
    "seed": gettext_lazy("cards or number drawn"),
    "scopes": gettext_lazy("allows"),
    "seats": gettext_lazy("places taken"),
    "sheet_state": gettext_lazy("score"),
    "signed": gettext_lazy("signed by both camps"),
    "started_at": gettext_lazy("runs since"),
    "state": gettext_lazy("tirage"),
    "table": gettext_lazy("table"),
    "taken": gettext_lazy("taken once more"),
    "tables": gettext_lazy("tables"),
    "team": gettext_lazy("team"),
    "teams": gettext_lazy("teams"),
    "text": gettext_lazy("message"),
    "texts": gettext_lazy("texts changed"),
    "to_camp": gettext_lazy("to camp"),
    "token": gettext_lazy("key no."),
    "version": gettext_lazy("version"),
    "way": gettext_lazy("marked"),
    "waiting": gettext_lazy("waiting list"),
    "withdrawn_from": gettext_lazy("leaves from partie"),
} | {setting.name: setting.journal for setting in SETTINGS}

# The texts of a team, which the journal names without what they say.
_TEXTS = {
    "name": gettext_lazy("name of the team"),
    "origin": gettext_lazy("club"),
    "family": gettext_lazy("family"),
    "remark": gettext_lazy("remark"),
    "players": gettext_lazy("players"),
    "phones": gettext_lazy("telephones"),
}

# Keys that stand in the title of an entry, not among its changes; what a control refused stands with its override, what was
# handed over, slot by slot, with its words.
_WHERE = ("round", "table", "team", "number", "check", "ruling", "handed", "prizes")


# Values that are keys of a registry: how each is said.
_WORDS = {
    "category": lambda value: CATEGORIES[value],
    "kind": lambda value: SHEET_KINDS[value],
    "paid_by": means_words,
    "partner_paid_by": means_words,
    "means": means_words,
    "money": lambda value: MONEY[value],
    "what": lambda value: MONEY_KINDS[value],
    "method": lambda value: TIRAGES[value].label(get_language() or "fr"),
    "preset": lambda value: PRESETS[value].label,
    "request": lambda value: REQUEST_WORDS[value],
    "scopes": lambda value: SCOPE_WORDS[value],
    "sheet_state": lambda value: SHEET_STATES[value],
    "state": lambda value: DRAW_STATES[value],
    "texts": lambda value: _TEXTS[value],
    "way": lambda value: PENALTY_WAYS[value],
}


@dataclass(frozen=True)
class Change:
    """One thing that an act touched, before and after; empty where there was none."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class JournalLine:
    """A journal line as a person reads it."""

    entry: JournalEntry
    title: str
    where: str
    who: str
    changes: list[Change]
    reason: str
    round: int | None
    table: int | None


def entries_of(
    tournament: Tournament,
    *,
    round: int | None = None,
    table: int | None = None,
    by: int | None = None,
    act: str = "",
    team: int | None = None,
) -> QuerySet[JournalEntry]:
    """Return the journal of *tournament*, the newest first, or the part of it that each filter given lets through.

    *team* is a number: the lines that name it, and those of the tables where it sat; two queries more.
    """
    entries = tournament.journal.select_related("by").order_by("-number")
    for place, number in (("round", round), ("table", table)):
        if number is not None:
            entries = entries.filter(Q((f"after__{place}", number)) | Q((f"before__{place}", number)))
    if by is not None:
        entries = entries.filter(by=by)
    if act:
        entries = entries.filter(act=act)
    if team is not None:
        entries = entries.filter(_about_team(tournament, team))
    return entries


def _about_team(tournament: Tournament, number: int) -> Q:
    """Return the lines that name the team of this number, and those of the tables where it sat."""
    pk = Team.objects.filter(tournament=tournament, number=number).values_list("pk", flat=True).first()
    about = Q(after__team=pk or -1) | Q(before__team=pk or -1)
    seats = Seat.objects.filter(team=pk, round__state="published", table__isnull=False)
    for partie, table in seats.values_list("table__round__number", "table__number"):
        about |= Q(after__round=partie, after__table=table) | Q(before__round=partie, before__table=table)
    return about


def scores_since(tournament: Tournament, number: int) -> dict[tuple[int, int], ScoreSheet | None]:
    """Return the sheet that counts at each table named by a line after *number*, by partie and table; None where none does.

    0 is all the scores. A table that is named and gone, with its draw, is there without a sheet. Two queries and the
    marks.
    """
    sheets = ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True)
    named: set[tuple[int, int]] = set()
    lines = tournament.journal.filter(number__gt=number) if number else JournalEntry.objects.none()
    for line in lines.values_list("before", "after"):
        values = {key: value for part in line if isinstance(part, dict) for key, value in part.items()}
        partie, tables = values.get("round"), (values.get("table"), values.get("other_table"))
        named |= {(partie, table) for table in tables if type(table) is int and type(partie) is int}
    counted = {
        (sheet.table.round.number, sheet.table.number): sheet
        for sheet in sheets.select_related("table__round", "by").prefetch_related("marks")
    }
    return {place: counted.get(place) for place in sorted(named if number else counted)}


def people_of(tournament: Tournament) -> list[tuple[int, str]]:
    """List the accounts that wrote a line, by name; one query."""
    users = get_user_model().objects.filter(pk__in=tournament.journal.values("by"))
    return sorted(((user.pk, shown_name(user)) for user in users), key=itemgetter(1))


def acts_of(tournament: Tournament) -> list[tuple[str, str]]:
    """List the acts that the journal holds, in words; one query."""
    acts = tournament.journal.order_by().values_list("act", flat=True).distinct()
    return sorted(((act, act_text(act)) for act in acts), key=itemgetter(1))


def lines_of(tournament: Tournament, entries: Iterable[JournalEntry]) -> list[JournalLine]:
    """Put *entries* in words; three to six queries more, however many lines."""
    entries = list(entries)
    for entry in entries:
        # A line changed by hand in the database is shown without its values; the check says where.
        entry.before, entry.after = (part if isinstance(part, dict) else {} for part in (entry.before, entry.after))
    pks = {pk for entry in entries for pk in (entry.before.get("team"), entry.after.get("team")) if type(pk) is int}
    teams = {team.pk: team for team in teams_of(tournament).filter(pk__in=pks)} if pks else {}
    line_ups = _line_ups(tournament, pks) if pks else _LineUps({}, {})
    return [_line(entry, teams, line_ups, tournament) for entry in entries]


@dataclass(frozen=True)
class _LineUps:
    """Represent who was in each team from one line of the journal to the next, and the names of these players.

    `changes`: team → (line, its players before, those after), None where the line does not say.
    """

    changes: Mapping[int, Sequence[tuple[int, list | None, list | None]]]
    names: Mapping[int, str]

    def title(self, team: int, line: int) -> str | None:
        """Return the names of those who were in *team* at this *line*, "" where nobody has them any more.

        None where no line says who was in it: those who are in it now.
        """
        players: list | None = None
        for number, before, after in self.changes.get(team, ()):
            if number > line:
                players = players or before
                break
            players = after
        if players is None:
            return None
        return together(self.names[pk] for pk in players if type(pk) is int and pk in self.names)


def _line_ups(tournament: Tournament, teams: Set[int]) -> _LineUps:
    """Read who was in *teams* from the lines that name their players, and of those who came alone what each was."""
    told = tournament.journal.filter(
        Q(after__has_key="players") | Q(before__has_key="players") | Q(act=DRAW_PARTNERS.key)
    )
    lines = list(told.order_by("number").values_list("number", "act", "before", "after"))
    alone: dict[int, list] = {}
    if any(act in _OF_PARTNERS for _line, act, *_parts in lines):
        formed = FormedTeam.objects.filter(team__tournament=tournament).values_list("singles", flat=True)
        alone = {single["team"]: [single["player"]] for singles in formed for single in singles}
    changes: dict[int, list[tuple[int, list | None, list | None]]] = {}
    for number, act, *parts in lines:
        before, after = (part if isinstance(part, dict) else {} for part in parts)
        pks = after.get("teams") or () if act in _OF_PARTNERS else (after.get("team", before.get("team")),)
        for pk in [pk for pk in pks if type(pk) is int and pk in teams]:
            own = after.get("team", pk) == pk
            was = alone.get(pk) if act in _OF_PARTNERS else before.get("players")
            changes.setdefault(pk, []).append((number, was, after.get("players") if own else None))
    players = {pk for each in changes.values() for _line, *both in each for one in both for pk in one or ()}
    return _LineUps(changes, dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) if players else {})


def _line(entry: JournalEntry, teams: Mapping[int, Team], line_ups: _LineUps, tournament: Tournament) -> JournalLine:
    values = {**entry.before, **entry.after}
    rule_set = values.get("rule_set", tournament.rule_set)
    hidden = {*_WHERE, "teams"} if "numbers" in values else _WHERE
    changes = []
    for key in [key for key in values if key not in hidden]:
        before, after = entry.before.get(key), entry.after.get(key)
        by_option = key in BY_NAME and isinstance(BY_NAME[key].kind, Options)
        if by_option and isinstance(before, dict) and isinstance(after, dict):
            before, after = _differing(before, after), _differing(after, before)
        if key == "players":
            before, after = (
                [line_ups.names.get(pk) or _("somebody whose name is erased") for pk in part or ()]
                for part in (before, after)
            )
        was, now = value_words(key, before, rule_set), value_words(key, after, rule_set)
        if (
            was == now
            and entry.act == CHANGE_SETTINGS.key
            and key in BY_NAME
            and isinstance(BY_NAME[key].kind, TextLines)
        ):
            # The journal counts these lines and keeps no word of them: as many as before, they are others.
            now = _("%(number)s, in other words") % {"number": now}
        if was != now:
            changes.append(Change(str(FIELDS.get(key, key)), was, now))
    who = shown_name(entry.by) or Keys.of(tournament.keys).account_elsewhere(entry.number, entry.by_number)
    if not who:
        who = _("account %(number)s, gone") % {"number": entry.by_number} if entry.by_number else _("the program")
    return JournalLine(
        entry=entry,
        title=act_text(entry.act),
        where=_where(values, teams, line_ups, entry.number, singles=tournament.singles),
        who=who,
        changes=changes,
        reason="" if entry.reason == values.get("override") else entry.reason,
        round=values.get("round") if type(values.get("round")) is int else None,
        table=values.get("table") if type(values.get("table")) is int else None,
    )


def _differing(options: dict, others: dict) -> dict:
    """Return what of *options* is not the same in *others*."""
    return {name: value for name, value in options.items() if name not in others or others[name] != value}


def _where(values: Mapping, teams: Mapping[int, Team], line_ups: _LineUps, line: int, *, singles: bool) -> str:
    """Write partie, table and team of a *line*, the team with the names that it had then."""
    parts = []
    if values.get("round") is not None:
        parts.append(_("partie %(number)s") % {"number": values["round"]})
    if values.get("table") is not None:
        parts.append(_("table %(number)s") % {"number": values["table"]})
    team = teams.get(values["team"]) if type(values.get("team")) is int else None
    number = values.get("number", team.number if team else values.get("team"))
    if number is not None:
        text = (_("player no. %(number)s") if singles else _("team %(number)s")) % {"number": number}
        title = line_ups.title(values["team"], line) if type(values.get("team")) is int else ""
        if team:
            title = team.name or (team_title(team) if title is None else title)
        parts.append(f"{text} ({title})" if title else text)
    return ", ".join(parts)


def value_words(key: str, value: object, rule_set: str = "") -> str:
    """Return a value of the journal as a person reads it; *rule_set* is the game whose options it may be."""
    if value is None or value in ("", [], {}) or (key in ("partners", "partner_cents") and value == 0):
        return ""
    if key == "max_teams" and value == 0:
        return _("no limit")
    if key in ("marks", "other_marks"):
        return _marks(value)
    if key in _WORDS and isinstance(value, str):
        try:
            return str(_WORDS[key](value))
        except KeyError:
            return value  # a registry that has since lost it
    if key in BY_NAME and (words := BY_NAME[key].kind.words(value, {"rule_set": rule_set})) is not None:
        return words
    if isinstance(value, bool):
        return plain_words(value)
    if key in ("paid_cents", "partner_cents", "cents", "counted", "expected") and isinstance(value, int):
        return euros(value)
    if key in ("date", "ends_on", "closed_at", "called_at", "started_at", "removed_at") and isinstance(value, str):
        return _moment(value)
    if key == "fingerprint":
        return f"{str(value)[:12]}…"
    if key == "numbers" and isinstance(value, list):
        return number_ranges(value)
    if key == "by_cards" and isinstance(value, list):
        return " · ".join(", ".join(map(str, order)) if isinstance(order, list) else str(order) for order in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{FIELDS.get(name, name)} {value_words(name, part) or '–'}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(value_words(key, part) for part in value)
    return str(value)


def _moment(text: str) -> str:
    """Return a date, or a moment in the hall's time, as people write it; any other value unchanged."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return f"{timezone.localtime(moment):%d/%m/%Y %H:%M}" if moment.tzinfo else f"{moment:%d/%m/%Y}"


def number_ranges(numbers: list) -> str:
    """Write numbers in a row as one range; return any other value unchanged.
    >>> number_ranges([1, 2, 3, 7])
    '1–3, 7'
    """
    if not all(type(number) is int for number in numbers):
        return ", ".join(map(str, numbers))
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def _marks(marks: object) -> str:
    """Return the score of a version: points, and belotes and capots where there were any."""
    if not isinstance(marks, Mapping) or not all(isinstance(figures, Mapping) for figures in marks.values()):
        return str(marks)
    camps = sorted(marks, key=lambda camp: (camp != "NS", camp))
    text = " – ".join(f"{camp} {marks[camp].get('points')}" for camp in camps)
    for name, label in (("belotes", _("belotes")), ("capots", _("capots"))):
        if any(marks[camp].get(name) for camp in camps):
            text += f", {label} " + "–".join(str(marks[camp].get(name)) for camp in camps)
    return text
