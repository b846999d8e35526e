"""Store rendered parts of public pages for some minutes, so that they can be forgotten by name when a person asks for it."""

from collections.abc import Callable, Iterable

from django.core.cache import cache

SECONDS = 300
_MOST_KEYS = 500


def kept_part(group: str, key: str, make: Callable[[], str]) -> str:
    """Return the part kept under *key* of a *group* (the address of a concours or a season), made now where there is none."""
    part = cache.get(key)
    if part is None:
        part = make()
        cache.set(key, part, SECONDS)
        # Two that are made at one moment may leave one out of the list: it goes by itself after SECONDS.
        keys = cache.get(_index(group), [])
        cache.set(_index(group), [*keys[-_MOST_KEYS:], key], 2 * SECONDS)
    return str(part)


def forget_parts(groups: Iterable[str]) -> None:
    """Forget the parts kept of some *groups*."""
    for group in groups:
        cache.delete_many([*cache.get(_index(group), []), _index(group)])


def _index(group: str) -> str:
    return f"parts:{group}"
