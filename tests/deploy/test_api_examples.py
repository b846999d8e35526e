"""The schema explains itself: words at every field, an example at every operation, and every example is true."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from openapi_schema_validator import OAS30Validator

from tests.support import openapi
from tests.support.api import routes
from tournament.api import vocabulary
from tournament.api.schema import contents, operations
from tournament.api.vocabulary import COMPONENTS, EXAMPLES, FIELDS, FREE, PARAMETERS

VOCABULARY = Path(vocabulary.__file__).with_suffix(".json")


@pytest.fixture(scope="module")
def schema() -> dict:
    return openapi.schema()


@pytest.fixture(scope="module")
def fields(schema) -> dict[str, dict]:
    """Every field of every component, by "Component.field"."""
    components = schema["components"]["schemas"].items()
    return {f"{name}.{field}": told for name, one in components for field, told in one.get("properties", {}).items()}


def test_every_field_has_its_words(fields):
    missing = sorted(name for name, told in fields.items() if not told.get("description", "").strip())
    assert not missing, f"say in tournament/api/vocabulary.json, or at the declaration, what these are: {missing}"
    assert len(fields) > 1_100


SMALL_WORDS = set(
    "a all an and are as by each for in is it its none null of on or that the there this to where which".split()
)


def test_no_description_merely_repeats_its_name(fields):
    """“The kind.” at `kind` leaves the programmer to try: a description has four words, and one that the name has not."""
    thin = {}
    for name, told in fields.items():
        words = re.findall(r"[\w’'-]+", told["description"].lower())
        known = {word.rstrip("s") for word in name.partition(".")[2].lower().split("_")}
        if len(words) < 4 or all(word in SMALL_WORDS or word.rstrip("s") in known for word in words):
            thin[name] = told["description"]
    assert not thin


# How a description begins, and the kinds of the values that it can be about.
BEGINNINGS = {
    "Whether ": {"boolean", "string"},
    "How many of each ": {"object"},
    "How many ": {"integer", "number"},
    "The number of ": {"integer"},
    "The numbers of ": {"array"},
    "The day ": {"string"},
}


def test_a_description_suits_the_kind_of_its_value(fields):
    """A name that means two things had one description: “The number of the donne.” at the hall's word for a donne."""
    wrong = {}
    for name, told in fields.items():
        begin = next((begin for begin in BEGINNINGS if told["description"].startswith(begin)), None)
        if begin and "type" in told and told["type"] not in BEGINNINGS[begin]:
            wrong[name] = told["type"], told["description"]
    assert not wrong, "say under components of tournament/api/vocabulary.json what these are"


def test_null_stands_in_the_words_where_it_may_come_and_nowhere_else(fields, schema):
    """A field that is read alone tells what null means there, or its component does."""
    wrong = []
    for name, told in fields.items():
        words = told["description"].lower()
        whole = words + schema["components"]["schemas"][name.partition(".")[0]].get("description", "").lower()
        if "null" not in whole if told.get("nullable") else "null" in words:
            wrong.append(name)
    assert not wrong, "say under components of tournament/api/vocabulary.json what null means"


def test_no_description_of_money_speaks_of_a_game(fields):
    """The till and the tables share names: its lines, its number, a difference, a result, a total."""
    of_games = re.compile(r"\b(camps?|partie|typist|journal|draw|tirage)\b")
    of_money = re.compile(
        r"(Balance|EveningMoney|SeasonMoney|Movement|Debtor|Unpaid|Held|Till|Sold|Due|Sale|Count|Refund)(In|Out)put\."
    )
    told = {name: one["description"] for name, one in fields.items() if of_money.match(name)}
    assert len(told) > 50
    assert {name: text for name, text in told.items() if of_games.search(text)} == {}


def test_every_parameter_has_its_words_and_every_operation_a_summary(schema):
    for title, operation in operations(schema):
        assert operation["summary"] and operation["description"], title
        assert "\n " not in operation["description"], f"{title}: indented as in the source"
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), f"{title}: {parameter['name']}"
            assert "example" in parameter, f"{title}: {parameter['name']}"


def test_no_object_is_free(schema):
    free = []

    def look(part: object, where: str) -> None:
        if isinstance(part, dict):
            # Without fields and without a type for them, some generators read that an object has none.
            untyped = part.get("type") == "object" and not {"properties", "additionalProperties"} & part.keys()
            if untyped or part.get("additionalProperties") in ({}, True) or part.get("items") == {}:
                free.append(where)
            for key, value in part.items():
                if key != "example":
                    look(value, f"{where}/{key}")

    look(schema["components"]["schemas"], "")
    assert free == ["/FreeObject"], free


def test_one_of_several_types_has_a_name(schema):
    """Or a generated client calls it `…_additional_property_type_3_item_type_3`, once for each place where it stands."""
    unnamed = []

    def look(part: object, where: str) -> None:
        if isinstance(part, dict):
            if {"anyOf", "oneOf"} & part.keys():
                unnamed.append(where)
            for key, value in part.items():
                look(value, f"{where}/{key}")

    for name, component in schema["components"]["schemas"].items():
        look(component.get("properties", {}), name)
    look(schema["paths"], "")
    assert not unnamed


def test_a_description_is_more_than_its_list_of_words(fields):
    assert not [name for name, told in fields.items() if told["description"].startswith("* `")]


def test_every_example_is_as_the_schema_says(schema):
    seen = 0
    for title, operation in operations(schema):
        for content in contents(operation):
            seen += 1
            assert "example" in content, title
            check(schema, content["schema"], content["example"], title)
        for parameter in operation.get("parameters", ()):
            check(schema, parameter["schema"], parameter["example"], f"{title} {parameter['name']}")
    check(schema, {"$ref": "#/components/schemas/Problem"}, schema["components"]["schemas"]["Problem"]["example"], "")
    assert seen > 150


def check(schema: dict, part: dict, example: object, title: str) -> None:
    whole = {**part, "components": schema["components"]}
    errors = list(OAS30Validator(whole, format_checker=OAS30Validator.FORMAT_CHECKER).iter_errors(example))
    assert not errors, f"{title}: {[(list(one.path), one.message) for one in errors[:3]]}"


@pytest.mark.django_db
def test_every_example_of_a_request_is_read(schema):
    """The serializer that reads the act's body takes its example, and leaves nothing of it aside."""
    handlers = {}
    for _route, pattern in routes():
        view = getattr(pattern.callback, "cls", None)
        for method in ("post", "patch", "delete"):
            handler = getattr(view, method, None)
            if hasattr(handler, "reads"):
                handlers[handler.operation] = handler.reads
    refused, read = {}, 0
    for title, operation in operations(schema):
        if "requestBody" in operation and "operationId" in operation:  # without it is a message that we send
            example = operation["requestBody"]["content"]["application/json"]["example"]
            reading = handlers[operation["operationId"]](data=example)
            read += 1
            if not reading.is_valid():
                refused[title] = reading.errors
    assert not refused, refused
    assert read > 40


def test_no_line_of_the_vocabulary_is_left_over(schema, fields):
    names = {name.partition(".")[2] for name in fields}
    assert not sorted(set(FIELDS) - names)
    assert not sorted(set(COMPONENTS) - set(fields))
    assert not sorted(set(FREE) - set(fields))
    assert not sorted(set(EXAMPLES) - set(schema["components"]["schemas"]))
    parameters = [one for _title, operation in operations(schema) for one in operation.get("parameters", ())]
    used = {one["name"] for one in parameters} | {f"{one['in']} {one['name']}" for one in parameters}
    assert not sorted(set(PARAMETERS) - used)


def test_no_word_stands_twice_in_the_vocabulary():
    """A place of an address had the words of a place in a query: the second line of a name hid the first."""

    def once(pairs: list[tuple[str, object]]) -> dict:
        assert len(dict(pairs)) == len(pairs), sorted(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        return dict(pairs)

    json.loads(VOCABULARY.read_text("utf-8"), object_pairs_hook=once)
