"""Concours files taken apart and put together again, with all the digests that they need."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable

from scoring.transfer import archive


def sealed(data: bytes) -> bytes:
    """Return the same bytes with the digest that they need."""
    return data[: -archive.DIGITS] + hashlib.sha256(data[: -archive.DIGITS]).hexdigest().encode()


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(contents: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a file of these members with the digest at its end, whatever they are."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in contents:
            made.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
        made.comment = archive.MARK + b"0" * archive.DIGITS
    return sealed(file.getvalue())


def with_member(data: bytes, name: str, text: bytes) -> bytes:
    """Return the file with another text for one member, of which the manifest knows."""
    found = members(data) | {name: text}
    manifest = json.loads(found[archive.MANIFEST])
    manifest["members"][name] = {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    found[archive.MANIFEST] = json.dumps(manifest).encode()
    return zipped(found.items())


def with_first_row(data: bytes, name: str, /, **changes: object) -> bytes:
    """Return the file with *changes* to the first row of the member *name*."""
    first, *rest = members(data)[name].splitlines(keepends=True)
    return with_member(data, name, json.dumps(json.loads(first) | changes).encode() + b"\n" + b"".join(rest))


def with_manifest(data: bytes, /, **changes: object) -> bytes:
    found = members(data)
    found[archive.MANIFEST] = json.dumps(json.loads(found[archive.MANIFEST]) | changes).encode()
    return zipped(found.items())
