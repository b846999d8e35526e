"""The forms of telephones: a score proposed, an answer to the other camp's, a code typed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.entry import FigureField


class ProposalForm(forms.Form):
    """The two totals from the point of view of the table: `points_NS` and `points_EO`."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    sequence = forms.IntegerField(min_value=0, max_value=2**53 - 1, widget=forms.HiddenInput)
    points_NS = FigureField(label=_("Points NS"))
    points_EO = FigureField(label=_("Points EO"))
    belotes_NS = FigureField(label=_("Belotes NS"))
    belotes_EO = FigureField(label=_("Belotes EO"))
    capots_NS = FigureField(label=_("Capots NS"))
    capots_EO = FigureField(label=_("Capots EO"))

    def marks(self) -> dict[str, dict[str, int | None]]:
        """The figures read, by camp."""
        return {
            camp: {name: self.cleaned_data.get(f"{name}_{camp}") for name in ("points", "belotes", "capots")}
            for camp in ("NS", "EO")
        }


class AnswerForm(forms.Form):
    """Yes or no to the version that was seen."""

    key = forms.CharField(max_length=64)
    version = forms.IntegerField(min_value=1, max_value=99_999)
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
