from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from scoring.access.models import TableDevice
from scoring.sheets import table_scores
from tournament.languages import LazyText
from tournament.registration.models import Team
from tournament.rounds.models import Table

SHEET_STATES = {
    "proposed": _("proposed"),
    "confirmed": _("confirmed"),
    "validated": _("validated"),
    "disputed": _("disputed"),
    "ruled": _("ruled"),
    "withdrawn": _("withdrawn"),
    "replaced": _("replaced"),
}

# Beside the number of a version: in French it is not of the gender of a score.
VERSION_STATES = {
    "proposed": pgettext_lazy("version", "proposed"),
    "confirmed": pgettext_lazy("version", "confirmed"),
    "validated": pgettext_lazy("version", "validated"),
    "disputed": pgettext_lazy("version", "disputed"),
    "ruled": pgettext_lazy("version", "ruled"),
    "withdrawn": pgettext_lazy("version", "withdrawn"),
    "replaced": pgettext_lazy("version", "replaced"),
}

SHEET_KINDS = {"totals": _("by totals"), "donnes": _("donne by donne"), "forfeit": _("forfeit")}


def sheet_state_choices() -> list[tuple[str, LazyText]]:
    """Return the states of a score sheet as (key, label)."""
    return list(SHEET_STATES.items())


def sheet_kind_choices() -> list[tuple[str, LazyText]]:
    """Return the kinds of a score sheet as (key, label)."""
    return list(SHEET_KINDS.items())


class ScoreSheet(models.Model):
    """Store one version of what a table reports. Never overwritten: a correction is the next version.

    At most one version of a table counts (`counted`), and a device's key is received once per table.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sheets")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=sheet_kind_choices)
    state = models.CharField(max_length=10, choices=sheet_state_choices)
    counted = models.BooleanField(default=False)
    key = models.CharField(max_length=64, help_text="made by the device when the entry begins")
    receipt = models.CharField(max_length=9, help_text="short code given back for this version")
    content = models.JSONField(default=dict, help_text="what was entered, in the sheet format of docs/rules.md 3")
    winner = models.CharField(
        max_length=2,
        blank=True,
        default="",
        help_text="the camp that wins by the règlement where the points do not say it; empty: most points win",
    )
    check_code = models.CharField(max_length=40, blank=True, help_text="the failed control, empty when it passed")
    check_params = models.JSONField(default=dict)
    override = models.CharField(max_length=200, blank=True, help_text="why a failed control was passed over")
    reason = models.CharField(max_length=200, blank=True, help_text="why this version replaces the one before")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    camp = models.CharField(max_length=2, blank=True, help_text="the camp that proposed it; empty: table de marque")
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets")
    sequence = models.PositiveBigIntegerField(default=0, help_text="when the entry began on its telephone, in ms")
    late = models.BooleanField(default=False, help_text="came when it could not count any more; kept to be read")
    at = models.DateTimeField()

    class Meta:
        ordering = ["table", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="sheet_version_once_per_table"),
            models.UniqueConstraint(fields=["key", "table"], name="sheet_key_once_per_table"),
            models.UniqueConstraint(fields=["table"], condition=Q(counted=True), name="one_counted_sheet_per_table"),
            models.CheckConstraint(condition=Q(check_code="") | ~Q(override=""), name="failed_control_needs_a_reason"),
            models.CheckConstraint(
                condition=Q(counted=False) | Q(state__in=table_scores.COUNTING_STATES), name="only_settled_sheets_count"
            ),
            models.CheckConstraint(condition=Q(late=False) | Q(counted=False), name="late_sheets_never_count"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"

    # The marks, where they were read with those of many versions or written a moment ago: nobody reads them again.
    marks_at_hand: "list[Mark] | None" = None

    @property
    def version_state(self) -> LazyText:
        """Return its state as it is read beside the number of its version."""
        return VERSION_STATES[self.state]

    @property
    def is_open(self) -> bool:
        """Return whether it waits to count; one that came too late is only kept."""
        return table_scores.is_open(self.state, late=self.late)

    @property
    def endorsers(self) -> "list[ScoreSheet | Reading]":
        """Return who stands for it, each by its `camp` or `by`: its author, then the readings that agree."""
        return [self, *(reading for reading in self.readings.all() if reading.agrees)]

    @property
    def endorsing_camps(self) -> set[str]:
        """Return the camps that stand for it."""
        return {endorser.camp for endorser in self.endorsers} - {""}


class Mark(models.Model):
    """Store what one camp marks on one version of a sheet.

    Points are those of the partie, belotes and capots counted in; below zero where a game only takes points away
    (escalier).
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="marks", db_index=False)
    camp = models.CharField(max_length=2)
    points = models.IntegerField()
    belotes = models.PositiveSmallIntegerField(default=0)
    capots = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["sheet", "-camp"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "camp"], name="one_mark_per_camp"),
            models.CheckConstraint(condition=Q(points__gte=-999, points__lte=99999), name="points_in_range"),
            models.CheckConstraint(condition=Q(belotes__lte=200), name="belotes_in_range"),
            models.CheckConstraint(condition=Q(capots__lte=50), name="capots_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.camp}: {self.points}"


class Reading(models.Model):
    """Store what a second person says of a version: the other camp by telephone, or a reader of the table de marque."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="readings", db_index=False)
    agrees = models.BooleanField()
    camp = models.CharField(max_length=2, blank=True, help_text="empty: table de marque")
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.SET_NULL, related_name="readings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    key = models.CharField(max_length=64, help_text="made by the device when the answer begins")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="reading_key_once_per_sheet")]
        indexes = [models.Index(fields=["key"], name="reading_by_key")]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.agrees}"


class RunningDonne(models.Model):
    """Store one donne of a telephone's running sheet, as it last said it; a score only once the sheet is proposed.

    Sent again, late or in any order it gives the same: of two accounts of a donne the one begun later holds.
    """

    device = models.ForeignKey(TableDevice, on_delete=models.CASCADE, related_name="running", db_index=False)
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, help_text="made by the telephone when this donne was begun or changed")
    sequence = models.PositiveBigIntegerField(help_text="when it was begun or changed on the telephone, in ms")
    content = models.JSONField(null=True, help_text="a donne of docs/rules.md 3; null: taken back")
    at = models.DateTimeField()

    class Meta:
        ordering = ["device", "number"]
        constraints = [
            models.UniqueConstraint(fields=["device", "number"], name="running_donne_once_per_device"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=200), name="running_donne_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.number}"


class Photo(models.Model):
    """Store a photo of the paper of a table; drawn anew by us, so that it holds nothing else.

    `sheet` is the version that it shows, None as long as its table has no score.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="photos")
    sheet = models.ForeignKey(
        ScoreSheet, null=True, blank=True, on_delete=models.CASCADE, related_name="photos", db_index=False
    )
    content = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the content; the journal holds it too")
    camp = models.CharField(max_length=2, blank=True, help_text="empty: table de marque")
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.SET_NULL, related_name="photos")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "digest"], name="photo_once_per_sheet"),
            models.UniqueConstraint(
                fields=["table", "digest"], condition=Q(sheet=None), name="untyped_photo_once_per_table"
            ),
        ]

    def __str__(self) -> str:
        return f"photo {self.pk} of table {self.table_id}"


class Penalty(models.Model):
    """Store a fault and what it gives the other camp: a line beside the score, never in it (docs/reliability.md 1).

    Taken back it stays readable (`cancelled_at`) and gives nothing. 0 points: a warning.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="penalties", db_index=False)
    number = models.PositiveSmallIntegerField()
    camp = models.CharField(max_length=2, help_text="the camp at fault")
    to_camp = models.CharField(max_length=2, help_text="the camp that marks the points")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="penalties", help_text="the team at fault")
    label = models.CharField(max_length=80)
    way = models.CharField(max_length=8, help_text="a key of PENALTY_WAYS")
    points = models.PositiveIntegerField()
    donne = models.PositiveSmallIntegerField(null=True, blank=True)
    article = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="cancelled_penalties"
    )
    cancel_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["table", "number"]
        verbose_name_plural = "penalties"
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="penalty_number_once_per_table"),
            models.CheckConstraint(condition=Q(points__lte=99999), name="penalty_in_range"),
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.points} to {self.to_camp}"


class Ruling(models.Model):
    """Store a referee's decision on a table: what, by which article, why, by whom. Final, and shown to all."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings", db_index=False)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, help_text="a key of scoring.services.rulings.KINDS")
    sheet = models.ForeignKey(ScoreSheet, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    penalty = models.ForeignKey(Penalty, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    donne = models.PositiveSmallIntegerField(null=True, blank=True)
    article = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="ruling_number_once_per_table"),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}: {self.kind}"
