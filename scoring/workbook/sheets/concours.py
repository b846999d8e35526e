"""The concours at a glance."""

from django.utils.translation import gettext as _

from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab
from tournament.concours.criteria import CRITERIA
from tournament.registration.head_count import DoorCounts


def _money(people: DoorCounts, fee_cents: int) -> list[tuple[object, None, float]]:
    """Return the lines of the money at the door; what is expected and owed only where there is a fee."""
    lines = [(_("Those who paid"), people.paid), (_("Those who paid and left"), people.paid_left)]
    lines += [(_("Those who have not paid"), people.unpaid)] if fee_cents else []
    lines += (
        [(_("of which people without a partner"), people.unpaid_alone)] if fee_cents and people.unpaid_alone else []
    )
    cents = [(_("Taken at the door (€)"), people.cash)]
    cents += [(_("of which: %(means)s (€)") % {"means": part.label}, part.cents) for part in people.till]
    if fee_cents:
        cents += [(_("Expected at the door (€)"), people.expected), (_("Still to come (€)"), people.missing)]
    cents += [(_("Taken without being owed (€)"), people.undue)] if people.undue else []
    return [(what, None, figure) for what, figure in lines] + [(what, None, figure / 100) for what, figure in cents]


def tabs(source: WorkbookSource) -> list[Tab]:
    """Sum up the concours: what was played, who came, what was taken at the door."""
    left = source.evening.outstanding
    tournament = source.tournament
    people = source.people
    rows = [
        (_("Concours"), tournament.name, None),
        (_("Club"), tournament.club.name, None),
        (_("Date"), tournament.date.strftime("%d/%m/%Y"), None),
        (_("Place"), tournament.place, None),
        (_("Parties"), left.cut or None, left.last),
        (_("Donnes in a partie"), None, tournament.donnes),
        (_("Ranking"), ", ".join(str(CRITERIA[key].label) for key in tournament.criteria), None),
        (_("Players registered") if tournament.singles else _("Teams registered"), None, people.teams_in_all),
        *([(_("People without a partner"), None, people.alone_in_all)] if people.alone_in_all else []),
        (_("Those present"), None, people.present),
        (_("Those absent"), None, people.absent),
        (_("Those who left"), None, people.withdrawn - people.excluded),
        (_("Those excluded"), None, people.excluded),
        *_money(people, tournament.fee_cents),
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
