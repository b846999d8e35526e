"""The shared cache in Redis, which may be away, or hang: it accepts and never answers."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError, TimeoutError

log = logging.getLogger("dix.cache")

SECONDS = 0.3  # that a request waits for Redis, once: then nobody asks it for a while
PAUSE_SECONDS = 10

_silent_until = 0.0


def _forgiving(
    name: str, missing: Callable[[tuple[Any, ...], dict[str, Any]], object], original: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    original = original or getattr(RedisCache, name)

    def method(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        global _silent_until
        if time.monotonic() < _silent_until:
            return missing(args, kwargs)
        try:
            return original(self, *args, **kwargs)
        except (ConnectionError, TimeoutError) as error:
            _silent_until = time.monotonic() + PAUSE_SECONDS
            log.warning("cache away for %s s: %s", PAUSE_SECONDS, type(error).__name__)
            return missing(args, kwargs)

    method.__name__ = name
    return method


class _OneClient(RedisCacheClient):
    """Ask through one client: Django makes a new one for each question, which costs more than asking."""

    _only: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        self._only = self._only or super().get_client(key, write=write)
        return self._only

    def count(self, keys: Sequence[str], seconds: int) -> list[int]:
        pipeline = self.get_client(write=True).pipeline(transaction=False)
        for key in keys:
            pipeline.incr(key)
            pipeline.expire(key, seconds)
        return list(pipeline.execute()[::2])


def _count(cache: RedisCache, keys: Sequence[str], seconds: int) -> list[int]:
    """Count each of *keys* once more, kept for *seconds*, and return how often: one question of Redis for all."""
    client: Any = cache._cache
    counted: list[int] = client.count([cache.make_and_validate_key(key) for key in keys], seconds)
    return counted


class OptionalRedisCache(RedisCache):
    """Cache in Redis, and act as an empty cache while Redis is away: pages get slower, none fails."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = params.setdefault("OPTIONS", {})
        options.setdefault("socket_connect_timeout", SECONDS)
        options.setdefault("socket_timeout", SECONDS)
        super().__init__(server, params)
        self._class = _OneClient

    get = _forgiving("get", lambda args, kwargs: args[1] if len(args) > 1 else kwargs.get("default"))
    get_many = _forgiving("get_many", lambda args, kwargs: {})
    has_key = _forgiving("has_key", lambda args, kwargs: False)
    add = _forgiving("add", lambda args, kwargs: True)
    set = _forgiving("set", lambda args, kwargs: None)
    set_many = _forgiving("set_many", lambda args, kwargs: [])
    count = _forgiving("count", lambda args, kwargs: [1] * len(args[0]), _count)
    incr = _forgiving("incr", lambda args, kwargs: 1)
    touch = _forgiving("touch", lambda args, kwargs: False)
    delete = _forgiving("delete", lambda args, kwargs: False)
    delete_many = _forgiving("delete_many", lambda args, kwargs: None)
    clear = _forgiving("clear", lambda args, kwargs: False)
