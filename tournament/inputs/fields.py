"""Strict fields of inputs: a value of another kind, or in another writing, is refused and not turned into one."""

import datetime
import re

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournament import names

_FIGURE = re.compile(r"[0-9]{1,9}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


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


class QueryBoolean(StrictBoolean):
    """true or false in a query, where everything is text."""

    def to_internal_value(self, data: object) -> bool:
        return super().to_internal_value({"true": True, "false": False}.get(str(data), data))
