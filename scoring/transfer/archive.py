"""The outer form of a concours file: a zip of JSON lines and photos, with the digest of all of it at its end.

Nothing here knows what the lines mean, and nothing is ever written to a disk under a name that stands in a file
(docs/concours-file.md).
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from tournament.journal.seals import plain

FORMAT = "belote-concours"
VERSION = (1, 1)
MANIFEST = "manifest.json"
# At the end of a file, in the comment of the zip: the digest of every byte before it.
MARK = b"belote-concours sha256="
DIGITS = 64

HIGHEST_BYTES = 48_000_000  # of a file, its photos included
HIGHEST_TEXT = 40_000_000  # of its lines, unpacked
HIGHEST_PHOTO = 2_000_000
MOST_MEMBERS = 5_000
HIGHEST_KEY = 2**45
HIGHEST_SPAN = 2**32  # between the keys of one concours
_NAMES = re.compile(r"manifest\.json|journal\.jsonl|rows/[a-z]{1,40}\.[a-z]{1,40}\.jsonl|photos/[0-9a-f]{64}")
_INTEGER_DIGITS = 17
# Characters that no database of ours holds: the null one, and halves of others.
_NO_TEXT = re.compile(r"\\u(0000|[dD][89a-fA-F])")


@dataclass(frozen=True)
class Archive:
    """The members of a concours file, unpacked: the manifest, the lines of each member, the photos by their digest."""

    manifest: Mapping[str, Any]
    lines: Mapping[str, Sequence[Any]]
    photos: Mapping[str, bytes]


def pack(manifest: Mapping[str, Any], lines: Mapping[str, Iterable[Any]], photos: Mapping[str, bytes]) -> bytes:
    """Return the file of these members; the same members give the same bytes."""
    texts = {name: "".join(f"{dump(line)}\n" for line in members).encode() for name, members in lines.items()}
    sums = {name: {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()} for name, text in texts.items()}
    whole = {"format": FORMAT, "version": list(VERSION), **manifest, "members": sums}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.writestr(_member(MANIFEST), dump(whole))
        for name, text in texts.items():
            archive.writestr(_member(name), text)
        for digest, content in sorted(photos.items()):
            archive.writestr(_member(f"photos/{digest}"), content, compress_type=zipfile.ZIP_STORED)
        archive.comment = MARK + b"0" * DIGITS
    body = file.getvalue()[:-DIGITS]
    return body + hashlib.sha256(body).hexdigest().encode()


def _member(name: str) -> zipfile.ZipInfo:
    """Return the head of a member without a time or a system of its own."""
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.compress_type, member.create_system, member.external_attr = zipfile.ZIP_DEFLATED, 3, 0o600 << 16
    return member


def dump(value: Any) -> str:
    """Return *value* as one line of JSON, its keys in order."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=plain)


def unpack(data: bytes) -> Archive:
    """Read the file *data* in bounded memory. Raises ScoringError transfer_…: not ours, altered, too large, newer."""
    if len(data) > HIGHEST_BYTES:
        raise ScoringError("transfer_large", most=HIGHEST_BYTES // 1_000_000)
    if MARK not in data[-len(MARK) - DIGITS :] and not data.startswith(b"PK"):
        raise ScoringError("transfer_foreign")
    if data[-len(MARK) - DIGITS : -DIGITS] != MARK:
        raise ScoringError("transfer_altered" if b"manifest.json" in data[:100] else "transfer_foreign")
    if hashlib.sha256(data[:-DIGITS]).hexdigest().encode() != data[-DIGITS:]:
        raise ScoringError("transfer_altered")
    try:
        return _members(data)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        ValueError,
        RecursionError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise ScoringError("transfer_altered") from error


def _members(data: bytes) -> Archive:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        names = [member.filename for member in members]
        if len(names) > MOST_MEMBERS:
            raise ScoringError("transfer_large", most=HIGHEST_BYTES // 1_000_000)
        if len(set(names)) < len(names) or names[:1] != [MANIFEST]:
            raise ValueError("a member twice, or no manifest")
        manifest = _manifest(_read(archive, members[0], HIGHEST_TEXT))
        if unfit := [name for name in names if not _NAMES.fullmatch(name)]:
            raise ValueError(f"a member that is none: {unfit[0]!r}")
        lines, photos, left = {}, {}, HIGHEST_TEXT
        for member in members[1:]:
            folder, _, name = member.filename.partition("/")
            if folder == "photos":
                photos[name] = _read(archive, member, HIGHEST_PHOTO)
                if hashlib.sha256(photos[name]).hexdigest() != name:
                    raise ValueError("a photo under another name than its digest")
                continue
            text = _read(archive, member, left)
            left -= len(text)
            _check_sum(manifest, member.filename, text)
            lines[member.filename] = [load(line) for line in text.decode().removesuffix("\n").split("\n") if line]
    if lines.keys() != manifest["members"].keys():
        raise ValueError("a member is missing")
    return Archive(manifest, lines, photos)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of a member, of which no more than *most* bytes are ever unpacked."""
    with archive.open(member) as content:
        text = content.read(most + 1)
    if len(text) > most:
        raise ScoringError("transfer_large", most=HIGHEST_BYTES // 1_000_000)
    return text


def _manifest(text: bytes) -> dict[str, Any]:
    manifest = load(text.decode())
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ScoringError("transfer_foreign")
    version = manifest.get("version")
    if not (isinstance(version, list) and len(version) == 2 and all(type(part) is int for part in version)):
        raise ValueError("no version")
    if version[0] > VERSION[0]:
        raise ScoringError("transfer_newer", version=".".join(map(str, version)))
    if not isinstance(manifest.get("members"), dict):
        raise ValueError("no members")
    return manifest


def _check_sum(manifest: Mapping[str, Any], name: str, text: bytes) -> None:
    said = manifest["members"].get(name)
    if said != {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}:
        raise ValueError("a member is not as the manifest says")


def load(text: str) -> Any:
    """Return the value of a line of JSON; what is near JSON, or larger than any of ours, is a ValueError."""
    if _NO_TEXT.search(text):
        raise ValueError("a character that is none")
    return json.loads(text, parse_int=_integer, parse_constant=_none_such, object_pairs_hook=_object)


def _integer(text: str) -> int:
    if len(text) > _INTEGER_DIGITS:
        raise ValueError("a number larger than any of ours")
    return int(text)


def _none_such(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key twice")
    return made
