from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.clubs.models import Club
from tournament.concours.models import Tournament

# The scopes of a token, in words.
SCOPE_WORDS = {
    "reading": _("Read: teams, scores, ranking, journal"),
    "scores": _("Read, and type scores"),
    "registration": _("Read, register teams and take money"),
    "copies": _("Send copies of concours to be kept here, nothing else"),
    "everything": _("Everything but accounts, passwords and keys"),
}


class ApiToken(models.Model):
    """Store a token with which another program uses the API for a club. Of its secret only the SHA-256 is kept.

    Without a club it is of the site: its maintainer's, and reads all clubs. It acts for the account that made it, which the journal names; what that account may no more, the token may no more.
    """

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(help_text="keys of tournament.clubs.policy.SCOPES")
    whole_club = models.BooleanField(help_text="every concours of the club, those to come too; else `concours` alone")
    concours = models.ManyToManyField(Tournament, blank=True, related_name="tokens")
    created_at = models.DateTimeField()
    ends_on = models.DateField(help_text="the last day on which it opens anything")
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"token {self.pk}"


class KeptAnswer(models.Model):
    """Store the answer to a POST that carried the header `Idempotency-Key`, so that sent again it does nothing again.

    Of the request only a keyed digest is kept; `body` is null where the answer is too long or held a secret.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.BinaryField(null=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="one_answer_per_account_and_key")]

    def __str__(self) -> str:
        return f"answer {self.pk}"
