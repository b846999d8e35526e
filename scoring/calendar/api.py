"""Calendars of one concours and of a club."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes

from scoring.calendar.ics import CALENDAR
from scoring.calendar.selectors import sent_of_club
from scoring.calendar.views import send_calendar
from tournament.api.base import PUBLIC, ClubView, PublicView, act

TAG = "calendars"
ICS = {(200, CALENDAR.partition(";")[0]): OpenApiTypes.STR}


class PublicCalendar(PublicView, path="calendar/"):
    @act(PUBLIC, also=ICS)
    def get(self) -> HttpResponse:
        """Send the day of the concours as a calendar (RFC 5545)."""
        self.tournament.series = ""  # alone it is no series
        return send_calendar(self.request, [self.tournament], self.tournament.name)


class ClubCalendar(ClubView, path="calendar/"):
    @act("read", also=ICS)
    def get(self) -> HttpResponse:
        """Send the days of the club's public concours as a calendar (RFC 5545)."""
        return send_calendar(self.request, sent_of_club(self.club), self.club.name, kept_by="private")
