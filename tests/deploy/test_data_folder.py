"""Where the data stand, and the one move out of the program's folder."""

import os

import pytest

from deploy import settings
from deploy.laptop import data_folder
from deploy.lock import Lock


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The former place with an evening in it, the copy's, and the account's own place, which is not there yet."""
    monkeypatch.delenv("DIX_DATA")
    own = tmp_path / "home" / "share" / "dix-de-der"
    former, kept = tmp_path / "program" / ".data", tmp_path / "program" / ".data-copied"
    monkeypatch.setattr(data_folder, "FORMER", former)
    monkeypatch.setattr(data_folder, "KEPT", kept)
    monkeypatch.setattr(data_folder, "own_folder", lambda: own)
    (former / "backups").mkdir(parents=True)
    for name in ("dix.sqlite3", "dix.sqlite3-wal", "secret.key", "backups/evening-1.sqlite3"):
        (former / name).write_text(name)
    return former, kept, own


def content(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_that_is_named_is_taken_as_it_is(places, monkeypatch, tmp_path):
    monkeypatch.setenv("DIX_DATA", str(tmp_path / "elsewhere"))
    assert data_folder.data_folder() == tmp_path / "elsewhere"
    assert data_folder.leave_program_folder() is None
    assert places[0].exists() and not places[2].exists()


def test_the_data_move_once_and_a_whole_copy_stays(places):
    former, kept, own = places
    before = content(former)
    assert data_folder.data_folder() == former, "until it is moved, a password is given there"
    assert data_folder.leave_program_folder() == kept
    assert data_folder.data_folder() == own
    assert {**before, "dix.sqlite3.lock": ""} == content(own) == content(kept)
    assert not former.exists() and [path.name for path in own.parent.iterdir()] == ["dix-de-der"]
    assert data_folder.leave_program_folder() is None


def test_the_copy_is_on_its_disk_before_the_former_folder_is_renamed(places, monkeypatch):
    former, _kept, own = places
    synced = []
    real = os.fsync

    def fsync(file):
        assert former.exists()
        synced.append(os.readlink(f"/proc/self/fd/{file}"))
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    data_folder.leave_program_folder()
    aside = own.with_name("dix-de-der.part")
    assert {str(aside / name) for name in content(own)} <= set(synced)
    assert synced[-2:] == [str(aside), str(own.parent)]


def test_the_secret_key_is_on_its_disk_before_it_is_used(tmp_path, monkeypatch):
    synced = []
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.readlink(f"/proc/self/fd/{file}")))
    key = settings._secret_key()
    assert len(key) > 40 and settings._secret_key() == key
    assert synced == [str(tmp_path / "secret.key"), str(tmp_path)]


def test_an_older_program_started_again_does_not_take_its_data_back(places):
    former, _kept, own = places
    data_folder.leave_program_folder()
    former.mkdir()
    (former / "dix.sqlite3").write_text("what the older one began")
    assert data_folder.data_folder() == own and data_folder.leave_program_folder() is None


def test_nothing_moves_under_a_program_at_work(places):
    former, _kept, own = places
    held = Lock(former / "dix.sqlite3.lock")
    assert data_folder.leave_program_folder() is None
    assert data_folder.data_folder() == former and not own.exists()
    del held
    assert data_folder.leave_program_folder()


def test_a_folder_without_an_evening_does_not_stand_in_the_way(places):
    _former, _kept, own = places
    own.mkdir(parents=True)
    (own / "secret.key").write_text("of a command that was run before the first evening")
    assert data_folder.leave_program_folder()
    assert (own / "secret.key").read_text() == "secret.key", "sessions and codes were signed with this one"
    assert (own.parent / "dix-de-der-without-database").is_dir()


def test_a_full_disk_leaves_everything_as_it_was(places, monkeypatch):
    former, kept, own = places
    before = content(former)
    monkeypatch.setattr(data_folder.shutil, "copytree", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError):
        data_folder.leave_program_folder()
    assert {**before, "dix.sqlite3.lock": ""} == content(former) and not kept.exists() and not own.exists()


def test_only_this_account_reads_what_is_and_what_will_be_written(tmp_path):
    (tmp_path / "backups").mkdir()
    there = [tmp_path / "dix.sqlite3", tmp_path / "dix.sqlite3-wal", tmp_path / "backups" / "copy.sqlite3"]
    for path in there:
        path.write_text("")
        path.chmod(0o644)
    before = os.umask(0o022)
    try:
        data_folder.keep_to_this_account(tmp_path)
        new = tmp_path / "new"
        new.write_text("")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (*there, new)} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "backups")} == {0o700}
