"""Inputs of the acts on a concours as a whole."""

from typing import Annotated

from tournament.inputs import Declared
from tournament.inputs.fields import CleanText


class RemoveInput(Declared):
    while_played: bool = False


class PurgeInput(Declared):
    name: Annotated[str, CleanText(max_length=80)]
