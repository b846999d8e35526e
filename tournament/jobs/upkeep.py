"""The upkeep of the queue, which a dispatcher does: jobs that were lost, that are over, and that come every day."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from tournament.jobs import services as jobs
from tournament.jobs.models import Job
from tournament.jobs.services import State

DAY = timedelta(days=1)


def requeue_lost(*, stale_seconds: float | None) -> int:
    """Requeue the jobs of dead workers, set aside those that killed theirs too often, and return how many rows changed.

    ``None`` means that no worker lives and every row in hand is an orphan (the laptop's single worker, at its start);
    otherwise only rows without a heartbeat for *stale_seconds*.
    """
    lost = Job.objects.filter(state__in=(State.SENT, State.RUNNING))
    if stale_seconds is not None:
        lost = lost.filter(heartbeat__lt=timezone.now() - timedelta(seconds=stale_seconds))
    count = 0
    for row in lost:
        same = Job.objects.filter(pk=row.pk, state=row.state, attempts=row.attempts)
        kind = jobs.KINDS.get(row.kind)
        if row.state == State.RUNNING and row.attempts >= (kind.retries if kind else 1):
            with translation.override(settings.LANGUAGE_CODE):
                sentence = jobs.given_up(row.attempts)
            count += same.update(state=State.FAILED, error=sentence, heartbeat=None, finished_at=timezone.now())
        else:
            count += same.update(state=State.QUEUED, heartbeat=None)
    return count


def requeue_broken_off(job_id: str) -> None:
    """Requeue a job whose run ended without a word in its row, as the database was away; the try counts."""
    Job.objects.filter(pk=UUID(job_id), state=State.RUNNING).update(state=State.QUEUED, heartbeat=None)


def purge_finished() -> int:
    """Delete the rows of fleeting kinds done more than an hour ago, and return how many."""
    done = Job.objects.filter(
        kind__in=jobs.kinds("fleeting"), state=State.DONE, finished_at__lt=timezone.now() - jobs.KEPT
    )
    return done.delete()[0]


@transaction.atomic
def enqueue_daily() -> int:
    """Enqueue the jobs of every day that were not begun for a day, and forget those before; return how many."""
    begun = 0
    for name in jobs.kinds("daily"):
        rows = Job.objects.filter(kind=name)
        if not rows.filter(created_at__gt=timezone.now() - DAY).exists():
            rows.filter(state__in=(State.DONE, State.FAILED)).delete()
            jobs.enqueue(name, once=True)
            begun += 1
    return begun
