"""List what was done last, and take it back."""

from functools import partial
from typing import Annotated

from scoring.corrections.api import Correcting, EffectsOutput
from scoring.corrections.inputs import Corrects
from scoring.undo import services
from scoring.undo.selectors import UndoLine, undo_lines
from tournament.api.base import act
from tournament.api.shapes import Shown
from tournament.concours.access import tournament_for
from tournament.inputs.fields import CleanText, StrictInteger
from tournament.journal.models import JournalEntry

TAG = "journal"


class UndoInput(Corrects):
    """The number of the line of the journal that is taken back, and the reason."""

    line: Annotated[int, StrictInteger(min_value=1, max_value=9_999_999)]
    reason: Annotated[str, CleanText(max_length=200, allow_blank=True)]


UndoLineOutput = Annotated[
    UndoLine,
    Shown("UndoLineOutput", "number line.entry.act line.title line.where does why_not"),
    "An act, and what taking it back does; or why it cannot be taken back.",
]
UndoOutput = Annotated[list[UndoLineOutput], Shown("UndoOutput", "lines="), "The last acts, the newest first."]
UndoneOutput = Annotated[
    JournalEntry,
    Shown("UndoneOutput", "line=number"),
    "The number of the last line of the journal that taking it back wrote.",
]


class Undo(Correcting, path="undo/"):
    @act("read")
    def undo_get(self) -> UndoOutput:
        """List the last acts, each with what takes it back."""
        return undo_lines(self.tournament, partial(services.refusal, tournament=self.tournament, by=self.user))

    @act("score")
    def undo_post(self, data: UndoInput) -> UndoneOutput:
        """Take an act back: by another act, which is journalled too."""
        return self.corrected(partial(services.undo, **self.acting), data, counts=self._corrects(data.line))

    @act("score", "effects/")
    def undo_effects_post(self, data: UndoInput) -> EffectsOutput:
        """Show what taking an act back would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(services.undo, **self.acting), data)

    def _corrects(self, line: int) -> bool:
        entry = JournalEntry.objects.filter(tournament=self.tournament, number=line).first()
        if entry is None:
            return False
        done, how = services.undoable(entry)
        tournament_for(self.user, self.tournament.pk, done.undo_right)
        return how.corrects
