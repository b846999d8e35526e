"""The laptop's server: whatever telephones do, the laptop itself and the devices paired with it are served.

waitress has one number of connections for everybody and one queue. Here each foreign address has its share of the
connections, and foreign requests have most of the threads and never all of them. Those that read have few: they
compute from beginning to end, and the laptop's own request would get its share among all that compute. So do forms
that one address sends without end: it has few threads for them too. What foreign connections keep here, of requests
that are not whole and answers that nobody takes, is bounded in all.
"""

import threading
import time
from collections import Counter, deque
from typing import Any

from waitress import wasyncore

from deploy.hosting.fair_server import EagerServer, FairQueue, WaitingPlace, reads
from deploy.laptop import network
from deploy.web.request_timeout import TimedChannel
from tournament import group_commit
from tournament.places import count_back

OF_ONE_ADDRESS = 120  # connections; a router in the hall may show all its telephones under one
THREADS, FOREIGN_THREADS = 40, 32
WRITERS_OF_ONE_ADDRESS = 8  # threads: one telephone that sends without end leaves the others and the laptop theirs
READERS_OF_ONE_ADDRESS = 6  # threads, of those below
FOREIGN_READERS = 8  # of the foreign threads; scores that come at once wait for each other, and are written together
READERS_BESIDE = 2  # of them may begin while a request of the laptop or of a paired device is answered
KNOWN_SECONDS = 60
# Bytes of requests and answers that all foreign connections may keep here: eight photos; answers are kept in memory.
MOST_KEPT = 100_000_000
LOOK_SECONDS = 1  # between two looks at what they keep, and at connections that are silent

_known: dict[str, float] = {}


def remember(address: str) -> None:
    """Count *address* among the devices that are let through, for the next minute: one of them is paired."""
    now = time.monotonic()
    for one in [one for one, until in list(_known.items()) if until < now]:
        _known.pop(one, None)
    _known[address] = now + KNOWN_SECONDS


def is_kept(address: str) -> bool:
    """Return whether connections of *address* are never refused or kept waiting: this computer, a paired device."""
    return network.is_loopback(address) or _known.get(address, 0) > time.monotonic()


class HallChannel(TimedChannel):
    """A connection that tells its server when a request of its was answered."""

    server: "HallServer"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # Its requests among the foreign ones that have a thread: the next may begin before the last is done.
        self.counted: deque[WaitingPlace] = deque()
        self.address = ""  # from when it has its place
        super().__init__(*arguments, **options)
        self.server.take_in(self)

    def del_channel(self, map: Any = None) -> None:
        """Close the connection in the map of sockets, and for its address."""
        super().del_channel(map)
        self.server.let_go(self)

    def service(self) -> None:
        """Answer the first request that waits here."""
        try:
            super().service()
        finally:
            self.server.answered(self)
            group_commit.request_answered()

    @property
    def reads(self) -> bool:
        """Return whether the request that comes next here only reads a page."""
        return bool(self.requests) and reads(self.requests[0])

    @property
    def is_idle(self) -> bool:
        """Return whether no whole request of this connection is waiting, in work or on its way back."""
        return not self.requests and not self.total_outbufs_len

    @property
    def kept_bytes(self) -> int:
        """Return the bytes that are here of its requests and of the answers that it has not taken."""
        begun = self.request
        bodies = sum(one.body_bytes_received for one in [*self.requests, *([begun] if begun else [])])
        return self.total_outbufs_len + bodies + (begun.header_bytes_received if begun else 0)


class HallServer(EagerServer):
    """Serve the pages of a hall over the listening socket *_sock*."""

    channel_class = HallChannel

    def __init__(self, *arguments: Any, most: int, **options: Any) -> None:
        """Serve *most* connections at once; when there are more, idle ones make room and listening goes on."""
        self._most = most
        self._lock = threading.Lock()
        self._connections: Counter[str] = Counter()  # address -> connections
        # Requests that a thread answers, or will at once; True: those that read.
        self._foreign: Counter[bool] = Counter()
        self._own = 0  # requests of the laptop and paired devices under way
        self._later: FairQueue[WaitingPlace, HallChannel] = FairQueue()  # requests that wait for a thread
        self._untaken: list[HallChannel] = []  # requests that wait until the answer before them is taken
        self._kept = 0  # bytes, at the last look, and of the answers since that were not taken at once
        super().__init__(*arguments, **options)

    def take_in(self, new: HallChannel) -> None:
        """Count *new* for its address, and make room where that one or all have more connections than they may."""
        with self._lock:
            new.address = new.addr[0]
            self._connections[new.address] += 1
            of_address = self._connections[new.address]
        if of_address > OF_ONE_ADDRESS and not is_kept(new.address):
            self._make_room(new, new.address)
        elif len(self.active_channels) > self._most:
            foreign = Counter({one: count for one, count in list(self._connections.items()) if not is_kept(one)})
            if foreign:
                self._make_room(new, foreign.most_common(1)[0][0])

    def _make_room(self, new: HallChannel, crowded: str) -> None:
        """Close the connection of the address *crowded* that has been silent for longest; *new* where none is idle."""
        idle = [one for one in list(self.active_channels.values()) if one.address == crowded and one.is_idle]
        if older := [one for one in idle if one is not new]:
            # A browser opens a connection again by itself: who has been silent longest loses least.
            min(older, key=lambda one: one.last_activity).handle_close()
        elif not is_kept(new.address):
            new.handle_close()

    def let_go(self, old: HallChannel) -> None:
        """Take *old*, which is closed, out of the counts."""
        with self._lock:
            if old.address:
                count_back(self._connections, old.address)
                old.address = ""

    def add_task(self, task: HallChannel) -> None:
        """Pass the connection with a whole request to a thread, or let it wait for one."""
        if not is_kept(task.addr[0]):
            with self._lock:
                if task.total_outbufs_len:
                    # It came together with the request before it: a thread would be held by whoever takes no answer.
                    self._untaken.append(task)
                    return
                place = WaitingPlace(task.addr[0], task.reads)
                if not self._has_room(place):
                    self._later.add(place, task)
                    return
                self._count(task, place)
        else:
            with self._lock:
                self._own += 1
        self._give(task)

    def _give(self, task: HallChannel) -> None:
        group_commit.request_came()
        super().add_task(task)

    def answered(self, task: HallChannel) -> None:
        """Count the request of *task* that was answered no more, and give its thread to one that waits."""
        with self._lock:
            if task.counted:
                self._kept += task.total_outbufs_len
                place = task.counted.popleft()
                self._foreign[place.reads] -= 1
                count_back(self._later.at_work, place)
            else:
                self._own -= 1
        self._resume()

    def _resume(self) -> None:
        """Assign threads to the foreign requests that wait and have room, first to those of addresses that have fewest."""
        while (following := self._following()) is not None:
            self._give(following)

    def _following(self) -> HallChannel | None:
        with self._lock:
            if (turn := self._later.take(self._has_room)) is None:
                return None
            place, following = turn
            self._count(following, place)
            return following

    def _has_room(self, place: WaitingPlace) -> bool:
        if self._foreign.total() >= FOREIGN_THREADS:
            return False
        if place.reads and (
            self._foreign[True] >= (READERS_BESIDE if self._own else FOREIGN_READERS) or self._kept > MOST_KEPT
        ):
            return False
        return self._later.at_work[place] < (READERS_OF_ONE_ADDRESS if place.reads else WRITERS_OF_ONE_ADDRESS)

    def _count(self, task: HallChannel, place: WaitingPlace) -> None:
        task.counted.append(place)
        self._foreign[place.reads] += 1
        self._later.at_work[place] += 1

    def close(self) -> None:
        """Close the server with all its connections: on Windows one that is left keeps the port from the program that follows."""
        super().close()
        wasyncore.close_all(self._map, ignore_all=True)

    def maintenance(self, now: float) -> None:
        """Close the connections that have been silent for long, and those that keep too much here."""
        super().maintenance(now)
        kept = {one: one.kept_bytes for one in list(self.active_channels.values()) if not is_kept(one.addr[0])}
        in_all = sum(kept.values())
        if in_all > MOST_KEPT:
            of_address: Counter[str] = Counter()
            for one, size in kept.items():
                of_address[one.addr[0]] += size
            # The largest of the address that keeps most, and so on: an address of few telephones loses nothing.
            for one in sorted(kept, key=lambda one: (of_address[one.addr[0]], kept[one]), reverse=True):
                if in_all <= MOST_KEPT / 2:
                    break
                one.cut()
                in_all -= kept[one]
        with self._lock:
            self._kept = in_all
            untaken, self._untaken = self._untaken, []
        for one in untaken:
            self.add_task(one)
        self._resume()
