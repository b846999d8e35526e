"""A telephone made the laptop's hand for a few hours, by a code read on the laptop's screen.

The code lives in the cache: in the hall the pages are one process, and a code that a restart forgets is asked again.
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
    """Whether this device was paired less than four hours ago and has not been dismissed since.

    The hours are counted by a clock that nobody can put back; a restart of the program dismisses all devices.
    """
    held = request.session.get(_SESSION)
    return bool(held) and held["until"] > time.monotonic() and held["generation"] == _generation()


def _generation() -> str:
    """Changes when all devices are dismissed, and with a restart."""
    return cache.get_or_set(_GENERATION, lambda: secrets.token_hex(8), None)


def read_code(typed: str) -> str:
    """*typed* as it is compared: without spaces and dashes, O read as 0, I and L as 1."""
    return "".join(typed.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))


def context(request: HttpRequest) -> dict[str, bool]:
    """For the templates: whether this is the laptop of a hall, where devices can be paired."""
    return {"embedded": settings.EMBEDDED}


@login_required
@never_cache
@require_GET
def pair(request: HttpRequest) -> HttpResponse:
    """On the laptop: a fresh code. It is good for one device, for ten minutes."""
    if not settings.EMBEDDED:
        raise Http404
    code = "".join(secrets.choice(ALPHABET) for _i in range(LENGTH))
    cache.set(_CODE, code, CODE_SECONDS)
    return render(request, "pair.html", {"code": f"{code[:4]} {code[4:]}", "minutes": CODE_SECONDS // 60})


@login_required
@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """On the laptop: no paired device is trusted any more."""
    cache.delete_many([_GENERATION, _CODE])
    return redirect("pair")


@require_http_methods(["GET", "POST"])
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """On the telephone: the code typed in. Ten tries a minute and address, and a code is spent by its first use."""
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


pair.laptop_only = dismiss.laptop_only = True
enter.public_page = True
