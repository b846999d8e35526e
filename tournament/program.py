"""The program's own entry, for the processes that it starts."""

import sys
from pathlib import Path

_ENTRY = Path(__file__).resolve().parents[1] / "manage.py"


def starting_command() -> str:
    """Return what a person types to start the program, as it is here."""
    if (_ENTRY.parent / "Makefile").is_file():
        return "make run"
    # A folder that was unpacked has its starter beside the packages; an installed command is found from everywhere.
    unpacked = (_ENTRY.parents[2] / "dix-de-der").is_file()
    return "./dix-de-der serve --browser" if unpacked else "dix-de-der serve"


def command(*arguments: str) -> list[str]:
    """Return the command line that runs an act of this program in a process of its own.

    >>> command("worker")[1:]  # doctest: +ELLIPSIS
    ['...manage.py', 'worker']
    """
    return [sys.executable, str(_ENTRY), *arguments]
