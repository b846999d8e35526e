import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Work to be done after an act: the row is the message (docs/reliability.md 3).

    It is written in the transaction of the act, so that an act which is rolled back asks for nothing and one which
    is committed is never forgotten. ``tournament.jobs`` alone changes it.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("handed to the worker")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    tournament = models.ForeignKey(
        "tournament.Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="jobs", db_index=False
    )
    args = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    step = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="jobs"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "id")
        constraints = [
            models.CheckConstraint(condition=Q(progress__lte=100), name="job_progress_is_a_percentage"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "sent", "running", "done", "failed"]), name="job_state_is_known"
            ),
        ]
        indexes = [
            # The worker looks for open jobs several times a second, among all those ever done.
            models.Index(
                fields=("created_at",), condition=Q(state__in=["queued", "sent", "running"]), name="job_open_idx"
            ),
            models.Index(fields=("tournament", "kind", "-created_at"), name="job_of_tournament_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.state})"

    @property
    def open(self) -> bool:
        """Return whether somebody still has to do it."""
        return self.state in (self.State.QUEUED, self.State.SENT, self.State.RUNNING)
