"""Every example of the schema is sent to the program and accepted, on a site that is as the schema says at its operation."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction

from deploy.laptop import closing
from tests.scoring import builders
from tests.support.api import BASE, Api, api_for, routes
from tests.support.api_examples import READY, Evening, Ready, described, examples
from tests.support.api_routes import hall, organiser, tournament, unhurried  # noqa: F401
from tournament.api.schema import JSON
from tournament.api.vocabulary import BEFORE
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
# Accepted where nobody has an account: by a test of its own.
EMPTY_SITE = {"Welcome_post"}
# Parts of an address, in the words of the route: the schema says at the parameter of which row it is the number.
ROWS = {"pk", "team", "draw", "number", "identity", "left"}


def queries(operation: dict) -> dict:
    """The parameters of a reading as a program writes them: true for True."""
    named = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
    return {
        one["name"]: str(one["example"]).lower() if isinstance(one["example"], bool) else one["example"]
        for one in named
    }


@pytest.fixture
def evening(hall, organiser, tournament, tmp_path) -> Evening:
    organiser.is_superuser = True  # asks as the maintainer of the site too
    organiser.save()
    played, before = builders.evening(teams=8, parties=4, seed=3), builders.concours(teams=9)
    Tournament.objects.filter(pk__in=[played.pk, before.pk]).update(club=tournament.club)
    yield Evening(api_for(organiser), organiser, tournament, played, before, tmp_path)
    closing.offer(None)


def handlers():
    """(operation, its method, its route) of every operation of the API."""
    for route, pattern in routes():
        for method in ("get", "post", "patch", "delete"):
            handler = getattr(getattr(pattern.callback, "cls", None), method, None)
            if hasattr(handler, "operation"):
                yield handler.operation, method, route


def test_every_example_is_accepted(evening, hall):
    groups: dict[Callable, list] = {}
    for name, method, route in handlers():
        if name not in EMPTY_SITE:
            groups.setdefault(READY.get(name, Ready()).first, []).append((name, method, route))
    wrong, accepted = {}, 0
    for first, sent in groups.items():
        with transaction.atomic():  # what several need is done once for them
            evening.api = api_for(evening.organiser)
            first(evening)
            for name, method, route in sent:
                with transaction.atomic():
                    answer = send_example(evening, hall, name, method, route)
                    transaction.set_rollback(True)
                if route.startswith("session/") or name.startswith("ReadAgain"):  # another session than before
                    evening.api = api_for(evening.organiser)
                if answer.status_code < 300 and '"problem":{' not in text_of(answer):
                    accepted += 1
                else:
                    wrong[name] = (answer.status_code, answer.content[:300])
            transaction.set_rollback(True)
    told = "\n".join(f"{name}: {answer}" for name, answer in wrong.items())
    assert not wrong, f'say in READY, and under "before" of vocabulary.json, what is there before these:\n{told}'
    assert accepted > 260


def test_the_example_of_the_first_account_is_accepted_on_an_empty_site():
    answer = Api().send("welcome/", examples()["Welcome_post"])
    assert answer.status_code == 201, answer.content


def test_the_schema_says_what_each_example_needs():
    assert BEFORE.keys() == READY.keys() | EMPTY_SITE
    told = {name: " ".join(described()[name]["description"].split()) for name in BEFORE}
    assert not [name for name, words in BEFORE.items() if not told[name].endswith(f"Before it: {words}")]


def send_example(evening: Evening, hall, name: str, method: str, route: str):
    """Send it with the values that name rows of here; the schema says of each that it is one."""
    ready = READY.get(name, Ready())
    elsewhere = ready.at(evening)
    for known, value in elsewhere.items():
        route = re.sub(rf"<(\w+:)?{known}>", str(value), route)
    address = hall(route, evening.organiser).removeprefix(BASE)
    if method == "get":
        return evening.api.ask(address, **queries(described()[name]))
    body, replaced = examples().get(name), ready.body(evening)
    unsaid = [one for one in replaced.keys() | elsewhere.keys() - ROWS if f"`{one}`" not in BEFORE[name]]
    assert not unsaid, f'{name}: say under "before" of vocabulary.json what these name: {unsaid}'
    return evening.api.send(address, body and body | replaced, method=method.upper())


def text_of(answer) -> str:
    return answer.content.decode() if answer.get("Content-Type", "").startswith(JSON) else ""
