"""Corrections of the API's schema after drf-spectacular has made it."""

import re
from typing import Any

METHODS = ("get", "post", "patch", "delete")


def put_right(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Return the schema with a summary at each operation and without empty defaults.

    A text that may be left out has "" inside the program; said as a default, generated clients send it where its list of
    words or its shortest length does not allow it.
    """
    for methods in result["paths"].values():
        for method in METHODS:
            if operation := methods.get(method):
                told = " ".join(operation.get("description", "").split())
                operation["summary"] = re.split(r"(?<=[a-z)])[.;:] ", told)[0].removesuffix(".")
    _without_empty_defaults(result)
    return result


def _without_empty_defaults(part: object) -> None:
    if isinstance(part, dict):
        if part.get("default") == "" and ("type" in part or "allOf" in part):
            del part["default"]
        for value in part.values():
            _without_empty_defaults(value)
    elif isinstance(part, list):
        for value in part:
            _without_empty_defaults(value)
