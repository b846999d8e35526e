"""What every request passes: the size of its body, the address it comes from, and what that address may open.

In the hall there is no TLS: what travels on the Wi-Fi can be read and forged. So the laptop's own browser (loopback)
opens everything, the Wi-Fi only public pages, and a telephone paired with the laptop what lies between (DESIGN 6,
RELIABILITY 3.5). A view says which it is by one attribute:

``public_page = True``   the Wi-Fi may open it (also: its URL name begins with ``public-``)
``laptop_only = True``   not even a paired device may open it (deletion, settings)
"""

import json
import logging
import re
from collections.abc import Callable
from urllib.parse import unquote

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _
from django.utils.translation import override

from deploy import errors, pairing
from deploy.network import is_loopback

log = logging.getLogger("dix.pages")


# A photo of the paper is as large as a telephone makes it; what it is, scoring.services.photos looks at.
_PHOTO = re.compile(r"/(?:t/[0-9]+|concours/[0-9]+/parties/[0-9]+/tables/[0-9]+)/photo/")


def limit_body(application: Callable, limit: int, *, photo: int = 0) -> Callable:
    """*application*, refusing bodies over *limit* bytes before anything reads them; over *photo*, where that is more,
    at the addresses that take a photo.

    Django answers such bodies with different codes depending on who reads them first; the laptop has no web server in
    front. Without Content-Length Django reads nothing, so there is nothing to refuse.
    """

    def limited(environ: dict, start_response: Callable):
        try:
            length = int(environ.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = max(limit, photo) + 1
        path = environ.get("PATH_INFO", "")
        most = max(limit, photo) if _PHOTO.fullmatch(path) else limit
        if length <= most:
            return application(environ, start_response)
        kind, body = _too_large(path, most)
        headers = [
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ]
        start_response("413 Content Too Large", headers)
        return [body]

    return limited


def _too_large(path: str, limit: int) -> tuple[str, bytes]:
    with override(settings.LANGUAGE_CODE):
        sentence = _("What was sent is too large (limit: %(limit)s MB). Nothing was kept. Send a smaller file.") % {
            "limit": f"{limit / 1_000_000:.1f}".replace(".", ",")
        }
    if unquote(path).startswith("/api/"):
        answer = {"code": "too_large", "message": sentence, "params": {"limit": limit}, "article": None}
        return "application/json", json.dumps(answer).encode()
    page = (
        f'<!doctype html><html lang="fr"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>413</title><h1>{sentence}</h1></html>'
    )
    return "text/html; charset=utf-8", page.encode()


def behind_proxy(get_response: Callable) -> Callable:
    """The visitor's address as our one reverse proxy saw it: the last of the list, which only the proxy writes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        if forwarded:
            request.META["REMOTE_ADDR"] = forwarded.rsplit(",", 1)[-1].strip()
        return get_response(request)

    return middleware


class BusyDatabase:
    """A database that is locked, full or away is answered 503, to be tried again; it is nobody's mistake."""

    def __init__(self, get_response: Callable) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        # A table or a column that SQLite does not know is a bug of ours, under the same name.
        if not isinstance(error, OperationalError | InterfaceError) or str(error).startswith("no such "):
            return None
        log.error("database: %s", type(error.__cause__ or error).__name__)
        return errors.database_busy(request)


class PlaneSplit:
    """Keeps from the Wi-Fi what belongs to the organiser's laptop. Hosted, TLS and accounts do this."""

    def __init__(self, get_response: Callable) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.resolver_match and not is_public(request.resolver_match):
            # After a log-out the Back key must show nobody else what was on the screen.
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    def process_view(self, request: HttpRequest, view: Callable, _args, _kwargs) -> HttpResponse | None:
        match = request.resolver_match
        if match.app_name == "admin" and not may_open_admin(request):
            raise Http404
        if not settings.EMBEDDED or is_loopback(request.META.get("REMOTE_ADDR", "")):
            return None
        if is_public(match):
            return None
        if pairing.is_paired(request) and not getattr(_view_of(match), "laptop_only", False):
            return None
        return laptop_only(request)


def is_public(match: ResolverMatch) -> bool:
    """Whether anybody may open the page that an address leads to."""
    return getattr(_view_of(match), "public_page", False) or (match.url_name or "").startswith("public-")


def _view_of(match: ResolverMatch) -> object:
    return getattr(match.func, "view_class", getattr(match.func, "cls", match.func))


def may_open_admin(request: HttpRequest) -> bool:
    """Django's own tables are for the maintainer; elsewhere than on the laptop they do not even exist in the hall."""
    return not settings.EMBEDDED or is_loopback(request.META.get("REMOTE_ADDR", ""))


def laptop_only(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        sentence = _("This opens on the organiser's laptop only.")
        answer = {"code": "laptop_only", "message": sentence, "params": {}, "article": None}
        return HttpResponse(json.dumps(answer), content_type="application/json", status=403)
    return render(request, "laptop_only.html", {"port": request.get_port()}, status=403)
