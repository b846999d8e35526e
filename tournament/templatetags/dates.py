"""The filter `date` of every template, in place of Django's: the first of a month as people write it."""

import datetime

from django import template
from django.template import defaultfilters

from tournament.figures import date_form

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: datetime.date | None, form: str = "DATE_FORMAT") -> str:
    """Write a date as Django's filter does, in the form of `date_form`; nothing for none."""
    return str(defaultfilters.date(value, date_form(value, form)))
