"""Show the state of the evening, end it."""

from typing import Annotated, Literal

from scoring.evening import acts, selectors
from scoring.evening.closing import clear_message, close_tournament, reopen_tournament, show_message, show_ranking
from scoring.evening.inputs import CloseInput, MessageInput, ReopenInput
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.concours.api import ConcoursOutput
from tournament.concours.models import Tournament
from tournament.finals.outstanding import AwaitedMatch
from tournament.inputs import arguments

TAG = "evening"

MatchLeftOutput = Annotated[
    AwaitedMatch,
    Shown("MatchLeftOutput", "phase=title round name partie sides table"),
    """A match of a bracket without a winner. `sides` are team numbers, null while nobody knows who comes; `table` is
    null until it is drawn.""",
]
PartieStateOutput = Annotated[
    selectors.PartieState,
    Shown(
        "PartieStateOutput",
        "number state tables entered missing disputed",
        state=Literal["todo", "draft", "playing", "done"],
    ),
]
PublishedRowOutput = Annotated[tuple[int, int, int], Shown("PublishedRowOutput", "rank number points")]
EveningOutput = Annotated[
    selectors.EveningState,
    Shown(
        "EveningOutput",
        """stage number played awaited people.registered people.present people.waiting unpaid draw=draw_id parties
        left.last left.least left.announcement left.matches left.cut""",
        MatchLeftOutput,
        PartieStateOutput,
        stage=Literal["door", "draft", "playing", "next", "finished", "closed"],
    ),
    """`stage` says what comes next, `number` is the partie it is about, `draw` the tirage that waits or was last,
    `waiting` how many teams are on the waiting list.

    `last` is the last partie as things stand, `least` where the results may make the evening shorter, `announcement`
    says so in words where that follows from the teams. `matches` are those of the brackets without a winner; `cut`
    says what the organiser ends before it is decided.""",
]
PublishedOutput = Annotated[
    selectors.Published,
    Shown("PublishedOutput", "number at reason stands back_at rows", rows=list[PublishedRowOutput] | None),
    """One publication of the palmarès. `reason`: why it replaces the one before. `rows` is null where an earlier
    version of the program published it and kept no copy; `stands`: it is the palmarès today, else `back_at` it was
    cancelled.""",
]
MessageOutput = Annotated[
    Tournament,
    Shown("MessageOutput", "text=hall_message until=hall_message_until"),
    "The message on walls and telephones, empty where there is none; `until` is null where it stays until the palmarès.",
]


class Evening(ConcoursView):
    @act(acts.SHOW_MESSAGE, "message/")
    def message_post(self, data: MessageInput) -> MessageOutput:
        """Show a message on walls and telephones."""
        return show_message(**self.acting, **arguments(data))

    @act(acts.CLEAR_MESSAGE, "message/")
    def message_delete(self) -> MessageOutput:
        """Take the message off walls and telephones."""
        return clear_message(**self.acting)

    @act(acts.SHOW_RANKING, "show-ranking/")
    def show_ranking_post(self) -> ConcoursOutput:
        """Show the last ranking on walls and telephones, which was kept for the prize giving."""
        return show_ranking(**self.acting)

    @act("read", "evening/")
    def evening_get(self) -> EveningOutput:
        """Show the state of the concours: missing scores, the next step."""
        return selectors.evening_of(self.tournament)

    @act(acts.CLOSE_TOURNAMENT, "close/", laptop_only=True)
    def close_post(self, data: CloseInput) -> ConcoursOutput:
        """Publish the palmarès: the ranking is final. Refused while a table is missing."""
        return close_tournament(**self.acting, **arguments(data))

    @act(acts.REOPEN_TOURNAMENT, "reopen/", laptop_only=True)
    def reopen_post(self, data: ReopenInput) -> ConcoursOutput:
        """Cancel the publication of the palmarès to correct something."""
        return reopen_tournament(**self.acting, **arguments(data))

    @act("read", "palmares/")
    def palmares_get(self, query: PageQuery) -> Page[PublishedOutput]:
        """List every publication of the palmarès, in order; empty before the first."""
        return page(selectors.palmares_of(self.tournament), query)
