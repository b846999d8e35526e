"""The journal: one hash-chained line for each act, written in the act's own transaction."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from tournament import jobs
from tournament.models import JournalEntry, Tournament


def lock_tournament(pk: int) -> Tournament:
    """The concours *pk*, locked until the transaction ends; every act takes this lock before it checks anything.

    PostgreSQL locks the row, though not against rows that only refer to it; on SQLite the immediate transaction already
    is the lock. Raises Tournament.DoesNotExist.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("an act must lock its tournament inside a transaction")
    return Tournament.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)


def line_hash(
    *, number: int, at: str, by: int | None, act: str, before: object, after: object, reason: str, previous: str
) -> str:
    """The SHA-256, in hexadecimal, of a journal line and of the line before it."""
    line = [number, at, by, act, before, after, reason, previous]
    return hashlib.sha256(json.dumps(line, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read inside belongs to one moment, whatever is written meanwhile; no lock is held, nobody waits.

    Inside a transaction of the caller's it changes nothing: there the lock sees to it.
    """
    connection = transaction.get_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Not atomic(), whose transactions are writers here and wait for one another.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@dataclass(frozen=True, kw_only=True)
class Line:
    """What a journal line says of an act; *before* and *after* hold identifiers and figures, never names."""

    act: str
    by: AbstractBaseUser | None
    before: object = None
    after: object = None
    reason: str = ""


def write(
    *,
    tournament: Tournament,
    act: str,
    by: AbstractBaseUser | None,
    before: object = None,
    after: object = None,
    reason: str = "",
) -> JournalEntry:
    """One more line on a locked *tournament*, and the job that brings its pages up to this line."""
    line = Line(act=act, by=by, before=before, after=after, reason=reason)
    return write_lines(tournament=tournament, lines=[line])[0]


def write_lines(*, tournament: Tournament, lines: Sequence[Line]) -> list[JournalEntry]:
    """*lines* in their order on a locked *tournament*, and the job that brings its pages up to the last of them."""
    entries = []
    for line in lines:
        at = timezone.now()
        number = tournament.journal_number + 1
        told = {
            "number": number,
            "act": line.act,
            "before": line.before or {},
            "after": line.after or {},
            "reason": line.reason,
            "previous": tournament.journal_hash,
        }
        by_number = line.by.pk if line.by is not None else None
        hashed = line_hash(at=at.isoformat(), by=by_number, **told)
        entries.append(JournalEntry(tournament=tournament, at=at, by=line.by, by_number=by_number, hash=hashed, **told))
        tournament.journal_number, tournament.journal_hash = number, hashed
    JournalEntry.objects.bulk_create(entries)
    tournament.save(update_fields=["journal_number", "journal_hash"])
    # One job serves all lines written before it begins: hundreds at once are rendered once.
    jobs.enqueue("pages", tournament=tournament, once=True)
    return entries


def broken_line(entries: Iterable[JournalEntry]) -> int | None:
    """The number of the first line whose hash, number or link is not what it should be; None for a whole chain.

    *entries* is the whole journal of one concours in order of number.
    """
    previous, expected = "", 1
    for entry in entries:
        computed = line_hash(
            number=entry.number,
            at=entry.at.isoformat(),
            by=entry.by_number,
            act=entry.act,
            before=entry.before,
            after=entry.after,
            reason=entry.reason,
            previous=entry.previous,
        )
        if entry.number != expected or entry.previous != previous or entry.hash != computed:
            return expected
        previous, expected = entry.hash, expected + 1
    return None
