"""Jobs: what must happen after an act, done at least once and harmless twice (DESIGN 8).

    @job("pages", retries=5)
    def render_pages(job, progress):
        progress(40, _("Ranking"))
        return {"journal_number": 112}      # kept in job.result

    enqueue("pages", tournament=tournament, by=user)      # in the transaction of the act

The row is the message: it is committed with the act or not at all. A worker's pump finds it, hands it to Celery, and
``run`` does it once even when it is handed over twice. A job outlives a killed worker; one that kills its worker or
fails again and again is set aside as failed with a sentence, and ``retry`` starts it again.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway

from tournament.models.job import Job

log = logging.getLogger("dix.jobs")

BEAT_SECONDS = 10
STALE_SECONDS = 60
LONGEST_PAUSE_SECONDS = 60
SILENT_SECONDS = 10
KEPT = timedelta(hours=1)
SPACED = 2
SPACED_LOOK = timedelta(seconds=0.2)
SPACED_LONGEST = timedelta(seconds=5)

State = Job.State
Progress = Callable[[int, str], None]
Work = Callable[[Job, Progress], dict | None]


@dataclass(frozen=True)
class Kind:
    """How one kind of job is done, how often it is tried, whether it holds its place in the worker for long, whether
    nobody asks for its row once it is done, and whether it is spaced out.
    """

    work: Work
    retries: int
    slow: bool
    fleeting: bool
    spaced: bool


KINDS: dict[str, Kind] = {}

# Jobs that threads of this process are doing.
_in_hand: set[str] = set()
_silent_until = 0.0


class JobSuperseded(Exception):
    """This run was given up for dead and another one has begun: the work stops and writes nothing more."""


def job(
    kind: str, *, retries: int = 5, slow: bool = False, fleeting: bool = False, spaced: bool = False
) -> Callable[[Work], Work]:
    """Register a function as the way to do jobs of *kind*; it is tried at most *retries* times.

    The function stands in an application's ``tasks.py``, must be harmless when done twice, and calls
    ``progress(percent, step)`` outside transactions. What it returns is kept as the job's result. Of the *slow* kinds
    the embedded worker does one at a time, so that a workbook never delays the standings. Rows of a *fleeting* kind,
    one for every score, are forgotten an hour after they are done. Of a *spaced* kind one concours has one at a time,
    and the next begins after a rest of SPACED times what the last one took: while hundreds of scores come, they and not
    the pages about them have the machine.
    """

    def register(work: Work) -> Work:
        KINDS[kind] = Kind(work, retries, slow, fleeting, spaced)
        return work

    return register


def enqueue(
    kind: str,
    *,
    tournament=None,
    args: dict | None = None,
    by: AbstractBaseUser | None = None,
    once: bool = False,
) -> Job:
    """The row of a new job, written in the caller's transaction.

    With *once*, an equal job that nobody has begun serves instead of a new row; for that the caller must be inside a
    transaction, and the job must look at the state of things when it runs, not at its arguments alone.
    """
    if once:
        # The lock makes a worker that is just beginning this job wait for our commit, so it sees our writes; if it
        # was quicker, the row is no longer waiting when we get the lock, and a new one is written.
        waiting = Job.objects.select_for_update(of=("self",)).filter(
            kind=kind, tournament=tournament, args=args or {}, state__in=(State.QUEUED, State.SENT)
        )
        if found := waiting.first():
            return found
    row = Job.objects.create(kind=kind, tournament=tournament, args=args or {}, by=by)
    _ring(row)
    return row


def _ring(row: Job) -> None:
    """With Redis, wake a worker at the commit. A bell only: when it cannot ring, the sweep finds the row."""
    if settings.JOBS_RING:
        transaction.on_commit(lambda: _ring_now(str(row.pk)))


def _ring_now(job_id: str, *, seconds: float = 0) -> None:
    global _silent_until
    from tournament.tasks import run_job  # tasks imports this module

    if time.monotonic() < _silent_until:
        return  # Redis was away a moment ago: the person who entered a score must not wait for it again
    try:
        run_job.apply_async((job_id,), countdown=seconds or None)
    except (BrokerAway, OSError) as error:
        _silent_until = time.monotonic() + SILENT_SECONDS
        log.warning("no bell for %s s: %s", SILENT_SECONDS, type(error).__name__)


def retry(row: Job) -> bool:
    """Start a failed job again from its first try; False when it is not failed."""
    begun = Job.objects.filter(pk=row.pk, state=State.FAILED).update(
        state=State.QUEUED, attempts=0, progress=0, step="", error="", not_before=None, heartbeat=None, finished_at=None
    )
    if begun:
        _ring(row)
    return bool(begun)


def run(job_id: str) -> bool:
    """Do one job; False when it is not to be done now: done already, in another worker's hands, or put off.

    Whatever the work raises ends here: it is tried again later, or set aside as failed with a sentence.
    """
    now = timezone.now()
    if _put_off(job_id, now):
        return False
    claimed = (
        Job.objects.filter(pk=job_id, state__in=(State.QUEUED, State.SENT))
        .filter(_due(now))
        .update(
            state=State.RUNNING,
            attempts=F("attempts") + 1,
            progress=0,
            step="",
            error="",
            heartbeat=now,
            started_at=now,
            finished_at=None,
        )
    )
    if not claimed:
        return False
    _in_hand.add(job_id)
    try:
        return _run_claimed(Job.objects.get(pk=job_id))
    finally:
        _in_hand.discard(job_id)


def _put_off(job_id: str, now: datetime) -> bool:
    """Whether a job of a spaced kind must wait; then it does."""
    spaced = [name for name, kind in KINDS.items() if kind.spaced]
    waiting = Job.objects.filter(pk=job_id, kind__in=spaced, state__in=(State.QUEUED, State.SENT))
    row = waiting.exclude(tournament=None).first() if spaced else None
    if row is None:
        return False
    others = Job.objects.filter(tournament=row.tournament_id, kind=row.kind).exclude(pk=row.pk)
    begun = others.filter(state__in=(State.RUNNING, State.DONE)).order_by("-created_at").first()
    if begun is None:
        return False
    if begun.state == State.RUNNING:
        # One whose worker died is soon taken back; until then it keeps nobody.
        alive = begun.heartbeat and begun.heartbeat > now - timedelta(seconds=2 * BEAT_SECONDS)
        ready = now + SPACED_LOOK if alive else now
    else:
        ready = begun.finished_at + min(SPACED * (begun.finished_at - begun.started_at), SPACED_LONGEST)
    # A clock that was set back must not put it off for hours.
    if not now < ready <= now + SPACED_LONGEST:
        return False
    put_off = waiting.update(state=State.QUEUED, not_before=ready, heartbeat=None)
    if put_off and settings.JOBS_RING:
        _ring_now(job_id, seconds=(ready - now).total_seconds())
    return bool(put_off)


def _run_claimed(row: Job) -> bool:
    kind = KINDS.get(row.kind)
    with translation.override(settings.LANGUAGE_CODE), _Heart(row):
        try:
            if kind is None:
                raise LookupError(f"no such kind of job: {row.kind}")
            result = kind.work(row, lambda percent, step="": _progress(row, percent, step))
        except JobSuperseded:
            return False
        except Exception as error:
            _failed(row, kind.retries if kind else 1, error)
        else:
            _finish(row, state=State.DONE, progress=100, result=result or {}, error="")
    return True


def _mine(row: Job):
    """The row as long as it is this run's: a later run has another number of attempts."""
    return Job.objects.filter(pk=row.pk, state=State.RUNNING, attempts=row.attempts)


def _progress(row: Job, percent: int, step: str) -> None:
    if not _mine(row).update(progress=max(0, min(100, percent)), step=step[:200], heartbeat=timezone.now()):
        raise JobSuperseded


def _finish(row: Job, **values) -> None:
    _mine(row).update(finished_at=timezone.now(), heartbeat=None, **values)


def _failed(row: Job, retries: int, error: Exception) -> None:
    log.error("job %s failed, try %s of %s", row.kind, row.attempts, retries, exc_info=error)
    if hasattr(error, "code"):  # somebody can mend it, and until then it fails every time: its own sentence says how
        _finish(row, state=State.FAILED, error=str(error))
    elif row.attempts >= retries:
        _finish(row, state=State.FAILED, error=given_up(row.attempts))
    else:
        pause = timedelta(seconds=min(2 ** (row.attempts - 1), LONGEST_PAUSE_SECONDS))
        _mine(row).update(
            state=State.QUEUED, not_before=timezone.now() + pause, heartbeat=None, step=_("It will be tried again.")
        )


def given_up(attempts: int) -> str:
    """The sentence on a job set aside."""
    return _(
        "This work was tried %(attempts)s times without success and was set aside. "
        "Everything entered is kept. You can start it again."
    ) % {"attempts": attempts}


class _Heart:
    """Writes, while the work goes on, that it is alive: work may take long between two steps."""

    def __init__(self, row: Job) -> None:
        self._row = row
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True, name="heart")

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_exc) -> None:
        self._stop.set()

    def _beat(self) -> None:
        while not self._stop.wait(BEAT_SECONDS):
            try:
                _mine(self._row).update(heartbeat=timezone.now())
            except DatabaseError as error:
                log.warning("heartbeat missed: %s", type(error).__name__)
            finally:
                connection.close()  # this thread's own


# --- The worker's side: which rows to hand over, and which were given up -------------------------------------------


def take(*, limit: int, wait_seconds: float = 0) -> list[str]:
    """Identifiers of up to *limit* waiting jobs, marked as handed over; those younger than *wait_seconds* are left."""
    now = timezone.now()
    waiting = (
        Job.objects.filter(state=State.QUEUED)
        # One written at an hour that is still to come was there before the clock was put back.
        .filter(Q(created_at__lte=now - timedelta(seconds=wait_seconds)) | Q(created_at__gt=now))
        .filter(_due(now))
        .order_by("created_at")
    )
    slow = {name for name, kind in KINDS.items() if kind.slow}
    slow_is_busy = False
    taken = []
    for number, (pk, kind) in enumerate(waiting.values_list("pk", "kind")[: limit * 4]):
        if number == 0 and slow:
            slow_is_busy = Job.objects.filter(state__in=(State.SENT, State.RUNNING), kind__in=slow).exists()
        if kind in slow and slow_is_busy:
            continue
        if Job.objects.filter(pk=pk, state=State.QUEUED).update(state=State.SENT, heartbeat=now):
            taken.append(str(pk))
            slow_is_busy = slow_is_busy or kind in slow
        if len(taken) == limit:
            break
    return taken


def _due(now: datetime) -> Q:
    """What is not put off any more; put off for longer than any pause lasts is the mark of a clock put back since."""
    longest = now + timedelta(seconds=LONGEST_PAUSE_SECONDS)
    return Q(not_before=None) | Q(not_before__lte=now) | Q(not_before__gt=longest)


def leave(taken: list[str]) -> None:
    """Take back jobs that could not be handed over after all."""
    Job.objects.filter(pk__in=taken, state=State.SENT).update(state=State.QUEUED, heartbeat=None)


def requeue(*, stale_seconds: float | None) -> int:
    """Take back what a dead worker held, and set aside what killed it too often; how many rows that was.

    ``None`` means that no worker lives and every row in hand is an orphan (the laptop's single worker, at its start);
    otherwise only rows without a heartbeat for *stale_seconds*.
    """
    lost = Job.objects.filter(state__in=(State.SENT, State.RUNNING))
    if stale_seconds is not None:
        lost = lost.filter(heartbeat__lt=timezone.now() - timedelta(seconds=stale_seconds))
    count = 0
    for row in lost:
        same = Job.objects.filter(pk=row.pk, state=row.state, attempts=row.attempts)
        kind = KINDS.get(row.kind)
        if row.state == State.RUNNING and row.attempts >= (kind.retries if kind else 1):
            with translation.override(settings.LANGUAGE_CODE):
                sentence = given_up(row.attempts)
            count += same.update(state=State.FAILED, error=sentence, heartbeat=None, finished_at=timezone.now())
        else:
            count += same.update(state=State.QUEUED, heartbeat=None)
    return count


def forget() -> int:
    """Delete the rows of fleeting kinds done more than an hour ago; how many."""
    fleeting = [name for name, kind in KINDS.items() if kind.fleeting]
    done = Job.objects.filter(kind__in=fleeting, state=State.DONE, finished_at__lt=timezone.now() - KEPT)
    return done.delete()[0]


def in_hand() -> int:
    """How many jobs this process is doing."""
    return len(_in_hand)


def give_back() -> int:
    """Put back what this process is doing when it must stop: being stopped is no failed try. How many rows."""
    mine = Job.objects.filter(pk__in=list(_in_hand), state=State.RUNNING, attempts__gt=0)
    return mine.update(state=State.QUEUED, attempts=F("attempts") - 1, heartbeat=None)


def longest_wait() -> float:
    """Seconds for which the oldest waiting job has been ready to be done; 0 when nothing waits."""
    now = timezone.now()
    due = Job.objects.filter(state__in=(State.QUEUED, State.SENT)).filter(_due(now))
    oldest = due.order_by("created_at").values_list("created_at", "not_before").first()
    return max(0.0, (now - (oldest[1] or oldest[0])).total_seconds()) if oldest else 0.0
