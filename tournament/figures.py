"""Write figures as people read them: a true minus, ordinals. Data for programs keeps the plain ones."""

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
