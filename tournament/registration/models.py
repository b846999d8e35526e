from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament import names
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.concours.money import Fee
from tournament.languages import AnyText
from tournament.ledger.models import MEANS
from tournament.people.models import Person

CATEGORIES = {"": _("no category"), "women": _("women"), "mixed": _("mixed"), "men": _("men"), "young": _("young")}


def category_choices() -> list[tuple[str, AnyText]]:
    """Return the categories as (key, label); a function, so that a new category makes no migration."""
    return list(CATEGORIES.items())


def means_choices() -> list[tuple[str, AnyText]]:
    """Return the means of payment as (key, label), for the migrations that name this function."""
    return list(MEANS.items())


class Player(models.Model):
    """A person known to a club. The name stands here and nowhere else, so that erasing it is one act."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=80, editable=False, help_text="names.key(name)")
    phone = models.CharField(max_length=20, blank=True)
    surname_first = models.BooleanField(null=True, help_text="of the name as it is written; empty: not told")

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["club", "key"], name="player_by_key")]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs: Any) -> None:
        self.key = names.key(self.name)[:80]
        super().save(**kwargs)


def gone_before(withdrawn_from: int | None, number: int) -> bool:
    """Return whether who does not play from partie *withdrawn_from* on, None for who stays, left before partie *number*.

    >>> gone_before(3, 3), gone_before(3, 2), gone_before(None, 3)
    (True, False, False)
    """
    return withdrawn_from is not None and withdrawn_from <= number


class Team(models.Model):
    """Players of one team in one concours: two when formed, one where tables are made of singles."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams", db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60, blank=True, help_text="a name of its own; else its players'")
    players = models.ManyToManyField(Player, through="TeamMember", related_name="teams")
    origin = models.CharField(max_length=60, blank=True, help_text="club or commune the team comes from")
    category = models.CharField(max_length=8, blank=True, choices=category_choices)
    present = models.BooleanField(default=False)
    paid_cents = models.PositiveIntegerField(null=True, blank=True, help_text="empty: not paid")
    paid_by = models.CharField(max_length=30, blank=True, help_text="means of payment: a key or a name of the club's")
    fixed_table = models.PositiveIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1, help_text="first partie played; later for a late team")
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True, help_text="first partie not played")
    excluded = models.BooleanField(default=False, help_text="by the organiser; it plays no more from withdrawn_from on")
    alone = models.BooleanField(default=False, help_text="came without a partner: not drawn until it has one")
    partner_cents = models.PositiveIntegerField(default=0, help_text="of paid_cents, what came otherwise than paid_by")
    partner_paid_by = models.CharField(max_length=30, blank=True, help_text="the means of that")
    reductions = models.JSONField(
        default=list, blank=True, help_text="of the fee, by their names, one a player at most"
    )
    waiting = models.BooleanField(default=False, help_text="on the waiting list: it has no place, and is never drawn")
    away_in = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the one partie it does not play")
    family = models.CharField(max_length=60, blank=True, help_text="kept apart like a club: one word for all of them")
    remark = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once_per_tournament"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=99999), name="team_number_in_range"),
            models.CheckConstraint(
                condition=Q(paid_cents__isnull=True) | Q(paid_cents__lte=1_000_000), name="paid_in_range"
            ),
            models.CheckConstraint(
                condition=Q(paid_by="") | Q(paid_cents__isnull=False), name="paid_by_some_means_when_paid"
            ),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="team_first_round_from_1"),
            models.CheckConstraint(
                condition=Q(withdrawn_from__isnull=True) | Q(withdrawn_from__gte=F("first_round")),
                name="team_leaves_after_joining",
            ),
            models.CheckConstraint(
                condition=Q(excluded=False) | Q(withdrawn_from__isnull=False), name="excluded_team_plays_no_more"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    def gone(self, number: int) -> bool:
        """Return whether it left before partie *number*."""
        return gone_before(self.withdrawn_from, number)

    def owed_cents(self, fee: Fee) -> int:
        """Return what taking part costs this team, whatever it has paid."""
        return fee.owed(alone=self.alone, reductions=self.reductions)

    def missing_cents(self, fee: Fee) -> int:
        """Return what is still missing of that."""
        return max(0, self.owed_cents(fee) - (self.paid_cents or 0))

    def paid_up(self, fee: Fee) -> bool:
        """Return whether it has paid all of that."""
        return self.paid_cents is not None and not self.missing_cents(fee)


class RemovedTeam(models.Model):
    """Store what a deleted team was, with its players, until a draw is published: until then it may come back."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="removed_teams", db_index=False)
    team = models.PositiveBigIntegerField(help_text="the key of the team that it was")
    fields = models.JSONField()
    members = models.JSONField(help_text="its players with their places, by key, name and telephone")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "team"], name="team_removed_once")]

    def __str__(self) -> str:
        return f"team {self.team}"


class TeamMember(models.Model):
    """A player's place in a team (1 or 2)."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(
        Person,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="memberships",
        help_text="of the club; empty in a rehearsal",
    )
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["team", "position"], name="one_player_per_place"),
            models.UniqueConstraint(fields=["team", "player"], name="player_once_in_a_team"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=2), name="place_1_or_2"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}/{self.position}"
