"""List the prizes of a concours, add, change and remove them."""

from typing import Annotated

from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.concours.lots import ListedPrize
from tournament.inputs import arguments
from tournament.prizes import acts, services
from tournament.prizes.inputs import PrizeChangeInput, PrizeLinesInput, PrizeNumbersInput
from tournament.prizes.selectors import prize_list

TAG = "concours"

LotOutput = Annotated[
    ListedPrize,
    Shown(
        "LotOutput",
        "number what award places phase of who value_cents giver line",
        places=(list[int], lambda lot: [place for place in lot.places if place]),
    ),
    """A prize on the list. `award` says for whom: "rank", "last", "place" of the bracket `phase`, "category" or "commune"
    `of`, "youngest", "drawn"; empty: it is asked. One for each of `places`; `who` says it in words.""",
]


class ConcoursLots(ConcoursView):
    @act("read", "lots/", name="lots")
    def concours_lots_get(self, query: PageQuery) -> Page[LotOutput]:
        """List the prizes in the order in which they are given, those first of which nobody knows for whom they are."""
        return page(prize_list(self.tournament).lines, query)

    @act(acts.ADD_PRIZES, "lots/", status=201)
    def concours_lots_post(self, data: PrizeLinesInput) -> PrizeNumbersInput:
        """Add prizes, each a line of text; the answer has their numbers."""
        return PrizeNumbersInput(numbers=services.add_prizes(**self.acting, **arguments(data)))

    @act(acts.REMOVE_PRIZES, "lots/remove/", status=204, laptop_only=True)
    def lots_remove_post(self, data: PrizeNumbersInput) -> None:
        """Take prizes off the list."""
        services.remove_prizes(**self.acting, **arguments(data))

    @act(acts.RANK_PRIZES, "lots/rank/")
    def lots_rank_post(self) -> PrizeNumbersInput:
        """Assign the prizes of which nobody knows for whom they are to the free ranks in order."""
        return PrizeNumbersInput(numbers=services.rank_prizes(**self.acting))

    @act(acts.CHANGE_PRIZE, "lots/<int:number>/")
    def lot_patch(self, data: PrizeChangeInput) -> LotOutput:
        """Change a prize: for whom it is, what it is, its value, who gives it."""
        return services.change_prize(**self.acting, number=self.kwargs["number"], **arguments(data))
