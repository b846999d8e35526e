from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.concours.models import Tournament


class StandingsSnapshot(models.Model):
    """A copy of the ranking as the worker last computed it; the counted sheets are the truth."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="standings")
    journal_number = models.PositiveIntegerField(help_text="the ranking stands on the journal up to this line")
    after_round = models.PositiveSmallIntegerField()
    figures = models.PositiveSmallIntegerField(default=0, help_text="how it was computed: scoring.ranking.FIGURES")
    final = models.BooleanField(default=False)
    rows = models.JSONField(default=list)
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"


class Palmares(models.Model):
    """A final ranking as it was published. A later one has the next number and says why it replaces the one before.

    At the end of each row stands the prize that is due to the team, None where a card must still say it; the rows of
    earlier versions of the program end before it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="palmares", db_index=False)
    number = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    journal_number = models.PositiveIntegerField()
    rows = models.JSONField(default=list, help_text="[rank, team number, points, [the value of each criterion]]")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name_plural = "palmares"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="palmares_number_once_per_tournament"),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="later_palmares_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} no. {self.number}"
