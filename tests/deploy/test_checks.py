"""Checks of the machine before the pages open."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from deploy.database import checks
from deploy.management.commands import backup, check

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_database_of_the_tests_holds_what_is_needed():
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit TO on")  # the tests alone do without
    refusals, _warnings = checks.start_problems()
    assert refusals == []


@pytest.mark.parametrize(("free", "refused", "warned"), [(199, True, False), (201, False, True), (1001, False, False)])
def test_room_on_the_disk(monkeypatch, free, refused, warned):
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _path: SimpleNamespace(free=free * 1_000_000))
    refusals, warnings = checks._disk()
    assert (bool(refusals), bool(warnings)) == (refused, warned)
    assert all(str(free) in sentence for sentence in refusals + warnings)


def test_a_synchronised_folder_is_warned_of(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "OneDrive - Club" / "dix"
    assert "Internet" in checks._synced_folder()[0]
    settings.DATA_DIR = tmp_path
    assert checks._synced_folder() == []


sqlite_only = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about the file of SQLite")


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    """A connection to a database file that nobody else has open, in the place of the usual one."""
    own = connection.copy()
    own.settings_dict["NAME"] = tmp_path / "own.sqlite3"
    monkeypatch.setattr(checks, "connection", own)
    yield own
    own.close()


@sqlite_only
@pytest.mark.parametrize(
    ("pragma", "said"),
    [("synchronous = NORMAL", "synchronous=1"), ("busy_timeout = 5000", "busy_timeout=5000")],
)
def test_a_setting_that_does_not_hold_is_refused(own_file, pragma, said):
    assert checks._connection() == []
    with own_file.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
    assert said in checks._connection()[0]


@sqlite_only
def test_a_folder_that_cannot_keep_the_journal_is_refused(own_file):
    """On some network folders SQLite silently stays in another journal mode."""
    own_file.settings_dict["OPTIONS"]["init_command"] = "PRAGMA journal_mode=DELETE;"
    assert "journal_mode=delete" in checks._connection()[0]


@sqlite_only
def test_a_damaged_file_is_said_and_left_as_it_is(tmp_path, monkeypatch):
    good = tmp_path / "good.sqlite3"
    link = sqlite3.connect(good)
    link.executescript("CREATE TABLE t (a TEXT); CREATE INDEX i ON t (a);")
    link.executemany("INSERT INTO t VALUES (?)", [(f"row {n}" * 20,) for n in range(2000)])
    link.commit()
    link.close()
    torn = tmp_path / "torn.sqlite3"
    shutil.copy(good, torn)
    content = bytearray(torn.read_bytes())
    content[8192:60000] = b"\x55" * (60000 - 8192)
    torn.write_bytes(content)
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    for path, problems in ((good, 0), (torn, 1), (empty, 0), (tmp_path / "absent.sqlite3", 0)):
        monkeypatch.setitem(connection.settings_dict, "NAME", path)
        assert len(checks._file()) == problems, path.name
    assert torn.read_bytes() == bytes(content)


def test_the_system_check_sees_settings_that_lose_scores(settings, monkeypatch):
    assert checks.sqlite_settings(None) == []
    if connection.vendor == "sqlite":
        monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "transaction_mode", None)
        assert [found.id for found in checks.sqlite_settings(None)] == ["dix.E001"]


@pytest.mark.parametrize(("hosted", "said"), [(False, "Lancez le programme une fois"), (True, "dix-de-der migrate")])
def test_tables_of_an_earlier_version_are_mended_in_another_way_on_a_server(settings, monkeypatch, hosted, said):
    settings.HOSTED = hosted
    monkeypatch.setattr(check, "start_problems", lambda: ([], []))
    monkeypatch.setattr(checks, "is_to_be_migrated", lambda: True)
    with pytest.raises(CommandError, match=said), translation.override("fr"):
        call_command("check")


@pytest.mark.parametrize("name", ["soiree.txt", "dossier/soiree.belote"])
def test_a_file_that_is_not_there_is_said_whatever_its_ending(tmp_path, name):
    """One that does not end as a concours file was taken for an application: a traceback."""
    with pytest.raises(CommandError, match="soiree"):
        call_command("check", str(tmp_path / name))


@sqlite_only
def test_an_empty_database_is_no_copy(own_file, monkeypatch, tmp_path):
    """The wrong DIX_DATA gave « la copie est entière » of nothing."""
    monkeypatch.setattr(backup, "connection", own_file)
    with pytest.raises(CommandError, match="own.sqlite3"):
        call_command("backup", str(tmp_path / "copies"))
    assert not (tmp_path / "copies").exists()


@sqlite_only
@pytest.mark.slow
@pytest.mark.parametrize("command", ["verify_journal", "demo"])
@pytest.mark.parametrize("folder", ["empty", "missing", "unreadable"])
def test_no_command_answers_with_a_traceback_where_the_data_cannot_be_read(tmp_path, command, folder):
    """Each prints a sentence: no tables yet, a folder that cannot be made, a database that cannot be opened."""
    data = tmp_path / "data"
    if folder == "missing":
        (tmp_path / "file").touch()
        data = tmp_path / "file" / "data"
    elif folder == "unreadable":
        (data / "dix.sqlite3").mkdir(parents=True)
    given = os.environ | {"DIX_DATA": str(data), "SECRET_KEY": "of this test", "DATABASE_URL": ""}
    answer = subprocess.run([sys.executable, "manage.py", command], capture_output=True, text=True, env=given)
    assert answer.returncode in (1, 3) and "Traceback" not in answer.stderr
    said = {"empty": "Lancez le programme une fois", "missing": "DIX_DATA", "unreadable": "dossier des données|base"}
    assert re.search(said[folder], answer.stderr)
