"""Requests that come slowly, over real connections, the half minute made short."""

import contextlib
import socket
import threading
import time

import pytest
from waitress import wasyncore
from waitress.server import TcpWSGIServer, create_server

from deploy import request_timeout, wsgi
from tests.fixtures import busyness, wait_for


@pytest.fixture
def address(settings):
    """Where a server answers that gives a request one second, and one more for each 10 kB of its body."""
    settings.REQUEST_SECONDS, settings.BODY_PACE = 1, 10_000
    free = threading.Event()

    def application(environ, start_response):
        length = len(environ["wsgi.input"].read())
        if environ["PATH_INFO"] == "/long":
            free.wait(20)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(length).encode()]

    connections = {}
    server = create_server(application, map=connections, host="127.0.0.1", port=0, threads=2)
    server.adj.asyncore_loop_timeout = 0.1
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield ("127.0.0.1", int(server.effective_port)), free
    server.task_dispatcher.shutdown()
    wasyncore.close_all(connections)
    thread.join(10)


def dribbled(address, text: bytes, *, every: float, at_once: int = 1) -> tuple[float, bytes]:
    """(seconds until the answer or the cut, what was answered) for *text* sent piece by piece."""
    began = time.monotonic()
    with socket.create_connection(address, timeout=20) as link:
        link.settimeout(every)
        for place in range(0, len(text), at_once):
            try:
                link.sendall(text[place : place + at_once])
                if place + at_once >= len(text):
                    link.settimeout(20)
                with contextlib.suppress(TimeoutError):
                    answer = link.recv(65536)
                    return time.monotonic() - began, answer
            except ConnectionError:
                return time.monotonic() - began, b""
    raise AssertionError("neither answered nor cut")


def test_every_server_of_the_pages_has_this_time_limit():
    assert wsgi.application and TcpWSGIServer.channel_class is request_timeout.TimedChannel


def test_a_head_that_is_dribbled_is_cut(address):
    where, _free = address
    seconds, answer = dribbled(where, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 50, every=0.1)
    assert answer == b"" and 1 <= seconds < 3 * busyness()


def test_a_body_that_is_dribbled_is_cut(address):
    where, _free = address
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\n"
    with socket.create_connection(where, timeout=20) as link:
        link.sendall(head)
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            for _ in range(400):
                link.sendall(b"x")
                time.sleep(0.1)
        assert 1 <= time.monotonic() - began < 3 * busyness()


def test_a_photo_over_a_poor_wifi_is_taken_whole(address):
    """Three times the seconds that a request has, at twice the pace that is asked for."""
    where, _free = address
    body = b"x" * 60_000
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
    seconds, answer = dribbled(where, head + body, every=0.1, at_once=2_000)
    assert answer.startswith(b"HTTP/1.1 200") and seconds > 2.5


def test_a_request_begun_behind_one_that_takes_long_has_its_own_time(address):
    where, free = address
    with socket.create_connection(where, timeout=20) as link:
        link.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT")
        time.sleep(1.5)
        free.set()
        answer = b""
        wait_for(lambda: b"200 OK" in link.recv(65536), 10, "the first is answered")
        link.sendall(b"TP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while part := link.recv(65536):
            answer += part
        assert b"200 OK" in answer


def test_a_connection_that_waits_for_its_next_request_stays(address):
    where, _free = address
    with socket.create_connection(where, timeout=20) as link:
        for _ in range(2):
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = link.recv(65536)
            while not answer.endswith(b"\r\n\r\n0"):
                answer += link.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(1.5)
