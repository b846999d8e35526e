"""What the tests of the API share: a client that speaks JSON, accounts, and the routes as the URLconf has them."""

import json
from collections.abc import Iterator

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tournament.models import Club, Membership

BASE = "/api/v1/"
PASSWORD = "le roi de coeur est parti"


class Api(Client):
    """A client of the API: addresses without /api/v1/, bodies as JSON; `raw` sends bytes as they are."""

    def ask(self, address: str, **query):
        return self.get(BASE + address, query)

    def send(self, address: str, data: object = None, method: str = "POST", **more):
        body = json.dumps({} if data is None else data)
        return self.generic(method, BASE + address, body, content_type="application/json", **more)

    def raw(self, address: str, body: bytes, content_type: str = "application/json", **more):
        return self.generic("POST", BASE + address, body, content_type=content_type, **more)


def account(name: str, club: Club | None = None, role: str = "organiser"):
    user = get_user_model().objects.create_user(name, first_name=name.capitalize(), password=PASSWORD)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role)
    return user


def api_for(user) -> Api:
    client = Api()
    client.force_login(user)
    return client


def routes() -> Iterator[tuple[str, URLPattern]]:
    """(address with its converters, pattern) of every route under /api/v1/."""
    top = next(one for one in get_resolver().url_patterns if isinstance(one, URLResolver) and one.namespace == "api")

    def below(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, URLPattern]]:
        for one in resolver.url_patterns:
            address = prefix + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from below(one, address)
            else:
                yield address, one

    return below(top, "")


def is_problem(answer) -> bool:
    """Whether an answer has the one shape of a refusal."""
    return answer["Content-Type"].startswith("application/json") and set(answer.json()) == {
        "code",
        "message",
        "params",
        "article",
    }
