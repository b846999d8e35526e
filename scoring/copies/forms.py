"""Forms of the places of copies. Checks that need the place itself are the services'."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.copies.models import ADDRESS_LENGTH
from tournament.inputs.forms import exact_field


class FolderForm(forms.Form):
    """A folder of this computer."""

    folder = exact_field(
        _("Folder"),
        longest=ADDRESS_LENGTH,
        help_text=_("Its whole path, of a stick, a shared disk or a folder that is synchronised."),
    )


class SecondComputerForm(forms.Form):
    """The second computer of the hall, by the code that it shows."""

    address = exact_field(_("Address that the second computer shows"), longest=200, placeholder="192.168.1.31:8000")
    code = exact_field(_("Its code"), longest=20, placeholder="4F7K 2M9P")


class ProgramForm(forms.Form):
    """A hosted Dix de Der, by a key of it."""

    address = exact_field(_("Address of the site"), longest=200, placeholder="https://")
    other_club = forms.IntegerField(
        label=_("Number of your club there"),
        help_text=_("It stands below the new key."),
        min_value=1,
        max_value=2**53,
    )
    secret = exact_field(_("Key made there, “Send copies of concours to be kept here”"), longest=200)


class TakeOverForm(forms.Form):
    """Why the concours goes on here."""

    reason = forms.CharField(label=_("Why"), max_length=200, initial=_("The computer is dead"))
