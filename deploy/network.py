"""The addresses and names under which telephones of the hall reach this computer."""

import ipaddress
import socket
import time
from collections.abc import Iterator

# An address reserved for documentation: asking for the route to it sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)
_REFRESH_SECONDS = 5.0


def lan_addresses() -> list[str]:
    """List the IPv4 addresses of this computer that another one can reach, the likeliest first. Sends no packet."""
    addresses: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            addresses.append(probe.getsockname()[0])
        except OSError:
            pass  # no network at all: the laptop alone
    try:
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        pass
    parsed = map(ipaddress.ip_address, dict.fromkeys(addresses))
    return [str(address) for address in parsed if not (address.is_loopback or address.is_unspecified)]


def local_name() -> str:
    """Return the name by which some telephones find this computer without a name server, for example ``salle.local``."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def is_loopback(address: str) -> bool:
    """Return whether *address* is this computer speaking to itself. Anything unreadable is not."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


class HallHosts(list[str]):
    """List the host names of this computer: never ``*``, with which a foreign page could drive the program.

    The laptop may join the Wi-Fi after the start, so its addresses are looked up again every few seconds.
    """

    def __init__(self) -> None:
        self._fixed = ["localhost", "127.0.0.1", "[::1]", local_name()]
        self._looked_up = float("-inf")
        super().__init__(self._fixed)

    def __iter__(self) -> Iterator[str]:
        now = time.monotonic()
        if now - self._looked_up > _REFRESH_SECONDS:
            self._looked_up = now
            self[:] = self._fixed + lan_addresses()
        return super().__iter__()
