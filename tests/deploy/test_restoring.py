"""A copy of everything put back from a page, and what a kill leaves; the new start itself is shown by a real program."""

import errno
import json
import os
import re
import sqlite3
import threading
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from django.db import connection
from django.urls import reverse

from deploy.database import backups, checks, restores
from deploy.laptop import closing, restoring
from scoring.copies import sticks
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line
from tests.support.counts import tries
from tests.support.fixtures import PATIENCE, wait_for
from tournament.models import Club, Tournament

RESTORE, PREVIEW, RESTORED = map(reverse, ("program-restore", "program-restore-preview", "program-restored"))
OLDER, NEWER = "Avant la copie", "Depuis la copie"


@pytest.fixture
def stops(settings, tmp_path, monkeypatch):
    """How often the process was stopped, on a laptop whose data folder is that of the test."""
    if connection.vendor != "sqlite":
        pytest.skip("On a laptop the database is SQLite.")
    settings.EMBEDDED = True
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(restoring, "sticks", lambda: [tmp_path / "stick"])
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    times: list[int] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            self.function()

    monkeypatch.setattr(closing.threading, "Timer", Timer)
    closing.offer(lambda: times.append(1))
    yield times
    closing.offer(None)
    restores.withdraw()
    restores._refused.clear()


@pytest.fixture
def copied(stops, tmp_path):
    """A copy on the stick of an evening of one concours; another one was made since."""
    evening = builders.evening(teams=4, parties=1)
    Tournament.objects.update(name=OLDER)
    add_line(evening)
    (tmp_path / "stick").mkdir()
    copy = backups.backup(tmp_path / "stick")
    Tournament.objects.create(club=evening.club, name=NEWER, slug="since", date="2026-11-27", parties=4)
    add_line(evening)
    add_line(evening)
    return copy


@pytest.mark.django_db(transaction=True)
def test_the_page_shows_what_comes_and_goes_and_only_the_button_lays_the_copy(client, copied, stops, tmp_path):
    client.force_login(account("odile", Club.objects.get()))
    assert f"?file={urllib.parse.quote(str(copied), safe='')}" in client.get(RESTORE).content.decode()
    page = re.sub(r"\s+", " ", client.get(PREVIEW, {"file": copied}).content.decode())
    lost = restores.look_here().concours
    lost = sum(one.lines for one in lost) - sum(one.lines for one in restores.look(copied).concours)
    assert lost == 2 and f"{lost} saisies faites depuis" in page
    assert OLDER in page and NEWER in page and "La copie ne l’a pas" in page
    assert str(tmp_path / "backups") in page and not restores.is_coming() and not stops
    done = client.post(PREVIEW, {"file": copied})
    assert done.status_code == 202 and RESTORED in done.content.decode() and stops == [1]
    assert client.get(RESTORED).status_code == 202, "it is not there yet"
    kept = restores.exchange()
    assert list(Tournament.objects.values_list("name", flat=True)) == [OLDER]
    with sqlite3.connect(kept) as link:
        assert link.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (2,)
    said = client.get(RESTORED)
    assert said.status_code == 200 and str(kept) in said.content.decode() and "1 concours" in said.content.decode()


@pytest.mark.django_db(transaction=True)
def test_lines_of_another_course_are_counted_though_the_copy_has_as_many(copied):
    here = restores.look_here()
    with sqlite3.connect(copied) as link:
        link.execute(
            "UPDATE tournament_journalentry SET hash = 'another' WHERE number = (SELECT max(number) FROM tournament_journalentry)"
        )
    rows = {row.name: row for row in restoring.changes(restores.look(copied), here, restores.lost_by(copied))}
    assert rows[OLDER].lost == 3, "two lines made since, and the one that is another"
    assert rows[NEWER].coming is None and rows[OLDER].here == rows[OLDER].coming + 2


@pytest.mark.django_db(transaction=True)
def test_on_the_first_run_anybody_at_the_laptop_puts_one_back(client, stops, tmp_path):
    assert RESTORE in client.get(reverse("welcome")).content.decode()
    assert client.get(RESTORE).status_code == 200
    assert client.get(RESTORE, REMOTE_ADDR="192.168.1.20").status_code == 403
    account("odile", builders.concours(teams=2).club)
    assert client.get(RESTORE)["Location"].startswith(reverse("login"))
    assert client.post(PREVIEW, {"file": "x"})["Location"].startswith(reverse("login"))


@pytest.mark.django_db(transaction=True)
def test_neither_a_scorer_nor_the_organiser_of_one_club_among_several_replaces_all(client, copied, stops):
    club = Club.objects.get()
    client.force_login(account("rene", club, "scorer"))
    assert client.get(RESTORE).status_code == client.post(PREVIEW, {"file": copied}).status_code == 403
    odile = account("odile", club)
    other = Club.objects.create(name="Un autre", hidden_at="2026-01-01T00:00Z")
    client.force_login(odile)
    page = client.get(RESTORE).content.decode()
    assert "de tous les clubs" in page and str(copied) not in page
    assert client.post(PREVIEW, {"file": copied}).status_code == 302 and not restores.is_coming()
    other.delete()
    assert str(copied.parent) in client.get(RESTORE).content.decode()


@pytest.mark.django_db
def test_hosted_the_page_names_the_host(client, settings):
    tournament = builders.concours(teams=2)
    client.force_login(account("odile", tournament.club))
    settings.EMBEDDED = False
    assert "l’hébergeur" in client.get(RESTORE).content.decode()
    assert client.post(PREVIEW, {"file": "/etc/passwd"}).status_code == 302


def cut(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size // 4096 // 2 * 4096)


def spoilt(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4096 : len(content) // 2] = os.urandom(len(content) // 2 - 4096)
    copy.write_bytes(content)


def newer(copy: Path) -> None:
    with sqlite3.connect(copy) as link:
        link.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
        )


def foreign(copy: Path) -> None:
    copy.unlink()
    with sqlite3.connect(copy) as link:
        link.execute("CREATE TABLE django_migrations (app, name)")
        link.execute("INSERT INTO django_migrations VALUES ('tournament', '0001_initial')")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spoil", [cut, spoilt, newer, foreign, Path.unlink, lambda copy: copy.write_text("a list")])
def test_a_copy_that_cannot_be_put_back_is_said_and_changes_nothing(client, copied, stops, spoil):
    client.force_login(account("odile", Club.objects.get()))
    spoil(copied)
    for answer in (client.get(PREVIEW, {"file": copied}), client.post(PREVIEW, {"file": copied})):
        assert answer.status_code == 422 and "Rien n’a été changé" in answer.content.decode()
    assert not restores.is_coming() and not stops
    assert set(Tournament.objects.values_list("name", flat=True)) == {OLDER, NEWER}


@pytest.mark.django_db(transaction=True)
def test_a_program_that_cannot_be_closed_from_a_page_keeps_its_data(client, copied, stops):
    client.force_login(account("odile", Club.objects.get()))
    closing.offer(None)
    answer = client.post(PREVIEW, {"file": copied})
    assert answer.status_code == 422 and not restores.is_coming()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_laid_where_the_program_would_not_open_again(client, copied, stops, monkeypatch):
    client.force_login(account("odile", Club.objects.get()))
    monkeypatch.setattr(checks, "free_bytes", lambda: checks.REFUSE_BYTES + copied.stat().st_size - 1)
    done = client.post(PREVIEW, {"file": copied})
    assert done.status_code == 422 and "pour se rouvrir" in done.content.decode()
    assert not restores.is_coming() and not stops
    monkeypatch.setattr(checks, "free_bytes", lambda: checks.REFUSE_BYTES + copied.stat().st_size)
    assert client.post(PREVIEW, {"file": copied}).status_code == 202 and stops == [1]


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_fails_in_the_middle_has_the_former_database_in_place(client, copied, stops, monkeypatch, tmp_path):
    def fail(*_files):
        raise OSError(28, "No space left on device")

    client.force_login(account("odile", Club.objects.get()))
    restores.lay(copied)
    monkeypatch.setattr(restores.durable, "put", fail)
    with pytest.raises(backups.BackupError, match="Rien n’a été changé"):
        restores.exchange()
    assert set(Tournament.objects.values_list("name", flat=True)) == {OLDER, NEWER}
    assert not restores.is_coming() and restores.kept_last() is None
    (tmp_path / "backups").mkdir(exist_ok=True)
    (tmp_path / "backups" / "before-restore-20261101-120000.sqlite3").touch()
    page = client.get(RESTORED).content.decode()
    assert "est plein. Rien n’a été changé" in page and "La copie est en place" not in page, "though one was, that day"
    with pytest.raises(backups.BackupError, match="Rien n’a été changé"):
        restores.lay(copied)
    monkeypatch.undo()
    restores.lay(copied)
    assert restores.refused_here() is None


@pytest.mark.django_db(transaction=True)
def test_a_log_that_cannot_be_moved_leaves_the_former_database_with_it_in_place(copied, stops, monkeypatch):
    """The log of a database that another program has open is part of it; moved or not, they stay together."""
    move, path = restores.durable.move, backups.database_path()
    log = Path(f"{path}-wal")

    def refuse(file, target):
        if file == path:
            raise PermissionError(errno.EACCES, "in use by another program", str(file))
        move(file, target)

    restores.lay(copied)
    monkeypatch.setattr(restores.sqlite3, "connect", lambda *_, **__: (_ for _ in ()).throw(sqlite3.DatabaseError))
    log.write_bytes(b"of the former database")
    monkeypatch.setattr(restores.durable, "move", refuse)
    with pytest.raises(backups.BackupError, match="Rien n’a été changé"):
        restores.exchange()
    assert path.exists() and log.read_bytes() == b"of the former database" and not restores.is_coming()
    assert not list(restores.settings.DATA_DIR.glob("backups/*"))
    log.unlink()


@pytest.mark.django_db(transaction=True)
def test_a_copy_whose_path_was_pasted_with_its_quotes_is_found_two_spaces_and_all(client, copied, stops, tmp_path):
    folder = tmp_path / "Concours  de Zoe\N{COMBINING DIAERESIS}"
    folder.mkdir()
    copy = copied.rename(folder / copied.name)
    client.force_login(account("odile", Club.objects.get()))
    listed = client.get(RESTORE, {"folder": f'"{folder}"'}).content.decode()
    address = f"?file={urllib.parse.quote(str(copy), safe='')}"
    assert address in listed
    assert client.get(PREVIEW + address).status_code == 200
    assert client.post(PREVIEW, {"file": f' "{copy}" '}).status_code == 202 and restores.is_coming()


@pytest.mark.django_db(transaction=True)
def test_a_name_that_is_no_text_hides_its_file_and_no_page(client, copied, stops, tmp_path, monkeypatch):
    """A stick that was named on an old system has names in another alphabet, which Linux gives as bytes."""
    stick = tmp_path / os.fsdecode(b"cl\xe9")
    stick.mkdir()
    for name in (b"dix-de-der-\xe9.sqlite3", b"concours-\xe9.belote"):
        (tmp_path / "stick" / os.fsdecode(name)).touch()
        (stick / os.fsdecode(name)).touch()
    monkeypatch.setattr(sticks, "_mounted", lambda: [stick, tmp_path / "stick"])
    monkeypatch.setattr(restoring, "sticks", sticks.sticks)
    club = Club.objects.get()
    client.force_login(account("odile", club))
    for query in ({}, {"folder": str(copied.parent)}):
        assert copied.name in client.get(RESTORE, query).content.decode()
    for page in (reverse("transfer-in"), reverse("concours", args=[Tournament.objects.first().pk])):
        assert client.get(page).status_code == 200, page


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "est plein"),
        (errno.EROFS, "n’a pas le droit"),
        (errno.EACCES, "n’a pas le droit"),
        (errno.EIO, "ne répond pas"),
    ],
)
def test_what_the_system_says_of_a_disk_is_a_sentence_and_its_own_words_stay_in_the_log(
    client, copied, stops, monkeypatch, caplog, number, words
):
    def fail(source, _target):
        raise OSError(number, os.strerror(number), str(source))

    client.force_login(account("odile", Club.objects.get()))
    monkeypatch.setattr(restores.shutil, "copyfile", fail)
    answer = client.post(PREVIEW, {"file": copied})
    page = answer.content.decode()
    assert answer.status_code == 422 and words in page and "Rien n’a été changé" in page
    assert os.strerror(number) not in page and os.strerror(number) in caplog.text
    assert not restores.is_coming() and not stops


@pytest.mark.django_db(transaction=True)
def test_data_that_cannot_be_read_and_a_name_that_no_file_has_are_sentences_too(client, copied, stops, monkeypatch):
    client.force_login(account("odile", Club.objects.get()))
    page = client.get(PREVIEW, {"file": "x" * 400}).content.decode()
    assert "n’existe pas" in page and "Errno" not in page

    def damaged():
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(restores, "look_here", damaged)
    answer = client.get(PREVIEW, {"file": copied})
    assert answer.status_code == 422 and "malformed" not in answer.content.decode()
    assert "ne peuvent pas être lues" in answer.content.decode()


KILLED = """
import os, random, shutil, signal, sqlite3, time
from pathlib import Path
from deploy.database import backups, checks, restores
from tournament.models import Club

chance, copy, seen = random.Random({seed!r}), Path({copy!r}), set()
here = backups.database_path()
Club.objects.create(name="old")
backups.copy_sqlite(copy)
def rename(path, name):
    with sqlite3.connect(path) as link:
        link.execute("UPDATE tournament_club SET name = ?", [name])
    link.close()
rename(copy, "new")
begun = time.monotonic()
restores.restore(copy)
longest = time.monotonic() - begun
for turn in range({turns}):
    rename(here, f"old {{turn}}")
    child = os.fork()
    if child == 0:
        try:
            restores.restore(copy)
        finally:
            os._exit(0)
    time.sleep(chance.uniform(0, 1.5 * longest))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    restores.exchange()  # what the next start does first
    link = sqlite3.connect(here)
    (name,), (found,) = link.execute("SELECT name FROM tournament_club").fetchone(), link.execute("PRAGMA integrity_check").fetchone()
    link.close()
    assert found == "ok" and name in ("new", f"old {{turn}}") and not restores.is_coming(), (turn, name, found)
    seen.add(name[:3])
    kept = [path for path in (here.parent / "backups").glob("before-restore-*.sqlite3")]
    if name == "new":
        names = set()
        for path in kept:
            link = sqlite3.connect(path)
            names.add(link.execute("SELECT name FROM tournament_club").fetchone()[0])
            link.close()
        assert f"old {{turn}}" in names, (turn, "the former one is kept", names)
    shutil.rmtree(here.parent / "backups", ignore_errors=True)
print("turns", turn + 1, *sorted(seen))
"""


@pytest.mark.slow
def test_killed_at_any_moment_it_leaves_the_old_or_the_new_whole(make_hall, tmp_path):
    hall, turns = make_hall(), tries(20, 200)
    hall.prepare()
    code = KILLED.format(seed="killed", copy=str(tmp_path / "copy.sqlite3"), turns=turns)
    assert hall.python(code).splitlines()[-1] == f"turns {turns} new old"


@pytest.mark.slow
def test_a_program_closes_puts_the_copy_in_place_and_opens_again_at_its_address(make_hall, tmp_path):
    hall = make_hall(HOME=str(tmp_path / "home"))
    hall.start()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def send(path: str, body: bytes, kind: str) -> tuple[int, str]:
        token = json.load(browser.open(hall.url + "/api/v1/session/"))["csrf_token"]
        headers = {"Content-Type": kind, "X-CSRFToken": token}
        with browser.open(urllib.request.Request(hall.url + path, body, headers), timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    first = {"club_name": "Nous", "name": "Odile", "password": "le roi de coeur est parti"}
    send("/api/v1/welcome/", json.dumps(first).encode(), "application/json")
    copy = tmp_path / "copy.sqlite3"
    hall.python(f"from pathlib import Path; from deploy.database import backups; backups.backup(Path({str(copy)!r}))")
    hall.python("from tournament.models import Club; Club.objects.update(name='Depuis')")
    worker, process = hall.worker_pid(), hall.process
    form = urllib.parse.urlencode({"file": str(copy)}).encode()
    assert send(PREVIEW, form, "application/x-www-form-urlencoded")[0] == 202

    def there() -> str:
        try:
            with browser.open(hall.url + RESTORED, timeout=5) as answer:
                return answer.read().decode() if answer.status == 200 else ""
        except OSError:
            return ""

    page = wait_for(there, PATIENCE, "the program is open again")
    (kept,) = (hall.data / "backups").glob("before-restore-*.sqlite3")
    assert str(kept) in page and hall.rows("SELECT name FROM tournament_club") == [("Nous",)]
    assert hall.worker_pid(other_than=worker) and process.poll() is None
    with sqlite3.connect(kept) as link:
        assert link.execute("SELECT name FROM tournament_club").fetchall() == [("Depuis",)]
    assert hall.stop() == 0
