"""Inputs of the acts of the till."""

from typing import Annotated

from rest_framework.serializers import DictField, ListField

from scoring.till.services import MOST_COINS, MOST_PIECES, OTHER_MONEY
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger
from tournament.journal.services import REASON_LENGTH
from tournament.ledger.models import KEY_LENGTH, MOST_CENTS, REMARK_LENGTH
from tournament.registration.services import HIGHEST_NUMBER

Means = Annotated[str, CleanText(max_length=30)]
Till = Annotated[str, CleanText(max_length=30, allow_blank=True)]
Key = Annotated[str, CleanText(max_length=KEY_LENGTH, allow_blank=True)]
Remark = Annotated[str, CleanText(max_length=REMARK_LENGTH, allow_blank=True)]
Team = Annotated[int, StrictInteger(min_value=1, max_value=HIGHEST_NUMBER)]
Cents = Annotated[int, StrictInteger(min_value=1, max_value=MOST_CENTS)]
Pieces = Annotated[dict[str, int], DictField(child=StrictInteger(min_value=-MOST_PIECES, max_value=MOST_PIECES))]
Coins = Annotated[dict[str, int], DictField(child=StrictInteger(min_value=0, max_value=MOST_COINS))]


class SaleInput(Declared):
    """`items`: how many of each, less than 0 for what comes back; `means` “due”: it is paid later. `fee`: the team pays its
    fee too. With a `key` a second request sells nothing more.
    """

    items: Pieces
    means: Means = "cash"
    till: Till = ""
    team: Team | None = None
    fee: bool = False
    remark: Remark = ""
    key: Key = ""


class DueInput(Declared):
    """`line`: the number of an unpaid line; all that the same debtor owes is paid."""

    line: Annotated[int, StrictInteger(min_value=1)]
    means: Means = "cash"
    till: Till = ""
    key: Key = ""


class MoneyInput(Declared):
    """Money beside fees and sales; a transfer goes from `till` to `to_till`. `remark`: what it is for."""

    kind: Annotated[str, StrictChoice(choices=list(OTHER_MONEY))]
    cents: Cents
    means: Means = "cash"
    till: Till = ""
    to_till: Till = ""
    remark: Remark = ""
    key: Key = ""


class CountInput(Declared):
    """Record how much a till holds of one means: `coins`, how many of each by its value in cents, or the sum in `cents`.

    `reason`: the name of the difference, needed where there is one.
    """

    means: Means = "cash"
    till: Till = ""
    cents: Annotated[int, StrictInteger(min_value=0, max_value=MOST_CENTS)] | None = None
    coins: Coins = LEFT_OUT
    reason: Remark = ""
    key: Key = ""


class CorrectionInput(Declared):
    """`numbers`: the lines to correct, each by one of the opposite amount."""

    numbers: Annotated[list[int], ListField(child=StrictInteger(min_value=1), min_length=1, max_length=100)]
    reason: Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]
