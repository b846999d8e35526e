"""Fair turns between those who ask: whoever sends many requests at once keeps nobody else waiting behind them.

In the hall a sender is an address (deploy/laptop/hall_server.py), hosted it is the visitor's, which the reverse proxy forwards
(deploy/hosting/pages.py, docs/decisions/server-hosted.md).
"""

import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from django.conf import settings
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from deploy.laptop import network
from tournament import group_commit
from tournament.places import count_back
from tournament.senders import neighbourhood

TAKEN_IN_A_TURN = 64  # connections
FINISH_SECONDS = 20  # for requests in hand when the process is asked to end; its supervisor waits for 30
QUIET_SECONDS = 0.5  # after which a connection without a request is closed then: what was sent has arrived
FINISH_LOOK = 0.05  # seconds between two looks whether all is answered

Sender = TypeVar("Sender", bound=Hashable)
Task = TypeVar("Task")


class WaitingPlace(NamedTuple):
    """The queue of a request: those of its *address* that only read, or that write."""

    address: str
    reads: bool


def reads(request: object) -> bool:
    """Return whether *request* of waitress only reads a page."""
    return getattr(request, "command", "") in ("GET", "HEAD")


class FairQueue(Generic[Sender, Task]):
    """Requests that wait for a thread: the next is one of the sender that has fewest threads.

    Among equals it is the sender that has been given none for longest. The devices of one sender take turns among themselves.
    """

    def __init__(self) -> None:
        self.at_work: Counter[Sender] = Counter()  # sender -> threads
        self._waiting: dict[Sender, dict[Hashable, deque[Task]]] = {}

    def __len__(self) -> int:
        return self.count()

    def count(self, has_room: Callable[[Sender], bool] = lambda _sender: True) -> int:
        """Return how many requests wait of the senders that have room."""
        waiting = [devices for sender, devices in self._waiting.items() if has_room(sender)]
        return sum(len(tasks) for devices in waiting for tasks in devices.values())

    def add(self, sender: Sender, task: Task, device: Hashable = None) -> None:
        """Queue *task* behind those of the same *device* of *sender*."""
        self._waiting.setdefault(sender, {}).setdefault(device, deque()).append(task)

    def take(self, has_room: Callable[[Sender], bool] = lambda _sender: True) -> tuple[Sender, Task] | None:
        """Return whose turn it is among the senders that have room, and its request; None where all wait on."""
        sender = min(filter(has_room, self._waiting), key=lambda sender: self.at_work[sender], default=None)
        if sender is None:
            return None
        devices = self._waiting.pop(sender)
        device = next(iter(devices))
        tasks = devices.pop(device)
        task = tasks.popleft()
        if tasks:
            devices[device] = tasks
        if devices:
            self._waiting[sender] = devices
        return sender, task


class VisitorQueue:
    """The queue of waitress' threads, in turn by visitor: an address, and within it what its browsers send as cookies.

    Whoever makes up cookies takes turns from nobody but others of its own address. Requests that only read compute from
    beginning to end: *readers* threads are theirs at most. Scores that come at once wait for each other, and are written
    together: the more of them have a thread, the less each costs.
    """

    def __init__(self, *, readers: int) -> None:
        self._lock = threading.Lock()
        self._readers = readers
        self._reading = 0
        self._fair: FairQueue[WaitingPlace, HTTPChannel] = FairQueue()

    def __len__(self) -> int:
        with self._lock:
            return self._fair.count(self._has_room)

    def _has_room(self, place: WaitingPlace) -> bool:
        return not place.reads or self._reading < self._readers

    def append(self, channel: HTTPChannel) -> None:
        """Queue the first request of *channel* for its turn."""
        request = channel.requests[0]
        headers = request.headers
        address = channel.addr[0]
        if settings.BEHIND_PROXY:
            address = network.visitor_address(headers.get("X_FORWARDED_FOR", ""), address)
        group_commit.request_came()
        place = WaitingPlace(neighbourhood(address), reads(request))
        with self._lock:
            self._fair.add(place, channel, headers.get("COOKIE"))

    def popleft(self) -> "_Turn":
        """Return whose turn it is. Raises IndexError where nobody waits who has room."""
        with self._lock:
            if (turn := self._fair.take(self._has_room)) is None:
                raise IndexError
            self._fair.at_work[turn[0]] += 1
            self._reading += turn[0].reads
        return _Turn(*turn, ended=self._end)

    def _end(self, place: WaitingPlace) -> None:
        with self._lock:
            count_back(self._fair.at_work, place)
            self._reading -= place.reads


@dataclass(frozen=True)
class _Turn:
    """A request in the hands of a thread of waitress."""

    place: WaitingPlace
    channel: HTTPChannel
    ended: Callable[[WaitingPlace], None]

    def service(self) -> None:
        """Answer it."""
        try:
            self.channel.service()
        finally:
            self.ended(self.place)
            group_commit.request_answered()

    def cancel(self) -> None:
        """Close its connection: the server ends."""
        self.channel.cancel()


class WholeTask(WSGITask):
    """Answer a request; the head goes out with the beginning of the body, or alone where there is none."""

    def build_response_header(self) -> bytes:
        """Store the head in the channel; return nothing to be sent before the body."""
        self.channel.head = super().build_response_header()
        return b""

    def finish(self) -> None:
        """Send the head of an answer without a body."""
        super().finish()
        self.channel.write_soon(self.channel.taken_head())


class WholeChannel(HTTPChannel):
    """Send head and body in one piece: a process that is killed between the two has sent half an answer."""

    task_class = WholeTask
    head = b""

    def taken_head(self) -> bytes:
        """Return the head that waits, once."""
        head, self.head = self.head, b""
        return head

    def write_soon(self, data: Any) -> int:
        """Send *data*, bytes or the buffer of a file, behind the head that waits."""
        if not isinstance(data, bytes):
            super().write_soon(self.taken_head())
        elif data:
            data = self.taken_head() + data
        sent: int = super().write_soon(data)
        return sent


class EagerServer(TcpWSGIServer):
    """Take in all who wait for a connection, and not one in each turn of the loop, which looks at all there are."""

    channel_class = WholeChannel
    _found = False  # somebody waited for a connection

    def handle_accept(self) -> None:
        """Take in all who wait, as long as there may be more connections."""
        for _ in range(TAKEN_IN_A_TURN):
            self._found = False
            super().handle_accept()
            if not self._found or len(self._map) >= self.adj.connection_limit:
                break

    def accept(self) -> tuple[Any, Any] | None:
        """Return the next connection and its address; None where nobody waits."""
        found: tuple[Any, Any] | None = super().accept()
        self._found = found is not None
        return found


def finish(servers: Sequence[EagerServer], sockets: dict[int, Any]) -> None:
    """Take no more connections, and answer the requests that are here: a restart breaks none off."""
    for server in servers:
        server.handle_accept()  # who has connected already
        server.del_channel()
        server.socket.close()
    deadline = time.time() + FINISH_SECONDS
    while channels := [channel for server in servers for channel in server.active_channels.values()]:
        if time.time() > deadline:
            return
        for channel in channels:
            quiet = time.time() - channel.last_activity > QUIET_SECONDS
            if quiet and not channel.requests and channel.request is None:
                channel.close_when_flushed = True
        wasyncore.loop(timeout=FINISH_LOOK, map=sockets, count=1, use_poll=servers[0].adj.asyncore_use_poll)


def serve_in_turn(application: Callable[..., Any], *, readers: int, **options: Any) -> None:
    """Serve *application* until SIGTERM, and to the end what is asked by then; *readers* threads read at most.

    *options* are waitress'.
    """
    adj = Adjustments(**options)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = VisitorQueue(readers=readers)
    dispatcher.set_thread_count(adj.threads)
    sockets: dict[int, Any] = {}
    servers = [
        EagerServer(application, sockets, dispatcher=dispatcher, adj=adj, sockinfo=listen) for listen in adj.listen
    ]
    ending = threading.Event()

    def end(_number: int, _frame: object) -> None:
        # An exception here would break off the request that is being read.
        ending.set()
        servers[0].pull_trigger()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    while not ending.is_set():
        wasyncore.loop(timeout=adj.asyncore_loop_timeout, map=sockets, count=1, use_poll=adj.asyncore_use_poll)
    finish(servers, sockets)
    dispatcher.shutdown()
