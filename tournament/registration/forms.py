"""Forms of registration. They read figures strictly; the acts check the rest with sentences of their own."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.inputs.forms import choice_field, form_field
from tournament.inputs.shown import ShownForm
from tournament.languages import LazyText
from tournament.ledger.booking import known_means
from tournament.ledger.models import MEANS
from tournament.registration.inputs import PartnersDrawInput, RefundInput, TeamChangeInput, WithdrawInput
from tournament.registration.models import Team, category_choices

# Longer than any text: the act says in its own words what is too long.
LONGEST = 500


class WholeNumberField(forms.CharField):
    """A whole number written with ordinary figures; None when empty. « 1e2 », « １２ » or « 12.0 » are refused."""

    pattern = re.compile(r"([0-9]{1,5})", re.ASCII)
    refused = _("Expected a whole number; read: “%(read)s”.")
    inputmode = "numeric"

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=20, **options)
        self.widget.attrs |= {"inputmode": self.inputmode, "autocomplete": "off"}

    def clean(self, value: object) -> int | None:
        text = super().clean(value).strip()
        match = self.pattern.fullmatch(text)
        if text and not match:
            raise ValidationError(self.refused, params={"read": text})
        return self.number(*match.groups()) if match else None

    def number(self, figures: str) -> int:
        """Return the number of what the pattern read."""
        return int(figures)


class EurosField(WholeNumberField):
    """An amount in euros, with a comma or a point, as cents; None when empty."""

    pattern = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}))?\s*€?", re.ASCII)
    refused = _("Expected an amount such as 14 or 7,50; read: “%(read)s”.")
    inputmode = "decimal"

    def number(self, figures: str, decimals: str | None = None) -> int:
        return int(figures) * 100 + int((decimals or "0").ljust(2, "0"))


def amount_in_euros(cents: int | None) -> str:
    """Return *cents* as one types them: 14 or 7,50; empty for None."""
    return "" if cents is None else f"{cents // 100}" + (f",{cents % 100:02}" if cents % 100 else "")


def text_field(
    label: LazyText, *, help_text: LazyText | str = "", longest: int = LONGEST, **attrs: str
) -> forms.CharField:
    """Make a field of a line of text that may stay empty."""
    widget = forms.TextInput(attrs={"autocomplete": "off"} | attrs)
    return forms.CharField(label=label, required=False, max_length=longest, help_text=help_text, widget=widget)


class RegisterForm(forms.Form):
    """One line: a team."""

    player_1 = text_field(_("Player 1"), autocapitalize="words", spellcheck="false")
    player_2 = text_field(_("Player 2"), autocapitalize="words", spellcheck="false")
    number = WholeNumberField(label=_("Number"))
    origin = text_field(_("Club or commune"))
    category = forms.ChoiceField(label=_("Category"), required=False, choices=category_choices)
    alone = forms.BooleanField(label=_("Alone"), required=False)
    present = forms.BooleanField(label=_("Present"), required=False, initial=True)
    paid = forms.BooleanField(label=_("Paid"), required=False)
    paid_by = forms.ChoiceField(label=_("Paid by"), required=False, choices=list(MEANS.items()))
    till = forms.ChoiceField(label=_("Till"), required=False)
    reduction_1 = forms.ChoiceField(label=_("Reduction of player 1"), required=False)
    reduction_2 = forms.ChoiceField(label=_("Reduction of player 2"), required=False)
    confirm = forms.BooleanField(
        label=_("It is another person with the same name: register all the same"), required=False
    )
    let_in = text_field(_("Why you let this team in all the same"))

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = {
            "paid_by": list(known_means(tournament).items()),
            "till": [("", "—"), *((name, name) for name in tournament.tills)],
        }
        off = [
            ("", "—"),
            *((one.name, f"{one.name} −{euros(one.cents)}") for one in prices(tournament.reductions).values()),
        ]
        for name, its in (choices | {"reduction_1": off, "reduction_2": off}).items():
            choice_field(self, name).choices = its

    def fields_of_team(self, tournament: Tournament) -> dict[str, Any]:
        """Return what was typed as arguments of the act, but for where and who acts."""
        data = dict(self.cleaned_data)
        reductions = [name for name in (data.pop("reduction_1"), data.pop("reduction_2")) if name]
        data["reductions"] = reductions
        if data.pop("paid", False):
            alone = data["alone"] and not data["player_2"].strip()
            data["paid_cents"] = tournament.fee.owed(alone=alone, reductions=reductions)
        elif "paid_cents" not in data:
            data.pop("paid_by")
        players = [data.pop("player_1"), data.pop("player_2")]
        return data | {"players": players, "confirm_twin": data.pop("confirm")}


class TeamForm(RegisterForm, ShownForm):
    """Everything of one team that can be corrected."""

    paid = None  # type: ignore[assignment]  # the amount instead
    name = text_field(_("Name of the team"), help_text=_("Empty: the names of the players."))
    paid_cents = EurosField(label=_("Paid, in euros"), help_text=_("Empty: nothing paid yet."))
    fixed_table = WholeNumberField(
        label=_("Fixed table"), help_text=_("For someone who cannot move from table to table. Empty: none.")
    )
    family = text_field(
        _("Kept apart from"),
        help_text=_("One word for a family or friends: teams with the same word are kept apart like those of a club."),
    )
    remark = text_field(_("Remark"))
    phone_1 = text_field(_("Telephone of player 1"), longest=40, inputmode="tel")
    phone_2 = text_field(_("Telephone of player 2"), longest=40, inputmode="tel")
    reason = form_field(TeamChangeInput, "reason", label=_("Reason for changing a player"))
    alone = forms.BooleanField(label=_("Without a partner: waits until partners are drawn"), required=False)
    confirm = forms.BooleanField(label=_("It is another person with the same name: save all the same"), required=False)

    @classmethod
    def of_team(cls, team: Team, *, tournament: Tournament, till: str) -> TeamForm:
        """Return the form filled with what is written of *team*."""
        names = (
            "number",
            "name",
            "origin",
            "category",
            "present",
            "alone",
            "fixed_table",
            "family",
            "remark",
            "paid_by",
        )
        amount = amount_in_euros(team.paid_cents)
        initial = {name: getattr(team, name) for name in names} | {"paid_cents": amount}
        initial |= {f"reduction_{place}": name for place, name in enumerate(team.reductions, 1)}
        for member in team.members.select_related("player"):
            initial |= {
                f"player_{member.position}": member.player.name,
                f"phone_{member.position}": member.player.phone,
            }
        return cls(initial=initial | {"till": till}, tournament=tournament)

    def fields_of_team(self, tournament: Tournament) -> dict[str, Any]:
        data = super().fields_of_team(tournament)
        return data | {"phones": [data.pop("phone_1"), data.pop("phone_2")]}


class FormOfTeam(forms.Form):
    """A form that stands beside others on the page of a team: its `ids` are its own, for a label leads to the first
    field of an id. The browser asks for the reason, so that the page is not left without it.
    """

    ids = "%s"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": self.ids} | options)
        self.fields["reason"].widget.attrs["required"] = True


class ExcludeForm(FormOfTeam):
    """From which partie a team is excluded, and why."""

    ids = "exclude_%s"
    from_round = WholeNumberField(label=_("First partie it does not play"))
    reason = form_field(WithdrawInput, "reason", label=_("Why it is excluded"), required=False)


class ReadmitForm(FormOfTeam):
    """Read why an exclusion is taken back."""

    ids = "readmit_%s"
    reason = form_field(WithdrawInput, "reason", label=_("Why the exclusion is taken back"), required=False)


class WithdrawForm(FormOfTeam):
    """From which partie a team no longer plays, and why."""

    ids = "leave_%s"
    from_round = WholeNumberField(label=_("First partie it does not play"))
    reason = form_field(WithdrawInput, "reason", label=_("Why"), required=False)


class RefundForm(FormOfTeam):
    """Read what a team has back of its fee, and why."""

    ids = "refund_%s"
    cents = EurosField(label=_("Amount, in euros"))
    means = form_field(RefundInput, "means")
    reason = form_field(RefundInput, "reason", label=_("Why it is given back"), required=False)
    key = form_field(RefundInput, "key", widget=forms.HiddenInput)


class PartnersForm(forms.Form):
    """Read the cards cut for the drawing of partners, and who stays alone where their number is odd."""

    seed = form_field(PartnersDrawInput, "seed", label=_("Cards cut in public"))
    left_over = WholeNumberField(label=_("Stays alone"))
    let_in = text_field(_("Why you let this team in all the same"))


class PairForm(forms.Form):
    """Read the numbers of two people who came alone and play together."""

    first = WholeNumberField(label=_("First person"))
    second = WholeNumberField(label=_("Second person"))
    let_in = text_field(_("Why you let this team in all the same"))
