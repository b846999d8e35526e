"""Inputs of the acts on the people of a club."""

from typing import Annotated

from rest_framework.serializers import ListField

from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger
from tournament.journal.services import REASON_LENGTH
from tournament.people import services as people
from tournament.people.models import PERSON_CATEGORIES
from tournament.people.naming import NAMING

Name = Annotated[str, CleanText(max_length=people.TEXTS["name"])]
Commune = Annotated[str, CleanText(max_length=people.TEXTS["commune"], allow_blank=True)]
PersonCategory = Annotated[str, StrictChoice(choices=list(PERSON_CATEGORIES), allow_blank=True)]
FixedTable = Annotated[int, StrictInteger(min_value=1, max_value=people.HIGHEST_TABLE)]
Needs = Annotated[str, CleanText(max_length=people.TEXTS["needs"], allow_blank=True)]
BirthYear = Annotated[int, StrictInteger(min_value=1800, max_value=2200)]
Phone = Annotated[str, CleanText(max_length=people.TEXTS["phone"], allow_blank=True)]


class PersonInput(Declared):
    """`fixed_table`: the table that the person needs; `needs`: what the door should know; `member`: of the club.

    A `birth_year` is kept only while a concours of the club asks for ages.
    """

    name: Name
    commune: Commune = LEFT_OUT
    category: PersonCategory = LEFT_OUT
    fixed_table: FixedTable | None = LEFT_OUT
    needs: Needs = LEFT_OUT
    phone: Phone = LEFT_OUT
    member: bool = LEFT_OUT
    birth_year: BirthYear | None = LEFT_OUT


class PersonChangeInput(PersonInput):
    """The values to change; the rest stays. A name is corrected in every concours that shows it.

    `reason`: why the name changes, for players to read beside a palmarès that was published before.
    """

    name: Name = LEFT_OUT
    reason: Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)] = LEFT_OUT


class RightsInput(Declared):
    """The word of the person: `naming` about its name on public pages, `images` whether it may be seen in pictures."""

    naming: Annotated[str, StrictChoice(choices=list(NAMING), allow_blank=True)] = LEFT_OUT
    images: bool = LEFT_OUT


class RetentionInput(Declared):
    """`years` without an evening after which a person is erased; null: never by itself."""

    years: Annotated[int, StrictInteger(min_value=1, max_value=people.MOST_YEARS)] | None


class EndMembershipsInput(Declared):
    """`members`: how many the club had when this was decided; another number refuses it."""

    members: Annotated[int, StrictInteger(min_value=0, max_value=people.MOST_PEOPLE)]


class PeopleInput(Declared):
    """The ids of people; the first one stands where they are brought together."""

    people: Annotated[list[int], ListField(child=StrictInteger(min_value=1), max_length=people.MOST_AT_ONCE)]


class PlacesInput(Declared):
    """`places`: those of the evenings that are another person's, as `evenings/` names them."""

    places: Annotated[list[int], ListField(child=StrictInteger(min_value=1), max_length=people.MOST_AT_ONCE)]


class ClubLineInput(Declared):
    """`line`: the number of a line in the journal of the club."""

    line: Annotated[int, StrictInteger(min_value=1)]
