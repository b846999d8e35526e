"""Compare the rows of a concours with its journal: every value changed otherwise than by an act shows, and where.

Three proofs, in this order: the chain of the lines; the figures that the lines tell (scores, settings, payments), which
those of every version of the program have; the seals of the rows (`tournament.journal.seals`).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.history.selectors import FIELDS, value_words
from scoring.sheets import acts as sheets_acts
from scoring.sheets.models import Mark, Photo
from tournament import names
from tournament.concours import acts as concours_acts
from tournament.concours.models import Tournament
from tournament.concours.services import settings_of
from tournament.concours.settings import BY_NAME, journalled
from tournament.journal import acts as journal_acts, seals
from tournament.journal.keys import Keys
from tournament.journal.models import JournalEntry
from tournament.journal.services import broken_line
from tournament.places import NoPlaceError, Places
from tournament.prizes import acts as prize_acts
from tournament.registration.models import TeamMember
from tournament.rounds import acts as rounds_acts
from tournament.snapshot_reads import read_one_snapshot

# Lines that are held against the rows at each reading of the journal: some evenings of the largest concours. Above it
# that takes seconds, and is done where it is asked for, one at a time in a process.
AT_EACH_READING = 10_000
_long = Places(at_once=1, queue=2, seconds=10)

# The figures of a team that only acts which name it change.
_TEAM_FIGURES = ("paid_cents", "paid_by", "category", "fixed_table", "withdrawn_from", "excluded", "away_in")


@dataclass(frozen=True)
class Difference:
    """Report one thing that is not as the journal says: in words, with the line that says it, 0 where none does.

    *scope* is what it stands for where its figures are told: its seal then adds nothing.
    """

    line: int
    text: str
    scope: seals.Scope | None = None


@dataclass(frozen=True)
class JournalCheck:
    """Represent the outcome: the first broken line, what differs, and how many things no line has a seal of.

    Those were written by a version of the program that sealed nothing: of them only the figures are proved.
    """

    lines: int
    broken_at: int | None
    differences: list[Difference]
    unsealed: int

    @property
    def whole(self) -> bool:
        """Return whether nothing was changed otherwise than by this program, as far as can be proved."""
        return self.broken_at is None and not self.differences


@dataclass
class _Told:
    """Represent the values that the lines state, read once in order, each with the number of the last line that stated it."""

    sealed: dict[seals.Scope, tuple[int, str]] = field(default_factory=dict)
    marks: dict[tuple[int, int, int], tuple[int, Any]] = field(default_factory=dict)  # partie, table, version
    settings: dict[str, tuple[int, Any]] = field(default_factory=dict)
    teams: dict[int, dict[str, tuple[int, Any]]] = field(default_factory=dict)
    sealed_from_the_start: bool = False
    kept_at: int = 0  # the line that sealed everything as it was found
    wrong_author: int | None = None
    earlier: Mapping[seals.Scope, str] = field(default_factory=dict)  # the rows as earlier versions sealed them

    def read(self, entries: Iterable[JournalEntry]) -> Iterator[JournalEntry]:
        """Note what each line says, and pass it on."""
        for entry in entries:
            self._note(entry)
            yield entry

    def seal_holds(self, scope: seals.Scope | None, now: Mapping[seals.Scope, str]) -> bool:
        """Return whether the rows of *scope* are as the last line left them that seals them."""
        if scope is None:
            return False
        seal = self.sealed.get(scope, (0, ""))[1]
        return seals.agrees(seal, now.get(scope, "")) or (
            scope in self.earlier and seals.agrees(seal, self.earlier[scope])
        )

    def _note(self, entry: JournalEntry) -> None:
        number, said = entry.number, entry.after
        if not all(isinstance(part, dict) for part in (entry.before, said, entry.seals)):
            return  # the chain breaks here
        if entry.act == journal_acts.SEAL_CONCOURS.key:
            self.kept_at, self.sealed = number, {}
        if entry.seals and (
            entry.act == journal_acts.SEAL_CONCOURS.key
            or (number == 1 and entry.act == concours_acts.CREATE_TOURNAMENT.key)
        ):
            self.sealed_from_the_start = True
        if entry.by_id is not None and entry.by_id != entry.by_number and self.wrong_author is None:
            self.wrong_author = number
        self.sealed |= {seals.scope_named(name): (number, str(seal)) for name, seal in entry.seals.items()}
        if entry.act in (
            concours_acts.CREATE_TOURNAMENT.key,
            concours_acts.CHANGE_SETTINGS.key,
            rounds_acts.CHANGE_PARTIES.key,
            prize_acts.ADD_PRIZES.key,
            prize_acts.REMOVE_PRIZES.key,
        ):
            self.settings |= {name: (number, value) for name, value in said.items() if name in BY_NAME}
        where = {**entry.before, **said}
        partie, table, version = where.get("round"), where.get("table"), said.get("version")
        if type(partie) is int and type(table) is int and type(version) is int and isinstance(said.get("marks"), dict):
            self.marks[partie, table, version] = number, said["marks"]
        if type(where.get("team")) is int and entry.act not in (sheets_acts.SETTLE_TIE.key, sheets_acts.VOID_TIE.key):
            figures = self.teams.setdefault(where["team"], {})
            figures |= {name: (number, said[name]) for name in _TEAM_FIGURES if name in said}


def check(tournament: Tournament) -> JournalCheck:
    """Return what of a concours is not as its journal says. As many queries for any number of lines and teams.

    What an act writes meanwhile would look like a change by hand: lines and rows are read from one snapshot, and nobody
    waits to enter a score.
    Raises ScoringError journal_queue where long journals are checked already.
    """
    if tournament.journal_number <= AT_EACH_READING:
        return _check_one_state(tournament)
    try:
        with _long.hold():
            return _check_one_state(tournament)
    except NoPlaceError:
        raise ScoringError("journal_queue") from None


def _check_one_state(tournament: Tournament) -> JournalCheck:
    with read_one_snapshot():
        tournament.refresh_from_db()
        return _check(tournament)


def _check(tournament: Tournament) -> JournalCheck:
    told = _Told()
    try:
        keys = Keys.of(tournament.keys)
    except (AttributeError, KeyError, TypeError, ValueError):
        text = _("The numbers under which the journal names the rows of this concours cannot be read any more.")
        return JournalCheck(tournament.journal_number, 1, [Difference(0, text)], 0)
    broken = _broken_at(tournament, told, keys)
    differences = [*_authors(told), *_copies(tournament), *_photos(tournament), *_players(tournament)]
    now, told.earlier = seals.digests(tournament.pk, keys=keys), seals.earlier_digests(tournament.pk, keys)
    figures = [*_scores(tournament, told), *_settings(tournament, told), *_teams(tournament, told)]
    # A value that was sealed as it stood is right by its seal, whatever earlier lines say.
    differences += [
        told_so for told_so in figures if told_so.line > told.kept_at or not told.seal_holds(told_so.scope, now)
    ]
    by_figures = {difference.scope for difference in differences}
    unsealed = 0
    for scope in sorted({*told.sealed, *now}):
        if scope not in told.sealed and scope[0] == seals.EACH_FOR_ITSELF:
            continue  # said once more: it changed nothing, and has no line
        if scope not in told.sealed and not told.sealed_from_the_start:
            unsealed += 1
        elif scope not in by_figures and not told.seal_holds(scope, now):
            line = told.sealed[scope][0] if scope in told.sealed else 0
            differences.append(Difference(line, _sealed_words(scope, line, tournament)))
    return JournalCheck(tournament.journal_number, broken, differences, unsealed)


def _broken_at(tournament: Tournament, told: _Told, keys: Keys) -> int | None:
    """Return the number of the first line that is not as it was written, None for a whole chain; one query.

    The last line is held against what the concours itself remembers, so that lines cut off at the end show too.
    """
    last: JournalEntry | None = None

    def remembered() -> Iterator[JournalEntry]:
        nonlocal last
        for last in tournament.journal.order_by("number").iterator(chunk_size=2000):
            if last.number <= tournament.journal_number:
                yield last

    broken = broken_line(told.read(remembered()), keys)
    if broken is not None:
        return broken
    number, hash_, epoch = (last.number, last.hash, last.epoch) if last is not None else (0, "", "")
    if number != tournament.journal_number:
        return min(number, tournament.journal_number) + 1
    return number if (hash_, epoch) != (tournament.journal_hash, tournament.epoch) else None


def _authors(told: _Told) -> Iterator[Difference]:
    if told.wrong_author is not None:
        text = _("Line %(line)s of the journal was written by another account than the one it names.")
        yield Difference(told.wrong_author, text % {"line": told.wrong_author})


def _copies(tournament: Tournament) -> Iterator[Difference]:
    """Report where something was made from a line that the journal has no more: its end was taken away."""
    newest = 0
    for related in ("pages", "exports", "palmares", "rounds__draws", "standings"):
        newest = max(newest, _newest(tournament, f"{related}__journal_number"))
    if newest > tournament.journal_number:
        text = _(
            "The journal ends at line %(last)s, but a page or a draw was made from line %(line)s: lines are missing."
        )
        yield Difference(newest, text % {"last": tournament.journal_number, "line": newest})


def _newest(tournament: Tournament, path: str) -> int:
    return Tournament.every.filter(pk=tournament.pk).aggregate(newest=Max(path))["newest"] or 0


def _scores(tournament: Tournament, told: _Told) -> Iterator[Difference]:
    """Report where what a version of a sheet marks is not what its line says."""
    present: dict[tuple[int, int, int], dict[str, dict[str, int]]] = {}
    where = ("sheet__table__round__number", "sheet__table__number", "sheet__version")
    marks = Mark.objects.filter(sheet__table__round__tournament=tournament).order_by()
    for *sheet, camp, points, belotes, capots in marks.values_list(*where, "camp", "points", "belotes", "capots"):
        figures = {"points": points, "belotes": belotes, "capots": capots}
        present.setdefault((sheet[0], sheet[1], sheet[2]), {})[camp] = figures
    for (partie, table, version), (line, said) in sorted(told.marks.items(), key=lambda item: item[0]):
        is_now = present.get((partie, table, version), {})
        if _figures(is_now) == _figures(said):
            continue
        text = _("Table %(table)s, partie %(partie)s: the sheet says %(now)s, the journal %(was)s (line %(line)s).")
        words = {"now": value_words("marks", is_now) or "–", "was": value_words("marks", said) or "–"}
        text %= words | {"table": table, "partie": partie, "line": line}
        yield Difference(line, text, ("sheets", partie, table))


def _figures(marks: Any) -> object:
    """Return marks so that two that say the same are equal: a line may leave out what is nought."""
    if not isinstance(marks, Mapping) or not all(isinstance(figures, Mapping) for figures in marks.values()):
        return marks
    return {camp: {name: value for name, value in figures.items() if value} for camp, figures in marks.items()}


def _settings(tournament: Tournament, told: _Told) -> Iterator[Difference]:
    present = json.loads(json.dumps(journalled(settings_of(tournament)), default=str))
    for name, (line, said) in told.settings.items():
        if present.get(name) != said:
            text = _figure_words(_("Settings"), name, present.get(name), said, line, tournament)
            yield Difference(line, text, ("concours",))


def _teams(tournament: Tournament, told: _Told) -> Iterator[Difference]:
    """Report where a team is not as its lines say."""
    for team in tournament.teams.order_by("number"):
        where = _team_words(tournament, team.number)
        for name, (line, said) in told.teams.get(team.pk, {}).items():
            if getattr(team, name) != said:
                text = _figure_words(where, name, getattr(team, name), said, line, tournament)
                yield Difference(line, text, ("team", team.pk))


def _team_words(tournament: Tournament, number: int) -> str:
    text = _("Player no. %(number)s") if tournament.singles else _("Team %(number)s")
    return text % {"number": number}


def _players(tournament: Tournament) -> Iterator[Difference]:
    """Report whose name was written by hand: the journal holds no names, but each is kept with its key."""
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team__number", "position")
    for number, name, key in members.values_list("team__number", "player__name", "player__key"):
        if names.key(name)[:80] != key:
            text = _("Team %(number)s: the name of a player was changed otherwise than by this program.")
            yield Difference(0, text % {"number": number})


def _figure_words(where: str, name: str, now: Any, said: Any, line: int, tournament: Tournament) -> str:
    text = _("%(where)s, %(what)s: %(now)s, the journal says %(was)s (line %(line)s).")
    values = {key: value_words(name, value, tournament.rule_set) or "–" for key, value in (("now", now), ("was", said))}
    return text % (values | {"where": where, "what": FIELDS.get(name, name), "line": line})


def _photos(tournament: Tournament) -> Iterator[Difference]:
    """Report which photos are not those that were kept; one at a time, for they are large."""
    where = ("table__round__number", "table__number", "digest", "content")
    photos = Photo.objects.filter(table__round__tournament=tournament).order_by("pk").values_list(*where)
    for partie, table, digest, content in photos.iterator(chunk_size=4):
        if hashlib.sha256(bytes(content)).hexdigest() != digest:
            text = _("Table %(table)s, partie %(partie)s: a photo is not the one that was kept.")
            yield Difference(0, text % {"table": table, "partie": partie})


def _sealed_words(scope: seals.Scope, line: int, tournament: Tournament) -> str:
    """Report what of a concours is not as the last line that names it left it."""
    kind, *place = scope
    params: dict[str, object] = {"line": line}
    if kind == "till":
        params["what"] = _("Line %(number)s of the till") % {"number": place[0]}
    elif kind == "team":
        team = tournament.teams.filter(pk=place[0]).first()
        params["what"] = _team_words(tournament, team.number) if team else _("A team that is gone")
    elif len(place) >= 2:
        params["what"] = _TABLE_WORDS[kind]() % {"partie": place[0], "table": place[1]}
    elif place:
        params["what"] = _PARTIE_WORDS[kind]() % {"partie": place[0]}
    else:
        params["what"] = _CONCOURS_WORDS[kind]()
    if not line:
        return _("%(what)s: written otherwise than by this program, no line of the journal tells of it.") % params
    return _("%(what)s: not as line %(line)s of the journal left it.") % params


_CONCOURS_WORDS = {
    "concours": lambda: _("The settings of the concours"),
    "palmares": lambda: _("The palmarès"),
    "prizes": lambda: _("The calls of the prizes"),
    "lots": lambda: _("The list of the prizes"),
}
_PARTIE_WORDS = {
    "partie": lambda: _("Partie %(partie)s, its tables and its clock"),
    "draws": lambda: _("Partie %(partie)s, the minutes of the draw"),
    "places": lambda: _("Partie %(partie)s, who sits where"),
}
_TABLE_WORDS = {
    "sheets": lambda: _("Table %(table)s, partie %(partie)s, the sheet"),
    "reading": lambda: _("Table %(table)s, partie %(partie)s, what was said of the sheet"),
    "rulings": lambda: _("Table %(table)s, partie %(partie)s, decisions and penalties"),
    "photos": lambda: _("Table %(table)s, partie %(partie)s, the photos"),
}
