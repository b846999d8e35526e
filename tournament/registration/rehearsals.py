"""Erase a rehearsal, with the names that were typed for it alone."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament.concours import services as concours
from tournament.concours.lock import lock_tournament
from tournament.errors import TournamentError
from tournament.registration.models import Player


@transaction.atomic
def erase_rehearsal(*, tournament_id: int, by: User | None) -> None:
    """Erase a rehearsal with all that it holds, and the players whom the club knows from it alone.

    Raises TournamentError `not_rehearsal`; nothing is erased then.
    """
    tournament = lock_tournament(tournament_id, closed_club=True)
    if not tournament.rehearsal:
        raise TournamentError("not_rehearsal", name=tournament.name)
    players = list(Player.objects.filter(memberships__team__tournament=tournament).values_list("pk", flat=True))
    concours.erase(tournament, by=by)
    Player.objects.filter(pk__in=players, memberships=None).delete()
