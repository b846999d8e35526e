"""Forms of registration from home, and of the desk that takes its list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.concours.models import Tournament
from tournament.entries.models import ADDRESS_LENGTH, CONTACT_LENGTH, HomeEntry
from tournament.entries.services import KEPT_FOR
from tournament.inputs.forms import exact_field
from tournament.registration.forms import text_field


class EntryForm(forms.Form):
    """Ask who wants to play: names, commune, what the concours needs to reach them."""

    player_1 = forms.CharField(label=_("Your family name and first name"), max_length=60)
    player_2 = text_field(_("Those of your partner"), longest=60)
    commune = text_field(_("Club or commune"), longest=60)
    contact = forms.CharField(max_length=CONTACT_LENGTH)
    seeking = forms.BooleanField(
        label=_("I am alone and look for a partner here"),
        required=False,
        help_text=_(
            "Others who are alone see your commune, never your name: names are shown once both of you have said yes."
        ),
    )
    consent = forms.BooleanField(error_messages={"required": _("Tick the box: without it nothing is kept.")})
    # People do not see it: who fills it in is a program.
    website = text_field(_("Leave empty"), tabindex="-1")

    def __init__(self, *args: Any, tournament: Tournament, entry: HomeEntry | None = None, **options: Any) -> None:
        if entry is not None:
            names = ("player_1", "player_2", "commune", "contact", "seeking")
            options["initial"] = {name: getattr(entry, name) for name in names}
        super().__init__(*args, **options)
        self.fields["player_1"].widget.attrs |= {"autocomplete": "name", "autocapitalize": "words"}
        self.fields["player_2"].widget.attrs["autocapitalize"] = "words"
        self.fields["commune"].widget.attrs["autocomplete"] = "address-level2"
        if tournament.singles:
            del self.fields["player_2"], self.fields["seeking"]
        self._ask_contact(tournament.entries_contact)
        if entry is None:
            usual = _("We agree that the organiser writes down our names for this concours.")
            self.fields["consent"].label = tournament.entries_consent or usual
        else:
            del self.fields["consent"]

    def _ask_contact(self, asked: str) -> None:
        contact = self.fields["contact"]
        if asked == "phone":
            contact.label, kind, complete = _("Telephone"), "tel", "tel"
        elif asked == "mail":
            contact.label, kind, complete = _("Mail address"), "email", "email"
        else:
            del self.fields["contact"]
            return
        contact.widget = forms.TextInput(attrs={"type": kind, "autocomplete": complete})
        contact.help_text = _("For the organiser alone, erased %(days)s days after the concours.") % {
            "days": KEPT_FOR.days
        }

    def clean_website(self) -> str:
        """Refuse what only a program fills in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave this field empty."))
        return ""

    def arguments(self) -> dict[str, Any]:
        """Return what was filled in, as arguments of the acts."""
        data = self.cleaned_data
        return {
            "players": [data["player_1"], data.get("player_2", "")],
            "commune": data["commune"],
            "contact": data.get("contact", ""),
            "seeking": data.get("seeking", False),
        }


class SourceForm(forms.Form):
    """The list of another site: the address of it, and the key made there."""

    address = exact_field(
        _("Address of the list, as the site shows it"), longest=ADDRESS_LENGTH, placeholder="https://"
    )
    secret = text_field(_("Key made there, “Read, register teams and take money”"), longest=200, spellcheck="false")


class ListFileForm(forms.Form):
    """The list of another site in a file."""

    file = forms.FileField(label=_("File of the list"), widget=forms.FileInput(attrs={"accept": ".json"}))
