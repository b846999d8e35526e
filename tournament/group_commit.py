"""Group commit: merge concurrent requests into one transaction. 300 telephones send when the last donne is played.

The first caller works at once, alone. Those who come meanwhile wait, and the first of them then leads them all.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence

from django.db import InterfaceError, OperationalError, connection

CROWD_SECONDS = 0.3  # for which a crowd is expected back, and awaited at most
GAP_SECONDS = 0.03

# One for all groups: where all requests under way wait in some group, nobody else can come to any.
_guard = threading.Condition()
_under_way = 0  # requests; none where no server tells of them
_here = 0  # questions of all groups that wait, or lead and are not asked yet


def request_came() -> None:
    """Count a request that has come to this process: as long as it is not answered, it may be awaited."""
    global _under_way
    with _guard:
        _under_way += 1


def request_answered() -> None:
    """Count a request no more that was answered; where all others wait for each other, they wait no longer."""
    global _under_way
    with _guard:
        _under_way -= 1
        if _all_here():
            _guard.notify_all()


def _all_here() -> bool:
    return 0 < _under_way <= _here


class _Question:
    """One question; once `ready`, it is answered, or else it is its turn to ask for all who wait."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.answer: object = None
        self.answered = False
        self.ready = threading.Event()

    def set_answer(self, answer: object) -> None:
        self.answer, self.answered = answer, True
        self.ready.set()

    def result(self) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class GroupCommit:
    """A function of one request that is carried out by *many*, which gets the list of concurrent requests.

    *many* gives one answer for each question, in order; an exception among them is raised where it was asked. What it
    raises itself is nobody's answer: each is then asked alone, unless the database is busy or away, which is so for
    all. At most *most* are asked in one go. In a crowd the next go begins when as many wait as there were at the end of
    the last one, those answered then with those who waited already: else the two halves take turns, at twice the cost.
    Nobody is awaited any longer once none came for GAP_SECONDS, or once all requests under way wait already.

    Where the same requests come to one group after the other, it *follows* that one: who waits further on already is not
    awaited there.
    """

    def __init__(
        self, many: Callable[[Sequence], Sequence], *, most: int = 64, follows: "GroupCommit | None" = None
    ) -> None:
        self._many = many
        self._most = most
        self._crowd = 0.0  # when several were last asked in one go
        self._expected = 0  # how many there were then, answered or waiting
        self._waiting: dict[Hashable, deque[_Question]] = {}
        self._here = 0  # of all queues, those who lead included
        self._follows = follows
        self._next: GroupCommit | None = None
        if follows is not None:
            follows._next = self

    def __call__(self, question: object, *, queue: Hashable = None) -> object:
        """Answer *question*, merged with others of its *queue* alone; queues do not wait for each other."""
        own = _Question(question)
        if connection.in_atomic_block:
            # Within a transaction of the caller's: others could not see what it wrote, and it may hold what they need.
            self._ask([own])
            return own.result()
        before = self._follows
        with _guard:
            self._count(1)
            waiting = self._waiting.get(queue)
            if waiting is None:
                self._waiting[queue] = deque()
            else:
                waiting.append(own)
            if (
                (waiting is not None and len(waiting) + 1 + self._further >= self._expected)
                or (before is not None and before._here + self._here >= before._expected)
                or _all_here()
            ):
                _guard.notify_all()
        if waiting is not None:
            own.ready.wait()
            if own.answered:
                return own.result()
        with _guard:
            waiting = self._waiting[queue]
            if time.monotonic() - self._crowd < CROWD_SECONDS:
                # Those answered a moment ago make way for as many others, who are nearly here.
                self._gather(waiting)
            batch = [own] + [waiting.popleft() for _ in range(min(len(waiting), self._most - 1))]
            self._count(-len(batch))
            further = self._further  # before those answered come there
        try:
            self._ask(batch)
        finally:
            with _guard:
                if len(batch) > 1:
                    self._crowd = time.monotonic()
                    self._expected = min(len(batch) + len(waiting) + further, self._most)
                if waiting:
                    waiting.popleft().ready.set()
                else:
                    del self._waiting[queue]
        return own.result()

    @property
    def _further(self) -> int:
        return self._next._here if self._next is not None else 0

    def _count(self, questions: int) -> None:
        global _here
        self._here += questions
        _here += questions

    def _gather(self, waiting: Sequence[_Question]) -> None:
        """Wait until as many are here as there were a moment ago, or nobody comes any more."""
        end = time.monotonic() + CROWD_SECONDS
        while (
            len(waiting) + 1 + self._further < self._expected
            and not _all_here()
            and (left := end - time.monotonic()) > 0
        ):
            here = len(waiting) + self._further
            if not _guard.wait(min(GAP_SECONDS, left)) and len(waiting) + self._further == here:
                return

    def _ask(self, batch: Sequence[_Question]) -> None:
        try:
            answers = self._many([question.value for question in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError):
                for question in batch:
                    self._ask([question])
                return
            answers = [error] * len(batch)
        except BaseException:
            # The program is being stopped: nobody may wait for ever.
            for question in batch:
                question.set_answer(InterfaceError("stopped"))
            raise
        for question, answer in zip(batch, answers, strict=True):
            question.set_answer(answer)
