"""Make the addresses that a concours tells, turn lines of the journal into messages, and deliver these.

Nothing of it stands in a request. The job "pages" of each act asks `wake` whether somebody is told; the job "webhooks"
makes messages of new lines and sends those that are due, in a lane of its own (tournament.jobs): a receiver that hangs
holds up neither scores nor pages. A message is delivered at least once; its number says that it came before.
"""

import logging
import time
from collections import Counter
from collections.abc import Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.webhooks import acts
from scoring.webhooks.messages import EVENTS, MessageMaker, acts_of
from scoring.webhooks.models import Delivery, Webhook
from scoring.webhooks.sending import (
    CONNECT_SECONDS,
    WHOLE_SECONDS,
    Answer,
    is_number,
    is_public,
    new_secret,
    read_address,
    send,
)
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.journal.models import JournalEntry

log = logging.getLogger("dix.webhooks")

JOB = "webhooks"
MOST = 5  # addresses of a concours
# Seconds until the next try of a message, and until an address that fails is tried at all.
DELAYS = (10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800)
LONGEST_WAIT = 600
MOST_TRIES = len(DELAYS) + 1
OLDEST = timedelta(hours=24)
KEPT = 200  # messages of an address that arrived or were given up
AT_ONCE = 8  # addresses that are told at the same moment, one message each
OF_CLUB = 4  # of these: receivers of one club that hang leave the others their places
RUN_SECONDS = 20
ONE_SECONDS = 2 * CONNECT_SECONDS + WHOLE_SECONDS + 2
LEASE = timedelta(seconds=60)  # a message in a dead worker's hands is sent again after it
LINES_AT_ONCE = 200
LOOK = timedelta(seconds=55)
SILENT, GONE = "silent", "gone"

State = Delivery.State


# --- Acts of the organiser --------------------------------------------------------------------------------------------


@transaction.atomic
def add_webhook(*, tournament_id: int, url: str, events: Iterable[str], by: User | None) -> Webhook:
    """Add an address that is told of *events* from now on; its secret is in the row.

    Raises ScoringError `webhook_address`, `webhook_https`, `webhook_private`, `webhook_events`, `webhook_many`,
    `webhook_twice`.
    """
    tournament = lock_tournament(tournament_id)
    url, events = _address(url), _events(events)
    others = Webhook.objects.filter(tournament=tournament)
    if others.filter(url=url).exists():
        raise ScoringError("webhook_twice", field="url")
    if others.count() >= MOST:
        raise ScoringError("webhook_many", most=MOST)
    hook = Webhook.objects.create(
        tournament=tournament,
        url=url,
        events=events,
        secret=new_secret(),
        journal_number=tournament.journal_number + 1,
        by=by,
    )
    journal.write(tournament=tournament, act=acts.ADD_WEBHOOK, by=by, after=_facts(hook))
    return hook


@transaction.atomic
def change_webhook(
    *,
    tournament_id: int,
    webhook_id: int,
    by: User | None,
    url: str | None = None,
    events: Iterable[str] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change an address; what is None stays. Switched on again it is told all that it missed.

    Raises ScoringError as `add_webhook`, Webhook.DoesNotExist.
    """
    tournament, hook = _locked(tournament_id, webhook_id)
    before, was = _facts(hook), (hook.url, hook.events, hook.active)
    if url is not None:
        hook.url = _address(url)
        if Webhook.objects.filter(tournament=tournament, url=hook.url).exclude(pk=hook.pk).exists():
            raise ScoringError("webhook_twice", field="url")
    if events is not None:
        hook.events = _events(events)
    on_again = active is True and not hook.active
    if active is not None:
        hook.active, hook.off_because = active, "" if active else hook.off_because
    if (hook.url, hook.events, hook.active) == was:
        return hook
    # Another address, or one that is said to be right now: what was learnt of it is over.
    hook.failures, hook.wait_until = 0, None
    hook.save()
    now = timezone.now()
    if on_again:
        hook.deliveries.filter(state=State.GIVEN_UP).update(state=State.WAITING, attempts=0, since=now, next_try=now)
    hook.deliveries.filter(state=State.WAITING).update(next_try=now)
    journal.write(tournament=tournament, act=acts.CHANGE_WEBHOOK, by=by, before=before, after=_facts(hook))
    wake()
    return hook


@transaction.atomic
def renew_secret(*, tournament_id: int, webhook_id: int, by: User | None) -> Webhook:
    """Give an address another secret, for one that was lost or seen; the former one signs nothing any more."""
    tournament, hook = _locked(tournament_id, webhook_id)
    hook.secret = new_secret()
    hook.save(update_fields=["secret"])
    journal.write(tournament=tournament, act=acts.RENEW_WEBHOOK_SECRET, by=by, after={"webhook": hook.pk})
    return hook


@transaction.atomic
def remove_webhook(*, tournament_id: int, webhook_id: int, by: User | None) -> None:
    """Remove an address with its messages."""
    tournament, hook = _locked(tournament_id, webhook_id)
    before = _facts(hook)
    hook.delete()
    journal.write(tournament=tournament, act=acts.REMOVE_WEBHOOK, by=by, before=before)


@transaction.atomic
def send_test(*, tournament_id: int, webhook_id: int) -> Delivery:
    """Have a test sent to an address, one that is switched off too."""
    tournament, hook = _locked(tournament_id, webhook_id)
    now = timezone.now()
    event, body = MessageMaker(tournament).test(now.isoformat())
    hook.messages += 1
    hook.save(update_fields=["messages"])
    made = Delivery.objects.create(webhook=hook, number=hook.messages, event=event, body=body, next_try=now)
    wake()
    return made


@transaction.atomic
def send_again(*, tournament_id: int, webhook_id: int, number: int) -> Delivery:
    """Have message *number* sent again at once, with the same number and words. Raises Delivery.DoesNotExist."""
    _tournament, hook = _locked(tournament_id, webhook_id)
    made = hook.deliveries.get(number=number)
    now = timezone.now()
    made.state, made.attempts, made.since, made.next_try = State.WAITING, 0, now, now
    made.save(update_fields=["state", "attempts", "since", "next_try"])
    # The organiser presses the button because the other side is said to work again.
    Webhook.objects.filter(pk=hook.pk).update(wait_until=None)
    wake()
    return made


def _locked(tournament_id: int, webhook_id: int) -> tuple[Tournament, Webhook]:
    tournament = lock_tournament(tournament_id)
    return tournament, Webhook.objects.select_for_update(of=("self",)).get(pk=webhook_id, tournament=tournament)


def _address(url: str) -> str:
    """Return a typed address. Raises ScoringError: hosted, for a number of a network of its own too.

    What a name leads to is asked at each sending: it may change.
    """
    host = read_address(url).hostname or ""
    if not settings.EMBEDDED and is_number(host) and not is_public(host):
        raise ScoringError("webhook_private", field="url")
    return url.strip()


def _events(events: Iterable[str]) -> list[str]:
    chosen = set(events)
    if not chosen or chosen - EVENTS.keys():
        raise ScoringError("webhook_events", field="events")
    return [event for event in EVENTS if event in chosen]


def _facts(hook: Webhook) -> dict[str, object]:
    """Return an address as a journal line keeps it: what stands behind its host may be a password."""
    return {
        "webhook": hook.pk,
        "host": read_address(hook.url).hostname,
        "events": hook.events,
        "active": hook.active,
    }


# --- From the journal to messages -------------------------------------------------------------------------------------


def wake_if_told(tournament_id: int) -> None:
    """Have messages made where an address of the concours has not heard of its last lines: one question otherwise."""
    hooks = Webhook.objects.filter(tournament=tournament_id, active=True)
    if hooks.filter(journal_number__lt=F("tournament__journal_number")).exists():
        with transaction.atomic():
            wake()


def wake(at: datetime | None = None) -> None:
    """Have messages made and delivered, at *at* or now; to be called inside a transaction.

    No job is put off for longer than a minute (tournament.jobs): until a later hour one comes and looks every minute.
    """
    soonest = timezone.now() + LOOK
    jobs.enqueue(JOB, once=True, not_before=min(at, soonest) if at is not None else None)


def make_messages() -> int:
    """Make the messages of all lines that addresses have not been told, and return how many."""
    behind = Webhook.objects.filter(active=True, journal_number__lt=F("tournament__journal_number"))
    return sum(_make_of(pk) for pk in behind.values_list("pk", flat=True))


def _make_of(webhook_id: int) -> int:
    made = 0
    while True:
        with transaction.atomic():
            hook = Webhook.objects.select_for_update(of=("self",)).filter(pk=webhook_id, active=True).first()
            if hook is None:
                return made
            tournament = Tournament.every.get(pk=hook.tournament_id)
            new = JournalEntry.objects.filter(tournament=tournament, number__gt=hook.journal_number)
            lines = list(new.filter(act__in=acts_of(hook.events)).order_by("number")[:LINES_AT_ONCE])
            made += _write(hook, MessageMaker(tournament), lines)
            whole = len(lines) < LINES_AT_ONCE
            hook.journal_number = tournament.journal_number if whole else lines[-1].number
            hook.save(update_fields=["messages", "journal_number"])
        if whole:
            return made


def _write(hook: Webhook, maker: MessageMaker, lines: list[JournalEntry]) -> int:
    now = timezone.now()
    rows = []
    for line in lines:
        message = maker.message(line)
        if message is None:
            continue
        hook.messages += 1
        event, body = message
        rows.append(
            Delivery(
                webhook=hook, number=hook.messages, journal_number=line.number, event=event, body=body, next_try=now
            )
        )
    Delivery.objects.bulk_create(rows)
    return len(rows)


def remake_waiting(concours: Collection[int]) -> None:
    """Write the messages of some *concours* that wait to be sent anew: the names in them are not those of now any more.

    To be called inside a transaction. A message under way may still go out as it was.
    """
    waiting = Delivery.objects.filter(webhook__tournament__in=concours, state=State.WAITING, journal_number__gt=0)
    makers: dict[int, MessageMaker] = {}
    for row in waiting.select_related("webhook").order_by("pk"):
        pk = row.webhook.tournament_id
        maker = makers.setdefault(pk, MessageMaker(Tournament.every.get(pk=pk)))
        line = JournalEntry.objects.get(tournament=pk, number=row.journal_number)
        if message := maker.message(line):
            Delivery.objects.filter(pk=row.pk).update(body=message[1])


# --- Delivery ---------------------------------------------------------------------------------------------------------


def deliver() -> dict[str, int]:
    """Do the job: make messages, send those that are due, come back when the next one is."""
    made = make_messages()
    _give_up_old()
    sent = _send_due(time.monotonic() + RUN_SECONDS)
    _forget_old()
    later = _next_due()
    if later is not None:
        with transaction.atomic():
            wake(later)
    return {"made": made, "sent": sent}


def _due(now: datetime) -> QuerySet[Delivery]:
    """Select the messages to be sent: those of addresses that are on and not waited for, and tests of all."""
    hook_ready = Q(webhook__wait_until=None) | Q(webhook__wait_until__lte=now)
    told = Q(webhook__active=True) & (hook_ready | Q(journal_number=0))
    return Delivery.objects.filter(state=State.WAITING, next_try__lte=now).filter(told | Q(journal_number=0))


def _next_of(webhook_id: int) -> Delivery | None:
    """Take the next message of an address into hand; None where none is due."""
    now = timezone.now()
    for row in _due(now).filter(webhook=webhook_id).select_related("webhook").order_by("next_try", "number")[:3]:
        mine = Delivery.objects.filter(pk=row.pk, state=State.WAITING, next_try=row.next_try)
        if mine.update(next_try=now + LEASE, attempts=F("attempts") + 1, tried_at=now):
            row.attempts += 1
            return row
    return None


def _send_due(end: float) -> int:
    """Send what is due until *end*, one message at a time to each address; return how many were tried."""
    due = _due(timezone.now()).order_by("next_try").values_list("webhook", "webhook__tournament__club")
    waiting = list(dict.fromkeys(due))
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook")
    under_way: dict[Future[Answer], tuple[Delivery, int, float]] = {}
    tried = 0
    try:
        while under_way or (waiting and time.monotonic() < end):
            while len(under_way) < AT_ONCE and time.monotonic() < end:
                clubs = Counter(club for _row, club, _late in under_way.values())
                if (following := _following(waiting, clubs)) is None:
                    break
                waiting.remove(following)
                webhook, club = following
                if row := _next_of(webhook):
                    late = time.monotonic() + ONE_SECONDS
                    under_way[pool.submit(_send, row, late)] = row, club, late
            if not under_way:
                continue
            wait(under_way, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in [one for one, (*_row, late) in under_way.items() if one.done() or time.monotonic() > late]:
                row, club, _late = under_way.pop(future)
                # A thread that still waits for the address of a computer is left alone: it will connect to nothing.
                answer = future.result() if future.done() else Answer(None, "timeout", "", int(1000 * ONE_SECONDS))
                tried += 1
                if _record(row, answer):
                    waiting.append((row.webhook_id, club))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return tried


def _following(waiting: list[tuple[int, int]], clubs: Counter[int]) -> tuple[int, int] | None:
    """Return the address, and its club, that is told next: of the club that has fewest under way, the first due."""
    free = [one for one in waiting if clubs[one[1]] < OF_CLUB]
    return min(free, key=lambda one: clubs[one[1]], default=None)


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
    """Give up the messages that were tried for a day, and switch off the addresses that took none in that time."""
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
