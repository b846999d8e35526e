"""The list of the API's refusals is complete, and a token that lacks a scope is told so."""

import ast
from collections.abc import Iterator

import pytest

from deploy import problem_codes
from tests.scoring import builders
from tests.support.api import Api, account, api_for
from tests.support.sources import trees
from tests.support.tokens import make
from tournament.errors import TournamentError

PLACES = {"TournamentError": 0, "ScoringError": 0, "api_error": 1, "problem": 1, "busy": 1, "_answer": 2}


def codes_in_the_source() -> Iterator[tuple[str, str]]:
    """Return each code that a refusal is made with, and its file."""
    for path, tree in trees("tournament", "scoring", "deploy", naming=rf"\b(?:{'|'.join(PLACES)})\s*\("):
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in PLACES and len(call.args) > PLACES[name]:
                for code in _words(call.args[PLACES[name]]):
                    yield code, path.name


def _words(expression: ast.expr) -> list[str]:
    if isinstance(expression, ast.IfExp):
        return _words(expression.body) + _words(expression.orelse)
    return [expression.value] if isinstance(expression, ast.Constant) and isinstance(expression.value, str) else []


def test_every_refusal_of_the_source_is_listed():
    listed = {one.code for one in problem_codes.problem_codes()}
    found = dict(codes_in_the_source())
    missing = {code: path for code, path in found.items() if code not in listed}
    assert not missing, (
        f"write the sentence of each into SENTENCES of tournament/messages.py or scoring/messages.py: {missing}"
    )
    assert len(found) > 200
    assert set(TournamentError.STATUS) <= listed


@pytest.mark.django_db
def test_a_token_that_lacks_a_scope_is_told_so_and_a_role_is_not_blamed():
    tonight = builders.evening(teams=4, parties=1)
    odile = account("odile", tonight.club)
    reading = Api(headers={"Authorization": f"Bearer {make(odile, tonight, 'reading')[1]}"})
    refused = reading.send(f"concours/{tonight.pk}/teams/", {"players": ["Ann Brun", "Bob Cru"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
    assert refused.json()["params"]["scopes"] == "registration, everything"
    rita = api_for(account("rita", tonight.club, role="reader"))
    assert rita.send(f"concours/{tonight.pk}/teams/", {"players": ["Ann", "Bob"]}).json()["code"] == "forbidden"
