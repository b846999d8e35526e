"""Copies on a stick that is full, write-protected or pulled out: a disk in a file, mounted as a stick is.

Where no such disk may be mounted, a small one in memory is full or write-protected in its place; else the tests are skipped.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from deploy.database import backups
from deploy.laptop import data_folder
from tournament import durable

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
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


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_full_stick_is_told_and_keeps_nothing_of_the_copy(stick):
    with (stick / "film.mp4").open("wb", buffering=0) as film, contextlib.suppress(OSError):
        while True:
            film.write(bytes(100_000))
    with pytest.raises(backups.BackupError, match="is full|est plein"):
        backups.backup(stick)
    assert files(stick) == {"film.mp4"}


def test_a_write_protected_stick_is_told(stick):
    assert done("mount", "-o", "remount,ro", stick)
    with pytest.raises(backups.BackupError, match="Unlock|Déverrouillez"):
        backups.backup(stick)


def test_a_stick_pulled_at_the_sentence_holds_the_whole_copy_under_its_name(stick, pulled):
    copy = backups.backup(stick)
    elsewhere = pulled()
    assert files(elsewhere) == {copy.name}
    with contextlib.closing(sqlite3.connect(elsewhere / copy.name)) as link:
        assert link.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert link.execute("SELECT COUNT(*) FROM django_migrations").fetchone()[0] > 40


def test_a_stick_pulled_before_the_copy_has_its_name_is_told(stick, monkeypatch):
    sync = durable.sync

    def pull_first(path):
        sync(path)
        assert done("umount", "-l", stick)

    monkeypatch.setattr(durable, "sync", pull_first)
    with pytest.raises(backups.BackupError, match="Put the stick in|Remettez"):
        backups.backup(stick)
    assert files(stick) == set()


def test_a_data_folder_that_has_moved_is_whole_where_it_moved_to(stick, pulled, tmp_path, monkeypatch):
    former, own = tmp_path / "program" / ".data", stick / "share" / "dix-de-der"
    monkeypatch.delenv("DIX_DATA", raising=False)
    monkeypatch.setattr(data_folder, "FORMER", former)
    monkeypatch.setattr(data_folder, "KEPT", tmp_path / "program" / ".data-copied")
    monkeypatch.setattr(data_folder, "own_folder", lambda: own)
    (former / "backups").mkdir(parents=True)
    for name in ("dix.sqlite3", "secret.key", "backups/evening-1.sqlite3"):
        (former / name).write_bytes(name.encode() * 1000)
    own.parent.mkdir()
    assert data_folder.leave_program_folder()
    elsewhere = pulled() / "share" / "dix-de-der"
    for name in ("dix.sqlite3", "secret.key", "backups/evening-1.sqlite3"):
        assert (elsewhere / name).read_bytes() == name.encode() * 1000
