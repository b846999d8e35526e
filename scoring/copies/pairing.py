"""The code that a second computer shows, with which the first one is let in to send its copies.

It is kept in memory: in the hall the pages are one process, and after a restart a new code is shown.
"""

import datetime
import secrets
import time
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.access.services import ALPHABET, CODE_LENGTH, read_code
from scoring.errors import ScoringError
from tournament import names
from tournament.clubs.models import Club
from tournament.tokens.services import make_token

CODE_SECONDS = 600
TRIES = 20  # of one code: then it is over
TOKEN_DAYS = datetime.timedelta(days=60)


@dataclass
class CopyCode:
    """Represent the code on the screen until it is used, tried too often, or too old."""

    code: str
    club: int
    by: int
    ends: float
    tries: int = 0


_shown: list[CopyCode] = []  # the last one alone


def show_code(*, club: Club, by: User) -> str:
    """Return a new code for *club*, in two halves; the one shown before opens nothing any more."""
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    _shown[:] = [CopyCode(code, club.pk, by.pk, time.monotonic() + CODE_SECONDS)]
    return f"{code[:4]} {code[4:]}"


def spend_code(*, code: str, name: str) -> tuple[Club, str]:
    """Return the club and the secret of a new token for the computer *name* that knows the code; it is spent by that.

    Raises ScoringError copy_code_wrong.
    """
    shown = _shown[0] if _shown else None
    if shown is None or time.monotonic() > shown.ends or shown.tries >= TRIES:
        raise ScoringError("copy_code_wrong")
    shown.tries += 1
    if not secrets.compare_digest(read_code(code), shown.code):
        raise ScoringError("copy_code_wrong")
    _shown.clear()
    club, by = Club.objects.get(pk=shown.club), User.objects.get(pk=shown.by)
    title = names.clean(name)[:50] or "Dix de Der"
    ends_on = timezone.localdate() + TOKEN_DAYS
    _token, secret = make_token(club=club, name=title, scopes=["copies"], concours=None, ends_on=ends_on, by=by)
    return club, secret
