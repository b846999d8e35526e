"""Questions of the calendar: what is announced, part by part; where; and what calendars that follow it are sent."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from scoring.calendar.departments import DEPARTMENTS, Department, department_of
from scoring.standings.models import Palmares
from tournament import names
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.concours.selectors import announced_lists
from tournament.entries.selectors import Opening, openings
from tournament.people.naming import Named, team_shown
from tournament.rounds.selectors import audience_of

MOST_EQUAL = 3  # teams that are first together; where more are, the palmarès names them


def winners_of(tournaments: Iterable[Tournament]) -> dict[int, list[str]]:
    """Return who is first in the palmarès that stands, by the pk of the concours; one query, none without such a concours.

    Of names each public page shows the same. A concours that is open again or whose ranking is held back has none, nor
    one that was closed by a version of the program that kept no palmarès.
    """
    closed = {one.pk: one for one in tournaments if one.closed_at and not one.ranking_held}
    if not closed:
        return {}
    players: dict[tuple[int, int], list[Named]] = defaultdict(list)
    own: dict[tuple[int, int], str] = {}
    first: dict[int, list[int]] = {}
    for pk, number, name, player, naming, *figures in _members(closed):
        own[pk, number] = name
        if player is not None:
            players[pk, number].append(Named(player, naming))
        ranked = zip(figures[::2], figures[1::2], strict=True)
        first[pk] = [equal for rank, equal in ranked if rank == 1]
    return {
        pk: [team_shown(own[pk, one], players[pk, one], audience_of(closed[pk])) for one in numbers if (pk, one) in own]
        for pk, numbers in first.items()
        if len(numbers) <= MOST_EQUAL
    }


def _members(closed: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    """Return the players of the first teams of each palmarès that stands, beside rank and number of those teams."""
    later = Palmares.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    figures = {
        f"{word}_{place}": Cast(KT(f"rows__{place}__{column}"), IntegerField())
        for place in range(MOST_EQUAL + 1)
        for column, word in enumerate(("rank", "team"))
    }
    # The database reads them in the ranking: a page of evenings with hundreds of teams brings a few lines.
    standing = Palmares.objects.filter(~Exists(later), tournament__in=closed).annotate(**figures)
    teams = standing.filter(
        tournament__teams__number__in=[figures[name] for name in figures if name.startswith("team")]
    )
    member = "tournament__teams__members"
    columns = ("number", "name", "members__player__name", "members__person__naming")
    return teams.order_by("tournament", "tournament__teams__number", f"{member}__position").values_list(
        "tournament", *(f"tournament__teams__{column}" for column in columns), *figures
    )


A_PAGE = 40
MOST_COMMUNES = 200  # in the list beside the map of all departments
MOST_SENT = 300  # concours in a calendar that is followed
SENT_AFTER = datetime.timedelta(days=31)  # so long a calendar that is followed keeps a concours that is over
# The columns that a line of the calendar shows; the others are long.
_SHOWN = (
    "slug name date place commune club__name fee_cents fee_per max_teams closed_at copied_at next_method rule_set"
    " entries_days entries_end_days entries_end_hour club__closed_at names_online hold_ranking ranking_shown_at"
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
    """A concours in the calendar. *opening*: its registration from home and its places; None once it is over.

    `winners`: who won it, as `winners_of`.
    """

    tournament: Tournament
    opening: Opening | None
    winners: Sequence[str] = ()


@dataclass(frozen=True)
class CalendarPage:
    """A part of the calendar; *last* is the day and the number of its last line where others follow."""

    lines: Sequence[CalendarLine]
    last: tuple[datetime.date, int] | None


def announced(wanted: Wanted, *, today: datetime.date) -> QuerySet[Tournament]:
    """Return the announced concours that are *wanted*, the nearest first; of the past ones the latest first."""
    found = announced_lists(today=today)[wanted.past]
    # One bound where to begin in the index: of two SQLite takes the first, and reads all that lies between them.
    bounds = [today if wanted.past else today - datetime.timedelta(days=1)]
    if wanted.month is not None:
        following = (wanted.month + datetime.timedelta(days=31)).replace(day=1)
        bounds.append(following - datetime.timedelta(days=1) if wanted.past else wanted.month)
        found = found.filter(date__gte=wanted.month) if wanted.past else found.filter(date__lt=following)
    if wanted.after is not None:
        day, number = wanted.after
        bounds.append(day)
        # No OR: a database walks the index from that day on, and no page costs more than the first.
        beyond = Q(date=day, pk__gte=number) if wanted.past else Q(date=day, pk__lte=number)
        found = found.exclude(beyond)
    found = found.filter(date__lte=min(bounds)) if wanted.past else found.filter(date__gte=max(bounds))
    if wanted.club is not None:
        found = found.filter(club=wanted.club)
    if wanted.department is not None:
        first, end = wanted.department.postal_codes
        found = found.filter(commune__gte=first, commune__lt=end)
    if wanted.commune:
        found = found.filter(commune=wanted.commune)
    return found.order_by("-date", "-pk") if wanted.past else found.order_by("date", "pk")


def texts_found(column: str, sought: str, *, beginning: bool = False) -> list[str]:
    """Return the texts of *column* of listed concours of which *sought* is a part, or the *beginning*, as it is.

    Accents, case and punctuation are put aside, which no database does without a table or an extension of its own.
    """
    part = names.spelling(sought)
    texts = Tournament.objects.filter(listed=True).order_by().values_list(column, flat=True).distinct()
    folded = ((text, names.spelling(text)) for text in texts)
    return [text for text, words in folded if (words.startswith(part) if beginning else part in words)]


def calendar_page(wanted: Wanted) -> CalendarPage:
    """Return a part of the calendar; four queries at most, whatever it shows."""
    rows = list(announced(wanted, today=timezone.localdate()).only(*_SHOWN)[: A_PAGE + 1])
    shown = rows[:A_PAGE]
    opened = {} if wanted.past else openings(shown)
    won = winners_of(shown) if wanted.past else {}
    last = (shown[-1].date, shown[-1].pk) if len(rows) > A_PAGE else None
    return CalendarPage([CalendarLine(one, opened.get(one.pk), won.get(one.pk, ())) for one in shown], last)


@dataclass(frozen=True)
class MapPoint:
    """A department with as many concours to come, and its communes with theirs; `radius` of its circle on the map."""

    department: Department
    communes: Sequence[tuple[str, int]]

    @property
    def count(self) -> int:
        """Return how many concours are to come there."""
        return sum(count for _commune, count in self.communes)

    @property
    def radius(self) -> int:
        """Return the radius of its circle: the area grows with the number, up to a bound."""
        return min(26, round(7 + 3 * self.count**0.5))


@dataclass(frozen=True)
class CalendarMap:
    """The places of the concours to come; `elsewhere`: how many have no postal code. `here`: the department asked for."""

    points: Sequence[MapPoint]
    elsewhere: int
    here: MapPoint | None = None

    @property
    def few(self) -> bool:
        """Return whether the communes of all departments fit in one list."""
        return sum(len(point.communes) for point in self.points) <= MOST_COMMUNES


def calendar_map(department: Department | None = None) -> CalendarMap:
    """Count the concours to come by department and commune; one query."""
    to_come = announced(Wanted(), today=timezone.localdate()).select_related(None).order_by()
    communes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for commune, count in to_come.values_list("commune").annotate(count=Count("pk")):
        found = department_of(commune)
        communes[found.code if found else ""].append((commune, count))
    points = {code: MapPoint(one, sorted(communes[code])) for code, one in DEPARTMENTS.items() if code in communes}
    elsewhere = sum(count for _commune, count in communes.get("", ()))
    return CalendarMap(list(points.values()), elsewhere, points.get(department.code) if department else None)


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
    """Return those that a calendar shows, in order of their days: the next ones first of all, then the latest that are over.

    Of the removed ones those to come: they are told to be cancelled.
    """
    today = timezone.localdate()
    shown = found.filter(public=True, is_demo=False, rehearsal=False).select_related("club")
    sent = list(shown.filter(date__gte=today).order_by("date", "pk")[:MOST_SENT])
    over = shown.filter(date__lt=today, date__gte=today - SENT_AFTER, removed_at=None).order_by("-date", "-pk")
    return [*reversed(over[: MOST_SENT - len(sent)]), *sent]
