"""Live copies on a stick that is full, write-protected, pulled out while it is written to, and put in again."""

import contextlib
import shutil

import pytest
from django.utils import timezone

from scoring.copies import folder, sending, services
from scoring.copies.models import PlaceState
from scoring.copies.selectors import place_lines
from scoring.transfer.file import read_concours
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line, brought
from tests.support.sticks import (
    done,
    image,  # noqa: F401
    pulled,  # noqa: F401
    stick,  # noqa: F401
)
from tournament import durable
from tournament.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(stick, tmp_path, settings, monkeypatch):
    """A concours of two lines whose copy goes to the stick."""
    settings.DATA_DIR = tmp_path / "data"
    brought(monkeypatch)
    made = builders.evening(teams=8, parties=2)
    services.add_folder(club=made.club, folder=str(stick), by=account("odile", made.club))
    sending.deliver()
    assert lines_on(stick) == [2]
    return made


def lines_on(place) -> list[int]:
    """Return how many lines each of the two files has, the later one last; both are whole."""
    return sorted(len(read_concours(path.read_bytes()).lines) for path in place.glob("*-[ab].belote"))


def type_and_bring(tournament) -> tuple[str, str]:
    """Write a line, bring it as soon as the place is tried again; return how the page tells of the place."""
    add_line(tournament)
    PlaceState.objects.update(next_try=None, checked_at=None)
    sending.deliver()
    (line,) = place_lines(Tournament.objects.get(pk=tournament.pk))
    return line.state, line.text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_full_stick_is_told_keeps_what_it_had_and_catches_up(tournament, stick):
    with (stick / "film.mp4").open("wb", buffering=0) as film, contextlib.suppress(OSError):
        while True:
            film.write(bytes(1_000))
    state, text = type_and_bring(tournament)
    assert state == "bad" and "Plus de place" in text and lines_on(stick) == [2] and not list(stick.glob("*.part"))
    (stick / "film.mp4").unlink()
    assert type_and_bring(tournament)[0] == "ok" and lines_on(stick) == [2, 4]


def test_a_write_protected_stick_is_told_and_catches_up(tournament, stick):
    assert done("mount", "-o", "remount,ro", stick)
    state, text = type_and_bring(tournament)
    assert state == "bad" and "verrouillé" in text and lines_on(stick) == [2]
    assert done("mount", "-o", "remount,rw", stick)
    assert type_and_bring(tournament)[0] == "ok" and lines_on(stick) == [2, 4]


def test_what_was_said_to_be_up_to_date_is_on_a_stick_pulled_at_that_moment(tournament, stick, pulled):
    assert type_and_bring(tournament)[0] == "ok"
    assert lines_on(pulled()) == [2, 3]


def test_a_stick_pulled_while_it_is_written_to_is_told_and_catches_up(tournament, stick, image, monkeypatch):
    sync = durable.sync

    def pull_first(path):
        sync(path)
        assert done("umount", "-l", stick)

    with monkeypatch.context() as pulling:
        pulling.setattr(durable, "sync", pull_first)
        state, text = type_and_bring(tournament)
    assert state == "bad" and "ne répond pas" in text and "ligne 2" in text
    assert not any(stick.iterdir()), "nothing is written into the empty folder where it was"
    if not done("mount", "-o", "loop", image, stick):
        pytest.skip("no disk in a file may be mounted here")
    assert lines_on(stick)[-1] >= 2
    assert type_and_bring(tournament)[0] == "ok" and lines_on(stick)[-1] == 4


@pytest.mark.parametrize("system", ["vfat", "exfat"])
def test_a_stick_as_they_are_sold(system, tmp_path, monkeypatch):
    """FAT has no owners and names of its own: copies are written, read back and replaced there as anywhere."""
    disk, place = tmp_path / "disk.img", tmp_path / "place"
    disk.write_bytes(bytes(24_000_000))
    place.mkdir()
    if not done(f"mkfs.{system}", disk):
        pytest.skip(f"mkfs.{system} is not installed here")
    # A kernel that knows neither mounts both through FUSE.
    through_fuse = {"vfat": ("fusefat", "-o", "rw+"), "exfat": ("mount", "-t", "exfat-fuse", "-o", "loop")}
    if not done("mount", "-o", "loop", disk, place) and not done(*through_fuse[system], disk, place):
        pytest.skip(f"no {system} may be mounted here: it takes root, and a kernel that knows it, or FUSE")
    try:
        brought(monkeypatch)
        made = builders.evening(teams=8, parties=2)
        services.add_folder(club=made.club, folder=str(place), by=account("odile", made.club))
        for _line in range(3):
            assert type_and_bring(made)[0] == "ok"
        PlaceState.objects.update(kept_at=timezone.now() - sending.KEEP_EVERY)
        assert type_and_bring(made)[0] == "ok"
        assert lines_on(place) == [5, 6] and len(folder.concours_files(place)) == 4
        assert shutil.disk_usage(place).free > 20_000_000
    finally:
        done("umount", place)
