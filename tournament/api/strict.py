"""What the API takes: JSON and nothing near it. Each trap here was seen to be taken by default (RELIABILITY 2.5)."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from tournament import names

DEPTH = 32  # levels of [ and {: a score sheet has five


class BadNumber(ValueError):
    """A number that JSON does not have, or that no figure of ours can be."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        twice = next(key for index, (key, _value) in enumerate(pairs) if key in dict(pairs[:index]))
        raise ParseError(_("“%(key)s” stands twice in the same object. Send it once.") % {"key": twice[:40]})
    return read


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise BadNumber
    return int(digits)


def _constant(name: str) -> float:
    raise BadNumber


def _levels(text: str) -> Iterator[int]:
    """The depth after each bracket of *text*, brackets inside strings left out."""
    depth, inside, escaped = 0, False, False
    for character in text:
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            yield depth
        elif character in "]}":
            depth -= 1


def loads(text: str) -> Any:
    """The JSON value in *text*. Raises ParseError, saying what was read, for anything that is not strict JSON:
    a key twice in one object, NaN, more than 32 levels, a number of more than 18 digits.
    """
    if any(level > DEPTH for level in _levels(text)):
        raise ParseError(_("More than %(levels)s lists or objects stand inside each other.") % {"levels": DEPTH})
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_int=_integer, parse_constant=_constant)
    except BadNumber:
        raise ParseError(_("A number here is too long, or is not one that JSON has.")) from None
    except json.JSONDecodeError as error:
        raise ParseError(
            _("This is no JSON: line %(line)s, column %(column)s cannot be read.")
            % {"line": error.lineno, "column": error.colno}
        ) from None


class StrictJSONParser(JSONParser):
    """Reads a body as UTF-8 JSON, strictly."""

    def parse(self, stream, media_type=None, parser_context=None) -> Any:
        try:
            return loads(stream.read().decode("utf-8"))
        except UnicodeDecodeError:
            raise ParseError(_("The body must be JSON in UTF-8.")) from None


class Figure(serializers.IntegerField):
    """A whole number sent as a number: 162, and not "162", 162.0 or true."""

    default_error_messages = {"invalid": _("A whole number is expected here, as 162.")}

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Name(serializers.CharField):
    """A line of text a person can read: no control, invisible or direction-changing characters."""

    default_error_messages = {"invisible": _("This text has no letter that can be read.")}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        cleaned = names.clean(data)
        if data and not cleaned and not self.allow_blank:
            self.fail("invisible")
        return super().to_internal_value(cleaned)


class Truth(serializers.BooleanField):
    """true or false, and nothing that resembles them."""

    def to_internal_value(self, data: object) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Input(serializers.Serializer):
    """What an act takes. A key that is not one of its fields is refused: silence would hide a slip."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError(
                    {key[:60]: [_("This key is not known here.")] for key in unknown[:10]}
                )
        return super().to_internal_value(data)
