"""Inputs of the acts on the other sites that are told."""

from typing import Annotated

from scoring.webhooks.messages import EVENTS
from scoring.webhooks.models import ADDRESS_LENGTH
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import StrictChoice, StrictText

Address = Annotated[str, StrictText(max_length=ADDRESS_LENGTH)]
Event = Annotated[str, StrictChoice(choices=list(EVENTS))]


class WebhookInput(Declared):
    """An address that receives messages, and about what: scores, draws, palmares."""

    url: Address
    events: list[Event]


class WebhookChangeInput(Declared):
    """Changes of an address; a field that is left out stays. Switched on again, it receives all that it missed."""

    url: Address = LEFT_OUT
    events: list[Event] = LEFT_OUT
    active: bool = LEFT_OUT
