import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT, PLANNED, POOLS
from tournament.languages import AnyText
from tournament.registration.models import Team
from tournament.tirages import TIRAGES, forfeits
from tournament.tirages.recorded import Minutes

ROUND_STATES = {"draft": _("draft"), "published": _("published")}
DRAW_STATES = {"draft": _("draft"), "published": _("published"), "cancelled": _("cancelled")}
SEED_ORIGINS = {
    "public": _("taken in public"),
    "machine": _("made by the computer"),
    "plan": _("that of the first partie of the plan"),
    "none": _("no lot needed"),
}


def round_state_choices() -> list[tuple[str, AnyText]]:
    """Return the states of a round as (key, label)."""
    return list(ROUND_STATES.items())


def draw_state_choices() -> list[tuple[str, AnyText]]:
    """Return the states of a draw as (key, label)."""
    return list(DRAW_STATES.items())


def seed_origin_choices() -> list[tuple[str, AnyText]]:
    """Return where a seed comes from, as (key, label)."""
    return list(SEED_ORIGINS.items())


class Round(models.Model):
    """One partie of the evening. A draft is seen by the organiser alone; published tables are seated."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=round_state_choices, default="draft")
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True, help_text="the clock runs since")
    cutoff_donnes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the last donnes, once imposed")
    cutoff_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once_per_tournament"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=20), name="round_number_in_range"),
            models.CheckConstraint(
                condition=Q(cutoff_donnes__isnull=True, cutoff_at__isnull=True)
                | Q(cutoff_donnes__gte=1, cutoff_donnes__lte=30, cutoff_at__isnull=False),
                name="cutoff_whole_or_none",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


def leaves_to_chance(drawn: Mapping[str, Any]) -> bool:
    """Return whether the seed decides anything in a request, or its minutes: in a given order of places it does not."""
    options = drawn["options"]
    placed = drawn["method"] in (POOLS, KNOCK_OUT) and options.get("placement") == "classement"
    return TIRAGES[drawn["method"]].chance and not (placed and options.get("pool"))


def shows_seed(drawn: Mapping[str, Any]) -> bool:
    """Return whether its seed is worth showing: cards that were cut are, a number by which nothing is drawn is not."""
    return bool(drawn["seed"]) and (leaves_to_chance(drawn) or not _machine_made(drawn["seed"]))


def _machine_made(seed: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", seed) is not None


class UsedSeed(NamedTuple):
    """Name the seed of one phase of a draw: cards that were cut, or a number, and its origin in words."""

    phase: int
    whole: str
    origin: str

    @property
    def text(self) -> str:
        """Return the cards as they were typed, and of a number that the computer made its beginning."""
        return f"{self.whole[:8]}…" if _machine_made(self.whole) else self.whole


class Draw(models.Model):
    """The minutes of one tirage, kept for ever, the cancelled ones too (docs/tirages.md)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField(help_text="1 for the first tirage of the round, 2 for the redraw …")
    state = models.CharField(max_length=10, choices=draw_state_choices, default="draft")
    minutes = models.JSONField(help_text="request and result of tournament.tirages.draw, replayable")
    phase = models.PositiveSmallIntegerField(default=0, help_text="0: common to all; n: the nth of the phases")
    sides = models.JSONField(default=list, help_text="phases played beside it: [{phase, minutes}]")
    seed_origin = models.CharField(max_length=8, choices=seed_origin_choices, default="machine")
    journal_number = models.PositiveIntegerField(default=0, help_text="the ranks drawn from stand on this line")
    changes = models.JSONField(default=list, help_text="swaps made by hand after the draw, in order")
    reason = models.CharField(max_length=200, blank=True, help_text="why it was cancelled")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="draw_number_once_per_round"),
            models.UniqueConstraint(fields=["round"], condition=~Q(state="cancelled"), name="one_live_draw_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"

    @property
    def parts(self) -> list[tuple[int, Minutes]]:
        """Return the (phase, minutes) of everything that was drawn, in the order of the tables."""
        sides = ((side["phase"], Minutes.read(side["minutes"])) for side in self.sides)
        return [(self.phase, self.main), *sides]

    @property
    def entrants(self) -> dict[int, Mapping[str, Any]]:
        """Return the entrants of every part, by their numbers."""
        return {number: entrant for _phase, part in self.parts for number, entrant in part.by_number.items()}

    @property
    def main(self) -> Minutes:
        """Return the minutes of its first part."""
        return Minutes.read(self.minutes)

    @property
    def forfeits(self) -> dict[int, int]:
        """Return each team without a table that wins by forfeit → whom it was to play, and who is not there."""
        return {team: gone for _phase, minutes in self.parts for team, gone in forfeits(minutes.written).items()}

    @property
    def seeds(self) -> list[UsedSeed]:
        """Return the seed of each part, none where nothing is left to chance.

        A bracket, or a plan, that goes on has the one of its first partie, whatever was cut now for the phases beside it.
        """
        if self.seed_origin == "none":
            return []
        return [
            UsedSeed(phase, minutes.seed, str(SEED_ORIGINS["plan" if goes_on else self.seed_origin]))
            for phase, minutes in self.parts
            for goes_on in [minutes.method in PLANNED and minutes.round > 1]
            if shows_seed(minutes.written)
        ]


class PartnersDraw(models.Model):
    """The minutes of one drawing of partners, kept for ever: each table of them is a team, its two camps the players."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="partners_draws", db_index=False)
    number = models.PositiveSmallIntegerField()
    minutes = models.JSONField(help_text="request and result of tournament.tirages.draw, replayable")
    seed_origin = models.CharField(max_length=8, choices=seed_origin_choices, default="machine")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="partners_draw_number_once_per_tournament")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: partners {self.number}"

    @property
    def written(self) -> str:
        """Return the minutes as `python -m tournament.tirages replay` reads them."""
        return json.dumps(self.minutes, ensure_ascii=False)


class FormedTeam(models.Model):
    """A team made of two people who came alone: what each was, so that they may be parted until they have played."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="formed")
    draw = models.ForeignKey(PartnersDraw, null=True, blank=True, on_delete=models.CASCADE, related_name="teams")
    singles = models.JSONField(help_text="[{team, fields, player}], the one whose number the team has first")

    def __str__(self) -> str:
        return f"{self.team_id} formed"


class Table(models.Model):
    """A table of one round; who types its sheet now is shown to the others."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveIntegerField()
    typist = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    typing_since = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True, help_text="the referee is called there since")
    cutoff_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="donnes played there when the last ones were imposed, where known"
    )

    limits = models.JSONField(
        default=dict,
        blank=True,
        help_text="what ends its partie, where that is not as in the others: options of the rules",
    )
    goes_on = models.ForeignKey(
        Team,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="in a knock-out, after equal totals",
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=99999), name="table_number_in_range"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Seat(models.Model):
    """Seat a team in a round: at a table, in a camp; or with no table, exempt or winning by forfeit.

    A game that makes up for a rest is at a table of a later partie than the one it counts for (`round`).
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="seats")
    camp = models.CharField(max_length=2, blank=True, help_text="NS, EO; A to F where each sits for himself")
    forfeited_by = models.ForeignKey(
        Team,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="without a table: who was to play here and is not there, so that this team wins by forfeit",
    )
    counts = models.BooleanField(default=True, help_text="not for a team that plays a catch-up game for nothing")
    ready_at = models.DateTimeField(null=True, blank=True, help_text="seen at its table then")
    missing_at = models.DateTimeField(null=True, blank=True, help_text="said not to be there then")

    class Meta:
        ordering = ["round", "table", "camp"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "team"], condition=Q(counts=True), name="one_seat_per_team_and_round"
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True, camp="") | (Q(table__isnull=False) & ~Q(camp="")),
                name="camp_only_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.team_id} {self.camp}"
