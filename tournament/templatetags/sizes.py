"""Filter of sizes: how much room a file takes, as people say it."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

register = template.Library()
_STEP = 1000


@register.filter
def file_size(count: int) -> str:
    """Return the size of so many bytes: « 12 Ko », « 3,4 Mo »; what is less than one is one."""
    thousands = max(count / _STEP, 1)
    if thousands < _STEP:
        return _("%(n)s KB") % {"n": round(thousands)}
    return _("%(n)s MB") % {"n": number_format(thousands / _STEP, decimal_pos=1)}
