from django.db import models


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
