"""The version of the program."""

from functools import cache
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def version() -> str:
    """Return the version of the installed package, or that of the commit where the program runs from a checkout."""
    if not (ROOT / "pyproject.toml").is_file():
        return metadata.version("dix-de-der")
    from versioningit import get_version  # asks git: a moment that only a checkout spends, and not at each start

    return get_version(ROOT)


def main() -> int:
    """Print the version."""
    print(f"Dix de Der {version()}")
    return 0
