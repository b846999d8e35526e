from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models import Job, Table, Tournament

SHEET_STATES = {
    "proposed": _("proposed"),
    "confirmed": _("confirmed"),
    "validated": _("validated"),
    "disputed": _("disputed"),
    "ruled": _("ruled"),
    "replaced": _("replaced"),
}
SHEET_KINDS = {"totals": _("totals"), "donnes": _("donne by donne"), "forfeit": _("forfeit")}


def sheet_state_choices() -> list[tuple[str, str]]:
    """The states of a score sheet as (key, label)."""
    return list(SHEET_STATES.items())


def sheet_kind_choices() -> list[tuple[str, str]]:
    """The kinds of a score sheet as (key, label)."""
    return list(SHEET_KINDS.items())


class TableAccess(models.Model):
    """The way into one table of one partie without an account: the token of its QR and its typed code.

    Neither is kept, only their SHA-256. Both are computed again from `nonce` and the program's secret key when the
    sheet is printed once more; a new nonce makes them others and sends the telephones away.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="access")
    nonce = models.CharField(max_length=32)
    token_digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"access {self.pk}"


class TableDevice(models.Model):
    """One telephone let in to a table, for one camp. Its cookie is a secret of which only the SHA-256 is kept."""

    access = models.ForeignKey(TableAccess, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    camp = models.CharField(max_length=2)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"device {self.pk}"


class CodeAttempt(models.Model):
    """A wrong code typed, without the code: ten a minute from one address, sixty a minute in one concours."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="code_attempts")
    address = models.CharField(max_length=45)
    at = models.DateTimeField()
    refused = models.BooleanField(default=False, help_text="over the limit of its address: counts for it alone")

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="code_attempts_lately")]

    def __str__(self) -> str:
        return f"attempt {self.pk}"


class ScoreSheet(models.Model):
    """One version of what a table reports. Never overwritten: a correction is the next version.

    At most one version of a table counts (`counted`), and a device's key is received once per table.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sheets")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=sheet_kind_choices)
    state = models.CharField(max_length=10, choices=sheet_state_choices)
    counted = models.BooleanField(default=False)
    key = models.CharField(max_length=64, help_text="made by the device when the entry begins")
    receipt = models.CharField(max_length=9, help_text="short code given back for this version")
    content = models.JSONField(default=dict, help_text="what was entered, in the sheet format of RULES.md 3")
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
                condition=Q(counted=False) | Q(state__in=["validated", "ruled"]), name="only_settled_sheets_count"
            ),
            models.CheckConstraint(condition=Q(late=False) | Q(counted=False), name="late_sheets_never_count"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"


class Mark(models.Model):
    """What one camp marks on one version of a sheet. Points are those of the partie, belotes and capots counted in;
    below zero where a game only takes points away (escalier)."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="marks")
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
    """What a second person says of a version: the other camp from its telephone, or a reader of the table de marque."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="readings")
    agrees = models.BooleanField()
    camp = models.CharField(max_length=2, blank=True, help_text="empty: table de marque")
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.SET_NULL, related_name="readings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    key = models.CharField(max_length=64, help_text="made by the device when the answer begins")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="reading_key_once_per_sheet")]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.agrees}"


class StandingsSnapshot(models.Model):
    """A copy of the ranking as the worker last computed it; the counted sheets are the truth."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="standings")
    journal_number = models.PositiveIntegerField(help_text="the ranking stands on the journal up to this line")
    after_round = models.PositiveSmallIntegerField()
    final = models.BooleanField(default=False)
    rows = models.JSONField(default=list)
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"


class RenderedPage(models.Model):
    """A public page as it is served, rendered when its data changed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pages")
    name = models.CharField(max_length=40, help_text="standings-1, wall-1, tables …, with the language")
    html = models.TextField()
    etag = models.CharField(max_length=64)
    journal_number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="rendered_page_once_per_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.name}"


class Export(models.Model):
    """A workbook that a job wrote whole. Its bytes stand in the row: one half written cannot exist."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="exports")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="export")
    filename = models.CharField(max_length=80)
    journal_number = models.PositiveIntegerField()
    content = models.BinaryField()
    size = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.filename
