"""The concours at a glance."""

from collections import Counter

from django.utils.translation import gettext as _

from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab
from tournament.concours.criteria import CRITERIA
from tournament.registration.models import MEANS


def _till(source: WorkbookSource) -> list[tuple[object, int]]:
    """Return what was taken by each means of payment, those left out that took nothing."""
    sums: Counter[str] = Counter()
    for team in (row.team for row in source.teams if row.team.paid_cents):
        sums[team.paid_by] += (team.paid_cents or 0) - team.partner_cents
        sums[team.partner_paid_by] += team.partner_cents
    return [(label, sums[means]) for means, label in MEANS.items() if sums[means]]


def tabs(source: WorkbookSource) -> list[Tab]:
    """Sum up the concours: what was played, who came, what was taken at the door."""
    left = source.evening.outstanding
    tournament = source.tournament
    people = source.people
    paid = [row.team.paid_cents for row in source.teams if row.team.paid_cents is not None]
    rows = [
        (_("Concours"), tournament.name, None),
        (_("Club"), tournament.club.name, None),
        (_("Date"), tournament.date.strftime("%d/%m/%Y"), None),
        (_("Place"), tournament.place, None),
        (_("Parties"), left.cut or None, left.last),
        (_("Donnes in a partie"), None, tournament.donnes),
        (_("Ranking"), ", ".join(str(CRITERIA[key].label) for key in tournament.criteria), None),
        (_("Players") if tournament.singles else _("Teams"), None, people.teams),
        *([(_("People without a partner"), None, people.alone)] if people.alone else []),
        (_("Those present"), None, people.present),
        (_("Those who left"), None, people.withdrawn - people.excluded),
        (_("Those excluded"), None, people.excluded),
        (_("Those who paid"), None, len(paid)),
        (_("Taken at the door (€)"), None, sum(paid) / 100),
        *((_("of which: %(means)s (€)") % {"means": means}, None, cents / 100) for means, cents in _till(source)),
        (_("Sheets received"), None, sum(sheet.counted for sheet in source.sheets)),
        (_("Controls passed over"), None, sum(bool(sheet.check_code) for sheet in source.sheets)),
        (_("Warnings and penalties"), None, sum(penalty.cancelled_at is None for penalty in source.penalties)),
        (_("Last line of the journal"), source.evening.tournament.journal_hash, source.evening.journal_number),
    ]
    fields = [
        Field(_("What"), width=30),
        Field(_("Words"), kind="lines", width=66),
        Field(_("Figure"), kind="general", width=14),
    ]
    return [tab(_("Concours"), tournament.name, rows, fields)]
