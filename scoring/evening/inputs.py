"""Inputs of the acts at the end of an evening."""

from typing import Annotated

from scoring.evening.closing import LONGEST_MINUTES, MESSAGE_LENGTH, REASON_LENGTH
from tournament.inputs import Declared
from tournament.inputs.fields import CleanText, StrictInteger

Reason = Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]


class CloseInput(Declared):
    """The reason why the concours stops early, where it does; or for which the palmarès is published again."""

    reason: Reason = ""


class ReopenInput(Declared):
    reason: Reason


class MessageInput(Declared):
    """A message for walls and telephones, and after how many minutes it goes; 0: at the palmarès."""

    text: Annotated[str, CleanText(max_length=MESSAGE_LENGTH)]
    minutes: Annotated[int, StrictInteger(min_value=0, max_value=LONGEST_MINUTES)] = 0
