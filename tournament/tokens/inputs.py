"""Inputs of the acts on keys of other programs."""

import datetime
from typing import Annotated

from rest_framework.serializers import ListField

from tournament.clubs.policy import SCOPES
from tournament.inputs import Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger

# "everything" holds "copies": nobody names all of them.
Scopes = Annotated[
    list[str], ListField(child=StrictChoice(choices=list(SCOPES)), min_length=1, max_length=len(SCOPES) - 1)
]
ConcoursIds = Annotated[
    list[int] | None, ListField(child=StrictInteger(min_value=1), min_length=1, max_length=200, allow_null=True)
]


class SiteTokenInput(Declared):
    """A token that reads all clubs of the site; `ends_on` is the last day on which it does, at most two years from now."""

    name: Annotated[str, CleanText(max_length=60)]
    ends_on: datetime.date


class TokenInput(Declared):
    """`scopes` are what it may do; `concours` the ids of those it opens, null for all of the club, those to come too.

    `ends_on` is the last day on which it opens anything, at most two years from now.
    """

    name: Annotated[str, CleanText(max_length=60)]
    scopes: Scopes
    concours: ConcoursIds
    ends_on: datetime.date
