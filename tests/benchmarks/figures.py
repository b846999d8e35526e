"""Figures that several measurements take."""

import contextlib
import os
import time
from pathlib import Path

from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

CALLS = 100
TURNS = 15


def p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * len(times)) - 1]


def give_way(pid: int) -> None:
    """Give the process *pid* and what it begins only what all others leave of the processors, where Linux can.

    Idle threads give way within their session alone: of two sessions each has its half (`sched_autogroup`).
    """
    if hasattr(os, "SCHED_IDLE"):
        for thread in os.listdir(f"/proc/{pid}/task"):  # of each that runs already; the priority of one is its own
            os.sched_setscheduler(int(thread), os.SCHED_IDLE, os.sched_param(0))
        with contextlib.suppress(FileNotFoundError):
            Path(f"/proc/{pid}/autogroup").write_text("19")


def answers(application: WSGIHandler, address: str) -> float:
    """Seconds of work for CALLS answers of *address* through the whole middleware."""
    environ = RequestFactory().get(address).environ
    begun = time.process_time()  # what it costs, whatever else this computer does meanwhile
    for _ in range(CALLS):
        response = application(environ.copy(), lambda *_: None)
        b"".join(response)
        response.close()
    return time.process_time() - begun


def milliseconds(ask, clock=time.perf_counter) -> float:
    """Return the least of some turns by *clock*: what else this computer does meanwhile is not the page's."""
    times = []
    for _ in range(TURNS):
        begun = clock()
        assert ask().status_code == 200
        times.append(1000 * (clock() - begun))
    return min(times)
