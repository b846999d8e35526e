from django.db import models
from django.db.models import Q

from tournament.clubs.models import Club
from tournament.concours.models import Tournament


class Season(models.Model):
    """A challenge of a club: which of its concours count, and by which rules. Its table is computed, never kept.

    Its acts lock the club, in whose journal they are.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=40, unique=True, help_text="address of the public pages; cannot be guessed")
    by_pair = models.BooleanField(default=False, help_text="pairs are ranked, else each person")
    rules = models.JSONField(default=dict, help_text="what differs from the usual rules: keys of rules.RULES")
    cards = models.JSONField(default=list, blank=True, help_text="each cut of cards: keys of persons, the best first")
    public = models.BooleanField(default=True, help_text="the public pages are open")
    names_online = models.BooleanField(default=False, help_text="names on public pages outside the hall")
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True, help_text="put away then; it may come back")

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class SeasonConcours(models.Model):
    """A concours that counts in a season, `weight` times."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="concours", db_index=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seasons")
    weight = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="concours_once_in_a_season"),
            models.CheckConstraint(condition=Q(weight__gte=1, weight__lte=9), name="weight_1_to_9"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} in {self.season_id}"


class KeptEvening(models.Model):
    """A copy of what an evening brings its teams, as the worker last computed it; the counted sheets are the truth.

    `palmares` is the number of the publication it stands on, 0 for the results of now.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_evenings", db_index=False)
    palmares = models.PositiveSmallIntegerField(default=0)
    journal_number = models.PositiveIntegerField(help_text="the copy stands on the journal up to this line")
    figures = models.PositiveSmallIntegerField(default=0, help_text="how it was computed: scoring.ranking.FIGURES")
    columns = models.JSONField(
        default=list, help_text="the teams that took part: a list for each field of keeping.EveningRow"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "palmares"], name="kept_evening_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} no. {self.palmares}"
