"""Identify who makes a request of the API: the session of the pages, or a token of a club."""

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from tournament.errors import TournamentError
from tournament.tokens.services import account_of


class BearerToken(BaseAuthentication):
    """A token of a club, `Authorization: Bearer …`. No foreign page can send that header: it needs no CSRF token.

    Where the header stands the session counts for nothing: a program must notice that its token has ended.
    """

    def authenticate(self, request: Request) -> tuple[User, str] | None:
        kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        secret = secret.strip()
        if not (secret.isascii() and secret.isprintable() and len(secret) <= 200):
            raise TournamentError("token_wrong")
        return account_of(secret=secret, address=request.META.get("REMOTE_ADDR", "")), "token"

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class StrictSession(SessionAuthentication):
    """The session of the pages. Every unsafe request needs the CSRF token, that of somebody not yet logged in too:
    a foreign page must not log anybody in under another name.
    """

    def authenticate(self, request: Request) -> tuple | None:
        self.enforce_csrf(request)
        user = getattr(request._request, "user", None)
        return (user, None) if user is not None and user.is_active else None

    def authenticate_header(self, request: Request) -> str:
        return "Session"
