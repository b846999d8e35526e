"""The laptop's database looked after: what is missing at the start is said, copies are there, damage is seen under way."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from django.urls import reverse

from deploy.database import checks
from deploy.laptop import keeper
from tournament.journal.acts import ACTS

MOMENTS = [act.key for act in ACTS.values() if act.copied_at_once]


@pytest.fixture(autouse=True)
def _sound():
    keeper._damaged.clear()
    yield
    keeper._damaged.clear()


@pytest.fixture
def database(tmp_path):
    """A file with the one table that is looked at, and the log beside it."""
    path = tmp_path / "dix.sqlite3"
    with sqlite3.connect(path, isolation_level=None) as link:
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("CREATE TABLE tournament_journalentry (id integer PRIMARY KEY AUTOINCREMENT, act text)")
    link.close()
    return path


class Evening:
    """Writes lines as the program would, and lets the keeper look after each."""

    def __init__(self, path):
        self.path, self.folder = path, path.parent / "backups"
        self.writer = sqlite3.connect(path, isolation_level=None)
        self.writer.execute("PRAGMA wal_autocheckpoint=0")
        self.keeper = keeper.Keeper(path, self.folder)
        self.link = sqlite3.connect(path, timeout=1)

    def write(self, *acts):
        for act in acts:
            self.writer.execute("INSERT INTO tournament_journalentry (act) VALUES (?)", [act])

    def look(self):
        self.keeper.look(self.link)

    @property
    def copies(self):
        return sorted(self.folder.glob("evening-*.sqlite3"))

    def close(self):
        self.writer.close()
        self.link.close()


@pytest.fixture
def evening(database):
    made = Evening(database)
    yield made
    made.close()


def alone(evening, tmp_path):
    """The database as it is found when the log beside it was taken away."""
    found = tmp_path / "found" / evening.path.name
    found.parent.mkdir()
    shutil.copy(evening.path, found)
    with contextlib.suppress(FileNotFoundError):
        shutil.copy(keeper.note_path(evening.path), keeper.note_path(found))
    return found


def problems_of(path, settings):
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(checks.connection.settings_dict, "NAME", str(path))
        return checks._file()


def test_lines_that_went_with_the_log_are_missed_at_the_start(evening, tmp_path, settings):
    evening.write("close_tournament")
    evening.look()
    evening.look()  # nothing was written since: the log is folded in
    evening.write(*["record_score"] * 30)
    evening.look()
    found = alone(evening, tmp_path)
    assert keeper.lines_missing(found) == 30
    (said,) = problems_of(found, settings)
    assert "30" in said and "dix.sqlite3-wal" in said and "dix.sqlite3.note" in said
    keeper.note_path(found).unlink()
    assert problems_of(found, settings) == [], "who deletes the note goes on with what is there"


def test_what_was_there_before_the_start_is_noted_at_once(evening):
    evening.look()
    assert json.loads(keeper.note_path(evening.path).read_text()) == {"lines": 0}


def test_after_a_quiet_moment_the_file_alone_has_everything(evening, tmp_path, settings):
    evening.write(*["record_score"] * 30)
    evening.look()
    evening.look()
    found = alone(evening, tmp_path)
    assert keeper.lines_written(found) == 30 and keeper.lines_missing(found) == 0
    assert problems_of(found, settings) == []


def test_a_whole_folder_put_back_and_a_first_start_are_no_loss(evening, tmp_path, settings):
    evening.write("record_score")
    evening.look()
    assert keeper.lines_missing(evening.path) == 0
    evening.write("record_score")
    assert keeper.lines_missing(evening.path) == 0, "more than was noted is no loss"
    assert keeper.lines_missing(tmp_path / "new.sqlite3") == 0
    keeper.note_path(evening.path).write_text("{")
    assert keeper.lines_missing(evening.path) == 0, "a note that cannot be read forbids nothing"


def test_a_deleted_concours_is_no_loss(evening):
    evening.write(*["record_score"] * 5)
    evening.look()
    evening.writer.execute("DELETE FROM tournament_journalentry")
    evening.look()
    assert keeper.lines_missing(evening.path) == 0


def test_a_copy_at_each_tirage_and_closing_and_every_five_minutes_of_activity(evening, monkeypatch):
    hour = [1000.0]
    monkeypatch.setattr(keeper.time, "monotonic", lambda: hour[0])
    evening.keeper._copied_at = hour[0]
    evening.write("record_score")
    evening.look()
    assert not evening.copies, "one score is not copied yet"
    for number, act in enumerate(MOMENTS, start=1):
        evening.write(act)
        monkeypatch.setattr(keeper, "datetime", FakeHour(number))
        evening.look()
        evening.look()
        assert len(evening.copies) == number, act
    evening.write("record_score")
    hour[0] += keeper.COPY_SECONDS - 1
    evening.look()
    assert len(evening.copies) == len(MOMENTS)
    hour[0] += 1
    monkeypatch.setattr(keeper, "datetime", FakeHour(9))
    evening.look()
    assert len(evening.copies) == len(MOMENTS) + 1
    hour[0] += 10 * keeper.COPY_SECONDS
    evening.look()
    assert len(evening.copies) == len(MOMENTS) + 1, "nothing was written since"
    assert keeper.lines_written(evening.copies[-1]) == len(MOMENTS) + 2


class FakeHour:
    def __init__(self, number):
        self.number = number

    def now(self):
        return self

    def __format__(self, _spec):
        return f"20261122-2000{self.number:02}"


def test_the_last_copies_are_kept(evening, monkeypatch):
    for number in range(keeper.COPIES_KEPT + 3):
        evening.write("publish_draw")
        monkeypatch.setattr(keeper, "datetime", FakeHour(number))
        evening.look()
    assert len(evening.copies) == keeper.COPIES_KEPT and "200014" in evening.copies[-1].name
    assert not list(evening.folder.glob("*.part"))


def test_a_copy_that_another_program_reads_is_removed_later_and_no_other_is_made_meanwhile(evening, monkeypatch):
    unlink, held = Path.unlink, "evening-20261122-200000.sqlite3"

    def refuse(path, **options):
        if path.name == held:
            raise PermissionError(13, "in use by another program", str(path))
        return unlink(path, **options)

    def publish(number):
        evening.write("publish_draw")
        monkeypatch.setattr(keeper, "datetime", FakeHour(number))
        evening.keeper.attend(evening.link)

    with monkeypatch.context() as windows:
        windows.setattr(keeper.Path, "unlink", refuse)
        for number in range(keeper.COPIES_KEPT + 1):
            publish(number)
        monkeypatch.setattr(keeper, "datetime", FakeHour(20))
        evening.keeper.attend(evening.link)
        assert len(evening.copies) == keeper.COPIES_KEPT + 1, "one more, and none again for the same lines"
    publish(21)
    assert len(evening.copies) == keeper.COPIES_KEPT and evening.copies[0].name > held


def test_damage_under_way_is_seen_and_no_copy_is_made_of_it(evening):
    evening.write(*["record_score" + "x" * 500] * 200)
    evening.look()
    evening.look()
    evening.write("publish_draw")
    evening.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with evening.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 3 * 4096)
    evening.link.close()
    evening.link = sqlite3.connect(evening.path)
    evening.keeper.attend(evening.link)
    assert keeper.is_damaged() and not evening.copies


def test_a_full_disk_is_no_damage_and_the_copy_is_made_later(evening, monkeypatch):
    evening.write("publish_draw")
    with monkeypatch.context() as full:
        full.setattr(keeper.Path, "mkdir", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left")))
        evening.keeper.attend(evening.link)
    assert not keeper.is_damaged() and not evening.copies
    evening.keeper.attend(evening.link)
    assert len(evening.copies) == 1


@pytest.mark.django_db
def test_into_a_damaged_file_nothing_is_written_and_the_reason_is_said(client):
    assert client.get("/healthz").status_code == 200
    for other in ("database is locked", 'malformed array literal: "x"', "x is not a database of ours"):
        assert not keeper.tells_damage(sqlite3.OperationalError(other)) and not keeper.is_damaged()
    assert keeper.tells_damage(sqlite3.DatabaseError("database disk image is malformed"))
    health = client.get("/healthz")
    assert health.status_code == 503 and health.json()["database"] == "damaged"
    refused = client.post(reverse("login"), {"name": "Marie", "password": "x"})
    assert refused.status_code == 503 and "abîmé" in refused.content.decode()
    api = client.post("/api/v1/session/", json.dumps({}), content_type="application/json")
    assert api.status_code == 503 and api.json()["code"] == "damaged"
    assert client.get(reverse("login"), follow=True).status_code == 200, "what can be read is still shown"
