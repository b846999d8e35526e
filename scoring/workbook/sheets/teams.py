"""The teams as registered at the door."""

from collections import Counter

from django.utils.translation import gettext as _

from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.kinds import euros
from tournament.ledger.booking import means_words
from tournament.registration.models import Team


def _means(team: Team) -> str:
    """Return how *team* paid; each part with its amount where its two players paid otherwise."""
    if not team.partner_cents:
        return means_words(team.paid_by) if team.paid_by else ""
    parts = (
        (means_words(team.paid_by), (team.paid_cents or 0) - team.partner_cents),
        (means_words(team.partner_paid_by), team.partner_cents),
    )
    return " + ".join(f"{means} {euros(cents)}" for means, cents in parts)


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every registered team, as at the door."""
    singles = source.tournament.singles
    players = [_("Name")] if singles else [_("Player 1"), _("Player 2")]
    phones = [_("Telephone")] if singles else [_("Telephone of player 1"), _("Telephone of player 2")]
    valid = [penalty for penalty in source.penalties if penalty.cancelled_at is None]
    warnings = Counter(penalty.team.number for penalty in valid if not penalty.points)
    penalties = Counter(penalty.team.number for penalty in valid if penalty.points)
    own_names = (
        [Field(_("Name of the team"), "team.name", width=22)] if any(row.team.name for row in source.teams) else []
    )
    seated = source.evening.seated
    fields = [
        Field(_("No."), "number", "number", 6),
        *(Field(heading, f"players.{place}", width=26) for place, heading in enumerate(players)),
        *(Field(heading, f"phones.{place}", width=16) for place, heading in enumerate(phones)),
        *own_names,
        Field(_("Club or commune"), "team.origin", width=24),
        Field(_("Category"), lambda row: row.team.category and row.team.get_category_display()),
        Field(_("Present"), lambda row: _("waiting list") if row.team.waiting else row.team.present, width=9),
        Field(_("Paid"), lambda row: row.team.paid_cents and row.team.paid_cents / 100, "money", 12),
        Field(_("Paid by"), lambda row: _means(row.team), width=24),
        Field(_("Fixed table"), "team.fixed_table", "number", 9),
        # A team that came after the draw was not in it, whatever the door had expected.
        Field(_("First partie"), lambda row: min(seated.get(row.number, {}), default=None), "number", 9),
        Field(_("Left from partie"), "team.withdrawn_from", "number", 10),
        Field(_("Excluded"), lambda row: row.team.excluded or None, width=9),
        Field(_("Warnings"), lambda row: warnings.get(row.number), "number", 10),
        Field(_("Penalties"), lambda row: penalties.get(row.number), "number", 10),
        Field(_("Remark"), "team.remark", "lines", 30),
    ]
    name, title = (_("Players"), _("Registered players")) if singles else (_("Teams"), _("Registered teams"))
    return [tab(name, title, source.teams, fields)]
