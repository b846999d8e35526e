"""Write figures as people read them: a true minus, ordinals. Data for programs keeps the plain ones."""

from django.utils.translation import get_language

ENGLISH = {1: "st", 2: "nd", 3: "rd"}


def minus(value: object) -> str:
    """Write a figure with a typographic minus.

    >>> minus(-36), minus(162)
    ('−36', '162')
    """
    return str(value).replace("-", "−")


def ordinal(rank: int) -> str:
    """Write *rank* as an ordinal in the language of the moment: « 1er », « 2e », « 21e »; "1st", "12th", "22nd"."""
    if get_language() == "en":
        return f"{rank}{'th' if rank % 100 in (11, 12, 13) else ENGLISH.get(rank % 10, 'th')}"
    return f"{rank}er" if rank == 1 else f"{rank}e"
