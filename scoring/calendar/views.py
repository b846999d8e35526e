"""Pages of the calendar: of a club and of all clubs, the map, and calendars that others follow."""

import datetime
import hashlib
import re
from collections.abc import Sequence
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language

from scoring.calendar import ics, selectors
from scoring.calendar.departments import DEPARTMENTS, HEIGHT, OUTLINES, WIDTH, Department
from scoring.public.serving import unless_known
from scoring.public.sharing import club_of_token, events_json
from tournament import names
from tournament.clubs.models import Club
from tournament.concours.access import public_tournament
from tournament.concours.models import Tournament
from tournament.languages import in_asked_language, language_context
from tournament.page_access import or_404
from tournament.page_acts import figure_in

MONTHS_AHEAD = 12
_AFTER = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,12})")


@in_asked_language
def agenda(request: HttpRequest, club: int | None = None) -> HttpResponse:
    """Show the announced concours, of one club or of all: those to come with places left, or the past ones."""
    owner = None if club is None else _announcing(club)
    wanted = selectors.Wanted(
        club=owner,
        department=_department(request),
        commune=names.clean(request.GET.get("commune", ""))[:60],
        month=_month(request.GET.get("month", "")),
        past=request.GET.get("when") == "past",
        after=_after(request.GET.get("after", "")),
    )
    page = selectors.calendar_page(wanted)
    kept = {
        name: request.GET[name] for name in ("when", "department", "commune", "month", "lang") if request.GET.get(name)
    }
    following = kept | ({"after": f"{page.last[0]}.{page.last[1]}"} if page.last else {})
    other = {name: value for name, value in kept.items() if name not in ("when", "month")}
    feed = {"club": str(owner.pk)} if owner else {}
    feed |= {"department": wanted.department.code} if wanted.department else {}
    to_come = [] if wanted.past or settings.EMBEDDED else [line.tournament for line in page.lines]
    addresses = _addresses(request, to_come)
    context = language_context() | {
        "club": owner,
        "wanted": wanted,
        "page": page,
        "departments": DEPARTMENTS.values(),
        "months": _months(past=wanted.past),
        "following": urlencode(following) if page.last else "",
        "beginning": urlencode(kept),
        "to_come": urlencode(other),
        "past": urlencode(other | {"when": "past"}),
        "feed": request.build_absolute_uri(f"{reverse('public-agenda-feed')}?{urlencode(feed)}".rstrip("?")),
        "events": events_json(to_come, addresses) if to_come else "",
    }
    return render(request, "scoring/calendar/agenda.html", context)


@in_asked_language
def agenda_map(request: HttpRequest) -> HttpResponse:
    """Show where concours are to come: by department, on a map and as a list; in one department by commune."""
    department = _department(request)
    context = language_context() | {
        "map": selectors.calendar_map(department),
        "department": department,
        "outlines": OUTLINES,
        "width": WIDTH,
        "height": HEIGHT,
    }
    return render(request, "scoring/calendar/agenda_map.html", context)


@in_asked_language
def feed(request: HttpRequest) -> HttpResponse:
    """Send the announced concours, all or those of a club or a department, for a calendar that follows them."""
    number = request.GET.get("club")
    club = _announcing(figure_in(number, digits=9) or 0) if number else None
    name = club.name if club else "Concours de belote"
    return send_calendar(request, selectors.sent_concours(club, _department(request)), name)


@in_asked_language
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the day of a concours for calendars."""
    tournament = public_tournament(slug)
    tournament.series = ""  # alone it is no series: the calendar of the club has that
    return send_calendar(request, [tournament], tournament.name)


@in_asked_language
def club_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the days of all public concours of a club, for a calendar that follows them."""
    club = or_404(club_of_token(token))
    return send_calendar(request, selectors.sent_of_club(club), club.name)


def send_calendar(
    request: HttpRequest, tournaments: Sequence[Tournament], name: str, *, kept_by: str = "public"
) -> HttpResponse:
    """Send the days of *tournaments* as a calendar that is called *name*. *kept_by*: "private" where an account asked."""
    host = request.get_host().partition(":")[0]
    # Before the calendar is made: who follows it asks every hour, and mostly nothing has changed.
    state = [(one.slug, one.series, one.journal_number, one.journal_hash, one.club.name) for one in tournaments]
    etag = hashlib.sha256(repr([name, host, get_language(), state]).encode()).hexdigest()[:24]
    headers = {
        "Content-Disposition": 'inline; filename="concours.ics"',
        "Cache-Control": f"{kept_by}, max-age=300",
        "ETag": quote_etag(etag),
    }
    known = unless_known(request, HttpResponse(content_type=ics.CALENDAR, headers=headers))
    if known.status_code == 200:
        known.content = ics.calendar(tournaments, name=name, host=host, addresses=_addresses(request, tournaments))
    return known


def _addresses(request: HttpRequest, tournaments: Sequence[Tournament]) -> dict[int, str]:
    return {
        one.pk: request.build_absolute_uri(reverse("public-standings", args=[one.slug]))
        for one in tournaments
        if one.removed_at is None
    }


def _announcing(pk: int) -> Club:
    """Return a club that announces concours; who announces none is shown to nobody."""
    club = get_object_or_404(Club, pk=pk, hidden_at=None)
    if not Tournament.objects.filter(club=club, listed=True, public=True, is_demo=False, rehearsal=False).exists():
        raise Http404
    return club


def _department(request: HttpRequest) -> Department | None:
    return DEPARTMENTS.get(request.GET.get("department", ""))


def _month(text: str) -> datetime.date | None:
    try:
        return datetime.datetime.strptime(text[:7], "%Y-%m").date()
    except ValueError:
        return None


def _months(*, past: bool) -> list[datetime.date]:
    months = [timezone.localdate().replace(day=1)]
    for _more in range(MONTHS_AHEAD - 1):
        step = datetime.timedelta(days=-1 if past else 31)
        months.append((months[-1] + step).replace(day=1))
    return months


def _after(text: str) -> tuple[datetime.date, int] | None:
    read = _AFTER.fullmatch(text)
    try:
        return (datetime.date.fromisoformat(read[1]), int(read[2])) if read else None
    except ValueError:
        return None
