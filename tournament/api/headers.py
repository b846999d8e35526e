"""Headers of an act: Idempotency-Key, with which a POST is done once and answered again what it was answered then; and
If-Match of one that has a base version: the version of the score that was seen, in quotes, or the ETag with which it was
read."""

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.inputs import LEFT_OUT
from tournament.tokens import answers

HEADER = "If-Match"
FIELD = "base_version"
ETAG = re.compile(r'(W/)?"[0-9a-f]{32}"')
VERSION = OpenApiParameter(HEADER, {"type": "string"}, OpenApiParameter.HEADER)
# Of every read: the ETag of the answer before (`django.views.decorators.http.conditional_page`).
KNOWN = OpenApiParameter("If-None-Match", {"type": "string"}, OpenApiParameter.HEADER)
# That another version counts by now than the one that was seen.
OUTDATED = {"sheet_already_recorded", "sheet_conflict", "sheet_changed", "case_changed"}


def seen_by(request: Request, data: Any, read: Callable[[str], int | None]) -> tuple[Any, bool]:
    """Return the body with the version that the header names, and whether it names one. Raises ValidationError.

    *read* returns the version that counts where the header is the ETag of what it counts for as it is read now.
    """
    tag = request.headers.get(HEADER)
    told = data.get(FIELD) if isinstance(data, dict) else getattr(data, FIELD)
    if tag is None:
        return data, False
    match = re.fullmatch(r'"([1-9][0-9]{0,4})"', tag)
    version = int(match[1]) if match else read(tag) if ETAG.fullmatch(tag) else 0
    if version == 0 or told not in (None, LEFT_OUT, version):
        raise ValidationError({HEADER: [_("One version in quotes is expected here, as in base_version.")]})
    seen = {FIELD: version}
    return (data | seen if isinstance(data, dict) else dataclasses.replace(data, **seen)), True


KEY_HEADER = "Idempotency-Key"
KEY = OpenApiParameter(KEY_HEADER, {"type": "string", "minLength": 1, "maxLength": 100}, OpenApiParameter.HEADER)


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
    key = request.headers.get(KEY_HEADER)
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
