"""The program's own files as syntax trees, for tests that look for something in all of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def trees(*packages: str, naming: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield each file of *packages* and its tree, but those in whose text nothing matches *naming*.

    To parse every file takes over a second, and a file that writes a name nowhere has no node of that name.
    """
    written = re.compile(naming)
    for path in (path for package in packages for path in (ROOT / package).rglob("*.py")):
        text = path.read_text("utf-8")
        if written.search(text):
            yield path, ast.parse(text)
