"""Forms of registration. They read figures strictly; the acts check the rest with sentences of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.registration import services as registration
from tournament.registration.models import Team, category_choices

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

_FIGURES = re.compile(r"[0-9]{1,5}", re.ASCII)
_EUROS = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}))?\s*€?", re.ASCII)


class FigureField(forms.CharField):
    """A whole number written with ordinary figures; None when empty. « 1e2 », « １２ » or « 12.0 » are refused."""

    widget = forms.TextInput

    def __init__(self, **options) -> None:
        super().__init__(required=False, max_length=20, **options)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: object) -> int | None:
        text = super().clean(value).strip()
        if not text:
            return None
        if not _FIGURES.fullmatch(text):
            raise ValidationError(_("Expected a whole number; read: “%(read)s”."), params={"read": text})
        return int(text)


class EurosField(forms.CharField):
    """An amount in euros, with a comma or a point, as cents; None when empty."""

    def __init__(self, **options) -> None:
        super().__init__(required=False, max_length=20, **options)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: object) -> int | None:
        text = super().clean(value).strip()
        if not text:
            return None
        read = _EUROS.fullmatch(text)
        if read is None:
            raise ValidationError(_("Expected an amount such as 14 or 7,50; read: “%(read)s”."), params={"read": text})
        return int(read[1]) * 100 + int((read[2] or "0").ljust(2, "0"))


def _name_field(label: StrPromise) -> forms.CharField:
    # Longer than any name: the act says in its own words what is too long.
    attrs = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
    return forms.CharField(label=label, required=False, max_length=500, widget=forms.TextInput(attrs=attrs))


def _phone_field(label: StrPromise) -> forms.CharField:
    attrs = {"autocomplete": "off", "inputmode": "tel"}
    return forms.CharField(label=label, required=False, max_length=40, widget=forms.TextInput(attrs=attrs))


class RegisterForm(forms.Form):
    """One line: a team."""

    player_1 = _name_field(_("Player 1"))
    player_2 = _name_field(_("Player 2"))
    number = FigureField(label=_("Number"))
    origin = forms.CharField(
        label=_("Club or commune"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    category = forms.ChoiceField(label=_("Category"), required=False, choices=category_choices)
    paid = forms.BooleanField(label=_("Paid"), required=False)
    present = forms.BooleanField(label=_("Present"), required=False, initial=True)
    confirm = forms.BooleanField(
        label=_("It is another person with the same name: register all the same"), required=False
    )

    def act(self, fee_cents: int) -> dict[str, Any]:
        """Return the arguments of `registration.register_team`, but for the concours and who acts."""
        data = self.cleaned_data
        return {
            "players": [data["player_1"], data["player_2"]],
            "number": data["number"],
            "origin": data["origin"],
            "category": data["category"],
            "present": data["present"],
            "paid_cents": fee_cents if data["paid"] else None,
            "confirm_twin": data["confirm"],
        }


class TeamForm(forms.Form):
    """Everything of one team that can be corrected."""

    player_1 = _name_field(_("Player 1"))
    player_2 = _name_field(_("Player 2"))
    number = FigureField(label=_("Number"))
    name = forms.CharField(
        label=_("Name of the team"),
        required=False,
        max_length=500,
        help_text=_("Empty: the names of the players."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    origin = forms.CharField(
        label=_("Club or commune"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    category = forms.ChoiceField(label=_("Category"), required=False, choices=category_choices)
    present = forms.BooleanField(label=_("Present"), required=False)
    paid_cents = EurosField(label=_("Paid, in euros"), help_text=_("Empty: nothing paid yet."))
    fixed_table = FigureField(
        label=_("Fixed table"), help_text=_("For someone who cannot move from table to table. Empty: none.")
    )
    family = forms.CharField(
        label=_("Kept apart from"),
        required=False,
        max_length=500,
        help_text=_("One word for a family or friends: teams with the same word are kept apart like those of a club."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    remark = forms.CharField(
        label=_("Remark"), required=False, max_length=500, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    phone_1 = _phone_field(_("Telephone of player 1"))
    phone_2 = _phone_field(_("Telephone of player 2"))
    reason = forms.CharField(
        label=_("Reason for changing a player"), required=False, max_length=registration.REASON_LENGTH
    )
    confirm = forms.BooleanField(label=_("It is another person with the same name: save all the same"), required=False)

    @staticmethod
    def initial_of(team: Team) -> dict[str, object]:
        """Return what the form shows first for *team*."""
        members = [member.player for member in team.members.select_related("player").order_by("position")]
        players, phones = [player.name for player in members], [player.phone for player in members]
        paid = team.paid_cents
        return {
            "player_1": players[0] if players else "",
            "player_2": players[1] if len(players) > 1 else "",
            "phone_1": phones[0] if phones else "",
            "phone_2": phones[1] if len(phones) > 1 else "",
            "number": team.number,
            "name": team.name,
            "origin": team.origin,
            "category": team.category,
            "present": team.present,
            "paid_cents": "" if paid is None else f"{paid // 100}" + (f",{paid % 100:02}" if paid % 100 else ""),
            "fixed_table": team.fixed_table or "",
            "family": team.family,
            "remark": team.remark,
        }

    def act(self) -> dict[str, Any]:
        """Return the arguments of `registration.change_team`, but for the team and who acts."""
        data = dict(self.cleaned_data)
        data["players"] = [data.pop("player_1"), data.pop("player_2")]
        data["phones"] = [data.pop("phone_1"), data.pop("phone_2")]
        data["confirm_twin"] = data.pop("confirm")
        return data


class ExcludeForm(forms.Form):
    """From which partie a team is excluded, and why."""

    from_round = FigureField(label=_("First partie it does not play"))
    reason = forms.CharField(label=_("Why it is excluded"), max_length=registration.REASON_LENGTH, required=False)


class ReadmitForm(forms.Form):
    """Why an exclusion is taken back."""

    reason = forms.CharField(
        label=_("Why the exclusion is taken back"), max_length=registration.REASON_LENGTH, required=False
    )


class WithdrawForm(forms.Form):
    """From which partie a team no longer plays, and why."""

    from_round = FigureField(label=_("First partie it does not play"))
    reason = forms.CharField(label=_("Why"), max_length=registration.REASON_LENGTH, required=False)
