"""The API's one shape of an error, whatever went wrong; its schema and its page."""

import threading
from functools import cache

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext as _, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from deploy.web.errors import PROBLEM, api_error
from tournament.api.base import PUBLIC, ApiView, Declared, act
from tournament.api.problems import problem, problem_of
from tournament.errors import TournamentError
from tournament.page_access import public_page

TAG = "api"

_making_schema = threading.Lock()


def exception_handler(error: Exception, context: dict) -> Response | None:
    """Answer an error that somebody can mend; None lets a bug through."""
    if isinstance(error, TournamentError):
        answer = vars(problem_of(error))
        headers = {"Retry-After": str(error.params["seconds"])} if error.status == 429 else {}
        if error.code in ("token_wrong", "token_ended"):
            headers["WWW-Authenticate"] = 'Bearer realm="api", error="invalid_token"'
        return Response(answer, status=error.status, headers=headers, content_type=PROBLEM)
    if isinstance(error, RequestDataTooBig):
        too_large = problem(413, "too_large", _("This request is too large. Nothing was kept of it."))
        return Response(vars(too_large), status=413, content_type=PROBLEM)
    if isinstance(error, ObjectDoesNotExist):
        error = Http404()
    response = drf_handler(error, context)
    if response is None:
        return None
    code, message, params = _shaped(error, response.data)
    response.data = vars(problem(response.status_code, code, message, params))
    response.content_type = PROBLEM
    return response


def _shaped(error: Exception, data: object) -> tuple[str, str, dict]:
    """Return code, sentence and params of an error that the framework has answered with *data*."""
    if isinstance(error, exceptions.ValidationError):
        return "invalid", _("Some values cannot be taken; nothing was kept."), {"fields": data}
    if isinstance(error, Http404 | exceptions.NotFound):
        return "not_found", _("There is nothing of this kind here."), {}
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return "csrf", _("The header X-CSRFToken is missing or out of date. Ask for the session again."), {}
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return "forbidden", _("Your role does not allow this."), {}
    if isinstance(error, exceptions.NotAuthenticated):
        return "not_authenticated", _("Log in first."), {}
    return getattr(error, "default_code", "error"), str(getattr(error, "detail", error)), {}


@public_page
@csrf_exempt
def not_found(request: HttpRequest) -> HttpResponse:
    """Lead on to the address with its last slash, method and body kept; else answer 404, in JSON."""
    path = f"{request.path}/"
    if not request.path.endswith("/") and resolve(path).func is not not_found:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponse(status=308, headers={"Location": f"{path}?{query}" if query else path})
    return api_error(404, "not_found", _("There is nothing at this address."))


class Addresses(Declared):
    """Paths below the host; in `public_concours` the name of a concours takes the place of the braces."""

    schema: str
    docs: str
    session: str
    clubs: str
    presets: str
    concours: str
    public_concours: str
    announced_concours: str


class Schema(SpectacularAPIView):
    """Serve the OpenAPI schema to anybody: it says what the program can do, and nothing of anybody."""

    authentication_classes: list = []
    permission_classes = [AllowAny]
    public_page = True

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer in the format that was asked for."""
        renderer = request.accepted_renderer
        kind = renderer.media_type + (f"; charset={renderer.charset}" if renderer.charset else "")
        answer = HttpResponse(written_schema(renderer.media_type), content_type=kind)
        answer["Access-Control-Allow-Origin"] = "*"  # a page that shows APIs may show this one
        answer["Content-Disposition"] = f'inline; filename="Dix de Der.{renderer.format}"'
        return answer


def written_schema(media_type: str) -> bytes:
    """Return the schema in one of the formats of `Schema`: nothing in it changes while the program runs.

    Anybody may ask for it, and making it takes the processor a second (docs/limits.md). Of those that ask for the first
    time at once, one makes it and the others wait: eight that made it together held the program for half a minute.
    """
    with _making_schema:
        return _made_schema(media_type)


@cache
def _made_schema(media_type: str) -> bytes:
    renderer = next(one for one in Schema.renderer_classes if one.media_type == media_type)
    with override(settings.LANGUAGE_CODE):
        written = renderer().render(Schema.generator_class().get_schema(public=True))
    return written if isinstance(written, bytes) else written.encode()


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the page of the schema, where each act can be tried; without the extra ``api-pages``, the schema itself."""
    return render(request, "api_docs.html") if settings.API_PAGES else redirect("api:schema")


class Root(ApiView):
    """The root of the API."""

    authentication_classes: list = []
    permission_classes = [AllowAny]
    public_page = True

    @act(PUBLIC)
    def root_get(self) -> Addresses:
        """List where to begin."""
        names = {"schema": "schema", "docs": "docs", "session": "session", "clubs": "clubs", "presets": "presets"}
        paths = {key: reverse(f"api:{name}") for key, name in names.items()}
        public = reverse("api:public-concours", args=["name"]).replace("name", "{slug}")
        announced = reverse("api:public-announced")
        return Addresses(
            **paths, concours=reverse("api:concours-list"), public_concours=public, announced_concours=announced
        )
