"""The settings of the concours."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.history.selectors import value_words
from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab
from tournament.concours.settings import SETTINGS, Setting


def tabs(source: WorkbookSource) -> list[Tab]:
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
