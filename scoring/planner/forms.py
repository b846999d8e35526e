"""Declare what is asked about an evening to come, and its form."""

import datetime
from typing import Annotated, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.planner.selectors import FEWEST_TEAMS, USUAL_TEAMS
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictInteger
from tournament.inputs.forms import form_field

USUAL_START, USUAL_END = "20:00", "01:30"


class PlanQuery(Declared):
    """The teams expected, the hours of the hall, and the seconds of a donne, by default those of the club's evenings."""

    teams: Annotated[int, StrictInteger(min_value=FEWEST_TEAMS, max_value=1000)] = USUAL_TEAMS
    start: Annotated[str, CleanText(max_length=5)] = USUAL_START
    end: Annotated[str, CleanText(max_length=5)] = USUAL_END
    donne_seconds: Annotated[int, StrictInteger(min_value=60, max_value=900)] = LEFT_OUT


def hour_of(text: str, field: str) -> datetime.time:
    """Return the hour written as 20:30. Raises ScoringError hour_unread.

    >>> hour_of("20:30", "start")
    datetime.time(20, 30)
    """
    try:
        return datetime.datetime.strptime(text, "%H:%M").time()
    except ValueError as error:
        raise ScoringError("hour_unread", field=field, read=text) from error


class PlanForm(forms.Form):
    """Represent the hours and the number of teams that an organiser expects."""

    teams = form_field(
        PlanQuery,
        "teams",
        label=_("Teams expected"),
        help_text=_("Where everyone enters alone: half of the number of players."),
        required=True,
    )
    start = forms.TimeField(
        label=_("First partie at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), initial=USUAL_START
    )
    end = forms.TimeField(
        label=_("Hall until"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), initial=USUAL_END
    )
    minutes = forms.DecimalField(
        label=_("Minutes for a donne"), min_value=1, max_value=15, decimal_places=1, localize=True, required=False
    )

    def arguments(self) -> dict[str, Any]:
        """Return what was typed, as the planner takes it. The form must be valid."""
        typed = dict(self.cleaned_data)
        minutes = typed.pop("minutes")
        return typed | {"donne_seconds": int(minutes * 60) if minutes else None}
