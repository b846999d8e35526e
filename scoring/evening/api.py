"""Show the state of the evening, end it, list its prizes."""

from typing import Annotated, Literal

from scoring.evening.closing import REASON_LENGTH, close_tournament, reopen_tournament
from scoring.evening.selectors import (
    EveningState,
    PartieState,
    PrizeCall,
    Published,
    evening_of,
    palmares_of,
    prizes_of,
)
from scoring.phases.selectors import AwaitedMatch
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import Declared, Page, PageQuery, Shown, arguments
from tournament.api.strict import CleanText
from tournament.concours.api import ConcoursOutput

TAG = "evening"

Reason = Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]


class CloseInput(Declared):
    """The reason why the concours stops early, where it does; or for which the palmarès is published again."""

    reason: Reason = ""


class ReopenInput(Declared):
    reason: Reason


MatchLeftOutput = Annotated[
    AwaitedMatch,
    Shown(
        "MatchLeftOutput",
        "phase=phase.title round name partie sides table",
        """A match of a bracket without a winner. `sides` are team numbers, null while nobody knows who comes; `table` is
        null until it is drawn.""",
        phase=(str, lambda match: str(match.phase.title)),
    ),
]


PartieStateOutput = Annotated[
    PartieState,
    Shown(
        "PartieStateOutput",
        "number state tables entered missing disputed",
        state=Literal["todo", "draft", "playing", "done"],
    ),
]
PublishedRowOutput = Annotated[tuple[int, int, int], Shown("PublishedRowOutput", "rank number points")]
EveningOutput = Annotated[
    EveningState,
    Shown(
        "EveningOutput",
        """stage number played awaited registered present waiting unpaid draw=draw_id parties last=left.last
        least=left.least announcement=left.announcement matches=left.matches cut=left.cut""",
        """`stage` says what comes next, `number` is the partie it is about, `draw` the tirage that waits or was last,
        `waiting` how many teams are on the waiting list.

        `last` is the last partie as things stand, `least` where the results may make the evening shorter, `announcement`
        says so in words where that follows from the teams. `matches` are those of the brackets without a winner; `cut`
        says what the organiser ends before it is decided.""",
        matches=list[MatchLeftOutput],
        stage=Literal["door", "draft", "playing", "next", "finished", "closed"],
        parties=list[PartieStateOutput],
    ),
]
PrizeOutput = Annotated[
    PrizeCall,
    Shown(
        "PrizeOutput",
        """rank=row.rank number=row.number points=row.points name=label.name origin=label.origin lot=prize
        shared=row.tied""",
        "`shared`: equal to a neighbour, they draw a card for the order. `lot` is empty when none is left.",
    ),
]
PublishedOutput = Annotated[
    Published,
    Shown(
        "PublishedOutput",
        "number at reason stands back_at rows",
        """One publication of the palmarès. `reason`: why it replaces the one before. `rows` is null where an earlier
        version of the program published it and kept no copy; `stands`: it is the palmarès today, else `back_at` it was
        cancelled.""",
        rows=list[PublishedRowOutput] | None,
    ),
]


class Evening(ConcoursView, path="evening/"):
    @act("read")
    def get(self) -> EveningOutput:
        """Show the state of the concours: missing scores, the next step."""
        return evening_of(self.tournament)


class Close(ConcoursView, path="close/"):
    laptop_only = True

    @act("close")
    def post(self, data: CloseInput) -> ConcoursOutput:
        """Publish the palmarès: the ranking is final. Refused while a table is missing."""
        return close_tournament(**self.acting, **arguments(data))


class Reopen(ConcoursView, path="reopen/"):
    laptop_only = True

    @act("close")
    def post(self, data: ReopenInput) -> ConcoursOutput:
        """Cancel the publication of the palmarès to correct something."""
        return reopen_tournament(**self.acting, **arguments(data))


class Prizes(ConcoursView, path="prizes/"):
    @act("read")
    def get(self, query: PageQuery) -> Page[PrizeOutput]:
        """List the teams in ranking order with their prizes; empty while no ranking is final."""
        return page(prizes_of(self.tournament), query)


class Palmares(ConcoursView, path="palmares/"):
    @act("read")
    def get(self, query: PageQuery) -> Page[PublishedOutput]:
        """List every publication of the palmarès, in order; empty before the first."""
        return page(palmares_of(self.tournament), query)
