"""The forms of the clock."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services.clock import HIGHEST_DONNES, HIGHEST_MINUTES, REASON_LENGTH


class CutoffForm(forms.Form):
    """How many last donnes."""

    donnes = forms.IntegerField(min_value=1, max_value=HIGHEST_DONNES, label=_("Donnes still to play"))


class SetForm(forms.Form):
    """What the clock shall show, and why."""

    minutes = forms.IntegerField(min_value=0, max_value=HIGHEST_MINUTES, label=_("Minutes the clock shows"))
    reason = forms.CharField(max_length=REASON_LENGTH, label=_("Reason"))


class SeatForm(forms.Form):
    """A camp of a table, and whether it is there."""

    table = forms.IntegerField(min_value=1, max_value=99999)
    camp = forms.CharField(max_length=2)
    here = forms.ChoiceField(choices=[("yes", ""), ("no", "")])


class TableForm(forms.Form):
    """A table."""

    table = forms.IntegerField(min_value=1, max_value=99999, label=_("Table"))


class PlayedForm(TableForm):
    """How many donnes a table had finished when the last ones were imposed; empty: not known."""

    donnes = forms.IntegerField(min_value=0, max_value=200, required=False, label=_("Donnes finished then"))
