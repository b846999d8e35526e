"""Call the prizes: who is called next, for what, and why; cards, draws, ages; the text for the newspaper."""

from typing import Annotated

from scoring.prizes import acts, inputs
from scoring.prizes.models import PrizeDraw
from scoring.prizes.selectors import PrizeCall, PrizeSlotLine, ceremony_of, prizes_of, slot_lines, why_not
from scoring.prizes.services import call_prize, draw_prize, give_prize, miss_prize, note_years, settle_prizes
from scoring.prizes.texts import NewspaperText, newspaper
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.inputs import arguments

TAG = "evening"

PrizeOutput = Annotated[
    PrizeCall,
    Shown(
        "PrizeOutput",
        """row.rank row.number row.points label.name label.origin lot=prize shared=row.tied card cut called_at chosen
        undecided waits chooses absent_at""",
    ),
    """`shared`: equal to a neighbour, they draw a card for the order: `card` is its place among them, 0 while none is
    recorded, `cut` the card; `undecided`: its prize depends on that. `lot` is empty when none is left; `chosen` is what
    a team took that was called. `waits`: it is still to be called, `chooses`: among the prizes left; `absent_at`:
    called, and not there.""",
]
PrizeDrawOutput = Annotated[
    PrizeDraw,
    Shown("PrizeDrawOutput", "prize seed numbers at", numbers=list[int]),
    "The drawing of a prize: the teams that were present, in the order of the draw; the first that may have it has it.",
]
PassedOverOutput = Annotated[tuple[int, str], Shown("PassedOverOutput", "team=0 why=1")]
PrizeSlotOutput = Annotated[
    PrizeSlotLine,
    Shown(
        "PrizeSlotOutput",
        "slot=key who what team handed passed",
        PassedOverOutput,
        handed=(bool, lambda line: line.handed is not None),
    ),
]
PrizeReasonOutput = Annotated[
    tuple[str, str],
    Shown("PrizeReasonOutput", "prize=0 why=1"),
    "A prize in whose line a team stands, and why it does not take it.",
]
NewspaperOutput = Annotated[
    NewspaperText, Shown("NewspaperOutput", "short long"), "A text about the concours made from its ranking."
]


class Prizes(ConcoursView):
    @act("read", "prizes/")
    def prizes_get(self, query: PageQuery) -> Page[PrizeOutput]:
        """List the teams in ranking order with their prizes; empty while no ranking is final."""
        return page(prizes_of(self.tournament), query)

    @act(acts.SETTLE_PRIZES, "prizes/order/")
    def prize_order_post(self, data: inputs.PrizeOrderInput) -> None:
        """Record in which order teams of one shared rank choose, as the card said."""
        settle_prizes(**self.acting, **arguments(data))

    @act(acts.DRAW_PRIZE, "prizes/draw/")
    def prize_draws_post(self, data: inputs.PrizeDrawInput) -> PrizeDrawOutput:
        """Draw a prize among those who are still there."""
        return draw_prize(**self.acting, **arguments(data))

    @act(acts.NOTE_YEARS, "prizes/years/", status=204)
    def prize_years_post(self, data: inputs.PrizeYearsInput) -> None:
        """Note how old the players of some teams are together, for the prize of the youngest."""
        note_years(**self.acting, years={one.team: one.years for one in data.teams})

    @act("read", "prizes/slots/")
    def prize_slots_get(self, query: PageQuery) -> Page[PrizeSlotOutput]:
        """List what is awarded, who takes it and who was passed over; empty while no ranking is final."""
        awards = ceremony_of(self.tournament).awards
        return page(slot_lines(awards) if awards else [], query)

    @act(acts.CALL_PRIZE, "prizes/<int:number>/")
    def prize_turns_post(self, data: inputs.PrizeTurnInput) -> None:
        """Hand over to a team what it takes, or what it chose, or take that back."""
        call_prize(**self.acting, number=self.kwargs["number"], **arguments(data))

    @act(acts.GIVE_PRIZE, "prizes/<int:number>/give/", status=204)
    def prize_give_post(self, data: inputs.PrizeGiveInput) -> None:
        """Hand over to another team what a team takes that is not there or does not want it."""
        give_prize(**self.acting, number=self.kwargs["number"], **arguments(data))

    @act(acts.MISS_PRIZE, "prizes/<int:number>/absent/", status=204)
    def prize_absent_post(self, data: inputs.PrizeAbsentInput) -> None:
        """Note that a team was called and was not there: it is called again after all the others."""
        miss_prize(**self.acting, number=self.kwargs["number"], **arguments(data))

    @act("read", "prizes/<int:number>/why/")
    def prize_why_get(self, query: PageQuery) -> Page[PrizeReasonOutput]:
        """List the prizes in whose line a team stands and that it does not take, each with why."""
        awards = ceremony_of(self.tournament).awards
        return page(why_not(awards, self.kwargs["number"]) if awards else [], query)

    @act("export", "newspaper/")
    def newspaper_get(self) -> NewspaperOutput:
        """Show a short and a long text for the newspaper, made from the ranking; empty while none is final."""
        return newspaper(self.tournament)
