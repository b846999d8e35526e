"""Forms about accounts. Checks that need the database are the services'."""

from django import forms
from django.contrib.auth.password_validation import MinimumLengthValidator, get_default_password_validators
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.local_words import DONNES, TEAMS
from tournament.clubs.inputs import (
    AccountInput,
    BeginInput,
    ConfirmedInput,
    FirstCodeInput,
    FirstPasswordInput,
    LogInInput,
    PasswordInput,
    WelcomeInput,
)
from tournament.clubs.models import role_choices
from tournament.inputs.forms import form_field

SHORTEST_PASSWORD = next(
    validator.min_length
    for validator in get_default_password_validators()
    if isinstance(validator, MinimumLengthValidator)
)
PASSWORD_HELP = format_lazy(
    _("At least {count} characters. A short sentence that only you would say is easy to keep in mind."),
    count=SHORTEST_PASSWORD,
)


def password_field(declaration: type, name: str, label: object, *, new: bool, **options: object) -> forms.Field:
    """Make a password input; spaces count, and it can be pasted."""
    widget = forms.PasswordInput(
        attrs={"autocomplete": "new-password" if new else "current-password", "data-password": ""}
    )
    return form_field(declaration, name, label=label, widget=widget, **options)


class WelcomeForm(forms.Form):
    club_name = form_field(
        WelcomeInput,
        "club_name",
        label=_("Name of the club"),
        help_text=_("For example: Amicale des beloteurs de Casson."),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "organization"}),
    )
    name = form_field(
        WelcomeInput,
        "name",
        label=_("Your name"),
        help_text=_("You will log in with it; capitals and accents do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = password_field(WelcomeInput, "password", _("Password"), new=True, help_text=PASSWORD_HELP)


class LogInForm(forms.Form):
    name = form_field(
        LogInInput,
        "name",
        label=_("Your name"),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )
    password = password_field(LogInInput, "password", _("Password"), new=False)


class PasswordForm(forms.Form):
    current = password_field(PasswordInput, "current", _("Your present password"), new=False)
    password = password_field(PasswordInput, "password", _("Your new password"), new=True, help_text=PASSWORD_HELP)


class GivenPasswordForm(forms.Form):
    password = password_field(PasswordInput, "password", _("Your new password"), new=True, help_text=PASSWORD_HELP)


def code_field(declaration: type, **options: object) -> forms.Field:
    """Make the input of a code of the telephone, which its browser may fill in, or of a recovery code."""
    attrs = {"autocomplete": "one-time-code", "autocapitalize": "off", "spellcheck": "false", "inputmode": "text"}
    widget = forms.TextInput(attrs=attrs | {"autofocus": bool(options.pop("first", False))})
    return form_field(declaration, "code", label=options.pop("label", _("Code")), widget=widget, **options)


class LogInCodeForm(forms.Form):
    code = code_field(
        FirstCodeInput,
        first=True,
        label=_("Code of your telephone"),
        help_text=_("Six figures, new every half minute. Without the telephone: one of your recovery codes."),
    )
    trust = forms.BooleanField(label=_("Ask no code on this device for 30 days"), required=False)


class BeginFactorForm(forms.Form):
    current = password_field(BeginInput, "current", _("Your present password"), new=False)


class ConfirmFactorForm(forms.Form):
    code = code_field(FirstCodeInput, first=True, label=_("The code that the telephone shows now"))


class ConfirmedFactorForm(forms.Form):
    current = password_field(ConfirmedInput, "current", _("Your present password"), new=False)
    code = code_field(ConfirmedInput, label=_("Code of your telephone, or a recovery code"))


class FirstPasswordForm(forms.Form):
    password = password_field(FirstPasswordInput, "password", _("Your password"), new=True, help_text=PASSWORD_HELP)


class AccountForm(forms.Form):
    name = form_field(
        AccountInput,
        "name",
        label=_("Name"),
        help_text=_("First name and name, as this person will type them to log in."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=role_choices, initial="scorer")
    password = form_field(
        AccountInput,
        "password",
        label=_("First password"),
        help_text=_("Leave empty: the program makes one and shows it once."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class WordsForm(forms.Form):
    """Read what a hall calls a donne and a team. The words themselves are never said in those chosen before."""

    donne = forms.ChoiceField(
        label=_("Eight cards for each player"),
        choices=[(key, word.capitalize()) for key, (word, _english) in DONNES.items()],
        widget=forms.RadioSelect,
    )
    team = forms.ChoiceField(
        label=_("Two partners"),
        choices=[(key, word.capitalize()) for key, (word, _english) in TEAMS.items()],
        widget=forms.RadioSelect,
    )
