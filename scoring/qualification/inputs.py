"""Inputs of the acts on who is qualified for a concours."""

from typing import Annotated

from rest_framework.serializers import ListField

from scoring.qualification.services import MOST_PLACES
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger
from tournament.journal.services import REASON_LENGTH
from tournament.qualification.answers import ANSWERS

Reason = Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]
Key = Annotated[int, StrictInteger(min_value=1)]
Persons = Annotated[list[int], ListField(child=StrictInteger(min_value=1), min_length=1, max_length=2)]
Answer = Annotated[str, StrictChoice(choices=list(ANSWERS), allow_blank=True)]


class QualifyingInput(Declared):
    """The ranking of a `concours`, or of a `season`, and how many of its first are qualified."""

    places: Annotated[int, StrictInteger(min_value=1, max_value=MOST_PLACES)]
    concours: Key | None = None
    season: Key | None = None


class QualifyingListInput(Declared):
    """All the rankings that qualify from now on, in the order in which they call."""

    rankings: list[QualifyingInput]


class QualifiedAnswerInput(Declared):
    """`answer`: accepted, declined, lapsed, or empty where the question is open again."""

    answer: Answer
    reason: Reason = LEFT_OUT


class QualifiedInviteInput(Declared):
    """`who`: the persons of a line of `ranking`, one or the two of a team; `reason`: why they are called beside the others."""

    ranking: Key
    who: Persons
    reason: Reason
