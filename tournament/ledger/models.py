from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.concours.models import Tournament
from tournament.languages import AnyText

MOST_CENTS = 1_000_000  # of one amount
REMARK_LENGTH = 120
KEY_LENGTH = 40
# The means of a sale that is not paid yet: the kitchen counts it, somebody owes it, no till holds it.
DUE = "due"
# The means of payment that every club has, beside those that it names (`Tournament.club_means`).
MEANS: dict[str, AnyText] = {
    "": _("not said"),
    "cash": _("cash"),
    "cheque": _("cheque"),
    "card": _("card"),
    "other": _("otherwise"),
}
KINDS: dict[str, AnyText] = {
    "fee": _("Fee"),
    "refund": _("Fee given back"),
    "moved": _("Fee moved to another registration"),
    "sale": _("Sale"),
    "paid": _("Paid later"),
    "float": _("Float"),
    "income": _("Other income"),
    "lots": _("Prizes bought"),
    "expense": _("Other expense"),
    "deposit": _("Handed over to the treasurer"),
    "transfer": _("From one till or means of payment to another"),
    "count": _("Difference at the count"),
}
# Lines of what a team has paid of its fee: their sum is its `paid_cents`.
OF_FEES = ("fee", "refund", "moved")
SPENT = ("lots", "expense")
# Means of which a till holds what it spends; a cheque that the club writes and its card draw on its account.
SPENT_FROM_TILL = ("", "cash")


class Movement(models.Model):
    """A line of the till: money that came or went. It is never changed or deleted; another line corrects it.

    `receipt` is the number of the first line of the same act. The team stands by its key, for the money outlives it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="movements", db_index=False)
    number = models.PositiveIntegerField()
    receipt = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, help_text="a key of KINDS")
    till = models.CharField(max_length=30, blank=True, help_text="a name of Tournament.tills; empty: the only one")
    means = models.CharField(max_length=30, blank=True, help_text="a key of MEANS, DUE, or a name of the club's")
    cents = models.IntegerField(help_text="less than 0: given out")
    item = models.CharField(max_length=40, blank=True, help_text="what was sold")
    served = models.CharField(max_length=5, blank=True, help_text="the hour at which the kitchen serves it")
    quantity = models.IntegerField(default=0)
    team = models.PositiveBigIntegerField(null=True, blank=True, help_text="the key of the team")
    team_number = models.PositiveIntegerField(null=True, blank=True, help_text="its number then")
    remark = models.CharField(max_length=REMARK_LENGTH, blank=True, help_text="for whom or what; may hold a name")
    counted = models.JSONField(
        null=True, blank=True, help_text="of a count: expected, counted, and its notes and coins"
    )
    corrects = models.PositiveIntegerField(null=True, blank=True, help_text="the number of the line it corrects")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH, blank=True, help_text="of the form: a second press is the same act")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="movement_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=~Q(key=""), name="movement_key_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament", "corrects"], condition=Q(corrects__isnull=False), name="movement_corrected_once"
            ),
            models.CheckConstraint(
                condition=Q(cents__gte=-100_000_000, cents__lte=100_000_000), name="movement_cents_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}: {self.kind} {self.cents}"

    @property
    def of_account(self) -> bool:
        """Return whether the account of the club paid it, so that no till holds less."""
        return self.kind in SPENT and self.means not in SPENT_FROM_TILL
