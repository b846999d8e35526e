"""Take money at the till, count it, and read what it holds."""

from datetime import date
from typing import Annotated

from django.utils import timezone

from scoring.till import acts, selectors, services
from scoring.till.inputs import CorrectionInput, CountInput, DueInput, MoneyInput, SaleInput
from tournament.api.base import ClubView, ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, one_of
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.inputs.fields import StrictDate
from tournament.ledger.models import KINDS, Movement
from tournament.ledger.selectors import lines_of

TAG = "till"

MovementOutput = Annotated[
    Movement,
    Shown(
        "MovementOutput",
        "number receipt kind till means cents item served quantity team=team_number remark corrects at",
        kind=one_of(KINDS),
    ),
    """A line of the till: `cents` less than 0 were given out. `means` “due”: it is not paid yet. `corrects` is the
    number of the line that it corrects; `number` 0: noted before there were lines.""",
]
WrittenOutput = Annotated[list[MovementOutput], Shown("WrittenOutput", "lines="), "The `lines` that were written."]
HeldOutput = Annotated[selectors.Held, Shown("HeldOutput", "till means cents")]
SoldOutput = Annotated[selectors.SoldItem, Shown("SoldOutput", "item served quantity cents")]
DebtorOutput = Annotated[selectors.Debtor, Shown("DebtorOutput", "line team who cents")]
BalanceOutput = Annotated[
    selectors.TillBalance,
    Shown(
        "BalanceOutput",
        "held fees refunds earned spent differences result due floats deposited by_account in_tills items debtors",
        SoldOutput,
        DebtorOutput,
        held=(list[HeldOutput], lambda balance: [one for till in balance.tills for one in till.held]),
    ),
    """The money of the evening. `held`: what each till should hold by each means, which adds up to `in_tills`:
    `floats` + `result` − `due` − `deposited` + `by_account`, which the account of the club has spent.""",
]
UnpaidOutput = Annotated[selectors.Unpaid, Shown("UnpaidOutput", "who team fee due cents")]
EveningMoneyOutput = Annotated[
    selectors.EveningMoney,
    Shown(
        "EveningMoneyOutput",
        "concours=tournament.pk fees sales income lots expenses differences result missing unpaid",
        UnpaidOutput,
    ),
    """`unpaid`: who still owes, once a partie is drawn, `missing` in all.""",
]
SeasonMoneyOutput = Annotated[
    selectors.SeasonMoney,
    Shown("SeasonMoneyOutput", "since until evenings total", EveningMoneyOutput, total=dict[str, int]),
]


class DaysQuery(Declared):
    """Both days included; by default the season from the first of September on."""

    first_day: Annotated[date, StrictDate()] = LEFT_OUT
    last_day: Annotated[date, StrictDate()] = LEFT_OUT

    def days(self) -> tuple[date, date]:
        """Return the first and the last day."""
        since, until = selectors.season_dates(timezone.localdate())
        return (
            since if self.first_day is LEFT_OUT else self.first_day,
            until if self.last_day is LEFT_OUT else self.last_day,
        )


class ConcoursTill(ConcoursView):
    @act("till", "till/", name="till")
    def till_balance_get(self) -> BalanceOutput:
        """Show what came and went, what each till should hold, what the kitchen serves and who still owes."""
        return selectors.balance_of(self.tournament)

    @act("till", "till/lines/")
    def till_lines_get(self, query: PageQuery) -> Page[MovementOutput]:
        """List the lines of the till, in their order."""
        return page(lines_of(self.tournament), query)

    @act(acts.SELL, "till/sales/", status=201)
    def till_sales_post(self, data: SaleInput) -> WrittenOutput:
        """Sell something, to a team or to anybody; the team may pay its fee too."""
        return services.sell(**self.acting, **arguments(data))

    @act(acts.PAY_DUE, "till/due/", status=201)
    def till_due_post(self, data: DueInput) -> WrittenOutput:
        """Take what somebody still owed."""
        return services.pay_due(**self.acting, **arguments(data))

    @act(acts.NOTE_MONEY, "till/money/", status=201)
    def till_money_post(self, data: MoneyInput) -> WrittenOutput:
        """Note a float, an expense, prizes bought, other income, money handed over or moved between tills."""
        return services.note_money(**self.acting, **arguments(data))

    @act(acts.COUNT_TILL, "till/counts/", status=201)
    def till_counts_post(self, data: CountInput) -> WrittenOutput:
        """Record what a till holds; a difference needs its name."""
        return [services.count_till(**self.acting, **arguments(data))]

    @act(acts.CORRECT_MONEY, "till/corrections/", status=201)
    def till_corrections_post(self, data: CorrectionInput) -> WrittenOutput:
        """Correct lines, each by a line of the opposite amount."""
        return services.correct_money(**self.acting, **arguments(data))


class ClubTill(ClubView):
    @act("till", "till/")
    def club_till_get(self, query: DaysQuery) -> SeasonMoneyOutput:
        """Add up the money of the concours of the club between two days."""
        return selectors.season_money(self.club, *query.days())
