"""Fixtures for every test. See tests/fixtures for the running programs and the browser."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.support.counts import TORTURE, tries

# Playwright keeps an event loop in the thread of the tests; Django's guard against that is for servers.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ROOT = Path(__file__).resolve().parent.parent
pytest_plugins = [f"tests.support.{name}" for name in ("fixtures", "browsers", "doctests", "marks", "report")]


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from django.db.models.signals import post_migrate
    from django.utils.translation.reloader import translation_file_changed

    from deploy import catalogue

    catalogue.compile_catalogues()
    # Django is set up by now and may have looked for a catalogue that was not there yet.
    translation_file_changed(None, catalogue.PO.with_suffix(".mo"))
    database = settings.DATABASES["default"]
    if "postgresql" in database["ENGINE"]:
        # A PostgreSQL of its own tries whether a commit outlives a power cut; here it would only wait for the disk.
        database["OPTIONS"]["options"] += " -c synchronous_commit=off"
        _empty_by_rows()
    else:
        # A process of the tests has one connection, not forty: its statements need not be read anew each time.
        database["OPTIONS"]["cached_statements"] = 500
    # A slow hash is what a password needs and what a test of anything else does not.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each test client builds the middleware anew, and WhiteNoise would then look through all static files: that took
    # four fifths of a refused request. The program itself, in the tests that start it, looks through them as always.
    settings.WHITENOISE_AUTOREFRESH = True
    # A test with real transactions empties every table, after which Django would write all its permissions again, which
    # nobody here asks for: that took most of the time to clean up.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    _keep_no_context_of_widgets()
    # The same few examples each time, or many new ones. What a busy machine takes says nothing of an example.
    register = hypothesis.settings.register_profile
    register("test", deadline=None, max_examples=30, derandomize=True, database=None)
    register("torture", deadline=None, max_examples=tries(30, 1000), print_blob=True)
    hypothesis.settings.load_profile("torture" if TORTURE else "test")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, None, object]:
    """Search for cycles in what the tests make, and never among the objects of the modules, which all stay.

    The module of `serve` switches the search off while it loads the program, and its `main` on again; a process of the
    tests, which only imports it, went on without and grew to 2.4 GB.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        # A page makes tens of thousands of objects and hardly a cycle: to search after each 700 took a fourteenth of all.
        gc.set_threshold(20_000)
        gc.enable()


def _keep_no_context_of_widgets() -> None:
    """Copy for `answer.context` what the page's own templates knew, and not what each widget of a form was told.

    A form of eighty settings renders hundreds of Django's own templates, and to copy the context of each took a third of
    the time of its page.
    """
    from django.test import client

    store = client.store_rendered_templates

    def store_ours(kept, signal, sender, template, context, **given):
        if not (template.name or "").startswith("django/forms/"):
            store(kept, signal, sender, template, context, **given)

    client.store_rendered_templates = store_ours


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
    from tests.support import schema

    with schema.copied(f"dix_test_{os.getpid()}"):
        yield


@pytest.fixture(autouse=True)
def _french():
    """A request leaves its language, and the words of its club, to the thread it ran in; no test speaks those before it."""
    from django.conf import settings
    from django.utils import translation

    from rules.local_words import spoken

    translation.activate(settings.LANGUAGE_CODE)
    with spoken():
        yield


@pytest.fixture(autouse=True)
def _as_if_alone(request: pytest.FixtureRequest) -> None:
    """Begin the keys of rows at 1 for each test, on both engines, so that what was `kept` is found again; and forget the
    public pages of the test before, which stood under the same addresses a moment ago.
    """
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        from scoring.public.serving import public_live, public_news, public_page
        from tests.support.kept import restart_counters

        request.getfixturevalue("db")
        restart_counters()
        for pages in (public_page, public_live, public_news):
            pages.forget()
