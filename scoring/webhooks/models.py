from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.clubs.models import Club
from tournament.concours.models import Tournament

ADDRESS_LENGTH = 500


class ClubWebhook(models.Model):
    """An address that is told what happens in every concours of a club, those to come too; without a club, of the site."""

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=ADDRESS_LENGTH)
    events = models.JSONField(default=list, help_text="keys of events.EVENTS")
    secret = models.CharField(max_length=80)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"club {self.club_id} → {self.url}"


class Webhook(models.Model):
    """An address that is told what happens in a concours. Its secret signs each message and leaves this row only once.

    `journal_number`: the last line of the journal of which its messages are made. Nothing goes to it before
    `wait_until`: it failed `failures` times in a row. `of_club`: it is here for an address of the whole club.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks", db_index=False)
    of_club = models.ForeignKey(ClubWebhook, null=True, blank=True, on_delete=models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=ADDRESS_LENGTH)
    events = models.JSONField(default=list, help_text="keys of events.EVENTS")
    secret = models.CharField(max_length=80)
    active = models.BooleanField(default=True)
    off_because = models.CharField(max_length=20, blank=True, default="", help_text="why the program switched it off")
    journal_number = models.PositiveIntegerField()
    messages = models.PositiveIntegerField(default=0, help_text="the number of its last message")
    failures = models.PositiveIntegerField(default=0)
    wait_until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "of_club"], name="webhook_of_club_once_per_concours"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} → {self.url}"


class Delivery(models.Model):
    """One message to one address, with its last answer. `since` is when its tries began: on "send again" they begin anew."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    number = models.PositiveIntegerField()
    journal_number = models.PositiveIntegerField(default=0, help_text="0 for a test")
    event = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    since = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    next_try = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveIntegerField(null=True, blank=True, help_text="of HTTP; null where there was no answer")
    failure = models.CharField(max_length=20, blank=True, default="", help_text="a key of sending.FAILURES")
    answer = models.CharField(max_length=200, blank=True, default="", help_text="how the last answer began")
    milliseconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["webhook", "number"], name="delivery_number_once_per_webhook"),
            models.UniqueConstraint(
                fields=["webhook", "journal_number"], condition=~Q(journal_number=0), name="delivery_once_per_line"
            ),
        ]
        indexes = [models.Index(fields=["next_try"], condition=Q(state="waiting"), name="delivery_waiting_idx")]

    def __str__(self) -> str:
        return f"{self.webhook_id} no. {self.number}"
