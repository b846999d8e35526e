"""Many requests let go at the same moment, each on a connection of its own; run as a program, beside the one measured.

Reads from standard input one line: {"port": …, "requests": [[path, cookie, body], …]}; prints one line: for each, the
status (0 where no whole answer came) and the seconds from the moment they were let go.
"""

import json
import selectors
import socket
import sys
import time

LONGEST = 300


def request(path: str, cookie: str, body: str) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nX-Requested-With: fetch\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return (head + body).encode()


def burst(port: int, requests: list[tuple[str, str, str]]) -> list[tuple[int, float]]:
    """(status, seconds) of each request, all sent at once."""
    messages = [request(*one) for one in requests]
    waiting = selectors.DefaultSelector()
    answers = [b""] * len(messages)
    given: list[tuple[int, float]] = [(0, float(LONGEST))] * len(messages)
    began = time.monotonic()
    for number, message in enumerate(messages):
        link = socket.create_connection(("127.0.0.1", port), timeout=10)
        link.sendall(message)
        link.setblocking(False)
        waiting.register(link, selectors.EVENT_READ, number)
    left = len(messages)
    while left and time.monotonic() - began < LONGEST:
        for ready, _events in waiting.select(1):
            try:
                part = ready.fileobj.recv(65536)
            except OSError:
                part = b""
            answers[ready.data] += part
            if not part:
                waiting.unregister(ready.fileobj)
                ready.fileobj.close()
                left -= 1
                words = answers[ready.data].split(b" ", 2)
                if len(words) > 1 and words[1].isdigit():
                    given[ready.data] = (int(words[1]), time.monotonic() - began)
    return given


if __name__ == "__main__":
    asked = json.loads(sys.stdin.readline())
    print(json.dumps(burst(asked["port"], asked["requests"])))
