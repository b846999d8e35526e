"""The addresses and names under which telephones of the hall reach this computer."""

import contextlib
import functools
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator

# An address reserved for documentation: asking for the route to it sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)
_REFRESH_SECONDS = 5.0
_NAME_SECONDS = 1.0


def lan_addresses() -> list[str]:
    """List the IPv4 addresses of this computer that another one can reach, the likeliest first.

    Sends no packet but the question for this computer's own name, and waits a second for that: on a Wi-Fi whose name
    server is silent the answer would take ten.
    """
    named: list[str] = []
    asking = threading.Thread(target=_look_up_own_name, args=(named,), daemon=True, name="own-name")
    asking.start()
    asking.join(_NAME_SECONDS)
    parsed = map(ipaddress.ip_address, dict.fromkeys(_routed() + named))
    return [str(address) for address in parsed if not (address.is_loopback or address.is_unspecified)]


def _routed() -> list[str]:
    """Return the address from which this computer would reach another one; none without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _look_up_own_name(named: list[str]) -> None:
    with contextlib.suppress(OSError):
        named += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]


def local_name() -> str:
    """Return the name by which some telephones find this computer without a name server, for example ``salle.local``."""
    return socket.gethostname().split(".")[0].lower() + ".local"


@functools.lru_cache(maxsize=1024)  # asked at each connection and several times a request
def is_loopback(address: str) -> bool:
    """Return whether *address* is this computer speaking to itself. Anything unreadable is not."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


def visitor_address(forwarded: str, sender: str) -> str:
    """Return the visitor's address from our one reverse proxy: the last of *forwarded*, which it alone writes.

    *sender*, the address of the connection, where no proxy names one.
    """
    return forwarded.rsplit(",", 1)[-1].strip() if forwarded else sender


class HallHosts(list[str]):
    """List the host names of this computer: never ``*``, with which a foreign page could drive the program.

    The laptop may join the Wi-Fi after the start, so its addresses are looked up again every few seconds, beside the
    requests: none of them waits for it. A program that listens to this computer alone has no address in the hall.
    """

    def __init__(self) -> None:
        self._fixed = ["localhost", "127.0.0.1", "[::1]", local_name()]
        self._looked_up = time.monotonic()
        self._looking = threading.Lock()
        self._only_here = False
        super().__init__(self._fixed + lan_addresses())

    def stay_here(self) -> None:
        """Name no address of the hall any more: nothing would answer there."""
        self._only_here = True
        self[:] = self._fixed

    def __iter__(self) -> Iterator[str]:
        if self._only_here:
            return super().__iter__()
        if time.monotonic() - self._looked_up > _REFRESH_SECONDS and self._looking.acquire(blocking=False):
            self += [address for address in _routed() if address not in self]
            threading.Thread(target=self._look_up, daemon=True, name="hall-hosts").start()
        return super().__iter__()

    def _look_up(self) -> None:
        try:
            self[:] = self._fixed + lan_addresses()
            self._looked_up = time.monotonic()
        finally:
            self._looking.release()
