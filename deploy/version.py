"""The version of the program."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path


@cache
def version() -> str:
    """Return the version: that of the installed package, or the one that a checkout's pyproject.toml names."""
    project = Path(__file__).resolve().parents[1] / "pyproject.toml"
    if project.is_file():
        return tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    return metadata.version("dix-de-der")


def main() -> int:
    """Print the version."""
    print(f"Dix de Der {version()}")
    return 0
