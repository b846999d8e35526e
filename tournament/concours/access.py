"""Find a concours through its club: what another club owns does not exist here."""

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from tournament.clubs import policy
from tournament.concours.models import Tournament


def tournaments_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return every concours of the clubs in which *user* has a role, the newest first."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    return Tournament.objects.filter(club__memberships__user=user).select_related("club")


def tournament_for(user: User | AnonymousUser, pk: int, act: str = "read") -> Tournament:
    """Find the concours *pk* where *user* may do *act*, its attribute `role` set to the user's.

    Raises Http404 where the concours is not of a club of the user's, PermissionDenied where the role does not allow
    the act.
    """
    tournament = tournaments_of(user).filter(pk=pk).first()
    if tournament is None:
        raise Http404
    tournament.role = policy.role_in(user, tournament.club_id)
    if not policy.may(tournament.role, act):
        raise PermissionDenied
    return tournament


def public_tournament(slug: str) -> Tournament:
    """Find the concours whose public pages stand under *slug*. Raises Http404 where there is none or it is not open."""
    tournament = Tournament.objects.filter(slug=slug, public=True).first()
    if tournament is None:
        raise Http404
    return tournament
