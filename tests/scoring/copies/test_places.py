"""Copies of a concours in folders and at another program: they follow, they catch up, and what fails is a sentence."""

import errno
import os
import time
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.copies import folder, places, sending, services
from scoring.copies.models import CopyPlace, PlaceState
from scoring.copies.selectors import files_here, place_lines
from scoring.errors import ScoringError
from scoring.transfer.file import read_concours
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line, brought, second_program
from tests.support.refusals import refuses
from tournament import durable
from tournament.jobs import services as jobs
from tournament.journal.epochs import Epoch
from tournament.models import Club, Job, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Places are served in the thread of the test, and the making of a file is paid for at once."""
    brought(monkeypatch)


@pytest.fixture
def tournament() -> Tournament:
    return builders.evening(teams=8, parties=2)


@pytest.fixture
def odile(tournament):
    return account("odile", tournament.club)


def files(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def words(tournament: Tournament) -> list[tuple[str, str]]:
    now = Tournament.objects.get(pk=tournament.pk)
    return [(line.state, line.text.replace("\N{NO-BREAK SPACE}", " ")) for line in place_lines(now)]


def test_a_folder_gets_two_files_in_turn_each_whole(tournament, odile, tmp_path):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    (slot,) = [path for path in tmp_path.iterdir() if path.name.endswith("-a.belote")]
    assert len(read_concours(slot.read_bytes()).lines) == 2
    assert words(tournament)[0][1].startswith("à jour, ligne 2, il y a ")
    add_line(tournament)
    assert words(tournament)[0][0] == "wait"
    sending.deliver()
    tournament.refresh_from_db()
    assert [len(read_concours(one.read_bytes()).lines) for one in sorted(tmp_path.glob("*-[ab].belote"))] == [2, 3]
    assert words(tournament)[0][1].startswith("à jour, ligne 3, ")
    add_line(tournament)
    sending.deliver()
    assert [len(read_concours(one.read_bytes()).lines) for one in sorted(tmp_path.glob("*-[ab].belote"))] == [4, 3]
    assert not list(tmp_path.glob("*.part"))


def test_an_act_wakes_the_copies_and_a_quiet_evening_costs_nothing(tournament, odile, tmp_path):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    Job.objects.all().delete()
    add_line(tournament)
    assert jobs.run(str(Job.objects.get(kind="pages").pk))
    assert Job.objects.filter(kind="copies", state="queued").count() == 1
    sending.deliver()
    Tournament.objects.update(changed_at=timezone.now() - timedelta(days=1))
    PlaceState.objects.update(checked_at=timezone.now() - timedelta(days=1))
    assert sending._due_concours() == [] and sending._next_due() is None


FAULTS = {
    errno.ENOSPC: "Plus de place",
    errno.EROFS: "verrouillé",
    errno.EACCES: "verrouillé",
    errno.EIO: "ne répond pas",
    errno.ENODEV: "ne répond pas",
}


@pytest.mark.parametrize("number", FAULTS)
def test_a_stick_that_fails_is_a_sentence_and_catches_up(tournament, odile, tmp_path, monkeypatch, number):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    before = {path: path.read_bytes() for path in tmp_path.glob("*-a.belote")}
    add_line(tournament)
    with monkeypatch.context() as broken:
        broken.setattr(durable, "put", _raising(number))
        sending.deliver()
    state, text = words(tournament)[0]
    assert state == "bad" and FAULTS[number] in text and "ligne 2" in text
    assert {path: path.read_bytes() for path in before} == before and not list(tmp_path.glob("*.part"))
    PlaceState.objects.update(next_try=None)
    sending.deliver()
    tournament.refresh_from_db()
    assert words(tournament)[0][0] == "ok"


def _raising(number: int):
    def put(_aside: Path, _target: Path) -> None:
        raise OSError(number, os.strerror(number))

    return put


def test_a_file_that_reads_back_otherwise_is_removed(tournament, odile, tmp_path, monkeypatch):
    put = durable.put

    def put_damaged(aside: Path, target: Path) -> None:
        aside.write_bytes(aside.read_bytes()[:-1] + b"x")
        put(aside, target)

    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    monkeypatch.setattr(durable, "put", put_damaged)
    sending.deliver()
    assert files(tmp_path) == [] and "une autre clé" in words(tournament)[0][1]


def test_files_are_kept_from_earlier_moments_twelve_of_them(tournament, odile, tmp_path):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    for _time in range(folder.KEPT + 2):
        add_line(tournament)
        PlaceState.objects.update(kept_at=timezone.now() - sending.KEEP_EVERY)
        sending.deliver()
    kept = [name for name in files(tmp_path) if not name.endswith(("-a.belote", "-b.belote"))]
    assert len(kept) == folder.KEPT and kept[-1].endswith(f"-{tournament.journal_number + folder.KEPT + 2:06d}.belote")
    add_line(tournament)
    sending.deliver()
    assert len(files(tmp_path)) == folder.KEPT + 2, "not every change is kept"


@pytest.mark.parametrize("home", ["9044ecc7", "12345678", "0000000a", "f0a1b2c3"])
@pytest.mark.parametrize("number", [2, 12, 9999])
def test_a_home_knows_its_own_file_whatever_the_name_that_was_drawn_for_it(number, home, tmp_path):
    here, before = (
        folder.FolderName("Soir", "2026-11-20", "a" * 64, epoch)
        for epoch in (Epoch(number, home), Epoch(number - 1, home))
    )
    written = folder.write(tmp_path, here, b"file", slot="a")
    assert folder.later_home(tmp_path, here) is None and folder.later_home(tmp_path, before) == written


def test_the_files_on_a_stick_are_told_apart_where_one_is_taken_in(client, tournament, odile, tmp_path):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    add_line(tournament)
    sending.deliver()
    (tmp_path / "renamed by somebody.belote").write_bytes(b"")
    os.utime(next(tmp_path.glob("*-b.belote")), (2e9, 2e9))
    client.force_login(odile)
    page = client.get(reverse("transfer-in")).content.decode()
    assert page.count("Concours d automne, 20/11/2026") == 3 and "renamed by somebody" in page
    (newest,) = [one for one in files_here([tournament.club]) if one.newest and one.title.startswith("Concours")]
    assert newest.path.endswith("-b.belote") and page.count("le plus récent") == 2


def test_a_stick_that_hangs_is_slow_and_the_other_place_is_served(tournament, odile, tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(sending, "PLACE_SECONDS", 0.2)
    release, real = [], folder.write

    def hang(path: Path, *arguments, **named):
        if path.name == "slow":
            import threading

            release.append(threading.Event())
            release[-1].wait(20)
        return real(path, *arguments, **named)

    monkeypatch.setattr(folder, "write", hang)
    for name in ("slow", "quick"):
        (tmp_path / name).mkdir()
        services.add_folder(club=tournament.club, folder=str(tmp_path / name), by=odile)
    sending.serve(tournament.pk)
    states = {line.name: (line.state, line.text) for line in place_lines(tournament)}
    assert states["quick"][0] == "ok" and states["slow"][0] == "bad" and "longtemps" in states["slow"][1]
    PlaceState.objects.update(next_try=None)
    assert sending.serve(tournament.pk) == 0, "it is not tried again while it hangs"
    for one in release:
        one.set()


def test_a_place_that_takes_long_holds_up_no_other(tournament, odile, tmp_path, monkeypatch):
    monkeypatch.setattr(sending, "Thread", Thread)
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 0.2)
    release, real = Event(), folder.write

    def wait(path: Path, *arguments, **named):
        if path.name == "slow":
            release.wait(60)
        return real(path, *arguments, **named)

    monkeypatch.setattr(folder, "write", wait)
    for name in ("slow", "quick"):
        (tmp_path / name).mkdir()
        services.add_folder(club=tournament.club, folder=str(tmp_path / name), by=odile)
    for line in (2, 3, 4):
        begun = time.monotonic()
        sending.serve(tournament.pk)
        assert time.monotonic() - begun < sending.PLACE_SECONDS / 2
        states = {line.name: line.text for line in place_lines(tournament)}
        assert f"ligne {line}," in states["quick"] and states["slow"] == "la première copie se fait"
        add_line(tournament)
        tournament.refresh_from_db()
    assert sending._next_due() <= timezone.now() + timedelta(seconds=2), "somebody comes back to see how it ended"
    release.set()
    place = next(iter(sending._at_work.values())).state.place_id
    sending._collect([place])
    assert "ligne 2 sur 5," in {line.name: line.text for line in place_lines(tournament)}["slow"]
    assert sending.serve(tournament.pk) == 2, "it is tried again once it has ended"


def test_folders_that_are_none_are_refused(tournament, odile, tmp_path, settings):
    (tmp_path / "a file").write_text("x")
    for typed in ("", "keys", str(tmp_path / "none"), str(tmp_path / "a file"), "\x00", "x" * 600, "/dev/null"):
        with pytest.raises(ScoringError) as refused:
            services.add_folder(club=tournament.club, folder=typed, by=odile)
        assert refused.value.code == "copy_folder", typed
    (settings.DATA_DIR / "inside").mkdir(exist_ok=True)
    for own in (settings.DATA_DIR, settings.DATA_DIR / "inside"):
        with refuses("copy_own_folder", ScoringError):
            services.add_folder(club=tournament.club, folder=str(own), by=odile)
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    with refuses("copy_twice", ScoringError):
        services.add_folder(club=tournament.club, folder=f"{tmp_path}/../{tmp_path.name}", by=odile)
    settings.EMBEDDED = False
    with refuses("copy_no_folders", ScoringError):
        services.add_folder(club=tournament.club, folder=str(tmp_path.parent), by=odile)


def test_a_hosted_program_sends_to_no_network_of_its_own(tournament, odile, settings):
    settings.EMBEDDED = False
    for address in ("https://10.0.0.7", "https://127.0.0.1:8000", "https://[::1]/", "https://169.254.169.254"):
        with pytest.raises(ScoringError) as refused:
            services.add_program(club=tournament.club, address=address, secret="k", other_club=1, by=odile)
        assert refused.value.code == "copy_private", address
    for address in ("http://example.org", "ftp://example.org", "https://a:b@example.org", "https://"):
        with pytest.raises(ScoringError):
            services.add_program(club=tournament.club, address=address, secret="k", other_club=1, by=odile)
    # A name that leads inside is seen when it is asked.
    services.add_program(club=tournament.club, address="https://localhost", secret="k", other_club=1, by=odile)
    sending.deliver()
    assert PlaceState.objects.get().failure == "private"


def test_a_second_program_is_paired_by_its_code_and_follows(tournament, odile, monkeypatch):
    other, zoe = second_program(monkeypatch)
    place = services.pair_program(club=tournament.club, address="192.168.1.31:8000", code=other.show(), by=odile)
    assert (place.kind, place.name, place.other_club) == (CopyPlace.Kind.PROGRAM, "Amicale", other.club.pk)
    sending.deliver()
    assert words(tournament)[0][1].startswith("à jour, ligne 2")
    other.work()
    copy = Tournament.objects.get(club=other.club)
    assert copy.copied_at is not None and copy.journal_hash == tournament.journal_hash
    add_line(tournament)
    sending.deliver()
    other.work()
    copy.refresh_from_db()
    tournament.refresh_from_db()
    assert copy.journal_hash == tournament.journal_hash
    assert zoe.username == "zoe"


def test_a_code_is_good_for_one_computer_some_tries_and_ten_minutes(tournament, odile, monkeypatch):
    other, _zoe = second_program(monkeypatch)

    def pair(code: str, address: str) -> str:
        try:
            services.pair_program(club=tournament.club, address=address, code=code, by=odile)
        except ScoringError as error:
            return error.code
        return ""

    code = other.show()
    assert pair("0000 0000", "192.168.1.31:8000") == "copy_code_wrong"
    assert pair(code.lower(), "192.168.1.31:8000") == ""
    assert pair(code, "192.168.1.32:8000") == "copy_code_wrong", "it is spent"
    code = other.show()
    for _try in range(20):
        pair("0000 0000", "192.168.1.33:8000")
    assert pair(code, "192.168.1.33:8000") == "copy_code_wrong", "tried too often"
    code = other.show()
    monkeypatch.setattr("scoring.copies.services.time.monotonic", lambda: 1e12)
    assert pair(code, "192.168.1.33:8000") == "copy_code_wrong", "too old"


@pytest.mark.parametrize("status", [301, 401, 404, 405, 500])
def test_what_is_no_dix_de_der_is_told_so_and_not_that_the_code_is_wrong(tournament, odile, monkeypatch, status):
    monkeypatch.setattr(places, "exchange", lambda **_sent: (status, b"<html>a router</html>"))
    with pytest.raises(ScoringError) as refused:
        services.pair_program(club=tournament.club, address="192.168.1.1", code="0000 0000", by=odile)
    assert (refused.value.code, refused.value.field) == ("copy_unreachable", "address")


def test_a_copy_takes_no_act(tournament, odile, monkeypatch):
    from tournament.registration.services import register_team

    other, zoe = second_program(monkeypatch)
    services.pair_program(club=tournament.club, address="192.168.1.31:8000", code=other.show(), by=odile)
    sending.deliver()
    other.work()
    copy = Tournament.objects.get(club=other.club)
    with refuses("is_copy"):
        register_team(tournament_id=copy.pk, players=["Anne", "Bob"], by=zoe)


def test_a_club_that_removes_a_place_sends_nothing_more(tournament, odile, tmp_path):
    place = services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    services.remove_place(place_id=place.pk, by=odile)
    sending.deliver()
    assert files(tmp_path) == [] and not PlaceState.objects.exists()
    assert list(Club.objects.get().journal.values_list("act", flat=True)) == ["add_copy_place", "remove_copy_place"]


def test_a_clock_that_was_set_back_puts_nothing_off(tournament, odile, tmp_path):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    add_line(tournament)
    ahead = timezone.now() + timedelta(hours=9)
    PlaceState.objects.update(next_try=ahead, checked_at=ahead, kept_at=ahead)
    sending.deliver()
    assert words(tournament)[0][0] == "ok"


def test_a_page_of_the_evening_asks_a_constant_number_of_questions(
    client, tournament, odile, tmp_path, django_assert_num_queries
):
    client.force_login(odile)
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        services.add_folder(club=tournament.club, folder=str(tmp_path / name), by=odile)
    sending.deliver()
    client.get(reverse("copies-state", args=[tournament.pk]))
    with django_assert_num_queries(4):
        page = client.get(reverse("copies-state", args=[tournament.pk])).content.decode()
    assert page.count("à jour, ligne 2") == 3


def test_the_stick_that_is_seen_is_proposed_on_a_first_evening(client, tournament, odile, tmp_path, monkeypatch):
    from scoring.copies import selectors

    monkeypatch.setattr(selectors, "sticks", lambda: [tmp_path])
    client.force_login(odile)
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert f"Garder une copie sur la clé {tmp_path}" in page and "que sur cet ordinateur" in page
    assert client.post(reverse("copies-folder", args=[tournament.pk]), {"folder": str(tmp_path)}).status_code == 302
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "Garder une copie sur la clé" not in page and "la première copie se fait" in page


def test_a_copy_serves_the_public_pages_with_its_age(client, tournament, odile, monkeypatch):
    other, _zoe = second_program(monkeypatch)
    services.pair_program(club=tournament.club, address="192.168.1.31:8000", code=other.show(), by=odile)
    sending.deliver()
    other.work()
    copy = Tournament.objects.get(club=other.club)
    hour = timezone.localtime(copy.copied_at)
    for name in ("public-standings", "public-tables", "public-wall"):
        page = client.get(reverse(name, args=[copy.slug])).content.decode()
        assert f"état de {hour:%H:%M}" in page, name
    page = client.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    assert "état de" not in page


class Turns:
    """The pauses of a job that stays: in each of them somebody does something, until the last."""

    def __init__(self, *acts) -> None:
        self._acts = list(acts)

    def wait(self, _seconds: float) -> bool:
        if self._acts:
            self._acts.pop(0)()
        return not self._acts


def written(captured) -> list[str]:
    """Return the statements that take the write lock of a laptop's database."""
    return [one["sql"] for one in captured if one["sql"].startswith(("SAVEPOINT", "INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize("places", [1, 3, 8])
def test_while_an_evening_goes_on_a_copy_for_all_its_places_is_one_transaction(
    tournament, odile, tmp_path, monkeypatch, places
):
    for number in range(places):
        (tmp_path / str(number)).mkdir()
        services.add_folder(club=tournament.club, folder=str(tmp_path / str(number)), by=odile)
    seen: list[list[str]] = []

    def type_a_score() -> None:
        seen.append(written(captured))
        add_line(tournament)
        captured.initial_queries = len(connection.queries_log)
        # The job after the act finds one that waits: it writes nothing, and takes no lock.
        sending.wake_if_behind(tournament.pk)

    monkeypatch.setattr(sending, "_leaving", Turns(*[type_a_score] * 4, lambda: seen.append(written(captured))))
    with transaction.atomic():
        sending.wake()
    with CaptureQueriesContext(connection) as captured:
        assert sending.deliver(stays=True) == {"brought": 5 * places}
    for statements in seen[1:]:
        kinds = [statement.split()[0] for statement in statements]
        assert kinds == ["SAVEPOINT", *["UPDATE"] * places], statements
    assert words(tournament)[0][1].startswith("à jour, ligne 6")


def test_a_job_that_stays_leaves_at_once_as_the_program_ends(tournament, odile, tmp_path, monkeypatch):
    services.add_folder(club=tournament.club, folder=str(tmp_path), by=odile)
    monkeypatch.setattr(sending, "_leaving", Event())
    monkeypatch.setattr(sending, "LEAST_SECONDS", 60)
    sending.leave()
    begun = time.monotonic()
    assert sending.deliver(stays=True) == {"brought": 1}
    assert time.monotonic() - begun < 30
    assert Job.objects.filter(kind="copies", state="queued").exists(), "the next start goes on"
