"""Compare the schema that is committed with the one that is served, and with what version 1 promised."""

from copy import deepcopy
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command

from tests.openapi import contract

SCHEMA = Path(__file__).parents[2] / "docs" / "openapi.yaml"
# What was promised when version 1 came out. It is added to when something new is promised, and nothing leaves it.
VERSION_1 = Path(__file__).with_name("api-v1.txt")


@pytest.fixture(scope="module")
def schema() -> dict:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(SCHEMA.read_text("utf-8"), loader)


def test_the_schema_committed_is_the_one_served(tmp_path):
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))
    told = "after a change: python manage.py spectacular --file docs/openapi.yaml"
    assert made.read_text("utf-8") == SCHEMA.read_text("utf-8"), told


def test_every_promise_of_version_1_is_kept(schema):
    promised = set(VERSION_1.read_text("utf-8").splitlines())
    assert len(promised) > 2_000
    assert not promised - contract(schema)


def test_a_broken_promise_is_seen(schema):
    before, schema = contract(schema), deepcopy(schema)
    team = schema["components"]["schemas"]["TeamInput"]
    team["properties"]["more"] = {"type": "string"}
    assert not before - contract(schema)
    team["required"].append("more")
    assert before - contract(schema) == {"TeamInput needs players"}
    team["required"].remove("more")
    del team["properties"]["players"]["maxItems"]
    assert len(before - contract(schema)) == 1
