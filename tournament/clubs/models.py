from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

ROLES = {"organiser": _("organiser"), "scorer": _("scorer"), "referee": _("referee"), "reader": _("reader")}


def role_choices() -> "list[tuple[str, _StrOrPromise]]":
    """Return the roles as (key, label); a function, so that a new role makes no migration."""
    return list(ROLES.items())


class Club(models.Model):
    """A club, the owner of concours. Everything is found through it."""

    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One account's role in one club."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=role_choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="one_role_per_account_and_club")]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.club_id}: {self.role}"


class LoginAttempt(models.Model):
    """Failed log-ins in a row for one account from one address: they slow the next try down, and only from there.

    `account` is a keyed hash of what was typed, since people type a password there by mistake.
    """

    account = models.CharField(max_length=64)
    address = models.CharField(max_length=45)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "address"], name="one_counter_per_account_and_address")
        ]

    def __str__(self) -> str:
        return f"{self.address}: {self.failures}"


class PairedDevice(models.Model):
    """Keep a device paired with the laptop of a hall. Its cookie is a secret of which only the SHA-256 is kept."""

    digest = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"paired until {self.ends_at:%H:%M}"
