"""Whatever comes from the Wi-Fi, the laptop is served: its share of connections and threads is kept.

One address of loopback plays the laptop, the others are strangers.
"""

import contextlib
import threading

import pytest

from deploy.laptop import hall_server
from tests.support.fixtures import wait_for
from tests.support.hall_servers import LAPTOP, LARGE, MOST, OTHER, STRANGER, Hall, ours, without_places
from tournament import group_commit


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
def test_a_server_that_closes_leaves_no_connection_open(hall):
    """On Windows one that is left, of a browser that reads on, keeps the port from the program that opens after it."""
    links = [hall.ask(LAPTOP), hall.connect(STRANGER)]
    assert links[0].recv(200).startswith(b"HTTP/1.1 200")
    wait_for(lambda: len(hall.server.active_channels) == 2, 20, "both are taken in")
    hall.server.close()
    assert [link.recv(1) for link in links] == [b"", b""] and not hall.channels


@both
def test_nothing_is_kept_of_connections_that_are_closed(hall):
    for number in range(10):
        hall.connect(f"127.0.1.{number % 3 + 1}")
    wait_for(lambda: hall.server._connections.total() == 10, 20, "each is counted for its address")
    for link in hall.links:
        link.close()
    wait_for(lambda: not hall.server._connections, 20, "and counted back")


@both
def test_all_requests_that_have_a_thread_are_under_way(hall, monkeypatch):
    """The groups that scores are written in wait for those, and for nobody else."""
    monkeypatch.setattr(group_commit, "_under_way", 0)
    for number in range(6):
        hall.ask(f"127.0.1.{number % 2 + 1}", "/hold", "POST")
    hall.ask(LAPTOP, "/hold")
    wait_for(lambda: group_commit._under_way == 7, 20, "seven are under way")
    hall.let_go.set()
    wait_for(lambda: group_commit._under_way == 0, 20, "all are answered")


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
def test_few_pages_begin_while_the_laptop_is_answered(hall):
    """Others that compute take the processor from its score."""
    hall.ask(LAPTOP, "/hold")
    wait_for(lambda: hall.held == 1, 20, "the laptop's request has a thread")
    for address in (STRANGER, OTHER) * hall_server.FOREIGN_READERS:
        hall.ask(address, "/turn")
    some = 1 + hall_server.READERS_BESIDE
    wait_for(lambda: hall.held == some and len(hall.server._later) == 14, 20, "two pages have begun")
    hall.let_go.set()
    wait_for(lambda: hall.held == 1 + hall_server.FOREIGN_READERS, 20, "the others follow when it is answered")
    assert hall.server._own == 0


@both
def test_all_who_wait_for_a_connection_are_taken_in_together(hall, monkeypatch):
    """Each turn of the loop looks at all connections: one turn for each of a thousand kept the laptop waiting."""
    gate, turns = threading.Event(), []
    readable = hall.server.readable
    monkeypatch.setattr(hall.server, "readable", lambda: gate.wait(20) and readable())
    hall.connect(STRANGER)  # ends the turn that has begun
    links = [hall.connect(f"127.0.3.{number + 1}") for number in range(40)]
    taken = hall.server.handle_accept
    monkeypatch.setattr(hall.server, "handle_accept", lambda: (turns.append(1), taken())[1])
    gate.set()
    wait_for(lambda: len(hall.server.active_channels) >= len(links), 20, "all are taken in")
    assert len(turns) <= 4


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
    wait_for(lambda: not hall.server._later.at_work, 20, "nothing is kept of who wrote")


@both
def test_one_address_that_reads_without_end_leaves_threads_to_the_others(hall):
    """All the threads of readers were its own: the others waited for whatever it asked, one after the other."""
    for _ in range(2 * hall_server.FOREIGN_READERS):
        hall.ask(STRANGER, "/hold")
    wait_for(lambda: hall.held == hall_server.READERS_OF_ONE_ADDRESS, 20, "as many as may are being answered")
    assert hall.is_answered(OTHER)
    assert hall.held == hall_server.READERS_OF_ONE_ADDRESS


@both
def test_who_asks_little_goes_before_who_asks_much(hall):
    for number in range(2 * hall_server.FOREIGN_READERS):
        hall.ask((STRANGER, "127.0.0.11")[number % 2], "/turn")
    wait_for(lambda: hall.held == hall_server.FOREIGN_READERS, 20, "all threads of readers are taken")
    page = hall.ask(OTHER)
    wait_for(lambda: len(hall.server._later) == hall_server.FOREIGN_READERS + 1, 20, "it waits behind as many")
    hall.turns.release()
    assert page.recv(200).startswith(b"HTTP/1.1 200")


@both
def test_answers_that_nobody_takes_hold_no_thread(hall):
    """A telephone that asked many times in one piece and read nothing kept all others from every page."""
    asked = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4
    links = [hall.connect(f"127.0.3.{number + 1}") for number in range(hall_server.FOREIGN_READERS)]
    for link in links:
        link.sendall(asked)
    wait_for(lambda: len(hall.server._untaken) == len(links), 20, "each has one answer, and waits with the next")
    assert hall.is_answered(OTHER) and hall.is_answered(LAPTOP)
    for _answer in range(4):
        _read_answer(links[0])
    wait_for(lambda: hall.server._foreign.total() == 0, 20, "no place is kept")


def _read_answer(link):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += link.recv(1)
    assert head.startswith(b"HTTP/1.1 200")
    left = LARGE
    while left:
        left -= len(link.recv(min(left, 65536)))


BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n" + bytes(2_000_000)
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 200_000


@both
@pytest.mark.parametrize("sent", [BODY, HEAD], ids=["bodies", "heads"])
def test_what_connections_keep_here_is_bounded_in_all(sent, hall, monkeypatch):
    """A hundred bodies without their last byte took 1 GB of the disk."""
    most = 4 * len(sent)
    monkeypatch.setattr(hall_server, "MOST_KEPT", most)
    small = hall.connect(OTHER)
    small.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nx")
    for _ in range(12):
        with contextlib.suppress(OSError):  # it may be closed while it still sends
            hall.connect(STRANGER).sendall(sent)

    def kept():
        return sum(channel.kept_bytes for channel in list(hall.server.active_channels.values()))

    wait_for(lambda: kept() <= most and any(map(_is_closed, hall.links)), 20, "the largest are closed")
    small.sendall(b"x")
    assert small.recv(200).startswith(b"HTTP/1.1 200"), "who keeps little stays"
    assert hall.is_answered(LAPTOP)


def _is_closed(link):
    link.setblocking(False)
    try:
        return link.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        link.settimeout(20)


@both
def test_no_page_is_made_while_too_many_are_not_taken(hall, monkeypatch):
    """The server makes pages faster than it comes to look at its connections: 1 GB was kept before it did."""
    monkeypatch.setattr(hall_server, "MOST_KEPT", 2 * LARGE)
    monkeypatch.setattr(hall.server, "maintenance", lambda now: None)
    for number in range(30):
        hall.ask(f"127.0.3.{number + 1}", "/large")

    def made():
        return [one for one in list(hall.server.active_channels.values()) if one.total_outbufs_len]

    wait_for(lambda: len(made()) >= 2 and not hall.server._foreign.total(), 20, "no thread is at work")
    assert len(made()) < 30 - hall_server.FOREIGN_READERS and hall.server._later
    assert hall.is_answered(LAPTOP)


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
