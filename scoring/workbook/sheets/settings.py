"""The settings of the concours."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.history.selectors import value_words
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab
from tournament.concours.settings import SETTINGS, Setting


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every setting of the concours, in the words of the journal."""
    tournament = source.tournament

    def value(setting: Setting) -> str:
        stored = setting.kind.journalled(getattr(tournament, setting.name))
        return value_words(setting.name, stored, tournament.rule_set)

    fields = [
        Field(_("Setting"), lambda setting: capfirst(str(setting.journal)), width=40),
        Field(_("Value"), value, "lines", 90),
    ]
    return [tab(_("Settings"), _("Settings of this concours"), SETTINGS, fields)]
