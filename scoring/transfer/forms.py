"""The form of a concours file that is sent."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.transfer import bundle
from scoring.transfer.file import SUFFIX
from tournament.clubs.models import Club


class TakeInForm(forms.Form):
    """A file, and the club into which it goes where there are several."""

    club = forms.ChoiceField(label=_("Into which club"))
    file = forms.FileField(
        label=_("The file of the concours"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": f"{SUFFIX},{bundle.SUFFIX}"}),
    )

    def __init__(self, *given: Any, clubs: Sequence[Club], **named: Any) -> None:
        super().__init__(*given, **named)
        choice = self.fields["club"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(str(club.pk), club.name) for club in clubs]
        if len(clubs) == 1:
            choice.widget, choice.required, choice.initial = forms.HiddenInput(), False, str(clubs[0].pk)
        self._clubs = {str(club.pk): club for club in clubs}

    def chosen_club(self) -> Club:
        """Return the club that was chosen, or the only one."""
        return self._clubs.get(self.cleaned_data["club"]) or next(iter(self._clubs.values()))
