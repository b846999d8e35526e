"""The examples in docstrings: only modules that write one are loaded and searched for them."""

from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out the search for examples where the text of a module has none.

    Each process of the tests loaded all modules and walked through all they define, a thousand of which have none.
    """
    collectors = yield
    if file_path.suffix != ".py" or ">>> " in file_path.read_text("utf-8"):
        return collectors
    return [collector for collector in collectors if type(collector) is pytest.Module]
