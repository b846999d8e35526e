from django.conf import settings
from django.db import models

from tournament.clubs.models import Club
from tournament.concours.models import Tournament


class WrittenFile(models.Model):
    """The latest file of a concours. Its bytes stand in the row: one half written cannot exist."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="written_file")
    journal_number = models.PositiveIntegerField()
    content = models.BinaryField()
    size = models.PositiveBigIntegerField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.journal_number}"


class ReceivedFile(models.Model):
    """A concours file that somebody sent and has not taken in yet: the preview is made of it. It goes after a day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.club_id} {self.created_at}"
