"""The contract of the API as lines that can be compared: one for each address, answer and field.

`python -m tests.support.openapi` promises what docs/openapi.yaml has and nobody promised yet.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

SCHEMA = Path(__file__).parents[2] / "docs" / "openapi.yaml"
# The promises of version 1. New ones are added, and nothing leaves it.
VERSION_1 = Path(__file__).parents[1] / "deploy" / "api-v1.txt"
METHODS = ("get", "post", "patch", "delete")


@cache
def schema() -> dict:
    """Return the schema that is committed, read once: not to be changed."""
    return yaml.load(SCHEMA.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def promises() -> set[str]:
    """Return the lines that nothing may break."""
    return set(VERSION_1.read_text("utf-8").splitlines())


def contract(schema: dict) -> set[str]:
    """Return the promises of an OpenAPI *schema*, one a line. A schema that adds something keeps every line of before,
    but what a request needs is one line: a field that it must now carry is a change.
    """
    schema = _without_values(schema, schema["components"]["schemas"])
    components = schema["components"]["schemas"]
    requests: set[str] = set()
    lines = set()
    for address, methods in schema["paths"].items():
        for method in METHODS:
            if (operation := methods.get(method)) is not None:
                lines |= set(_operation(f"{method.upper()} {address}", operation))
                if "requestBody" in operation:
                    requests |= set(_names(_body(operation["requestBody"]), components))
    for name, component in components.items():
        lines |= set(_component(name, component, name in requests))
    return lines


def _without_values(part: Any, components: dict) -> Any:
    """Put "anything" in the place of a reference to one of several types."""
    if isinstance(part, dict):
        if "anyOf" in components.get(part.get("$ref", "").rpartition("/")[2], ()):
            return {}
        return {key: _without_values(value, components) for key, value in part.items()}
    return [_without_values(one, components) for one in part] if isinstance(part, list) else part


def _operation(title: str, operation: dict) -> Iterator[str]:
    who = _security(operation)
    yield f"{title} is {operation['operationId']} of {', '.join(operation['tags'])}, for {who[0]}"
    yield from (f"{title} is also for {scheme}" for scheme in who[1:])
    if "requestBody" in operation:
        yield f"{title} takes {_type(_body(operation['requestBody']))}"
    for parameter in operation.get("parameters", ()):
        needed = "needs" if parameter.get("required") else "may ask"
        yield f"{title} {needed} {parameter['name']} in {parameter['in']}: {_type(parameter['schema'])}"
        yield from _choices(f"{title} {parameter['name']}", parameter["schema"])
    refused = []
    for status, answer in operation["responses"].items():
        for media, content in answer.get("content", {"": {"schema": {}}}).items():
            if _type(content["schema"]) == "Problem":
                # 412 answers the header If-Match alone, which nobody sent before it was there.
                refused += [status] if status != "412" else []
            else:
                yield f"{title} answers {status} {media} {_type(content['schema'])}".rstrip()
    yield f"{title} refuses by a Problem: {' '.join(sorted(refused))}"


def _security(operation: dict) -> list[str]:
    """The ways to prove who asks: another one breaks nothing."""
    return sorted(name for one in operation.get("security", ({},)) for name in one) or ["anybody"]


def _component(name: str, component: dict, is_request: bool) -> Iterator[str]:
    needed = component.get("required", [])
    if is_request:
        yield f"{name} needs {' '.join(sorted(needed))}".rstrip()
    for field, schema in component.get("properties", {}).items():
        always = "" if is_request or field in needed else " where there is one"
        yield f"{name}.{field}{always}: {_type(schema)}"
        yield from _choices(f"{name}.{field}", schema)


def _body(body: dict) -> dict:
    return body["content"]["application/json"]["schema"]


def _names(schema: dict, components: dict) -> Iterator[str]:
    """The components that *schema* is made of."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield name
        for field in components[name].get("properties", {}).values():
            yield from _names(field, components)
    for part in (*schema.get("allOf", ()), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(part, dict):
            yield from _names(part, components)


def _choices(title: str, schema: dict) -> Iterator[str]:
    """One line for each word that a list knows, so that a list may grow."""
    for value in (schema.get("items") or schema).get("enum", ()):
        yield f"{title} may be {value!r}"


def _type(schema: dict) -> str:
    """A type in one line: what it is, what it may be, between what."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    shown = " ".join(_type(part) for part in schema.get("allOf", ())) or schema.get("type", "anything")
    if "format" in schema:
        shown += f" ({schema['format']})"
    if "enum" in schema:
        shown += " of a list"
    if "items" in schema:
        shown += f" [{_type(schema['items'])}]"
    if isinstance(schema.get("additionalProperties"), dict):
        shown += f" {{{_type(schema['additionalProperties'])}}}"
    for key in ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default"):
        if key in schema:
            shown += f" {key} {schema[key]!r}"
    return shown + (" or null" if schema.get("nullable") else "")


def promise() -> int:
    """Add what nobody promised yet to the promises of version 1, and return how many lines that is."""
    before = promises()
    after = before | contract(schema())
    VERSION_1.write_text("".join(f"{line}\n" for line in sorted(after)), "utf-8")
    return len(after - before)


if __name__ == "__main__":
    print(f"{promise()} new promises in {VERSION_1.name}")
