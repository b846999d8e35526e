"""Recognise who sends something without an account, by a digest of the address and never by the address itself."""

import functools
import ipaddress

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

SUBSCRIBER_BITS = 56  # of an IPv6 address, as most providers give them to a household


@functools.lru_cache(maxsize=1024)
def neighbourhood(address: str) -> str:
    """Return *address*, or of IPv6 the network in which a subscriber chooses addresses at will."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed), SUBSCRIBER_BITS), strict=False))


def sender_of(request: HttpRequest) -> str:
    """Return a keyed digest of the address that *request* came from: the same for one household, and read back by nobody."""
    return salted_hmac("tournament.senders", neighbourhood(request.META.get("REMOTE_ADDR", ""))).hexdigest()[:24]
