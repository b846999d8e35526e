"""Compare the schema that is committed with the one that is served, and with what version 1 promised."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cache

import pytest
from django.core.management import call_command

from deploy import problem_codes
from deploy.web import api
from tests.support import openapi
from tests.support.openapi import SCHEMA, contract


def test_the_schema_committed_is_the_one_served(tmp_path):
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))
    told = "after a change: python manage.py spectacular --file docs/openapi.yaml"
    assert made.read_text("utf-8") == SCHEMA.read_text("utf-8"), told


def test_a_generated_client_finds_the_server_and_every_path_below_version_1():
    schema = openapi.schema()
    assert [one["url"] for one in schema["servers"]] == ["/"], "the host from which the schema was read"
    assert [path for path in schema["paths"] if not (path.startswith("/api/v1/") and path.endswith("/"))] == []


def test_the_document_of_the_codes_is_the_list_of_the_schema():
    told = "after a change of a refusal: python -m deploy.problem_codes, then the schema again"
    assert problem_codes.FILE.read_text("utf-8") == problem_codes.written(), told
    assert "team_resembles" in openapi.schema()["components"]["schemas"]["Problem"]["properties"]["code"]["x-codes"]


@pytest.mark.parametrize("kind", ["yaml", "json"])
@pytest.mark.django_db
def test_the_schema_is_made_once_for_all_who_ask(client, monkeypatch, kind):
    """Anybody may ask, and it takes the processor a second: asked in parallel it kept every thread."""
    address = f"/api/v1/schema/?format={kind}"
    first = client.get(address)
    monkeypatch.setattr(api.Schema, "generator_class", None)
    again = client.get(address)
    assert (first.status_code, again.status_code) == (200, 200) and again.content == first.content
    assert first["Access-Control-Allow-Origin"] == "*"
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert kind in first["Content-Disposition"]
    if kind == "json":
        assert json.loads(first.content) == openapi.schema()
    else:
        assert first.content == SCHEMA.read_bytes()


def test_the_schema_is_made_once_for_all_who_ask_at_once(monkeypatch):
    """Eight telephones that asked a program just started made it eight times, beside each other: nobody had a page."""
    monkeypatch.setattr(api, "_made_schema", cache(api._made_schema.__wrapped__))
    made = []

    def make(_generator, **_options):
        made.append(time.sleep(0.2))
        return {}

    monkeypatch.setattr(api.Schema.generator_class, "get_schema", make)
    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(api.written_schema, ["application/json"] * 8))) == 1
    assert len(made) == 1


def test_every_promise_of_version_1_is_kept():
    promised = openapi.promises()
    assert len(promised) > 3_000
    assert not promised - contract(openapi.schema())


def test_an_answer_names_its_headers():
    named = {name: 0 for name in ("ETag", "Idempotency-Replayed", "Retry-After")}
    told = openapi.schema()
    for operations in told["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                assert ("Retry-After" in answer.get("headers", {})) == (str(status) == "429")
                for name in answer.get("headers", {}):
                    named[name] += 1
    assert set(told["components"]["headers"]) == set(named)
    assert min(named.values()) > 60


def test_a_promise_is_added_and_none_leaves(tmp_path, monkeypatch):
    promised = tmp_path / "api-v1.txt"
    promised.write_text("A word that the schema has no more\n", "utf-8")
    monkeypatch.setattr(openapi, "VERSION_1", promised)
    assert openapi.promise() == len(contract(openapi.schema()))
    assert openapi.promise() == 0
    assert openapi.promises() == {"A word that the schema has no more"} | contract(openapi.schema())


def test_a_broken_promise_is_seen():
    before, schema = contract(openapi.schema()), deepcopy(openapi.schema())
    team = schema["components"]["schemas"]["TeamInput"]
    team["properties"]["more"] = {"type": "string"}
    assert not before - contract(schema)
    team["required"].append("more")
    assert before - contract(schema) == {"TeamInput needs players"}
    team["required"].remove("more")
    del team["properties"]["players"]["maxItems"]
    assert len(before - contract(schema)) == 1
