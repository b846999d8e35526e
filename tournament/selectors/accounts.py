"""Questions about clubs and the accounts in them."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from tournament import policy
from tournament.models import Club, Membership


def club_for(user: AbstractBaseUser, pk: int, act: str) -> Club:
    """The club *pk* where *user* may do *act*. Raises Http404 for a stranger, PermissionDenied for another role."""
    club = Club.objects.filter(pk=pk).first()
    role = club and policy.role_in(user, club.pk)
    if role is None:
        raise Http404
    if not policy.may(role, act):
        raise PermissionDenied
    return club


def memberships_of(club: Club) -> QuerySet[Membership]:
    """The accounts of *club*, open ones first, then by name; one query."""
    return club.memberships.select_related("user").order_by("-user__is_active", "user__first_name", "user__username")


def roles_of(user: AbstractBaseUser) -> list[Membership]:
    """The clubs of *user* with his role in each, by name; one query."""
    return list(Membership.objects.filter(user=user).select_related("club").order_by("club__name"))
