"""Permissions in a club, by role and act; pages, API and tasks ask here and nowhere else."""

from django.contrib.auth.models import AnonymousUser, User

from tournament.clubs.models import Membership

# Acts allowed to each role; the organiser may do everything.
ALLOWED = {
    "organiser": {"read", "register", "draw", "score", "rule", "settings", "export", "accounts", "close"},
    "referee": {"read", "score", "rule", "export"},
    "scorer": {"read", "score", "register"},
    "reader": {"read"},
}


def role_in(user: User | AnonymousUser, club_id: int) -> str | None:
    """Return the role of *user* in the club, or None for a stranger or a closed account."""
    if not user.is_authenticated or not user.is_active:
        return None
    return Membership.objects.filter(user=user, club=club_id).values_list("role", flat=True).first()


def may(role: str | None, act: str) -> bool:
    """Return whether *role* may do *act* (a key of ALLOWED's sets)."""
    return role is not None and act in ALLOWED.get(role, ())
