"""Servers of a hall and their connections, to be crowded."""

import contextlib
import os
import socket
import sys
import threading

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import create_server

from deploy.laptop import hall_server

LAPTOP, STRANGER, OTHER = "127.0.0.1", "127.0.0.9", "127.0.0.10"


MOST = 60


LARGE = 8_000_000  # bytes of an answer: more than the system takes for a browser that reads none


class Hall:
    """A server whose pages under /hold answer when they are let go."""

    def __init__(self, make):
        self.let_go = threading.Event()
        self.turns = threading.Semaphore(0)
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
        if environ["PATH_INFO"] == "/turn":
            self.held += 1
            self.turns.acquire(timeout=60)
        if environ["PATH_INFO"] == "/large":
            start_response("200 OK", [("Content-Length", str(LARGE))])
            return [bytes(LARGE)]
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
        self.turns.release(1000)
        for link in self.links:
            link.close()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.channels)
        self.thread.join(10)


def ours(application, listening, channels):
    info = (listening.family, listening.type, listening.proto, listening.getsockname())
    adj = Adjustments(
        threads=hall_server.THREADS,
        connection_limit=sys.maxsize,
        cleanup_interval=hall_server.LOOK_SECONDS,
        asyncore_use_poll=hasattr(os, "fork"),
    )
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
