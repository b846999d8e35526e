"""Files of a concours in a folder: two that are written in turn, each read back, and some kept from earlier moments.

Of the two one is always whole, whatever happens while the other is written. Their names carry the concours, the epoch
and its home, so that two computers that use the same folder see each other.
"""

import contextlib
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from tournament import durable
from tournament.journal.epochs import Epoch
from tournament.names import file_stem, is_text

SUFFIX = ".belote"
SLOTS = ("a", "b")
KEPT = 12
CHUNK = 1 << 20
MOST_SHOWN = 30
_STEM = (
    r"(?P<title>.+)-(?P<date>\d{4}-\d\d-\d\d)-(?P<identity>[0-9a-f]{8})-(?P<epoch>[0-9]{1,4})(?P<home>(?:[0-9a-f]{8})?)"
)
_NAME = re.compile(rf"{_STEM}-(?P<slot>[ab])\.belote")
_ANY_NAME = re.compile(rf"{_STEM}-(?:[ab]|\d{{6,}})\.belote")


class FolderError(Exception):
    """A folder took no file; the argument is a key of `sending.FAILURES`."""


@dataclass(frozen=True)
class FolderName:
    """The name of the files of one concours, from one home, in a folder."""

    name: str
    date: str
    identity: str
    epoch: Epoch

    @property
    def stem(self) -> str:
        """Return what all of them begin with."""
        title = file_stem(self.name) or "concours"
        return f"{title}-{self.date}-{self.identity[:8]}-{self.epoch.number}{self.epoch.home}"


def write(folder: Path, name: FolderName, content: bytes, *, slot: str) -> Path:
    """Write *content* as the file of *slot*, read it back, and return it. Raises FolderError; the other one is untouched."""
    target = folder / f"{name.stem}-{slot}{SUFFIX}"
    _put(target, content)
    return target


def keep(folder: Path, name: FolderName, content: bytes, *, line: int) -> None:
    """Store *content* as it is at this *line* of the journal, beside the KEPT - 1 before it. Raises FolderError."""
    _put(folder / f"{name.stem}-{line:06d}{SUFFIX}", content)
    with contextlib.suppress(OSError):
        earlier = sorted(folder.glob(f"{name.stem}-[0-9][0-9][0-9][0-9][0-9][0-9]{SUFFIX}"))
        for old in earlier[:-KEPT]:
            old.unlink(missing_ok=True)


def later_home(folder: Path, name: FolderName) -> Path | None:
    """Return the newest file in *folder* of another home of the same concours: of a later epoch, or of the same number.

    Raises FolderError.
    """
    found: list[tuple[int, float, Path]] = []
    try:
        for path in folder.iterdir():
            match = _NAME.fullmatch(path.name)
            if match is None or match["identity"] != name.identity[:8]:
                continue
            other = Epoch(int(match["epoch"]), match["home"])
            if other.number > name.epoch.number or (
                other.number == name.epoch.number and other.home != name.epoch.home
            ):
                found.append((other.number, path.stat().st_mtime, path))
    except OSError as error:
        raise FolderError(durable.refusal_of(error)) from error
    return max(found)[2] if found else None


def is_there(folder: Path, name: FolderName, *, slot: str) -> bool:
    """Return whether the file of *slot* still stands in *folder*."""
    try:
        return (folder / f"{name.stem}-{slot}{SUFFIX}").stat().st_size > 0
    except OSError:
        return False


def shown_title(name: str) -> tuple[str, str]:
    """Return what the *name* of a file says of its concours, in words, and the part that those of one concours share.

    >>> shown_title("concours-d-automne-2026-11-20-478e65df-1-000012.belote")
    ('Concours d automne, 20/11/2026', '478e65df')
    """
    match = _ANY_NAME.fullmatch(name)
    if match is None:
        return name, name
    year, month, day = match["date"].split("-")
    return f"{match['title'].replace('-', ' ').capitalize()}, {day}/{month}/{year}", match["identity"]


def concours_files(folder: Path) -> list[Path]:
    """Return the concours files in *folder*, the newest MOST_SHOWN first; none where it does not answer."""
    try:
        files = [path for path in folder.glob(f"*{SUFFIX}") if path.is_file() and is_text(path)]
        found = [(path.stat().st_mtime, path) for path in files]
    except OSError:
        return []
    return [path for _at, path in sorted(found, reverse=True)[:MOST_SHOWN]]


def _put(target: Path, content: bytes) -> None:
    aside = target.with_name(target.name + ".part")
    try:
        if not target.parent.is_dir():
            raise FolderError("gone")
        aside.write_bytes(content)
        durable.keep_to_owner(aside)
        durable.put(aside, target)
        same = _digest(target) == hashlib.sha256(content).hexdigest()
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise FolderError(durable.refusal_of(error)) from error
    if not same:
        with contextlib.suppress(OSError):
            target.unlink()
        raise FolderError("unreadable")


def _digest(path: Path) -> str:
    """Return the digest of a file as its disk has it, not as the memory of this computer remembers it, where it can be asked."""
    summed = hashlib.sha256()
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while part := file.read(CHUNK):
            summed.update(part)
    return summed.hexdigest()
