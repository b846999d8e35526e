"""Corrections of the API's schema after drf-spectacular has made it: summaries, words for every field, true examples."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournament.api.base import WITHOUT_TOKEN
from tournament.api.vocabulary import BEFORE, COMPONENTS, EXAMPLES, FIELDS, FREE, PARAMETERS, VALUES


class ActSchema(AutoSchema):
    """Describes an act: who may ask for it, as `tournament.api.base.act` declares."""

    def get_auth(self) -> list[dict[str, list]]:
        handler = getattr(self.view, self.method.lower(), None)
        without = getattr(handler, "allowed", "") in WITHOUT_TOKEN
        return [one for one in super().get_auth() if not (without and "token" in one)]


# Headers of answers: the header, the parameter that it goes with (none: any), the statuses, its type, its description.
HEADERS = (
    ("ETag", "If-None-Match", r"200|304", "string", "Of this answer: sent back as `If-None-Match`, it asks whether it still stands."),
    ("Idempotency-Replayed", "Idempotency-Key", r"2..", "boolean", "That this act was done before, and this is its answer of then."),
    ("Retry-After", "", r"429", "integer", "In how many seconds to try again."),
)  # fmt: skip
METHODS = ("get", "post", "patch", "delete")
JSON = "application/json"


def put_right(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Return the schema with a summary and an example at each operation, and words at each field, without empty defaults.

    A text that may be left out has "" inside the program; said as a default, generated clients send it where its list
    of words or its shortest length does not allow it.
    """
    _without_leftovers(result)
    components = result["components"]["schemas"]
    for name, component in components.items():
        for field in list(component.get("properties", {})):
            _describe(name, field, component["properties"])
    components |= deepcopy(VALUES)
    examples = Examples(components)
    for _address, operation in operations(result):
        told = " ".join(operation.get("description", "").split())
        operation["summary"] = operation.get("summary") or re.split(r"(?<=[a-z)])[.;:] ", told)[0].removesuffix(".")
        if words := BEFORE.get(operation.get("operationId", "")):
            operation["description"] = f"{operation['description']}\n\nBefore it: {words}"
        for parameter in operation.get("parameters", ()):
            name = f"path {parameter['name']}" if parameter["in"] == "path" else ""
            if line := PARAMETERS.get(name) or PARAMETERS.get(parameter["name"]):
                description, example = line
                parameter.setdefault("description", description)
                parameter.setdefault("example", examples.fitting(example, parameter["schema"], parameter["name"]))
        _name_headers(operation)
        for content in contents(operation):
            content["example"] = examples.of(content["schema"])
    result["components"]["headers"] = {
        name: {"schema": {"type": kind}, "description": words} for name, _with, _at, kind, words in HEADERS
    }
    if "Problem" in components:
        components["Problem"]["example"] = examples.of({"$ref": "#/components/schemas/Problem"})
    return result


def _name_headers(operation: dict[str, Any]) -> None:
    """Name the headers of each answer of an operation that the program itself serves."""
    sent = {parameter["name"] for parameter in operation.get("parameters", ())}
    for status, answer in operation["responses"].items():
        for name, with_parameter, at, _kind, _words in HEADERS:
            if re.fullmatch(at, str(status)) and (not with_parameter or with_parameter in sent):
                answer.setdefault("headers", {})[name] = {"$ref": f"#/components/headers/{name}"}


def operations(schema: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return ("POST /address/", operation) of all operations of a *schema*, and of the messages that it sends."""
    own = _operations(schema["paths"])
    callbacks = [one for _title, operation in own for one in operation.get("callbacks", {}).values()]
    return own + [one for paths in callbacks for one in _operations(paths)]


def _operations(paths: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {address}", methods[method])
        for address, methods in paths.items()
        for method in METHODS
        if method in methods
    ]


def contents(operation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what an operation reads and answers in JSON, its refusals left out."""
    bodies = [operation.get("requestBody", {})]
    bodies += [answer for status, answer in operation["responses"].items() if str(status).startswith("2")]
    return [one["content"][JSON] for one in bodies if JSON in one.get("content", {})]


def _describe(component: str, field: str, properties: dict[str, Any]) -> None:
    schema = properties[field]
    if free := FREE.get(f"{component}.{field}"):
        (schema["items"] if "items" in schema else schema)["additionalProperties"] = free
    if "description" in schema:
        return
    words = COMPONENTS.get(f"{component}.{field}") or FIELDS.get(field)
    if words is None:
        return
    if "$ref" in schema:  # beside a reference nothing else is read
        schema = properties[field] = {"allOf": [schema]}
    schema["description"] = words[0]


class Examples:
    """Makes examples out of the vocabulary: a value that does not fit a field gives way to one that does."""

    def __init__(self, components: Mapping[str, Any]) -> None:
        self.components = components

    def of(self, schema: Mapping[str, Any], name: str = "", component: str = "", inside: tuple[str, ...] = ()) -> Any:
        """Return an example of what *schema* describes, as the field *name* of *component*; *inside*: of which ones."""
        line = COMPONENTS.get(f"{component}.{name}") or FIELDS.get(name)
        if line is not None and line[1] is not None:
            found = self.fitting(line[1], schema, name, inside)
            if found is not None:
                return found
        if line is not None and schema.get("nullable") and "type" in schema:
            return None
        return self._plain(schema, name, component, inside)

    def fitting(self, value: Any, schema: Mapping[str, Any], name: str, inside: tuple[str, ...] = ()) -> Any:
        """Return *value*, or the plain example of *schema* where it is none of its values."""
        return value if self._fits(value, schema) else self._plain(schema, name, "", inside)

    def _fits(self, value: Any, schema: Mapping[str, Any]) -> bool:
        kind = schema.get("type")
        if "enum" in schema:
            return value in schema["enum"]
        if kind == "array":
            return (
                isinstance(value, list)
                and schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 99)
                and all(self._fits(one, schema["items"]) for one in value)
            )
        if kind == "object":
            more = schema.get("additionalProperties", {})
            return isinstance(value, dict) and all(self._fits(one, more) for one in value.values())
        if kind == "string":
            fits = isinstance(value, str) and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**6)
            dated = {"date": 10, "date-time": 25, "uuid": 36}.get(schema.get("format", ""))
            return fits and (dated is None or len(value) == dated)
        if kind in ("integer", "number"):
            numeric = isinstance(value, int if kind == "integer" else int | float) and not isinstance(value, bool)
            return numeric and schema.get("minimum", value) <= value <= schema.get("maximum", value)
        if kind == "boolean":
            return isinstance(value, bool)
        if schema.get("$ref", "").rpartition("/")[2] in VALUES:
            return True
        return "$ref" not in schema and "allOf" not in schema

    def _plain(self, schema: Mapping[str, Any], name: str, component: str, inside: tuple[str, ...]) -> Any:
        if "allOf" in schema:
            schema = schema["allOf"][0]
        if "$ref" in schema:
            return self._component(schema["$ref"].rpartition("/")[2], inside)
        if "enum" in schema:
            return schema.get("default") or next((word for word in schema["enum"] if word), schema["enum"][0])
        kind = schema.get("type")
        if kind == "array":
            one = self.of(schema["items"], name, component, inside)
            return [] if one is None else [one] * max(1, schema.get("minItems", 1))
        if kind == "object":
            more = schema.get("additionalProperties", {})
            return {"NS": self.of(more, name, "", inside)} if more.get("type") else {}
        if kind == "string":
            dated = {
                "date": "2026-11-20",
                "date-time": "2026-11-20T21:14:03+01:00",
                "uuid": "5b0f8f5e-8f0a-4c8e-9d5c-0c4f3f2f6a11",
            }
            return dated.get(schema.get("format", ""), "")
        if kind in ("integer", "number"):
            return max(schema.get("minimum", 1), min(1, schema.get("maximum", 1)))
        return {"boolean": False}.get(str(kind))

    def _component(self, name: str, inside: tuple[str, ...]) -> Any:
        if name in inside:
            return None
        component = self.components[name]
        if name in EXAMPLES:
            return deepcopy(EXAMPLES[name])
        if "enum" in component:
            return component["enum"][0]
        fields = component.get("properties", {})
        made = {field: self.of(schema, field, name, (*inside, name)) for field, schema in fields.items()}
        return made


def _without_leftovers(part: object) -> None:
    if isinstance(part, dict):
        part.pop("x-spec-enum-id", None)  # for a hook that would name lists of words
        if part.get("default") == "" and ("type" in part or "allOf" in part):
            del part["default"]
        for value in part.values():
            _without_leftovers(value)
    elif isinstance(part, list):
        for value in part:
            _without_leftovers(value)
