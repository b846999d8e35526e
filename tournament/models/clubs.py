from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

ROLES = {"organiser": _("organiser"), "scorer": _("scorer"), "referee": _("referee"), "reader": _("reader")}


def role_choices() -> list[tuple[str, str]]:
    """The roles as (key, label); a function, so that a new role makes no migration."""
    return list(ROLES.items())


class Club(models.Model):
    """Whose concours these are. Everything is found through the club."""

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
