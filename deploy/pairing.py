"""Pairing: a code shown on the laptop gives a telephone the organiser's pages for a few hours.

The code lives in the cache: in the hall the pages are one process, and after a restart a new code is shown.
"""

import secrets
import time

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.page_access import laptop_only, public_page

# Crockford's base 32: no letter that is taken for another. 8 of them are 40 bits.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
CODE_SECONDS = 600
PAIRED_SECONDS = 4 * 3600
TRIES_A_MINUTE = 10

_CODE = "pairing:code"
_GENERATION = "pairing:generation"
_SESSION = "paired"


def is_paired(request: HttpRequest) -> bool:
    """Return whether this device was paired less than four hours ago and has not been dismissed since.

    The hours are counted by a clock that nobody can set back; a restart of the program dismisses all devices.
    """
    pairing = request.session.get(_SESSION) or {}
    return bool(pairing) and pairing["until"] > time.monotonic() and pairing["generation"] == _generation()


def _generation() -> str:
    """Return a mark that changes when all devices are dismissed, and with a restart."""
    return str(cache.get_or_set(_GENERATION, lambda: secrets.token_hex(8), None))


def read_code(typed: str) -> str:
    """Normalise a typed code: no spaces or dashes, O read as 0, I and L as 1."""
    return "".join(typed.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))


def context(request: HttpRequest) -> dict[str, bool]:
    """Tell the templates whether this is the laptop of a hall, where devices can be paired."""
    return {"embedded": settings.EMBEDDED}


@laptop_only
@login_required
@never_cache
@require_GET
def pair(request: HttpRequest) -> HttpResponse:
    """Show a fresh code on the laptop. It serves one device, within ten minutes."""
    if not settings.EMBEDDED:
        raise Http404
    code = "".join(secrets.choice(ALPHABET) for _i in range(LENGTH))
    cache.set(_CODE, code, CODE_SECONDS)
    return render(request, "pair.html", {"code": f"{code[:4]} {code[4:]}", "minutes": CODE_SECONDS // 60})


@laptop_only
@login_required
@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """Dismiss all paired devices, from the laptop."""
    cache.delete_many([_GENERATION, _CODE])
    return redirect("pair")


@public_page
@require_http_methods(["GET", "POST"])
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Take the code typed on the telephone. Ten tries a minute and address; a code is spent by its first use."""
    if not settings.EMBEDDED:
        raise Http404
    error = ""
    if request.method == "POST":
        tries = f"pairing:tries:{request.META.get('REMOTE_ADDR', '')}"
        cache.add(tries, 0, 60)
        expected = cache.get(_CODE, "")
        if cache.incr(tries) > TRIES_A_MINUTE:
            error = _("Too many tries. Wait one minute, then type the code again.")
        elif expected and secrets.compare_digest(read_code(request.POST.get("code", "")).encode(), expected.encode()):
            cache.delete(_CODE)
            request.session.cycle_key()
            request.session[_SESSION] = {"until": time.monotonic() + PAIRED_SECONDS, "generation": _generation()}
            return redirect("/")
        else:
            error = _(
                "This is not the code shown on the laptop, or it is too old. Ask for a new one and type it again."
            )
    return render(request, "pair_enter.html", {"error": error}, status=403 if error else 200)
