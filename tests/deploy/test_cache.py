"""The shared cache while Redis is away: slower pages, no failing one."""

import inspect

import pytest
from django.core.cache.backends.base import BaseCache

from deploy.cache import OptionalRedisCache
from tests.fixtures import free_port

# Built on the others, or about the connection itself.
DERIVED = {"get_or_set", "decr", "incr_version", "decr_version", "make_key", "make_and_validate_key", "validate_key"}
DERIVED |= {"get_backend_timeout", "close"}
ARGUMENTS = {"get_many": (["a"],), "set_many": ({"a": 1},), "delete_many": (["a"],), "clear": ()}
ARGUMENTS |= {"set": ("a", 1), "add": ("a", 1)}


def calls() -> list[str]:
    """Return the methods of a cache that pages may call."""
    named = inspect.getmembers(BaseCache, inspect.isfunction)
    return [name for name, _method in named if not name.startswith(("_", "a")) or name == "add"]


@pytest.mark.parametrize("name", [name for name in calls() if name not in DERIVED])
def test_no_call_fails_while_redis_is_away(name):
    cache = OptionalRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    getattr(cache, name)(*ARGUMENTS.get(name, ("a",)))
