"""The places in teams that refer to people: their rows belong to a subject further right."""

from collections.abc import Collection
from typing import Any

from django.apps import apps
from django.db.models import Exists, OuterRef, QuerySet

from tournament.people.models import Person


def places(people: Collection[Person]) -> QuerySet[Any]:
    """Return the places of *people* in teams, those of nobody else."""
    return apps.get_model("tournament", "TeamMember").objects.filter(person__in=people)


def sat() -> Exists:
    """Return the condition under which a place was played from: its team sat at a table of a published partie."""
    seats = apps.get_model("tournament", "Seat").objects.filter(team=OuterRef("team"), round__state="published")
    return Exists(seats)
