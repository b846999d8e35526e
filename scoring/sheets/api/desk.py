"""Show the table de marque: what waits at each table of a partie; confirm figures that were read again.

What telephones propose and confirm has no address here: they have no account, and their pages are theirs.
"""

from functools import partial
from typing import Annotated, Any

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.corrections.api import Correction, EffectsOutput
from scoring.sheets import acts, entry
from scoring.sheets.api.entry import RoundView, SideOutput, VersionOutput
from scoring.sheets.desk import DESK_TASKS, DeskLine, desk_of
from scoring.sheets.inputs import ReadAgainInput
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import comes_late, shown_name
from tournament.api.base import act
from tournament.api.shapes import Shown, one_of
from tournament.inputs import Declared
from tournament.page_access import or_404
from tournament.rounds.models import Table

TAG = "proposals"

DeskLineOutput = Annotated[
    DeskLine,
    Shown(
        "DeskLineOutput",
        "table=number sides todo line.sheet waiting camps readers phones done line.table.called_at",
        VersionOutput,
        sides=(list[SideOutput], lambda desk_line: desk_line.line.sides.values()),
        todo=one_of(["", *DESK_TASKS]),
        readers=(list[str], lambda desk_line: [shown_name(reader) for reader in desk_line.readers]),
    ),
    """A table: the score that counts (`sheet`), or those that wait, with the camps and readers of the last.

    `phones` have been seen there in the last two minutes; `done` is the last donne noted on them, null where none
    keeps the sheet.""",
]
LateSheetOutput = Annotated[
    tuple[DeskLine, VersionOutput, str],
    Shown("LateSheetOutput", "table=0.number sheet=1"),
    "A score that came when it could not count any more.",
]


class DeskOutput(Declared):
    """Every table of a partie, by its number; `todo` is empty where its score counts."""

    round: int
    counted: int
    tables: list[DeskLineOutput]
    late: list[LateSheetOutput]


def _read_again(table: Table, by: User, *, version: int, **data: Any) -> ScoreSheet:
    sheet = or_404(table.sheets.filter(version=version).first())
    return entry.read_again(sheet_id=sheet.pk, by=by, **data)


class DeskOne(RoundView):
    @act("read", "desk/", name="desk")
    def desk_one_get(self) -> DeskOutput:
        """Show the table de marque of a partie."""
        desk = desk_of(self.round, viewer=self.user, now=timezone.now())
        return DeskOutput(round=self.round.number, counted=desk.counted, tables=desk.lines, late=desk.late)


class ReadAgain(Correction):
    @act(acts.CONFIRM_SHEET, "read-again/")
    def read_again_post(self, data: ReadAgainInput) -> VersionOutput:
        """Confirm a version by reading it again with the same figures; it counts if that suffices."""
        return self.corrected(partial(_read_again, self.table, self.user), data, counts=comes_late(self.table))

    @act(acts.CONFIRM_SHEET, "read-again/effects/")
    def read_again_effects_post(self, data: ReadAgainInput) -> EffectsOutput:
        """Show what this confirmation would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(_read_again, self.table, self.user), data)
