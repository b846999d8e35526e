"""Group commit: concurrent requests in one transaction."""

import threading
import time

import pytest
from django.db import InterfaceError, OperationalError, transaction

from tests.support.fixtures import wait_for
from tournament import group_commit
from tournament.group_commit import GroupCommit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    """Nobody tells of requests, and none is left of a server that a test before this one ended."""
    monkeypatch.setattr(group_commit, "_under_way", 0)


class Asked:
    """A question that takes as long as `open` is not set, and what was asked in one go."""

    def __init__(self, **options):
        self.open = threading.Event()
        self.batches = []
        self.together = GroupCommit(self._many, **options)
        self.given = {}
        self._threads = []

    def _many(self, questions):
        self.batches.append(list(questions))
        assert self.open.wait(10)
        return [self.answer(one) for one in questions]

    def answer(self, question):
        return question * 10

    def ask(self, *questions, queue=None):
        """Each question in a thread of its own, in this order."""
        for question in questions:
            thread = threading.Thread(target=self._ask, args=(question, queue))
            thread.start()
            self._threads.append(thread)
            wait_for(lambda question=question: self._there(question), 5, "it is asked or waits")

    def _there(self, question):
        waiting = [question.value for queue in self.together._waiting.values() for question in queue]
        return question in waiting or any(question in batch for batch in self.batches)

    def _ask(self, question, queue):
        try:
            self.given[question] = self.together(question, queue=queue)
        except Exception as error:
            self.given[question] = error

    def end(self):
        self.open.set()
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()
        return self.given


def test_those_who_ask_meanwhile_are_asked_in_one_go():
    asked = Asked()
    asked.ask(1, 2, 3, 4)
    assert asked.end() == {1: 10, 2: 20, 3: 30, 4: 40}
    assert asked.batches == [[1], [2, 3, 4]]
    assert asked.together(5) == 50 and asked.batches[-1] == [5]  # nothing is left over


def test_no_more_than_so_many_in_one_go():
    asked = Asked(most=2)
    asked.ask(1, 2, 3, 4)
    asked.end()
    assert asked.batches == [[1], [2, 3], [4]]


def test_queues_do_not_wait_for_each_other():
    asked = Asked()
    asked.ask(1, 2, queue="a")
    asked.ask(3, queue="b")
    assert asked.batches == [[1], [3]]
    asked.end()
    assert asked.batches == [[1], [3], [2]]


def test_an_answer_that_is_an_error_is_raised_where_it_was_asked():
    asked = Asked()
    asked.answer = lambda question: ValueError(question) if question == 2 else question
    asked.ask(1, 2, 3)
    given = asked.end()
    assert isinstance(given.pop(2), ValueError) and given == {1: 1, 3: 3}


def test_what_is_raised_for_all_is_asked_again_one_by_one():
    asked = Asked()

    def answer(question):
        if question == 3:
            raise ValueError(question)
        return question

    asked.answer = answer
    asked.ask(1, 2, 3, 4)
    given = asked.end()
    assert isinstance(given.pop(3), ValueError) and given == {1: 1, 2: 2, 4: 4}
    assert asked.batches == [[1], [2, 3, 4], [2], [3], [4]]


@pytest.mark.parametrize("away", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_away_for_all(away):
    asked = Asked()

    def answer(question):
        if question > 1:
            raise away
        return question

    asked.answer = answer
    asked.ask(1, 2, 3)
    given = asked.end()
    assert given.pop(1) == 1 and all(isinstance(error, away) for error in given.values())
    assert asked.batches == [[1], [2, 3]]


def test_within_a_transaction_nobody_waits():
    """The holder of a lock must not wait for somebody who waits for that lock."""
    asked = Asked()
    asked.ask(1)
    asked.open.set()
    asked.open.wait = lambda _seconds: True
    with transaction.atomic():
        assert asked.together(2) == 20
    assert asked.batches[-1] == [2]
    asked.end()


@pytest.mark.parametrize(("gap", "goes"), [(1.0, range(4, 10)), (0.0, range(20, 41))])
def test_a_crowd_that_comes_back_is_asked_in_one_go_not_in_two_halves(monkeypatch, gap, goes):
    """Eight telephones ask five times each and think a moment between: the one that came first would stay alone."""
    monkeypatch.setattr(group_commit, "CROWD_SECONDS", 10.0)
    monkeypatch.setattr(group_commit, "GAP_SECONDS", gap)
    began, first, batches = threading.Event(), threading.Event(), []

    def many(questions):
        batches.append(len(questions))
        if len(batches) == 1:
            first.set()
            assert began.wait(10)
        return questions

    together = GroupCommit(many)

    def telephone(place):
        for number in range(5):
            together(number)
            time.sleep(0.03 * (1 + place))  # thinking alike, they would come back together on a busy machine

    threads = [threading.Thread(target=telephone, args=[place]) for place in range(8)]
    threads[0].start()
    assert first.wait(10)
    for thread in threads[1:]:
        thread.start()
    wait_for(lambda: len(together._waiting[None]) == 7, 5, "the others wait")
    began.set()
    for thread in threads:
        thread.join(20)
    assert sum(batches) == 40 and batches[:2] == [1, 7] and len(batches) in goes, batches


def test_who_waits_further_on_already_is_not_awaited(monkeypatch):
    """Of two who go through both groups one is late: each waited for the other, in another group."""
    monkeypatch.setattr(group_commit, "CROWD_SECONDS", 60.0)
    monkeypatch.setattr(group_commit, "GAP_SECONDS", 60.0)
    batches = []
    first = GroupCommit(lambda questions: questions)
    second = GroupCommit(lambda questions: batches.append(len(questions)) or questions, follows=first)
    for group in (first, second):
        group._crowd, group._expected = time.monotonic(), 2
    ahead = threading.Thread(target=second, args=["ahead"])
    ahead.start()
    wait_for(lambda: second._here == 1, 5, "one waits further on")
    behind = threading.Thread(target=lambda: second(first("behind")))
    behind.start()
    for thread in (ahead, behind):
        thread.join(20)
        assert not thread.is_alive()
    assert batches == [2]


@pytest.mark.parametrize("last", ["asks", "is answered"])
def test_nobody_is_awaited_once_all_requests_under_way_wait(monkeypatch, last):
    """The last of five hundred telephones waited for others, who had all been answered."""
    monkeypatch.setattr(group_commit, "CROWD_SECONDS", 60.0)
    monkeypatch.setattr(group_commit, "GAP_SECONDS", 60.0)
    batches = []
    together = GroupCommit(lambda questions: batches.append(len(questions)) or questions)
    together._crowd, together._expected = time.monotonic(), 40
    threads = [threading.Thread(target=together, args=[number]) for number in range(3 if last == "asks" else 2)]
    for _ in range(3):
        group_commit.request_came()
    for number, thread in enumerate(threads):
        assert not batches, "a third request is under way, which may come"
        thread.start()
        wait_for(lambda number=number: together._here == number + 1 or batches, 5, "it waits")
    if last == "is answered":
        assert not batches
        group_commit.request_answered()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    assert batches == [len(threads)]
