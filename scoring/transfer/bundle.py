"""All concours of a club in one file: a zip of their concours files, each whole and checked by itself."""

import io
import zipfile
from collections.abc import Iterable, Sequence

from scoring.errors import ScoringError
from scoring.transfer.archive import HIGHEST_BYTES

SUFFIX = ".belotes"
MOST = 500
_HEAD = b"PK\x03\x04"


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the bundle of *files*, each with the name under which a person finds it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


def unpack(data: bytes) -> Sequence[bytes] | None:
    """Return the files of a bundle in bounded memory; None where *data* is none. Raises ScoringError transfer_large, _altered."""
    if not data.startswith(_HEAD):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if not members or any(not member.filename.endswith(".belote") for member in members):
                return None
            if len(members) > MOST or sum(member.file_size for member in members) > HIGHEST_BYTES:
                raise ScoringError("transfer_large", most=HIGHEST_BYTES // 1_000_000)
            return [_read(archive, member) for member in members]
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, RuntimeError, OSError) as error:
        raise ScoringError("transfer_altered") from error


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    if member.compress_type != zipfile.ZIP_STORED:
        raise ValueError("packed once more")
    with archive.open(member) as content:
        return content.read(HIGHEST_BYTES)
