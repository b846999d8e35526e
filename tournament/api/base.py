"""What every address of the API is made of: who asks, what he may do, what is read and what is answered."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.api.authentication import Session
from tournament.api.strict import Asked, AskedFigure, Input
from tournament.models import Club, Tournament
from tournament.selectors.access import public_tournament, tournament_for
from tournament.selectors.accounts import club_for

Shape = type[serializers.Serializer]

# What needs no role: what anybody reads, and what anybody with a session cookie or none may ask for.
PUBLIC = "public"
ANYONE = "anyone"


class SessionScheme(OpenApiAuthenticationExtension):
    """How the schema names it."""

    target_class = Session
    name = "session"

    def get_security_definition(self, auto_schema) -> dict[str, str]:
        from django.conf import settings

        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class Problem(serializers.Serializer):
    """What is answered whenever something is refused: a code for programs, a sentence for people."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()
    article = serializers.CharField(allow_null=True)


class Nothing(Input):
    """An act that needs no more than its address."""


class Page(Asked):
    """Which part of a list."""

    limit = AskedFigure(required=False, default=100, min_value=1, max_value=500)
    offset = AskedFigure(required=False, default=0, min_value=0)


class ApiView(APIView):
    """One address. Its methods are made by `act`; a method without it is not served."""

    authentication_classes = [Session]
    http_method_names = ["get", "head", "post", "patch", "delete"]

    def initial(self, request: Request, *args, **kwargs) -> None:
        handler = None
        if request.method.lower() in self.http_method_names:
            handler = getattr(self, request.method.lower(), None)
        if handler is None:
            raise MethodNotAllowed(request.method)
        super().initial(request, *args, **kwargs)
        # Where it is and who may, before a word of the body is read.
        self.enter(handler.allowed)

    def enter(self, allowed: str) -> None:
        """Find what the address names, where the account may do *allowed*. Raises Http404 or PermissionDenied."""

    def finalize_response(self, request: Request, response, *args, **kwargs) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "no-store")
        return answer


class ClubView(ApiView):
    """An address of a club."""

    club: Club

    def enter(self, allowed: str) -> None:
        self.club = club_for(self.request.user, self.kwargs["club"], allowed)


class ConcoursView(ApiView):
    """An address of a concours."""

    tournament: Tournament

    def enter(self, allowed: str) -> None:
        self.tournament = tournament_for(self.request.user, self.kwargs["pk"], allowed)


class PublicView(ApiView):
    """An address that anybody reads, from the hall's Wi-Fi too, as long as the concours is public."""

    authentication_classes: list = []
    permission_classes = [permissions.AllowAny]
    public_page = True
    tournament: Tournament

    def enter(self, allowed: str) -> None:
        self.tournament = public_tournament(self.kwargs["slug"])

    def finalize_response(self, request: Request, response, *args, **kwargs) -> Response:
        response.headers.setdefault("Cache-Control", "public, max-age=1")
        return super().finalize_response(request, response, *args, **kwargs)


def act(
    allowed: str,
    *,
    takes: Shape | None = None,
    asks: type[Asked] | None = None,
    gives: Shape | None = None,
    status: int = 200,
    also: dict[int, Any] | None = None,
) -> Callable:
    """One method of an `ApiView`: who may (an act of tournament.policy), what its body *takes*, what its query *asks*,
    what it *gives*.

    The method gets what was read as `data` and `query`, and returns what *gives* shows: None is 204, (object, status)
    another status, a response itself. *also* are further answers for the schema.
    """

    def decorate(method: Callable) -> Callable:
        writes = method.__name__ != "get"
        read = takes or (Nothing if writes else None)

        @functools.wraps(method)
        def handler(self: ApiView, request: Request, **_address) -> HttpResponseBase:
            given = {}
            if takes is not None:
                given["data"] = _read(takes, request.data)
            elif read is not None:
                _read(read, request.data)
            query = _read(asks or Asked, request.query_params)
            if asks is not None:
                given["query"] = query
            found = method(self, request, **given)
            if isinstance(found, HttpResponseBase):
                return found
            found, code = found if isinstance(found, tuple) and type(found[-1]) is int else (found, status)
            if gives is None:
                return Response(status=204)
            return Response(gives(found).data, status=code)

        refused = [400, 404, 429] if allowed == PUBLIC else [400, 401, 403, 404, 429]
        refused += [409, 410, 413, 415, 422] if writes else [409, 422]
        answers = {code: Problem for code in refused} | (also or {})
        answers |= {status: gives} if gives is not None else {} if also else {204: None}
        handler.allowed = allowed
        return extend_schema(
            operation_id=method.__qualname__.replace(".", "_"),
            tags=[method.__module__.rpartition(".")[2]],
            description=method.__doc__,
            request=takes,
            parameters=[asks] if asks else [],
            responses=answers,
        )(handler)

    return decorate


def _read(serializer: Shape, sent: Any) -> dict[str, Any]:
    reading = serializer(data=sent)
    reading.is_valid(raise_exception=True)
    return reading.validated_data


def page(found: QuerySet | Sequence, query: dict[str, int], shown: Callable[[list], list] = list) -> dict[str, object]:
    """The part of *found* that *query* (a `Page`) asks for, and how many there are; *shown* makes lines of its rows."""
    start = query["offset"]
    count = found.count() if isinstance(found, QuerySet) else len(found)
    return {
        "count": count,
        "limit": query["limit"],
        "offset": start,
        "results": shown(list(found[start : start + query["limit"]])),
    }


def pages_of(line: Shape, **more: serializers.Field) -> Shape:
    """The serializer of a `page` of *line*, with *more* fields beside."""
    fields = {
        "count": serializers.IntegerField(),
        "limit": serializers.IntegerField(),
        "offset": serializers.IntegerField(),
        **more,
        "results": line(many=True),
    }
    return type(f"{line.__name__.removesuffix('Output')}List", (serializers.Serializer,), fields)
