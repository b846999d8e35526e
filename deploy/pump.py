"""What lives beside every Celery worker: it finds waiting jobs, hands them over and takes back those of the dead.

Without Redis it is the only way from a row to its task, and looks ten times a second. With Redis the commit rings,
and the pump is the sweep behind it for bells that did not ring. Every step is a conditional UPDATE, so any number of
pumps may run.
"""

import logging
import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError as BrokerAway

from tournament import jobs
from tournament.tasks import run_job

log = logging.getLogger("dix.pump")

SINGLE_PAUSE = 0.1
SWEEP_PAUSE = 5.0
STALE_EVERY = 10.0
FORGET_EVERY = 600.0
IN_HAND = 4


class Pump(threading.Thread):
    """*single*: this worker is the only one (a lock file says so), so what is in hand at the start is orphaned."""

    single = False

    def __init__(self) -> None:
        super().__init__(daemon=True, name="pump")
        self._end = threading.Event()
        self.last_turn = time.monotonic()

    @classmethod
    def start_new(cls) -> "Pump":
        pump = cls()
        pump.start()
        return pump

    def stop(self) -> None:
        self._end.set()

    def run(self) -> None:
        first, swept, forgotten = True, 0.0, time.monotonic()
        pause = SWEEP_PAUSE if settings.JOBS_RING else SINGLE_PAUSE
        while not self._end.is_set():
            try:
                if time.monotonic() - swept > STALE_EVERY:
                    jobs.requeue(stale_seconds=None if first and self.single else jobs.STALE_SECONDS)
                    first, swept = False, time.monotonic()
                if time.monotonic() - forgotten > FORGET_EVERY:
                    jobs.forget()
                    forgotten = time.monotonic()
                self._turn()
            except (DatabaseError, BrokerAway, OSError) as error:
                log.warning("pump: %s", type(error).__name__)
                connection.close()
                self._end.wait(1)
            self.last_turn = time.monotonic()
            self._end.wait(pause)
        connection.close()

    def _turn(self) -> None:
        if settings.JOBS_RING:
            waiting = jobs.take(limit=100, wait_seconds=SWEEP_PAUSE)
            connection.close()
        else:
            waiting = jobs.take(limit=IN_HAND)
        for number, job_id in enumerate(waiting):
            try:
                run_job.delay(job_id)
            except (BrokerAway, OSError):
                jobs.leave(waiting[number:])
                raise
