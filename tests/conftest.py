"""Fixtures for every test. See tests/fixtures for the running programs and the browser."""

import gc
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.lengths import SAMPLES, TIER, TORTURE

# Playwright keeps an event loop in the thread of the tests; Django's guard against that is for servers.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ROOT = Path(__file__).resolve().parent.parent
pytest_plugins = ["tests.fixtures", "tests.report"]


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from django.db.models.signals import post_migrate
    from django.utils.translation.reloader import translation_file_changed

    from deploy import catalogue

    catalogue.compile_catalogues(only_if_stale=True)
    # Django is set up by now and may have looked for a catalogue that was not there yet.
    translation_file_changed(None, catalogue.MO)
    database = settings.DATABASES["default"]
    if "postgresql" in database["ENGINE"]:
        # Whether a commit outlives a power cut is tried on a PostgreSQL of its own; here it would only wait for the disk.
        database["OPTIONS"]["options"] += " -c synchronous_commit=off"
        _empty_by_rows()
    # A slow hash is what a password needs and what a test of anything else does not.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each test client builds the middleware anew, and WhiteNoise would then look through all static files: that took
    # four fifths of a refused request. The program itself, in the tests that start it, looks through them as always.
    settings.WHITENOISE_AUTOREFRESH = True
    # A test with real transactions empties every table, after which Django would write all its permissions again, which
    # nobody here asks for: that took most of the time to clean up.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    # The same few examples each time, or many new ones. What a busy machine takes says nothing of an example.
    register = hypothesis.settings.register_profile
    register("test", deadline=None, max_examples=30, derandomize=True, database=None)
    register("torture", deadline=None, max_examples=1000, print_blob=True)
    hypothesis.settings.load_profile("torture" if TORTURE else "test")


def _empty_by_rows() -> None:
    """Empty PostgreSQL's tables row by row after a test with real transactions.

    To truncate makes the files of forty tables anew, a tenth of a second and more; a test leaves some dozens of rows.
    """
    from django.db.backends.postgresql.operations import DatabaseOperations

    truncate = DatabaseOperations.sql_flush

    def sql_flush(self, style, tables, *, reset_sequences=False, allow_cascade=False):
        if reset_sequences:
            return truncate(self, style, tables, reset_sequences=True, allow_cascade=allow_cascade)
        # The constraints are deferred: the order does not matter.
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]

    DatabaseOperations.sql_flush = sql_flush


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment) -> Iterator[None]:
    """Give this process a database of its own, a copy of the migrated schema, which is made once."""
    from tests import schema

    with schema.copied(f"dix_test_{os.getpid()}"):
        yield


@pytest.fixture(autouse=True)
def _french():
    """A request leaves its language to the thread it ran in; no test speaks that of the one before."""
    from django.conf import settings
    from django.utils import translation

    translation.activate(settings.LANGUAGE_CODE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run is not for: measurements, the other tier, and on the second engine what no engine changes."""
    only = {"engine": _is_about_the_engine, "database": _uses_the_database}.get(os.environ.get("DIX_TEST_ONLY", ""))
    measuring = "benchmark" in (config.option.markexpr or "")
    left = [
        item
        for item in items
        if (only and not only(item))
        or (item.get_closest_marker("benchmark") and not measuring)
        or TIER not in ("", *_tiers(item))
    ]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
    if hasattr(config, "workerinput"):
        items[:] = _in_the_order_of_their_cost(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Spare Python the search for garbage among what stays to the end, the tests themselves: 6 % of a page's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _in_the_order_of_their_cost(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with what is long at the beginning of each half.

    Two workers begin with a half each and steal from the other's end when done: so nobody is left alone with a long test
    at the end, and one worker starts all browsers, the other all processes.
    """
    kinds: dict[str, list[pytest.Item]] = {"browser": [], "process": [], "more": [], "": []}
    for item in items:
        marked = next((name for name in ("more", "slow") if item.get_closest_marker(name)), "")
        used = set(getattr(item, "fixturenames", ()))
        kind = "browser" if "chromium" in used else {"slow": "process"}.get(marked, marked)
        kinds[kind].append(item)
    first, second, others = kinds["browser"], kinds["process"] + kinds["more"], kinds[""]
    cut = max(0, min(len(others), len(items) // 2 - len(first)))
    return first + others[:cut] + second + others[cut:]


def _tiers(item: pytest.Item) -> tuple[str, ...]:
    """Return the commands that run the test: "short" is `make test`, "long" is `make test-long`."""
    second = bool(os.environ.get("DIX_TEST_ONLY"))
    if item.get_closest_marker("more"):
        # Briefly on one engine is enough; both have their turn at length.
        return ("long",) if second else ("short", "long")
    if second and not _has_real_transactions(item) and zlib.crc32(item.nodeid.encode()) % 8:
        return ("long",)
    started = {"chromium", "make_hall", "shared_hall", "redis_server"} & set(getattr(item, "fixturenames", ()))
    slow = bool(started or item.get_closest_marker("slow")) and not {item.nodeid, item.nodeid.split("[")[0]} & SAMPLES
    return ("long",) if slow or item.get_closest_marker("long") else ("short",)


def _uses_the_database(item: pytest.Item) -> bool:
    """A browser sees no difference between engines."""
    used = set(getattr(item, "fixturenames", ()))
    databases = {"db", "transactional_db", "django_db_setup", "live_server"}
    return bool(item.get_closest_marker("django_db") or used & databases) and "chromium" not in used


def _is_about_the_engine(item: pytest.Item) -> bool:
    """Return whether an engine can change what the test shows.

    That is: real transactions (locks, races, jobs), and what carries the marker "engine": constraints, JSON, and for each
    query of a service or a selector one test that sends it. Of these `make test` sends one in eight, always the same.
    """
    return _uses_the_database(item) and (_has_real_transactions(item) or bool(item.get_closest_marker("engine")))


def _has_real_transactions(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in getattr(item, "fixturenames", ())
