from django.conf import settings
from django.db import models

from tournament.concours.models import Tournament


class ImportDraft(models.Model):
    """A list read from a file and not yet registered: what the preview shows, and what was answered to it.

    Only the text of the cells is kept, the file is not. The row goes when the list is imported or left for a day.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="import_drafts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="import_drafts")
    created_at = models.DateTimeField(auto_now_add=True)
    file_name = models.CharField(max_length=120, blank=True)
    written = models.CharField(max_length=40, help_text="how the file was written: xlsx, or encoding and separator")
    sheets = models.JSONField(help_text="name, hidden, rows of each sheet")
    layout = models.JSONField(default=dict, help_text="sheet, header and roles chosen; empty: guessed")
    answers = models.JSONField(default=dict, help_text="what was answered for each row")

    def __str__(self) -> str:
        return self.file_name
