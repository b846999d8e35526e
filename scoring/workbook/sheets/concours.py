"""The concours at a glance."""

from django.utils.translation import gettext as _

from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.concours.criteria import CRITERIA


def tabs(source: WorkbookSource) -> list[Tab]:
    """Sum up the concours: what was played, who came, what was taken at the door."""
    tournament, listed = source.tournament, [team for team in source.teams.values() if not team.waiting]
    paid = [team.paid_cents for team in source.teams.values() if team.paid_cents is not None]
    rows = [
        (_("Concours"), tournament.name, None),
        (_("Club"), tournament.club.name, None),
        (_("Date"), tournament.date.strftime("%d/%m/%Y"), None),
        (_("Place"), tournament.place, None),
        (_("Parties"), None, tournament.parties),
        (_("Donnes in a partie"), None, tournament.donnes),
        (_("Ranking"), ", ".join(str(CRITERIA[key].label) for key in tournament.criteria), None),
        *zip(
            (_("Registered"), _("Those present"), _("Those who left"), _("Those excluded"), _("Those who paid")),
            [None] * 5,
            (
                len(listed),
                sum(team.present and team.withdrawn_from is None for team in listed),
                sum(team.withdrawn_from is not None and not team.excluded for team in listed),
                sum(team.excluded for team in listed),
                len(paid),
            ),
            strict=True,
        ),
        (_("Taken at the door (€)"), None, sum(paid) / 100),
        (_("Sheets received"), None, sum(sheet.counted for sheet in source.sheets)),
        (_("Controls passed over"), None, sum(bool(sheet.check_code) for sheet in source.sheets)),
        (_("Warnings and penalties"), None, sum(penalty.cancelled_at is None for penalty in source.penalties)),
        (_("Last line of the journal"), source.evening.tournament.journal_hash, source.evening.journal_number),
    ]
    columns = [Column(_("What"), width=30), Column(_("Words"), "lines", 66), Column(_("Figure"), "general", 14)]
    return [Tab(_("Concours"), tournament.name, columns, rows)]
