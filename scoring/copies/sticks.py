"""Sticks that this computer sees: where each system shows what was plugged in."""

import ctypes
import getpass
import os
import string
import sys
from pathlib import Path

from tournament.names import is_text

_REMOVABLE = 2  # of Windows' GetDriveType


def sticks() -> list[Path]:
    """Return the folders of the sticks and cards that are plugged in and may be written to, in order of their names."""
    return sorted(path for path in _mounted() if is_text(path) and _is_writable(path))


def _mounted() -> list[Path]:
    if sys.platform == "win32":
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return [one for one in drives if ctypes.windll.kernel32.GetDriveTypeW(str(one)) == _REMOVABLE]
    if sys.platform == "darwin":
        return _inside(Path("/Volumes"))
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        return []
    return [*_inside(Path("/media") / name), *_inside(Path("/run/media") / name)]


def _inside(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_mount()]
    except OSError:
        return []


def _is_writable(path: Path) -> bool:
    try:
        return path.is_dir() and os.access(path, os.W_OK)
    except OSError:
        return False
