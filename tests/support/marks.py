"""Marks of tests: slow, what starts a browser or a process; engine, what commits real transactions."""

import functools
import re
from pathlib import Path

import pytest

# A browser or a real process costs a hundred times what a page costs.
SLOW = {"chromium", "make_hall", "shared_hall", "redis_server"}
# Each file with a test so marked has one of these words; a run of those alone reads no other file.
WORDS = {
    "slow": re.compile(rf"\bslow\b|\bspread\(|\b(?:browser_page|{'|'.join(sorted(SLOW))})\b"),
    "engine": re.compile(r"\bengine\b|\btransaction=True\b|\b(?:transactional_db|run_jobs|live_server)\b"),
}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files without a test of the marks that are run alone: most of all, doctests among them."""
    alone = WORDS.keys() & set(config.option.markexpr.split(" and "))
    if collection_path.suffix != ".py" or all(may_have(mark, collection_path) for mark in alone):
        return None
    return True


@functools.cache
def may_have(mark: str, path: Path) -> bool:
    """Return whether a file may have tests of this *mark*, by its words."""
    return WORDS[mark].search(path.read_text("utf-8")) is not None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what starts a browser or a process, and as about the engine what commits real transactions."""
    for item in items:
        used = set(getattr(item, "fixturenames", ()))
        database = item.get_closest_marker("django_db")
        if SLOW & used:
            item.add_marker("slow")
        # A browser sees no difference between engines.
        commits = "transactional_db" in used or (database and database.kwargs.get("transaction"))
        if commits and not {"chromium", "browser", "browsers"} & used:
            item.add_marker("engine")
        for mark in WORDS:
            if item.get_closest_marker(mark) and not may_have(mark, item.path):
                raise pytest.UsageError(f"{item.nodeid} is {mark}, and its file has none of its words in {__name__}.")
