"""The teams as registered at the door."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.registration.models import CATEGORIES


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every registered team, as at the door."""
    singles = source.tournament.singles
    players = [_("Name")] if singles else [_("Player 1"), _("Player 2")]
    columns = [
        Column(_("No."), "number", 6),
        *(Column(heading, width=26) for heading in players),
        Column(_("Club or commune"), width=24),
        Column(_("Category"), width=12),
        Column(_("Present"), width=9),
        Column(_("Paid"), "money", 12),
        Column(_("Fixed table"), "number", 9),
        Column(_("First partie"), "number", 9),
        Column(_("Left from partie"), "number", 10),
        Column(_("Excluded"), width=9),
        Column(_("Warnings"), "number", 10),
        Column(_("Penalties"), "number", 10),
        Column(_("Remark"), "lines", 30),
    ]
    valid = [penalty for penalty in source.penalties if penalty.cancelled_at is None]
    warnings = Counter(penalty.team.number for penalty in valid if not penalty.points)
    penalties = Counter(penalty.team.number for penalty in valid if penalty.points)

    def rows() -> Iterator[tuple[object, ...]]:
        for team in source.teams.values():
            names = (*team.players, "", "")[: len(players)]
            category = str(CATEGORIES.get(team.category, team.category)) if team.category else ""
            present = _("waiting list") if team.waiting else shared.yes_no(team.present)
            yield (
                team.number, *names, team.origin, category, present, None if team.paid_cents is None else team.paid_cents / 100,
                team.fixed_table, team.first_round, team.withdrawn_from, _("yes") if team.excluded else None,
                warnings.get(team.number), penalties.get(team.number), team.remark,
            )  # fmt: skip

    tab, title = (_("Players"), _("Registered players")) if singles else (_("Teams"), _("Registered teams"))
    return [Tab(tab, title, columns, rows(), landscape=True)]
