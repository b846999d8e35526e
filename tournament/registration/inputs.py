"""Inputs of the acts of registration."""

from typing import Annotated

from rest_framework.serializers import ListField

from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger, StrictText
from tournament.journal.services import REASON_LENGTH
from tournament.ledger.models import KEY_LENGTH, MEANS, MOST_CENTS
from tournament.registration import line_up, services as door
from tournament.registration.models import CATEGORIES
from tournament.registration.payments import MONEY
from tournament.rounds.seeds import SEED_LENGTH

Players = Annotated[list[str], ListField(child=StrictText(max_length=200, allow_blank=True), max_length=4)]
Number = Annotated[int, StrictInteger(min_value=1, max_value=door.HIGHEST_NUMBER)]
Cents = Annotated[int, StrictInteger(min_value=0, max_value=MOST_CENTS)]
Origin = Annotated[str, CleanText(max_length=door.ORIGIN_LENGTH, allow_blank=True)]
Category = Annotated[str, StrictChoice(choices=list(CATEGORIES), allow_blank=True)]
Means = Annotated[str, StrictChoice(choices=list(MEANS), allow_blank=True)]
AnyMeans = Annotated[str, CleanText(max_length=30, allow_blank=True)]
Till = Annotated[str, CleanText(max_length=30, allow_blank=True)]
Reductions = Annotated[list[str], ListField(child=StrictText(max_length=40, allow_blank=True), max_length=2)]
Remark = Annotated[str, CleanText(max_length=door.REMARK_LENGTH, allow_blank=True)]
Reason = Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]
PartieNumber = Annotated[int, StrictInteger(min_value=1, max_value=20)]


class TeamInput(Declared):
    """`confirm_twin`: a player already in another team is another person of the same name.

    `alone`: one name is enough, the partner is drawn or found later. `let_in`: why it plays though the conditions of the
    concours refuse it.
    """

    players: Players
    number: Number | None = LEFT_OUT
    origin: Origin = LEFT_OUT
    category: Category = LEFT_OUT
    present: bool = LEFT_OUT
    paid_cents: Cents | None = LEFT_OUT
    paid_by: Means = LEFT_OUT
    named_means: AnyMeans = LEFT_OUT
    till: Till = LEFT_OUT
    reductions: Reductions = LEFT_OUT
    remark: Remark = LEFT_OUT
    alone: bool = LEFT_OUT
    confirm_twin: bool = LEFT_OUT
    let_in: Reason = LEFT_OUT


class TeamChangeInput(Declared):
    """The values to change; the rest stays. Another player once a tirage is published needs a `reason`."""

    players: Players = LEFT_OUT
    number: Number = LEFT_OUT
    name: Annotated[str, CleanText(max_length=line_up.NAME_LENGTH, allow_blank=True)] = LEFT_OUT
    origin: Origin = LEFT_OUT
    category: Category = LEFT_OUT
    family: Origin = LEFT_OUT
    remark: Remark = LEFT_OUT
    fixed_table: Number | None = LEFT_OUT
    present: bool = LEFT_OUT
    paid_cents: Cents | None = LEFT_OUT
    paid_by: Means = LEFT_OUT
    named_means: AnyMeans = LEFT_OUT
    till: Till = LEFT_OUT
    reductions: Reductions = LEFT_OUT
    alone: bool = LEFT_OUT
    confirm_twin: bool = LEFT_OUT
    let_in: Reason = LEFT_OUT
    reason: Reason = LEFT_OUT


class PresentInput(Declared):
    present: bool


class PaidInput(Declared):
    """Null: nothing was paid. `paid_by`: the means of payment, empty where it is not said. `till`: into which till."""

    paid_cents: Cents | None
    paid_by: Means = LEFT_OUT
    named_means: AnyMeans = LEFT_OUT
    till: Till = LEFT_OUT


class RefundInput(Declared):
    """Refund a team `cents` of its fee, by `means`. With a `key` a second request does nothing more."""

    cents: Annotated[int, StrictInteger(min_value=1, max_value=MOST_CENTS)]
    means: AnyMeans = "cash"
    till: Till = LEFT_OUT
    reason: Reason
    key: Annotated[str, CleanText(max_length=KEY_LENGTH, allow_blank=True)] = LEFT_OUT


class DeletionInput(Declared):
    """`money`: what becomes of what the team has paid, needed where it has; `means`: by which it is given back."""

    money: Annotated[str, StrictChoice(choices=list(MONEY), allow_blank=True)] = LEFT_OUT
    means: AnyMeans = LEFT_OUT
    till: Till = LEFT_OUT


class OriginInput(Declared):
    """`origin`: the club or commune, as it is to be written."""

    origin: Annotated[str, CleanText(max_length=door.ORIGIN_LENGTH)]


class AwayInput(Declared):
    """`round`: the one partie to come that the team does not play; null: it plays them all."""

    round: PartieNumber | None


class WithdrawInput(Declared):
    """`from_round`: the first partie that the team does not play."""

    from_round: PartieNumber
    reason: Reason


class PartnersDrawInput(Declared):
    """`seed`: the cards cut in public, empty for one made here. `left_over`: who stays alone of an odd number, by number;
    left out, the one who came last. `let_in`: why teams play though the conditions of the concours refuse them.
    """

    seed: Annotated[str, CleanText(max_length=SEED_LENGTH, allow_blank=True)] = ""
    left_over: Number | None = None
    let_in: Reason = LEFT_OUT


class PairInput(Declared):
    """The numbers of two people who came alone. `let_in`: why they play though the conditions of the concours refuse them."""

    first: Number
    second: Number
    let_in: Reason = LEFT_OUT


class PartInput(Declared):
    """The numbers of the teams to part."""

    numbers: Annotated[list[int], ListField(child=StrictInteger(min_value=1), max_length=1000)]
