"""Questions of the calendar: what is announced, part by part; where; and what calendars that follow it are sent."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from scoring.calendar.departments import DEPARTMENTS, Department, department_of
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.concours.selectors import announced_lists
from tournament.entries.selectors import Opening, openings

A_PAGE = 40
MOST_SENT = 300  # concours in a calendar that is followed
SENT_AFTER = datetime.timedelta(days=31)  # so long a calendar that is followed keeps a concours that is over
# The columns that a line of the calendar shows; the others are long.
_SHOWN = (
    "slug name date place commune club__name fee_cents fee_per max_teams closed_at copied_at next_method rule_set"
    " entries_days entries_end_days entries_end_hour club__closed_at"
).split()


@dataclass(frozen=True)
class Wanted:
    """The concours that a page of the calendar is asked for; *after*: those beyond this day and number."""

    club: Club | None = None
    department: Department | None = None
    commune: str = ""
    month: datetime.date | None = None
    past: bool = False
    after: tuple[datetime.date, int] | None = None


@dataclass(frozen=True)
class CalendarLine:
    """A concours in the calendar. *opening*: its registration from home and its places; None once it is over."""

    tournament: Tournament
    opening: Opening | None


@dataclass(frozen=True)
class CalendarPage:
    """A part of the calendar; *last* is the day and the number of its last line where others follow."""

    lines: Sequence[CalendarLine]
    last: tuple[datetime.date, int] | None


def announced(wanted: Wanted, *, today: datetime.date) -> QuerySet[Tournament]:
    """Return the announced concours that are *wanted*, the nearest first; of the past ones the latest first."""
    found = announced_lists(today=today)[wanted.past]
    # Where to begin in the index: without it a database reads the whole other half first.
    if wanted.past:
        found = found.filter(date__lte=today)
    else:
        found = found.filter(date__gte=today - datetime.timedelta(days=1))
    if wanted.club is not None:
        found = found.filter(club=wanted.club)
    if wanted.department is not None:
        first, end = wanted.department.postal_codes
        found = found.filter(commune__gte=first, commune__lt=end)
    if wanted.commune:
        found = found.filter(commune=wanted.commune)
    if wanted.month is not None:
        following = (wanted.month + datetime.timedelta(days=31)).replace(day=1)
        found = found.filter(date__gte=wanted.month, date__lt=following)
    if wanted.after is not None:
        day, number = wanted.after
        # No OR: a database walks the index from that day on, and no page costs more than the first.
        beyond = Q(date=day, pk__gte=number) if wanted.past else Q(date=day, pk__lte=number)
        found = found.filter(**{"date__lte" if wanted.past else "date__gte": day}).exclude(beyond)
    return found.order_by("-date", "-pk") if wanted.past else found.order_by("date", "pk")


def calendar_page(wanted: Wanted) -> CalendarPage:
    """Return a part of the calendar; four queries at most, whatever it shows."""
    rows = list(announced(wanted, today=timezone.localdate()).only(*_SHOWN)[: A_PAGE + 1])
    shown = rows[:A_PAGE]
    opened = {} if wanted.past else openings(shown)
    last = (shown[-1].date, shown[-1].pk) if len(rows) > A_PAGE else None
    return CalendarPage([CalendarLine(one, opened.get(one.pk)) for one in shown], last)


@dataclass(frozen=True)
class MapPoint:
    """A department with as many concours to come; `radius` of its circle on the map."""

    department: Department
    count: int

    @property
    def radius(self) -> int:
        """Return the radius of its circle: the area grows with the number, up to a bound."""
        return min(26, round(7 + 3 * self.count**0.5))


@dataclass(frozen=True)
class CalendarMap:
    """The places of the concours to come; `elsewhere`: how many have no postal code. `communes`: those of one department."""

    points: Sequence[MapPoint]
    elsewhere: int
    communes: Sequence[tuple[str, int]]


def calendar_map(department: Department | None = None) -> CalendarMap:
    """Count the concours to come by department, and by commune in *department*; one query."""
    to_come = announced(Wanted(), today=timezone.localdate()).select_related(None).order_by()
    counted = list(to_come.values_list("commune").annotate(count=Count("pk")))
    by_department: Counter[str] = Counter()
    communes = []
    for commune, count in counted:
        found = department_of(commune)
        by_department[found.code if found else ""] += count
        if found is not None and found == department:
            communes.append((commune, count))
    points = [MapPoint(one, by_department[code]) for code, one in DEPARTMENTS.items() if by_department[code]]
    return CalendarMap(points, by_department[""], sorted(communes))


def sent_concours(club: Club | None = None, department: Department | None = None) -> list[Tournament]:
    """Return the concours of a calendar that others follow: announced, from a month ago on, removed ones too."""
    found = Tournament.every.filter(listed=True, club__hidden_at=None)
    if club is not None:
        found = found.filter(club=club)
    if department is not None:
        first, end = department.postal_codes
        found = found.filter(commune__gte=first, commune__lt=end)
    return _sent(found)


def sent_of_club(club: Club) -> list[Tournament]:
    """Return the concours of a club that have public pages, for the calendar of the club itself, removed ones too."""
    return _sent(Tournament.every.filter(club=club))


def _sent(found: QuerySet[Tournament]) -> list[Tournament]:
    """Return those that a calendar shows. Of the removed ones those to come: they are told to be cancelled."""
    today = timezone.localdate()
    shown = found.filter(public=True, is_demo=False, rehearsal=False, date__gte=today - SENT_AFTER)
    shown = shown.filter(Q(removed_at=None) | Q(date__gte=today))
    return list(shown.select_related("club").order_by("date", "pk")[:MOST_SENT])
