"""The shared cache while Redis is away or hangs: slower pages, no failing one, and nobody waits twice."""

import inspect
import socket
import threading

import pytest
from django.core.cache.backends.base import BaseCache

from deploy.web import cache as redis_cache
from deploy.web.cache import OptionalRedisCache
from tests.support.fixtures import free_port, redis_server  # noqa: F401

# Built on the others, or about the connection itself.
DERIVED = {"get_or_set", "decr", "incr_version", "decr_version", "make_key", "make_and_validate_key", "validate_key"}
DERIVED |= {"get_backend_timeout", "close"}
ARGUMENTS = {"get_many": (["a"],), "set_many": ({"a": 1},), "delete_many": (["a"],), "clear": ()}
ARGUMENTS |= {"set": ("a", 1), "add": ("a", 1)}


def calls() -> list[str]:
    """Return the methods of a cache that pages may call."""
    named = inspect.getmembers(BaseCache, inspect.isfunction)
    return [name for name, _method in named if not name.startswith(("_", "a")) or name == "add"]


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    monkeypatch.setattr(redis_cache, "_silent_until", 0.0)


@pytest.mark.parametrize("name", [name for name in calls() if name not in DERIVED])
def test_no_call_fails_while_redis_is_away(name):
    cache = OptionalRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    getattr(cache, name)(*ARGUMENTS.get(name, ("a",)))


@pytest.fixture
def hanging():
    """A server that accepts and never answers: its address, and the connections it has got."""
    got = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    got.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0", got
        for one in got:
            one.close()
        server.shutdown(socket.SHUT_RDWR)


def test_counts_of_several_keys_are_one_question(redis_server, monkeypatch):
    cache = OptionalRedisCache(redis_server.url, {})
    assert cache.count(["first"], 60) == [1]  # it connects
    client = cache._cache.get_client()
    sent, connection_class = [], client.connection_pool.connection_class
    send = connection_class.send_packed_command
    monkeypatch.setattr(
        connection_class,
        "send_packed_command",
        lambda self, *command, **named: sent.append(1) or send(self, *command, **named),
    )
    assert [cache.count(["account", "club"], 60) for _ in range(2)] == [[1, 1], [2, 2]]
    assert cache.count(["another", "club"], 60) == [1, 3]
    assert len(sent) == 3
    assert 0 < client.ttl(cache.make_key("club")) <= 60
    redis_server.kill()
    assert cache.count(["account", "club"], 60) == [1, 1], "away: nobody is counted"


def test_of_many_requests_one_waits_for_a_redis_that_hangs(hanging, monkeypatch):
    address, got = hanging
    cache = OptionalRedisCache(address, {})
    timeouts = cache._cache._pool_options
    assert (timeouts["socket_timeout"], timeouts["socket_connect_timeout"]) == (0.3, 0.3)
    for _turn in range(50):
        assert cache.get("a", "none") == "none"
        assert cache.add("tries", 0) and cache.incr("tries") == 1
    assert len(got) == 1, "one wait"
    monkeypatch.setattr(redis_cache, "_silent_until", 0.0)  # ten seconds later
    cache.get("a")
    assert len(got) == 2, "asked again"


def test_the_notice_to_the_workers_waits_no_longer(hanging, make_hall):
    address, got = hanging
    hall = make_hall(REDIS_URL=address)
    hall.prepare()
    told = hall.python(
        "from celery import current_app\n"
        "import deploy.wsgi\n"
        "from django.db import transaction\n"
        "from tournament.jobs import services as jobs\n"
        "for turn in range(20):\n"
        "    with transaction.atomic():\n"
        "        jobs.enqueue('test.sleep', args={})\n"
        "print(current_app.conf.broker_transport_options['socket_timeout'], jobs._silent_until > 0)"
    )
    assert told == "0.3 True"
    assert len(got) <= 2, "the first notice and its one more try; nobody after it waits"
