"""What people type about accounts. Checks that need the database are the services'."""

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import ROLES

SHORTEST_PASSWORD = next(
    validator["OPTIONS"]["min_length"]
    for validator in settings.AUTH_PASSWORD_VALIDATORS
    if validator["NAME"].endswith("MinimumLengthValidator")
)
PASSWORD_HELP = format_lazy(
    _("At least {count} characters. A short sentence that only you would say is easy to keep in mind."),
    count=SHORTEST_PASSWORD,
)


def password_field(label: str, *, new: bool, **options: object) -> forms.CharField:
    """A password input; spaces count, and it can be pasted."""
    widget = forms.PasswordInput(
        attrs={"autocomplete": "new-password" if new else "current-password", "data-password": ""}
    )
    return forms.CharField(label=label, max_length=128, strip=False, widget=widget, **options)


class WelcomeForm(forms.Form):
    club_name = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("For example: Amicale des beloteurs de Casson."),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "organization"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        help_text=_("You will log in with it; capitals and accents do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = password_field(_("Password"), new=True, help_text=PASSWORD_HELP)


class LogInForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )
    password = password_field(_("Password"), new=False)


class PasswordForm(forms.Form):
    current = password_field(_("Your present password"), new=False)
    password = password_field(_("Your new password"), new=True, help_text=PASSWORD_HELP)


class AccountForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("First name and name, as this person will type them to log in."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=lambda: list(ROLES.items()), initial="scorer")
    password = forms.CharField(
        label=_("First password"),
        max_length=128,
        strip=False,
        required=False,
        help_text=_("Leave empty: the program makes one and shows it once."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
