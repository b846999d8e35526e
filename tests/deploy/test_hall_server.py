"""Whatever comes from the Wi-Fi, the laptop is served: its share of connections and threads is kept.

One address of loopback plays the laptop, the others are strangers.
"""

import contextlib
import os
import socket
import sys
import threading

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import create_server

from deploy import hall_server
from tests.fixtures import wait_for

LAPTOP, STRANGER, OTHER = "127.0.0.1", "127.0.0.9", "127.0.0.10"
MOST = 60


class Hall:
    """A server whose pages under /hold answer when they are let go."""

    def __init__(self, make):
        self.let_go = threading.Event()
        self.held = 0
        self.channels = {}
        listening = socket.create_server((LAPTOP, 0), backlog=512)
        self.port = listening.getsockname()[1]
        self.server = make(self.application, listening, self.channels)
        self.server.adj.asyncore_loop_timeout = 0.1
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        self.links = []

    def serve(self):
        with contextlib.suppress(OSError):  # at the end its sockets are closed under it
            self.server.run()

    def application(self, environ, start_response):
        if environ["PATH_INFO"] == "/hold":
            self.held += 1
            self.let_go.wait(60)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
        return [b"ok"]

    def connect(self, address):
        link = socket.create_connection((LAPTOP, self.port), timeout=20, source_address=(address, 0))
        self.links.append(link)
        return link

    def ask(self, address, path="/", method="GET"):
        link = self.connect(address)
        link.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".encode())
        return link

    def is_answered(self, address, seconds=20):
        link = self.ask(address)
        link.settimeout(seconds)
        with contextlib.suppress(OSError):
            return link.recv(200).startswith(b"HTTP/1.1 200")
        return False

    def close(self):
        self.let_go.set()
        for link in self.links:
            link.close()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.channels)
        self.thread.join(10)


def ours(application, listening, channels):
    info = (listening.family, listening.type, listening.proto, listening.getsockname())
    adj = Adjustments(threads=hall_server.THREADS, connection_limit=sys.maxsize, asyncore_use_poll=hasattr(os, "fork"))
    return hall_server.HallServer(
        application, channels, most=MOST, _sock=listening, bind_socket=False, sockinfo=info, adj=adj
    )


def without_places(application, listening, channels):
    return create_server(
        application,
        map=channels,
        sockets=[listening],
        threads=hall_server.THREADS,
        connection_limit=MOST,
        asyncore_use_poll=hasattr(os, "fork"),
    )


@pytest.fixture
def hall(request, monkeypatch):
    monkeypatch.setattr(hall_server, "is_kept", lambda address: address == LAPTOP)
    monkeypatch.setattr(hall_server, "OF_ONE_ADDRESS", 20)
    made = Hall(request.param)
    yield made
    made.close()


both = pytest.mark.parametrize("hall", [ours], indirect=True)
control = pytest.mark.parametrize("hall", [without_places], indirect=True)


@both
def test_many_connections_of_one_address_hold_up_nobody(hall):
    for _ in range(4 * MOST):
        hall.connect(STRANGER)
    assert hall.is_answered(LAPTOP) and hall.is_answered(OTHER)
    assert hall.is_answered(STRANGER), "a telephone behind the same router takes the place of a silent one"
    wait_for(lambda: len(hall.server.active_channels) <= 25, 20, "what is too many is closed")


@both
def test_connections_of_many_addresses_hold_up_nobody(hall):
    for number in range(4 * MOST):
        hall.connect(f"127.0.1.{number % 200 + 1}")
    assert hall.is_answered(LAPTOP) and hall.is_answered(OTHER)
    assert len(hall.server.active_channels) <= MOST + 2


@both
def test_a_connection_costs_as_much_beside_many_as_beside_few(hall, monkeypatch):
    """Each used to look at all the others: half of the processor while a hall sends."""
    asked = []
    monkeypatch.setattr(hall_server, "is_kept", lambda address: asked.append(address) or address == LAPTOP)
    for number in range(MOST - 10):
        hall.connect(f"127.0.1.{number + 1}")
    wait_for(lambda: len(hall.server.active_channels) == MOST - 10, 20, "all are taken in")
    assert len(asked) <= MOST


@both
def test_nothing_is_kept_of_connections_that_are_closed(hall):
    for number in range(10):
        hall.connect(f"127.0.1.{number % 3 + 1}")
    wait_for(lambda: hall.server._connections.total() == 10, 20, "each is counted for its address")
    for link in hall.links:
        link.close()
    wait_for(lambda: not hall.server._connections, 20, "and counted back")


@control
def test_without_the_places_the_laptop_waits(hall):
    for _ in range(2 * MOST):
        hall.connect(STRANGER)
    assert not hall.is_answered(LAPTOP, seconds=0.3)


@both
def test_requests_that_take_long_leave_threads_to_the_laptop(hall):
    for number in range(2 * hall_server.THREADS):
        hall.ask(f"127.0.2.{number + 1}", "/hold", "POST")
        if number == hall_server.FOREIGN_THREADS - 1:
            wait_for(lambda: hall.held == hall_server.FOREIGN_THREADS, 20, "as many as may are being answered")
    assert hall.is_answered(LAPTOP)
    assert hall.held == hall_server.FOREIGN_THREADS
    hall.let_go.set()
    for link in hall.links[: MOST // 2]:
        assert link.recv(200).startswith(b"HTTP/1.1 200"), "each in its turn"


@both
def test_pages_that_take_long_leave_the_others_to_scores(hall):
    """Those that read compute all the time: with all threads at it the laptop's score took two seconds."""
    for number in range(2 * hall_server.FOREIGN_READERS):
        hall.ask(f"127.0.2.{number + 1}", "/hold")
    wait_for(lambda: hall.held == hall_server.FOREIGN_READERS, 20, "as many as may are being answered")
    score = hall.ask(STRANGER, "/", "POST")
    assert score.recv(200).startswith(b"HTTP/1.1 200"), "a score goes past the pages that wait"
    assert hall.held == hall_server.FOREIGN_READERS
    hall.let_go.set()
    for link in hall.links:
        assert link is score or link.recv(200).startswith(b"HTTP/1.1 200"), "each in its turn"


@both
def test_one_address_that_writes_without_end_leaves_threads_to_the_others(hall):
    """All its threads compute: with 32 of them the laptop's score got one part in 33 of the processor."""
    for _ in range(2 * hall_server.WRITERS_OF_ONE_ADDRESS):
        hall.ask(STRANGER, "/hold", "POST")
    wait_for(lambda: hall.held == hall_server.WRITERS_OF_ONE_ADDRESS, 20, "as many as may are being answered")
    assert hall.is_answered(STRANGER), "a page of a telephone behind the same router"
    score = hall.ask(OTHER, "/", "POST")
    assert score.recv(200).startswith(b"HTTP/1.1 200"), "another telephone goes past"
    assert hall.held == hall_server.WRITERS_OF_ONE_ADDRESS
    hall.let_go.set()
    for link in hall.links[: 2 * hall_server.WRITERS_OF_ONE_ADDRESS]:
        assert link.recv(200).startswith(b"HTTP/1.1 200"), "each in its turn"
    wait_for(lambda: not hall.server._writers, 20, "nothing is kept of who wrote")


@control
def test_without_the_places_no_thread_is_left(hall):
    for number in range(hall_server.THREADS):
        hall.ask(f"127.0.2.{number + 1}", "/hold")
    wait_for(lambda: hall.held == hall_server.THREADS, 20, "all threads are taken")
    assert not hall.is_answered(LAPTOP, seconds=0.3)


@both
def test_several_requests_in_one_piece_are_answered_in_turn_and_counted_back(hall):
    link = hall.connect(STRANGER)
    link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
    answered = b""
    while answered.count(b"HTTP/1.1 200") < 5:
        answered += link.recv(2000)
    wait_for(lambda: hall.server._foreign.total() == 0, 20, "no place is kept")


def test_a_paired_device_is_let_through_for_a_minute(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(hall_server.time, "monotonic", lambda: now[0])
    assert not hall_server.is_kept("192.168.1.9")
    hall_server.remember("192.168.1.9")
    assert hall_server.is_kept("192.168.1.9") and hall_server.is_kept("127.0.0.1")
    now[0] += hall_server.KNOWN_SECONDS + 1
    assert not hall_server.is_kept("192.168.1.9")
