"""Concours that their clubs announce, so many days from today."""

import datetime

from django.utils import timezone

from tests.scoring import builders
from tournament.models import Tournament


def day(after: int) -> datetime.date:
    return timezone.localdate() + datetime.timedelta(days=after)


def announced(name: str, after: int, **more) -> Tournament:
    """A concours that its club announces, so many days from today."""
    values = {"listed": True, "rule_set": "ffb-classique", "name": name, "date": day(after)} | more
    return builders.concours(teams=values.pop("teams", 0), **values)
