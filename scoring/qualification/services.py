"""Acts on who is qualified for a concours: choose the rankings, call, write answers, pass places on."""

import datetime
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.qualification import acts
from scoring.qualification.calls import Call, Who, next_calls
from scoring.qualification.selectors import (
    READY,
    ReadRanking,
    doubled_places,
    held_of,
    is_late,
    may_call,
    number_of,
    places_of,
    rank_in,
    read_rankings,
    registered_in,
)
from scoring.seasons.models import Season
from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.qualification.answers import ANSWERS, DECLINED, LAPSED, OPEN
from tournament.qualification.models import QualifiedPlace, QualifyingRanking

MOST_RANKINGS = 20
MOST_PLACES = 999

# A concours, else a season, by its key, and how many of its first are qualified.
Chosen = tuple[int | None, int | None, int]


@acts.CHOOSE_QUALIFYING.service
@transaction.atomic
def choose_qualifying(*, tournament_id: int, rankings: Sequence[Chosen], by: User | None) -> None:
    """Choose the rankings whose first are qualified, in the order in which they call.

    One by which somebody was called stays: its number of places may change. Raises ScoringError `qualifying_unknown`,
    `qualifying_twice`, `qualifying_places`, `qualifying_many`, `qualifying_called`.
    """
    tournament = lock_open_tournament(tournament_id)
    wanted = [(concours, season, places) for concours, season, places in rankings]
    rows = {(row.concours_id, row.season): row for row in QualifyingRanking.objects.filter(tournament=tournament)}
    _check_rankings(tournament, [one for one in wanted if one[:2] not in rows])
    _check_places(wanted)
    before = [[row.concours_id, row.season, row.places] for row in rows.values()]
    after = [list(one) for one in wanted]
    if before == after:
        return
    # A ranking whose concours was erased cannot be chosen, and keeps its places.
    gone = [row.pk for key, row in rows.items() if any(key) and key not in {one[:2] for one in wanted}]
    if QualifiedPlace.objects.filter(ranking__in=gone).exists():
        raise ScoringError("qualifying_called", field="rankings")
    QualifyingRanking.objects.filter(pk__in=gone).delete()
    for number, (concours, season, places) in enumerate(wanted, start=1):
        row = rows.get((concours, season)) or QualifyingRanking(tournament=tournament, season=season)
        row.concours_id, row.number, row.places = concours, number, places
        row.save()
    journal.write(tournament, acts.CHOOSE_QUALIFYING, by, before={"qualifying": before}, after={"qualifying": after})


def _check_places(wanted: Sequence[Chosen]) -> None:
    if len(wanted) > MOST_RANKINGS:
        raise ScoringError("qualifying_many", field="rankings", most=MOST_RANKINGS)
    if len({one[:2] for one in wanted}) < len(wanted):
        raise ScoringError("qualifying_twice", field="rankings")
    if any(not 1 <= places <= MOST_PLACES for _concours, _season, places in wanted):
        raise ScoringError("qualifying_places", field="rankings", most=MOST_PLACES)


def _check_rankings(tournament: Tournament, wanted: Sequence[Chosen]) -> None:
    concours = {one[0] for one in wanted if one[0]}
    seasons = {one[1] for one in wanted if one[1]}
    known = Tournament.objects.filter(club=tournament.club_id, rehearsal=False, pk__in=concours - {tournament.pk})
    own = Season.objects.filter(club=tournament.club_id, removed_at=None, pk__in=seasons)
    if known.count() < len(concours) or own.count() < len(seasons) or any(bool(a) == bool(b) for a, b, _n in wanted):
        raise ScoringError("qualifying_unknown", field="rankings")


@transaction.atomic
def call_qualified(*, tournament_id: int, by: User | None) -> int:
    """Call whoever has a place and was not called, pass on the places of those who did not answer in time; how many.

    Raises ScoringError `qualified_over`, `qualifying_running` where no ranking is final, `qualified_nobody`.
    """
    tournament = _lock_calling(tournament_id)
    rankings = _ready(tournament)
    late = _late_places(tournament)
    for place in late:
        place.answer = LAPSED
    QualifiedPlace.objects.bulk_update(late, ["answer"])
    called = _call(tournament, next_calls([one.ranking for one in rankings], held_of(places_of(tournament))))
    if not called and not late:
        raise ScoringError("qualified_nobody")
    after = {"qualified_places": [one.pk for one in called], "qualified_late": [one.pk for one in late]}
    journal.write(tournament, acts.CALL_QUALIFIED, by, after={key: value for key, value in after.items() if value})
    return len(called)


@transaction.atomic
def invite_qualified(*, tournament_id: int, ranking: int, who: Who, reason: str, by: User | None) -> QualifiedPlace:
    """Call somebody of a ranking beside those whose turn it is, as after its correction.

    Raises TournamentError `reason_needed`, ScoringError `qualified_over`, `qualifying_running`, `qualified_unranked`,
    `qualified_twice`.
    """
    reason = journal.required_reason(reason)
    tournament = _lock_calling(tournament_id)
    who = tuple(sorted(who))
    rank = rank_in(_ready(tournament), ranking, who)
    if not rank:
        raise ScoringError("qualified_unranked", field="who")
    if any(one.who == who for one in places_of(tournament)):
        raise ScoringError("qualified_twice", field="who")
    (place,) = _call(tournament, [Call(ranking, who, rank, steps_in=True)])
    after = {"qualified_places": [place.pk]}
    journal.write(tournament, acts.CALL_QUALIFIED, by, after=after, reason=reason)
    return place


@acts.UNCALL_QUALIFIED.service
@transaction.atomic
def uncall_qualified(*, tournament_id: int, place_ids: Sequence[int], by: User | None) -> None:
    """Take back the call of those of some places who have not answered yet."""
    tournament = lock_open_tournament(tournament_id)
    gone = _uncall(tournament, place_ids)
    journal.write(tournament, acts.UNCALL_QUALIFIED, by, before={"qualified_places": gone})


@acts.ANSWER_QUALIFIED.service
@transaction.atomic
def answer_qualified(
    *,
    tournament_id: int,
    place_id: int,
    answer: str,
    reason: str = "",
    uncall: Sequence[int] = (),
    by: User | None,
) -> list[QualifiedPlace]:
    """Write what somebody answered who was called; the next of the ranking is called where it does not come.

    *uncall*: the places that were called because of the answer before, as far as nobody has answered. Return who is
    called now. Raises ScoringError `qualified_unknown`, `qualified_answer`, `qualified_erased`.
    """
    tournament = lock_open_tournament(tournament_id)
    place = next((one for one in places_of(tournament) if one.pk == place_id), None)
    if place is None:
        raise ScoringError("qualified_unknown", field="place")
    if answer not in ANSWERS:
        raise ScoringError("qualified_answer", field="answer", read=answer)
    if place.gone:
        raise ScoringError("qualified_erased", field="place")
    reason = names.clean_short(reason, journal.REASON_LENGTH, "reason")
    if place.answer == answer:
        return []
    before = {"qualified_place": place.pk, "answer": place.answer}
    place.answer = answer
    place.save(update_fields=["answer"])
    gone = _uncall(tournament, uncall)
    called: list[QualifiedPlace] = []
    if answer in (DECLINED, LAPSED) and may_call(tournament):
        rankings = [one.ranking for one in read_rankings(tournament) if one.state == READY]
        called = _call(tournament, next_calls(rankings, held_of(places_of(tournament))))
    after = {"qualified_place": place.pk, "answer": answer} | (
        {"qualified_places": [one.pk for one in called]} if called else {}
    )
    before |= {"qualified_places": gone} if gone else {}
    journal.write(tournament, acts.ANSWER_QUALIFIED, by, before=before, after=after, reason=reason)
    return called


def call_late() -> int:
    """Do the job of every day: pass on the places of those who did not answer in time; how many concours it concerns."""
    today = timezone.localdate()
    late = Tournament.objects.filter(qualified__answer=OPEN, qualified__answer_by__lt=today, date__gte=today)
    passed = 0
    for pk in late.filter(closed_at=None, copied_at=None).order_by("pk").values_list("pk", flat=True).distinct():
        try:
            call_qualified(tournament_id=pk, by=None)
            passed += 1
        except TournamentError:
            continue  # drawn since, a source reopened, a club closed: the page says what stands
    return passed


def _lock_calling(tournament_id: int) -> Tournament:
    tournament = lock_open_tournament(tournament_id)
    if not may_call(tournament):
        raise ScoringError("qualified_over")
    return tournament


def _ready(tournament: Tournament) -> list[ReadRanking]:
    """Return the rankings that are final. Raises ScoringError `qualifying_running` where none is."""
    ready = [one for one in read_rankings(tournament) if one.state == READY]
    if not ready:
        raise ScoringError("qualifying_running")
    return ready


def _late_places(tournament: Tournament) -> list[QualifiedPlace]:
    places, today = places_of(tournament), timezone.localdate()
    registered = registered_in(tournament, places)
    doubled = doubled_places(places)
    late = (one for one in places if one.pk not in doubled)
    return [one for one in late if is_late(one, number_of(one, registered), today)]


def _call(tournament: Tournament, calls: Sequence[Call]) -> list[QualifiedPlace]:
    """Write the places of *calls*."""
    today = timezone.localdate()
    return QualifiedPlace.objects.bulk_create(
        QualifiedPlace(
            tournament=tournament,
            ranking_id=call.ranking,
            rank=call.rank,
            person_id=call.who[0],
            partner_id=call.who[1] if len(call.who) > 1 else None,
            team=len(call.who) > 1,
            steps_in=call.steps_in,
            answer_by=_answer_by(tournament, today, steps_in=call.steps_in),
        )
        for call in calls
    )


def _answer_by(tournament: Tournament, today: datetime.date, *, steps_in: bool) -> datetime.date:
    """Return the last day for an answer: that of the concours, or so many days from today on for who steps in."""
    end = tournament.date - datetime.timedelta(days=tournament.answer_end_days)
    soon = today + datetime.timedelta(days=tournament.answer_days)
    return min(tournament.date, soon if steps_in or end < today else end)


def _uncall(tournament: Tournament, place_ids: Sequence[int]) -> list[int]:
    """Delete those of some places of which nobody has answered nor registered; return their keys."""
    places = [one for one in places_of(tournament) if one.pk in place_ids and one.answer == OPEN]
    registered = registered_in(tournament, places)
    gone = [one.pk for one in places if number_of(one, registered) is None]
    QualifiedPlace.objects.filter(pk__in=gone).delete()
    return gone
