"""The words and the examples of the API's fields, from vocabulary.json: the schema takes them from here.

A line there is a name, what it means, and an example as it may stand in a request or an answer; null leaves the example to
the schema. A name that means different things in two places has a line `Component.name` under "components" beside the one
under "fields"; a field whose declaration says what it is keeps that. Nothing of it is read when a request is served.
"""

import json
from pathlib import Path
from typing import Any

_WORDS = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
FIELDS: dict[str, tuple[str, Any]] = _WORDS["fields"]
COMPONENTS: dict[str, tuple[str, Any]] = _WORDS["components"]
# Whole examples of components.
EXAMPLES: dict[str, dict[str, Any]] = _WORDS["examples"]
# For an operation, the state of the site in which its example is accepted, and the values of it that name rows of there.
BEFORE: dict[str, str] = _WORDS["before"]
# Parameters of addresses and queries; "path name" where the address means another thing than a query.
PARAMETERS: dict[str, tuple[str, Any]] = _WORDS["parameters"]

_SIMPLE: list[dict[str, Any]] = [
    {"type": "integer", "nullable": True},
    {"type": "boolean"},
    {"type": "string"},
]


def _named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_OBJECT, _FACT, _OPTION, _DONNE = map(_named, ("FreeObject", "Fact", "RuleOption", "DonneField"))
VALUES: dict[str, dict[str, Any]] = {
    "FreeObject": {
        "type": "object",
        "additionalProperties": {},
        "description": "An object inside a free one: its fields depend on the act and on the game.",
    },
    "FactItem": {
        "anyOf": [*_SIMPLE, {"type": "array", "items": {"type": "integer"}}, _OBJECT],
        "description": "A figure, an identifier or a word in a list, or several of these.",
    },
    "Fact": {
        "anyOf": [*_SIMPLE, {"type": "array", "items": _named("FactItem")}, _OBJECT],
        "description": "A figure, an identifier or a word; a list or an object of these.",
    },
    "RuleOption": {"anyOf": _SIMPLE, "description": "A figure, a word, yes or no; null: without a limit."},
    "DonneField": {
        "anyOf": [*_SIMPLE, {"type": "array", "items": {"anyOf": [{"type": "string"}, _OBJECT]}}, _OBJECT],
        "description": "A field of the sheet, as docs/rules.md 3 names it: preneur, atout, points, belote, capot and so on.",
    },
}
FREE: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        [
            f"{name}.rule_options"
            for name in ("ConcoursInput", "ConcoursOutput", "PatchedSettingsInput", "PresetOutput", "SeriesInput")
        ],
        _OPTION,
    ),
    **dict.fromkeys(["DrawOutput.options", "MinutesOutput.options", "PhaseOutput.options"], _FACT),
    **dict.fromkeys(
        [f"{name}.donnes" for name in ("SheetInput", "SheetOfTableInput", "SheetTold", "DonnesInput")], _DONNE
    ),
    **dict.fromkeys(["OverrideOutput.content", "VersionDetailOutput.content"], _FACT),
    **dict.fromkeys(
        [
            *(f"{name}.{side}" for name in ("JournalLineOutput", "SeasonChangeOutput") for side in ("before", "after")),
            "JobOutput.result",
            "Problem.params",
        ],
        _FACT,
    ),
    **dict.fromkeys([f"MinutesOutput.{name}" for name in ("entrants", "tables", "cost", "ahead", "about")], _FACT),
}
