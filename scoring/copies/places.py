"""Do one errand at a place, without a database: bring a file there, or look at the one that it has; the place is a
folder (`folder`) or another Dix de Der.
"""

import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.copies import folder
from scoring.copies.folder import FolderError, FolderName
from scoring.errors import ScoringError
from scoring.transfer.archive import HIGHEST_BYTES
from scoring.webhooks.sending import UndeliverableError, exchange, read_address

SECONDS = 20  # of one transfer
ANSWER_BYTES = 20_000
API = "/api/v1/"


class ProgramError(Exception):
    """Another program took nothing; the argument is a key of `sending.FAILURES`."""


@dataclass(frozen=True)
class OtherProgram:
    """Another Dix de Der: its address, the token for it, and which club of its keeps the copies."""

    address: str
    secret: str
    club: int


@dataclass(frozen=True)
class CopyAnswer:
    """The answer of another Dix de Der: the lines of a concours that it has.

    *state*: "kept"; "moved" where it is the home itself, of a later *epoch*; "two_homes" where both went on from *line*.
    """

    state: str
    lines: int
    hash: str
    epoch: str
    line: int


def clean_address(typed: str) -> str:
    """Return where a Dix de Der is reached, from what somebody typed. Raises ScoringError webhook_address, webhook_https.

    >>> clean_address(" 192.168.1.31:8000/ ")
    'http://192.168.1.31:8000'
    """
    typed = typed.strip()
    if "://" not in typed:
        typed = f"{'http' if settings.EMBEDDED else 'https'}://{typed}"
    parts = read_address(typed)
    return f"{parts.scheme}://{parts.netloc}"


def pair(address: str, code: str, name: str) -> dict[str, Any]:
    """Exchange a code shown by the program at *address* for a token of it. Raises ProgramError."""
    return _json(address, "copies/pairing/", {"Content-Type": "application/json"}, {"code": code, "name": name})


def send_file(other: OtherProgram, content: bytes) -> CopyAnswer:
    """Send a concours file, and return what the other one has now. Raises ProgramError."""
    boundary = secrets.token_hex(16)
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="concours.belote"\r\n\r\n'.encode()
    body = head + content + f"\r\n--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return _receipt(_ask(other, f"clubs/{other.club}/copies/", headers, body))


def look(other: OtherProgram, identity: str) -> CopyAnswer:
    """Return what the other one has of a concours. Raises ProgramError, "unknown" where it has none."""
    return _receipt(_ask(other, f"clubs/{other.club}/copies/{identity}/", {}, None))


def fetch(other: OtherProgram, identity: str) -> bytes:
    """Return the concours file as the other one would write it. Raises ProgramError."""
    return _ask(other, f"clubs/{other.club}/copies/{identity}/file/", {}, None, HIGHEST_BYTES)


def _ask(
    other: OtherProgram, path: str, headers: dict[str, str], body: bytes | None, answer_bytes: int = ANSWER_BYTES
) -> bytes:
    named = {"Authorization": f"Bearer {other.secret}", **headers}
    return _exchange(other.address, path, named, body, answer_bytes)


def _json(address: str, path: str, headers: dict[str, str], body: dict[str, str]) -> dict[str, Any]:
    answer = _exchange(address, path, headers, json.dumps(body).encode(), ANSWER_BYTES)
    try:
        found = json.loads(answer)
    except ValueError:
        raise ProgramError("broken") from None
    if not isinstance(found, dict):
        raise ProgramError("broken")
    return found


def _exchange(address: str, path: str, headers: dict[str, str], body: bytes | None, answer_bytes: int) -> bytes:
    agent = {"User-Agent": f"Dix-de-Der/{settings.PROGRAM_VERSION}", "Accept": "application/json"}
    try:
        status, answer = exchange(
            url=f"{address}{API}{path}",
            headers=agent | headers,
            body=body,
            seconds=SECONDS,
            answer_bytes=answer_bytes,
        )
    except UndeliverableError as error:
        raise ProgramError(str(error)) from None
    except ScoringError:
        raise ProgramError("refused") from None
    if 200 <= status < 300:
        return answer
    raise ProgramError(_REFUSALS.get(status, "redirect" if 300 <= status < 400 else "status"))


_REFUSALS = {
    400: "not_taken",
    409: "not_taken",
    401: "token",
    403: "token",
    404: "unknown",
    413: "large",
    422: "not_taken",
    429: "busy",
    503: "busy",
}


def _receipt(answer: bytes) -> CopyAnswer:
    try:
        found = json.loads(answer)
        return CopyAnswer(
            state=str(found["state"]),
            lines=int(found["lines"]),
            hash=str(found["hash"]),
            epoch=str(found["epoch"]),
            line=int(found["line"]),
        )
    except (ValueError, KeyError, TypeError):
        raise ProgramError("broken") from None


@dataclass(frozen=True)
class Errand:
    """One copy for one place: the bytes to bring, None to look at what it has; where, and under which names.

    *keep*: in a folder it is also kept beside the two files that are written in turn. *copied*: here is a copy itself.
    """

    place: Path | OtherProgram
    name: FolderName
    identity: str
    head: str
    line: int
    content: bytes | None
    slot: str = ""
    keep: bool = False
    copied: bool = False


@dataclass(frozen=True)
class ErrandResult:
    """The end of an errand: *failure* is a key of `sending.FAILURES`, empty where the place has what it should.

    *other*: the file of the later home that was met there; *line*: from which line two homes differ.
    """

    failure: str
    slot: str = ""
    line: int = 0
    other: bytes | None = None
    seconds: float = 0


def go(errand: Errand) -> ErrandResult:
    """Do *errand*; whatever the place does is in the result."""
    begun = time.monotonic()
    try:
        result = (
            _to_folder(errand.place, errand) if isinstance(errand.place, Path) else _to_program(errand.place, errand)
        )
    except (FolderError, ProgramError) as error:
        result = ErrandResult(str(error))
    return ErrandResult(result.failure, result.slot, result.line, result.other, time.monotonic() - begun)


def _to_folder(place: Path, errand: Errand) -> ErrandResult:
    if other := folder.later_home(place, errand.name):
        try:
            return ErrandResult("moved", other=other.read_bytes())
        except OSError as error:
            raise FolderError("gone") from error
    if errand.content is None:
        return ErrandResult("" if folder.is_there(place, errand.name, slot=errand.slot) else "lost", errand.slot)
    slot = folder.SLOTS[errand.slot == folder.SLOTS[0]]
    folder.write(place, errand.name, errand.content, slot=slot)
    if errand.keep:
        folder.keep(place, errand.name, errand.content, line=errand.line)
    return ErrandResult("", slot)


def _to_program(other: OtherProgram, errand: Errand) -> ErrandResult:
    if errand.content is None:
        receipt = look(other, errand.identity)
    else:
        receipt = send_file(other, errand.content)
    if receipt.state == "moved":
        same = receipt.hash == errand.head
        return ErrandResult("moved", other=None if same else fetch(other, errand.identity))
    if receipt.state == "two_homes" and errand.copied:
        # Here somebody chose the other one: it is told so by its own file.
        content = fetch(other, errand.identity)
        send_file(other, content)
        return ErrandResult("moved", other=content)
    if receipt.state == "two_homes":
        return ErrandResult("two_homes", line=receipt.line)
    if receipt.state == "refused":
        return ErrandResult("not_taken")
    return ErrandResult("" if receipt.lines >= errand.line else "lost")
