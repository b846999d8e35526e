"""Questions about concours as a whole."""

import datetime
import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from tournament.concours.access import tournaments_of
from tournament.concours.models import Tournament

MOST_EARLIER = 6
_MONEY = re.compile(r"€|\beuros?\b|\bespeces\b|\bespèces\b|\bch[eè]ques?\b|\bargent\b|\bcash\b", re.IGNORECASE)
_VOUCHER = re.compile(r"\bbons? (?:d[’' ]achat|cadeau)|\bchèques?[ -]cadeaux?|\bvouchers?\b", re.IGNORECASE)


def concours_lists(user: User, *, today: datetime.date) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
    """List the concours of the user's clubs: those not over, the nearest first and a demonstration last;
    those that are, the latest first.

    A concours is over when its palmarès is published, or when its day is more than a day ago: an evening ends after
    midnight.
    """
    over = Q(date__lt=today - datetime.timedelta(days=1)) | Q(closed_at__isnull=False)
    mine = tournaments_of(user)
    return mine.exclude(over).order_by("is_demo", "date", "pk"), mine.filter(over)


def earlier_concours(user: User) -> list[Tournament]:
    """List the last concours whose settings the user may take for a new one, a demonstration left out; one query."""
    mine = tournaments_of(user, "settings").filter(is_demo=False)
    return list(mine.order_by("-created_at")[:MOST_EARLIER])


def names_money(prizes: Iterable[str]) -> bool:
    """Return whether a prize looks like money; a voucher is none, whatever it is worth.
    >>> names_money(["Un jambon", "2 bons d’achat de 30 €"]), names_money(["Un chèque de 50 €"])
    (False, True)
    """
    return any(_MONEY.search(prize) and not _VOUCHER.search(prize) for prize in prizes)


def public_address(request: HttpRequest, path: str) -> str | None:
    """Return the address of *path* for telephones of the hall; None while this laptop is on no network they can join.

    The organiser's own browser is at localhost, which means another machine to everybody else.
    """
    host = urlsplit(f"//{request.get_host()}")
    if not _is_this_machine(host.hostname or ""):
        return request.build_absolute_uri(path)
    hall = next((name for name in settings.ALLOWED_HOSTS if _is_ipv4(name) and not _is_this_machine(name)), None)
    if hall is None:
        return None
    return f"{request.scheme}://{hall}{f':{host.port}' if host.port else ''}{path}"


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_ipv4(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).version == 4
    except ValueError:
        return False
