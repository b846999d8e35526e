"""Inputs that every act has which may change a score that counts."""

from typing import Annotated

from scoring.corrections.services import KEEP, REDRAW
from tournament.inputs import Declared
from tournament.inputs.fields import StrictChoice, StrictText


class Corrects(Declared):
    """A correction. `draws`: the tirages that would differ are kept as they are, or the last one is cancelled (redraw).

    `effects` is the token of the effects that were shown: where something came in since, nothing is recorded.
    """

    draws: Annotated[str, StrictChoice(choices=[KEEP, REDRAW])] = KEEP
    effects: Annotated[str, StrictText(max_length=12)] = ""
