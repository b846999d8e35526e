"""Controls of totals in turn: few at once, one for each caller, and no telephone takes a place of the accounts."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import RequestFactory

from deploy.web.middleware import BusyDatabase
from scoring.errors import ScoringError
from scoring.sheets import controls as checks
from tests.support.fixtures import wait_for
from tournament.places import Places


class Controls:
    """Controls that go on until they are let go, each called by somebody."""

    def __init__(self) -> None:
        self.running, self.most, self.let_go = [], 0, threading.Event()

    def one(self, group: str, mark: str) -> str:
        checks.called_by(group, mark)
        try:
            with checks.in_turn():
                self.running.append(mark)
                self.most = max(self.most, len(self.running))
                assert self.let_go.wait(20)
                self.running.remove(mark)
        except ScoringError as error:
            return error.code
        return "done"


@pytest.fixture
def controls(monkeypatch):
    places = {group: Places(at_once=2, queue=60, seconds=20) for group in ("telephones", "accounts")}
    monkeypatch.setattr(checks, "_places", places)
    return Controls()


def test_one_telephone_controls_one_thing_at_a_time_and_the_others_have_their_turn(controls):
    with ThreadPoolExecutor(12) as pool:
        greedy = [pool.submit(controls.one, "telephones", "greedy") for _ in range(8)]
        wait_for(lambda: sum(one.done() for one in greedy) == 8 - checks.WAITING, 20, "the rest is told at once")
        honest = [pool.submit(controls.one, "telephones", "honest"), pool.submit(controls.one, "accounts", "clerk")]
        wait_for(lambda: {"greedy", "honest", "clerk"} <= set(controls.running), 20, "each has a place")
        assert controls.running.count("greedy") == 1
        controls.let_go.set()
        assert [one.result(20) for one in honest] == ["done", "done"]
        assert [one.result(20) for one in greedy].count("checks_queue") == 8 - checks.WAITING
    assert not checks._own.callers(), "nothing is kept of who asked"


def test_many_telephones_take_no_place_of_an_account(controls):
    with ThreadPoolExecutor(12) as pool:
        phones = [pool.submit(controls.one, "telephones", f"phone {number}") for number in range(8)]
        wait_for(lambda: len(controls.running) == 2, 20, "two at once")
        clerk = pool.submit(controls.one, "accounts", "clerk")
        wait_for(lambda: "clerk" in controls.running, 20, "the clerk has a place of his own")
        controls.let_go.set()
        assert {one.result(20) for one in [*phones, clerk]} == {"done"}
    assert controls.most <= 4


@pytest.mark.parametrize("path", ["/t/1/verifier/", "/api/v1/concours/1/totals/check/"])
def test_who_finds_no_place_is_told_to_send_again(path):
    answer = BusyDatabase(None).process_exception(RequestFactory().get(path), ScoringError("checks_queue"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "renvoyez-les" in answer.content.decode("unicode_escape" if "api" in path else "utf-8")


def test_outside_a_request_nothing_waits():
    checks._caller.set(None)
    with checks.in_turn(), checks.in_turn():
        pass
