"""Log in: the password is checked, and guesses are slowed down, by account, by device and by address."""

import ipaddress
import logging
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import (
    authenticate,
    get_user_model,
)
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament import names
from tournament.clubs.models import LoginAttempt
from tournament.errors import TournamentError
from tournament.places import NoPlaceError, Places

log = logging.getLogger("dix.accounts")

FREE_FAILURES = 10  # a club's devices may all log in at one moment, each counted before it is checked
LONGEST_WAIT = 900  # seconds
FORGOTTEN_AFTER = timedelta(hours=24)
DEVICE_KNOWN = timedelta(days=180)
# Hashing a password is dear on purpose: two at once in one process, and some that wait for their turn.
CHECK_SECONDS, CHECKED_OF_ONE_ADDRESS = 8, 10

_DEVICE = f"{settings.COOKIE_PREFIX}dix_device"
_checks = Places(at_once=2, queue=14, seconds=CHECK_SECONDS)
_checking: Counter[str] = Counter()
_checking_lock = threading.Lock()


def username(name: str) -> str:
    """Return the account's key: one for all the ways to write a name, so that nobody is kept out by an accent.

    >>> username("Élise Le Goff"), username("LE GOFF  elise")
    ('elise.goff.le', 'elise.goff.le')
    """
    return ".".join(names.key(name).split())


# --- Log-in -----------------------------------------------------------------------------------------------------------


def log_in_user(*, request: HttpRequest, name: str, password: str) -> User:
    """Return the account of *name* if *password* is its own.

    Raises TournamentError: `login_wait` (params: seconds) while this address must wait for this account, `login_wrong`
    for an unknown name, a wrong password and a closed account alike.
    """
    account = account_key(name)
    address = origin(request.META.get("REMOTE_ADDR", ""))
    counted = counted_from(request, name)[0]
    with _place_to_check(address):
        count_try(account=account, address=counted)
        user = authenticate(request, username=_stored_username(name), password=password)
    if user is None:
        log.warning("log-in refused, from %s", address)
        raise TournamentError("login_wrong")
    # Not deleted: another device of this account may be about to count its own try in this row.
    LoginAttempt.objects.filter(account=account, address=counted).update(failures=0)
    return user


def remember_device(response: HttpResponse, name: str) -> None:
    """Make the device known for the account of *name*: what others fail at the same address is not counted for it.

    A hall has one address: one person who mistypes again and again must not keep the organiser out of his own account.
    """
    mark = signing.dumps([account_key(name), secrets.token_hex(8)], salt=_DEVICE)
    response.set_cookie(
        _DEVICE, mark, max_age=DEVICE_KNOWN, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )


def counted_from(request: HttpRequest, name: str) -> tuple[str, bool]:
    """Return what the tries of *request* are counted under, and whether that is a device known for this account."""
    known = _known_device(request, account_key(name))
    return known or origin(request.META.get("REMOTE_ADDR", "")), bool(known)


def _known_device(request: HttpRequest, account: str) -> str:
    """Return what the tries of this device are counted under, "" where it never logged into *account*."""
    try:
        known, device = signing.loads(request.COOKIES.get(_DEVICE, ""), salt=_DEVICE, max_age=DEVICE_KNOWN)
    except (signing.BadSignature, TypeError, ValueError):
        return ""
    return f"device {device}" if known == account else ""


@contextmanager
def _place_to_check(address: str) -> Iterator[None]:
    """Take one of the few places where a password is hashed: one address has no more than its part of those that wait.

    Raises TournamentError `login_wait`.
    """
    with _checking_lock:
        full = _checking[address] >= CHECKED_OF_ONE_ADDRESS
        _checking[address] += not full
    if full:
        raise TournamentError("login_wait", seconds=CHECK_SECONDS)
    try:
        with _checks.hold():
            yield
    except NoPlaceError:
        raise TournamentError("login_wait", seconds=CHECK_SECONDS) from None
    finally:
        with _checking_lock:
            _checking[address] -= 1
            if not _checking[address]:
                del _checking[address]


@transaction.atomic
def count_try(*, account: str, address: str, free: int = FREE_FAILURES) -> None:
    """Count one more try before it is checked, so that tries sent at once are not checked before they are counted.

    After *free* failures the next try has to wait. Raises TournamentError `login_wait` and counts nothing while the
    address has to wait.
    """
    now = timezone.now()
    LoginAttempt.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    LoginAttempt.objects.get_or_create(account=account, address=address, defaults={"last_at": now})
    counter = LoginAttempt.objects.select_for_update().get(account=account, address=address)
    now = timezone.now()  # after the wait for the lock: those who were let in before have left a later hour
    wait = counter.last_at + timedelta(seconds=waiting_seconds(counter.failures, free)) - now
    # A clock that was set back since must keep nobody out until it comes to that hour again.
    if counter.failures and wait > timedelta(0) and counter.last_at <= now:
        raise TournamentError("login_wait", seconds=int(wait.total_seconds()) + 1)
    counter.failures += 1
    counter.last_at = now
    counter.save()


def waiting_seconds(failures: int, free: int = FREE_FAILURES) -> int:
    """Return the seconds to wait after *failures* failures in a row: none for *free*, then twice as many each time.

    >>> [waiting_seconds(n) for n in (0, 10, 11, 12, 15, 40)]
    [0, 0, 5, 10, 80, 900]
    """
    if failures <= free:
        return 0
    return min(LONGEST_WAIT, 5 * 2 ** min(failures - free - 1, 20))


def account_key(name: str) -> str:
    return salted_hmac("dix.login", username(name), algorithm="sha256").hexdigest()


def origin(address: str) -> str:
    """Return the address that a try counts for: IPv4, or the /64 that one IPv6 customer has to himself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if parsed.version == 4:
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False).network_address)


def _stored_username(name: str) -> str:
    """Return the account meant by *name*: as typed where it exists (the maintainer's), else its key."""
    if get_user_model().objects.filter(username=name).exists():
        return name
    return username(name)
