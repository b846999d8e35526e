"""Take the copies that other programs send: kept at once, written as rows by a job, and compared with what is at home here."""

import logging
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.copies import meeting
from scoring.copies.models import HeldCopy
from scoring.transfer import services as transfer
from scoring.transfer.entries import follow_entries
from scoring.transfer.file import ConcoursFile, read_concours
from scoring.transfer.selectors import Comparison
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.jobs import services as jobs

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
        meeting.keep_lines(here, meeting.lines_from(found.parts_at, file.lines, file.accounts))
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
        meeting.follow_later(file, here, held.by)
    # Another file may have come while these rows were written.
    HeldCopy.objects.filter(pk=held.pk, head=held.head).update(content=b"")
    return True
