"""The API's one error shape and its addresses: {"code", "message", "params", "article"} whatever went wrong."""

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from tournament.errors import TournamentError

# What the sentence of an error is worth to a program. Everything that is not listed is a conflict with the state of
# the concours (409): the same request may pass later.
UNPROCESSABLE = status.HTTP_422_UNPROCESSABLE_ENTITY


def body(code: str, message: str, params: dict | None = None, article: str | None = None) -> dict:
    """The error shape."""
    return {"code": code, "message": message, "params": params or {}, "article": article}


def exception_handler(error: Exception, context: dict) -> Response | None:
    """An answer for an error that somebody can mend; None lets a bug through."""
    if isinstance(error, TournamentError):
        params = {
            key: value for key, value in error.params.items() if isinstance(value, str | int | list | dict | None)
        }
        answer = body(error.code, str(error), params | ({"field": error.field} if error.field else {}), error.article)
        return Response(answer, status=error.status)
    if isinstance(error, RequestDataTooBig):
        return Response(
            body("too_large", _("This request is too large. Nothing was kept of it.")),
            status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
        )
    response = drf_handler(error, context)
    if response is None:
        return None
    response.data = _shaped(error, response.data)
    return response


def _shaped(error: Exception, data: object) -> dict:
    if isinstance(error, exceptions.ValidationError):
        return body("invalid", _("Some values cannot be taken; nothing was kept."), {"fields": data})
    if isinstance(error, Http404 | exceptions.NotFound):
        return body("not_found", _("There is nothing of this kind here."))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return body("forbidden", _("Your role does not allow this."))
    code = getattr(error, "default_code", "error")
    return body(code, str(getattr(error, "detail", error)))


def not_found(request: HttpRequest) -> JsonResponse:
    """The JSON 404 of an address under /api/ that leads nowhere."""
    return JsonResponse(body("not_found", _("There is nothing at this address.")), status=404)
