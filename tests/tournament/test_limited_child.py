"""The child that opens a file from outside: few at once, a refusal after a long wait, an end for one that takes all."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournament import limited_child
from tournament.errors import TournamentError
from tournament.places import Places

SLOW = [sys.executable, "-m", "tests.tournament.slow_child"]
CALLERS = limited_child.PLACES + limited_child.QUEUE + 6


def spans():
    """(when each child began and ended, what the others were told), of CALLERS at once."""

    def call(_number):
        try:
            return tuple(map(float, limited_child.answer_of(SLOW, b"x", seconds=20).split()))
        except TournamentError as refused:
            return refused

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = list(pool.map(call, range(CALLERS)))
    return [one for one in answers if isinstance(one, tuple)], [one for one in answers if not isinstance(one, tuple)]


def most_at_once(found):
    return max(sum(began <= moment < ended for began, ended in found) for moment, _ in found)


def test_two_at_once_some_wait_and_the_others_are_told():
    found, told = spans()
    assert most_at_once(found) <= limited_child.PLACES
    assert len(found) >= limited_child.PLACES + limited_child.QUEUE and len(found) + len(told) == CALLERS
    assert told and {one.code for one in told} == {"file_queue"} and {one.status for one in told} == {503}
    assert "again" in str(told[0]) or "nouveau" in str(told[0])


def test_without_the_places_all_would_run_at_once(monkeypatch):
    monkeypatch.setattr(limited_child, "_places", Places(at_once=CALLERS, queue=0, seconds=0))
    found, told = spans()
    assert not told and most_at_once(found) > limited_child.PLACES


def test_what_takes_too_long_is_ended_and_gives_its_place_back():
    for _ in range(limited_child.PLACES + 1):
        with pytest.raises(limited_child.ChildKilled):
            limited_child.answer_of(SLOW, b"x", seconds=0.1)
    assert limited_child.answer_of(SLOW, b"x", seconds=20)
