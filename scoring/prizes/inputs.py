"""Inputs of the acts of the prize giving."""

from typing import Annotated

from rest_framework.serializers import ListField

from scoring.prizes.services import MOST_YEARS, PRIZE_LENGTH
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictInteger
from tournament.rounds.seeds import SEED_LENGTH

Words = Annotated[str, CleanText(max_length=PRIZE_LENGTH, allow_blank=True)]
Numbers = Annotated[list[int], ListField(child=StrictInteger(min_value=1, max_value=9999), max_length=20)]


class PrizeOrderInput(Declared):
    """The team numbers of one shared rank, in the order in which the card lets them choose.

    `cards`: the card that each of them drew, as "R♥" or "10 de pique"; the higher one then chooses first.
    """

    teams: list[int]
    cards: Annotated[list[str], ListField(child=CleanText(max_length=30), max_length=500)] = LEFT_OUT


class PrizeTurnInput(Declared):
    """Record that a team was called, and the prize that it has instead of its own; `chosen`: numbers of those left."""

    called: bool = True
    prize: Words = ""
    chosen: Numbers = LEFT_OUT


class PrizeGiveInput(Declared):
    """`to`: the number of the team that has what the called one takes; `prize` and `chosen` as for a call."""

    to: Annotated[int, StrictInteger(min_value=1, max_value=99_999)]
    prize: Words = ""
    chosen: Numbers = LEFT_OUT


class PrizeAbsentInput(Declared):
    """Record that a team was called and was not there; `absent` false: it is called in its turn again."""

    absent: bool = True


class PrizeDrawInput(Declared):
    """`prize`: its number; `seed`: the cards that were cut, by default a number of the computer."""

    prize: Annotated[int, StrictInteger(min_value=1, max_value=9999)]
    seed: Annotated[str, CleanText(max_length=SEED_LENGTH, allow_blank=True)] = ""


class TeamYearsInput(Declared):
    """The age of the players of a team together, in years; null: not known any more."""

    team: Annotated[int, StrictInteger(min_value=1, max_value=99_999)]
    years: Annotated[int, StrictInteger(min_value=1, max_value=MOST_YEARS)] | None


class PrizeYearsInput(Declared):
    teams: list[TeamYearsInput]
