"""Questions about clubs and the accounts in them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from rules import local_words
from tournament.clubs import policy, services as accounts
from tournament.clubs.models import Club, Membership
from tournament.prepared import prepared


def club_for(user: User, pk: int, act: str) -> Club:
    """Find the club *pk* where *user* may do *act*. Raises Http404 for a stranger, else PermissionDenied.

    What is the whole club's is nothing for a token that opens some of its concours.
    From here on its words are spoken (rules/local_words.py).
    """
    club = _clubs.first(pk=pk)
    role = policy.role_in(user, club.pk) if club else None
    if club is None or role is None:
        raise Http404
    rights = policy.rights_of(user)
    if not policy.may(role, act) or (rights is not None and rights.concours is not None):
        raise PermissionDenied
    local_words.choose(club.words)
    return club


@prepared
def _clubs(pk: int) -> QuerySet[Club]:
    return Club.objects.filter(pk=pk)


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the accounts of *club*, open ones first, then by name; one query."""
    return club.memberships.select_related("user__second_factor").order_by(
        "-user__is_active", "user__first_name", "user__username"
    )


@dataclass(frozen=True)
class OpenSession:
    """Report when a session of an account began and was last used, about; None for one from before this was noted."""

    began: datetime | None
    seen: datetime | None
    here: bool


def open_sessions(user: User, *, here: str | None) -> list[OpenSession]:
    """Return the open sessions of *user*, the one with the key *here* first, then the latest used."""
    sessions = []
    for session, held in accounts.sessions_of(user):
        began, seen = (datetime.fromtimestamp(at, UTC) if at else None for at in held.get(accounts.TIMES, (0, 0)))
        sessions.append(OpenSession(began, seen, session.session_key == here))
    return sorted(sessions, key=lambda one: (not one.here, -one.seen.timestamp() if one.seen else 0))


def roles_of(user: User) -> list[Membership]:
    """Return the clubs of *user* with his role in each, by name; one query. A token of the site reads every club."""
    members = Membership.objects.filter(user=user, club__hidden_at=None).select_related("club").order_by("club__name")
    rights = policy.rights_of(user)
    if rights is not None and rights.club is None:
        return [Membership(user=user, club=club, role=policy.OF_SITE) for club in clubs_of(user, "read")]
    return list(members if rights is None else members.filter(club=rights.club))


def demo_clubs() -> set[int]:
    """Return the clubs that have a demonstration alone, removed or not; one query."""
    only_demo = Club.objects.filter(tournaments__is_demo=True).exclude(tournaments__is_demo=False)
    return set(only_demo.values_list("pk", flat=True))


def clubs_of(user: User | AnonymousUser, act: str) -> list[Club]:
    """Return the clubs in which *user* may do *act*."""
    if not user.is_authenticated:
        return []
    roles = policy.roles_that_may(user, act)
    shown = Club.objects.filter(hidden_at=None)
    if policy.reads_site(user):
        return list(shown.order_by("name")) if policy.OF_SITE in roles else []
    mine = shown.filter(memberships__user=user, memberships__role__in=roles)
    return list((mine if policy.may("reader", act) else mine.filter(closed_at=None)).order_by("name"))
