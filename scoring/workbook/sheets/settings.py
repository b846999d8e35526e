"""The settings of the concours."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.history.selectors import value_words
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.concours.settings import SETTINGS


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every setting of the concours, in the words of the journal."""
    tournament = source.tournament
    rows = [
        (
            capfirst(str(setting.journal)),
            value_words(setting.name, setting.kind.journalled(getattr(tournament, setting.name)), tournament.rule_set),
        )
        for setting in SETTINGS
    ]
    columns = [Column(_("Setting"), width=40), Column(_("Value"), "lines", 90)]
    return [Tab(_("Settings"), _("Settings of this concours"), columns, rows)]
