"""A club in one file: a zip of the files of its concours, each whole and checked by itself, and of `club.json` beside them."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.errors import ScoringError
from scoring.transfer.archive import HIGHEST_BYTES

SUFFIX = ".belotes"
CLUB = "club.json"
MOST = 500
HIGHEST_CLUB = 12_000_000  # of `club.json`: the most people that a club may have, each in a hundred evenings
_HEAD = b"PK\x03\x04"


class Bundle(NamedTuple):
    """The parts of the file of a club: those of its concours, and what `club.json` says of the club, None without it."""

    concours: Sequence[bytes]
    club: bytes | None


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the bundle of *files*, each with the name under which a person finds it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


def unpack(data: bytes) -> Bundle | None:
    """Return the parts of a bundle in bounded memory; None where *data* is none. Raises ScoringError transfer_large, _altered."""
    if not data.startswith(_HEAD):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            concours = [member for member in members if member.filename.endswith(".belote")]
            about = [member for member in members if member.filename == CLUB]
            if not members or len(concours) + len(about[:1]) < len(members):
                return None
            sizes = [member.file_size for member in members]
            if len(concours) > MOST or sum(sizes) > HIGHEST_BYTES or any(one.file_size > HIGHEST_CLUB for one in about):
                raise ScoringError("transfer_large", most=HIGHEST_BYTES // 1_000_000)
            return Bundle([_read(archive, one) for one in concours], _read(archive, about[0]) if about else None)
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, RuntimeError, OSError) as error:
        raise ScoringError("transfer_altered") from error


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    if member.compress_type != zipfile.ZIP_STORED:
        raise ValueError("packed once more")
    with archive.open(member) as content:
        return content.read(HIGHEST_BYTES)
