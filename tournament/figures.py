"""Write figures as people read them: a true minus, ordinals, dates. Data for programs keeps the plain ones."""

from datetime import date

from django.utils import formats
from django.utils.translation import pgettext


def minus(value: object) -> str:
    """Write a figure with a typographic minus.

    >>> minus(-36), minus(162)
    ('−36', '162')
    """
    return str(value).replace("-", "−")


def ordinal(rank: int) -> str:
    """Write *rank* as an ordinal in the language of the moment: « 1er », « 2e », « 21e »; "1st", "12th", "22nd"."""
    if rank == 1:
        return pgettext("ordinal", "1st")
    last = 0 if rank % 100 in (11, 12, 13) else rank % 10
    return {
        1: pgettext("ordinal", "%(rank)sst"),
        2: pgettext("ordinal", "%(rank)snd"),
        3: pgettext("ordinal", "%(rank)srd"),
    }.get(last, pgettext("ordinal", "%(rank)sth")) % {"rank": rank}


def date_form(day: object, form: str) -> str:
    """Return the *form* of Django in which *day* is written in the language of the moment.

    French counts the first of a month: « 1er décembre », and « 2 décembre ».
    """
    form = str(formats.get_format(form))
    if "j F" not in form or getattr(day, "day", 0) != 1:
        return form
    return form.replace("j F", pgettext("first of a month", "j F"))


def date_words(day: date, form: str) -> str:
    """Write *day* in the language of the moment, in a *form* of Django: « 1er décembre 2026 »."""
    return formats.date_format(day, date_form(day, form))
