"""Find a concours through its club: what another club owns does not exist here.

Whoever finds one speaks the words of its club from then on (rules/local_words.py).
"""

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet, Value
from django.http import Http404

from rules import local_words
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.page_access import or_404
from tournament.prepared import prepared


def tournaments_of(user: User | AnonymousUser, act: str = "read") -> QuerySet[Tournament]:
    """Return every concours of the clubs in which *user* may do *act*, the newest first."""
    return _of_clubs(Tournament.objects.all(), user, act)


def removed_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the removed concours that *user* may restore, the one removed last first."""
    return _of_clubs(Tournament.every.exclude(removed_at=None), user, "settings").order_by("-removed_at")


def _of_clubs(concours: QuerySet[Tournament], user: User | AnonymousUser, act: str) -> QuerySet[Tournament]:
    if not user.is_authenticated:
        return concours.none()
    roles = policy.roles_that_may(user, act)
    if policy.reads_site(user):
        shown = concours.filter(club__hidden_at=None) if policy.OF_SITE in roles else concours.none()
        return shown.select_related("club").annotate(member_role=Value(policy.OF_SITE))
    mine = concours.filter(club__memberships__user=user, club__memberships__role__in=roles, club__hidden_at=None)
    if (rights := policy.rights_of(user)) is not None:
        mine = mine.filter(club=rights.club)
        mine = mine if rights.concours is None else mine.filter(pk__in=rights.concours)
    if not policy.may("reader", act):
        mine = mine.filter(club__closed_at=None)
    # The filter has joined the membership of *user*: its role costs no query of its own.
    return mine.select_related("club").annotate(member_role=F("club__memberships__role"))


def tournament_for(user: User | AnonymousUser, pk: int, act: str = "read") -> Tournament:
    """Find the concours *pk* where *user* may do *act*, its attribute `role` set to the user's.

    Raises Http404 where the concours is not of a club of the user's, PermissionDenied where the role does not allow
    the act.
    """
    if not user.is_authenticated or policy.reads_site(user):
        return _allowed(tournaments_of(user).filter(pk=pk).first(), user, act)
    found, rights = _of_member.first(user=user.pk, pk=pk), policy.rights_of(user)
    if found is not None and rights is not None:
        opened = found.club_id == rights.club and (rights.concours is None or pk in rights.concours)
        found = found if opened and vars(found)["member_role"] in policy.roles_that_may(user, "read") else None
    return _allowed(found, user, act)


@prepared
def _of_member(user: int, pk: int) -> QuerySet[Tournament]:
    mine = Tournament.objects.filter(pk=pk, club__memberships__user=user, club__hidden_at=None)
    return mine.select_related("club").annotate(member_role=F("club__memberships__role"))[:1]


def removed_for(user: User | AnonymousUser, pk: int) -> Tournament:
    """Find the removed concours *pk* that *user* may restore. Raises Http404, PermissionDenied as `tournament_for`."""
    tournament = _allowed(_of_clubs(Tournament.every.all(), user, "read").filter(pk=pk).first(), user, "settings")
    if tournament.removed_at is None:
        raise Http404
    return tournament


def _allowed(tournament: Tournament | None, user: User | AnonymousUser, act: str) -> Tournament:
    if tournament is None:
        raise Http404
    tournament.role = policy.role_of_member(user, vars(tournament)["member_role"], tournament.club)
    local_words.choose(tournament.words)
    if not policy.may(tournament.role, act):
        raise PermissionDenied
    return tournament


def public_tournament(slug: str) -> Tournament:
    """Find the concours whose public pages stand under *slug*. Raises Http404 where there is none or it is not open."""
    tournament = or_404(_public.first(slug=slug))
    local_words.choose(tournament.words)
    return tournament


@prepared
def _public(slug: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(slug=slug, public=True).select_related("club")
