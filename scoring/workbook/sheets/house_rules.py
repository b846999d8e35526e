"""The règlement of the concours."""

from django.utils.translation import gettext as _

from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.concours.reglement import reglement_of


def tabs(source: WorkbookSource) -> list[Tab]:
    """Copy the règlement as it was set for this concours, each sentence with its article."""
    rows = [
        (section.title, sentence, article)
        for section in reglement_of(source.tournament)
        for sentence, article in section.sentences
    ]
    columns = [Column(_("Subject"), width=26), Column(_("Rule"), "lines", 90), Column(_("Article"), width=18)]
    return [Tab(_("House rules"), _("House rules of this concours"), columns, rows)]
