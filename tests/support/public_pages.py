"""Public pages: none kept from another test, and whether those of a concours are up to date."""

import pytest
from django.core.cache import cache
from django.db import transaction

from rules.local_words import spoken
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()
    public_page.forget()
    public_live.forget()


def up_to_date(tournament_id: int) -> bool:
    """Return whether a refresh would make nothing: what it makes here is rolled back."""
    with spoken(), transaction.atomic():
        made = refresh_pages(tournament_id=tournament_id)
        transaction.set_rollback(True)
    return not made
