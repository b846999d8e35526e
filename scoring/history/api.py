"""Show the journal in words, and check its chain."""

from functools import partial
from typing import Annotated, Any

from scoring.history.check import Difference, JournalCheck, check
from scoring.history.selectors import Change, JournalLine, entries_of, lines_of, scores_since
from scoring.sheets.api.entry import VersionOutput
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import Page, PageHead, PageQuery, Shown
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.inputs.fields import StrictChoice, StrictInteger
from tournament.journal.acts import ACTS

TAG = "journal"

Number = Annotated[int, StrictInteger(min_value=1, max_value=99_999)]

Since = Annotated[int, StrictInteger(min_value=0, max_value=2_000_000_000)]


class JournalQuery(PageQuery):
    """`by` is the id of an account; `team` a number, for the lines of its tables too.

    `since`: only the lines after this number, the oldest first; 0 for all. The answer's `next` is the number to go on
    with.
    """

    since: Since = LEFT_OUT

    round: Annotated[int, StrictInteger(min_value=1, max_value=20)] = LEFT_OUT
    table: Number = LEFT_OUT
    team: Number = LEFT_OUT
    by: Annotated[int, StrictInteger(min_value=1)] = LEFT_OUT
    act: Annotated[str, StrictChoice(choices=sorted(ACTS))] = ""


ChangeOutput = Annotated[Change, Shown("ChangeOutput", "label before after")]
JournalLineOutput = Annotated[
    JournalLine,
    Shown(
        "JournalLineOutput",
        """entry.number entry.at by=entry.by_number who entry.act title where changes reason entry.before entry.after
        entry.previous entry.hash""",
        ChangeOutput,
        before=dict[str, Any],
        after=dict[str, Any],
    ),
    "A line in words, and as it was written: identifiers and figures, chained by their hashes.",
]
DifferenceOutput = Annotated[Difference, Shown("DifferenceOutput", "line text")]


class JournalLineList(PageHead):
    """`next`: ask for the lines since this number, to have those that are written from now on."""

    next: int
    results: list[JournalLineOutput]


class SinceQuery(Declared):
    """`since`: the number that the answer before gave as `next`; 0 for everything."""

    since: Since = 0


class ScoreLine(Declared):
    """A table of a partie: `sheet` is the version that counts, null where none does any more, or the table is gone."""

    round: int
    table: int
    sheet: VersionOutput | None


class ScoreList(Declared):
    """`next`: ask for the scores since this number, to have those that change from now on."""

    next: int
    results: list[ScoreLine]


ChainOutput = Annotated[
    JournalCheck,
    Shown("ChainOutput", "whole broken_at lines differences unsealed", DifferenceOutput),
    """`broken_at`: the first line that is not as it was written; null for a whole chain.

    `differences`: what of the concours is not as its journal says, `line` being the line that says it, 0 for none.
    `unsealed`: how many things an earlier version wrote, of which only the figures are proved.""",
]


class Journal(ConcoursView):
    @act("read", "journal/")
    def journal_get(self, query: JournalQuery) -> JournalLineList:
        """List the lines of the journal, the newest first, or those written since a number, the oldest first."""
        names = ("round", "table", "team", "by", "act")
        filters = {name: value for name, value in arguments(query).items() if name in names}
        entries = entries_of(self.tournament, **filters)
        if query.since is not LEFT_OUT:
            entries = entries.filter(number__gt=query.since).order_by("number")
        part = page(entries, query, partial(lines_of, self.tournament))
        return JournalLineList(**vars(part), next=self._next(query, part))

    def _next(self, query: JournalQuery, part: Page) -> int:
        """Return the number after which nothing was answered yet: the last of this part, or all there are."""
        numbers = [line.entry.number for line in part.results]
        if query.since is not LEFT_OUT and query.offset + len(numbers) < part.count:
            return numbers[-1]
        # Read before the lines: what is written meanwhile comes with the next question.
        return max(self.tournament.journal_number, *numbers, 0)

    @act("read", "scores/")
    def scores_get(self, query: SinceQuery) -> ScoreList:
        """List the score that counts at each table, or at those alone where an act since a number changed anything."""
        scores = scores_since(self.tournament, query.since)
        lines = [ScoreLine(round=number, table=table, sheet=sheet) for (number, table), sheet in scores.items()]
        return ScoreList(results=lines, next=self.tournament.journal_number)

    @act("read", "journal/check/")
    def journal_check_get(self) -> ChainOutput:
        """Check that the journal is as it was written, and the concours as its journal says."""
        return check(self.tournament)
