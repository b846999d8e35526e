"""Refuse the surplus of a flood of registrations from home from memory, before anything of the program reads it.

An address may send some forms in a row, then one a minute; while forms of many addresses come in a rush, one and no more.
Where the program itself refuses what an address sends (429), it is not asked again for a minute. Each process counts for
itself: what slips through meets the limits of tournament/entries/services.py.
"""

import functools
import re
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation import gettext as _, override

from deploy.laptop.network import visitor_address
from tournament.senders import neighbourhood

IN_A_ROW = 12  # more than a household sends, with its mistakes
SECONDS = 60.0  # after which one more is let through
RUSH = 60  # forms let through in a minute: more than when the registration of a great concours opens
MOST_ADDRESSES = 20_000  # remembered; those heard of longest ago are forgotten first
_FORM = re.compile(r"/p/[^/]+/inscription/")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class FormsOfAddresses:
    """Count the forms of each address, by the moment until which what it has sent is spread out at one form in `SECONDS`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}
        self._rush = 0.0

    def take(self, address: str) -> bool:
        """Return whether *address* may send a form now, and count it."""
        with self._lock:
            now = self._now()
            until = max(now, self._until.pop(address, now))
            most = 1 if self._rush - now > SECONDS else IN_A_ROW
            allowed = until - now <= (most - 1) * SECONDS
            if allowed:
                until += SECONDS
                self._rush = min(max(now, self._rush) + SECONDS / RUSH, now + 2 * SECONDS)
            self._until[address] = until
            if len(self._until) > MOST_ADDRESSES:
                del self._until[next(iter(self._until))]
            return allowed

    def use_up(self, address: str) -> None:
        """Refuse the forms of *address* for `SECONDS`."""
        with self._lock:
            self._until[address] = self._now() + IN_A_ROW * SECONDS


def limit_forms(application: Application, forms: FormsOfAddresses | None = None) -> Application:
    """Answer the surplus of each address in place of *application*: a few bytes that say when to try again."""
    forms = forms or FormsOfAddresses()

    def limited(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("REQUEST_METHOD") != "POST" or not _FORM.fullmatch(environ.get("PATH_INFO", "")):
            return application(environ, start_response)
        address = environ.get("REMOTE_ADDR", "")
        if settings.BEHIND_PROXY:
            address = visitor_address(environ.get("HTTP_X_FORWARDED_FOR", ""), address)
        address = neighbourhood(address)
        if forms.take(address):

            def started(status: str, *more: Any) -> Any:
                if status.startswith("429"):
                    forms.use_up(address)
                return start_response(status, *more)

            return application(environ, started)
        asked = parse_qs(environ.get("QUERY_STRING", "")[:100]).get("lang", [""])[0]
        body = _page(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)
        headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Retry-After", str(round(SECONDS))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ]
        start_response("429 Too Many Requests", headers)
        return [body]

    return limited


@functools.cache
def _page(language: str) -> bytes:
    with override(language):
        refusal = _("Many forms are being sent: yours was not read. Send it again in a few minutes.")
        advice = _("The Back key of your browser brings back what you typed.")
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Dix de Der</title><h1>{refusal}</h1><p>{advice}</p></html>"
    ).encode()
