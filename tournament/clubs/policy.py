"""Permissions in a club, by role and act; pages, API and tasks ask here and nowhere else."""

from copy import copy
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from tournament.clubs.models import Club, Membership
from tournament.prepared import prepared

# Acts allowed to each role; the organiser may do everything.
ALLOWED = {
    "organiser": {
        "read",
        "register",
        "draw",
        "score",
        "rule",
        "settings",
        "export",
        "accounts",
        "close",
        "copy",
        "till",
    },
    "referee": {"read", "score", "rule", "export"},
    "scorer": {"read", "score", "register", "till"},
    "treasurer": {"read", "register", "till", "export"},
    "reader": {"read"},
}
# The role of a token of the site in each club, and the acts that it has of it.
OF_SITE = "reader"
SITE_ACTS = frozenset({"read"})
# Acts allowed to a token of each scope, as far as the account that made it may do them. None opens the accounts.
SCOPES = {
    "reading": {"read"},
    "scores": {"read", "score"},
    "registration": {"read", "register", "till"},
    "copies": {"copy"},
    "everything": ALLOWED["organiser"] - {"accounts"},
}


@dataclass(frozen=True)
class TokenRights:
    """The rights of a token of the API: *acts* in one club, in these *concours* of it; None: in all of them.

    Without a *club* it is of the site, and a reader in each.
    """

    token: int
    club: int | None
    acts: frozenset[str]
    concours: frozenset[int] | None


class RoleOfToken(str):
    """The role of an account in a club where a token acts for it: only *acts* of it are allowed."""

    acts: frozenset[str]

    def __new__(cls, role: str, acts: frozenset[str]) -> "RoleOfToken":
        made = super().__new__(cls, role)
        made.acts = acts
        return made


def narrowed(user: User, rights: TokenRights) -> User:
    """Return the account as a token acts for it: whatever is asked of it here is no more than its *rights*."""
    account = copy(user)
    vars(account)["token_rights"] = rights
    return account


def rights_of(user: User | AnonymousUser) -> TokenRights | None:
    """Return what the token opens that acts for *user*; None where the person acts."""
    return getattr(user, "token_rights", None)


def role_in(user: User | AnonymousUser, club_id: int) -> str | None:
    """Return the role of *user* in the club, or None for a stranger or a closed account.

    In a club that the host has closed everybody is a reader; one that is hidden has none.
    """
    if not user.is_authenticated or not user.is_active:
        return None
    rights = rights_of(user)
    if rights is not None and rights.club is None:
        return RoleOfToken(OF_SITE, rights.acts) if Club.objects.filter(pk=club_id, hidden_at=None).exists() else None
    if rights is not None and rights.club != club_id:
        return None
    membership = _memberships.first(user=user.pk, club=club_id)
    return None if membership is None else role_of_member(user, membership.role, membership.club)


@prepared
def _memberships(user: int, club: int) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, club=club, club__hidden_at=None).select_related("club")


def role_of_member(user: User | AnonymousUser, role: str, club: Club) -> str | None:
    """Return the role of *user* in a *club* that is not hidden, where it has the *role* as a member; as `role_in`."""
    if not user.is_active:
        return None
    rights = rights_of(user)
    role = role if club.closed_at is None else "reader"
    return role if rights is None else RoleOfToken(role, rights.acts)


def is_maintainer(user: User | AnonymousUser) -> bool:
    """Return whether *user* looks after the whole site: he makes and closes clubs, and belongs to none by that.

    No token ever does.
    """
    return user.is_active and user.is_superuser and rights_of(user) is None


def reads_site(user: User | AnonymousUser) -> bool:
    """Return whether a token of the site acts for *user*: it reads all clubs."""
    rights = rights_of(user)
    return rights is not None and rights.club is None


def may(role: str | None, act: str) -> bool:
    """Return whether *role* may do *act* (a key of ALLOWED's sets)."""
    if role is None or act not in ALLOWED.get(role, ()):
        return False
    return not isinstance(role, RoleOfToken) or act in role.acts


def roles_that_may(user: User, act: str) -> list[str]:
    """Return the roles with which *user* may do *act*: none where a token acts that does not open it."""
    rights = rights_of(user)
    return [role for role in ALLOWED if may(role if rights is None else RoleOfToken(role, rights.acts), act)]
