"""Make the addresses that a concours tells, and turn lines of the journal into messages; `delivery` sends them.

Nothing of it stands in a request. The job "pages" of each act asks `wake` whether somebody is told; the job "webhooks"
makes messages of new lines and sends those that are due.
"""

import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.webhooks import acts
from scoring.webhooks.messages import EVENTS, MessageMaker, acts_of
from scoring.webhooks.models import ClubWebhook, Delivery, Webhook
from scoring.webhooks.sending import is_number, is_public, new_secret, read_address
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.journal.models import JournalEntry

log = logging.getLogger("dix.webhooks")

JOB = "webhooks"
MOST = 5  # addresses of a concours, of a club, of the site
OF_SITE = {"concours", "palmares"}
LINES_AT_ONCE = 200
LOOK = timedelta(seconds=55)

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
    others = Webhook.objects.filter(tournament=tournament, of_club=None)
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
        if Webhook.objects.filter(tournament=tournament, of_club=None, url=hook.url).exclude(pk=hook.pk).exists():
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
    """Change the secret of an address, for one that was lost or seen; the former one signs nothing any more."""
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


def add_club_webhook(*, club: Club | None, url: str, events: Iterable[str], by: User | None) -> ClubWebhook:
    """Add an address that is told of *events* in every concours of *club*, of the site where it is None, from now on.

    The site's is told of concours and palmarès alone: what happens at the tables is the club's. Raises ScoringError as
    `add_webhook`. No journal has a line of it: it belongs to no concours.
    """
    url, events = _address(url), _events(events)
    if club is None and set(events) - OF_SITE:
        raise ScoringError("webhook_events", field="events")
    others = ClubWebhook.objects.filter(club=club)
    if others.filter(url=url).exists():
        raise ScoringError("webhook_twice", field="url")
    if others.count() >= MOST:
        raise ScoringError("webhook_many", most=MOST)
    log.info("an address of club %s is told, by %s", club.pk if club else "all", by.pk if by else "")
    return ClubWebhook.objects.create(club=club, url=url, events=events, secret=new_secret(), by=by)


def remove_club_webhook(*, club: Club | None, webhook_id: int, by: User | None) -> None:
    """Remove an address of a club, or of the site, with all its messages. Raises ClubWebhook.DoesNotExist."""
    ClubWebhook.objects.get(pk=webhook_id, club=club).delete()
    log.info("an address of club %s is told no more, by %s", club.pk if club else "all", by.pk if by else "")


def _locked(tournament_id: int, webhook_id: int) -> tuple[Tournament, Webhook]:
    tournament = lock_tournament(tournament_id)
    return tournament, Webhook.objects.select_for_update(of=("self",)).get(
        pk=webhook_id, tournament=tournament, of_club=None
    )


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


def _tell_clubs(tournament_id: int) -> None:
    """Make the concours an address for each of its club's and the site's that it has none for yet; one question otherwise.

    It is told of the lines since the address was added.
    """
    of_clubs = ClubWebhook.objects.filter(Q(club=None) | Q(club__tournaments=tournament_id))
    for one in of_clubs.exclude(hooks__tournament=tournament_id):
        before = JournalEntry.objects.filter(tournament=tournament_id, at__lt=one.created_at)
        told = {"url": one.url, "events": one.events, "secret": one.secret, "by": one.by}
        number = before.aggregate(last=Max("number"))["last"] or 0
        # Another worker may do the same for another act of this concours: then there is one already.
        Webhook.objects.get_or_create(
            tournament_id=tournament_id, of_club=one, defaults=told | {"journal_number": number}
        )


def may_be_untold(concours: OuterRef) -> Q:
    """Return the condition that an address of *concours* has not heard of its last lines, or that its club or the site has any."""
    of_clubs = ClubWebhook.objects.filter(Q(club=None) | Q(club__tournaments=concours))
    behind = Webhook.objects.filter(
        tournament=concours, active=True, journal_number__lt=F("tournament__journal_number")
    )
    return Q(Exists(of_clubs)) | Q(Exists(behind))


def wake_if_told(tournament_id: int) -> None:
    """Have messages made where an address of the concours has not heard of its last lines: two questions otherwise."""
    _tell_clubs(tournament_id)
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
