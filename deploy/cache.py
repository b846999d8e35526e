"""The shared cache in Redis, which may be away."""

import logging

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

log = logging.getLogger("dix.cache")


def _forgiving(name: str, missing):
    original = getattr(RedisCache, name)

    def method(self, *args, **kwargs):
        try:
            return original(self, *args, **kwargs)
        except (ConnectionError, TimeoutError) as error:
            log.warning("cache away: %s", type(error).__name__)
            return missing(args, kwargs)

    method.__name__ = name
    return method


class OptionalRedisCache(RedisCache):
    """Cache in Redis, and act as an empty cache while Redis is away: pages get slower, none fails."""

    def __init__(self, server, params) -> None:
        options = params.setdefault("OPTIONS", {})
        options.setdefault("socket_connect_timeout", 0.5)
        options.setdefault("socket_timeout", 2)
        super().__init__(server, params)

    get = _forgiving("get", lambda args, kwargs: args[1] if len(args) > 1 else kwargs.get("default"))
    get_many = _forgiving("get_many", lambda args, kwargs: {})
    has_key = _forgiving("has_key", lambda args, kwargs: False)
    add = _forgiving("add", lambda args, kwargs: True)
    set = _forgiving("set", lambda args, kwargs: None)
    set_many = _forgiving("set_many", lambda args, kwargs: [])
    incr = _forgiving("incr", lambda args, kwargs: 1)
    touch = _forgiving("touch", lambda args, kwargs: False)
    delete = _forgiving("delete", lambda args, kwargs: False)
    delete_many = _forgiving("delete_many", lambda args, kwargs: None)
    clear = _forgiving("clear", lambda args, kwargs: False)
