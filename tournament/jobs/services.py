"""Jobs: what must happen after an act, done at least once and harmless twice (docs/reliability.md 3).

    @job("pages", retries=5)
    def render_pages(job, progress):
        progress(40, _("Ranking"))
        return {"journal_number": 112}      # kept in job.result

    enqueue("pages", tournament=tournament, by=user)      # in the transaction of the act

The row is the message: it is committed with the act or not at all. A worker's dispatcher finds it, hands it to Celery,
and ``run`` does it once even when it is handed over twice. A job outlives a killed worker; one that kills its worker or
fails again and again is set aside as failed with a sentence, and ``retry`` starts it again.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerUnreachableError

from rules import local_words
from tournament.jobs.commits import unsynced
from tournament.jobs.models import Job
from tournament.prepared import insert, prepared

log = logging.getLogger("dix.jobs")

BEAT_SECONDS = 10
PROGRESS_SECONDS = 0.5
STALE_SECONDS = 60
LONGEST_PAUSE = timedelta(minutes=1)
SILENT_SECONDS = 10
KEPT = timedelta(hours=1)
RUN_JOB = "tournament.tasks.run_job"  # brokers keep tasks under this name: it stays
SPACED_LOOK = timedelta(seconds=0.2)
SPACED_LONGEST = timedelta(seconds=5)

State = Job.State
Progress = Callable[[int, str], None]
Work = Callable[[Job, Progress], dict | None]


KINDS: dict[str, "JobKind"] = {}

# The fields of a job that tell of a try before.
_NOTHING_DONE = {"progress": 0, "step": "", "error": "", "finished_at": None}

# Jobs that threads of this process are doing.
_in_hand: set[str] = set()
# Those that were handed to threads of this process where no other has any, and when: no row says so.
_handed: dict[str, float] = {}
_silent_until = 0.0


class JobSupersededError(Exception):
    """Stop this run without writing anything: it was given up for dead and another one has begun."""


@dataclass(kw_only=True)
class JobKind:
    """Register a function as the way to do jobs of *kind*; it is tried at most *retries* times.

    The function stands in an application's ``tasks.py``, must be harmless when done twice, and calls
    ``progress(percent, step)`` outside transactions. Its return value is kept as the job's result. Of the *slow* kinds
    all workers do `settings.SLOW_JOBS` at a time, one of a club, the clubs in turn, so that a workbook never delays the
    standings, nor fifty of them that of another club. Rows of a *fleeting* kind, one for every score, are forgotten an hour
    after they are done; what it writes can be made again, so that no commit of it waits for the disk. Of a *spaced* kind one
    concours has one at a time, and the next begins after a rest of *spaced* times what the last one took: while hundreds of
    scores come, they and not the pages about them have the machine. What is *outward* waits for computers of others, or for a
    stick: it has no place among the worker's threads, but one of the dispatcher's own, of each kind one job at a time. What
    is *daily* no act asks for: it is begun once a day while a worker runs.
    """

    kind: str = field(kw_only=False)
    retries: int = 5
    slow: bool = False
    fleeting: bool = False
    spaced: int = 0
    outward: bool = False
    daily: bool = False
    work: Work = field(init=False)

    def __call__(self, work: Work) -> Work:
        self.work = work
        KINDS[self.kind] = self
        return work


job = JobKind


def kinds(trait: Literal["slow", "fleeting", "outward", "daily"]) -> list[str]:
    """Return the kinds of jobs that have a *trait* of `JobKind`."""
    return [name for name, kind in KINDS.items() if getattr(kind, trait)]


def enqueue(
    kind: str,
    *,
    tournament: Any = None,
    args: dict | None = None,
    by: User | None = None,
    once: bool = False,
    not_before: datetime | None = None,
) -> Job:
    """Write the row of a new job in the caller's transaction, and return it; it begins at *not_before* at the earliest.

    With *once*, an equal job that nobody has begun serves instead of a new row, brought forward where it would begin
    later; for that the caller must be inside a transaction, and the job must look at the state of things when it runs,
    not at its arguments alone. *not_before* is at most LONGEST_PAUSE_SECONDS away.
    """
    if once:
        # The lock makes a worker that is just beginning this job wait for our commit, so it sees our writes; if it
        # was quicker, the row is no longer waiting when we get the lock, and a new one is written.
        if tournament is not None and not args:
            equal = _waiting_plain.first(kind=kind, tournament=tournament.pk)
        else:
            equal = _waiting_equal(kind, tournament, args or {}).first()
        if equal is not None:
            # One of a concours that rests before its first try is left to: a score more makes its pages due no sooner. On
            # a site it is brought forward, so that a notice to come finds it due: pages were read 12 s late, 7 with it.
            rests = not settings.NOTIFY_WORKERS and tournament is not None and not equal.attempts
            if equal.not_before is not None and not rests and (not_before is None or not_before < equal.not_before):
                equal.not_before = not_before
                equal.save(update_fields=["not_before"])
            return equal
    row = Job(kind=kind, tournament=tournament, args=args or {}, by=by, not_before=not_before)
    insert([row])
    if not_before is None:
        notify_worker(row)
    return row


def is_due(kind: str) -> bool:
    """Return whether a job of *kind* without arguments waits and is not put off: begun later, it sees what is committed now."""
    return bool(_due_of_kind(kind=kind))


def _not_begun() -> QuerySet[Job]:
    return Job.objects.filter(state__in=(State.QUEUED, State.SENT))


@prepared
def _due_of_kind(kind: str) -> QuerySet[Job, UUID]:
    waiting = _not_begun().filter(kind=kind, tournament=None, args={})
    return waiting.filter(not_before=None).values_list("pk", flat=True)[:1]


def _waiting_equal(kind: str, tournament: Any, args: dict) -> QuerySet[Job]:
    """Select and lock the jobs equal to these that nobody has begun."""
    return _not_begun().select_for_update(of=("self",)).filter(kind=kind, tournament=tournament, args=args)


@prepared
def _waiting_plain(kind: str, tournament: int) -> QuerySet[Job]:
    return _waiting_equal(kind, tournament, {})[:1]


def enqueue_each(kind: str, tournaments: Sequence[Any]) -> None:
    """Write a job without arguments for each of *tournaments* that has none that nobody has begun; a few queries for all."""
    waiting = _not_begun().select_for_update(of=("self",)).filter(kind=kind, args={})
    have = {*waiting.filter(tournament__in=[one.pk for one in tournaments]).values_list("tournament", flat=True)}
    rows = Job.objects.bulk_create([Job(kind=kind, tournament=one) for one in tournaments if one.pk not in have], 200)
    for row in rows:
        notify_worker(row)


def notify_worker(row: Job) -> None:
    """Wake a worker at the commit, with Redis. Best effort: if the broker is down, the periodic sweep finds the row."""
    if settings.NOTIFY_WORKERS and row.kind not in kinds("outward"):
        transaction.on_commit(lambda: _send_now(str(row.pk)))


def _send_now(job_id: str, *, seconds: float = 0) -> bool:
    """Send the notice and return whether Redis took it."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return False  # Redis was away a moment ago: nobody who enters a score may wait for it again
    try:
        current_app.send_task(RUN_JOB, (job_id,), countdown=seconds or None)
        return True
    except (BrokerUnreachableError, OSError) as error:
        _silent_until = time.monotonic() + SILENT_SECONDS
        log.warning("no notice to workers for %s s: %s", SILENT_SECONDS, type(error).__name__)
        return False


def retry(row: Job) -> bool:
    """Start a failed job again from its first try; return False when it is not failed."""
    begun = Job.objects.filter(pk=row.pk, state=State.FAILED).update(
        state=State.QUEUED, attempts=0, not_before=None, heartbeat=None, **_NOTHING_DONE
    )
    if begun:
        notify_worker(row)
    return bool(begun)


def run(job_id: str) -> bool:
    """Do one job; return False when it is not to be done now: done already, in another worker's hands, or put off.

    Whatever the work raises ends here: it is tried again later, or set aside as failed with a sentence.
    """
    try:
        return _run(job_id)
    finally:
        _handed.pop(job_id, None)


def _run(job_id: str) -> bool:
    now = timezone.now()
    row = _waiting_job.first(pk=UUID(job_id))
    with unsynced() if row and row.kind in kinds("fleeting") else nullcontext():
        return row is not None and _run_waiting(row, now)


def _run_waiting(row: Job, now: datetime) -> bool:
    if _put_off(row, now) or _out_of_turn(row, now) or not _claim(row, now):
        return False
    _in_hand.add(str(row.pk))
    try:
        return _run_claimed(row)
    finally:
        _in_hand.discard(str(row.pk))
        if row.kind in kinds("slow"):
            _send_next_slow()


@prepared
def _waiting_job(pk: UUID) -> QuerySet[Job]:
    return _not_begun().filter(pk=pk)


@prepared
def _due_job(pk: UUID, attempts: int, now: datetime, longest: datetime) -> QuerySet[Job]:
    return _not_begun().filter(delay_is_over(now, longest), pk=pk, attempts=attempts)


def _claim(row: Job, now: datetime) -> bool:
    """Mark *row* as running, unless another worker has done so since it was read; only one does."""
    begun = {"state": State.RUNNING, "attempts": row.attempts + 1, "heartbeat": now, "started_at": now, **_NOTHING_DONE}
    which = {"pk": row.pk, "attempts": row.attempts, "now": now, "longest": now + LONGEST_PAUSE}
    if not _due_job.update(begun, **which):
        return False
    for name, value in begun.items():
        setattr(row, name, value)
    return True


def _send_next_slow() -> None:
    """Hand over the slow jobs whose turn it is once another has ended: with Redis the next sweep may be seconds away."""
    if not settings.NOTIFY_WORKERS:
        return
    now = timezone.now()
    for job_id in _claimed(_slow_turns(now), now):
        if not _send_now(job_id):
            release([job_id])


def _out_of_turn(row: Job, now: datetime) -> bool:
    """Return whether a job of a slow kind, of which a notice told, must wait until it is handed over."""
    return row.kind in kinds("slow") and row.state == State.QUEUED and row.pk not in _slow_turns(now)


@prepared
def _begun_before(pk: UUID, tournament: int, kind: str) -> QuerySet[Job]:
    others = Job.objects.filter(tournament=tournament, kind=kind).exclude(pk=pk)
    return others.filter(state__in=(State.RUNNING, State.DONE)).order_by("-created_at")[:1]


def _put_off(row: Job, now: datetime) -> bool:
    """Put off a job of a spaced kind that must rest first; return whether it was."""
    if row.tournament_id is None or row.kind not in KINDS or not KINDS[row.kind].spaced:
        return False
    begun = _begun_before.first(pk=row.pk, tournament=row.tournament_id, kind=row.kind)
    if begun is None:
        return False
    ready, rest = now, KINDS[row.kind].spaced
    if begun.state == State.RUNNING:
        # A dead worker's job is requeued soon; until then it holds nobody up.
        alive = begun.heartbeat and begun.heartbeat > now - timedelta(seconds=2 * BEAT_SECONDS)
        ready = now + SPACED_LOOK if alive else now
    elif begun.started_at and begun.finished_at:
        ready = begun.finished_at + min(rest * (begun.finished_at - begun.started_at), SPACED_LONGEST)
    # A clock that was set back must not put it off for hours.
    if not now < ready <= now + SPACED_LONGEST:
        return False
    put_off = _waiting_job.update({"state": State.QUEUED, "not_before": ready, "heartbeat": None}, pk=row.pk)
    if put_off and settings.NOTIFY_WORKERS:
        _send_now(str(row.pk), seconds=(ready - now).total_seconds())
    return bool(put_off)


def _run_claimed(row: Job) -> bool:
    kind = KINDS.get(row.kind)
    with translation.override(settings.LANGUAGE_CODE), local_words.spoken(), Heartbeat(row):
        try:
            if kind is None:
                raise LookupError(f"no such kind of job: {row.kind}")
            result = kind.work(row, _WrittenProgress(row))
        except JobSupersededError:
            return False
        except Exception as error:
            _failed(row, kind.retries if kind else 1, error)
        else:
            if row.state != State.DONE:
                _finish(row, **_done(result or {}))
    return True


def _done(result: dict) -> dict[str, Any]:
    return {"state": State.DONE, "progress": 100, "result": result, "error": ""}


def finish_here(row: Job, result: dict) -> None:
    """Note that a job is done, in the transaction that writes the last of its work: one turn of the write lock for both.

    Raises JobSupersededError, so that nothing is written, where another run has begun.
    """
    if not _finish(row, **_done(result)):
        raise JobSupersededError
    row.state = State.DONE


@prepared
def _running(pk: UUID, attempts: int) -> QuerySet[Job]:
    return Job.objects.filter(pk=pk, state=State.RUNNING, attempts=attempts)


def _update_own(row: Job, **values: Any) -> int:
    """Change the row as long as it belongs to this run: a later run has another number of attempts."""
    return _running.update(values, pk=row.pk, attempts=row.attempts)


class _WrittenProgress:
    """Write the progress of a job, at most once in PROGRESS_SECONDS: each is a commit, and a person looks no oftener."""

    def __init__(self, row: Job) -> None:
        self._row = row
        self._next = 0.0

    def __call__(self, percent: int, step: str = "") -> None:
        if time.monotonic() < self._next:
            return
        values = {"progress": max(0, min(100, percent)), "step": step[:200], "heartbeat": timezone.now()}
        if not _update_own(self._row, **values):
            raise JobSupersededError
        self._next = time.monotonic() + PROGRESS_SECONDS


def _finish(row: Job, **values: Any) -> int:
    return _update_own(row, finished_at=timezone.now(), heartbeat=None, **values)


def _failed(row: Job, retries: int, error: Exception) -> None:
    log.error("job %s failed, try %s of %s", row.kind, row.attempts, retries, exc_info=error)
    if hasattr(error, "code"):  # somebody can mend it, and until then it fails every time: its own sentence says how
        _finish(row, state=State.FAILED, error=str(error))
    elif row.attempts >= retries:
        _finish(row, state=State.FAILED, error=given_up(row.attempts))
    else:
        pause = min(timedelta(seconds=2 ** (row.attempts - 1)), LONGEST_PAUSE)
        again = {"not_before": timezone.now() + pause, "step": _("It will be tried again.")}
        _update_own(row, state=State.QUEUED, heartbeat=None, **again)


def given_up(attempts: int) -> str:
    """Return the sentence on a job that was set aside."""
    return _(
        "This work was tried %(attempts)s times without success and was set aside. "
        "Everything entered is kept. You can start it again."
    ) % {"attempts": attempts}


class Heartbeat:
    """Renew the heartbeat of a running job from a thread of its own: work may take long between two steps."""

    def __init__(self, row: Job) -> None:
        self._row = row
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True, name="heartbeat")

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_exc: object) -> None:
        self._stop.set()

    def _beat(self) -> None:
        while not self._stop.wait(BEAT_SECONDS):
            try:
                _update_own(self._row, heartbeat=timezone.now())
            except DatabaseError as error:
                log.warning("heartbeat missed: %s", type(error).__name__)
            finally:
                connection.close()  # this thread's own


# --- The worker's side --------------------------------------------------------------------------------------------


def claim_due(*, limit: int, wait_seconds: float = 0, single: bool = False) -> list[str]:
    """Claim up to *limit* due jobs older than *wait_seconds*: mark them as sent and return their identifiers.

    A *single* process of threads keeps in mind for as long as a mark would stand which quick ones it has handed over: on a
    laptop each mark takes its turn with the scores. Those of outward kinds are claimed by `claim_outward`.
    """
    now = timezone.now()
    # A creation hour still to come: the clock was set back since.
    old = Q(created_at__lte=now - timedelta(seconds=wait_seconds)) | Q(created_at__gt=now)
    waiting = _waiting().filter(old).filter(delay_is_over(now)).order_by("created_at")
    quick = waiting.exclude(kind__in=kinds("slow")).values_list("pk", flat=True)[:limit]
    if not single:
        return _claimed([*_slow_turns(now, old), *quick][:limit], now)
    moment = time.monotonic()
    handed = [one for one in map(str, quick) if moment - _handed.get(one, -STALE_SECONDS) >= STALE_SECONDS]
    _handed.update(dict.fromkeys(handed, moment))
    return [*_claimed(_slow_turns(now, old)[:limit], now), *handed]


def _claimed(due: Sequence[Any], now: datetime) -> list[str]:
    """Mark as sent those of *due* that nobody else has claimed since, and return them."""
    free = Job.objects.filter(state=State.QUEUED)
    return [str(pk) for pk in due if free.filter(pk=pk).update(state=State.SENT, heartbeat=now)]


def none_waits() -> bool:
    """Return whether no job waits that `claim_due` would claim now or later."""
    return not _waiting().exists()


def _waiting() -> QuerySet[Job]:
    return Job.objects.filter(state=State.QUEUED).exclude(kind__in=kinds("outward"))


def _slow_turns(now: datetime, which: Q | None = None) -> list[Any]:
    """Return the slow jobs that may begin now: the oldest of each of the clubs that were served longest ago.

    A club has one under way, all clubs `settings.SLOW_JOBS`. *which* narrows the jobs that wait.
    """
    slow = Job.objects.filter(kind__in=kinds("slow"))
    waiting = _waiting().filter(delay_is_over(now), which or Q(), kind__in=kinds("slow")).order_by("created_at")
    first: dict[int | None, Any] = {}
    for pk, club in waiting.values_list("pk", "tournament__club"):
        first.setdefault(club, pk)
    if not first:
        return []
    under_way = [*slow.filter(state__in=(State.SENT, State.RUNNING)).values_list("tournament__club", flat=True)]
    begun = slow.filter(started_at__gt=now - KEPT).order_by()
    turns = dict(begun.values_list("tournament__club").annotate(Max("started_at")))
    free = [club for club in first if club not in under_way]
    clubs = sorted(free, key=lambda club: turns.get(club, now - KEPT))
    return [first[club] for club in clubs][: max(0, settings.SLOW_JOBS - len(under_way))]


def claim_outward(kind: str) -> str | None:
    """Claim the due job of an outward *kind* while none of it is under way anywhere; return its identifier."""
    now = timezone.now()
    outward = Job.objects.filter(kind=kind)
    due = outward.filter(state=State.QUEUED).filter(delay_is_over(now)).order_by("created_at")
    pk = due.values_list("pk", flat=True).first()
    if pk is None or outward.filter(state__in=(State.SENT, State.RUNNING)).exists():
        return None
    claimed = Job.objects.filter(pk=pk, state=State.QUEUED).update(state=State.SENT, heartbeat=now)
    return str(pk) if claimed else None


def delay_is_over(now: datetime, longest: datetime | None = None) -> Q:
    """Select jobs whose delay is over. A delay longer than the maximum means the clock was set back: take those too."""
    return Q(not_before=None) | Q(not_before__lte=now) | Q(not_before__gt=longest or now + LONGEST_PAUSE)


def release(claimed: list[str]) -> None:
    """Put claimed jobs that could not be handed over back in the queue."""
    for job_id in claimed:
        _handed.pop(job_id, None)
    Job.objects.filter(pk__in=claimed, state=State.SENT).update(state=State.QUEUED, heartbeat=None)


def in_hand() -> int:
    """Count the jobs this process is doing."""
    return len(_in_hand)


def requeue_own() -> int:
    """Requeue this process's jobs when it must stop, not counting the try, and return how many."""
    own = Job.objects.filter(pk__in=list(_in_hand), state=State.RUNNING, attempts__gt=0)
    return own.update(state=State.QUEUED, attempts=F("attempts") - 1, heartbeat=None)
