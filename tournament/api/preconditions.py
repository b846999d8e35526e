"""Read the header `If-Match` of an act that has a base version: the version of the score that was seen, in quotes."""

import dataclasses
import re
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from tournament.inputs import LEFT_OUT

HEADER = "If-Match"
FIELD = "base_version"
PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string"},
    OpenApiParameter.HEADER,
)
# Of every read: the ETag of the answer before (`django.views.decorators.http.conditional_page`).
KNOWN = OpenApiParameter("If-None-Match", {"type": "string"}, OpenApiParameter.HEADER)
# That another version counts by now than the one that was seen.
OUTDATED = {"sheet_already_recorded", "sheet_conflict", "sheet_changed", "case_changed"}


def seen_by(request: Request, data: Any) -> tuple[Any, bool]:
    """Return the body with the version that the header names, and whether it names one. Raises ValidationError."""
    tag = request.headers.get(HEADER)
    told = data.get(FIELD) if isinstance(data, dict) else getattr(data, FIELD)
    if tag is None:
        return data, False
    match = re.fullmatch(r'"([1-9][0-9]{0,4})"', tag)
    if match is None or told not in (None, LEFT_OUT, int(match[1])):
        raise ValidationError({HEADER: [_("One version in quotes is expected here, as in base_version.")]})
    seen = {FIELD: int(match[1])}
    return (data | seen if isinstance(data, dict) else dataclasses.replace(data, **seen)), True
