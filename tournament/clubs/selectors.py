"""Questions about clubs and the accounts in them."""

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from tournament.clubs import policy
from tournament.clubs.models import Club, Membership


def club_for(user: User, pk: int, act: str) -> Club:
    """Find the club *pk* where *user* may do *act*. Raises Http404 for a stranger, else PermissionDenied."""
    club = Club.objects.filter(pk=pk).first()
    role = policy.role_in(user, club.pk) if club else None
    if club is None or role is None:
        raise Http404
    if not policy.may(role, act):
        raise PermissionDenied
    return club


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the accounts of *club*, open ones first, then by name; one query."""
    return club.memberships.select_related("user").order_by("-user__is_active", "user__first_name", "user__username")


def roles_of(user: User) -> list[Membership]:
    """Return the clubs of *user* with his role in each, by name; one query."""
    return list(Membership.objects.filter(user=user).select_related("club").order_by("club__name"))


def clubs_of(user: User | AnonymousUser, act: str) -> list[Club]:
    """Return the clubs in which *user* may do *act*."""
    if not user.is_authenticated:
        return []
    roles = [role for role in policy.ALLOWED if policy.may(role, act)]
    return list(Club.objects.filter(memberships__user=user, memberships__role__in=roles).order_by("name"))
