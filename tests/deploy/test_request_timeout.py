"""Requests that come slowly, over real connections; the clock of the server is the test's."""

import socket
import threading
import time
from types import SimpleNamespace

import pytest
from waitress import wasyncore
from waitress.server import TcpWSGIServer, create_server

from deploy import wsgi
from deploy.web import request_timeout
from tests.support.fixtures import PATIENCE, wait_for

REQUEST_SECONDS = 30
LARGE = 8_000_000  # bytes of an answer: more than the system takes for a client that reads none


class Server:
    """A server whose requests have half a minute, and one second more for each 10 kB of their body."""

    def __init__(self) -> None:
        self.skipped = 0.0
        self.free = threading.Event()
        self._links: dict[int, object] = {}
        server = create_server(self._application, map=self._links, host="127.0.0.1", port=0, threads=2)
        server.adj.asyncore_loop_timeout = 0.05
        self.address = ("127.0.0.1", int(server.effective_port))
        self._server = server
        self._thread = threading.Thread(target=server.run, daemon=True)
        self._thread.start()

    def _application(self, environ, start_response):
        length = len(environ["wsgi.input"].read())
        if environ["PATH_INFO"] == "/long":
            self.free.wait(PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain")])
        if environ["PATH_INFO"] == "/large":
            return [bytes(LARGE)]
        return [str(length).encode()]

    def now(self) -> float:
        return time.monotonic() + self.skipped

    def links(self) -> list[request_timeout.TimedChannel]:
        return [link for link in list(self._links.values()) if isinstance(link, request_timeout.TimedChannel)]

    def begun(self) -> list[float]:
        """Return when each request that is not whole has begun."""
        return [link._begun for link in self.links() if link._begun is not None]

    def answering(self) -> list[float]:
        """Return since when each answer that is not taken is being sent."""
        return [link._answering for link in self.links() if link._answering is not None]

    def close(self) -> None:
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._links)
        self._thread.join(10)


@pytest.fixture
def server(settings, monkeypatch):
    settings.REQUEST_SECONDS, settings.BODY_PACE = REQUEST_SECONDS, 10_000
    server = Server()
    monkeypatch.setattr(request_timeout, "time", SimpleNamespace(monotonic=server.now))
    yield server
    server.free.set()
    server.close()


def is_cut(link: socket.socket, *, seconds: float) -> bool:
    """Return whether the server closes the connection, without an answer, within *seconds*."""
    link.settimeout(seconds)
    try:
        return link.recv(65536) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_every_server_of_the_pages_has_this_time_limit():
    assert wsgi.application and TcpWSGIServer.channel_class is request_timeout.TimedChannel


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: y",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\nxxx",
    ],
    ids=["head", "body"],
)
def test_a_request_that_is_dribbled_is_cut(begun, server):
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(begun)
        wait_for(server.begun, PATIENCE, "the request has begun")
        link.sendall(b"x")
        assert not is_cut(link, seconds=0.3), "it still has time"
        server.skipped += REQUEST_SECONDS + 1
        assert is_cut(link, seconds=PATIENCE)


def test_a_photo_over_a_poor_wifi_is_taken_whole(server, settings):
    """More seconds than a request has, at four times the pace that is asked for."""
    settings.REQUEST_SECONDS = 1
    body = b"x" * 60_000
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
        for place in range(0, len(body), 20_000):
            link.sendall(body[place : place + 20_000])
            server.skipped += 0.5
            time.sleep(0.1)  # the server looks twice meanwhile
        assert link.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_request_begun_behind_one_that_takes_long_has_its_own_time(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT")
        wait_for(server.begun, PATIENCE, "the second has begun")
        server.skipped += REQUEST_SECONDS + 1
        wait_for(lambda: server.now() - server.begun()[0] < REQUEST_SECONDS, PATIENCE, "it does not grow old")
        server.free.set()
        wait_for(lambda: b"200 OK" in link.recv(65536), PATIENCE, "the first is answered")
        link.sendall(b"TP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while part := link.recv(65536):
            answer += part
        assert b"200 OK" in answer


def test_a_connection_that_waits_for_its_next_request_stays(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        for _ in range(2):
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = link.recv(65536)
            while not answer.endswith(b"\r\n\r\n0"):
                answer += link.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")
            server.skipped += REQUEST_SECONDS + 1
            assert not is_cut(link, seconds=0.3)
            link.settimeout(PATIENCE)


def test_an_answer_that_nobody_takes_is_cut(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(server.answering, PATIENCE, "it is being sent")
        server.skipped += REQUEST_SECONDS / 2
        time.sleep(0.3)
        assert server.links(), "it still has time"
        server.skipped += REQUEST_SECONDS + LARGE / 10_000
        wait_for(lambda: not server.links(), PATIENCE, "it is closed")


def test_an_answer_over_a_poor_wifi_is_sent_whole(server):
    """More seconds than an answer has, at four times the pace that is asked for."""
    with socket.socket() as link:
        link.settimeout(PATIENCE)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)  # or the system takes nearly all of it at once
        link.connect(server.address)
        link.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        wait_for(server.answering, PATIENCE, "it is being sent")
        read, told = 0, 0
        while part := link.recv(65536):
            read += len(part)
            if read - told > 400_000:
                server.skipped, told = server.skipped + 10, read
                time.sleep(0.02)  # the server looks meanwhile
        assert read > LARGE


def test_an_answer_that_was_taken_is_kept_no_longer(server):
    """Each connection kept its last one: a thousand that stayed open held 1 GB."""
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        read = 0
        while read < LARGE:
            read += len(link.recv(65536))

        def held() -> int:
            files = [part.buf.getfile() for one in server.links() for part in one.outbufs if part.buf]
            return sum(file.seek(0, 2) for file in files)

        wait_for(lambda: server.links() and not server.links()[0].requests, PATIENCE, "it is answered")
        wait_for(lambda: not held(), PATIENCE, "nothing is held")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\n", b"200"),
        (b"POST / HTTP/1.1\r\nContent-Length: 0\r\n", b"200"),
        (b"POST / HTTP/1.1\r\nContent-Length: 5000\r\n", b"413"),
    ],
    ids=["no body", "empty body", "refused body"],
)
def test_a_request_that_is_whole_is_answered_though_it_expects_to_be_told_to_continue(head, status, server):
    """It was taken for one whose body is to come: it got "100 Continue", and nothing more until its time was over."""
    server._server.adj.max_request_body_size = 4_000
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(head + b"Host: localhost\r\nExpect: 100-continue\r\n\r\n")
        assert link.recv(65536).startswith(status, len("HTTP/1.1 "))


def test_a_body_that_waits_to_be_asked_for_is_asked_for(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as link:
        link.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        assert link.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        link.sendall(b"xxx")
        assert link.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_head_may_be_as_long_as_browsers_write_it(server):
    server._server.adj.max_request_header_size = request_timeout.MAX_HEAD
    for length, status in ((8_000, b"200"), (40_000, b"431")):
        with socket.create_connection(server.address, timeout=PATIENCE) as link:
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %s\r\n\r\n" % (b"x" * length))
            assert link.recv(65536).startswith(status, len("HTTP/1.1 "))
