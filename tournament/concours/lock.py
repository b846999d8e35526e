"""The lock of a concours."""

from django.db import transaction

from tournament.concours.models import Tournament
from tournament.errors import TournamentError


def lock_tournament(pk: int, *, removed: bool = False, closed_club: bool = False) -> Tournament:
    """Lock the concours *pk* until the transaction ends, and return it; every act takes this lock before it checks anything.

    PostgreSQL locks the row, though not against rows that only refer to it; on SQLite the immediate transaction already
    is the lock. *removed*: the concours is one that was removed; *closed_club*: its club may be one that the host has
    closed, for what changes no concours. Raises Tournament.DoesNotExist, TournamentError `removed` for a concours
    removed a moment ago, `not_removed`, `club_closed`.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("an act must lock its tournament inside a transaction")
    tournament = Tournament.every.select_related("club").select_for_update(of=("self",), no_key=True).get(pk=pk)
    if removed != (tournament.removed_at is not None):
        raise TournamentError("not_removed" if removed else "removed")
    if tournament.club.closed_at is not None and not closed_club:
        raise TournamentError("club_closed")
    return tournament


def lock_open_tournament(pk: int) -> Tournament:
    """Lock a concours that can still change, and return it. Raises TournamentError closed after the palmarès."""
    tournament = lock_tournament(pk)
    if tournament.closed_at is not None:
        raise TournamentError("closed")
    return tournament
