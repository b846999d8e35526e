"""Meet the file of another home of a concours: keep what it lacks, become a copy of the later one, or see two homes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.copies.models import LeftLine
from scoring.errors import ScoringError
from scoring.transfer import services as transfer
from scoring.transfer.archive import unpack
from scoring.transfer.file import JOURNAL, ConcoursFile, read_concours, write_concours
from scoring.transfer.selectors import Comparison
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
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
