"""Copies of the whole database, made and put back."""

import errno
import os
import shutil
import sqlite3
import uuid
from pathlib import Path, PurePosixPath, PureWindowsPath

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from deploy.database import backups
from deploy.laptop import keeper
from deploy.lock import Lock
from scoring.models import Export
from tests.support.fixtures import lacking
from tournament.models import Club, Job, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def on_sqlite(settings, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    settings.DATA_DIR = tmp_path


@pytest.fixture
def empty_database():
    """Another database of the same server with nothing in it, to which the connection leads inside the test."""
    if not shutil.which("pg_dump"):
        lacking("postgres", "PostgreSQL's client programs are not installed here")
    before, name = connection.settings_dict["NAME"], f"dix_restored_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}"')

    def lead_to(database: str) -> None:
        connection.close()
        connection.settings_dict["NAME"] = database

    yield lambda: lead_to(name)
    lead_to(before)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as link:
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def names() -> list[str]:
    return list(Club.objects.order_by("pk").values_list("name", flat=True))


@pytest.mark.usefixtures("on_sqlite")
def test_what_was_copied_comes_back_and_what_stood_there_is_kept(tmp_path):
    Club.objects.create(name="Before the copy")
    call_command("backup", tmp_path)
    (copy,) = tmp_path.glob("dix-de-der-*.sqlite3")
    assert copy.stat().st_mode & 0o077 == 0, "names and passwords are nobody else's"
    Club.objects.create(name="After it")
    note = keeper.note_path(backups.database_path())
    note.write_text('{"lines": 900}')
    call_command("restore", copy)
    connection.close()
    assert names() == ["Before the copy"]
    assert not note.exists(), "the start would miss the lines that the copy never had"
    (kept,) = (tmp_path / "backups").glob("before-restore-*.sqlite3")
    with sqlite3.connect(kept) as link:
        assert [row[0] for row in link.execute("SELECT name FROM tournament_club ORDER BY id")] == [
            "Before the copy",
            "After it",
        ]


def damaged(path: Path) -> None:
    backups.copy_sqlite(path)
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = os.urandom(len(content) // 2 - 4096)
    path.write_bytes(content)


def newer(path: Path) -> None:
    backups.copy_sqlite(path)
    with sqlite3.connect(path) as link:
        link.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
        )


def of_another_program(path: Path) -> None:
    with sqlite3.connect(path) as link:
        link.execute("CREATE TABLE django_migrations (app, name)")


@pytest.mark.usefixtures("on_sqlite")
@pytest.mark.parametrize(
    "make", [damaged, newer, of_another_program, Path.touch, lambda path: path.write_text("a list"), Path.mkdir, None]
)
def test_what_is_no_copy_of_ours_changes_nothing(make, tmp_path):
    Club.objects.create(name="Here")
    copy = tmp_path / "copy.sqlite3"
    if make:
        make(copy)
    with pytest.raises(CommandError, match="Rien n’a été changé"):
        call_command("restore", copy)
    connection.close()
    assert names() == ["Here"]
    assert not (tmp_path / "backups").exists()
    assert not list(backups.database_path().parent.glob(backups.database_path().name + ".part"))


@pytest.mark.usefixtures("on_sqlite")
def test_an_open_program_keeps_its_database(tmp_path):
    call_command("backup", tmp_path / "copy.sqlite3")
    held = Lock(backups.lock_path())
    held.write("http://localhost:8000/")
    with pytest.raises(CommandError, match="http://localhost:8000/"):
        call_command("restore", tmp_path / "copy.sqlite3")
    del held


@pytest.mark.engine
def test_a_file_that_is_there_is_never_written_over(tmp_path):
    (tmp_path / "mine").write_text("holiday photos")
    with pytest.raises(CommandError, match="mine"):
        call_command("backup", tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "holiday photos"


@pytest.mark.engine
def test_postgres_is_copied_and_put_into_an_empty_database(tmp_path, request):
    if connection.vendor != "postgresql":
        pytest.skip("about PostgreSQL")
    lead_to_the_empty_one = request.getfixturevalue("empty_database")
    club = Club.objects.create(name="Before the copy")
    tonight = Tournament.objects.create(club=club, name="Tonight", slug="tonight", date="2026-11-20", parties=4)
    job = Job.objects.create(kind="workbook", tournament=tonight)
    Export.objects.create(tournament=tonight, job=job, filename="a.xlsx", journal_number=0, content=b"made", size=4)
    call_command("backup", tmp_path / "copy.dump")
    with pytest.raises(CommandError, match="n’est pas vide"):
        call_command("restore", tmp_path / "copy.dump")
    lead_to_the_empty_one()
    (tmp_path / "list").write_text("no dump")
    with pytest.raises(CommandError, match="pg_restore a refusé"):
        call_command("restore", tmp_path / "list")
    call_command("restore", tmp_path / "copy.dump")
    assert names() == ["Before the copy"]
    assert Job.objects.get().tournament == tonight and not Export.objects.exists(), "a workbook is made again"
    Club.objects.create(name="And it goes on")


@pytest.mark.engine
def test_a_missing_program_of_postgres_is_named(tmp_path, monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("about PostgreSQL")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump manque"):
        call_command("backup", tmp_path / "copy.dump")
    assert not (tmp_path / "copy.dump").exists()


def test_a_folder_that_is_not_there_is_made(on_sqlite, tmp_path):
    """A file in its place would stop the nightly copies, which make one a night in it."""
    first = backups.backup(tmp_path / "kept" / "copies")
    assert first.parent == tmp_path / "kept" / "copies" and first.suffix == ".sqlite3"


def disk_that_fails(monkeypatch, number: int, *, of: str) -> None:
    """Let the function *of* of `os` fail as a disk does, with the error *number*."""

    def fail(*_arguments, **_more):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, of, fail)


@pytest.mark.usefixtures("on_sqlite")
@pytest.mark.parametrize(
    ("number", "of", "said"),
    [
        (errno.ENOSPC, "fsync", "plein"),
        (errno.EROFS, "replace", "écrire"),
        (errno.EIO, "fsync", "ne répond pas"),
        (errno.ENODEV, "replace", "ne répond pas"),
    ],
)
def test_a_copy_that_a_stick_did_not_take_is_said_in_a_sentence_and_leaves_nothing(
    monkeypatch, tmp_path, number, of, said
):
    stick = tmp_path / "stick"
    with monkeypatch.context() as broken:
        disk_that_fails(broken, number, of=of)
        with pytest.raises(CommandError, match=said):
            call_command("backup", stick)
    assert list(stick.iterdir()) == []
    call_command("backup", stick)
    assert len(list(stick.iterdir())) == 1


@pytest.mark.usefixtures("on_sqlite")
def test_a_copy_is_synced_with_its_folder_before_it_is_said_to_be_whole(monkeypatch, tmp_path):
    synced = []
    real = os.fsync
    monkeypatch.setattr(
        os, "fsync", lambda file: (synced.append(Path(os.readlink(f"/proc/self/fd/{file}"))), real(file))
    )
    copy = backups.backup(tmp_path / "copy.sqlite3")
    assert synced == [copy.with_name("copy.sqlite3.part"), tmp_path]


@pytest.mark.usefixtures("on_sqlite")
def test_a_disk_without_rights_takes_a_copy(monkeypatch, tmp_path):
    def chmod(*_arguments, **_more):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(Path, "chmod", chmod)
    assert backups.backup(tmp_path / "copy.sqlite3").exists()


@pytest.mark.usefixtures("on_sqlite")
def test_a_copy_that_reads_back_otherwise_is_removed(monkeypatch, tmp_path):
    put = backups.durable.put

    def put_damaged(aside, target):
        put(aside, target)
        with target.open("r+b") as file:
            file.truncate(5000)

    monkeypatch.setattr(backups.durable, "put", put_damaged)
    with pytest.raises(backups.BackupError, match="relue|relire"):
        backups.backup(tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


@pytest.mark.parametrize(
    ("file", "address"),
    [
        (PureWindowsPath(r"C:\Users\Zoé B\dix.sqlite3"), "file:///C:/Users/Zo%C3%A9%20B/dix.sqlite3?immutable=1"),
        (PureWindowsPath(r"\\salle\clé\dix.sqlite3"), "file:////salle/cl%C3%A9/dix.sqlite3?immutable=1"),
        (PurePosixPath("/media/clé/dix.sqlite3"), "file:///media/cl%C3%A9/dix.sqlite3?immutable=1"),
    ],
)
def test_sqlite_is_given_no_other_computer_in_an_address(file, address):
    """It opens none of another computer; of a share, as which Windows knows its network drives, that is part of the path."""
    assert backups.sqlite_address(file, "immutable=1") == address
