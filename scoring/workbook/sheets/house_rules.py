"""The règlement of the concours."""

from django.utils.translation import gettext as _

from scoring.workbook.columns import Field, tab
from scoring.workbook.source import WorkbookSource
from scoring.workbook.tabs import Tab
from tournament.concours.reglement import reglement_of


def tabs(source: WorkbookSource) -> list[Tab]:
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
