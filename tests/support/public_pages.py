"""Look whether the public pages of a concours are up to date, without making them."""

from django.db import transaction

from rules.local_words import spoken
from scoring.public.pages import refresh_pages


def up_to_date(tournament_id: int) -> bool:
    """Return whether a refresh would make nothing: what it makes here is rolled back."""
    with spoken(), transaction.atomic():
        made = refresh_pages(tournament_id=tournament_id)
        transaction.set_rollback(True)
    return not made
