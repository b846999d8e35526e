"""Read the header `If-Match` of an act that has a base version: the version of the score that was seen, in quotes, or the
ETag with which it was read.
"""

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from tournament.inputs import LEFT_OUT

HEADER = "If-Match"
FIELD = "base_version"
ETAG = re.compile(r'(W/)?"[0-9a-f]{32}"')
PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string"},
    OpenApiParameter.HEADER,
)
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
