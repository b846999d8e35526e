"""The end of what is kept: which people go when, as the term of the club says, and the act that lets them go."""

import datetime
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from scoring.people.services import erase_whole_person
from tournament.clubs.models import Club
from tournament.people.models import Person
from tournament.people.selectors import people_of
from tournament.registration.models import TeamMember

AHEAD = datetime.timedelta(days=366)  # what the page shows of those who go later
MOST_AT_ONCE = 200


class Leaving(NamedTuple):
    """A person with its last evening, None where it was entered and never played, and the day on which it goes."""

    person: Person
    last: datetime.date | None
    goes_on: datetime.date


@dataclass(frozen=True)
class RetentionPage:
    """List who goes when: `due` already, `soon` within a year, and how many `later`; nobody where the club has no term."""

    club: Club
    years: int | None
    due: list[Leaving]
    soon: list[Leaving]
    later: int

    @property
    def next_due(self) -> list[Leaving]:
        """Return those who go with the next act."""
        return self.due[:MOST_AT_ONCE]

    @property
    def next_soon(self) -> list[Leaving]:
        """Return the first of those who go within a year."""
        return self.soon[:MOST_AT_ONCE]

    @property
    def more_due(self) -> int:
        """Count those whose term is over and who go with a later act."""
        return len(self.due) - len(self.next_due)

    @property
    def more_soon(self) -> int:
        """Count those who go within a year and are not among the first."""
        return len(self.soon) - len(self.next_soon)


def retention_of(club: Club, today: datetime.date | None = None) -> RetentionPage:
    """Return who of *club* goes when; two queries, however many evenings there were."""
    today = today or timezone.localdate()
    leaving = _leaving(club, today + AHEAD)
    return RetentionPage(
        club,
        club.people_years,
        [one for one in leaving if one.goes_on <= today],
        [one for one in leaving if one.goes_on > today],
        people_of(club).count() - len(leaving) if club.people_years else 0,
    )


def erase_due(*, club_id: int, by: User | None) -> int:
    """Erase the people of a club whose term is over, each as an act of its own, so many at once; return how many.

    Raises TournamentError as `erase_whole_person`.
    """
    due = retention_of(Club.objects.get(pk=club_id)).next_due
    for one in due:
        erase_whole_person(club_id=club_id, person_id=one.person.pk, by=by)
    return len(due)


def erase_due_everywhere() -> int:
    """Do the job of every day: erase the people of all clubs whose term is over; return how many."""
    clubs = Club.objects.filter(people_years__isnull=False, closed_at=None).order_by("pk")
    return sum(erase_due(club_id=pk, by=None) for pk in clubs.values_list("pk", flat=True))


def _leaving(club: Club, until: datetime.date) -> list[Leaving]:
    """Return the people of *club* who go *until* a day, in the order in which they go; of those of one day, by name."""
    if club.people_years is None:
        return []
    since = _after(until, -club.people_years)
    # Of most people two places are read, not those of all years: one of a later evening is enough to stay.
    first, last = (Coalesce(Subquery(_date_of_place(order)), TruncDate("created_at")) for order in ("pk", "-pk"))
    people = people_of(club).alias(first=first, latest=last).filter(first__lte=since, latest__lte=since)
    leaving = []
    for person in people.annotate(last=Max("memberships__team__tournament__date")):
        goes_on = _after(person.last or timezone.localdate(person.created_at), club.people_years)
        if goes_on <= until:
            leaving.append(Leaving(person, person.last, goes_on))
    return sorted(leaving, key=lambda one: (one.goes_on, one.person.name))


def _date_of_place(order: str) -> QuerySet[TeamMember, Any]:
    """Return the date of the evening of the first of a person's places in an *order*."""
    own = TeamMember.objects.filter(person=OuterRef("pk")).order_by(order)
    return own.values("team__tournament__date")[:1]


def _after(day: datetime.date, years: int) -> datetime.date:
    """Return the same day some *years* later, 1 March for the 29 February.

    >>> _after(datetime.date(2024, 2, 29), 3), _after(datetime.date(2024, 11, 20), 5)
    (datetime.date(2027, 3, 1), datetime.date(2029, 11, 20))
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return datetime.date(day.year + years, 3, 1)
