"""Error answers: one page, or one JSON shape under /api/."""

import logging
import sys

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext as _, override

from deploy.laptop import keeper
from tournament.api.problems import problem
from tournament.errors import TournamentError

log = logging.getLogger("dix.pages")

RETRY_SECONDS = 5
PROBLEM = "application/problem+json"


def api_error(status: int, code: str, sentence: str, **params: object) -> JsonResponse:
    """Return the answer of an error of the API."""
    return JsonResponse(vars(problem(status, code, sentence, params)), status=status, content_type=PROBLEM)


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return api_error(status, code, sentence)
    # No request in the context: rendering must not ask again for what has just failed.
    pages = [f"{status}.html", "400.html"]
    return HttpResponse(render_to_string(pages, {"sentence": sentence, "lang": get_language()}), status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    with override(settings.LANGUAGE_CODE):  # a refused host has been through no middleware: no language was chosen
        return _answer(request, 400, "bad_request", _("This request could not be read. Nothing was changed."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 403, "forbidden", _("You may not open this page with this account."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 404, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    # Django asks for this answer while it handles the error, one of a middleware too: a session that cannot be read.
    if (answer := database_error(request, sys.exc_info()[1])) is not None:
        return answer
    sentence = _("The program made a mistake. The data received before are kept.")
    return _answer(request, 500, "server_error", sentence)


def database_busy(request: HttpRequest) -> HttpResponse:
    """Answer 503: the database is locked, full or away, nothing was kept, and the act may be sent again."""
    sentence = _("The database cannot write at this moment: too much at once, or the disk is full. Nothing was lost.")
    return busy(request, "busy", sentence)


def database_error(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Answer an error of the database that is none of ours: damaged, locked, full or away; None for any other."""
    if isinstance(error, DatabaseError) and keeper.tells_damage(error):
        return database_damaged(request)
    # A table or a column that SQLite does not know is a bug of ours, under the same name.
    if not isinstance(error, OperationalError | InterfaceError) or str(error).startswith("no such "):
        return None
    log.error("database: %s", type(error.__cause__ or error).__name__)
    return database_busy(request)


def busy(request: HttpRequest, code: str, sentence: str, *, status: int = 503) -> HttpResponse:
    """Answer 503, or 429 where the caller alone is too much: the act may be sent again in a moment."""
    answer = _answer(request, status, code, sentence)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def refused(request: HttpRequest, error: TournamentError) -> HttpResponse:
    """Answer an act refused of which the page itself has nothing to say: 404 for what was removed, else its own status."""
    if error.status == 503:
        return busy(request, error.code, str(error))
    if error.code == "removed":
        return not_found(request)
    return _answer(request, error.status, error.code, str(error))


def database_damaged(request: HttpRequest) -> HttpResponse:
    """Answer 503: the file of the database is damaged, and nothing more is written into it."""
    sentence = _(
        "The file of the database is damaged. What was entered before is kept, nothing more is written. Stop the program, "
        "and put the last copy from the folder “backups” in its place; the sheets of paper hold the rest."
    )
    return _answer(request, 503, "damaged", sentence)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    sentence = _("This page was open for too long, or cookies are refused. Reload the page and send it again.")
    return _answer(request, 403, "csrf", sentence)
