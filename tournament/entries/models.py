from django.db import models

from tournament.concours.models import Tournament
from tournament.registration.models import Team
from tournament.registration.selectors import PENDING

KEY_LENGTH, CONTACT_LENGTH, ADDRESS_LENGTH = 64, 80, 500


class HomeEntry(models.Model):
    """A registration from home: who wants to play, in the order of arrival; a team once the desk has taken it.

    `key` is the digest of the secret in its private link. `arrival` is its place in the order of the site where it was
    typed, whatever the clocks say. `version` grows with each change; `taken_version` is the one that the desk knows, 0
    while it has not looked, and `taken_as` what the team was made of then. `changes` grows too with what the desk is
    never asked about: whom it asks, a no, how it is reached. `declines` are the keys of those with whom somebody who
    looks for a partner has said not to play.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries", db_index=False)
    key = models.CharField(max_length=KEY_LENGTH)
    arrival = models.PositiveIntegerField()
    player_1 = models.CharField(max_length=60)
    player_2 = models.CharField(max_length=60, blank=True, help_text="empty: alone, or people enter one by one")
    commune = models.CharField(max_length=60, blank=True)
    contact = models.CharField(max_length=CONTACT_LENGTH, blank=True, help_text="telephone or mail, for the desk alone")
    seeking = models.BooleanField(default=False, help_text="alone, and others who are may ask to play with it")
    asks = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="asked_by")
    joined = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="partners")
    declines = models.JSONField(default=list, blank=True)
    withdrawn = models.BooleanField(default=False)
    sender = models.CharField(max_length=24, blank=True, help_text="a keyed digest of the address it came from")
    at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)
    changes = models.PositiveIntegerField(default=0, help_text="from home; 0: it came in a list")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    taken_version = models.PositiveIntegerField(default=0)
    taken_as = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["arrival", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="entry_once_per_tournament")]
        # The last holds what is counted by each form and page: of a flood that was set aside a count reads nothing.
        indexes = [
            models.Index(fields=["tournament", "sender", "at"], name="entries_lately"),
            models.Index(fields=["tournament", "arrival"], name="entries_in_order"),
            models.Index(fields=["tournament", "arrival", "id", "player_2"], condition=PENDING, name="entries_pending"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.key[:8]}"

    @property
    def players(self) -> list[str]:
        """Return the names of its players."""
        return [name for name in (self.player_1, self.player_2) if name]

    @property
    def gone(self) -> bool:
        """Return whether it asks for no place of its own: taken back, or with the partner whom it found."""
        return self.withdrawn or self.joined_id is not None

    @property
    def left_out(self) -> bool:
        """Return whether the desk has looked at it as it is now, and no team is there of it."""
        return self.team_id is None and self.taken_version >= self.version

    @property
    def code(self) -> str:
        """Return what the square of its confirmation says: it opens the team at the desk, and nothing elsewhere."""
        return self.key[:12]


class EntrySource(models.Model):
    """The site from which a concours takes its registrations from home: the address of its list, and the key for it."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="entry_source")
    address = models.CharField(max_length=ADDRESS_LENGTH)
    secret = models.CharField(max_length=200)
    taken_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament_id} ← {self.address}"


class TeamRequest(models.Model):
    """A word of a team to the desk, from its telephone or the tablet at the entrance, until the desk answers yes or no.

    `partie` is the first one that it is about; 0 for who has just come.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="requests", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="requests", db_index=False)
    kind = models.CharField(max_length=8)
    partie = models.PositiveSmallIntegerField(default=0)
    sender = models.CharField(max_length=24)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["team", "kind"], name="request_once")]
        indexes = [models.Index(fields=["tournament", "sender"], name="requests_of_sender")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.kind}"
