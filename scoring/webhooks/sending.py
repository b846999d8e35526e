"""Send one signed message to an address that somebody typed: to nothing on our own network when hosted, and never for long.

The signature is that of Standard Webhooks: HMAC-SHA256 over "number.time.body", so that receivers find libraries for
it. The name is resolved and its addresses are checked at each sending, and the connection is made to the address that
was checked: a name that answers otherwise the second time leads nowhere else. Redirections are not followed.
"""

import base64
import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.webhooks.models import ADDRESS_LENGTH

CONNECT_SECONDS = 4
WHOLE_SECONDS = 8  # from the connection to the end of the answer, however slowly it comes
ANSWER_BYTES = 2_000
ANSWER_KEPT = 200
SECRET_PREFIX = "whsec_"
SECRET_BYTES = 32
# Networks whose addresses hold one of IPv4 in their last 32 bits: what they lead to is what is checked.
_TRANSLATED = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))

FAILURES = {
    "name": _("The name of this address is not known, or nobody could be asked: is there Internet here?"),
    "private": _("This name leads to a computer of a network of its own, where a hosted program sends nothing."),
    "refused": _("Nobody answers at this address."),
    "timeout": _("The answer did not come in time."),
    "certificate": _("The certificate of this address is not valid."),
    "broken": _("The answer broke off or is none of the Web."),
    "redirect": _("The address leads on to another one. Give that other address: messages follow no redirection."),
    "status": _("The address answers that it could not take the message."),
    "gone": _("The address answers that it is no longer in use."),
}

_TIMED_OUT = (TimeoutError, socket.timeout)


class UndeliverableError(Exception):
    """A message that could not be delivered; its argument is a key of FAILURES."""


@dataclass(frozen=True)
class Answer:
    """The outcome of one sending: `failure` is a key of FAILURES, empty for a message that arrived."""

    status: int | None
    failure: str
    text: str
    milliseconds: int


def new_secret() -> str:
    """Return a secret for the signatures of one address."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(*, secret: str, number: str, at: int, body: bytes) -> str:
    """Return the signature of *body*, sent as message *number* at *at*, seconds since 1970.

    >>> signature(secret="whsec_YmVsb3Rl", number="m1", at=1700000000, body=b"{}")[:12]
    'v1,AEO1nYGL6'
    """
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = f"{number}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def read_address(url: str) -> SplitResult:
    """Return the parts of a typed address. Raises ScoringError `webhook_address`, `webhook_https`."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ScoringError("webhook_address", field="url") from None
    readable = url.isascii() and url.isprintable() and " " not in url and len(url) <= ADDRESS_LENGTH
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0 or not readable:
        raise ScoringError("webhook_address", field="url")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ScoringError("webhook_address", field="url")
    if parts.scheme == "http" and not settings.EMBEDDED:
        raise ScoringError("webhook_https", field="url")
    return parts


def is_number(host: str) -> bool:
    """Return whether *host* is an address in figures, and no name."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Return whether *address* is one of the Internet, and of no network of its own.

    >>> [is_public(one) for one in ("8.8.8.8", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [True, False, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    inside: list[ipaddress.IPv4Address | ipaddress.IPv6Address] = [found]
    if isinstance(found, ipaddress.IPv6Address):
        inside += [one for one in (found.ipv4_mapped, found.sixtofour, *(found.teredo or ())) if one is not None]
        inside += [ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) for network in _TRANSLATED if found in network]
        inside = inside[1:] or inside
    old_local = isinstance(found, ipaddress.IPv6Address) and found.is_site_local
    return not old_local and all(one.is_global and not one.is_multicast and not one.is_reserved for one in inside)


def checked_addresses(host: str, port: int) -> list[str]:
    """Resolve *host* and return its addresses. Raises UndeliverableError.

    Hosted, one address that is not of the Internet is enough to refuse them all.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UndeliverableError("name") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise UndeliverableError("name")
    if not settings.EMBEDDED and not all(map(is_public, addresses)):
        raise UndeliverableError("private")
    return addresses


def send(*, url: str, secret: str, number: str, body: str, agent: str, deadline: float = float("inf")) -> Answer:
    """Post *body* to *url*, signed, and return the outcome; nothing is raised for what the other side does.

    After *deadline*, a time of `time.monotonic`, no connection is begun any more: whoever waited has gone.
    """
    begun = time.monotonic()
    status, text = None, ""
    try:
        headers = _headers(secret, number, body, agent)
        status, content = exchange(
            url=url, headers=headers, body=body.encode(), deadline=deadline, seconds=WHOLE_SECONDS
        )
        text, failure = _readable(content[:ANSWER_BYTES]), _failure(status)
    except UndeliverableError as error:
        failure = str(error)
    except ScoringError:
        failure = "refused"
    return Answer(status, failure, text, int(1000 * (time.monotonic() - begun)))


def exchange(
    *,
    url: str,
    headers: Mapping[str, str],
    body: bytes | None,
    seconds: float,
    deadline: float = float("inf"),
    answer_bytes: int = ANSWER_BYTES,
) -> tuple[int, bytes]:
    """Post *body* to *url*, or get it where there is none; return status and beginning of the answer.

    It takes *seconds* at most once connected. Raises UndeliverableError, ScoringError as `read_address`.
    """
    parts = read_address(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    addresses = checked_addresses(str(parts.hostname), port)
    if time.monotonic() > deadline:
        raise UndeliverableError("timeout")
    named = {"Host": parts.netloc, "Accept-Encoding": "identity", "Connection": "close", **headers}
    return _ask(parts, _connect(addresses, port), port, named, body, seconds, answer_bytes)


def _failure(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return "redirect" if 300 <= status < 400 else "gone" if status == 410 else "status"


def _headers(secret: str, number: str, body: str, agent: str) -> dict[str, str]:
    at = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": agent,
        "webhook-id": number,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(secret=secret, number=number, at=at, body=body.encode()),
    }


def _ask(
    parts: SplitResult,
    link: socket.socket,
    port: int,
    headers: Mapping[str, str],
    body: bytes | None,
    seconds: float,
    answer_bytes: int,
) -> tuple[int, bytes]:
    """Return status and beginning of the answer on the connection *link*. Raises UndeliverableError."""
    end = time.monotonic() + seconds
    link.settimeout(seconds)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        link = context.wrap_socket(link, server_hostname=parts.hostname, do_handshake_on_connect=False)
    # A receiver that sends a byte now and then passes every time-out of a single read.
    timer = threading.Timer(seconds, _cut, [link])
    timer.daemon = True
    timer.start()
    try:
        if isinstance(link, ssl.SSLSocket):
            link.do_handshake()
        connection = http.client.HTTPConnection(str(parts.hostname), port)
        connection.sock = link
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.putrequest("GET" if body is None else "POST", target, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        if time.monotonic() >= end:
            raise TimeoutError  # a head that was cut off reads as a whole one
        status = answer.status
        with contextlib.suppress(OSError, http.client.HTTPException):
            return status, answer.read(answer_bytes)
        return status, b""
    except ssl.SSLError as error:
        raise UndeliverableError(
            "certificate" if isinstance(error, ssl.SSLCertVerificationError) else "broken"
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        late = isinstance(error, _TIMED_OUT) or time.monotonic() >= end
        raise UndeliverableError("timeout" if late else "broken") from None
    finally:
        timer.cancel()
        link.close()


def _connect(addresses: list[str], port: int) -> socket.socket:
    """Connect to the first of *addresses* that answers, none of which is resolved again."""
    failure = "refused"
    for address in addresses[:2]:
        try:
            return socket.create_connection((address, port), timeout=CONNECT_SECONDS)
        except _TIMED_OUT:
            failure = "timeout"
        except OSError:
            failure = "refused"
    raise UndeliverableError(failure)


def _cut(link: socket.socket) -> None:
    """End a connection under the hands of the thread that reads it."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(link, socket.SHUT_RDWR)


def _readable(content: bytes) -> str:
    """Return the beginning of an answer as one line of text."""
    text = content.decode("utf-8", "replace")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:ANSWER_KEPT]
