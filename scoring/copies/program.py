"""Send a concours file to another Dix de Der, ask how its copy stands, take the file that it has."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings

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
