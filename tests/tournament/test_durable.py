"""Files that another program has open for a moment, as Windows lets a virus scanner or OneDrive have them."""

import errno
import os
import threading
from pathlib import Path

import pytest

from tournament import durable


@pytest.fixture
def held(monkeypatch):
    """How often a rename was refused: on Windows it is as long as another program has the file open, here until `free`."""
    replace, free, times = Path.replace, threading.Event(), []

    def refuse(path: Path, target: Path) -> Path:
        if free.is_set():
            return replace(path, target)
        times.append(path)
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "replace", refuse)
    return times, free


def test_a_file_that_is_held_for_a_moment_has_its_name_when_it_is_free(monkeypatch, tmp_path, held):
    times, free = held
    monkeypatch.setattr(durable, "HELD_SECONDS", 60.0)
    (tmp_path / "a.part").write_text("whole")
    monkeypatch.setattr(durable.time, "sleep", lambda _pause: len(times) > 2 and free.set())
    durable.put(tmp_path / "a.part", tmp_path / "a")
    assert (tmp_path / "a").read_text() == "whole" and len(times) == 3


def test_one_that_is_held_for_long_or_on_another_system_is_told(monkeypatch, tmp_path, held):
    times, _free = held
    (tmp_path / "a.part").write_text("whole")
    for seconds in (0.0, 0.1):
        monkeypatch.setattr(durable, "HELD_SECONDS", seconds)
        with pytest.raises(PermissionError) as refused:
            durable.put(tmp_path / "a.part", tmp_path / "a")
        assert durable.refusal_of(refused.value) == "read_only" and not (tmp_path / "a").exists()
        assert (len(times) == 1) == (seconds == 0)


@pytest.mark.parametrize(
    ("number", "reason"),
    [(19, "read_only"), (5, "read_only"), (21, "gone"), (23, "gone"), (31, "gone"), (32, "read_only")],
)
def test_a_drive_of_windows_that_is_not_ready_is_no_missing_right(number, reason):
    """Python takes the errors 19 to 36 of Windows for EACCES: write-protected, without a card, pulled out, in use."""
    error = PermissionError(errno.EACCES, "refused", "E:\\")
    error.winerror = number
    assert durable.refusal_of(error) == reason
