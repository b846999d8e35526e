"""Declare the inputs of the clock, and its forms."""

from typing import Annotated

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictInteger
from tournament.inputs.forms import form_field
from tournament.journal.services import REASON_LENGTH
from tournament.rounds.clock import HIGHEST_DONNES, HIGHEST_MINUTES


class SetInput(Declared):
    """The minutes that the clock shows from now on, and the reason; 0 starts it again."""

    minutes: Annotated[int, StrictInteger(min_value=0, max_value=HIGHEST_MINUTES)] = 0
    reason: Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]


class CutoffInput(Declared):
    """The number of last donnes, the one in hand counted; by default as many as the concours says."""

    donnes: Annotated[int, StrictInteger(min_value=1, max_value=HIGHEST_DONNES)] = LEFT_OUT


class PlayedInput(Declared):
    """Donnes that a table had finished when the last ones were imposed; null: not known."""

    donnes: Annotated[int, StrictInteger(min_value=0, max_value=200)] | None


class TableForm(forms.Form):
    """A table."""

    table = forms.IntegerField(min_value=1, max_value=99999, label=_("Table"))


class SeatForm(TableForm):
    """A camp of a table, and whether it is there."""

    camp = forms.CharField(max_length=2)
    here = forms.ChoiceField(choices=[("yes", ""), ("no", "")])


class PlayedForm(TableForm):
    """The donnes that a table had finished when the last ones were imposed; empty: not known."""

    donnes = form_field(PlayedInput, "donnes", label=_("Donnes finished then"))


class CutoffForm(forms.Form):
    """The number of last donnes."""

    donnes = form_field(CutoffInput, "donnes", label=_("Donnes still to play"), required=True)


class SetForm(forms.Form):
    """The minutes that the clock is to show, and the reason."""

    minutes = form_field(SetInput, "minutes", label=_("Minutes the clock shows"), required=True)
    reason = form_field(SetInput, "reason", label=_("Reason"))
