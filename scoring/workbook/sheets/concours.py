"""The concours at a glance, its settings and its règlement."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.history.selectors import value_words
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.criteria import CRITERIA
from tournament.concours.reglement import reglement_of
from tournament.concours.settings import SETTINGS, Setting
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


def settings_tabs(source: WorkbookSource) -> list[Tab]:
    """List every setting of the concours that means something there, in the words of the journal."""
    tournament = source.tournament
    # Points fixed beforehand decide nothing under another rule for the exempt team.
    unused = set() if tournament.exempt_policy == "flat" else {"exempt_points"}
    listed = [setting for setting in SETTINGS if setting.name not in unused]

    def value(setting: Setting) -> str:
        stored = setting.kind.journalled(getattr(tournament, setting.name))
        return value_words(setting.name, stored, tournament.rule_set)

    fields = [
        Field(_("Setting"), lambda setting: capfirst(str(setting.journal)), width=40),
        Field(_("Value"), value, "lines", 90),
    ]
    return [tab(_("Settings"), _("Settings of this concours"), listed, fields)]


def rules_tabs(source: WorkbookSource) -> list[Tab]:
    """Copy the règlement as it was set for this concours, each sentence with its article."""
    rows = [
        (section.title, sentence, article)
        for section in reglement_of(source.tournament)
        for sentence, article in section.sentences
    ]
    fields = [
        Field(_("Subject"), width=26),
        Field(_("Rule"), kind="lines", width=90),
        Field(_("Article"), width=18),
    ]
    return [tab(_("House rules"), _("House rules of this concours"), rows, fields)]
