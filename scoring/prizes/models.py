from django.db import models

from tournament.concours.models import Prize, Tournament


class PrizeTurn(models.Model):
    """The turn of a team at the prize giving: its place among equals as the card said, whether it was absent.

    `card` holds for the equals of the rank `card_rank`, at another one too while it is the same teams. Earlier versions kept the call here too:
    `prize` is what the team chose, `due` what its place had when it was called.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_turns", db_index=False)
    number = models.PositiveIntegerField(help_text="of the team")
    card = models.PositiveSmallIntegerField(null=True, blank=True)
    card_rank = models.PositiveIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    prize = models.CharField(max_length=120, blank=True, default="")
    due = models.CharField(max_length=500, blank=True, default="")
    cut = models.CharField(max_length=8, blank=True, default="", help_text="the card that it drew")
    absent_at = models.DateTimeField(null=True, blank=True, help_text="called, and not there; it is called again")
    years = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of its players together")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="prize_turn_once_per_team")]

    def __str__(self) -> str:
        return f"{self.tournament_id} team {self.number}"


class HandedPrize(models.Model):
    """A prize that was handed over to a team; that stands everywhere, whatever a correction moves afterwards.

    `slot` is a key of `attribution`, or "team" and the number where it was handed over outside of all slots. `instead`:
    the team whose it was, that was not there. `what` says all of it in words, `chosen` by the numbers of the prizes where
    the team chose; `typed`: in other words than those of the list.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="handed_prizes", db_index=False)
    slot = models.CharField(max_length=100)
    number = models.PositiveIntegerField(help_text="of the team")
    instead = models.PositiveIntegerField(null=True, blank=True)
    what = models.CharField(max_length=500, blank=True)
    chosen = models.JSONField(default=list)
    typed = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "at", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "slot"], name="slot_handed_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.slot}"


class PrizeDraw(models.Model):
    """The drawing of a prize among those present: `numbers` are all of them, in the order of the draw of `seed`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_draws", db_index=False)
    prize = models.PositiveSmallIntegerField(help_text="its number")
    seed = models.CharField(max_length=200)
    numbers = models.JSONField(default=list)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "prize"]
        constraints = [models.UniqueConstraint(fields=["tournament", "prize"], name="prize_drawn_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} prize {self.prize}"


class PrizePhoto(models.Model):
    """A photo of a prize; drawn anew by us, so that it holds nothing else."""

    prize = models.OneToOneField(Prize, on_delete=models.CASCADE, related_name="photo")
    content = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the content")

    def __str__(self) -> str:
        return f"photo of prize {self.prize_id}"
