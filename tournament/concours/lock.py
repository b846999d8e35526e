"""The lock of a concours."""

import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.prepared import prepared

ACTIVITY_NOTED_EVERY = datetime.timedelta(hours=1)


@prepared
def _locked(pk: int) -> QuerySet[Tournament]:
    return Tournament.every.select_related("club").select_for_update(of=("self",), no_key=True).filter(pk=pk)


def note_activity(club: Club) -> None:
    """Note that *club* did something, once an hour: the host lists the clubs by it, and no act waits for another's."""
    now = timezone.now()
    if club.active_at is None or abs(now - club.active_at) >= ACTIVITY_NOTED_EVERY:
        Club.objects.filter(pk=club.pk).update(active_at=now)
        club.active_at = now


def lock_tournament(pk: int, *, removed: bool = False, closed_club: bool = False, copied: bool = False) -> Tournament:
    """Lock the concours *pk* until the transaction ends, and return it; every act takes this lock before it checks anything.

    PostgreSQL locks the row, though not against rows that only refer to it; on SQLite the immediate transaction already
    is the lock. *removed*: the concours is one that was removed; *closed_club*: its club may be one that the host has
    closed, for what changes no concours; *copied*: it may be a copy of another computer's, which takes no act. Raises Tournament.DoesNotExist, TournamentError `removed` for a concours
    removed a moment ago, `not_removed`, `club_closed`, `is_copy`.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("an act must lock its tournament inside a transaction")
    tournament = _locked.get(pk=pk)
    if removed != (tournament.removed_at is not None):
        raise TournamentError("not_removed" if removed else "removed")
    if tournament.copied_at is not None and not copied:
        raise TournamentError("is_copy")
    if tournament.club.closed_at is not None and not closed_club:
        raise TournamentError("club_closed")
    if not closed_club:
        note_activity(tournament.club)
    return tournament


def lock_open_tournament(pk: int) -> Tournament:
    """Lock a concours that can still change, and return it. Raises TournamentError closed after the palmarès."""
    tournament = lock_tournament(pk)
    if tournament.closed_at is not None:
        raise TournamentError("closed")
    return tournament
