"""Marks of tests: slow, what starts a browser or a process; engine, what commits real transactions."""

import functools
import re
from pathlib import Path

import pytest

# A browser or a real process costs a hundred times what a page costs.
SLOW = {"chromium", "make_hall", "shared_hall", "redis_server"}
# Each file with a slow test has one of these words; a run of the slow ones alone reads no other file.
WORDS = re.compile(rf"\bslow\b|\bspread\(|\b(?:browser_page|{'|'.join(sorted(SLOW))})\b")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files without a slow test where only those are run: nine in ten of all, doctests among them."""
    alone = "slow" in config.option.markexpr.split(" and ")
    if not alone or collection_path.suffix != ".py" or has_slow_tests(collection_path):
        return None
    return True


@functools.cache
def has_slow_tests(path: Path) -> bool:
    """Return whether a file may have slow tests, by its words."""
    return WORDS.search(path.read_text("utf-8")) is not None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what starts a browser or a process, and as about the engine what commits real transactions."""
    for item in items:
        used = set(getattr(item, "fixturenames", ()))
        database = item.get_closest_marker("django_db")
        if SLOW & used:
            item.add_marker("slow")
        if item.get_closest_marker("slow") and not has_slow_tests(item.path):
            raise pytest.UsageError(
                f"{item.nodeid} is slow, and its file has none of the words of {__name__}: add one."
            )
        # A browser sees no difference between engines.
        commits = "transactional_db" in used or (database and database.kwargs.get("transaction"))
        if commits and not {"chromium", "browser", "browsers"} & used:
            item.add_marker("engine")
