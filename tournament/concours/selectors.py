"""Questions about concours as a whole."""

import datetime
import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournament.concours.access import tournaments_of
from tournament.concours.models import Tournament

_MONEY = re.compile(r"€|\beuros?\b|\bespeces\b|\bespèces\b|\bch[eè]ques?\b|\bargent\b|\bcash\b", re.IGNORECASE)


def concours_lists(user: User, *, today: datetime.date) -> tuple[list[Tournament], list[Tournament]]:
    """The concours of the user's clubs: those not over, the nearest first; and those that are, the latest first.

    A concours is over when its palmarès is published, or when its day is more than a day ago: an evening ends after
    midnight. One query.
    """
    current: list[Tournament] = []
    past: list[Tournament] = []
    for tournament in tournaments_of(user):
        over = tournament.closed_at or tournament.date < today - datetime.timedelta(days=1)
        (past if over else current).append(tournament)
    return sorted(current, key=lambda tournament: (tournament.date, tournament.pk)), past


def names_money(lots: Iterable[str]) -> bool:
    """Whether a prize looks like money.
    >>> names_money(["Un jambon", "2 bouteilles"]), names_money(["Un chèque de 50 €"])
    (False, True)
    """
    return any(_MONEY.search(lot) for lot in lots)


def public_address(request: HttpRequest, path: str) -> str | None:
    """Where a telephone of the hall finds *path*; None while this laptop is on no network that telephones can join.

    The organiser's own browser is at localhost, which means another machine to everybody else.
    """
    asked = urlsplit(f"//{request.get_host()}")
    if not _is_this_machine(asked.hostname or ""):
        return request.build_absolute_uri(path)
    hall = next((host for host in settings.ALLOWED_HOSTS if _is_ipv4(host) and not _is_this_machine(host)), None)
    if hall is None:
        return None
    return f"{request.scheme}://{hall}{f':{asked.port}' if asked.port else ''}{path}"


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
