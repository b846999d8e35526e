"""The journal: one hash-chained line for each act, written in the act's own transaction."""

import contextlib
import datetime
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from tournament import names
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.journal import seals
from tournament.journal.acts import SEAL_CONCOURS, Act, Kind
from tournament.journal.keys import OWN, Keys
from tournament.journal.models import ChainedLine, ClubEntry, JournalEntry
from tournament.prepared import insert, prepared

REASON_LENGTH = 200
_REASON: ContextVar[str] = ContextVar("reason", default="")


def required_reason(text: str) -> str:
    """Clean the reason of an act. Raises TournamentError reason_needed, text_too_long."""
    reason = names.clean_short(text, REASON_LENGTH, "reason")
    if not reason:
        raise TournamentError("reason_needed", field="reason")
    return reason


@contextlib.contextmanager
def because(reason: str) -> Iterator[None]:
    """Write *reason* on every line written within that has none of its own: an act that usually needs no reason."""
    before = _REASON.set(reason)
    try:
        yield
    finally:
        _REASON.reset(before)


class Journalled(Protocol):
    """Describe the concours that the journal needs: the number, the hash and the time of its last line.

    `keys`: where it was taken in from another database, the numbers that its rows had there. `epoch`: the number of its
    present home and a name of it (tournament.journal.epochs), empty where it has never had another one.
    """

    pk: int
    keys: dict[str, Any]
    journal_number: int
    journal_hash: str
    epoch: str
    copied_at: datetime.datetime | None
    changed_at: datetime.datetime | None

    def save(self, *, update_fields: Sequence[str]) -> None: ...


def hashed_facts(entry: ChainedLine, keys: Keys = OWN) -> list[Any]:
    """Return what the hash of a line covers, the hash of the line before it last; *keys* are those of its concours."""
    before, after = keys.line_with_keys(entry.before), keys.line_with_keys(entry.after)
    facts = [entry.number, entry.at.isoformat(), entry.by_number, entry.act, before, after]
    # A line of a version that had no seals keeps its hash, one of the first home too; those of a club have neither.
    seals_of, epoch = getattr(entry, "seals", None), getattr(entry, "epoch", "")
    facts += [entry.reason, *([keys.seals_with_keys(seals_of)] if seals_of else []), *([epoch] if epoch else [])]
    return [*facts, entry.previous]


def entry_hash(entry: ChainedLine, keys: Keys = OWN) -> str:
    """Return the SHA-256, in hexadecimal, of a journal line and of the line before it."""
    line = hashed_facts(entry, keys)
    return hashlib.sha256(json.dumps(line, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class JournalledAct:
    """Describe one act for the journal; *before* and *after* hold identifiers and figures, never names.

    *written*: the kinds of rows that it wrote, where they are not all that its act seals.
    """

    act: Act
    by: User | None
    before: Any = None
    after: Any = None
    reason: str = ""
    written: Collection[Kind] | None = None


def write(
    tournament: Journalled,
    act: Act,
    by: User | None,
    *,
    before: object = None,
    after: object = None,
    reason: str = "",
) -> JournalEntry:
    """Add one line to a locked *tournament*, and the job that brings its pages up to date."""
    line = JournalledAct(act=act, by=by, before=before, after=after, reason=reason)
    return write_lines(tournament=tournament, lines=[line])[0]


def write_lines(
    *, tournament: Journalled, lines: Sequence[JournalledAct], held: seals.Held | None = None
) -> list[JournalEntry]:
    """Add *lines* in their order to a locked *tournament*, and the job that brings its pages up to date.

    *held*: the rows of some scopes, all of them and as they were just written, so that nobody reads them again.
    """
    keys = Keys.of(tournament.keys)
    sealed = _seals(tournament, lines, held, keys)
    entries = [_next_entry(tournament, line, seals_of, keys) for line, seals_of in zip(lines, sealed, strict=True)]
    insert(entries)
    _concours.update({name: getattr(tournament, name) for name in _MOVED}, pk=tournament.pk)
    # One job serves all lines written before it begins: hundreds at once are rendered once.
    jobs.enqueue("pages", tournament=tournament, once=True)
    return entries


_MOVED = ("journal_number", "journal_hash", "changed_at")


@prepared
def _concours(pk: int) -> QuerySet[Any]:
    return apps.get_model("tournament.Tournament")._base_manager.filter(pk=pk)


def write_each(lines: Sequence[tuple[Journalled, JournalledAct]]) -> None:
    """Add a line, which seals nothing, to each of some locked concours, and the jobs of their pages; a few queries for all."""
    entries = [_next_entry(tournament, line, {}, Keys.of(tournament.keys)) for tournament, line in lines]
    JournalEntry.objects.bulk_create(entries, batch_size=200)
    concours = list({tournament.pk: tournament for tournament, _line in lines}.values())
    rows: Any = apps.get_model("tournament.Tournament")._base_manager
    rows.bulk_update(concours, ["journal_number", "journal_hash", "changed_at"], batch_size=100)
    jobs.enqueue_each("pages", concours)


def _next_entry(tournament: Journalled, line: JournalledAct, sealed: dict[str, str], keys: Keys) -> JournalEntry:
    """Return the next line of a concours, not saved yet, and move the concours on to it. Raises TournamentError is_copy."""
    if tournament.copied_at is not None:
        raise TournamentError("is_copy")  # a line here would part it from its home
    at = timezone.now()
    number = tournament.journal_number + 1
    entry = JournalEntry(
        tournament_id=tournament.pk,
        number=number,
        at=at,
        by=line.by,
        by_number=line.by.pk if line.by is not None else None,
        act=line.act.key,
        before=line.before or {},
        after=_after(line),
        reason=line.reason or _REASON.get(),
        seals=sealed,
        epoch=tournament.epoch,
        previous=tournament.journal_hash,
    )
    entry.hash = entry_hash(entry, keys)
    tournament.journal_number, tournament.journal_hash, tournament.changed_at = number, entry.hash, at
    return entry


def _after(line: JournalledAct) -> Any:
    """Return what *line* says is afterwards, and the number of the token of the API that acted for the account."""
    rights = getattr(line.by, "token_rights", None)
    return (line.after or {}) if rights is None else {**(line.after or {}), "token": rights.token}


def _seals(
    tournament: Journalled, lines: Sequence[JournalledAct], held: seals.Held | None, keys: Keys
) -> list[dict[str, str]]:
    """Return the seals of each line: of the rows that it names, as its act left them."""
    if any(line.act.seals_everything for line in lines):
        found = seals.digests(tournament.pk, keys=keys)
        return [{seals.name_of(scope): seal for scope, seal in sorted(found.items())}] * len(lines)
    numbers = {
        number for line in lines for part in (line.before, line.after) for number in seals.numbers_in(part or {})
    }
    by_number: dict[int, int] = {}
    if numbers:
        teams = apps.get_model("tournament.Team").objects.filter(tournament=tournament.pk, number__in=numbers)
        by_number = dict(teams.values_list("number", "pk"))
    scopes = [scopes_of(line, by_number) for line in lines]
    found = seals.digests(tournament.pk, set().union(*scopes), held, keys)
    return [seals.sealed_by(named, found) for named in scopes]


def scopes_of(line: JournalledAct, teams_by_number: Mapping[int, int]) -> set[seals.Scope]:
    """Return the scopes of the rows that *line* seals, its teams by their number."""
    kinds = [kind for kind in line.act.seals if line.written is None or kind in line.written]
    return seals.scopes_of(kinds, {**(line.before or {}), **(line.after or {})}, teams_by_number)


def seal_all(tournament: Journalled, by: User | None, reason: str = "") -> JournalEntry:
    """Add the line that seals every row of a locked *tournament* as it is, those of before there were seals too."""
    line = JournalledAct(act=SEAL_CONCOURS, by=by, reason=reason)
    return write_lines(tournament=tournament, lines=[line])[0]


def broken_line(entries: Iterable[ChainedLine], keys: Keys = OWN) -> int | None:
    """Return the number of the first line whose hash, number or link is wrong; None for a whole chain.

    *entries* is the whole journal of one concours or club in order of number, *keys* the keys of its rows.
    """
    previous, expected = "", 1
    for entry in entries:
        if entry.number != expected or entry.previous != previous or entry.hash != entry_hash(entry, keys):
            return expected
        previous, expected = entry.hash, expected + 1
    return None


def write_club(
    club_id: int, act: Act, by: User | None, *, before: object = None, after: object = None, reason: str = ""
) -> ClubEntry:
    """Add one line to the journal of a locked club."""
    last = ClubEntry.objects.filter(club=club_id).order_by("-number").first()
    entry = ClubEntry(
        club_id=club_id,
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        by=by,
        by_number=by.pk if by is not None else None,
        act=act.key,
        before=before or {},
        after=_after(JournalledAct(act=act, by=by, after=after)),
        reason=reason or _REASON.get(),
        previous=last.hash if last else "",
    )
    entry.hash = entry_hash(entry)
    entry.save(force_insert=True)
    return entry
