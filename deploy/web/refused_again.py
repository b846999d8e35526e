"""Repeat the refusal of a moment ago, before anything of the program reads what its sender asks for next.

An account that has all its places in a process (deploy/hosting/account_places.py) and asks on without a pause is refused a
hundred times a second, and each refusal looks its session and its club up. For a moment it is given the same bytes again.
"""

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest

SECONDS = 3.0  # the answer asks to wait for five
MOST = 10_000  # remembered; those refused longest ago are forgotten first
MARK = "dix.refused_again"

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class _Refusal(NamedTuple):
    until: float
    status: str
    headers: list[tuple[str, str]]
    body: bytes


def may_be_repeated(request: HttpRequest) -> None:
    """Mark the answer to *request* as one that its sender is given again for a moment, whatever it asks for."""
    request.META[MARK] = True


def repeat_refusals(application: Application, now: Callable[[], float] = time.monotonic) -> Application:
    """Answer who was refused a moment ago in place of *application*, as that one has just done."""
    refusals: dict[bytes, _Refusal] = {}
    lock = threading.Lock()

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        key = _key(environ)
        if key is None:
            return application(environ, start_response)
        known = refusals.get(key)
        if known is not None and now() < known.until:
            start_response(known.status, [*known.headers])
            return [known.body]
        told: list[tuple[str, list[tuple[str, str]]]] = []

        def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            told.append((status, headers))
            return start_response(status, headers, *more)

        content = application(environ, started)
        if MARK not in environ:
            return content
        body = b"".join(content)
        if close := getattr(content, "close", None):
            close()
        status, headers = told[-1]
        kept = [(name, value) for name, value in headers if name.lower() != "set-cookie"]
        with lock:
            refusals.pop(key, None)
            refusals[key] = _Refusal(now() + SECONDS, status, kept, body)
            if len(refusals) > MOST:
                del refusals[next(iter(refusals))]
        return [body]

    return answer


def _key(environ: dict[str, Any]) -> bytes | None:
    """Return who sends a request, and whether to the API or to a page; None where nobody is named."""
    sender = environ.get("HTTP_AUTHORIZATION", "")
    if not sender:
        session = re.search(rf"(?:^|[;\s]){settings.SESSION_COOKIE_NAME}=([^;]+)", environ.get("HTTP_COOKIE", ""))
        if session is None:
            return None
        sender = session[1]
    api = environ.get("PATH_INFO", "").startswith("/api/")
    return hashlib.sha256(f"{api} {sender}".encode("latin-1", "replace")).digest()
