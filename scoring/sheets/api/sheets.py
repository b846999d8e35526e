"""Record what a table reports, and show what a correction would change."""

from functools import partial

from scoring.corrections.api import Correction, EffectsOutput
from scoring.sheets import acts, entry
from scoring.sheets.api.entry import ReceiptOutput
from scoring.sheets.inputs import SheetInput
from scoring.sheets.selectors import comes_late
from tournament.api.base import act
from tournament.inputs import LEFT_OUT

TAG = "sheets"


class TableSheets(Correction, path="sheets/", name="sheets"):
    @act(acts.ENTER_SHEET, creates=True)
    def post(self, data: SheetInput) -> ReceiptOutput:
        """Record what the table reports: 201 for a new version, 200 where it was recorded already."""
        corrects = data.base_version is not LEFT_OUT and data.base_version is not None
        counts = corrects or comes_late(self.table)
        return self.corrected(partial(entry.submit_sheet, **self.acting), data, counts=counts)


class TableSheetsEffects(Correction, path="sheets/effects/", name="sheets-effects"):
    @act(acts.ENTER_SHEET)
    def post(self, data: SheetInput) -> EffectsOutput:
        """Show what recording this would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(entry.submit_sheet, **self.acting), data)
