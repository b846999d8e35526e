from django.db import models

from tournament.concours.models import Tournament
from tournament.jobs.models import Job


class Export(models.Model):
    """A workbook that a job wrote whole. Its bytes stand in the row: one half written cannot exist."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="exports")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="export")
    filename = models.CharField(max_length=80)
    journal_number = models.PositiveIntegerField()
    content = models.BinaryField()
    outside = models.BooleanField(default=False, help_text="for others than the club: no telephones, remarks, reasons")
    size = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.filename
