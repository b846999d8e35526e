"""The job dispatcher, a thread of every Celery worker: hand over due jobs, take back those of dead workers.

Without Redis it is the only way from a row to its task, and looks ten times a second; on SQLite only whether anything was
written, as long as no job waits. With Redis the commit notifies a worker, and the dispatcher sweeps up what no notice
reached; of what goes to places elsewhere no worker is notified, so it looks for that every second. Every step is a
conditional UPDATE, so any number of dispatchers may run.
"""

import logging
import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError as BrokerUnreachableError

from deploy.log import request_id
from scoring.copies import sending as copies
from tournament.jobs import services as jobs
from tournament.jobs.tasks import run_job
from tournament.jobs.upkeep import enqueue_daily, purge_finished, requeue_broken_off, requeue_lost

log = logging.getLogger("dix.dispatcher")

SINGLE_PAUSE = 0.1
SWEEP_PAUSE = 5.0
STALE_EVERY = 10.0
PURGE_EVERY = 600.0
OUTWARD_PAUSE = 1.0
REST_PAUSE = 1.0
IN_HAND = 4


class JobDispatcher(threading.Thread):
    """Hand over due jobs until `stop`. *single*: no other worker runs (a lock file says so), so that every job in hand
    at the start is orphaned.
    """

    single = False

    def __init__(self) -> None:
        super().__init__(daemon=True, name="dispatcher")
        self._stopping = threading.Event()
        self._outward: dict[str, threading.Thread] = {}
        self._broken_off: set[str] = set()  # outward jobs that ended as the database was away
        self._looked = 0.0
        self._due_looked = 0.0  # for jobs of which a notice should have told
        self._rested_since: float | None = None  # when no job waited
        self._version: int | None = None  # of what others have written, at the last turn
        self.last_turn = time.monotonic()

    @classmethod
    def start_new(cls) -> "JobDispatcher":
        """Start a dispatcher in its own thread."""
        dispatcher = cls()
        dispatcher.start()
        return dispatcher

    def stop(self) -> None:
        """End the thread after its present turn, and a job for copies that waits for the next."""
        self._stopping.set()
        copies.leave()

    def run(self) -> None:
        """Sweep, purge and hand over, turn after turn; pause for a second when the database or Redis is away."""
        first, requeued, purged = True, 0.0, time.monotonic()
        pause = OUTWARD_PAUSE if settings.NOTIFY_WORKERS else SINGLE_PAUSE
        while not self._stopping.is_set():
            try:
                if time.monotonic() - requeued > STALE_EVERY:
                    requeue_lost(stale_seconds=None if first and self.single else jobs.STALE_SECONDS)
                    if first:
                        copies.wake_at_start()
                    first, requeued, self._rested_since = False, time.monotonic(), None
                if time.monotonic() - purged > PURGE_EVERY:
                    purge_finished()
                    enqueue_daily()
                    purged = time.monotonic()
                self._hand_over()
                self._begin_outward()
            except (DatabaseError, BrokerUnreachableError, OSError) as error:
                log.warning("dispatcher: %s", type(error).__name__)
                connection.close()
                self._stopping.wait(1)
            self.last_turn = time.monotonic()
            self._stopping.wait(pause)
        connection.close()

    def _begin_outward(self) -> None:
        """Do each job that waits for computers of others in a thread of its own: it must not hold a place of a worker."""
        if time.monotonic() - self._looked < OUTWARD_PAUSE:
            return
        self._looked = time.monotonic()
        for broken_off in list(self._broken_off):
            requeue_broken_off(broken_off)
            self._broken_off.discard(broken_off)
        for kind in jobs.kinds("outward"):
            if kind in self._outward and self._outward[kind].is_alive():
                continue
            if job_id := jobs.claim_outward(kind):
                self._outward[kind] = threading.Thread(target=self._do_outward, args=[job_id], daemon=True, name=kind)
                self._outward[kind].start()
        if settings.NOTIFY_WORKERS:
            # A child that Celery makes in place of a dead one would have it too, and do no job.
            connection.close()

    def _do_outward(self, job_id: str) -> None:
        request_id.set(f"job-{job_id}")  # of this thread, which ends with the job
        try:
            jobs.run(job_id)
        except DatabaseError as error:
            log.warning("outward job: %s", type(error).__name__)
            self._broken_off.add(job_id)
        finally:
            connection.close()

    def _hand_over(self) -> None:
        if settings.NOTIFY_WORKERS:
            if time.monotonic() - self._due_looked < SWEEP_PAUSE:
                return
            self._due_looked = time.monotonic()
            claimed = jobs.claim_due(limit=100, wait_seconds=SWEEP_PAUSE)
            connection.close()
        elif self._is_resting():
            return
        else:
            claimed = jobs.claim_due(limit=IN_HAND, single=self.single)
            self._rested_since = time.monotonic() if jobs.none_waits() else None
        for number, job_id in enumerate(claimed):
            try:
                run_job.delay(job_id)
            except (BrokerUnreachableError, OSError):
                jobs.release(claimed[number:])
                raise

    def _is_resting(self) -> bool:
        """Return whether no job waited a moment ago, and no other connection has written since.

        On SQLite alone; ten looks a second at the jobs take 2 % of a core.
        """
        if connection.vendor != "sqlite":
            return False
        before = self._version
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            (self._version,) = cursor.fetchone()
        rested = self._rested_since
        return rested is not None and self._version == before and time.monotonic() - rested < REST_PAUSE
