from django.db import models
from django.utils import timezone

from tournament.concours.models import Tournament


class RenderedPage(models.Model):
    """A public page as it is served, rendered when its data changed while somebody looks at it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pages", db_index=False)
    name = models.CharField(max_length=40, help_text="standings-1, wall-1, tables …, with the language")
    html = models.TextField()
    etag = models.CharField(max_length=64)
    journal_number = models.PositiveIntegerField()
    asked_at = models.DateTimeField(default=timezone.now, help_text="when somebody last looked, to about a minute")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="rendered_page_once_per_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.name}"
