"""Filters of registration: amounts of money, names and prizes, remarks about the rows of a list, categories."""

import html
import re

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.messages import sentence
from tournament.registration.imports.entries import Say
from tournament.registration.imports.forms import ROLE_LABELS
from tournament.registration.models import CATEGORIES, MEANS, Team

register = template.Library()
_BOUND = re.compile(r"(?<=\d) (?=[^\W\d_])| (?=[:;!?»/])|(?<=«) ")
_HYPHENED = re.compile(r"[^\W\d_]-[^\W\d_]")


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
def unbroken(text: str) -> SafeString:
    """Mark up a name or a prize so that no line ends at a hyphen while the whole word has room on the next line.

    A number stays with what it counts, a sign with what it follows. Names that `join` has escaped are not escaped twice.
    """
    text = html.unescape(text) if isinstance(text, SafeString) else text
    words = _BOUND.sub("\u00a0", text).split(" ")
    return format_html_join(
        " ", "{}", ((format_html('<span class="unbroken">{}</span>', w) if _HYPHENED.search(w) else w,) for w in words)
    )


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
