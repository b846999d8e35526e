"""A stick: a disk in a file, mounted as a stick is.

Where no such disk may be mounted, a small one in memory is full or write-protected in its place; else the tests are skipped.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

SIZE = 24_000_000


def done(program: str, *arguments: object) -> bool:
    """Return whether *program* of the system is there and did it."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return bool(path) and subprocess.run([path, *map(str, arguments)], capture_output=True, check=False).returncode == 0


@contextlib.contextmanager
def plugged(image: Path, folder: Path) -> Iterator[bool]:
    folder.mkdir()
    mounted = done("mount", "-o", "loop", image, folder)
    try:
        yield mounted
    finally:
        done("umount", folder)


@pytest.fixture
def image(tmp_path, settings):
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    settings.DATA_DIR = tmp_path
    path = tmp_path / "stick.img"
    path.touch()
    os.truncate(path, SIZE)
    if not done("mkfs.ext4", "-q", "-F", path):
        pytest.skip("mkfs.ext4 is not installed here")
    return path


@pytest.fixture
def stick(image, tmp_path):
    with plugged(image, tmp_path / "stick") as mounted:
        if not mounted and not done("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", tmp_path / "stick"):
            pytest.skip("this account may mount no disk: only root may")
        yield tmp_path / "stick"


@pytest.fixture
def pulled(image, stick, tmp_path):
    """Returns the files that are on the stick at this moment, as if it were pulled out and put in elsewhere."""
    with contextlib.ExitStack() as plugs:

        def pull() -> Path:
            other = tmp_path / "elsewhere.img"
            shutil.copyfile(image, other)
            if not plugs.enter_context(plugged(other, tmp_path / "elsewhere")):
                pytest.skip("no disk in a file may be mounted here")
            return tmp_path / "elsewhere"

        yield pull
