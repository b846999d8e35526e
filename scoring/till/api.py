"""Take money at the till, count it, and read what it holds."""

from datetime import date
from typing import Annotated

from django.utils import timezone

from scoring.till import acts, services
from scoring.till.inputs import CorrectionInput, CountInput, DueInput, MoneyInput, SaleInput
from scoring.till.selectors import (
    Debtor,
    EveningMoney,
    Held,
    SeasonMoney,
    SoldItem,
    TillBalance,
    Unpaid,
    balance_of,
    season_dates,
    season_money,
)
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
        """A line of the till: `cents` less than 0 were given out. `means` “due”: it is not paid yet. `corrects` is the
        number of the line that it corrects; `number` 0: noted before there were lines.""",
        kind=one_of(KINDS),
    ),
]
HeldOutput = Annotated[Held, Shown("HeldOutput", "till means cents")]
SoldOutput = Annotated[SoldItem, Shown("SoldOutput", "item served quantity cents")]
DebtorOutput = Annotated[Debtor, Shown("DebtorOutput", "line team who cents")]
BalanceOutput = Annotated[
    TillBalance,
    Shown(
        "BalanceOutput",
        "held fees refunds earned spent differences result due floats deposited by_account in_tills items debtors",
        """The money of the evening. `held`: what each till should hold by each means, which adds up to `in_tills`:
        `floats` + `result` − `due` − `deposited` + `by_account`, which the account of the club has spent.""",
        held=(list[HeldOutput], lambda balance: [one for till in balance.tills for one in till.held]),
        items=list[SoldOutput],
        debtors=list[DebtorOutput],
    ),
]
UnpaidOutput = Annotated[
    Unpaid,
    Shown(
        "UnpaidOutput",
        "who team fee due cents",
        """Somebody who owes `cents`: `fee` is missing of the fee, `due` was taken at the till and not paid. `team`: its
        number.""",
    ),
]
EveningMoneyOutput = Annotated[
    EveningMoney,
    Shown(
        "EveningMoneyOutput",
        "concours=tournament.pk fees sales income lots expenses differences result missing unpaid",
        """`unpaid`: who still owes, once a partie is drawn, `missing` in all.""",
        unpaid=list[UnpaidOutput],
    ),
]
SeasonMoneyOutput = Annotated[
    SeasonMoney,
    Shown("SeasonMoneyOutput", "since until evenings total", evenings=list[EveningMoneyOutput], total=dict[str, int]),
]


class DaysQuery(Declared):
    """Both days included; by default the season from the first of September on."""

    first_day: Annotated[date, StrictDate()] = LEFT_OUT
    last_day: Annotated[date, StrictDate()] = LEFT_OUT

    def days(self) -> tuple[date, date]:
        """Return the first and the last day."""
        since, until = season_dates(timezone.localdate())
        return (
            since if self.first_day is LEFT_OUT else self.first_day,
            until if self.last_day is LEFT_OUT else self.last_day,
        )


class WrittenOutput(Declared):
    """The `lines` that were written."""

    lines: list[MovementOutput]


class TillBalanceView(ConcoursView, path="till/", name="till"):
    @act("till")
    def get(self) -> BalanceOutput:
        """Show what came and went, what each till should hold, what the kitchen serves and who still owes."""
        return balance_of(self.tournament)


class TillLines(ConcoursView, path="till/lines/"):
    @act("till")
    def get(self, query: PageQuery) -> Page[MovementOutput]:
        """List the lines of the till, in their order."""
        return page(lines_of(self.tournament), query)


class TillSales(ConcoursView, path="till/sales/"):
    @act(acts.SELL, status=201)
    def post(self, data: SaleInput) -> WrittenOutput:
        """Sell something, to a team or to anybody; the team may pay its fee too."""
        return WrittenOutput(lines=services.sell(**self.acting, **arguments(data)))


class TillDue(ConcoursView, path="till/due/"):
    @act(acts.PAY_DUE, status=201)
    def post(self, data: DueInput) -> WrittenOutput:
        """Take what somebody still owed."""
        return WrittenOutput(lines=services.pay_due(**self.acting, **arguments(data)))


class TillMoney(ConcoursView, path="till/money/"):
    @act(acts.NOTE_MONEY, status=201)
    def post(self, data: MoneyInput) -> WrittenOutput:
        """Note a float, an expense, prizes bought, other income, money handed over or moved between tills."""
        return WrittenOutput(lines=services.note_money(**self.acting, **arguments(data)))


class TillCounts(ConcoursView, path="till/counts/"):
    @act(acts.COUNT_TILL, status=201)
    def post(self, data: CountInput) -> WrittenOutput:
        """Record what a till holds; a difference needs its name."""
        return WrittenOutput(lines=[services.count_till(**self.acting, **arguments(data))])


class TillCorrections(ConcoursView, path="till/corrections/"):
    @act(acts.CORRECT_MONEY, status=201)
    def post(self, data: CorrectionInput) -> WrittenOutput:
        """Correct lines, each by a line of the opposite amount."""
        return WrittenOutput(lines=services.correct_money(**self.acting, **arguments(data)))


class ClubTill(ClubView, path="till/"):
    @act("till")
    def get(self, query: DaysQuery) -> SeasonMoneyOutput:
        """Add up the money of the concours of the club between two days."""
        return season_money(self.club, *query.days())
