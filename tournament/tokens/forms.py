"""The form of a new token. Checks that need the database are the services'."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.inputs.forms import form_field
from tournament.tokens.inputs import SiteTokenInput, TokenInput
from tournament.tokens.models import SCOPE_WORDS

USUAL = datetime.timedelta(days=365)


class SiteTokenForm(forms.Form):
    """Ask what a key of the site is for, and until when."""

    name = form_field(
        SiteTokenInput,
        "name",
        label=_("What is it for?"),
        help_text=_("For example: the site of the federation."),
    )
    ends_on = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["ends_on"].initial = timezone.localdate() + USUAL


class TokenForm(forms.Form):
    """Ask what a key is for, what it allows, in which concours and until when."""

    name = form_field(
        TokenInput,
        "name",
        label=_("What is it for?"),
        help_text=_("For example: the site of the club."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it allows"),
        choices=list(SCOPE_WORDS.items()),
        initial=["reading"],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    whole_club = forms.ChoiceField(
        label=_("In which concours"),
        choices=[("1", _("All the concours of the club, those to come too")), ("", _("Only those ticked below"))],
        initial="1",
        required=False,
        widget=forms.RadioSelect,
    )
    concours = forms.TypedMultipleChoiceField(
        label=_("Concours"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    ends_on = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data)
        concours = Tournament.objects.filter(club=club).order_by("-date", "-pk")[:60]
        choices = [(one.pk, f"{one.name} · {one.date:%d/%m/%Y}") for one in concours]
        self.fields["concours"].choices = choices  # type: ignore[attr-defined]
        self.fields["ends_on"].initial = timezone.localdate() + USUAL

    @property
    def choices(self) -> list[forms.BoundField]:
        """Return the fields that are lists to tick, as the page shows them."""
        return [self[name] for name in ("scopes", "whole_club", "concours")]

    def arguments(self) -> dict[str, Any]:
        """Return what was filled in, as arguments of `make_token`."""
        told = dict(self.cleaned_data)
        whole_club, chosen = told.pop("whole_club"), told.pop("concours")
        return told | {"concours": None if whole_club else chosen}
