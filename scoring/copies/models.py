from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.clubs.models import Club
from tournament.concours.models import Tournament

ADDRESS_LENGTH = 500


class CopyPlace(models.Model):
    """A place where copies of a club's concours are kept: a folder of this computer, or another Dix de Der.

    Another one is reached with a token of its own (`secret`), which opens nothing but the way in for copies of its club
    `other_club`.
    """

    class Kind(models.TextChoices):
        FOLDER = "folder", _("folder or stick")
        PROGRAM = "program", _("other computer")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="copy_places", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    address = models.CharField(
        max_length=ADDRESS_LENGTH, help_text="a folder, or where the other Dix de Der is reached"
    )
    name = models.CharField(max_length=80, help_text="as people read it")
    secret = models.CharField(max_length=200, blank=True, default="")
    other_club = models.PositiveBigIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["club", "address"], name="copy_place_once_per_club")]

    def __str__(self) -> str:
        return f"{self.club_id} → {self.name}"


class PlaceState(models.Model):
    """The state of the copy of one concours at one place.

    `mark` is of what the place has (`sending.mark_of`), `journal_number` its last line; `failing_since` and `failure`, a
    key of sending.FAILURES, where it takes none at present. Nothing goes there before `next_try`.
    """

    place = models.ForeignKey(CopyPlace, on_delete=models.CASCADE, related_name="states")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="copy_states", db_index=False)
    mark = models.CharField(max_length=100, blank=True, default="")
    journal_number = models.PositiveIntegerField(default=0)
    copied_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=20, blank=True, default="")
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    line = models.PositiveIntegerField(default=0, help_text="from which two homes differ")
    next_try = models.DateTimeField(null=True, blank=True)
    slot = models.CharField(max_length=1, blank=True, default="", help_text="of the two files, the one written last")
    kept_number = models.PositiveIntegerField(default=0, help_text="line of the last file that was kept beside the two")
    kept_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["place_id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "place"], name="copy_state_once_per_place")]

    def __str__(self) -> str:
        return f"{self.tournament_id} → {self.place_id}"


class HeldCopy(models.Model):
    """A concours file that another Dix de Der sent, until its rows are written here; then its bytes are let go.

    `rival_line`: from which line the concours here and the one that was sent went on apart, under the same epoch.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    identity = models.CharField(max_length=64, help_text="the hash of the first line of its journal")
    content = models.BinaryField(default=b"")
    head = models.CharField(max_length=64)
    journal_number = models.PositiveIntegerField()
    received_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    refused = models.CharField(max_length=40, blank=True, default="", help_text="why its rows could not be written")
    rival_line = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "held copies"
        constraints = [models.UniqueConstraint(fields=["club", "identity"], name="held_copy_once_per_club")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.identity[:8]}"


class LeftLine(models.Model):
    """A line of the journal that a former home wrote after the concours had gone on elsewhere, as its file has it.

    The referee of the new home takes what it says once more, or leaves it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="left_lines", db_index=False)
    hash = models.CharField(max_length=64)
    line = models.JSONField()
    settled_at = models.DateTimeField(null=True, blank=True)
    taken = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "hash"], name="left_line_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.hash[:8]}"
