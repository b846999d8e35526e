"""Deliver messages to the addresses that are told, in a lane of jobs of its own (tournament.jobs).

A receiver that hangs holds up neither scores nor pages, and for a second only the other receivers of its club. A message
is delivered at least once; its number says that it came before.
"""

import logging
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from scoring.webhooks.models import Delivery, Webhook
from scoring.webhooks.sending import CONNECT_SECONDS, WHOLE_SECONDS, Answer, send
from scoring.webhooks.services import make_messages, wake

log = logging.getLogger("dix.webhooks")

# Seconds until the next try of a message, and until an address that fails is tried at all. Whoever comes back on Monday
# finds what failed on Friday evening.
DELAYS = (10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200, 43_200)
LONGEST_WAIT = 600
# So many failures in a row are the address's that was away: once it takes a message, all that waited come at once.
SILENT_TRIES = 4
MOST_TRIES = len(DELAYS) + 1
OLDEST = timedelta(days=4)
KEPT = 200  # messages of an address that arrived or were given up
AT_ONCE = 32  # addresses that are told at the same moment, one message each
OF_CLUB = 24  # of these: receivers of one club that hang leave the others their places
BEGUN_AT_ONCE = 6  # of a club, those that have not yet been silent for SILENT_SECONDS
SILENT_SECONDS = 0.8
LOOK_SECONDS = 1.0
RUN_SECONDS = 20
ONE_SECONDS = 2 * CONNECT_SECONDS + WHOLE_SECONDS + 2
LEASE = timedelta(seconds=60)  # a message in a dead worker's hands is sent again after it
SILENT, GONE = "silent", "gone"

State = Delivery.State


def deliver() -> dict[str, int]:
    """Do the job: make messages, send those that are due, come back when the next one is."""
    made = make_messages()
    sent = _send_due(time.monotonic() + RUN_SECONDS)
    _give_up_old()  # after they were tried: a laptop may be opened, and find the Internet, after a week
    _forget_old()
    later = _next_due()
    if later is not None:
        with transaction.atomic():
            wake(later)
    return {"made": made, "sent": sent}


def _due(now: datetime) -> QuerySet[Delivery]:
    """Select the messages to be sent: those of addresses that are on and not waited for, and tests of all.

    A try or a pause that is still to come by more than it can be means the clock was set back: those too.
    """
    hook_ready = Q(webhook__wait_until=None) | ~Q(
        webhook__wait_until__range=(now, now + timedelta(seconds=LONGEST_WAIT))
    )
    told = Q(webhook__active=True) & (hook_ready | Q(journal_number=0))
    due = Q(next_try__lte=now) | Q(tried_at__gt=now + LEASE) | Q(tried_at=None, made_at__gt=now + LEASE)
    return Delivery.objects.filter(due, state=State.WAITING).filter(told | Q(journal_number=0))


def _next_of(webhook_id: int) -> Delivery | None:
    """Take the next message of an address into hand; None where none is due."""
    now = timezone.now()
    for row in _due(now).filter(webhook=webhook_id).select_related("webhook").order_by("next_try", "number")[:3]:
        mine = Delivery.objects.filter(pk=row.pk, state=State.WAITING, next_try=row.next_try)
        if mine.update(next_try=now + LEASE, attempts=F("attempts") + 1, tried_at=now):
            row.attempts += 1
            return row
    return None


@dataclass(frozen=True)
class _Address:
    """An address for which a message is due, and whether its last try failed."""

    webhook: int
    club: int
    failed: bool


@dataclass(frozen=True)
class _Sending:
    """A message under way since *begun*; given up at *late*, both of the monotonic clock."""

    address: _Address
    row: Delivery
    begun: float
    late: float


def _send_due(end: float) -> int:
    """Send what is due, one message at a time to each address; return how many were tried.

    After *end* no address is tried that failed the last time, and nothing begins once those under way have had their
    time: what comes due meanwhile is sent beside them and waits for none.
    """
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook")
    waiting = _addresses()
    under_way: dict[Future[Answer], _Sending] = {}
    tried, looked = 0, time.monotonic()
    try:
        while under_way or waiting:
            now = time.monotonic()
            if now - looked > LOOK_SECONDS:
                make_messages()
                waiting, looked = _addresses(), now
            busy = {one.address.webhook for one in under_way.values()}
            waiting = [
                one
                for one in waiting
                if one.webhook not in busy and (now < end or (now < end + ONE_SECONDS and not one.failed))
            ]
            _begin(pool, waiting, under_way)
            if not under_way:
                continue
            wait(under_way, timeout=SILENT_SECONDS / 4, return_when=FIRST_COMPLETED)
            for future in [one for one, sent in under_way.items() if one.done() or time.monotonic() > sent.late]:
                sent = under_way.pop(future)
                # A thread that still waits for the address of a computer is left alone: it will connect to nothing.
                answer = future.result() if future.done() else Answer(None, "timeout", "", int(1000 * ONE_SECONDS))
                tried += 1
                if _record(sent.row, answer):
                    waiting.append(sent.address)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return tried


def _addresses() -> list[_Address]:
    """Return the addresses for which a message is due: first those that took the last one, then as they are due."""
    due = _due(timezone.now()).order_by("next_try")
    rows = due.values_list("webhook", "webhook__tournament__club", "webhook__failures")
    found = dict.fromkeys(_Address(webhook, club, failures > 0) for webhook, club, failures in rows)
    return sorted(found, key=lambda address: address.failed)


def _begin(pool: ThreadPoolExecutor, waiting: list[_Address], under_way: dict[Future[Answer], _Sending]) -> None:
    """Begin to tell as many of *waiting* as there is room for, and take them out of it."""
    while len(under_way) < AT_ONCE and (address := _following(waiting, list(under_way.values()))) is not None:
        waiting.remove(address)
        if row := _next_of(address.webhook):
            now = time.monotonic()
            sending = _Sending(address, row, now, now + ONE_SECONDS)
            under_way[pool.submit(_send, row, sending.late)] = sending


def _following(waiting: list[_Address], under_way: list[_Sending]) -> _Address | None:
    """Return the address that is told next: of the club that has fewest under way, the first due; None where all wait.

    Receivers that are silent for a moment hold no place of those that their club may begin at once.
    """
    begun = time.monotonic() - SILENT_SECONDS
    clubs = Counter(one.address.club for one in under_way)
    fresh = Counter(one.address.club for one in under_way if one.begun > begun)
    free = [one for one in waiting if clubs[one.club] < OF_CLUB and fresh[one.club] < BEGUN_AT_ONCE]
    return min(free, key=lambda one: clubs[one.club], default=None)


def _send(row: Delivery, deadline: float) -> Answer:
    hook = row.webhook
    agent = f"Dix-de-Der/{settings.PROGRAM_VERSION}"
    number = f"{hook.pk}-{row.number}"
    return send(url=hook.url, secret=hook.secret, number=number, body=row.body, agent=agent, deadline=deadline)


@transaction.atomic
def _record(row: Delivery, answer: Answer) -> bool:
    """Write down how a try ended; return whether the address may be told the next thing at once."""
    now = timezone.now()
    hook = Webhook.objects.select_for_update(of=("self",)).filter(pk=row.webhook_id).first()
    if hook is None:
        return False
    values: dict[str, object] = {
        "status": answer.status,
        "failure": answer.failure,
        "answer": answer.text,
        "milliseconds": answer.milliseconds,
    }
    arrived = not answer.failure
    if arrived:
        values |= {"state": State.DELIVERED, "next_try": None}
        if hook.failures >= SILENT_TRIES:
            hook.deliveries.filter(state=State.WAITING).update(next_try=now)
        hook.failures, hook.wait_until = 0, None
    else:
        delay = DELAYS[min(row.attempts, len(DELAYS)) - 1]
        last = row.attempts >= MOST_TRIES or answer.failure == "gone" or row.journal_number == 0
        values |= {"state": State.GIVEN_UP, "next_try": None} if last else {"next_try": now + timedelta(seconds=delay)}
        hook.failures += 1
        pause = min(DELAYS[min(hook.failures, len(DELAYS)) - 1], LONGEST_WAIT)
        hook.wait_until = now + timedelta(seconds=pause)
        log.info("webhook %s: %s", hook.pk, answer.failure)
    Delivery.objects.filter(pk=row.pk).update(**values)
    hook.save(update_fields=["failures", "wait_until"])
    if answer.failure == "gone" and row.journal_number:
        _switch_off(hook, GONE)
    elif not arrived and last and row.journal_number:
        _switch_off_if_silent(hook)
    return arrived


@transaction.atomic
def _give_up_old() -> None:
    """Abandon the messages that were tried for days, and switch off the addresses that took none in that time."""
    old = Delivery.objects.filter(state=State.WAITING, since__lt=timezone.now() - OLDEST)
    behind = list(old.values_list("webhook", flat=True).distinct())
    # The address before its messages, as every act locks them: the other way round two wait for each other.
    hooks = list(Webhook.objects.select_for_update(of=("self",)).filter(pk__in=behind).order_by("pk"))
    old.filter(webhook__in=hooks).update(state=State.GIVEN_UP, next_try=None)
    for hook in hooks:
        if hook.active:
            _switch_off_if_silent(hook)


def _switch_off_if_silent(hook: Webhook) -> None:
    """Switch off an address where nothing arrived since a message that was given up was made.

    One that takes everything but that message stays on.
    """
    given_up = hook.deliveries.filter(state=State.GIVEN_UP).exclude(journal_number=0)
    last = given_up.order_by("-number").values_list("since", flat=True).first()
    arrived = hook.deliveries.filter(state=State.DELIVERED)
    if last is not None and not arrived.filter(tried_at__gte=last).exists():
        _switch_off(hook, SILENT)


def _switch_off(hook: Webhook, because: str) -> None:
    hook.active, hook.off_because = False, because
    hook.save(update_fields=["active", "off_because"])
    hook.deliveries.filter(state=State.WAITING).exclude(journal_number=0).update(state=State.GIVEN_UP, next_try=None)
    log.warning("webhook %s of concours %s is switched off: %s", hook.pk, hook.tournament_id, because)


def _forget_old() -> None:
    """Forget the messages of before the last KEPT of each address, but for those that wait."""
    for pk, number in Webhook.objects.filter(messages__gt=KEPT).values_list("pk", "messages"):
        old = Delivery.objects.filter(webhook=pk, number__lte=number - KEPT)
        old.exclude(state=State.WAITING).delete()


def _next_due() -> datetime | None:
    """Return when the next message is to be sent; None where none waits."""
    waiting = Delivery.objects.filter(state=State.WAITING)
    tests = waiting.filter(journal_number=0).aggregate(first=Min("next_try"))["first"]
    told = waiting.exclude(journal_number=0).filter(webhook__active=True).order_by("webhook")
    first = told.values_list("webhook", "webhook__wait_until").annotate(first=Min("next_try"))
    times = [max(time, wait_until) if wait_until else time for _pk, wait_until, time in first]
    return min([*times, *([tests] if tests else [])], default=None)
