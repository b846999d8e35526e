"""Money, and what is said of a row of a list, as people read them."""

from django import template
from django.utils.formats import number_format

from tournament.forms.imports import ROLE_LABELS
from tournament.imports import Say
from tournament.messages import sentence
from tournament.models import CATEGORIES

register = template.Library()


@register.filter
def euros(cents: int | None) -> str:
    """An amount in cents, in euros: « 14 € », « 7,50 € »; nothing for None."""
    if cents is None:
        return ""
    whole, rest = divmod(cents, 100)
    amount = number_format(whole + rest / 100 if rest else whole, decimal_pos=2 if rest else 0, force_grouping=True)
    return f"{amount}\u00a0€"


@register.filter
def told(say: Say) -> str:
    """The sentence of what is to be told about a row."""
    params = dict(say.params)
    if "role" in params:
        params["role"] = ROLE_LABELS[params["role"]]
    if "category" in params:
        params["category"] = CATEGORIES[params["category"]]
    return sentence(say.code, params)


@register.filter
def category(key: str) -> str:
    """The words for a category's key; nothing for none."""
    return CATEGORIES[key] if key else ""
