"""Answer a POST that carries the header `Idempotency-Key` once, and again what it was answered then."""

from collections.abc import Callable

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.tokens import answers

HEADER = "Idempotency-Key"
PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": 100},
    OpenApiParameter.HEADER,
)


def _told(request: Request) -> list[bytes]:
    """Return what a request carries: its body, or the fields and files of a form, whose boundary is another each time."""
    if not (request.content_type or "").startswith("multipart/"):
        return [(request.content_type or "").encode(), request._request.body]
    parts = [
        f"{name}={values}".encode() for name, values in sorted(request.POST.lists()) if name != "csrfmiddlewaretoken"
    ]
    for name, file in sorted(request.FILES.items()):
        parts += [f"{name}={file.name}".encode(), file.read()]
        file.seek(0)
    return parts


def answer_once(
    request: Request, act: Callable[[], HttpResponseBase], *, secret: bool, apart: bool
) -> HttpResponseBase:
    """Return the answer of *act*, or the one of the same key; without the header, or an account, that of *act*."""
    key = request.headers.get(HEADER)
    if key is None or not request.user.is_authenticated:
        return act()
    # Keyed: a body may hold a password.
    sent = b"\0".join((request.get_full_path().encode(), *_told(request)))
    digest = salted_hmac("dix.idempotency", sent, algorithm="sha256").hexdigest()
    given: list[HttpResponseBase] = []

    def kept() -> answers.PostAnswer:
        answer = act()
        given.append(answer)
        written = (
            JSONRenderer().render(answer.data) if isinstance(answer, Response) and answer.status_code != 204 else b""
        )
        return answers.PostAnswer(answer.status_code, written)

    by = request.user
    answer = answers.answer_once(by=by, key=key, request=digest, act=kept, secret=secret, apart=apart)
    if not answer.again:
        return given[0]
    again = HttpResponse(answer.body, status=answer.status, content_type="application/json")
    if answer.status == 204:
        del again["Content-Type"]
    again["Idempotency-Replayed"] = "true"
    return again
