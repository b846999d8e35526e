"""Finding things through the club: what another club owns does not exist here."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from tournament import policy
from tournament.models import Club, Draw, Tournament


def tournaments_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Tournament]:
    """Every concours of the clubs in which *user* has a role, the newest first."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    return Tournament.objects.filter(club__memberships__user=user).select_related("club")


def clubs_of(user: AbstractBaseUser | AnonymousUser, act: str) -> list[Club]:
    """The clubs in which *user* may do *act*."""
    if not user.is_authenticated:
        return []
    roles = [role for role in policy.ALLOWED if policy.may(role, act)]
    return list(Club.objects.filter(memberships__user=user, memberships__role__in=roles).order_by("name"))


def tournament_for(user: AbstractBaseUser | AnonymousUser, pk: int, act: str = "read") -> Tournament:
    """The concours *pk* where *user* may do *act*, its attribute `role` set to the user's.

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
    """The concours whose public pages stand under *slug*. Raises Http404 where there is none, or it is not open."""
    tournament = Tournament.objects.filter(slug=slug, public=True).first()
    if tournament is None:
        raise Http404
    return tournament


def draw_for(tournament: Tournament, pk: int) -> Draw:
    """The tirage *pk* of a concours found by `tournament_for`; a draft is seen by who may draw alone. Raises Http404."""
    draw = Draw.objects.select_related("round", "by").filter(pk=pk, round__tournament=tournament).first()
    if draw is None or (draw.state == "draft" and not policy.may(tournament.role, "draw")):
        raise Http404
    return draw
