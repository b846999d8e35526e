"""Forms of the till: means, tills and amounts; how many of each thing is read from the fields named for it."""

from django import forms
from django.http import QueryDict

from scoring.till.inputs import CorrectionInput, CountInput, MoneyInput, SaleInput
from scoring.till.services import COINS
from tournament.errors import TournamentError
from tournament.inputs.forms import form_field
from tournament.page_acts import figure_in
from tournament.registration.forms import EurosField, WholeNumberField


class TillForm(forms.Form):
    """Means and till of a movement, whose names the act checks, and the key by which a second press is known."""

    means = form_field(SaleInput, "means")
    till = form_field(SaleInput, "till")
    key = form_field(SaleInput, "key", widget=forms.HiddenInput)


class SaleForm(TillForm):
    """Read a sale: the buyer and how it is paid."""

    team = WholeNumberField()
    fee = forms.BooleanField(required=False)
    remark = form_field(SaleInput, "remark")


class DueForm(TillForm):
    """Read a payment of what was owed."""

    line = forms.IntegerField(min_value=1)


class MoneyForm(TillForm):
    """Money beside fees and sales."""

    kind = forms.CharField(max_length=20)
    cents = EurosField()
    to_till = form_field(MoneyInput, "to_till")
    remark = form_field(MoneyInput, "remark")


class CountForm(TillForm):
    """Read a count; its notes and coins have fields of their own."""

    cents = EurosField()
    reason = form_field(CountInput, "reason")


class CorrectLineForm(forms.Form):
    """Why a line is corrected."""

    reason = form_field(CorrectionInput, "reason", required=False)


def pieces_in(post: QueryDict) -> dict[str, int]:
    """Return how many of each item a form has. Raises TournamentError quantity_unread."""
    return {
        name: count
        for name in [field.removeprefix("item-") for field in post if field.startswith("item-")]
        if (count := _quantity(post.get(f"item-{name}", "")))
    }


def coins_in(post: QueryDict) -> dict[str, int]:
    """Return how many of each note and coin a form has. Raises TournamentError quantity_unread."""
    return {coin: count for coin in COINS if (count := _quantity(post.get(f"coin-{coin}", "")))}


def _quantity(typed: str) -> int:
    text = typed.strip()
    sign, figures = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text)
    count = figure_in(figures, digits=5) if text else 0
    if count is None:
        raise TournamentError("quantity_unread", read=text[:40])
    return sign * count
