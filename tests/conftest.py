"""Fixtures for every test. See tests/fixtures for the running programs and the browser."""

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

# Playwright keeps an event loop in the thread of the tests; Django's guard against that is for servers.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ROOT = Path(__file__).resolve().parent.parent
pytest_plugins = ["tests.fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from django.utils.translation.reloader import translation_file_changed

    from deploy import catalogue

    catalogue.compile_catalogue(only_if_stale=True)
    # Django is set up by now and may have looked for a catalogue that was not there yet.
    translation_file_changed(None, catalogue.MO)
    # A file, as in real life: threads and processes share it. The number of the process lets several runs go on at once.
    database = settings.DATABASES["default"]
    name = f"dix_test_{os.getpid()}"
    if "sqlite" in database["ENGINE"]:
        name = str(Path(tempfile.gettempdir()) / f"{name}.sqlite3")
    database.setdefault("TEST", {})["NAME"] = name
    # A slow hash is what a password needs and what a test of anything else does not.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # What a busy machine takes says nothing of an example; time is measured in the benchmarks.
    hypothesis.settings.register_profile("unhurried", deadline=None)
    hypothesis.settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _french():
    """A request leaves its language to the thread it ran in; no test speaks that of the one before."""
    from django.conf import settings
    from django.utils import translation

    translation.activate(settings.LANGUAGE_CODE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the second engine only what touches the database runs again; a browser sees no difference between engines."""
    if os.environ.get("DIX_TEST_ONLY") == "database":
        config.hook.pytest_deselected(items=[item for item in items if not _is_about_the_database(item)])
        items[:] = [item for item in items if _is_about_the_database(item)]
    if "benchmark" not in (config.option.markexpr or ""):
        measured = [i for i in items if i.get_closest_marker("benchmark")]
        if measured:
            config.hook.pytest_deselected(items=measured)
            items[:] = [i for i in items if not i.get_closest_marker("benchmark")]


def _is_about_the_database(item: pytest.Item) -> bool:
    used = set(getattr(item, "fixturenames", ()))
    databases = {"db", "transactional_db", "django_db_setup", "live_server"}
    return bool(item.get_closest_marker("django_db") or used & databases) and "chromium" not in used
