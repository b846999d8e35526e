"""Tell from whom a request of the API comes."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


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
