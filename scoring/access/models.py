from django.db import models

from tournament.concours.models import Tournament
from tournament.rounds.models import Table


class TableAccess(models.Model):
    """Store the ways into one table of one partie without an account; each camp has its own (`CampCode`).

    The secrets of the camps are computed again from `nonce` and the program's secret key when the sheet is printed once
    more; a new nonce makes them others and sends the telephones away.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="access")
    nonce = models.CharField(max_length=32)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"access {self.pk}"


class CampCode(models.Model):
    """Store what lets the telephones of one camp in: the SHA-256 of the token of its QR and of its typed code.

    Without a camp it is what an earlier version printed for the whole table. *elsewhere*: another computer printed it,
    where the concours was before; a sheet printed here has codes of its own, and both open the table.
    """

    access = models.ForeignKey(TableAccess, on_delete=models.CASCADE, related_name="codes", db_index=False)
    camp = models.CharField(max_length=2, blank=True)
    token_digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64, unique=True)
    elsewhere = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["access", "camp"], condition=models.Q(elsewhere=False), name="one_code_a_camp"
            )
        ]

    def __str__(self) -> str:
        return f"code {self.pk}"


class TableDevice(models.Model):
    """Store one telephone let in to a table, for one camp. Its cookie is a secret of which only the SHA-256 is kept."""

    access = models.ForeignKey(TableAccess, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    camp = models.CharField(max_length=2)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"device {self.pk}"


class CodeAttempt(models.Model):
    """Note a wrong code typed, without the code: ten a minute from one address, sixty a minute in one concours."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="code_attempts", db_index=False)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()
    refused = models.BooleanField(default=False, help_text="over the limit of its address: counts for it alone")

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="code_attempts_lately")]

    def __str__(self) -> str:
        return f"attempt {self.pk}"
