"""Strict JSON parsing: refuse NaN, duplicate keys, numeric strings and other near-JSON (docs/reliability.md 4)."""

import datetime
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from tournament import names

DEPTH = 32  # levels of [ and {: a score sheet has five
TOKENS = 50_000  # texts and brackets: the answers to a list of 10 000 rows have 40 000
# A string, whole or cut off by the end of the text, or one bracket. No part of it is ever read twice.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_FIGURE = re.compile(r"[0-9]{1,9}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


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


class StrictInteger(serializers.IntegerField):
    """A whole number sent as a number: 162, and not "162", 162.0 or true."""

    default_error_messages = {"invalid": _("A whole number is expected here, as 162.")}

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """A text sent as a text: 12 is none."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class CleanText(StrictText):
    """A line of text a person can read: no control, invisible or direction-changing characters."""

    default_error_messages = {"invisible": _("This text has no letter that can be read.")}

    def to_internal_value(self, data: object) -> str:
        cleaned = names.clean(data) if isinstance(data, str) else data
        if data and not cleaned and not self.allow_blank:
            self.fail("invisible")
        return super().to_internal_value(cleaned)


class StrictChoice(serializers.ChoiceField):
    """One of the words of a list, sent as a text."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """true or false, and nothing that resembles them."""

    def to_internal_value(self, data: object) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class StrictDate(serializers.DateField):
    """A day written 2026-11-20."""

    def to_internal_value(self, data: object) -> datetime.date:
        if not isinstance(data, str) or not _DAY.fullmatch(data):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(data)


class QueryInteger(StrictInteger):
    """A whole number in a query: digits and nothing else."""

    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, str) or not _FIGURE.fullmatch(data):
            self.fail("invalid")
        return super().to_internal_value(int(data))
