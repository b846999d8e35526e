"""Record what a table reports, and show what a correction would change."""

from functools import partial
from typing import Annotated

from scoring.corrections.api import Correction, Corrects, EffectsOutput
from scoring.sheets import acts, entry
from scoring.sheets.api.desk import Key
from scoring.sheets.api.entry import Camp, Donnes, MarksInput, Reason, ReceiptOutput, VersionNumber
from scoring.sheets.reports import KINDS
from tournament.api.base import act
from tournament.api.shapes import LEFT_OUT
from tournament.api.strict import StrictChoice

TAG = "sheets"


class SheetInput(Corrects):
    """The report of a table. `kind` says which one is given: `marks`, `donnes`, or the camp that is `absent`.

    `key` is made by the device when the entry begins; sent again with the same figures it gives the same receipt.
    `base_version` is the version that the typist saw: to correct it he says why (`reason`). `override` is why a failed
    control is passed over; it stays for ever, and for totals that cannot be it takes an organiser or a referee.
    `litige_lost` says that points of a litige were lost at the end, where the totals can be in no other way. `draws`
    and `effects`: what a correction does to tirages made since.
    """

    key: Key
    kind: Annotated[str, StrictChoice(choices=list(KINDS))]
    marks: MarksInput = LEFT_OUT
    donnes: Donnes = LEFT_OUT
    absent: Camp = LEFT_OUT
    base_version: VersionNumber | None = LEFT_OUT
    override: Reason = LEFT_OUT
    litige_lost: bool = LEFT_OUT
    reason: Reason = LEFT_OUT


class TableSheets(Correction, path="sheets/", name="sheets"):
    @act(acts.ENTER_SHEET, creates=True)
    def post(self, data: SheetInput) -> ReceiptOutput:
        """Record what the table reports: 201 for a new version, 200 where it was recorded already."""
        counts = data.base_version is not LEFT_OUT and data.base_version is not None
        return self.corrected(partial(entry.submit_sheet, **self.acting), data, counts=counts)


class TableSheetsEffects(Correction, path="sheets/effects/", name="sheets-effects"):
    @act(acts.ENTER_SHEET)
    def post(self, data: SheetInput) -> EffectsOutput:
        """Show what recording this would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(entry.submit_sheet, **self.acting), data)
