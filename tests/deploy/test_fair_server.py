"""The order of requests that wait: those of a flood keep nobody else waiting."""

import http.client
import io
import socket
import threading
from types import SimpleNamespace

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel

from deploy.hosting.fair_server import EagerServer, FairQueue, VisitorQueue
from tournament import group_commit
from tournament.senders import neighbourhood


def filled(*asked: tuple[str, str]) -> FairQueue:
    """Return a queue in which requests of (a sender, a device) wait, each by its number."""
    queue: FairQueue = FairQueue()
    for number, (sender, device) in enumerate(asked):
        queue.add(sender, number, device)
    return queue


def taken(queue: FairQueue) -> list[int]:
    """Return what waits in the order of its turns, one thread at work after the other."""
    return [queue.take()[1] for _ in range(len(queue))]


def test_senders_take_turns_and_each_keeps_its_own_order():
    queue = filled(*[("greedy", "")] * 4, ("other", ""), ("third", ""), ("other", ""))
    assert taken(queue) == [0, 4, 5, 1, 6, 2, 3]
    assert queue.take() is None and not queue._waiting


def test_who_has_fewest_threads_comes_first():
    queue = filled(("greedy", ""), ("other", ""), ("other", ""))
    queue.at_work.update(greedy=2, other=1)
    assert queue.take() == ("other", 1)
    queue.at_work["other"] += 2
    assert queue.take() == ("greedy", 0)


def test_who_has_no_room_waits_on():
    queue = filled(("greedy", ""), ("other", ""))
    assert queue.take(lambda sender: sender == "other") == ("other", 1)
    assert queue.take(lambda sender: sender == "other") is None and len(queue) == 1


def test_devices_of_a_sender_take_turns_and_win_none_from_other_senders():
    queue = filled(*[("hall", "greedy")] * 3, *[("hall", f"telephone {number}") for number in range(3)], ("other", ""))
    assert taken(queue) == [0, 6, 3, 4, 5, 1, 2]


def asked(forwarded: str = "", cookie: str = "", method: str = "GET") -> SimpleNamespace:
    """Return a connection of the proxy whose first request waits."""
    headers = {"X_FORWARDED_FOR": forwarded, "COOKIE": cookie}
    request = SimpleNamespace(headers=headers, command=method)
    channel = SimpleNamespace(addr=("127.0.0.1", 50_000), requests=[request], served=0)
    channel.service = lambda: setattr(channel, "served", channel.served + 1)
    return channel


def order(channels: list) -> list[int]:
    """Return in which order *channels*, which wait together, have their turns; until its end each is under way."""
    queue = VisitorQueue(readers=16)
    before = group_commit._under_way
    for channel in channels:
        queue.append(channel)
    assert group_commit._under_way - before == len(channels)
    turns = []
    while len(queue):
        turn = queue.popleft()
        turns.append(next(number for number, channel in enumerate(channels) if channel is turn.channel))
        turn.service()
    assert all(channel.served == 1 for channel in channels) and not queue._fair.at_work
    assert group_commit._under_way == before
    with pytest.raises(IndexError):
        queue.popleft()
    return turns


def test_visitors_are_told_apart_by_what_the_proxy_alone_writes(settings):
    settings.BEHIND_PROXY = True
    made_up = [asked(f"6.6.6.{number}, 10.1.2.3", f"made={number}") for number in range(3)]
    assert order([*made_up, asked("10.1.2.9"), asked("10.1.2.9")]) == [0, 3, 1, 4, 2]


def test_without_a_proxy_nobody_says_who_he_is(settings):
    settings.BEHIND_PROXY = False
    assert order([asked("10.1.2.3"), asked("10.1.2.3"), asked("10.1.2.9")]) == [0, 1, 2]


def test_a_visitor_with_a_request_at_work_waits_for_one_without(settings, monkeypatch):
    monkeypatch.setattr(group_commit, "_under_way", 0)  # as it was, afterwards: most of these are never answered
    settings.BEHIND_PROXY = True
    queue = VisitorQueue(readers=16)
    for _ in range(3):
        queue.append(asked("10.1.2.3"))
    first = queue.popleft()
    queue.append(other := asked("10.1.2.9"))
    assert queue.popleft().channel is other
    first.service()
    assert queue._fair.at_work == {("10.1.2.9", True): 1}


def test_those_that_read_leave_threads_to_those_that_write():
    """Scores that come at once are written together: with as few threads as pages have, each costs more."""
    queue = VisitorQueue(readers=2)
    for channel in [*[asked() for _ in range(3)], *[asked(method="POST") for _ in range(3)]]:
        queue.append(channel)
    turns = [queue.popleft() for _ in range(5)]
    assert [turn.place.reads for turn in turns].count(False) == 3
    with pytest.raises(IndexError):
        queue.popleft()
    assert not len(queue), "no thread is woken for the reader that waits"
    next(turn for turn in turns if turn.place.reads).service()
    assert len(queue) == 1 and queue.popleft().place.reads


def test_a_subscriber_chooses_no_second_turn_among_its_addresses():
    many = {f"2001:db8:1:{network:x}::{host:x}" for network in (0, 0xFF) for host in (1, 2)}
    assert {neighbourhood(one) for one in many} == {"2001:db8:1::/56"}
    assert neighbourhood("2001:db8:1:100::1") == "2001:db8:1:100::/56"
    assert neighbourhood("82.1.2.3") == neighbourhood("::ffff:82.1.2.3") == "82.1.2.3"
    assert neighbourhood("unknown") == "unknown"


def test_connections_are_taken_in_together_and_no_more_than_there_may_be():
    sockets: dict = {}
    server = EagerServer(None, sockets, adj=Adjustments(host="127.0.0.1", port=0, threads=1, connection_limit=10))
    links = [socket.create_connection(("127.0.0.1", int(server.effective_port))) for _ in range(15)]
    try:
        server.handle_accept()
        assert len(sockets) == 10
    finally:
        server.task_dispatcher.shutdown()
        wasyncore.close_all(sockets)
        for link in links:
            link.close()


@pytest.mark.parametrize(("body", "pieces"), [(b"a receipt", 1), (b"", 1), (None, 2)])
def test_an_answer_goes_out_in_one_piece(body, pieces, monkeypatch):
    """Of a process that was killed between head and body a telephone had a 200 without its receipt; a file follows its head."""
    sent: list[bytes] = []
    send = HTTPChannel.send
    monkeypatch.setattr(HTTPChannel, "send", lambda self, data, **more: sent.append(data) or send(self, data, **more))

    def application(environ: dict, start_response) -> list[bytes]:
        start_response("200 OK", [("Content-Length", str(4 if body is None else len(body)))])
        return environ["wsgi.file_wrapper"](io.BytesIO(b"file")) if body is None else [body]

    sockets: dict = {}
    server = EagerServer(application, sockets, adj=Adjustments(host="127.0.0.1", port=0, threads=1))
    ending = threading.Event()

    def serve() -> None:
        while not ending.is_set():
            wasyncore.loop(timeout=0.02, map=sockets, count=1)

    loop = threading.Thread(target=serve)
    loop.start()
    link = http.client.HTTPConnection("127.0.0.1", int(server.effective_port), timeout=20)
    try:
        for _twice in range(2):
            link.request("GET", "/")
            answer = link.getresponse()
            assert (answer.status, answer.read()) == (200, b"file" if body is None else body)
        assert len(sent) == 2 * pieces
    finally:
        link.close()
        ending.set()
        loop.join()
        server.task_dispatcher.shutdown()
        wasyncore.close_all(sockets)
