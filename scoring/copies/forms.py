"""Forms of the places of copies. Checks that need the place itself are the services'."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.copies.models import ADDRESS_LENGTH


class FolderForm(forms.Form):
    """A folder of this computer."""

    folder = forms.CharField(
        label=_("Folder"),
        max_length=ADDRESS_LENGTH,
        help_text=_("Its whole path, of a stick, a shared disk or a folder that is synchronised."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class SecondComputerForm(forms.Form):
    """The second computer of the hall, by the code that it shows."""

    address = forms.CharField(
        label=_("Address that the second computer shows"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"placeholder": "192.168.1.31:8000", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    code = forms.CharField(
        label=_("Its code"),
        max_length=20,
        widget=forms.TextInput(attrs={"placeholder": "4F7K 2M9P", "autocomplete": "off", "spellcheck": "false"}),
    )


class ProgramForm(forms.Form):
    """A hosted Dix de Der, by a key of it."""

    address = forms.CharField(
        label=_("Address of the site"),
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": "https://", "autocomplete": "off", "spellcheck": "false"}),
    )
    other_club = forms.IntegerField(
        label=_("Number of your club there"),
        help_text=_("It stands below the new key."),
        min_value=1,
        max_value=2**53,
    )
    secret = forms.CharField(
        label=_("Key made there, “Send copies of concours to be kept here”"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class TakeOverForm(forms.Form):
    """Why the concours goes on here."""

    reason = forms.CharField(label=_("Why"), max_length=200, initial=_("The computer is dead"))
