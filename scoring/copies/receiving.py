"""Take the copies that other programs send: kept at once, written as rows by a job. Meet the file of another home of a
concours: keep what it lacks, become a copy of the later one, or see two homes.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.copies.models import HeldCopy, LeftLine
from scoring.errors import ScoringError
from scoring.transfer import services as transfer
from scoring.transfer.archive import unpack
from scoring.transfer.entries import follow_entries
from scoring.transfer.file import JOURNAL, ConcoursFile, read_concours, write_concours
from scoring.transfer.selectors import Comparison
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.journal.keys import Keys

# How each state of a comparison is told by a place: what is here follows, or somebody must choose.
_FOLLOWED = ("moved", "longer")


def meet(concours: Tournament, content: bytes, by: User | None) -> tuple[str, int]:
    """Compare what is here with the file of another home; return a key of `sending.FAILURES`, and where they part.

    A later home makes of this computer's concours a copy at once, even where its file cannot be read here.
    """
    try:
        file = read_concours(content)
    except ScoringError:
        return "unreadable", 0
    if not concours.journal.filter(number=1, hash=file.identity).exists():
        return "not_taken", 0  # another concours
    try:
        found = follow_later(file, concours, by or User())
    except TournamentError:
        _close(concours.pk)
        return "not_taken", 0
    if found.state == "fork":
        return "two_homes", found.parts_at
    if found.state in (*_FOLLOWED, "same"):
        return ("moved", found.parts_at) if found.state != "same" or found.is_copy else ("", 0)
    return "lost", 0


@transaction.atomic
def follow_later(file: ConcoursFile, concours: Tournament, by: User) -> Comparison:
    """Make *concours* a copy of *file* where that is of a later home, keeping its own lines; return how they stood."""
    found = transfer.locked_comparison(file, concours.club, by)
    if found.here is None or found.here.pk != concours.pk:
        return found
    later = found.state == "longer" and (found.is_copy or str(file.epoch) != found.here.epoch)
    if not (later or found.state == "moved"):
        return Comparison("fork", found.here, len(file.lines)) if found.state == "longer" else found
    become_copy(file=file, club=concours.club, by=by)
    return found


@transaction.atomic
def become_copy(*, file: ConcoursFile, club: Club, by: User) -> Tournament:
    """Store *file* as a copy: a new one, or in the place of what is here, whose own lines are kept line by line.

    Raises ScoringError as `transfer.follow`.
    """
    found = transfer.locked_comparison(file, club, by)
    if found.here is None or not found.may_follow:
        return transfer.follow(file=file, club=club, by=by)
    own = found.state in ("moved", "fork") and not found.is_copy
    beyond = lines_beyond(found.here, found.parts_at) if own else []
    here = transfer.follow(file=file, club=club, by=by)
    keep_lines(here, beyond)
    return here


@transaction.atomic
def keep_lines_of(*, file: ConcoursFile, club: Club, by: User) -> Tournament:
    """Store what the file of a former home has beyond the fork, for the referee. Raises ScoringError as `take_in`."""
    found = transfer.locked_comparison(file, club, by)
    if found.state != "behind" or found.here is None or found.is_copy:
        raise transfer.refusal_of(found)
    keep_lines(found.here, lines_from(found.parts_at, file.lines, file.accounts))
    return found.here


def lines_beyond(concours: Tournament, parts_at: int) -> Sequence[Mapping[str, Any]]:
    """Return the lines of the journal here from *parts_at* on, as `lines_from`."""
    archive = unpack(write_concours(concours.pk).content)
    return lines_from(parts_at, archive.lines[JOURNAL], archive.manifest["accounts"])


def lines_from(
    parts_at: int, lines: Sequence[Mapping[str, Any]], accounts: Sequence[tuple[int, Mapping[str, str]]]
) -> Sequence[Mapping[str, Any]]:
    """Return the *lines* of a file from *parts_at* on, each with the name of its author, known to that home alone."""
    named = Keys(accounts=accounts)
    return [
        {**line, "author": named.account_elsewhere(line["number"], line["by"])}
        for line in lines
        if line["number"] >= parts_at
    ]


def keep_lines(concours: Tournament, lines: Sequence[Mapping[str, Any]]) -> int:
    """Store lines that another home has beyond the fork, each once, for the referee; return how many are new."""
    known = set(LeftLine.objects.filter(tournament=concours).values_list("hash", flat=True))
    new = [
        LeftLine(tournament=concours, hash=line["hash"], line=dict(line)) for line in lines if line["hash"] not in known
    ]
    LeftLine.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


@transaction.atomic
def _close(concours: int) -> None:
    """Take no act any more, as a later home was met whose rows cannot be written here."""
    tournament = lock_tournament(concours, copied=True)
    if tournament.copied_at is None:
        tournament.copied_at = timezone.now()
        tournament.save(update_fields=["copied_at"])


log = logging.getLogger("dix.copies")

JOB = "copy-rows"


@dataclass(frozen=True)
class CopyReceipt:
    """The answer to a copy that was sent: the lines that are here now; *line*: from which one two homes differ, else 0."""

    state: str
    lines: int
    hash: str
    epoch: str
    line: int = 0


@transaction.atomic
def receive(*, file: ConcoursFile, content: bytes, club: Club, by: User) -> CopyReceipt:
    """Take the file of a concours that another program sends, and return what is here now.

    A concours that is at home here is never changed but by a later home. Raises ScoringError transfer_removed,
    transfer_elsewhere.
    """
    found = transfer.locked_comparison(file, club, by)
    if found.state in ("removed", "elsewhere"):
        raise transfer.refusal_of(found)
    here = found.here
    if here is None or found.is_copy or found.state == "moved":
        return _for_copy(found, file, content, club, by)
    if found.state == "longer":
        later = str(file.epoch) != here.epoch
        return _for_copy(found, file, content, club, by) if later else _two_homes(file, club, here, by)
    if found.state == "fork":
        return _two_homes(file, club, here, by, found.parts_at)
    if found.state in ("same", "older"):
        HeldCopy.objects.filter(club=club, identity=file.identity).update(rival_line=None)
    if found.state == "behind":
        keep_lines(here, lines_from(found.parts_at, file.lines, file.accounts))
    moved = found.state == "behind" or str(file.epoch) != here.epoch
    return _receipt("moved" if moved else "kept", here)


def _for_copy(found: Comparison, file: ConcoursFile, content: bytes, club: Club, by: User) -> CopyReceipt:
    """Store a file beside the copy of its concours that is here, or is to be: its rows are written by a job."""
    here = found.here
    if here is not None and found.state == "fork":
        return _two_homes(file, club, here, by, found.parts_at)
    if here is not None and found.state == "same":
        follow_entries(file, here)
    if here is not None and found.state in ("behind", "older", "same"):
        return _receipt("moved" if found.state == "behind" else "kept", here)
    held = HeldCopy.objects.filter(club=club, identity=file.identity).first()
    if held is not None and held.content and held.journal_number > len(file.lines):
        return CopyReceipt("kept", held.journal_number, held.head, "", 0)
    values = {
        "content": content,
        "head": file.head,
        "journal_number": len(file.lines),
        "received_at": timezone.now(),
        "by_id": by.pk,
        "rival_line": None,
        "refused": "",
    }
    held, _made = HeldCopy.objects.update_or_create(club=club, identity=file.identity, defaults=values)
    if here is not None and not found.is_copy:
        # A later home: no act here may come between, so that this is written at once.
        apply(held.pk)
        here.refresh_from_db()
        return _receipt("kept", here)
    # The file is safe; its rows are made again so often that nothing else on this computer notices.
    jobs.enqueue(JOB, tournament=here, args={"held": held.pk}, once=True)
    return CopyReceipt("kept", len(file.lines), file.head, str(file.epoch))


def _two_homes(file: ConcoursFile, club: Club, here: Tournament, by: User, line: int = 0) -> CopyReceipt:
    line = line or here.journal_number + 1
    values = {
        "head": file.head,
        "journal_number": len(file.lines),
        "received_at": timezone.now(),
        "by_id": by.pk,
        "rival_line": line,
    }
    HeldCopy.objects.update_or_create(club=club, identity=file.identity, defaults=values)
    return _receipt("two_homes", here, line)


def _receipt(state: str, here: Tournament, line: int = 0) -> CopyReceipt:
    return CopyReceipt(state, here.journal_number, here.journal_hash, here.epoch, line)


def receipt_of(club: Club, identity: str) -> CopyReceipt | None:
    """Return what *club* has of a concours, "moved" where it is at home here; None where it has nothing of it."""
    held = HeldCopy.objects.filter(club=club, identity=identity).first()
    here = concours_of(club, identity)
    if held is not None and held.refused:
        return CopyReceipt("refused", held.journal_number, held.head, "")
    if held is not None and held.rival_line is not None and here is not None:
        return _receipt("two_homes", here, held.rival_line)
    if held is not None and held.content and (here is None or held.journal_number >= here.journal_number):
        return CopyReceipt("kept", held.journal_number, held.head, here.epoch if here else "")
    if here is None:
        return None
    return _receipt("kept" if here.copied_at is not None else "moved", here)


def concours_of(club: Club, identity: str) -> Tournament | None:
    """Return the concours of *club* whose journal begins with the line *identity*."""
    return (
        Tournament.objects.filter(club=club, journal__number=1, journal__hash=identity).select_related("club").first()
    )


def write_waiting(held_id: int) -> bool:
    """Write the rows of a copy that waits, as `apply`; one that cannot be is noted, so that the sender is told."""
    head = HeldCopy.objects.filter(pk=held_id).values_list("head", flat=True).first()
    try:
        return apply(held_id)
    except TournamentError as error:
        log.warning("a copy cannot be written: %s", error.code)
        HeldCopy.objects.filter(pk=held_id, head=head).update(refused=error.code[:40])
        return False


@transaction.atomic
def apply(held_id: int) -> bool:
    """Write the rows of a copy that waits; return whether one did. Raises ScoringError as `transfer.follow`."""
    held = HeldCopy.objects.select_related("club", "by").filter(pk=held_id).first()
    if held is None or not held.content:
        return False
    file = read_concours(bytes(held.content))
    here = concours_of(held.club, held.identity)
    if here is None:
        transfer.follow(file=file, club=held.club, by=held.by)
    else:
        follow_later(file, here, held.by)
    # Another file may have come while these rows were written.
    HeldCopy.objects.filter(pk=held.pk, head=held.head).update(content=b"")
    return True
