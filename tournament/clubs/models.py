from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.local_words import Words
from tournament.languages import AnyText

ROLES = {
    "organiser": _("organiser"),
    "scorer": _("scorer"),
    "referee": _("referee"),
    "treasurer": _("treasurer"),
    "reader": _("reader"),
}


def role_choices() -> list[tuple[str, AnyText]]:
    """Return the roles as (key, label); a function, so that a new role makes no migration."""
    return list(ROLES.items())


class Club(models.Model):
    """A club, the owner of concours. Everything is found through it."""

    name = models.CharField(max_length=80)
    donne_word = models.CharField(
        max_length=12, default="donne", help_text="what the hall calls a donne: a key of DONNES"
    )
    team_word = models.CharField(max_length=12, default="equipe", help_text="what it calls a team: a key of TEAMS")
    created_at = models.DateTimeField(auto_now_add=True)
    second_factor_required = models.BooleanField(default=False, help_text="of its organisers, at the log-in")
    people_years = models.PositiveSmallIntegerField(
        default=5,
        null=True,
        blank=True,
        help_text="after so many years without an evening a person is erased; empty: never by itself",
    )
    active_at = models.DateTimeField(null=True, blank=True, help_text="of its last act, to the hour")
    closed_at = models.DateTimeField(null=True, blank=True, help_text="by the host; since then it is only read")
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="by the host; since then it exists for nobody")

    def __str__(self) -> str:
        return self.name

    @property
    def words(self) -> Words:
        """Return the words in which its pages speak."""
        return Words(self.donne_word, self.team_word)


class HostAct(models.Model):
    """Note what the maintainer of a site did with a club, or without one with the site, never changed; identifiers only."""

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="host_acts")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    by_number = models.PositiveBigIntegerField(help_text="the account's number, kept when it goes")
    act = models.CharField(max_length=20)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.act} of club {self.club_id}"


class Membership(models.Model):
    """One account's role in one club."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=role_choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="one_role_per_account_and_club")]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.club_id}: {self.role}"

    @property
    def second_factor(self) -> bool:
        """Return whether the log-in of this account asks for a code too."""
        factor = getattr(self.user, "second_factor", None)
        return factor is not None and factor.confirmed_at is not None


class GivenPassword(models.Model):
    """Mark that the program made the password of an account: its first log-in asks for another one."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="given_password")

    def __str__(self) -> str:
        return f"account {self.user_id}"


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


class SecondFactor(models.Model):
    """The second factor of an account: a key that its telephone has too. It is asked for once a code was confirmed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    key = models.CharField(max_length=64, help_text="160 bits in base 32, shared with the telephone")
    begun_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(default=0, help_text="half minutes since 1970: no code is taken twice")
    wrong = models.PositiveIntegerField(default=0, help_text="wrong codes since the last right one")
    mark = models.CharField(max_length=32, help_text="in the cookie of devices that need no code for a month")

    def __str__(self) -> str:
        return f"account {self.user_id}: {'on' if self.confirmed_at else 'begun'}"


class RecoveryCode(models.Model):
    """A code that opens once where the telephone is lost. Only a keyed hash is kept."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes", db_index=False)
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["factor", "digest"], name="recovery_code_once")]

    def __str__(self) -> str:
        return "used" if self.used_at else "unused"


class PairedDevice(models.Model):
    """Store a device paired with the laptop of a hall. Its cookie is a secret of which only the SHA-256 is kept."""

    digest = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()
    seconds = models.PositiveIntegerField(default=4 * 3600, help_text="for which it was paired")

    def __str__(self) -> str:
        return f"paired until {self.ends_at:%H:%M}"
