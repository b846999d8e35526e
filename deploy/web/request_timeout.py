"""The time limit of one request, for the threads of waitress.

waitress closes a connection that has been silent for a minute. One that sends a byte now and then would stay for ever,
and some hundreds of them would leave no room for anybody else. The same holds for one that takes its answer so.
"""

import contextlib
import socket
import time

from django.conf import settings
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

# Bytes of the first line and the headers. waitress searches all of them again at each piece that arrives: with its own
# limit of 256 kB, a thousand connections that dribble held 250 MB and the whole server.
MAX_HEAD = 32_768


class RequestParser(HTTPRequestParser):
    """A parser whose request waits for no "100 Continue" once it is whole, or refused.

    waitress would take a request without a body for one whose body is still to come, and wait for it in silence.
    """

    def received(self, data: bytes) -> int:
        """Read *data*, and return how many bytes of it belong to this request."""
        consumed: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        return consumed


class TimedChannel(HTTPChannel):
    """Close a connection when a request it has begun is not whole in time, or its answer is not taken in time.

    From its first byte a request has `REQUEST_SECONDS`, and what arrives of its body earns more: a second for each
    `BODY_PACE` bytes. So a photo of 12 MB may take as long as the Wi-Fi needs, as long as it comes faster than that on
    the whole, while byte after byte earns nothing. `BODY_PACE` is less than a telephone has at the far end of a hall.
    """

    parser_class = RequestParser

    _begun: float | None = None
    _answering: float | None = None  # since when something is to be sent
    _sent = 0  # bytes of it

    def received(self, data: bytes) -> bool:
        before = self.request
        accepted = super().received(data)
        if self.request is None:
            self._begun = None
        elif self.request is not before:
            self._begun = time.monotonic()
        return accepted

    def readable(self) -> bool:
        self._time_answer()
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

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close)
        self._sent += sent
        return sent

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send, and forget what has been sent: waitress keeps an answer in memory until the next, or the end."""
        flushed: bool = super()._flush_some(do_close)
        if self.connected and not self.total_outbufs_len:
            self.outbufs[-1].prune()
        return flushed

    def _time_answer(self) -> None:
        """Close the connection where what is to be sent is taken too slowly."""
        if not self.total_outbufs_len:
            self._answering = None
        elif self._answering is None:
            self._answering, self._sent = time.monotonic(), 0
        elif time.monotonic() - self._answering > settings.REQUEST_SECONDS + self._sent / settings.BODY_PACE:
            self.cut()

    def cut(self) -> None:
        """Close the connection in the next turn of the loop.

        waitress closes where something can be sent. To a client that takes nothing, nothing ever can, until the socket is
        shut down.
        """
        self.will_close = True
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
