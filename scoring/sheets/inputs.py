"""Inputs of the acts on score sheets."""

from typing import Annotated, Any

from rest_framework.serializers import DictField, ListField

from rules import NULLE
from scoring.corrections.inputs import Corrects
from scoring.sheets.entry import BOTH, KINDS, LIMITS
from scoring.sheets.selectors import CAMPS
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger, StrictText

Camp = Annotated[str, StrictChoice(choices=[*CAMPS, *"ABCDEF"])]
Absent = Annotated[str, StrictChoice(choices=[*CAMPS, *"ABCDEF", BOTH])]
VersionNumber = Annotated[int, StrictInteger(min_value=1, max_value=99_999)]
Donnes = Annotated[list[dict[str, Any]], ListField(child=DictField(), min_length=1, max_length=200)]
Winner = Annotated[str, StrictChoice(choices=[*CAMPS, NULLE])]
Reason = Annotated[str, CleanText(max_length=200, allow_blank=True)]
Points = Annotated[int, StrictInteger(min_value=0, max_value=LIMITS["points"])]
Belotes = Annotated[int, StrictInteger(min_value=0, max_value=LIMITS["belotes"])]
Capots = Annotated[int, StrictInteger(min_value=0, max_value=LIMITS["capots"])]
PartieNumber = Annotated[int, StrictInteger(min_value=1, max_value=20)]
TableNumber = Annotated[int, StrictInteger(min_value=1, max_value=99_999)]


class CountedInput(Declared):
    """The figures counted beside the points: null where nobody did."""

    belotes: Belotes | None = None
    capots: Capots | None = None


class MarkInput(CountedInput):
    """The marks of a camp. Belotes and capots are null where nobody counted them."""

    points: Points


class PartMarkInput(CountedInput):
    points: Points | None = None


class MarksInput(Declared):
    NS: MarkInput
    EO: MarkInput


class PartMarksInput(Declared):
    NS: PartMarkInput
    EO: PartMarkInput


class OfTable(Declared):
    """`partie` and `table`: penalties and last donnes of that table are taken into account."""

    partie: PartieNumber = LEFT_OUT
    table: TableNumber = LEFT_OUT


class CheckInput(OfTable):
    """Two totals. With `partie` and `table`, what was decided and announced there is taken into account."""

    marks: MarksInput


class CompleteInput(OfTable):
    """Two totals of which one is null: the one asked for."""

    marks: PartMarksInput


class DonnesInput(OfTable):
    """The donnes as the feuille states them: preneur, atout, points by camp, belote, capot, passe …"""

    donnes: Donnes


class SheetTold(Declared):
    """A sheet as it is to count: `marks` or `donnes`, as `kind` says; `override` is why a failed control is forced.

    `litige_lost` says that points of a litige were lost at the end, where the totals can be in no other way. `winner`
    is the camp that won, where both totals leave it open.
    """

    kind: Annotated[str, StrictChoice(choices=["totals", "donnes"])]
    marks: MarksInput = LEFT_OUT
    donnes: Donnes = LEFT_OUT
    override: Reason = ""
    litige_lost: bool = False
    winner: Winner = LEFT_OUT


class TypingInput(Declared):
    typing: bool


Key = Annotated[str, StrictText(min_length=16, max_length=64)]


class ReadAgainInput(Corrects):
    """`version` is the one that was read again with the same figures; `signed` says that both camps signed the paper.

    `key` is made by the device when the reading begins: sent again it changes nothing. `draws` and `effects` as in a
    correction, where a later partie is drawn.
    """

    key: Key
    version: VersionNumber
    signed: bool = False


class SheetInput(Corrects):
    """The report of a table. `kind` says which one is given: `marks`, `donnes`, or the camp that is `absent`, "NS EO" for both.

    `key` is made by the device when the entry begins; sent again with the same figures it gives the same receipt.
    `base_version` is the version that the typist saw: to correct it he says why (`reason`). `override` is why a failed
    control is passed over; it stays for ever, and for totals that cannot be it takes an organiser or a referee.
    `litige_lost` says that points of a litige were lost at the end, where the totals can be in no other way; `winner`
    is the camp that won, where both totals leave it open (`winner_asked`). `draws`
    and `effects`: what a correction does to tirages made since.
    """

    key: Key
    kind: Annotated[str, StrictChoice(choices=list(KINDS))]
    marks: MarksInput = LEFT_OUT
    donnes: Donnes = LEFT_OUT
    absent: Absent = LEFT_OUT
    base_version: VersionNumber | None = LEFT_OUT
    override: Reason = LEFT_OUT
    litige_lost: bool = LEFT_OUT
    winner: Winner = LEFT_OUT
    reason: Reason = LEFT_OUT


class SheetOfTableInput(SheetInput):
    """The report of table `table`, as it is sent for one table."""

    table: TableNumber
