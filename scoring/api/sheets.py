"""What a table reports: recorded, and, where it corrects what counts, what it moves."""

from functools import partial

from rest_framework import serializers
from rest_framework.request import Request

from scoring.api.effects import Correction, Corrects, EffectsOutput
from scoring.api.entry import CAMPS, MarksInput, ReceiptOutput
from scoring.selectors.effects import Effects
from scoring.services import entry as acts
from tournament.api.base import act
from tournament.api.strict import Figure, Name, Text, Word


class SheetInput(Corrects):
    """What a table reports. `kind` says which one is given: `marks`, `donnes`, or the camp that is `absent`.

    `key` is made by the device when the entry begins; sent again with the same figures it gives the same receipt.
    `base_version` is the version that the typist saw: to correct it he says why (`reason`). `override` is why a failed
    control is passed over; it stays for ever. `draws` and `effects`: what a correction does to tirages made since.
    """

    key = Text(min_length=16, max_length=64)
    kind = Word(choices=list(acts.KINDS))
    marks = MarksInput(required=False)
    donnes = serializers.ListField(child=serializers.DictField(), required=False, min_length=1, max_length=200)
    absent = Word(choices=[*CAMPS, *"ABCDEF"], required=False)
    base_version = Figure(min_value=1, max_value=99_999, required=False, allow_null=True)
    override = Name(max_length=200, allow_blank=True, required=False)
    reason = Name(max_length=200, allow_blank=True, required=False)


class TableSheets(Correction):
    @act("score", takes=SheetInput, gives=ReceiptOutput, status=201, also={200: ReceiptOutput})
    def post(self, request: Request, data: dict):
        """Record what the table reports: 201 for a new version, 200 where it was recorded already."""
        submit = partial(acts.submit_sheet, table_id=self.table.pk, by=request.user)
        receipt = self.corrected(submit, data, counts=data.get("base_version") is not None)
        return receipt, 201 if receipt.created else 200


class TableSheetsEffects(Correction):
    @act("score", takes=SheetInput, gives=EffectsOutput)
    def post(self, request: Request, data: dict) -> Effects:
        """What recording this would move: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(acts.submit_sheet, table_id=self.table.pk, by=request.user), data)
