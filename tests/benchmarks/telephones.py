"""Thousands of telephones and walls that ask as our scripts do, over some kept connections: a program beside the one measured.

Reads its orders as JSON from stdin, writes what it saw as JSON. A telephone is no thread and no connection: a moment at
which it asks again. The sum of them is asked for in steps of STEP seconds, ABREAST at once on a connection that waits for
nothing: nginx answers what came on one connection in turn, and an answer that takes its time would hold up all
that were asked after it, who have connections of their own in a hall.
"""

import asyncio
import gzip
import heapq
import json
import random
import re
import ssl
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import uvloop

STEP = 0.02
ABREAST = 3
ALIVE = 60.0  # after which a telephone asks for its table whatever the news are (phone.js)
SHOWN = re.compile(rb'data-(?:journal|line)="(\d+)"')
HEAD = "GET {path} HTTP/1.1\r\nHost: {site}\r\nAccept-Encoding: gzip\r\n{more}\r\n"


@dataclass
class Telephone:
    """One of them: its page, and where it asks first how far the concours is.

    `samples` are of one telephone of each kind in a concours, [when, the line that its page shows from then on].
    """

    page: str
    every: float
    jitter: float
    news: str = ""
    access: str = ""  # of a table
    cookie: str = ""
    samples: list[list[float]] | None = None
    etag: str = ""
    mark: object = None  # what its page stands on
    line: int = 0  # the last of the journal, as the news say
    looked: float = 0.0

    def request(self, page: bool) -> tuple[str, str]:
        """Return the address and the headers of what it asks next."""
        if not page:
            return self.news, ""
        more = f"Cookie: {self.cookie}\r\nX-Requested-With: fetch\r\n" if self.cookie else ""
        path = f"{self.page}&line={self.line}" if self.news and not self.access else self.page
        return path, more + (f"If-None-Match: {self.etag}\r\n" if self.etag else "")

    def changed(self, body: bytes) -> bool:
        """Return whether its page is to be asked for, now that the news are *body*."""
        told = json.loads(body)
        self.line = told["line"]
        if not self.access:
            return self.line != self.mark
        mark = f"{told['acts']} {told['tables'].get(self.access)}"
        if mark == self.mark and time.time() - self.looked < ALIVE:
            return False
        self.mark, self.looked = mark, time.time()
        return True

    def shows(self, body: bytes) -> None:
        """Note which line of the journal the page shows that has come, where that counts."""
        if self.access or (not self.news and self.samples is None):
            return
        shown = SHOWN.search(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
        line = int(shown[1]) if shown else 0
        if self.news:
            self.mark = line
        if self.samples is not None:
            self.samples.append([time.time(), line])


@dataclass
class Crowd:
    """The answers to all of them, counted."""

    site: str
    statuses: Counter = field(default_factory=Counter)
    ways: Counter = field(default_factory=Counter)
    pages: int = 0
    took: list[float] = field(default_factory=list)
    due: list = field(default_factory=list)
    behind: float = 0.0

    def answered(self, telephone: Telephone, page: bool, begun: float, status: int, head: bytes, body: bytes) -> bool:
        """Note an answer; return whether the telephone asks for its page at once."""
        self.statuses[status] += 1
        self.took.append(time.time() - begun)
        cached = re.search(rb"X-Cache: (\w+)", head)
        self.ways[cached[1].decode() if cached else "program"] += 1
        if page and status == 200:
            self.pages += 1
            etag = re.search(rb"(?i)etag: ([^\r]+)", head)
            telephone.etag = etag[1].decode() if etag and not telephone.news else ""
            telephone.shows(body)
        return not page and status == 200 and telephone.changed(gzip.decompress(body))


def end_of(got: bytes, at: int, head: bytes, status: int) -> int:
    """Return where the body that begins *at* ends; beyond what has come where it is not whole."""
    if status == 304:
        return at
    if length := re.search(rb"(?i)content-length: (\d+)", head):
        return at + int(length[1])
    while (line := got.find(b"\r\n", at)) >= 0:  # in chunks
        size = int(got[at:line], 16)
        at = line + 4 + size
        if not size:
            return at
    return len(got) + 1


class Link(asyncio.Protocol):
    """A kept connection; its answers come in the order of its requests."""

    def __init__(self, crowd: Crowd, idle: deque, lost: deque) -> None:
        self.crowd = crowd
        self.waiting: deque = deque()
        self.transport: asyncio.Transport | None = None
        self.broken = asyncio.get_running_loop().create_future()
        self._idle, self._lost = idle, lost
        self._got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        self.transport = None  # as after a thousand requests: who still waits asks on another one
        self.broken.set_result(None)
        self._lost.extend((telephone, page) for telephone, page, _begun in self.waiting)
        self.waiting.clear()

    def ask(self, asked: list[tuple[Telephone, bool]]) -> None:
        now, text = time.time(), []
        for telephone, page in asked:
            path, more = telephone.request(page)
            text.append(HEAD.format(path=path, site=self.crowd.site, more=more))
            self.waiting.append((telephone, page, now))
        self.transport.write("".join(text).encode())

    def data_received(self, data: bytes) -> None:
        self._got += data
        again = []
        while (end := self._got.find(b"\r\n\r\n")) >= 0:
            head = self._got[:end]
            status = int(head[9:12])
            if (whole := end_of(self._got, end + 4, head, status)) > len(self._got):
                break
            telephone, page, begun = self.waiting.popleft()
            if self.crowd.answered(telephone, page, begun, status, head, self._got[end + 4 : whole]):
                again.append((telephone, True))
            self._got = self._got[whole:]
        if again and self.usable():
            self.ask(again)
        elif again:
            self._lost.extend(again)
        elif not self.waiting:
            self._idle.append(self)

    def usable(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()


class Links:
    """The connections: one that waits for nothing is asked, else the one that waits for least; each that broke off is opened again."""

    def __init__(self, crowd: Crowd, port: int) -> None:
        self.idle: deque[Link] = deque()
        self.lost: deque = deque()  # what was asked on one that broke off
        self.all: dict[int, Link] = {}
        self._crowd, self._port = crowd, port
        self._tls = ssl._create_unverified_context()

    async def open(self, number: int) -> None:
        new = Link(self._crowd, self.idle, self.lost)
        new.broken.add_done_callback(lambda _broken: asyncio.create_task(self.open(number)))
        # From several addresses, each of which may have six hundred.
        await asyncio.get_running_loop().create_connection(
            lambda: new, "127.0.0.1", self._port, ssl=self._tls, local_addr=(f"127.2.0.{number % 100 + 1}", 0)
        )
        self.all[number] = new
        self.idle.append(new)

    def take(self) -> Link:
        while self.idle:
            if (link := self.idle.popleft()).usable():
                return link
        return min(filter(Link.usable, self.all.values()), key=lambda link: len(link.waiting))


def due(crowd: Crowd, telephones: list[Telephone], now: float) -> Iterator[tuple[Telephone, bool]]:
    """Yield who asks by *now*, and set the moment at which each asks next."""
    while crowd.due and crowd.due[0][0] <= now:
        at, number = heapq.heappop(crowd.due)
        crowd.behind = max(crowd.behind, now - at)
        one = telephones[number]
        yield one, not one.news
        heapq.heappush(crowd.due, (at + one.every + random.random() * one.jitter, number))


async def poll(crowd: Crowd, telephones: list[Telephone], *, port: int, links: int, seconds: float) -> None:
    """Ask for all of them, for so many seconds."""
    connections = Links(crowd, port)
    await asyncio.gather(*map(connections.open, range(links)))
    begin = time.time()
    crowd.due = [(begin + random.random() * one.every, number) for number, one in enumerate(telephones)]
    heapq.heapify(crowd.due)
    while (now := time.time()) < begin + seconds:
        asked = [*connections.lost, *due(crowd, telephones, now)]
        connections.lost.clear()
        for at in range(0, len(asked), ABREAST):
            connections.take().ask(asked[at : at + ABREAST])
        await asyncio.sleep(max(0.0, now + STEP - time.time()))
    await asyncio.sleep(2)  # what is on its way


def main() -> None:
    orders = json.load(sys.stdin)
    telephones = [Telephone(**one) for one in orders["telephones"]]
    crowd = Crowd(orders["site"])
    begun = time.process_time()
    uvloop.run(poll(crowd, telephones, port=orders["port"], links=orders["links"], seconds=orders["seconds"]))
    took = sorted(crowd.took)
    told = {
        "statuses": crowd.statuses,
        "ways": crowd.ways,
        "pages": crowd.pages,
        "p50": 1000 * took[len(took) // 2],
        "p99": 1000 * took[int(0.99 * len(took))],
        "behind": crowd.behind,
        "cpu": time.process_time() - begun,
        "samples": [one.samples for one in telephones],
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
