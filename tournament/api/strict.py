"""Strict JSON parsing: refuse NaN, duplicate keys, numeric strings and other near-JSON (docs/reliability.md 4)."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEPTH = 32  # levels of [ and {: a score sheet has five
TOKENS = 50_000  # texts and brackets: the answers to a list of 10 000 rows have 40 000
# A string, whole or cut off by the end of the text, or one bracket. No part of it is ever read twice.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class BadNumber(ValueError):
    """A number that JSON does not have, or that no figure of ours can be."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ParseError(_("“%(key)s” stands twice in the same object. Send it once.") % {"key": twice[:40]})
    return members


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise BadNumber
    return int(digits)


def _constant(name: str) -> float:
    raise BadNumber


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadNumber
    return number


def _measure(text: str) -> None:
    """Raise ParseError for a *text* of too many levels or parts, before anything is made of it."""
    depth = 0
    for count, token in enumerate(_TOKEN.finditer(text), start=1):
        if count > TOKENS:
            raise ParseError(_("More than %(parts)s texts and brackets stand here.") % {"parts": TOKENS})
        if token[0] in "[{":
            depth += 1
            if depth > DEPTH:
                raise ParseError(
                    _("More than %(levels)s lists or objects stand inside each other.") % {"levels": DEPTH}
                )
        elif token[0] in "]}":
            depth -= 1


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from _strings(member)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _storable(text: str) -> bool:
    """Return whether every database keeps *text*: neither NUL nor half of a surrogate pair is a character."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def loads(text: str) -> Any:
    """Read the JSON value in *text*. Raises ParseError, saying what was read, for anything that is not strict JSON:
    a key twice in one object, NaN, more than 32 levels or 50 000 texts and brackets, a number of more than 18 digits, a
    NUL or a lone surrogate.
    """
    _measure(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_int=_integer, parse_float=_real, parse_constant=_constant
        )
    except BadNumber:
        raise ParseError(_("A number here is too long, or is not one that JSON has.")) from None
    except json.JSONDecodeError as error:
        raise ParseError(
            _("This is no JSON: line %(line)s, column %(column)s cannot be read.")
            % {"line": error.lineno, "column": error.colno}
        ) from None
    # Only an escape can spell what JSON's own text cannot hold.
    if "\\u" in text and not all(map(_storable, _strings(value))):
        raise ParseError(_("A text here has a character that cannot be kept: NUL, or half of a pair."))
    return value


class StrictJSONParser(JSONParser):
    """Reads a body as UTF-8 JSON, strictly."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return loads(stream.read().decode("utf-8"))
        except UnicodeDecodeError:
            raise ParseError(_("The body must be JSON in UTF-8.")) from None
