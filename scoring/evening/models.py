from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.concours.models import Tournament


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


class PrizeTurn(models.Model):
    """The turn of a team at the prize giving: its place among equals as the card said, whether it was called.

    `card` holds for the equals of the rank `card_rank`, at another one too while it is the same teams. `prize` is what it chose, `due` what its
    place had when it was called.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_turns", db_index=False)
    number = models.PositiveIntegerField(help_text="of the team")
    card = models.PositiveSmallIntegerField(null=True, blank=True)
    card_rank = models.PositiveIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    prize = models.CharField(max_length=120, blank=True, default="")
    due = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="prize_turn_once_per_team")]

    def __str__(self) -> str:
        return f"{self.tournament_id} team {self.number}"
