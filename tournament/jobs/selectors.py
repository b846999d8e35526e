"""The jobs that wait, and for how long."""

from datetime import datetime

from django.db.models import Max, Q
from django.utils import timezone

from tournament.jobs.models import Job
from tournament.jobs.services import State, delay_is_over, kinds

WAIT_WITHOUT_A_LOOK = 10  # seconds: jobs that were begun are searched for the last one only where one waits for longer


def unfinished(*, outward: bool = True) -> int:
    """Count the jobs that somebody still has to do, those that go to places elsewhere only where *outward*."""
    rows = Job.objects.filter(state__in=(State.QUEUED, State.SENT, State.RUNNING))
    return (rows if outward else rows.exclude(kind__in=kinds("outward"))).count()


def longest_wait() -> float:
    """Return for how many seconds nothing was done of a lane in which a job is due; 0 when nothing waits.

    The lanes are those of slow, of outward and of all other jobs. A hundred jobs of one club wait although all is well:
    their wait begins when the last job of their lane began, or last showed that it lives.
    """
    now = timezone.now()
    slow, outward = Q(kind__in=kinds("slow")), Q(kind__in=kinds("outward"))
    return max(_lane_waits(lane, now) for lane in (slow, outward, ~slow & ~outward))


def _lane_waits(lane: Q, now: datetime) -> float:
    jobs_of_lane = Job.objects.filter(lane)
    due = jobs_of_lane.filter(state__in=(State.QUEUED, State.SENT)).filter(delay_is_over(now)).order_by("created_at")
    first = due.values_list("created_at", "not_before").first()
    if first is None:
        return 0.0
    # A job under way shows that its lane goes on: it is found by the index of open jobs.
    under_way = jobs_of_lane.filter(state=State.RUNNING, heartbeat__lte=now)
    served = _later(first[1] or first[0], under_way.aggregate(last=Max("heartbeat"))["last"])
    if (now - served).total_seconds() > WAIT_WITHOUT_A_LOOK:
        served = _later(served, jobs_of_lane.filter(started_at__lte=now).aggregate(last=Max("started_at"))["last"])
    return max(0.0, (now - served).total_seconds())


def _later(moment: datetime, other: datetime | None) -> datetime:
    return moment if other is None else max(moment, other)
