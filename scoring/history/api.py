"""Show the journal in words, and check its chain."""

from functools import partial
from typing import Annotated, Any

from scoring.history.check import Difference, check
from scoring.history.selectors import ACTS, Change, JournalLine, entries_of, lines_of
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import LEFT_OUT, Declared, Page, PageQuery, Shown, arguments
from tournament.api.strict import StrictChoice, StrictInteger

TAG = "journal"

Number = Annotated[int, StrictInteger(min_value=1, max_value=99_999)]


class JournalQuery(PageQuery):
    """`by` is the id of an account; `team` a number, for the lines of its tables too."""

    round: Annotated[int, StrictInteger(min_value=1, max_value=20)] = LEFT_OUT
    table: Number = LEFT_OUT
    team: Number = LEFT_OUT
    by: Annotated[int, StrictInteger(min_value=1)] = LEFT_OUT
    act: Annotated[str, StrictChoice(choices=list(ACTS))] = ""


ChangeOutput = Annotated[Change, Shown("ChangeOutput", "label before after")]
JournalLineOutput = Annotated[
    JournalLine,
    Shown(
        "JournalLineOutput",
        """number=entry.number at=entry.at by=entry.by_number who act=entry.act title where changes reason
        before=entry.before after=entry.after previous=entry.previous hash=entry.hash""",
        "A line in words, and as it was written: identifiers and figures, chained by their hashes.",
        changes=list[ChangeOutput],
        before=dict[str, Any],
        after=dict[str, Any],
    ),
]


DifferenceOutput = Annotated[Difference, Shown("DifferenceOutput", "line text")]


class ChainOutput(Declared):
    """`broken_at`: the first line that is not as it was written; null for a whole chain.

    `differences`: what of the concours is not as its journal says, `line` being the line that says it, 0 for none.
    `unsealed`: how many things an earlier version wrote, of which only the figures are proved.
    """

    whole: bool
    broken_at: int | None
    lines: int
    differences: list[DifferenceOutput]
    unsealed: int


class Journal(ConcoursView, path="journal/"):
    @act("read")
    def get(self, query: JournalQuery) -> Page[JournalLineOutput]:
        """List the lines of the journal, the newest first."""
        names = ("round", "table", "team", "by", "act")
        filters = {name: value for name, value in arguments(query).items() if name in names}
        return page(entries_of(self.tournament, **filters), query, partial(lines_of, self.tournament))


class JournalCheck(ConcoursView, path="journal/check/"):
    @act("read")
    def get(self) -> ChainOutput:
        """Check that the journal is as it was written, and the concours as its journal says."""
        outcome = check(self.tournament)
        return ChainOutput(
            whole=outcome.whole,
            broken_at=outcome.broken_at,
            lines=outcome.lines,
            differences=outcome.differences,
            unsealed=outcome.unsealed,
        )
