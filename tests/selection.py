"""Choose the tests that are collected and run: the two tiers and the second engine."""

import gc
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lengths import COMPUTED, SAMPLES, TIER, TORTURE, WITH_COMPUTED

TESTS = Path(__file__).resolve().parent
ONLY = os.environ.get("DIX_TEST_ONLY", "")
# A test that is about the engine has one of these words in its file: `pytest_collection_modifyitems` holds it to that.
WORDS_OF_THE_ENGINE = ("mark.engine", "transaction=True", "transactional_db", "run_jobs")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread that can hold no test of this run: measurements, and what is not about the engine where it is."""
    if collection_path.name == "benchmarks" and not _is_measuring(config):
        return True
    if ONLY != "engine" or collection_path.is_dir():
        return None
    if TESTS not in collection_path.parents:
        return True
    return None if _may_be_about_the_engine(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run is not for: the other tier, and on the second engine what no engine changes."""
    unread = {item.path for item in items if _is_about_the_engine(item) and not _may_be_about_the_engine(item.path)}
    assert not unread, f"WORDS_OF_THE_ENGINE has no word of {unread}"
    only = {"engine": _is_about_the_engine, "database": _uses_the_database}.get(ONLY)
    others = _cases_of_the_long_tier(items)
    left = [
        item
        for item in items
        if (only and not only(item))
        or TIER not in ("", *(("long",) if item in others else _tiers(item)))
        or (TORTURE and not (_has_counts(item) and (not ONLY or _is_worth_both_engines(item))))
    ]
    if left:
        config.hook.pytest_deselected(items=left)
        out = set(left)
        items[:] = [item for item in items if item not in out]
    if hasattr(config, "workerinput"):
        items[:] = _in_the_order_of_their_cost(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage while a thousand modules are read: nearly all of it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Spare Python the search for garbage among what stays to the end, the tests themselves: 6 % of a page's time."""
    gc.collect()
    gc.freeze()
    # In torture a worker makes a hundred thousand cases: found seldom, their garbage grew to eight gigabytes.
    if not TORTURE:
        gc.set_threshold(20_000, 20, 20)


def _is_measuring(config: pytest.Config) -> bool:
    return "benchmark" in (config.option.markexpr or "")


def _in_the_order_of_their_cost(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with what is long at the beginning of each of the first workers' parts.

    Each worker begins with an equal part and steals from another's end when done: so nobody is left alone with a long
    test at the end, and one worker starts all processes, the next one all browsers. The soak is longer than any other,
    and nothing long stands behind it: nobody would steal that before the end.
    """
    kinds: dict[str, list[pytest.Item]] = {"soak": [], "process": [], "browser": [], "": []}
    for item in items:
        used = set(getattr(item, "fixturenames", ()))
        marked = next((name for name in ("soak", "more", "slow") if item.get_closest_marker(name)), "")
        kind = "browser" if "chromium" in used else {"slow": "process", "more": "process"}.get(marked, marked)
        kinds[kind].append(item)
    # The kills by the hundred wait for an hour in all: beside the soak, not after the tests that compute.
    kinds["process"].sort(key=lambda item: item.path.name != "test_torture.py")
    others = kinds.pop("")
    parts = [part for part in kinds.values() if part]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    while len(parts) > max(2, workers):
        parts[:2] = [parts[0] + parts[1]]
    ordered: list[pytest.Item] = []
    for part in parts[:-1]:
        cut = max(0, len(items) // max(2, workers) - len(part))
        ordered += part + others[:cut]
        others = others[cut:]
    return ordered + (parts[-1] if parts else []) + others


def _cases_of_the_long_tier(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that `make test` leaves to `make test-long`: of a test marked spread(3), two of any three."""
    seen: Counter[str] = Counter()
    others = set()
    for item in items:
        if spread := item.get_closest_marker("spread"):
            test = item.nodeid.split("[")[0]
            if seen[test] % spread.args[0]:
                others.add(item)
            seen[test] += 1
    return others


def _tiers(item: pytest.Item) -> tuple[str, ...]:
    """Return the commands that run the test: "short" is `make test`, "long" is `make test-long`."""
    second = bool(ONLY)
    if item.get_closest_marker("more"):
        # Briefly on one engine is enough; both have their turn at length.
        return ("long",) if second else ("short", "long")
    if second and not _has_real_transactions(item) and zlib.crc32(item.nodeid.encode()) % 16:
        return ("long",)
    started = {"chromium", "make_hall", "shared_hall", "redis_server"} & set(getattr(item, "fixturenames", ()))
    slow = bool(started or item.get_closest_marker("slow")) and not {item.nodeid, item.nodeid.split("[")[0]} & SAMPLES
    return ("long",) if slow or item.get_closest_marker("long") else ("short",)


def _has_counts(item: pytest.Item) -> bool:
    """Return whether `make torture` has the test: it tries more than the other commands, or is a row of the promises.

    More is tried by a module with lengths, and of generated examples.
    """
    if item.name.startswith("test_row_"):
        return True
    if not WITH_COMPUTED and any(item.path.is_relative_to(TESTS / place) for place in COMPUTED):
        return False
    names = {"tries", "some", "TORTURE"} & set(dir(getattr(item, "module", None)))
    return bool(names) or hasattr(getattr(item, "obj", None), "hypothesis")


def _is_worth_both_engines(item: pytest.Item) -> bool:
    """Return whether `make torture` tries the test on the second engine too: of what no engine changes, one in eight."""
    about = _is_about_the_engine(item) or item.get_closest_marker("more")
    return bool(about) or not zlib.crc32(item.nodeid.encode()) % 8


def _uses_the_database(item: pytest.Item) -> bool:
    """A browser sees no difference between engines."""
    used = set(getattr(item, "fixturenames", ()))
    databases = {"db", "transactional_db", "django_db_setup", "live_server"}
    return bool(item.get_closest_marker("django_db") or used & databases) and "chromium" not in used


def _is_about_the_engine(item: pytest.Item) -> bool:
    """Return whether an engine can change what the test shows.

    That is: real transactions (locks, races, jobs), and what carries the marker "engine": constraints, JSON, and for each
    query of a service or a selector one test that sends it. Of these `make test` sends one in sixteen, always the same.
    """
    return _uses_the_database(item) and (_has_real_transactions(item) or bool(item.get_closest_marker("engine")))


def _may_be_about_the_engine(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(word in text for word in WORDS_OF_THE_ENGINE)


def _has_real_transactions(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in getattr(item, "fixturenames", ())
