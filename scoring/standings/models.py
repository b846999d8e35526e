from django.db import models

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
