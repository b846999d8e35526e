"""How this computer is called by the telephones of the hall."""

import ipaddress
import socket
import time
from collections.abc import Iterator

# Addresses kept for documentation and tests: asking the way to them sends nothing.
_FAR_AWAY = ("192.0.2.1", 9)
_REFRESH_SECONDS = 5.0


def lan_addresses() -> list[str]:
    """IPv4 addresses of this computer that another one can reach, the likeliest first. Sends no packet."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no network at all: the laptop alone
    try:
        found += [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        pass
    kept = (a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback)
    return [a for a in kept if not ipaddress.ip_address(a).is_unspecified]


def local_name() -> str:
    """The name by which some telephones find this computer without a name server, for example ``salle.local``."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def is_loopback(address: str) -> bool:
    """Whether *address* is this computer speaking to itself. Anything unreadable is not."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


class HallHosts(list):
    """Names under which the hall may ask for pages: ours, never ``*`` (a foreign page could drive the program).

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
