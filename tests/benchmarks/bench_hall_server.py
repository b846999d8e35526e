"""How long the laptop waits for its own page while one telephone opens more and more connections, with and without its
kept places."""

import time

import pytest

from deploy.laptop import hall_server, serve
from tests.support import hall_servers as halls

NUMBERS = (0, 300, 600, 1200)  # connections of the telephone
TIMES = 30  # how much longer than without any
PATIENCE = 5.0  # seconds; longer is no answer


@pytest.mark.parametrize("make", [halls.ours, halls.without_places], ids=["kept places", "waitress alone"])
def test_the_laptop_beside_one_telephone_with_many_connections(make, monkeypatch):
    monkeypatch.setattr(hall_server, "is_kept", lambda address: address == halls.LAPTOP)
    monkeypatch.setattr(halls, "MOST", serve.connections_at_most())
    waits = {}
    for number in NUMBERS:
        hall = halls.Hall(make)
        try:
            for _ in range(number):
                hall.connect(halls.STRANGER).sendall(b"GET / HTTP/1.1\r\nX: ")
            took = []
            for _ in range(20):
                begun = time.perf_counter()
                answered = hall.is_answered(halls.LAPTOP, seconds=PATIENCE)
                took.append(time.perf_counter() - begun)
                if not answered:
                    break
            waits[number] = sorted(took)[len(took) // 2]
            said = f"{waits[number] * 1000:7.1f} ms, worst {max(took) * 1000:7.1f} ms" if answered else "no answer"
            print(f"{number:5} connections: {said}")
        finally:
            hall.close()
    if make is halls.ours:
        assert waits[NUMBERS[-1]] < TIMES * waits[0]
