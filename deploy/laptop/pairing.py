"""Pairing: a code shown on the laptop gives a telephone the organiser's pages for a few hours.

The code is kept in memory: in the hall the pages are one process, and after a restart a new code is shown. The paired
devices are in the database (tournament/clubs/devices.py).
"""

import secrets
import time
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.planner.selectors import seconds_left
from tournament.clubs import devices
from tournament.clubs.views import next_address
from tournament.concours.selectors import public_address
from tournament.page_access import PageRequest, form_page, laptop_only, post_only, public_page

# Crockford's base 32: no letter that is taken for another. 8 of them are 40 bits: at 200 tries a second, more than the
# server gives, somebody finds the code of ten minutes once in nine million. So no limit keeps an honest device out.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
CODE_SECONDS = 600
COOKIE = "dix_paired"
COOKIE_SECONDS = 30 * 24 * 3600  # longer than the pairing: a device whose own has ended is told so


@dataclass
class ShownCode:
    """Show the code on the laptop's screen until it is used, or too old."""

    code: str
    ends: float
    paired_for: int  # seconds

    def opens(self, typed: str) -> bool:
        """Return whether *typed* is this code, in time."""
        return time.monotonic() < self.ends and secrets.compare_digest(read_code(typed).encode(), self.code.encode())


_shown: list[ShownCode] = []  # the last one alone


def is_paired(request: HttpRequest) -> bool:
    """Return whether this device is paired."""
    return devices.is_paired(request.COOKIES.get(COOKIE, ""))


def was_paired(request: HttpRequest) -> bool:
    """Return whether this device was paired once; whether it still is must be asked apart."""
    return COOKIE in request.COOKIES


def read_code(typed: str) -> str:
    """Normalise a typed code: no spaces or dashes, O read as 0, I and L as 1."""
    return "".join(typed.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))


@laptop_only
def pair(request: PageRequest) -> HttpResponse:
    """Show a fresh code on the laptop. It serves one device, within ten minutes."""
    if not settings.EMBEDDED:
        raise Http404
    code = "".join(secrets.choice(ALPHABET) for _i in range(LENGTH))
    paired_for = devices.paired_seconds(seconds_left(request.user, timezone.now()))
    _shown[:] = [ShownCode(code, time.monotonic() + CODE_SECONDS, paired_for)]
    address = public_address(request, reverse("pair-enter"))
    context = {
        "code": f"{code[:4]} {code[4:]}",
        "minutes": CODE_SECONDS // 60,
        "hours": paired_for // 3600,
        "address": address,
        "qr": segno.make(address, error="m").svg_inline(scale=4, light="#fff") if address else "",
    }
    return render(request, "pair.html", context)


@laptop_only
@post_only
def dismiss(request: HttpRequest) -> HttpResponse:
    """Dismiss all paired devices, from the laptop."""
    _shown.clear()
    devices.dismiss_devices()
    return redirect("pair")


@public_page
@form_page
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Take the code typed on the telephone and go on where it was; a code is spent by its first use."""
    if not settings.EMBEDDED:
        raise Http404
    error = ""
    if request.method == "POST":
        shown = next((shown for shown in _shown if shown.opens(request.POST.get("code", ""))), None)
        if shown is not None:
            _shown.clear()
            response = redirect(next_address(request))
            secret = devices.pair_device(shown.paired_for)
            response.set_cookie(COOKIE, secret, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
            return response
        error = _("This is not the code shown on the laptop, or it is too old. Ask for a new one and type it again.")
    context = {"error": error, "next": next_address(request), "ended": was_paired(request) and not is_paired(request)}
    return render(request, "pair_enter.html", context, status=403 if error else 200)
