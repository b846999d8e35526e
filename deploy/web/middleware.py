"""Middleware: the size of a body, the address of a request, and the pages that this address may open.

In the hall there is no TLS: what travels on the Wi-Fi can be read and forged. So the laptop's own browser (loopback)
opens everything, the Wi-Fi only public pages, and a telephone paired with the laptop what lies between
(docs/reliability.md 5). A view is marked by a decorator of tournament/page_access.py:

``public_page``   the Wi-Fi may open it (also: its URL name begins with ``public-``)
``laptop_only``   not even a paired device may open it (deletion, closing, settings)
"""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.contrib import auth
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import activate, get_language, get_language_from_request, gettext as _, override

from deploy.hosting.account_places import account_of
from deploy.laptop import hall_server, keeper, pairing
from deploy.laptop.network import is_loopback, visitor_address
from deploy.log import request_id
from deploy.web import errors
from rules import local_words
from scoring.phones.views import coming_in
from scoring.sheets import controls
from tournament.clubs import second_factor, services as accounts
from tournament.errors import TournamentError
from tournament.page_access import is_public, view_of

log = logging.getLogger("dix.pages")

_WORDS = "words"  # of an account's club, in its session
USUAL_WORDS = str(local_words.USUAL)


# A photo of the paper is as large as a telephone makes it; scoring.sheets.photos checks its content.
_PHOTO = re.compile(
    r"/(?:t/[0-9]+|concours/[0-9]+/parties/[0-9]+/tables/[0-9]+)/photo/|/reprendre/"
    r"|/api/v1/clubs/[0-9]+/(?:concours-file/(?:check/)?|copies/)"
)


def limit_body(application: Callable, limit: int, *, photo: int = 0) -> Callable:
    """Refuse bodies over *limit* bytes before *application* reads them; over *photo* bytes at addresses of photos and concours files.

    Django answers such bodies with different codes depending on who reads them first; the laptop has no web server in
    front. Without Content-Length Django reads nothing, so there is nothing to refuse.
    """

    def limited(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
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
        return errors.PROBLEM, errors.api_error(413, "too_large", sentence, limit=limit).content
    page = (
        f'<!doctype html><html lang="{settings.LANGUAGE_CODE}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>413</title><h1>{sentence}</h1></html>'
    )
    return "text/html; charset=utf-8", page.encode()


def behind_proxy(get_response: Callable) -> Callable:
    """Take the visitor's address from our one reverse proxy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.META
        sent["REMOTE_ADDR"] = visitor_address(sent.get("HTTP_X_FORWARDED_FOR", ""), sent.get("REMOTE_ADDR", ""))
        return get_response(request)

    return middleware


_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def numbered_requests(get_response: Callable) -> Callable:
    """Assign each request an identifier, or keep that of the reverse proxy, for every line of the log and the answer.

    Where the log is read by programs, each answer is a line too: the page by its name, without what its address holds.
    """
    trusted, noted = settings.BEHIND_PROXY, settings.LOG_FORMAT == "json"
    requests = logging.getLogger("dix.requests")

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "") if trusted else ""
        identifier = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        request.identifier = identifier  # type: ignore[attr-defined]  # Django's line about the answer comes after this
        mark = request_id.set(identifier)
        began = time.perf_counter()
        try:
            response = get_response(request)
            response["X-Request-Id"] = identifier
            if noted:
                page = request.resolver_match.view_name if request.resolver_match else ""
                took = round((time.perf_counter() - began) * 1000)
                more = {"method": request.method, "page": page, "status": response.status_code, "ms": took}
                requests.info("answered", extra={"more": more})
            return response
        finally:
            request_id.reset(mark)

    return middleware


class Middleware:
    """A middleware that looks at the view: Django asks its `process_view`."""

    def __init__(self, get_response: Callable) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class BusyDatabase(Middleware):
    """Answer 503, to be tried again, when the database is locked, full or away; write nothing into a damaged one.

    So too where too much is controlled at once: the callers are told apart here. What an act refuses and its page has
    not expected is told in its sentence.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if keeper.is_damaged() and request.method not in ("GET", "HEAD", "OPTIONS"):
            return errors.database_damaged(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable, _args: object, _kwargs: object) -> None:
        if account := account_of(request):
            controls.called_by("accounts", account)
        else:
            # By what proves which it is; whoever makes one up is refused before anything is controlled.
            controls.called_by(
                "telephones", request.COOKIES.get(coming_in.COOKIE) or request.META.get("REMOTE_ADDR", "")
            )

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TournamentError):
            # Another act came first: a page that writes while it is opened finds its concours removed, or its club closed.
            return errors.refused(request, error)
        return errors.database_error(request, error)


def wrong_methods(get_response: Callable) -> Callable:
    """Redirect who opens the address of a form, as after a reload of what it answered, to the page that holds the form."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or request.method not in ("GET", "HEAD") or request.path.startswith("/api/"):
            return response
        return redirect(_page_above(request.path))

    return middleware


def _page_above(path: str) -> str:
    """Return the nearest address above *path* that is one of ours: that of the page which holds the form."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            resolve(path)
            return path
    return path


def log_in_of_scripts(get_response: Callable) -> Callable:
    """Answer 401 to a script of a page whose session is over: it would put the log-in where a part of the page was."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        scripted = "HX-Request" in request.headers or request.headers.get("X-Requested-With") == "fetch"
        if scripted and response.status_code == 302 and response["Location"].startswith(reverse("login") + "?"):
            return HttpResponse(_("You are no longer logged in."), status=401, content_type="text/plain; charset=utf-8")
        return response

    return middleware


class Language(LocaleMiddleware):
    """Choose the language as Django does, a program's by its Accept-Language alone; say on what an answer depends.

    An answer that caches may hand to everybody (Cache-Control: public) depends on no cookie and on no script of ours.
    """

    def process_request(self, request: HttpRequest) -> None:
        if not request.path.startswith("/api/"):
            super().process_request(request)
            return
        without_cookies = HttpRequest()
        without_cookies.META["HTTP_ACCEPT_LANGUAGE"] = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
        activate(get_language_from_request(without_cookies))
        request.LANGUAGE_CODE = get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response = super().process_response(request, response)
        if "public" not in response.get("Cache-Control", ""):
            asked = ["Authorization"] if request.path.startswith("/api/") else ["HX-Request", "X-Requested-With"]
            patch_vary_headers(response, ["Cookie", *asked])
        return response


def programs_by_tls(get_response: Callable) -> Callable:
    """Refuse what a program asks of a hosted API without TLS; pages are led to it (SECURE_SSL_REDIRECT)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/") and not request.is_secure():
            said = _(
                "Ask this address by https. What was sent travelled in clear: change the key or the password in it."
            )
            return errors.api_error(403, "tls_required", said)
        return get_response(request)

    return middleware


class LocalWordsMiddleware(Middleware):
    """Begin each request with the words of the machine; whoever finds a club or a concours chooses its own.

    An account keeps the last words in its session, for the pages that belong to no concours: the list, the help, the
    rules.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with local_words.spoken():
            response = self.get_response(request)
            words = str(local_words.words_now())
            if self._has_session(request) and request.session.get(_WORDS, USUAL_WORDS) != words:
                if SESSION_KEY in request.session:
                    request.session[_WORDS] = words
            return response

    def process_view(self, request: HttpRequest, _view: Callable, _args: object, kwargs: dict) -> None:
        # Public pages of a concours depend on no cookie.
        if self._has_session(request) and (kept := request.session.get(_WORDS)):
            local_words.choose(local_words.Words(*kept.split(".")))

    @staticmethod
    def _has_session(request: HttpRequest) -> bool:
        match = request.resolver_match
        return bool(
            match and settings.SESSION_COOKIE_NAME in request.COOKIES and not {"slug", "access"} & {*match.kwargs}
        )


class LoopbackOnlyMiddleware(Middleware):
    """Refuse the organiser's pages to the Wi-Fi. Hosted, TLS and accounts do this."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.resolver_match and not is_public(request.resolver_match):
            # After a log-out the Back key must show nobody else what was on the screen.
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    def process_view(self, request: HttpRequest, view: Callable, _args: object, _kwargs: object) -> HttpResponse | None:
        match = request.resolver_match
        assert match is not None  # Django sets it before it asks for the view
        here = not settings.EMBEDDED or is_loopback(request.META.get("REMOTE_ADDR", ""))
        if match.app_name == "admin" and not here:
            raise Http404
        if here or is_public(match):
            return None
        barred = getattr(view_of(match), "laptop_only", False)  # True, or the methods of an address of the API
        barred = barred if isinstance(barred, bool) else request.method in barred
        if not barred and pairing.is_paired(request):
            hall_server.remember(request.META.get("REMOTE_ADDR", ""))
            return None
        return _refuse_elsewhere(request)


class SessionEnds(Middleware):
    """End the session that nobody used for a day, and the one that began two weeks ago. Pages that poll use theirs."""

    SEEN_EVERY = 3600

    def process_view(self, request: HttpRequest, view: Callable, _args: object, _kwargs: object) -> None:
        match = request.resolver_match
        assert match is not None  # Django sets it before it asks for the view
        if is_public(match) or not (times := request.session.get(accounts.TIMES)):
            return
        (began, seen), now = times, int(time.time())
        if now - seen > settings.SESSION_IDLE_SECONDS or now - began > settings.SESSION_COOKIE_AGE:
            auth.logout(request)
        elif not 0 <= now - seen < self.SEEN_EVERY:  # a clock that was set back ends nothing
            request.session[accounts.TIMES] = [min(began, now), now]


class LogInFirst(LoginRequiredMiddleware):
    """Lead a stranger to the log-in from every page that is not public, and not marked `login_not_required`."""

    def process_view(self, request: HttpRequest, view: Callable, args: Any, kwargs: Any) -> HttpResponseBase | None:
        match = request.resolver_match
        assert match is not None  # Django sets it before it asks for the view
        return None if is_public(match) else super().process_view(request, view, args, kwargs)


class OwedFirst(Middleware):
    """Lead whoever was given his password, or lacks the second factor that his club asks for, to that page alone."""

    OPEN = {"logout", "connection", "api:session"}
    # The key in the session, the refusal of a program, the page, and what else is open then.
    OWED = (
        (accounts.PASSWORD_OWED, "own_password_missing", "password", {"api:own-password"}),
        (
            second_factor.OWED,
            "second_factor_missing",
            "second-factor",
            {"second-factor-begin", "second-factor-confirm", "api:own-second-factor", "api:own-second-factor-confirm"},
        ),
    )

    def process_view(self, request: HttpRequest, view: Callable, _args: object, _kwargs: object) -> HttpResponse | None:
        match = request.resolver_match
        assert match is not None  # Django sets it before it asks for the view
        if is_public(match) or match.view_name in self.OPEN:
            return None
        for key, code, page, more in self.OWED:
            if request.session.get(key):
                return None if match.view_name in {page, *more} else self._led_to(request, code, page)
        return None

    @staticmethod
    def _led_to(request: HttpRequest, code: str, page: str) -> HttpResponse:
        if request.path.startswith("/api/"):
            return errors.api_error(403, code, str(TournamentError(code)))
        return redirect(page)


def _refuse_elsewhere(request: HttpRequest) -> HttpResponse:
    """Refuse a page that opens on the organiser's laptop only."""
    if request.path.startswith("/api/"):
        return errors.api_error(403, "laptop_only", _("This opens on the organiser's laptop only."))
    context = {"port": request.get_port(), "ended": pairing.was_paired(request) and not pairing.is_paired(request)}
    return render(request, "laptop_only.html", context, status=403)


def page_context(request: HttpRequest) -> dict[str, object]:
    """Inform the templates whether this is a hall and its laptop, whether the page must say that it lost its right, and
    which languages there are.
    """
    match = request.resolver_match
    return {
        "embedded": settings.EMBEDDED,
        "on_laptop": settings.EMBEDDED and is_loopback(request.META.get("REMOTE_ADDR", "")),
        "private": match is not None and not is_public(match),
        "all_languages": settings.LANGUAGES,
    }
