"""Show the table de marque: what waits at each table of a partie; confirm figures that were read again.

What telephones propose and confirm has no address here: they have no account, and their pages are theirs.
"""

from dataclasses import dataclass
from typing import Annotated

from django.http import Http404
from django.utils import timezone

from scoring.sheets import entry as acts
from scoring.sheets.api.entry import RoundView, SideOutput, TableView, Version, VersionOutput
from scoring.sheets.desk import Desk, DeskLine, desk_of
from scoring.sheets.selectors import shown_name
from tournament.api.base import act
from tournament.api.shapes import Declared, Shown, one_of
from tournament.api.strict import StrictText

TAG = "proposals"

# What is to be done with a table, in the order of the page.
PLACES = ("disputed", "from_phones", "to_read", "typing", "missing")
Key = Annotated[str, StrictText(min_length=16, max_length=64)]


class ReadAgainInput(Declared):
    """`version` is the one that was read again with the same figures; `signed` says that both camps signed the paper.

    `key` is made by the device when the reading begins: sent again it changes nothing.
    """

    key: Key
    version: Version
    signed: bool = False


@dataclass(frozen=True)
class DeskTable:
    """A table of the desk, and what is to be done with it ("" where its score counts)."""

    at: DeskLine
    todo: str


DeskLineOutput = Annotated[
    DeskTable,
    Shown(
        "DeskLineOutput",
        """table=at.number sides todo sheet=at.line.sheet waiting=at.waiting camps=at.camps readers phones=at.phones
        done=at.done called_at=at.line.table.called_at""",
        """A table: the score that counts (`sheet`), or those that wait, with the camps and readers of the last.

        `phones` have been seen there in the last two minutes; `done` is the last donne noted on them, null where none
        keeps the sheet.""",
        sides=(list[SideOutput], lambda table: table.at.line.sides.values()),
        todo=one_of(["", *PLACES]),
        sheet=VersionOutput | None,
        waiting=list[VersionOutput],
        readers=(list[str], lambda table: [shown_name(reader) for reader in table.at.readers]),
    ),
]


class LateSheetOutput(Declared):
    """A score that came when it could not count any more."""

    table: int
    sheet: VersionOutput


class DeskOutput(Declared):
    """Every table of a partie, by its number; `todo` is empty where its score counts."""

    round: int
    counted: int
    tables: list[DeskLineOutput]
    late: list[LateSheetOutput]


def _todo(desk: Desk, line: DeskLine) -> str:
    return next((place for place in PLACES if line in getattr(desk, place)), "")


class DeskOne(RoundView, path="desk/", name="desk"):
    @act("read")
    def get(self) -> DeskOutput:
        """Show the table de marque of a partie."""
        desk = desk_of(self.round, viewer=self.user, now=timezone.now())
        return DeskOutput(
            round=self.round.number,
            counted=desk.counted,
            tables=[DeskTable(line, _todo(desk, line)) for line in desk.lines],
            late=[LateSheetOutput(table=line.number, sheet=sheet) for line, sheet, _figures in desk.late],
        )


class ReadAgain(TableView, path="read-again/"):
    @act("score")
    def post(self, data: ReadAgainInput) -> VersionOutput:
        """Confirm a version by reading it again with the same figures; it counts if that suffices."""
        sheet = self.table.sheets.filter(version=data.version).first()
        if sheet is None:
            raise Http404
        return acts.read_again(sheet_id=sheet.pk, key=data.key, by=self.user, signed=data.signed)
