from django.conf import settings
from django.db import models


class ChainedLine(models.Model):
    """One act, never changed: who, when, what, before, after, why. Identifiers only, no names (docs/reliability.md 1).

    `hash` covers the line and the hash of the line before, so that a change made behind our back shows.
    """

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    by_number = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the account's number, kept when it goes"
    )
    act = models.CharField(max_length=40)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number} {self.act}"


class JournalEntry(ChainedLine):
    """A line of the journal of a concours, with the seals of the rows that its act touched."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="journal", db_index=False
    )
    seals = models.JSONField(
        default=dict, blank=True, help_text="what the rows are that the act touched: journal.seals"
    )
    epoch = models.CharField(
        max_length=24, blank=True, default="", help_text="where it was written, from the first takeover on: 2/9f3a61c0"
    )

    class Meta(ChainedLine.Meta):
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="journal_number_once_per_tournament")
        ]


class ClubEntry(ChainedLine):
    """A line of the journal of a club: what was done with its people."""

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="journal", db_index=False)

    class Meta(ChainedLine.Meta):
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="journal_number_once_per_club")]
