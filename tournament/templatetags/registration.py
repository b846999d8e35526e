"""Filters of registration: amounts of money, remarks about the rows of a list, categories."""

from django import template
from django.utils.formats import number_format

from tournament.messages import sentence
from tournament.registration.imports.entries import Say
from tournament.registration.imports.forms import ROLE_LABELS
from tournament.registration.models import CATEGORIES, MEANS, Team

register = template.Library()


@register.filter
def euros(cents: int | None) -> str:
    """Format an amount of cents in euros: « 14 € », « 7,50 € »; nothing for None."""
    if cents is None:
        return ""
    whole, rest = divmod(cents, 100)
    amount = number_format(whole + rest / 100 if rest else whole, decimal_pos=2 if rest else 0, force_grouping=True)
    return f"{amount}\u00a0€"


@register.filter
def paid_up(team: Team, fee_cents: int) -> bool:
    """Return whether *team* has paid all it owes: half the fee while it is one person alone."""
    return team.paid_up(fee_cents)


@register.filter
def row_sentence(say: Say) -> str:
    """Return the sentence of a remark about a row."""
    params = dict(say.params)
    if "role" in params:
        params["role"] = ROLE_LABELS[str(params["role"])]
    if "category" in params:
        params["category"] = CATEGORIES[str(params["category"])]
    return sentence(say.code, params)


@register.filter
def means(key: str) -> str:
    """Return the words for a means of payment, nothing for none."""
    return str(MEANS[key]) if key else ""


@register.filter
def category(key: str) -> str:
    """Return the words for a category, nothing for none."""
    return str(CATEGORIES[key]) if key else ""
