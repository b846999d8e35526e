"""Record what tables report, and show what a correction would change."""

from functools import partial
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from rest_framework.serializers import ListField

from scoring.corrections.api import Correcting, Correction, EffectsOutput
from scoring.sheets import acts, entry
from scoring.sheets.api.entry import ReceiptOutput
from scoring.sheets.inputs import SheetInput, SheetOfTableInput
from scoring.sheets.reception import Receipt
from scoring.sheets.selectors import comes_late, find_table, no_table
from tournament.api.base import act
from tournament.api.problems import Problem, given_or_refused
from tournament.api.shapes import InputSerializer, Shown
from tournament.inputs import LEFT_OUT, Declared
from tournament.rounds.models import Round, Table

TAG = "sheets"


class SheetsInput(Declared):
    """The reports of tables of one partie, in the order in which they are to be recorded."""

    sheets: Annotated[
        list[SheetOfTableInput], ListField(child=InputSerializer(dataclass=SheetOfTableInput), max_length=300)
    ]


AnsweredSheetOutput = Annotated[
    tuple[int, ReceiptOutput | None, Problem | None],
    Shown("AnsweredSheetOutput", "table receipt problem"),
    "The answer for one table: its `receipt`, or the `problem` for which nothing was recorded there.",
]
AnsweredSheetsOutput = Annotated[
    list[AnsweredSheetOutput],
    Shown("AnsweredSheetsOutput", "sheets="),
    "An answer for each table, in the order of the request.",
]


class SheetReception(Correcting):
    """An address where reports of tables come in."""

    def record(self, table: Table, data: SheetInput) -> Receipt:
        """Return the receipt of what *table* reports. Raises as `corrected`."""
        corrects = data.base_version is not LEFT_OUT and data.base_version is not None

        def submit(**report: Any) -> Receipt:
            report.pop("table", None)
            return entry.submit_sheet(table_id=table.pk, by=self.user, **report)

        return self.corrected(submit, data, counts=corrects or comes_late(table))

    @act(acts.ENTER_SHEET, "parties/<int:number>/sheets/", apart=True)
    def partie_sheets_post(self, data: SheetsInput) -> AnsweredSheetsOutput:
        """Record what many tables of a partie report, one after another; each is answered for itself."""
        round_ = get_object_or_404(Round, tournament=self.tournament, number=self.kwargs["number"], state="published")
        numbers = list(round_.tables.order_by("number").values_list("number", flat=True))

        def recorded(sheet: SheetOfTableInput) -> Receipt:
            table = find_table(self.tournament, round_.number, sheet.table)
            if table is None:
                raise no_table(round_, sheet.table, numbers)
            return self.record(table, sheet)

        return [(sheet.table, *given_or_refused(partial(recorded, sheet))) for sheet in data.sheets]


class TableSheets(Correction, SheetReception):
    @act(acts.ENTER_SHEET, "sheets/", creates=True, name="sheets")
    def table_sheets_post(self, data: SheetInput) -> ReceiptOutput:
        """Record what the table reports: 201 for a new version, 200 where it was recorded already."""
        return self.record(self.table, data)

    @act(acts.ENTER_SHEET, "sheets/effects/", name="sheets-effects")
    def table_sheets_effects_post(self, data: SheetInput) -> EffectsOutput:
        """Show what recording this would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(entry.submit_sheet, **self.acting), data)
