"""Build an address of the API: authentication, permission, what is read and what is answered."""

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from types import ModuleType
from typing import Any, ClassVar, TypeVar, cast, get_type_hints

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.http import conditional_page
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import permissions, serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.api.authentication import BearerToken, StrictSession
from tournament.api.headers import FIELD, KEY, KNOWN, OUTDATED, VERSION, answer_once, seen_by
from tournament.api.problems import Problem
from tournament.api.shapes import (
    InputSerializer,
    OutputSerializer,
    Page,
    PageHead,
    PageQuery,
    QuerySerializer,
    shape_of,
)
from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.inputs import Declared
from tournament.journal.acts import Act, right_for

Row = TypeVar("Row")

# Permissions without a role: to read in public; to ask with or without a session; to act on one's own account, as
# logging in does.
PUBLIC = "public"
ANYONE = "anyone"
PERSON = "person"
# Permissions that no token has, whatever its scopes.
WITHOUT_TOKEN = {PERSON, "accounts"}


class SessionScheme(OpenApiAuthenticationExtension):
    """The name of the session in the schema."""

    target_class = StrictSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        from django.conf import settings

        origin = (
            "The cookie of a person's log-in in a browser; acts need the token of `session/` as `X-CSRFToken` too. "
            "On a hosted site its name is `__Host-sessionid`."
        )
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME, "description": origin}


class TokenScheme(OpenApiAuthenticationExtension):
    """The name of a token in the schema."""

    target_class = BearerToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        origin = (
            "A key that an organiser makes on the page Accounts, under Keys for other programs: `dixdeder_` and letters. "
            "In a hall this is done on the laptop alone."
        )
        return {"type": "http", "scheme": "bearer", "description": origin}


class Nothing(Declared):
    """The input of an act that needs no more than its address."""


class ApiView(APIView):
    """Addresses below that of its base class, and what they share. A method that is no `act` is not served."""

    authentication_classes = [BearerToken, StrictSession]
    http_method_names = ["get", "head", "post", "patch", "delete"]
    address: ClassVar[str] = ""
    acts_on: ClassVar[tuple[str, ...]] = ()
    laptop_only: ClassVar[bool | tuple[str, ...]] = False

    def __init_subclass__(cls, path: str = "") -> None:
        super().__init_subclass__()
        cls.address += path

    @property
    def user(self) -> User:
        """Return the account that asks."""
        return cast(User, self.request.user)

    @property
    def acting(self) -> dict[str, Any]:
        """Return what the address names and who acts there, as arguments of the acts."""
        return {f"{name}_id": getattr(self, name).pk for name in self.acts_on} | {"by": self.user}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        method = (request.method or "").lower()
        handler = getattr(self, method, None) if method in self.http_method_names else None
        if handler is None:
            raise MethodNotAllowed(method.upper())
        super().initial(request, *args, **kwargs)
        if handler.allowed in WITHOUT_TOKEN and policy.rights_of(self.user) is not None:
            raise TournamentError("token_refused")
        # Resolve the object and check permission before parsing the body.
        try:
            self.enter(handler.allowed)
        except PermissionDenied:
            self._refuse_scope(handler.allowed)
            raise

    def _refuse_scope(self, allowed: str) -> None:
        """Raise TournamentError token_scope where a token acts that does not open what is *allowed*."""
        rights = policy.rights_of(self.user)
        if rights is not None and allowed not in rights.acts:
            scopes = [scope for scope, acts in policy.SCOPES.items() if allowed in acts]
            raise TournamentError("token_scope" if scopes else "token_refused", scopes=", ".join(scopes))

    def version_read(self, tag: str) -> int | None:
        """Return the version that counts where *tag* is the ETag with which it was read, None where none counts yet, 0
        where this address knows no ETag. Raises TournamentError `read_since`.
        """
        return 0

    def read_body(self, request: Request) -> Any:
        """Return the body, as JSON has it."""
        return request.data

    def enter(self, allowed: str) -> None:
        """Find what the address names, where the account may do *allowed*. Raises Http404 or PermissionDenied."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        # A program may keep what it has read and ask whether that still holds (ETag); a refusal is never kept.
        kept = request.method == "GET" and answer.status_code == 200
        answer.headers.setdefault("Cache-Control", "private, no-cache" if kept else "no-store")
        return answer


class ClubView(ApiView, path="clubs/<int:club>/"):
    """An address of a club."""

    acts_on: ClassVar[tuple[str, ...]] = ("club",)
    club: Club

    def enter(self, allowed: str) -> None:
        self.club = club_for(self.user, self.kwargs["club"], allowed)


class ConcoursView(ApiView, path="concours/<int:pk>/"):
    """An address of a concours."""

    acts_on = ("tournament",)
    tournament: Tournament

    def enter(self, allowed: str) -> None:
        self.tournament = tournament_for(self.user, self.kwargs["pk"], allowed)


class HostView(ApiView, path="host/"):
    """An address of the site's maintainer."""

    laptop_only = True

    def enter(self, allowed: str) -> None:
        if not policy.is_maintainer(self.user):
            raise Http404


class OpenView(ApiView, path="public/"):
    """An address that anybody reads, from the hall's Wi-Fi too, and the scripts of other sites."""

    authentication_classes: list = []
    permission_classes = [permissions.AllowAny]
    http_method_names = [*ApiView.http_method_names, "options"]
    public_page = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method != "OPTIONS":
            super().initial(request, *args, **kwargs)

    def options(self, request: HttpRequest, *args: object, **kwargs: object) -> Response:
        """Answer a browser that asks whether a script of another site may send the ETag that it knows: yes, to read."""
        asked = {"Access-Control-Allow-Methods": "GET, HEAD", "Access-Control-Allow-Headers": "If-None-Match"}
        return Response(status=204, headers=asked | {"Access-Control-Max-Age": "86400"})

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response.headers.setdefault("Cache-Control", "public, max-age=1")
        # The page of a club's own site may show its ranking.
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        return super().finalize_response(request, response, *args, **kwargs)


class PublicView(OpenView, path="<slug:slug>/"):
    """An address of a concours, as long as it is public."""

    tournament: Tournament

    def enter(self, allowed: str) -> None:
        self.tournament = public_tournament(self.kwargs["slug"])


def act(
    allowed: str | Act,
    below: str = "",
    *,
    name: str = "",
    laptop_only: bool = False,
    status: int = 200,
    creates: bool = False,
    apart: bool = False,
    sends: Sequence[str] = (),
    form: str = "",
) -> Callable[[Callable], Callable]:
    """Declare a method of an `ApiView` as an act, for who may do *allowed*: an act of the journal, which has its right, or a right.

    The method's name is that of the operation with its verb: `team_present_post` answers POST. Its address is *below*
    that of the class, and its name `team-present`, unless the first act there has a *name*. *laptop_only*: a paired
    device does not reach it.

    Its annotations are the rest of the declaration: `data` is the body, `query` the query, each a dataclass; the return
    type is what is answered (`shape_of`), None is 204, a response itself is sent as it is. *creates*: 201 where the
    answer is `created`, 200 where it was there already. *sends* are the types of a file that is sent. *form* says what
    file it takes, also as multipart/form-data. *apart*: the act takes long before it writes, and may be
    done twice (`answers.answer_once`).
    """

    right = right_for(allowed) if isinstance(allowed, Act) else allowed

    def decorate(method: Callable) -> Callable:
        called, _underscore, verb = method.__name__.rpartition("_")
        if verb not in ApiView.http_method_names:
            raise ValueError(f"{method.__name__}: the name of an act ends in its verb")
        writes = verb != "get"
        hints = get_type_hints(method, include_extras=True)
        # Where the method takes none, a body or a query is refused.
        query = _reader(QuerySerializer, hints.get("query", Nothing))
        body = _reader(InputSerializer, hints.get("data", Nothing))
        based = writes and _has_base_version(hints.get("data", Nothing))
        shape = shape_of(hints["return"])
        shows = None if issubclass(shape, type(None) | HttpResponseBase) else shape
        code = 201 if creates else status

        # A POST with a key is done once; logging in and out is done each time.
        once = verb == "post" and right != PERSON
        secret = shows is not None and bool({"password", "secret", "link"} & {field.name for field in fields(shows)})

        def answer(self: ApiView, request: Request) -> HttpResponseBase:
            arguments = {"data": _read(body, self.read_body(request))} if writes else {}
            arguments["query"] = _read(query, request.query_params)
            matched = False
            if based:
                arguments["data"], matched = seen_by(request, arguments["data"], self.version_read)
            try:
                value = method(self, **{name: read for name, read in arguments.items() if name in hints})
            except TournamentError as error:
                error.precondition = matched and error.code in OUTDATED
                raise
            if isinstance(value, HttpResponseBase):
                return value
            if shows is None:
                return Response(status=204)
            if isinstance(value, PageHead):
                value = replace(value, next_page=value.next_page or _next_page(value, request))
            now = 200 if creates and not value.created else code
            return Response(OutputSerializer(value, dataclass=shows).data, status=now)

        @functools.wraps(method)
        def handler(self: ApiView, request: Request, **_address: object) -> HttpResponseBase:
            if not once:
                return answer(self, request)
            return answer_once(request, functools.partial(answer, self, request), secret=secret, apart=apart)

        problems = [400, 404, 429] if right == PUBLIC else [400, 401, 403, 404, 429]
        problems += [409, 410, 413, 415, 422] if writes else [409, 422]
        headers = ([KEY] if once else []) + ([VERSION] if based else [])
        headers += [] if writes else [KNOWN]
        problems += [412] if based else []
        refused = OutputSerializer(dataclass=Problem)
        answers: dict[Any, Any] = {(number, "application/problem+json"): refused for number in problems}
        answers |= {(200, kind): OpenApiTypes.STR if "text/" in kind else OpenApiTypes.BINARY for kind in sends}
        if shows is not None:
            answers |= {number: OutputSerializer(dataclass=shows) for number in ((201, 200) if creates else (code,))}
        elif not sends:
            answers[204] = None
        if not writes:
            answers[304] = OpenApiResponse(description="What you have still stands: the ETag is the same.")
        operation = f"{called.title().replace('_', '')}_{verb}"
        place = {"verb": verb, "below": below, "name": name or called.replace("_", "-"), "laptop_only": laptop_only}
        for key, value in ({"allowed": right, "reads": body, "operation": operation} | place).items():
            setattr(handler, key, value)
        return extend_schema(
            operation_id=operation,
            tags=[method.__globals__["TAG"]],
            description=inspect.getdoc(method),
            request=({"application/json": body()} | _file_form(form)) if "data" in hints else None,
            parameters=[*([query()] if "query" in hints else []), *headers],
            responses=answers,
        )(handler)

    return decorate


def _file_form(about: str) -> dict[str, Any]:
    """Describe the form that a browser or curl sends a file with; an act without *about* takes none."""
    file = {"type": "string", "format": "binary", "description": about}
    form = {"type": "object", "properties": {"file": file}, "required": ["file"]}
    return {"multipart/form-data": form} if about else {}


def _has_base_version(hint: Any) -> bool:
    marks = getattr(hint, "__metadata__", ())
    return FIELD in (marks[0]().fields if marks else getattr(hint, "__dataclass_fields__", ()))


def _reader(kind: type[InputSerializer], hint: Any) -> Callable[..., serializers.Serializer]:
    """Return what makes the serializer that reads a *hint*: a dataclass, or a serializer in an annotation."""
    if marks := getattr(hint, "__metadata__", ()):
        return marks[0]
    return functools.partial(kind, dataclass=hint)


def _read(reader: Callable[..., serializers.Serializer], sent: Any) -> Any:
    reading = reader(data=sent)
    reading.is_valid(raise_exception=True)
    return reading.validated_data


class Chained:
    """Several querysets one after the other: a part of them is read without the rest."""

    def __init__(self, querysets: Sequence[QuerySet]) -> None:
        self._querysets = querysets
        self._counts = [queryset.count() for queryset in querysets]

    def __len__(self) -> int:
        return sum(self._counts)

    def __getitem__(self, part: slice) -> list:
        rows: list = []
        begun, end = part.start, part.stop
        for queryset, count in zip(self._querysets, self._counts, strict=True):
            if begun < count and end > 0:
                rows += queryset[max(begun, 0) : min(end, count)]
            begun, end = begun - count, end - count
        return rows


def page(rows: QuerySet | Sequence | Chained, query: PageQuery, lines_of: Callable[[list], list] = list) -> Page:
    """Return the part of *rows* that *query* asks for, and the count of all; *lines_of* makes lines of them."""
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    part = lines_of(list(rows[query.offset : query.offset + query.limit]))
    return Page(count=count, limit=query.limit, offset=query.offset, next_page=None, results=part)


def _next_page(part: PageHead, request: Request) -> str | None:
    """Return the address of the part that follows; None at the end."""
    end = part.offset + part.limit
    if end >= part.count:
        return None
    query = request.query_params.copy()
    query["offset"] = str(end)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def urls(*modules: ModuleType) -> list[URLPattern]:
    """Return the addresses of all acts of *modules*."""
    views = [
        view
        for module in modules
        for view in vars(module).values()
        if isinstance(view, type) and issubclass(view, ApiView) and view.__module__ == module.__name__
    ]
    return [address for view in views for address in _addresses(view)]


def _addresses(view: type[ApiView]) -> Iterator[URLPattern]:
    """Make a view of each address of *view*: it serves the acts that are there, with what their class finds."""
    acts = [method for method in vars(view).values() if hasattr(method, "operation")]
    for below in dict.fromkeys(method.below for method in acts):
        served = {method.verb: method for method in acts if method.below == below}
        barred = tuple(verb.upper() for verb, method in served.items() if view.laptop_only or method.laptop_only)
        one: Any = type(view.__name__, (view,), served | {"laptop_only": len(barred) == len(served) or barred})
        yield path(view.address + below, conditional_page(one.as_view()), name=next(iter(served.values())).name)
