"""Copies of everything on a stick that is full, write-protected or pulled out."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from deploy.database import backups
from deploy.laptop import data_folder
from tests.support.sticks import (
    done,
    image,  # noqa: F401
    pulled,  # noqa: F401
    stick,  # noqa: F401
)
from tournament import durable

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


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
