"""The qualified of the finals of a club, as its file holds them: persons, concours and seasons by their places in it."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.qualification.services import MOST_PLACES, MOST_RANKINGS
from tournament.concours.models import Tournament
from tournament.journal.keys import Keys
from tournament.qualification.answers import ANSWERS
from tournament.qualification.models import QualifiedPlace, QualifyingRanking


@dataclass(frozen=True)
class FileCall:
    """A place in a final: the ranking that called, by its place in the list, the rank, its one or two persons, the answer.

    A person that was erased is null, and its place stays answered as it was.
    """

    ranking: int
    rank: int
    persons: Sequence[int | None]
    steps_in: bool
    answer: str
    answer_by: str


@dataclass(frozen=True)
class FileFinal:
    """A final: `rankings` are (concours, season, how many of its first), one of the first two null, in order; its calls."""

    concours: int
    rankings: Sequence[Sequence[Any]]
    calls: Sequence[FileCall]

    def check(self, concours: range, seasons: range, people: Sequence[Any]) -> None:
        """Raise ValueError where a number names nothing, or where a part is of another kind than it is written."""
        if self.concours not in concours or len(self.rankings) > MOST_RANKINGS:
            raise ValueError("a final that is none")
        for ranking in self.rankings:
            if (
                not isinstance(ranking, list)
                or len(ranking) != 3
                or any(type(n) not in (int, type(None)) for n in ranking)
            ):
                raise ValueError("a ranking that is none")
            that, season, places = ranking
            if (that is not None and that not in concours) or (season is not None and season not in seasons):
                raise ValueError("a ranking of nothing")
            if (that is not None and season is not None) or places is None or not 1 <= places <= MOST_PLACES:
                raise ValueError("a ranking that is none")
        for call in self.calls:
            if not 0 <= call.ranking < len(self.rankings) or not 1 <= call.rank <= MOST_PLACES * 99:
                raise ValueError("a place of no ranking")
            known = [who for who in call.persons if who is not None]
            if len(call.persons) not in (1, 2) or any(not _stands(who, people) for who in known):
                raise ValueError("a place of nobody")
            if len(set(known)) < len(known) or call.answer not in ANSWERS:
                raise ValueError("an answer that is none")
            datetime.date.fromisoformat(call.answer_by)


def _stands(who: Any, people: Sequence[Any]) -> bool:
    return type(who) is int and 0 <= who < len(people) and people[who].merged is None


def write_finals(at: Mapping[int, int], seasons: Mapping[int, int], persons: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the finals among the concours *at*; all three name what stands where in the file. A constant number of queries."""
    rankings: defaultdict[int, list[QualifyingRanking]] = defaultdict(list)
    for row in QualifyingRanking.objects.filter(tournament__in=at).order_by("tournament", "number", "pk"):
        rankings[row.tournament_id].append(row)
    calls: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    place_of = {row.pk: place for rows in rankings.values() for place, row in enumerate(rows)}
    places = QualifiedPlace.objects.filter(tournament__in=at).select_related("person", "partner").order_by("pk")
    for place in places:
        # Those for whom they stand where they were brought together.
        who = [place.person and (place.person.merged_into_id or place.person_id)]
        if place.team:
            who.append(place.partner and (place.partner.merged_into_id or place.partner_id))
        calls[place.tournament_id].append(
            {
                "ranking": place_of[place.ranking_id],
                "rank": place.rank,
                "persons": [persons.get(pk or 0) for pk in who],
                "steps_in": place.steps_in,
                "answer": place.answer,
                "answer_by": str(place.answer_by),
            }
        )
    return [
        {
            "concours": at[pk],
            "rankings": [[at.get(row.concours_id or 0), seasons.get(row.season or 0), row.places] for row in rows],
            "calls": calls[pk],
        }
        for pk, rows in rankings.items()
    ]


def bring_final(
    one: FileFinal,
    final: int,
    concours: Mapping[int, int],
    seasons: Mapping[int, int],
    persons: Sequence[int | None],
) -> None:
    """Write who is qualified for the concours *final* here, in the place of what was brought before."""
    QualifyingRanking.objects.filter(tournament=final).delete()
    rows = [
        QualifyingRanking(
            tournament_id=final,
            number=number,
            concours_id=concours.get(-1 if that is None else that),
            season=seasons.get(-1 if season is None else season),
            places=places,
        )
        for number, (that, season, places) in enumerate(one.rankings, start=1)
    ]
    QualifyingRanking.objects.bulk_create(rows)
    places = []
    for call in one.calls:
        who = [persons[at] if at is not None else None for at in call.persons]
        person, partner = (who + [None])[:2]
        places.append(
            QualifiedPlace(
                tournament_id=final,
                ranking=rows[call.ranking],
                rank=call.rank,
                person_id=person,
                partner_id=partner,
                team=len(call.persons) == 2,
                steps_in=call.steps_in,
                answer=call.answer,
                answer_by=datetime.date.fromisoformat(call.answer_by),
            )
        )
    QualifiedPlace.objects.bulk_create(places, batch_size=200)


def lacks_people(tournament: Tournament) -> bool:
    """Return whether a concours was taken in without the people of its club."""
    keys = Keys.of(tournament.keys)
    return not keys.own and not keys.people


def note_people(concours: Iterable[Tournament]) -> None:
    """Record of concours that were taken in that the people of their club came too: who may register is checked again."""
    for tournament in concours:
        if lacks_people(tournament):
            Tournament.objects.filter(pk=tournament.pk).update(keys=tournament.keys | {"people": True})
