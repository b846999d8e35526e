"""Make a concours a rehearsal or none, and erase a rehearsal with the names that were typed for it alone."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from tournament.concours import services as concours
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.people.recognition import refer_places
from tournament.registration.models import Player
from tournament.registration.services import lock_players


@transaction.atomic
def change_settings(*, tournament_id: int, changes: Mapping[str, object], by: User | None) -> Tournament:
    """Make *changes* to the settings of a concours, as `concours.services.change_settings` does, with its errors.

    A concours that becomes a rehearsal is known no more of any person; one that is none any more, of its players'.
    """
    before = lock_tournament(tournament_id).rehearsal if "rehearsal" in changes else None
    tournament = concours.change_settings(tournament_id=tournament_id, changes=changes, by=by)
    if before is not None and tournament.rehearsal != before:
        lock_players(tournament)
        refer_places(tournament, {})
    return tournament


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
