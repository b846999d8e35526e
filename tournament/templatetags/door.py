"""Money as people read it."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def euros(cents: int | None) -> str:
    """An amount in cents, in euros: « 14 € », « 7,50 € »; nothing for None."""
    if cents is None:
        return ""
    whole, rest = divmod(cents, 100)
    amount = number_format(whole + rest / 100 if rest else whole, decimal_pos=2 if rest else 0, force_grouping=True)
    return f"{amount}\u00a0€"
