"""The time limit of one request, for the threads of waitress.

waitress closes a connection that has been silent for a minute. One that sends a byte now and then would stay for ever,
and some hundreds of them would leave no room for anybody else.
"""

import time

from django.conf import settings
from waitress.channel import HTTPChannel


class TimedChannel(HTTPChannel):
    """Close a connection when a request it has begun is not whole in time.

    From its first byte a request has `REQUEST_SECONDS`, and what arrives of its body earns more: a second for each
    `BODY_PACE` bytes. So a photo of 12 MB may take as long as the Wi-Fi needs, as long as it comes faster than that on
    the whole, while byte after byte earns nothing. `BODY_PACE` is less than a telephone has at the far end of a hall.
    """

    _begun: float | None = None

    def received(self, data: bytes) -> bool:
        before = self.request
        accepted = super().received(data)
        if self.request is None:
            self._begun = None
        elif self.request is not before:
            self._begun = time.monotonic()
        return accepted

    def readable(self) -> bool:
        reading = super().readable()
        if self._begun is None:
            return reading
        if not reading:
            # The server is busy with the request before it: the client is not slow.
            self._begun = time.monotonic()
            return False
        earned = self.request.body_bytes_received / settings.BODY_PACE
        if time.monotonic() - self._begun > settings.REQUEST_SECONDS + earned:
            self.will_close = True
        return not self.will_close
