"""Make calendars (RFC 5545) of concours: a series is one event that comes again, its evenings are exceptions of it."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, timedelta
from math import gcd

from django.utils.translation import gettext as _
from icalendar import Calendar, Event, vDate, vDDDLists, vDuration

from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament

CALENDAR = "text/calendar; charset=utf-8"
ASKED_AGAIN = timedelta(hours=1)


def calendar(tournaments: Iterable[Tournament], *, name: str, host: str, addresses: Mapping[int, str]) -> bytes:
    """Return a calendar of whole days, for the concours have no hour; *addresses*: of their public pages, by pk.

    A whole day has no time zone: it is the same day before and after the clocks are changed.
    """
    book = Calendar()
    for field, value in (
        ("prodid", "-//Dix de Der//FR"),
        ("version", "2.0"),
        ("calscale", "GREGORIAN"),
        ("method", "PUBLISH"),
        ("x-wr-calname", name),
    ):
        book.add(field, value)
    book.add("refresh-interval", vDuration(ASKED_AGAIN), parameters={"VALUE": "DURATION"})
    book.add("x-published-ttl", vDuration(ASKED_AGAIN))
    series: defaultdict[str, list[Tournament]] = defaultdict(list)
    for one in tournaments:
        if one.series and one.series_day:
            series[one.series].append(one)
        else:
            book.add_component(_event(one, f"{one.slug}@{host}", addresses))
    for key, evenings in series.items():
        for event in _series(evenings, f"{key}@{host}", addresses):
            book.add_component(event)
    return book.to_ical()


def _event(one: Tournament, uid: str, addresses: Mapping[int, str]) -> Event:
    """Return the event of a concours."""
    event = _day(one, uid, one.date, one.journal_number)
    event.add("status", "CANCELLED" if one.removed_at else "CONFIRMED")
    if one.pk in addresses:
        event.add("url", addresses[one.pk])
    return event


def _day(one: Tournament, uid: str, day: datetime.date, sequence: int) -> Event:
    event = Event()
    event.add("uid", uid)
    changed = (one.changed_at or one.created_at).astimezone(UTC)
    event.add("dtstamp", changed)  # not now: a calendar that did not change is the same bytes, and has the same ETag
    event.add("last-modified", changed)
    event.add("sequence", sequence)
    event.add("dtstart", day)
    event.add("dtend", day + timedelta(days=1))
    event.add("summary", one.name)
    if where := ", ".join(filter(None, (one.place, one.commune))):
        event.add("location", where)
    event.add("description", _about(one))
    event.add("transp", "OPAQUE")
    return event


def _series(evenings: Sequence[Tournament], uid: str, addresses: Mapping[int, str]) -> list[Event]:
    """Return the event that comes again, and its exceptions: each evening has an address, and may have moved or be cancelled."""
    planned = {one.series_day: one for one in evenings if one.series_day}
    days = sorted(planned)
    every = gcd(*((day - days[0]).days for day in days)) or 1
    whole = _day(planned[days[0]], uid, days[0], max(one.journal_number for one in evenings))
    whole.add("rrule", {"freq": "daily", "interval": every, "until": days[-1]})
    if away := [day for day in _every(days[0], days[-1], every) if day not in planned]:
        whole.add("exdate", vDDDLists(away), parameters={"VALUE": "DATE"})
    events = [whole]
    for day, one in planned.items():
        event = _event(one, uid, addresses)
        event.add("recurrence-id", vDate(day), parameters={"VALUE": "DATE"})
        events.append(event)
    return events


def _every(first: datetime.date, last: datetime.date, days: int) -> Iterable[datetime.date]:
    return (first + timedelta(days=gone) for gone in range(0, (last - first).days + 1, days))


def _about(tournament: Tournament) -> str:
    lines = [_("Concours de belote of %(club)s") % {"club": tournament.club.name}]
    if tournament.fee_cents:
        fee = f"{tournament.fee_cents / 100:.2f}".replace(".", ",") + "\u00a0€"
        lines.append(_("Entry: %(fee)s") % {"fee": fee})
    if tournament.lots:
        lines.append(_("Prizes: %(prizes)s") % {"prizes": ", ".join(lot.titled for lot in lots_of(tournament).all)})
    return "\n".join(lines)
