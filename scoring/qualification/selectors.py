"""Read who is qualified for a concours: by which rankings, who was called, what moved, and who would be next."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _, pgettext

from scoring.qualification.calls import (
    HeldPlace,
    MovedPlace,
    RankedWho,
    Ranking,
    Who,
    moved_places,
    next_calls,
    ranks_of,
)
from scoring.seasons.models import Season
from scoring.seasons.selectors import PLAYED, key_of, read_season
from scoring.standings.models import Palmares
from tournament.concours.models import Tournament
from tournament.names import together
from tournament.people.models import Person
from tournament.people.naming import Audience, Named
from tournament.qualification.answers import ACCEPTED, ANSWERS, OPEN
from tournament.qualification.conditions import AS_TEAM
from tournament.qualification.models import QualifiedPlace, QualifyingRanking
from tournament.registration.models import TeamMember
from tournament.registration.selectors import has_draw

READY, RUNNING, GONE = "ready", "running", "gone"


class ReadRanking(NamedTuple):
    """A ranking that qualifies: `state` is "ready" once it is final, "running", or "gone" where it was removed."""

    row: QualifyingRanking
    name: str
    state: str
    ranking: Ranking


class QualifiedLine(NamedTuple):
    """A place in words: whose, by which ranking, what was answered; `number` is that of its team where it registered.

    `rank_now` is None while nothing moved, 0 for one who is in the ranking no more; `stays`: the corrected ranking calls
    it too; `doubled`: it is free, since two who were called were brought together and the other place is theirs.
    """

    place: QualifiedPlace
    name: str
    ranking: str
    words: str
    number: int | None
    late: bool
    rank_now: int | None
    stays: bool
    doubled: bool

    @property
    def stands(self) -> bool:
        """Return whether somebody has the place."""
        return _stands(self.place) and not self.doubled


class NextLine(NamedTuple):
    """Somebody who is to be called, or whom the corrected ranking would have called."""

    ranking: int
    key: str
    name: str
    source: str
    rank: int


@dataclass(frozen=True)
class QualifiedPage:
    """List the rankings that qualify for a concours and its places; `next` are called with the next act, `missed` were not."""

    tournament: Tournament
    rankings: Sequence[ReadRanking]
    lines: Sequence[QualifiedLine]
    next: Sequence[NextLine]
    missed: Sequence[NextLine]
    calls: bool

    @property
    def moved(self) -> list[QualifiedLine]:
        """Return the places whose rank is another one since a correction."""
        return [line for line in self.lines if line.rank_now is not None]

    @property
    def late(self) -> list[QualifiedLine]:
        """Return the places of those who have not answered in time."""
        return [line for line in self.lines if line.late]

    @property
    def coming(self) -> int:
        """Count the places of those who come."""
        return sum(line.stands and (line.place.answer == ACCEPTED or line.number is not None) for line in self.lines)

    @property
    def places(self) -> int:
        """Count the places that the rankings have."""
        return sum(one.ranking.places for one in self.rankings)


def may_call(tournament: Tournament) -> bool:
    """Return whether somebody may still be called: before the day is over, and before the first draw."""
    return tournament.date >= timezone.localdate() and tournament.closed_at is None and not has_draw(tournament)


def places_of(tournament: Tournament) -> list[QualifiedPlace]:
    """Return the places of a concours in the order of its rankings, with their persons; one query."""
    rows = QualifiedPlace.objects.filter(tournament=tournament)
    return list(rows.select_related("ranking", "person__merged_into", "partner__merged_into"))


def _stands(place: QualifiedPlace) -> bool:
    return place.answer in (OPEN, ACCEPTED) and not place.gone


def doubled_places(places: Iterable[QualifiedPlace]) -> set[int]:
    """Return the keys of the places of those who have another one, as two who were called and then brought together.

    The place that was accepted is theirs, else one that was answered otherwise, else the first.
    """
    there = [one for one in places if not one.gone]
    kept: dict[Who, int] = {}
    for one in sorted(there, key=lambda one: (one.answer != ACCEPTED, one.answer == OPEN)):
        kept.setdefault(one.who, one.pk)
    return {one.pk for one in there if _stands(one) and kept[one.who] != one.pk}


def held_of(places: Sequence[QualifiedPlace]) -> list[HeldPlace]:
    """Return *places* as the computation sees them; one that its persons have twice is free."""
    doubled = doubled_places(places)
    return [HeldPlace(one.ranking_id, one.who, one.rank, _stands(one)) for one in places if one.pk not in doubled]


def registered_in(tournament: Tournament, places: Sequence[QualifiedPlace]) -> Mapping[int, int]:
    """Return the number of the team in which each person of *places* is registered; one query."""
    persons = {pk for place in places for pk in place.who}
    members = TeamMember.objects.filter(team__tournament=tournament, person__in=persons).order_by()
    return dict(members.values_list("person_id", "team__number")) if persons else {}


def number_of(place: QualifiedPlace, registered: Mapping[int, int]) -> int | None:
    """Return the number of the one team in which all the persons of *place* are; None where there is none."""
    numbers = {registered.get(pk) for pk in place.who}
    return numbers.pop() if len(numbers) == 1 else None


def is_late(place: QualifiedPlace, number: int | None, today: datetime.date) -> bool:
    """Return whether who was called let the time of its answer pass; who has registered has answered."""
    return place.answer == OPEN and place.answer_by < today and number is None


def read_rankings(tournament: Tournament) -> list[ReadRanking]:
    """Return the rankings that qualify for a concours, in their order; three queries, and those of each season."""
    rows = list(QualifyingRanking.objects.filter(tournament=tournament).select_related("concours"))
    as_team = tournament.entry_qualified == AS_TEAM and not tournament.singles
    evenings = [one.concours for one in rows if one.concours is not None and one.concours.removed_at is None]
    final = _palmares([one.pk for one in evenings if one.closed_at is not None])
    persons = _persons(final)
    return [_season(row, tournament) if row.season else _evening(row, final, persons, as_team=as_team) for row in rows]


def _palmares(concours: Collection[int]) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return (rank, number of the team) of the last palmarès of each concours."""
    rows = Palmares.objects.filter(tournament__in=concours).order_by("number").values_list("tournament", "rows")
    return {concours: [(row[0], row[1]) for row in ranked] for concours, ranked in rows}


def _persons(concours: Collection[int]) -> Mapping[tuple[int, int], list[int] | None]:
    """Return the persons of each team by concours and number; None for one that left, was excluded, or is erased."""
    found: dict[tuple[int, int], list[int] | None] = {}
    members = TeamMember.objects.filter(team__tournament__in=concours).order_by("person")
    fields = ("team__tournament", "team__number", "team__withdrawn_from", "person", "person__erased_at")
    for evening, number, left, person, erased in members.values_list(*fields):
        before = found.setdefault((evening, number), [])
        out = left is not None or person is None or erased is not None or before is None
        found[evening, number] = None if out else [*(before or ()), person]
    return found


def _evening(
    row: QualifyingRanking,
    final: Mapping[int, Sequence[tuple[int, int]]],
    persons: Mapping[tuple[int, int], list[int] | None],
    *,
    as_team: bool,
) -> ReadRanking:
    concours = row.concours
    if concours is None or concours.removed_at is not None:
        return ReadRanking(row, _("a concours that was removed"), GONE, Ranking(row.pk, row.places, ()))
    if concours.pk not in final:
        return ReadRanking(row, concours.name, RUNNING, Ranking(row.pk, row.places, ()))
    ranked = []
    for rank, number in final[concours.pk]:
        who = persons.get((concours.pk, number))
        if who is None:
            ranked.append(RankedWho(rank, (), out=True))
        else:
            ranked += [RankedWho(rank, tuple(who))] if as_team else [RankedWho(rank, (one,)) for one in who]
    # Of teams whose players are qualified each alone, a place of the ranking is one for every player.
    each = 1 if as_team or concours.singles else 2
    return ReadRanking(row, concours.name, READY, Ranking(row.pk, row.places * each, tuple(ranked)))


def _season(row: QualifyingRanking, tournament: Tournament) -> ReadRanking:
    season = (
        Season.objects.filter(pk=row.season or 0, club=tournament.club_id, removed_at=None)
        .select_related("club")
        .first()
    )
    if season is None:
        return ReadRanking(row, _("a season that was put away"), GONE, Ranking(row.pk, row.places, ()))
    standing = read_season(season)
    # The final itself may count in the season that leads to it.
    running = any(one.state != PLAYED and one.pk != tournament.pk for one in standing.evenings)
    there = set(
        Person.objects.filter(club=tournament.club_id, pk__in=standing.people, erased_at=None).values_list(
            "pk", flat=True
        )
    )
    ranked = tuple(
        RankedWho(one.rank, one.who, not there.issuperset(one.who)) for one in standing.table.rows if one.rank
    )
    state = RUNNING if running or not standing.evenings else READY
    return ReadRanking(row, season.name, state, Ranking(row.pk, row.places, ranked if state == READY else ()))


def qualified_page(tournament: Tournament) -> QualifiedPage:
    """Return who is qualified for a concours; seven queries, and those of each season among the rankings."""
    rankings, places = read_rankings(tournament), places_of(tournament)
    held = held_of(places)
    ready = [one.ranking for one in rankings if one.state == READY]
    moved, missed = moved_places(ready, held)
    calls = may_call(tournament)
    upcoming = next_calls(ready, held) if calls else []
    sources = {one.ranking.key: one.name for one in rankings}
    registered, today = registered_in(tournament, places), timezone.localdate()
    changed = {(one.held.ranking, one.held.who): one for one in moved if one.held.ranking in {r.key for r in ready}}
    doubled = doubled_places(places)
    lines = [
        _doubled_line(place, sources[place.ranking_id])
        if place.pk in doubled
        else _line(place, sources[place.ranking_id], number_of(place, registered), changed, today)
        for place in places
    ]
    people = _names({pk for call in (*upcoming, *missed) for pk in call.who})
    return QualifiedPage(
        tournament,
        rankings,
        lines,
        [_next(call.ranking, call.who, call.rank, sources, people) for call in upcoming],
        [_next(call.ranking, call.who, call.rank, sources, people) for call in missed] if calls else [],
        calls,
    )


class PublicQualifiedLine(NamedTuple):
    """A place of a final as everybody reads it: whose, its rank in which ranking, and the team that it registered as."""

    name: str
    rank: int
    ranking: str
    steps_in: bool
    comes: bool
    answer_by: datetime.date
    number: int | None


def public_qualified(tournament: Tournament, audience: Audience) -> list[PublicQualifiedLine] | None:
    """Return who has a place in a concours, for *audience*; None where no ranking qualifies for it. At most four queries.

    Who declined, did not answer in time or was erased is not listed: that is nobody's business.
    """
    rows = {row.pk: row for row in QualifyingRanking.objects.filter(tournament=tournament).select_related("concours")}
    if not rows:
        return None
    seasons = Season.objects.filter(pk__in=[row.season for row in rows.values() if row.season]).order_by()
    names = dict(seasons.values_list("pk", "name"))
    every = places_of(tournament)
    doubled = doubled_places(every)
    places = [place for place in every if _stands(place) and place.pk not in doubled]
    registered, lines = registered_in(tournament, places), []
    for place in places:
        row, number = rows[place.ranking_id], number_of(place, registered)
        source = row.concours.name if row.concours else names.get(row.season or 0, "")
        name = together(Named(one.name, one.naming).shown(audience) for one in place.persons)
        comes = place.answer == ACCEPTED or number is not None
        lines.append(PublicQualifiedLine(name, place.rank, source, place.steps_in, comes, place.answer_by, number))
    return lines


def _line(
    place: QualifiedPlace,
    source: str,
    number: int | None,
    changed: Mapping[tuple[int, Who], MovedPlace],
    today: datetime.date,
) -> QualifiedLine:
    name = together(one.name for one in place.persons) or pgettext("season", "(erased)")
    one = changed.get((place.ranking_id, place.who))
    words = pgettext("qualified", "erased") if place.gone else str(ANSWERS[place.answer])
    late = is_late(place, number, today) and not place.gone
    return QualifiedLine(
        place, name, source, words, number, late, one.rank if one else None, one.stays if one else True, doubled=False
    )


def _doubled_line(place: QualifiedPlace, source: str) -> QualifiedLine:
    words = pgettext("qualified", "is on another line already")
    name = together(one.name for one in place.persons)
    return QualifiedLine(place, name, source, words, None, late=False, rank_now=None, stays=True, doubled=True)


def _next(ranking: int, who: Who, rank: int, sources: Mapping[int, str], people: Mapping[int, str]) -> NextLine:
    return NextLine(ranking, key_of(who), together(people.get(pk, "") for pk in who), sources[ranking], rank)


def _names(persons: Collection[int]) -> Mapping[int, str]:
    return dict(Person.objects.filter(pk__in=persons).values_list("pk", "name")) if persons else {}


def rank_in(rankings: Sequence[ReadRanking], ranking: int, who: Who) -> int:
    """Return the rank of somebody in one of *rankings*; 0 where it may not be called by it."""
    return ranks_of([one.ranking for one in rankings if one.state == READY]).get((ranking, who), 0)
