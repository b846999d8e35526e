"""Count who came to the concours of a club between two days: how many people, how often, from where, and who did not come back."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q

from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.names import place_key, place_spellings
from tournament.people.places import sat
from tournament.people.selectors import people_of
from tournament.registration.models import TeamMember

MOST_SHOWN = 200
DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Attendant:
    """A person and its evenings of a time, the last on the day `last`; `new`: it had never played in the club before."""

    pk: int
    name: str
    commune: str
    evenings: int
    last: datetime.date
    new: bool = False


@dataclass(frozen=True)
class CommuneAttendance:
    """A commune, how many different people came from it, and how often in all; "" for those without one."""

    name: str
    people: int
    times: int


@dataclass(frozen=True)
class Attendance:
    """Represent who came from one day to another. `gone` came in as many days before and not in these; the most frequent first."""

    club: Club
    since: datetime.date
    until: datetime.date
    evenings: int
    people: Sequence[Attendant]
    gone: Sequence[Attendant]

    @property
    def times(self) -> int:
        """Count all that came, each evening anew."""
        return sum(one.evenings for one in self.people)

    @property
    def new(self) -> int:
        """Count the people who had never played in the club before."""
        return sum(one.new for one in self.people)

    @property
    def once(self) -> int:
        """Count the people who came to one evening alone."""
        return sum(one.evenings == 1 for one in self.people)

    @property
    def communes(self) -> list[CommuneAttendance]:
        """Return the communes, the one that brings most first."""
        names = place_spellings(one.commune for one in self.people if one.commune)
        people, times = Counter[str](), Counter[str]()
        for one in self.people:
            place = place_key(one.commune) if one.commune else ""
            people[place] += 1
            times[place] += one.evenings
        found = [CommuneAttendance(names[key][0] if key else "", people[key], times[key]) for key in people]
        return sorted(found, key=lambda one: (-one.times, one.name))

    @property
    def shown(self) -> Sequence[Attendant]:
        """Return those who are named on the page."""
        return self.people[:MOST_SHOWN]

    @property
    def shown_gone(self) -> Sequence[Attendant]:
        """Return those who did not come back and are named on the page."""
        return self.gone[:MOST_SHOWN]


def days_before(since: datetime.date, until: datetime.date) -> tuple[datetime.date, datetime.date]:
    """Return the first and the last of as many days before.

    >>> days_before(datetime.date(2026, 9, 1), datetime.date(2027, 8, 31))
    (datetime.date(2025, 9, 1), datetime.date(2026, 8, 31))
    """
    room = since - datetime.date.min
    return since - min(until - since + DAY, room), since - min(DAY, room)


def attendance_of(club: Club, since: datetime.date, until: datetime.date) -> Attendance:
    """Return who came to *club* from *since* to *until*, both included, as far as the people are still known; three queries.

    Those who sat at a table of a published partie came.
    """
    before, _last = days_before(since, until)
    days = Q(team__tournament__date__gte=since, team__tournament__date__lte=until)
    places = TeamMember.objects.filter(team__tournament__club=club, team__tournament__removed_at=None)
    played = places.filter(sat(), team__tournament__date__gte=before, team__tournament__date__lte=until)
    counted = (
        played.order_by()
        .values_list("person")
        .annotate(
            now=Count("team__tournament", filter=days, distinct=True),
            earlier=Count("team__tournament", filter=~days, distinct=True),
            last=Max("team__tournament__date"),
        )
    )
    older = places.filter(sat(), person=OuterRef("pk"), team__tournament__date__lt=since)
    known = people_of(club).order_by().annotate(older=Exists(older)).values_list("pk", "name", "commune", "older")
    about = {pk: (name, commune, known_before) for pk, name, commune, known_before in known}
    people, gone = [], []
    for pk, now, earlier, last in counted:
        if pk in about:
            name, commune, known_before = about[pk]
            if now:
                people.append(Attendant(pk, name, commune, now, last, not known_before))
            else:
                gone.append(Attendant(pk, name, commune, earlier, last))
    concours = Tournament.objects.filter(club=club, date__gte=since, date__lte=until, rehearsal=False)
    evenings = concours.filter(rounds__state="published").distinct().count()

    def order(one: Attendant) -> tuple[int, str]:
        return -one.evenings, one.name

    return Attendance(club, since, until, evenings, sorted(people, key=order), sorted(gone, key=order))
