"""Devices paired with the laptop of a hall: its organiser's pages open on them for some hours, after a restart too.

A device holds a secret of 128 bits in a cookie; the database keeps its SHA-256 and when it ends. While the program runs
the hours are counted by a clock that nobody can set: the one of the laptop may be put right in the middle of an
evening.
"""

import datetime
import hashlib
import secrets
import time

from django.utils import timezone

from tournament.clubs.models import PairedDevice

# The least and the most that a device is paired for: in between as long as the evening is planned to take, and an hour.
PAIRED_SECONDS, MOST_SECONDS = 4 * 3600, 16 * 3600
AFTER_THE_EVENING = 3600

_ends: dict[str, float] = {}  # of the devices seen since the start, by digest, on time.monotonic()


def paired_seconds(evening: float) -> int:
    """Return how long a device is paired for while an *evening* still takes so many seconds."""
    return int(min(max(evening + AFTER_THE_EVENING, PAIRED_SECONDS), MOST_SECONDS))


def pair_device(seconds: int = PAIRED_SECONDS) -> str:
    """Pair one more device for so many *seconds*; return the secret of its cookie."""
    secret = secrets.token_urlsafe(16)
    now = timezone.now()
    PairedDevice.objects.filter(ends_at__lt=now).delete()
    ends_at = now + datetime.timedelta(seconds=seconds)
    PairedDevice.objects.create(digest=_digest(secret), ends_at=ends_at, seconds=seconds)
    return secret


def is_paired(secret: str) -> bool:
    """Return whether a device that holds *secret* is paired still: its time is not over, and it was not dismissed."""
    if not secret:
        return False
    digest = _digest(secret)
    if digest not in _ends:
        device = PairedDevice.objects.filter(digest=digest).first()
        if device is None:
            return False
        # A clock that was set back while the program was stopped gives nobody more than the time of the pairing.
        left = min((device.ends_at - timezone.now()).total_seconds(), device.seconds)
        _ends[digest] = time.monotonic() + left
    return _ends[digest] > time.monotonic()


def dismiss_devices() -> None:
    """Dismiss all paired devices."""
    PairedDevice.objects.all().delete()
    _ends.clear()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
