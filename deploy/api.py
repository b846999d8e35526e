"""The API's one error shape, {"code", "message", "params", "article"} whatever went wrong; its schema and its page."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView
from rest_framework import exceptions, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from deploy.errors import api_error, error_body
from tournament.api.authentication import StrictSession
from tournament.errors import TournamentError
from tournament.page_access import public_page


def exception_handler(error: Exception, context: dict) -> Response | None:
    """Answer an error that somebody can mend; None lets a bug through."""
    if isinstance(error, TournamentError):
        params = {
            key: value for key, value in error.params.items() if isinstance(value, str | int | list | dict | None)
        }
        answer = error_body(
            error.code, str(error), params | ({"field": error.field} if error.field else {}), error.article
        )
        headers = {"Retry-After": str(error.params["seconds"])} if error.status == 429 else {}
        return Response(answer, status=error.status, headers=headers)
    if isinstance(error, RequestDataTooBig):
        too_large = error_body("too_large", _("This request is too large. Nothing was kept of it."))
        return Response(too_large, status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
    if isinstance(error, ObjectDoesNotExist):
        error = Http404()
    response = drf_handler(error, context)
    if response is None:
        return None
    response.data = _shaped(error, response.data)
    return response


def _shaped(error: Exception, data: object) -> dict:
    if isinstance(error, exceptions.ValidationError):
        return error_body("invalid", _("Some values cannot be taken; nothing was kept."), {"fields": data})
    if isinstance(error, Http404 | exceptions.NotFound):
        return error_body("not_found", _("There is nothing of this kind here."))
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return error_body("csrf", _("The header X-CSRFToken is missing or out of date. Ask for the session again."))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return error_body("forbidden", _("Your role does not allow this."))
    if isinstance(error, exceptions.NotAuthenticated):
        return error_body("not_authenticated", _("Log in first."))
    code = getattr(error, "default_code", "error")
    return error_body(code, str(getattr(error, "detail", error)))


@public_page
@csrf_exempt
def not_found(request: HttpRequest) -> JsonResponse:
    """Answer an address under /api/ that leads nowhere: 404, in JSON."""
    return api_error(404, "not_found", _("There is nothing at this address."))


class Schema(SpectacularAPIView):
    """Serve the OpenAPI schema to whoever has an account."""

    authentication_classes = [StrictSession]
    permission_classes = [IsAuthenticated]


@login_required
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the page of the schema, where each act can be tried; without the extra ``api-pages``, the schema itself."""
    return render(request, "api_docs.html") if settings.API_PAGES else redirect("api:schema")
