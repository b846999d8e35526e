"""List the announced concours; calendars of one concours and of a club."""

import datetime
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.serializers import RegexField

from scoring.calendar.ics import CALENDAR
from scoring.calendar.selectors import sent_of_club, texts_found, winners_of
from scoring.calendar.views import send_calendar
from tournament.api.base import PUBLIC, ClubView, OpenView, PublicView, act, page
from tournament.api.shapes import Page, Shown
from tournament.concours.api import ConcoursQuery
from tournament.concours.models import Tournament
from tournament.concours.selectors import announced_lists, is_over
from tournament.entries.selectors import Opening, openings
from tournament.inputs import LEFT_OUT
from tournament.inputs.fields import CleanText

TAG = "calendars"
ICS = CALENDAR.partition(";")[0]


class AnnouncedQuery(ConcoursQuery):
    """`place` and `club_name`: a part of these; `commune`: its beginning, for a department that of its postal codes.

    Accents, case and punctuation are put aside: « plelan » finds « Plélan ».
    `behind`: those behind a place of the list, as `next_page` gives it: who is announced meanwhile moves nobody.
    """

    place: Annotated[str, CleanText(max_length=80)] = LEFT_OUT
    commune: Annotated[str, CleanText(max_length=60)] = LEFT_OUT
    club_name: Annotated[str, CleanText(max_length=80)] = LEFT_OUT
    behind: Annotated[str, RegexField(r"^(current|past)\.[1-9]\d{0,5}\.\d{1,18}$", max_length=32)] = LEFT_OUT

    def rest_of(
        self, current: QuerySet[Tournament], past: QuerySet[Tournament]
    ) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
        """Return what of the two lists follows the place in `behind`."""
        if self.behind is LEFT_OUT:
            return current, past
        which, ordinal, number = self.behind.split(".")
        day, pk = datetime.date.fromordinal(int(ordinal)), int(number)
        if which == "current":
            return current.filter(date__gte=day).exclude(date=day, pk__lte=pk), past
        return current.none(), past.filter(date__lte=day).exclude(date=day, pk__gte=pk)


@dataclass(frozen=True)
class AnnouncedLine:
    """A concours that other sites may announce; `slug` is its name in the addresses under `public/`.

    `entries`: registration from home, "never", "soon", "open" or "over". `places_left`: for how many teams, null without
    a limit; 0: who registers now waits. `winners`: the teams that are first in the palmarès, as public pages name them.
    """

    concours: Tournament
    opening: Opening
    winners: list[str]


AnnouncedOutput = Annotated[
    AnnouncedLine,
    Shown(
        "AnnouncedOutput",
        """concours.slug concours.name concours.date concours.place concours.commune club=concours.club_id
        club_name=concours.club.name concours.parties concours.fee_cents concours.closed_at concours.changed_at
        entries=opening.state places_left=opening.left winners""",
    ),
]


def _lines(concours: list[Tournament]) -> list[AnnouncedLine]:
    opened = openings(concours)
    won = winners_of(concours)
    return [AnnouncedLine(one, opened[one.pk], won.get(one.pk, [])) for one in concours]


class Announced(OpenView):
    @act(PUBLIC, name="public-announced")
    def announced_concours_get(self, query: AnnouncedQuery) -> Page[AnnouncedOutput]:
        """List the concours of all clubs that other sites may announce: those of now and to come, the nearest first;
        then the past ones.
        """
        today = timezone.localdate()
        sought = {"club__name": query.club_name, "place": query.place, "commune": query.commune}
        found: dict[str, Any] = {
            f"{column}__in": texts_found(column, text, beginning=column == "commune")
            for column, text in sought.items()
            if text is not LEFT_OUT
        }
        chosen = query.chosen(*query.rest_of(*announced_lists(today=today)), **found)
        part = page(chosen, query, _lines)
        if query.offset + query.limit >= part.count:
            return part
        last = part.results[-1].concours
        place = f"{'past' if is_over(last, today) else 'current'}.{last.date.toordinal()}.{last.pk}"
        asked = self.request.query_params.copy()
        asked.pop("offset", None)
        asked["behind"] = place
        return replace(part, next_page=self.request.build_absolute_uri(f"{self.request.path}?{asked.urlencode()}"))


class PublicCalendar(PublicView):
    @act(PUBLIC, "calendar/", sends=(ICS,))
    def public_calendar_get(self) -> HttpResponse:
        """Send the day of the concours as a calendar (RFC 5545)."""
        self.tournament.series = ""  # alone it is no series
        return send_calendar(self.request, [self.tournament], self.tournament.name)


class ClubCalendar(ClubView):
    @act("read", "calendar/", sends=(ICS,))
    def club_calendar_get(self) -> HttpResponse:
        """Send the days of the club's public concours as a calendar (RFC 5545)."""
        return send_calendar(self.request, sent_of_club(self.club), self.club.name, kept_by="private")
