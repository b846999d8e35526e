"""Inputs of the acts on the list of prizes."""

from typing import Annotated

from rest_framework.serializers import ListField

from tournament.concours.lot_lines import GIVER_LENGTH, MOST_CENTS, WHAT_LENGTH
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictInteger
from tournament.prizes.services import FOR_LENGTH, LINE_LENGTH, MOST_PRIZES


class PrizeLinesInput(Declared):
    """Prizes as lines of text, for whom each is before a colon, its value and giver in brackets at the end."""

    lines: Annotated[list[str], ListField(child=CleanText(max_length=LINE_LENGTH), max_length=MOST_PRIZES)]


class PrizeChangeInput(Declared):
    """The values to change; the rest stays. `whom`: for whom it is, in the words of a line; empty: asked."""

    whom: Annotated[str, CleanText(max_length=FOR_LENGTH, allow_blank=True)] = LEFT_OUT
    what: Annotated[str, CleanText(max_length=WHAT_LENGTH)] = LEFT_OUT
    value_cents: Annotated[int, StrictInteger(min_value=0, max_value=MOST_CENTS)] = LEFT_OUT
    giver: Annotated[str, CleanText(max_length=GIVER_LENGTH, allow_blank=True)] = LEFT_OUT


class PrizeNumbersInput(Declared):
    """The numbers of prizes."""

    numbers: Annotated[list[int], ListField(child=StrictInteger(min_value=1), max_length=MOST_PRIZES)]
