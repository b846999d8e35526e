"""Store the copies of concours up to date at every place: one job brings the whole file where it is not the latest.

It runs in a lane of its own, and each place in a thread of its own: a stick that hangs holds up neither the others nor
any score. Making the file again and again costs at most one part in six of a core; nothing else limits how soon a copy follows.
While an evening goes on the job stays and looks by itself, and the places of one file are noted in one transaction: on a
laptop each write takes its turn with the scores (docs/decisions/copies-beside-typing.md).
"""

import logging
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.access.models import CampCode
from scoring.copies import receiving
from scoring.copies.folder import FolderName
from scoring.copies.models import CopyPlace, PlaceState
from scoring.copies.places import Errand, ErrandResult, OtherProgram, go
from scoring.errors import ScoringError
from scoring.transfer.file import WrittenConcours, write_concours
from scoring.webhooks.sending import FAILURES as UNDELIVERED
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.journal.acts import ACTS
from tournament.journal.epochs import Epoch
from tournament.journal.models import JournalEntry
from tournament.prepared import prepared

log = logging.getLogger("dix.copies")

JOB = "copies"
RUN_SECONDS = 50  # of one job
TOGETHER_SECONDS = 0.5  # for which the end of a visit waits to be noted with others
ANSWER_SECONDS = 3  # how long the other places wait for one; its thread goes on
PLACE_SECONDS = 25  # after which a place is called slow
SLOW_LOOK = timedelta(seconds=5)  # how often it is looked whether a slow one has ended
LOOK = timedelta(seconds=50)
LEAST_SECONDS = 1.0  # between two files of one concours
REST = 5  # times what the last one took
PAUSES = (2, 5, 10, 20, 30)  # seconds after a failure
CHECK = timedelta(seconds=20)
LIVE = timedelta(hours=6)  # how long after its last act a concours is looked after
KEEP_EVERY = timedelta(minutes=5)
FAILURES = {
    "full": _("There is no room left: make some."),
    "read_only": _("Nothing may be written there: unlock it."),
    "gone": _("It does not answer: is it still plugged in?"),
    "slow": _("It takes very long to answer."),
    "unreadable": _("It keeps a file otherwise than it was written: choose another stick."),
    "lost": _("The copy is not there any more: it is made again."),
    "token": _("It does not know this computer any more: connect it again."),
    "unknown": _("It has no copy yet."),
    "large": _("It takes no file as large as this one with its photos: choose a folder."),
    "photos": _("The photos of this concours are too many for a copy: remove some."),
    "not_taken": _("It has the concours otherwise, or removed it: look at it there."),
    "busy": _("It has too much to do at this moment."),
    "moved": _("The concours went on there: this computer keeps a copy of it now."),
    "two_homes": _(
        "The concours goes on there too, from line %(line)s of the journal on: choose one computer, stop on the other."
    ),
    **{key: UNDELIVERED[key] for key in ("name", "private", "refused", "timeout", "certificate", "broken", "redirect")},
    "status": UNDELIVERED["status"],
}
# The visits under way, by place: a stick that hangs is not tried again meanwhile. Each puts its end into the queue.
_at_work: dict[int, "_Visit"] = {}
_ended: "Queue[tuple[_Visit, ErrandResult]]" = Queue()
_made: dict[int, tuple[float, float]] = {}  # concours → when its file was made last, and in how many seconds
_leaving = Event()  # this process is about to end


def mark_of(tournament: Tournament) -> str:
    """Return what a copy of *tournament* as it is now is recognised by.

    Its last line, its latest codes, and the registrations from home, which no line names before the desk takes them.
    """
    codes = CampCode.objects.filter(access__table__round__tournament=tournament).aggregate(last=Max("pk"))["last"]
    typed = Sum(F("version") + F("changes"))
    entries = tournament.entries.aggregate(there=Count("pk"), typed=typed, taken=Sum("taken_version"))
    return f"{tournament.journal_hash}.{codes or 0}." + "-".join(str(part or 0) for part in entries.values())


def may_be_behind(concours: OuterRef) -> Q:
    """Return the condition that there are places for copies of *concours*."""
    places = CopyPlace.objects.filter(club__tournaments=concours, club__tournaments__is_demo=False)
    return Q(Exists(places)) | Q(Exists(PlaceState.objects.filter(tournament=concours, tournament__copied_at=None)))


def wake_if_behind(tournament_id: int) -> None:
    """Have the copies of a concours brought up to date, where its club has places: one question otherwise."""
    places = CopyPlace.objects.filter(club__tournaments=tournament_id, club__tournaments__is_demo=False)
    missing = list(places.exclude(states__tournament=tournament_id).values_list("pk", flat=True))
    behind = PlaceState.objects.filter(tournament=tournament_id, tournament__copied_at=None)
    if not missing and (jobs.is_due(JOB) or not behind.exists()):
        return
    with transaction.atomic():
        PlaceState.objects.bulk_create(
            [PlaceState(place_id=place, tournament_id=tournament_id) for place in missing], ignore_conflicts=True
        )
        wake()


def wake_for_entries(tournament_id: int) -> None:
    """Have the copies of a concours look at it again, as registrations came from home: no line of its journal says so."""
    with transaction.atomic():
        if PlaceState.objects.filter(tournament=tournament_id, tournament__copied_at=None).update(checked_at=None):
            wake()


def wake(at: datetime | None = None) -> None:
    """Have all copies looked after, at *at* or now; to be called inside a transaction."""
    soonest = timezone.now() + LOOK
    jobs.enqueue(JOB, once=True, not_before=min(at, soonest) if at is not None else None)


def wake_at_start() -> None:
    """Have all copies looked after as the program starts: the concours may have gone on elsewhere since."""
    if CopyPlace.objects.exists():
        with transaction.atomic():
            wake()


def deliver(*, stays: bool = False) -> dict[str, int]:
    """Do the job: bring what is behind where it belongs, look at the rest, come back when something is due.

    One that *stays* waits for that itself, RUN_SECONDS long, as long as anything moves.
    """
    brought, end = len(_collect()), time.monotonic() + RUN_SECONDS
    while time.monotonic() < end:
        if due := _due_concours():
            brought += sum(map(serve, due))
        elif not stays or _next_due() is None or _leaving.wait(LEAST_SECONDS):
            break
        else:
            brought += len(_collect())
    if (following := _next_due()) is not None:
        with transaction.atomic():
            wake(following)
    return {"brought": brought}


def leave() -> None:
    """End a job that stays: this process is about to end."""
    _leaving.set()


@prepared
def _open_states(active_since: datetime) -> QuerySet[PlaceState, Any]:
    """Select the places where something may have to be done.

    *behind*: a file is to be brought. *live*: somebody did something in the concours lately, here or, of a copy, where it
    is at home.
    """
    is_copy = Q(tournament__copied_at__isnull=False)
    behind = ~is_copy & (~Q(failure__in=("", "moved")) | ~Q(journal_number=F("tournament__journal_number")))
    states = PlaceState.objects.annotate(since=Coalesce("tournament__changed_at", "tournament__created_at"))
    states = states.annotate(behind=behind, live=Q(since__gt=active_since)).filter(tournament__removed_at=None)
    # Of a copy, only another program has more.
    states = states.filter(Q(behind=True) | Q(live=True) | Q(checked_at=None)).exclude(
        is_copy & Q(place__kind=CopyPlace.Kind.FOLDER)
    )
    columns = ("tournament_id", "place_id", "behind", "live", "next_try", "checked_at")
    return states.order_by("checked_at", "pk").values_list(*columns, named=True)


def _free_states(now: datetime) -> list[Any]:
    """Return the places where something may have to be done and nobody is at work."""
    return [state for state in _open_states(active_since=now - LIVE) if state.place_id not in _at_work]


def _due_concours() -> list[int]:
    """Return the concours that have something to be done at a place now, the one waiting longest first."""
    now = timezone.now()
    states = [state for state in _free_states(now) if not _rests(state.next_try, now) and _wants(state, now)]
    return [pk for pk in dict.fromkeys(state.tournament_id for state in states) if _may_make(pk)]


def _rests(next_try: datetime | None, now: datetime) -> bool:
    """Return whether a place has its pause; one longer than any was set before the clock was put right."""
    return next_try is not None and now < next_try <= now + timedelta(minutes=10)


def _wants(state: Any, now: datetime) -> bool:
    """Return whether something is to be done at a place: a file is to be brought, or it was not looked at for a while."""
    looked = state.checked_at is not None and now - CHECK < state.checked_at <= now + CHECK
    return bool(state.behind) or not looked


def _may_make(concours: int) -> bool:
    """Return whether the last file of a concours is paid for."""
    ended, seconds = _made.get(concours, (float("-inf"), 0.0))
    return time.monotonic() >= ended + max(LEAST_SECONDS, REST * seconds)


def _next_due() -> datetime | None:
    """Return when something is to be done at a place next; None where nothing moves any more."""
    now = timezone.now()
    times = [
        now + (SLOW_LOOK if visit.called_slow else timedelta(seconds=LEAST_SECONDS)) for visit in _at_work.values()
    ]
    for state in _free_states(now):
        if state.behind:
            times.append(max(state.next_try or now, now + timedelta(seconds=LEAST_SECONDS)))
        elif state.live:
            times.append((state.checked_at or now) + CHECK)
    return min(times, default=None)


@dataclass
class _Visit:
    concours: Tournament
    state: PlaceState
    errand: Errand
    mark: str
    begun: float
    called_slow: bool = False


def serve(tournament_id: int) -> int:
    """Bring the file of one concours to all its places that lack it, look at the others; return how many took it."""
    concours = Tournament.objects.filter(pk=tournament_id).select_related("club").first()
    if concours is None:
        return 0
    now = timezone.now()
    states = PlaceState.objects.filter(tournament=concours).exclude(place__in=list(_at_work)).select_related("place")
    ready = [state for state in states if not _rests(state.next_try, now)]
    mark, identity = mark_of(concours), _identity(concours)
    if identity is None:
        return 0
    behind = [
        state for state in ready if concours.copied_at is None and (state.mark != mark or state.failure == "lost")
    ]
    try:
        written = _write(concours) if behind else None
    except ScoringError:
        visits = [_Visit(concours, state, _errand(concours, identity, state, None), mark, 0) for state in behind]
        return len(_record([(visit, ErrandResult("photos")) for visit in visits]))
    if written is not None and written.journal_hash != concours.journal_hash:
        mark = f"{written.journal_hash}.{mark.partition('.')[2]}"
    for state in ready:
        errand = _errand(concours, identity, state, written if state in behind else None)
        _begin(_Visit(concours, state, errand, mark, time.monotonic()))
    return _collect({state.place_id for state in ready}).count(concours.pk)


def _identity(concours: Tournament) -> str | None:
    return concours.journal.filter(number=1).values_list("hash", flat=True).first()


def _write(concours: Tournament) -> WrittenConcours:
    begun = time.monotonic()
    written = write_concours(concours.pk)
    _made[concours.pk] = (time.monotonic(), time.monotonic() - begun)
    return written


def _errand(concours: Tournament, identity: str, state: PlaceState, written: WrittenConcours | None) -> Errand:
    place = state.place
    return Errand(
        place=Path(place.address)
        if place.kind == CopyPlace.Kind.FOLDER
        else OtherProgram(place.address, place.secret, place.other_club),
        name=FolderName(concours.name, concours.date.isoformat(), identity, Epoch.read(concours.epoch)),
        identity=identity,
        head=concours.journal_hash,
        copied=concours.copied_at is not None,
        line=written.journal_number if written else state.journal_number,
        content=written.content if written else None,
        slot=state.slot,
        keep=written is not None and _is_to_be_kept(state, written),
    )


def _is_to_be_kept(state: PlaceState, written: WrittenConcours) -> bool:
    """Return whether this file is kept beside the two: each five minutes of activity, and after each tirage and closing."""
    if state.kept_at is None or abs(timezone.now() - state.kept_at) >= KEEP_EVERY:
        return True
    moments = [act.key for act in ACTS.values() if act.copied_at_once]
    since = JournalEntry.objects.filter(tournament=state.tournament_id, act__in=moments)
    return since.filter(number__gt=state.kept_number, number__lte=written.journal_number).exists()


def _begin(visit: _Visit) -> None:
    _at_work[visit.state.place_id] = visit
    Thread(target=_go_one, args=(visit, _ended), daemon=True, name="place").start()


def _go_one(visit: _Visit, ended: "Queue[tuple[_Visit, ErrandResult]]") -> None:
    try:
        result = go(visit.errand)
    except Exception:
        log.exception("a place for copies")
        result = ErrandResult("broken")
    ended.put((visit, result))


def _collect(awaited: Collection[int] = ()) -> list[int]:
    """Note how visits ended, earlier ones too, and which places are slow; return the concours of each that took a file.

    The places *awaited* have ANSWER_SECONDS: one that takes longer ends by itself and holds up no other.
    """
    took, missing = list[int](), set(awaited)
    ended: list[tuple[_Visit, ErrandResult]] = []
    end = time.monotonic() + min(ANSWER_SECONDS, PLACE_SECONDS)
    while missing or not _ended.empty():
        patience = max(0.0, end - time.monotonic())
        try:
            visit, result = _ended.get(timeout=min(patience, TOGETHER_SECONDS) if ended else patience)
        except Empty:
            if not ended:
                break
            took += _record(ended)
            ended = []
            continue
        missing.discard(visit.state.place_id)
        _at_work.pop(visit.state.place_id, None)
        ended.append((visit, result))
    for visit in _at_work.values():
        if not visit.called_slow and time.monotonic() >= visit.begun + PLACE_SECONDS:
            visit.called_slow = True
            ended.append((visit, ErrandResult("slow")))
    return took + _record(ended)


@prepared
def _state(pk: int) -> QuerySet[PlaceState]:
    return PlaceState.objects.filter(pk=pk)


def _record(ended: Iterable[tuple[_Visit, ErrandResult]]) -> list[int]:
    """Note how visits ended, in one transaction; return the concours of each place that took a file."""
    noted = [(visit, _state_after(visit, result)) for visit, result in ended]
    if noted:
        with transaction.atomic():
            for visit, values in noted:
                _state.update(values, pk=visit.state.pk)
    return [visit.state.tournament_id for visit, values in noted if "copied_at" in values]


def _state_after(visit: _Visit, result: ErrandResult) -> dict[str, object]:
    """Return the fields of the state of a place after a visit; a later home that was met there is the home from now on."""
    state, errand, now = visit.state, visit.errand, timezone.now()
    failure, line = result.failure, result.line
    if failure == "moved" and result.other is not None:
        failure, line = receiving.meet(visit.concours, result.other, state.place.by)
    values: dict[str, object] = {"checked_at": now, "failure": failure, "line": line, "next_try": None}
    if failure in ("", "moved"):
        values |= {"failing_since": None, "failures": 0}
    else:
        pause = PAUSES[min(state.failures, len(PAUSES) - 1)]
        values |= {
            "failing_since": state.failing_since or now,
            "failures": state.failures + 1,
            "next_try": now + timedelta(seconds=pause),
        }
        log.info("place %s for copies: %s", state.place_id, failure)
    if failure == "" and errand.content is not None:
        values |= {"mark": visit.mark, "journal_number": errand.line, "copied_at": now, "slot": result.slot}
        values |= {"kept_number": errand.line, "kept_at": now} if errand.keep else {}
    return values
