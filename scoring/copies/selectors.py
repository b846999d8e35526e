"""Questions about copies: how each place stands, whether this is a copy, what a former home still had."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from scoring.access.models import TableDevice
from scoring.access.services import token_of
from scoring.copies.folder import concours_files, shown_title
from scoring.copies.models import CopyPlace, HeldCopy, LeftLine, PlaceState
from scoring.copies.sending import FAILURES
from scoring.copies.services import score_of
from scoring.copies.sticks import sticks
from scoring.errors import ScoringError
from scoring.history.selectors import JournalLine, lines_of
from scoring.sheets.models import ScoreSheet
from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.journal.keys import Keys
from tournament.journal.models import JournalEntry

MOST_FOUND = 30


@dataclass(frozen=True)
class PlaceLine:
    """The state of the copy of a concours at one place, in words: *state* is "ok", "wait" or "bad"."""

    place: int
    name: str
    kind: str
    address: str
    state: str
    text: str


def place_lines(tournament: Tournament) -> list[PlaceLine]:
    """Return how each place of the club stands with *tournament*; one query."""
    states = PlaceState.objects.filter(tournament=tournament).select_related("place").order_by("place")
    now = timezone.now()
    return [_place_line(state, tournament, now) for state in states]


def _place_line(state: PlaceState, tournament: Tournament, now: datetime) -> PlaceLine:
    place = state.place
    sign, text = _words(state, tournament, now)
    return PlaceLine(place.pk, place.name, place.kind, place.address, sign, text)


def _words(state: PlaceState, tournament: Tournament, now: datetime) -> tuple[str, str]:
    if state.failure == "two_homes":
        return "bad", FAILURES["two_homes"] % {"line": state.line}
    if state.failure == "moved":
        return "wait", str(FAILURES["moved"])
    if state.failure:
        since = timezone.localtime(state.failing_since or now)
        stand = _("line %(line)s") % {"line": state.journal_number} if state.copied_at else _("no copy yet")
        return "bad", _("not up to date since %(hour)s (%(stand)s). %(why)s") % {
            "hour": f"{since:%H:%M}",
            "stand": stand,
            "why": FAILURES.get(state.failure, state.failure),
        }
    if state.copied_at is None:
        return "wait", _("the first copy is being made")
    said = {"line": state.journal_number, "ago": ago(now - max(state.copied_at, state.checked_at or state.copied_at))}
    if state.journal_number != tournament.journal_number:
        return "wait", _("line %(line)s of %(all)s, %(ago)s") % {**said, "all": tournament.journal_number}
    return "ok", _("up to date, line %(line)s, %(ago)s") % said


def ago(since: timedelta) -> str:
    """Return how long ago something was, in words."""
    seconds = max(0, int(since.total_seconds()))
    if seconds < 60:
        return _("%(count)s s ago") % {"count": seconds}
    if seconds < 3600:
        return _("%(count)s min ago") % {"count": seconds // 60}
    hours = seconds // 3600
    return ngettext("%(count)s hour ago", "%(count)s hours ago", hours) % {"count": hours}


@dataclass(frozen=True)
class EveningCopies:
    """The card of the copies on the evening's page: places, sticks to propose where there is none, what calls for somebody."""

    places: list[PlaceLine]
    sticks: list[str]
    rival: int | None
    left: int
    may: bool

    @property
    def shown(self) -> bool:
        """Return whether there is anything to show."""
        return self.may or bool(self.places)


def copies_of(tournament: Tournament) -> EveningCopies:
    """Return what the evening's page shows of the copies: one query for a concours that has never had another home.

    *tournament* has the role that asks.
    """
    may = policy.may(tournament.role, "settings")
    places, moved = place_lines(tournament), bool(tournament.epoch) or tournament.copied_at is not None
    proposes = may and settings.EMBEDDED and not places and tournament.copied_at is None and not tournament.is_demo
    return EveningCopies(
        places=places,
        sticks=[str(one) for one in sticks()] if proposes else [],
        rival=rival_line(tournament) if moved else None,
        left=LeftLine.objects.filter(tournament=tournament, settled_at=None).count() if moved else 0,
        may=may and not tournament.is_demo,
    )


def rival_line(tournament: Tournament) -> int | None:
    """Return from which line of the journal another computer went on with *tournament* too; None where none did."""
    held = HeldCopy.objects.filter(club=tournament.club_id, rival_line__isnull=False)
    first = tournament.journal.filter(number=1).values("hash")
    sent = (
        held.filter(identity__in=first)
        .exclude(head__in=tournament.journal.values("hash"))
        .values_list("rival_line", flat=True)
        .first()
    )
    met = tournament.copy_states.filter(failure="two_homes").values_list("line", flat=True).first()
    return sent or met


@dataclass(frozen=True)
class LeftScore:
    """A line that a former home wrote beyond the fork, in words; *may_take*: it says the score of a table without one."""

    hash: str
    words: JournalLine
    may_take: bool
    settled: bool
    taken: bool


def left_scores(tournament: Tournament) -> list[LeftScore]:
    """Return what a former home had beyond the fork, line by line, in its order."""
    left = list(LeftLine.objects.filter(tournament=tournament))
    if not left:
        return []
    keys = Keys.of(tournament.keys)
    moment = JournalEntry._meta.get_field("at")
    entries = [
        JournalEntry(
            tournament=tournament,
            number=one.line["number"],
            at=moment.to_python(one.line["at"]),
            by_number=one.line["by"],
            act=one.line["act"],
            before=keys.line_with_numbers(one.line["before"]),
            after=keys.line_with_numbers(one.line["after"]),
            reason=one.line["reason"],
        )
        for one in left
    ]
    counted = set(
        ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True).values_list("table", flat=True)
    )
    return [
        LeftScore(
            one.hash, _by_author(words, one), _may_take(tournament, one, counted), one.settled_at is not None, one.taken
        )
        for one, words in zip(left, lines_of(tournament, entries), strict=True)
    ]


def _by_author(words: JournalLine, left: LeftLine) -> JournalLine:
    """Return *words* with the name of who wrote the line: its account is one of another computer."""
    author = left.line.get("author")
    return replace(words, who=author) if author else words


def _may_take(tournament: Tournament, left: LeftLine, counted: set[int]) -> bool:
    if left.settled_at is not None or tournament.copied_at is not None:
        return False
    try:
        table, _marks = score_of(tournament, left)
    except ScoringError:
        return False
    return table.pk not in counted


@dataclass(frozen=True)
class SecondHome:
    """The way of a telephone when this computer is dead: the address, the concours, and what lets it in at its table."""

    address: str
    identity: str
    token: str


def second_home(device: TableDevice) -> SecondHome | None:
    """Return where a table's telephone goes on when this computer falls silent; one query where no other one has a copy."""
    concours = device.access.table.round.tournament_id
    states = PlaceState.objects.filter(tournament=concours, copied_at__isnull=False)
    there = states.filter(place__kind=CopyPlace.Kind.PROGRAM).order_by(
        F("failing_since").asc(nulls_first=True), "place"
    )
    address = there.values_list("place__address", flat=True).first()
    token = token_of(device.access, device.camp) if address else ""
    if not address or not token:
        return None
    identity = JournalEntry.objects.filter(tournament=concours, number=1).values_list("hash", flat=True).get()
    return SecondHome(address, identity, token)


@dataclass(frozen=True)
class FoundFile:
    """A concours file on a stick or in a folder of this computer; *newest*: no other one of its concours is later."""

    path: str
    name: str
    title: str
    folder: str
    at: datetime
    newest: bool


def files_here(clubs: Sequence[Club]) -> list[FoundFile]:
    """Return the concours files on the sticks that are plugged in and in the folders of copies of *clubs*, the newest first."""
    if not settings.EMBEDDED:
        return []
    chosen = CopyPlace.objects.filter(club__in=clubs, kind=CopyPlace.Kind.FOLDER).values_list("address", flat=True)
    folders = dict.fromkeys([*sticks(), *map(Path, chosen)])
    times: list[tuple[float, Path]] = []
    for folder in folders:
        for path in concours_files(folder):
            with contextlib.suppress(OSError):
                times.append((path.stat().st_mtime, path))
    found, seen = [], set()
    for time, path in sorted(times, reverse=True)[:MOST_FOUND]:
        title, identity = shown_title(path.name)
        at = datetime.fromtimestamp(time, UTC)
        found.append(FoundFile(str(path), path.name, title, str(path.parent), at, identity not in seen))
        seen.add(identity)
    return found
