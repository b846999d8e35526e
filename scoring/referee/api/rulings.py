"""List the referee's cases, record his decisions, exchange sheets and swap camps."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any

from django.contrib.auth.models import User

from scoring.corrections.api import Correction, EffectsOutput
from scoring.errors import ScoringError
from scoring.referee import acts, rulings, selectors
from scoring.referee.inputs import CampsInput, ExchangeInput, RulingInput, TakeOffInput
from scoring.sheets.api.entry import ReceiptOutput, VersionOutput
from scoring.sheets.locked_table import seated_after
from scoring.sheets.reception import Receipt
from scoring.sheets.selectors import find_table
from tournament.api.base import ConcoursView, act
from tournament.api.shapes import Shown
from tournament.inputs import Declared
from tournament.rounds.models import Table

TAG = "rulings"

RulingOutput = Annotated[
    selectors.RulingLine,
    Shown(
        "RulingOutput",
        """round=ruling.table.round.number table=ruling.table.number ruling.number ruling.kind text ruling.reason
        ruling.article by=who ruling.at teams taken_back""",
    ),
    "A decision as everyone may read it; `taken_back` says why a penalty is no more.",
]
CaseOutput = Annotated[
    selectors.CaseLine,
    Shown("CaseOutput", "round=table.round.number table=table.number why since", since=datetime),
    """A table that waits: `why` it does ("called", "disputed", "absent", "late"), since when.""",
]
CasesOutput = Annotated[selectors.OpenCases, Shown("CasesOutput", "open late decided", CaseOutput, RulingOutput)]


class DecisionOutput(Declared):
    """`created` is false where the same was decided already. `seated_since`: a later partie is drawn, it stays."""

    created: bool
    seated_since: int | None
    ruling: RulingOutput


RulingsOutput = Annotated[list[RulingOutput], Shown("RulingsOutput", "rulings="), "The decisions at a table, in order."]
ExchangeOutput = Annotated[
    tuple[VersionOutput | None, VersionOutput],
    Shown("ExchangeOutput", "here there"),
    "The versions that count now; `here` is null where this table awaits its own sheet.",
]


def _rule(table: Table, by: User, *, kind: str, **data: Any) -> rulings.Decision:
    if "sheet" in data:
        data["sheet"] = rulings.NewSheet(**data["sheet"])
    seen = {name: data[name] for name in ("seen", "base_version", "reason", "article")}
    return rulings.rule(rulings.RulingContext(table_id=table.pk, by=by, **seen), kind, data)


def _exchange(table: Table, by: User, *, other: int, **data: Any) -> tuple:
    other_table = find_table(table.round.tournament, table.round.number, other)
    if other_table is None:
        raise ScoringError("exchange_unknown", field="other", other=other, round=table.round.number)
    return rulings.exchange_sheets(table_id=table.pk, other_id=other_table.pk, by=by, **data)


class Cases(ConcoursView):
    @act("read", "cases/")
    def cases_get(self) -> CasesOutput:
        """List the cases that wait for the referee, and his decisions."""
        return selectors.cases_of(self.tournament)


class Rulings(Correction):
    @act("read", "rulings/", name="rulings")
    def table_rulings_get(self) -> RulingsOutput:
        """List the decisions at a table."""
        return selectors.rulings_of(self.table)

    @act("rule", "rulings/", creates=True)
    def table_rulings_post(self, data: RulingInput) -> DecisionOutput:
        """Record a decision: 201 for a new one, 200 where the same was recorded already."""
        decision = self.corrected(partial(_rule, self.table, self.user), data)
        (line,) = selectors.lines_of([decision.ruling])
        return DecisionOutput(created=decision.created, seated_since=decision.seated_since, ruling=line)

    @act("rule", "rulings/effects/", name="rulings-effects")
    def table_rulings_effects_post(self, data: RulingInput) -> EffectsOutput:
        """Show what this decision would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(_rule, self.table, self.user), data)

    @act(acts.SWAP_CAMPS, "swap-camps/", name="swap-camps")
    def table_swap_post(self, data: CampsInput) -> ReceiptOutput:
        """Swap the camps of a sheet that were mixed up."""
        sheet = self.corrected(partial(rulings.swap_camps, **self.acting), data)
        return Receipt(sheet, created=True, seated_since=seated_after(sheet.table))

    @act(acts.SWAP_CAMPS, "swap-camps/effects/", name="swap-camps-effects")
    def table_swap_effects_post(self, data: CampsInput) -> EffectsOutput:
        """Show what swapping the camps would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(rulings.swap_camps, **self.acting), data)

    @act(acts.WITHDRAW_SHEET, "withdraw/", name="withdraw")
    def table_withdraw_post(self, data: TakeOffInput) -> VersionOutput:
        """Take off the score of a table, which awaits its sheet again."""
        return self.corrected(partial(rulings.withdraw_sheet, **self.acting), data)

    @act(acts.WITHDRAW_SHEET, "withdraw/effects/", name="withdraw-effects")
    def table_withdraw_effects_post(self, data: TakeOffInput) -> EffectsOutput:
        """Show what taking the score off would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(rulings.withdraw_sheet, **self.acting), data)

    @act(acts.EXCHANGE_SHEETS, "exchange/", name="exchange")
    def table_exchange_post(self, data: ExchangeInput) -> ExchangeOutput:
        """Exchange the sheets of two tables of a partie."""
        return self.corrected(partial(_exchange, self.table, self.user), data)

    @act(acts.EXCHANGE_SHEETS, "exchange/effects/", name="exchange-effects")
    def table_exchange_effects_post(self, data: ExchangeInput) -> EffectsOutput:
        """Show what exchanging the sheets would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(_exchange, self.table, self.user), data)
